#include "wire/table/command_field.hpp"

#include <algorithm>

#include "engine/notation.hpp"

namespace quincunx::wire {

namespace {

std::string upper(std::string_view text) {
    std::string result;
    for (const char c : text) result += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return result;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string result;
    for (const std::string& word : words) result += (result.empty() ? "" : std::string(between)) + word;
    return result;
}

/// Carries out one command against one view.
class CommandField {
  public:
    CommandField(Session& session, std::string_view typed)
        : session_(session), layout_(session.rules()), view_(session.view()), typed_(typed) {
        for (const Word& word : split_words(typed)) words_.push_back(upper(word.text));
    }

    CommandAnswer answer() {
        if (words_.empty()) return {"unclear", "empty-command", how};
        const std::string& first = words_[0];
        if (first == "WHERE" && words_.size() == 2) return where();
        if (first == "STATE" && words_.size() == 1) return {"answer", "state", session_.player_text()};
        if ((first == "HELP" || first == "?") && words_.size() == 1) return {"answer", "help", how};
        if (first == "PILE" && words_.size() == 2) return pile();
        if (first == "MOVES" && words_.size() == 1) return moves();
        if (first == "HINT" && words_.size() == 1) return hint();
        if (first == "UNDO" && words_.size() == 1)
            return session_.undo() ? CommandAnswer{"moved", "undone", "Undone."}
                                   : CommandAnswer{"refused", "nothing-to-undo", "Nothing to undo."};
        if (first == "REDO" && words_.size() == 1)
            return session_.redo() ? CommandAnswer{"moved", "redone", "Redone."}
                                   : CommandAnswer{"refused", "nothing-to-redo", "Nothing to redo."};
        if (words_.size() == 1) return one_word(first);
        if (words_.size() == 2) return short_move(words_[0], words_[1]);
        return unclear();
    }

  private:
    static constexpr const char* how =
        "Type a move, like T3 T5 or W F, or a question: WHERE 7H, PILE T3, MOVES, STATE, HINT. UNDO and REDO "
        "go back and forth.";
    CommandAnswer unclear() const {
        const std::string text(typed_);
        return {"unclear", "not-understood", quoted(text) + " is not a command. " + how, {{"text", text}}};
    }
    static CommandAnswer refused(const Failure& failure) {
        if (!failure.refusal)
            return {"unclear", "bad-move", failure.error.message, {{"text", failure.error.message}}};
        return {"refused", "refused", failure.refusal->text, {}, {}, failure.refusal};
    }

    std::string name(PileId pile) const { return pile_name(layout_, pile); }
    const PileView* find_pile(std::string_view name) const {
        const PileId pile = pile_from_name(layout_, name);
        return pile == no_pile ? nullptr : &view_.piles[static_cast<std::size_t>(index(pile))];
    }

    // --- Questions -------------------------------------------------------------------------------

    CommandAnswer where() const {
        const Card card = card_from_text(words_[1]);
        if (!card.valid())
            return {"unclear", "no-card", quoted(words_[1]) + " is not a card.", {{"text", words_[1]}}};
        std::vector<std::string> places;
        std::string found;
        for (const PileView& pile : view_.piles) {
            for (std::size_t i = 0; i < pile.cards.size(); ++i) {
                if (!pile.cards[i].card.valid() || !(pile.cards[i].card == card)) continue;
                const std::size_t above = pile.cards.size() - 1 - i;
                found += (found.empty() ? "" : " ") + name(pile.pile) + ':' + number_text(above);
                places.push_back(name(pile.pile) +
                                 (above == 0 ? " (top)" : " (" + number_text(above) + " above it)"));
            }
        }
        const std::string name_of_card = to_text(card);
        if (places.empty())
            return {"answer", "not-in-view", name_of_card + " is not in view.", {{"card", name_of_card}}};
        const std::string all = name_of_card + ": " + joined(places, ", ") + ".";
        return {"answer", "where", all, {{"card", name_of_card}, {"places", found}}};
    }

    CommandAnswer pile() const {
        const PileView* pile = find_pile(words_[1]);
        if (pile == nullptr)
            return {"unclear", "no-pile", quoted(words_[1]) + " is not a pile.", {{"text", words_[1]}}};
        const Parameters named{{"pile", name(pile->pile)}};
        if (pile->cards.empty()) return {"answer", "pile", name(pile->pile) + " is empty.", named};
        std::vector<std::string> cards;
        std::size_t unknown = 0;
        for (const CardView& card : pile->cards)
            if (card.card.valid())
                cards.push_back(to_text(card.card));
            else
                ++unknown;
        std::string text = name(pile->pile) + ":";
        if (unknown > 0) text += ' ' + number_text(unknown) + " face down" + (cards.empty() ? "" : ",");
        if (!cards.empty()) text += ' ' + joined(cards, " ");
        return {"answer", "pile", text + ".", named};
    }

    CommandAnswer hint() const {
        const std::optional<Hint> hint = session_.hint();
        if (!hint) return {"answer", "no-hint", "No hint: there is no useful move in sight."};
        return {"answer", "hint", hint->text + " (" + hint->move + ')', {}, {}, {}, hint};
    }

    CommandAnswer moves() const {
        const std::vector<std::string> legal = session_.legal();
        if (legal.empty()) return {"answer", "no-moves", "No moves are left."};
        const std::string all = joined(legal, " ");
        return {"answer", "moves", counted(legal.size(), "move") + ": " + all, {{"moves", all}}};
    }

    // --- Moves -----------------------------------------------------------------------------------

    CommandAnswer play(const std::string& move) {
        if (const std::optional<Failure> failure = session_.play(move)) return refused(*failure);
        return {"moved", "moved", happened()};
    }

    /// The effects of the latest move, the result first.
    std::string happened() const {
        std::vector<std::string> parts;
        parts.reserve(session_.events().size() + 1);
        for (const Event& event : session_.events()) parts.push_back(told(event));
        if (session_.status() == Status::won) parts.emplace_back("the game is won");
        if (session_.status() == Status::stuck) parts.emplace_back("no move is left");
        return joined(parts, "; ") + '.';
    }
    std::string told(const Event& event) const {
        std::vector<std::string> cards;
        cards.reserve(event.cards.size());
        for (const CardView& card : event.cards) cards.push_back(to_text(card.card));
        const std::string all = joined(cards, " ");
        switch (event.kind) {
            case Event::Kind::move:
                return all + " to " + name(event.to);
            case Event::Kind::turn:
                return all + " turned up on " + name(event.to);
            case Event::Kind::refill:
                return all + " fills " + name(event.to);
            case Event::Kind::deal:
                return cards.size() == 1 ? all + " drawn" : "dealt: " + all;
            case Event::Kind::redeal:
                return counted(static_cast<std::uint64_t>(event.number), "card") + " turned over" +
                       (event.kept ? ", the top of the waste stays" : "");
            case Event::Kind::choice:
                return "by " + number_text(event.number);
        }
        return {};
    }

    CommandAnswer one_word(const std::string& word) {
        for (const std::string_view control : {"draw", "redeal", "by1", "by2"})
            if (word == upper(control)) return play(std::string(control));
        const std::size_t arrow = word.find('>');
        if (arrow != std::string::npos) {
            const std::optional<Failure> failure = session_.why(word);
            if (!failure || failure->refusal || arrow == 0 || arrow + 1 == word.size()) return play(word);
            return short_move(word.substr(0, arrow), word.substr(arrow + 1));
        }
        if (find_pile(word) != nullptr || card_from_text(word).valid()) return short_move(word, "");
        return unclear();
    }

    /// Whether the cards lifted from a source are those that a word names, which is a pile or a card.
    bool names_source(const std::string& word, const SourceView& source) const {
        const PileView& pile = view_.piles[static_cast<std::size_t>(index(source.pile))];
        const Card lowest = pile.cards[static_cast<std::size_t>(source.index)].card;
        const Card named = card_from_text(word);
        if (named.valid() && find_pile(word) == nullptr) return lowest == named;
        const std::size_t at = word.find('@');
        if (at != std::string::npos) {
            const Card card = card_from_text(std::string_view(word).substr(at + 1));
            return name(source.pile) == word.substr(0, at) && card.valid() && lowest == card;
        }
        return name(source.pile) == word;
    }
    bool names_target(const std::string& word, const TargetView& target) const {
        if (word.empty()) return true;
        const std::string pile = name(target.pile);
        return word == pile || (word.size() == 1 && word[0] == pile[0]);
    }

    /// The moves that a source word and a target word (a pile, a kind of pile, or nothing) may mean.
    std::vector<std::string> meant(const std::string& from, const std::string& to) const {
        std::vector<std::string> listed;
        std::vector<std::string> others;
        std::size_t longest = 0;
        for (const SourceView& source : view_.sources) {
            if (!names_source(from, source)) continue;
            for (const TargetView& target : source.targets) {
                if (!names_target(to, target)) continue;
                std::vector<std::string>& list = target.stand_in ? others : listed;
                const bool to_space =
                    view_.piles[static_cast<std::size_t>(index(target.pile))].cards.empty() &&
                    layout_.kind(target.pile) == PileKind::tableau && to.size() > 1;
                if (to_space && from[0] == 'T' && find_pile(from) != nullptr) {
                    // With an empty pile as target, the longest run is meant.
                    if (static_cast<std::size_t>(source.count) < longest) continue;
                    longest = static_cast<std::size_t>(source.count);
                    listed.clear();
                    others.clear();
                }
                if (std::find(list.begin(), list.end(), target.move) == list.end())
                    list.push_back(target.move);
            }
        }
        return listed.empty() ? others : listed;
    }

    /// Where the cards that a word names lie, as the source of a move text; a number of cards to lift is
    /// returned in `count`. Empty if the word names a card that cannot be lifted from its pile.
    std::string source_text(const std::string& word, std::size_t& count) const {
        count = 1;
        if (find_pile(word) != nullptr || word.find('@') != std::string::npos) return word;
        const Card card = card_from_text(word);
        for (const PileView& pile : view_.piles) {
            for (std::size_t i = 0; i < pile.cards.size(); ++i) {
                if (!pile.cards[i].card.valid() || !(pile.cards[i].card == card)) continue;
                count = pile.cards.size() - i;
                if (layout_.kind(pile.pile) == PileKind::reserve && session_.rules().open_reserve()) {
                    count = 1;
                    return name(pile.pile) + '@' + to_text(card);
                }
                if (count == 1 || layout_.kind(pile.pile) == PileKind::tableau) return name(pile.pile);
            }
        }
        return {};
    }

    /// Why the cards that a word names cannot go to a pile, or to any pile of a kind. None if there is no
    /// single reason: piles of a kind may refuse a card for different ones.
    std::optional<Failure> reason(const std::string& from, const std::string& to) const {
        std::size_t count = 1;
        const std::string source = source_text(from, count);
        if (source.empty() || to.empty()) return std::nullopt;
        const auto parameter = [](const Failure& failure, std::string_view wanted) {
            for (const auto& [key, value] : failure.refusal->parameters)
                if (key == wanted) return value;
            return std::string();
        };
        std::vector<Failure> all;
        std::vector<Failure> of_suit;  // from the foundations that take the card's suit next
        for (const PileView& pile : view_.piles) {
            const std::string target = name(pile.pile);
            if (target != to && (to.size() != 1 || target[0] != to[0])) continue;
            if (target == source) continue;
            std::string move = source + '>' + target;
            if (count > 1) move += '*' + number_text(count);
            std::optional<Failure> failure = session_.why(move);
            if (!failure || !failure->refusal) continue;
            const std::string fits = parameter(*failure, "fits");
            const std::string card = parameter(*failure, "card");
            if (to == "F" && card.size() == 2 && fits.find(card[1]) != std::string::npos)
                of_suit.push_back(*failure);
            all.push_back(std::move(*failure));
        }
        const std::vector<Failure>& reasons = of_suit.empty() ? all : of_suit;
        const bool same = std::all_of(reasons.begin(), reasons.end(), [&](const Failure& failure) {
            return failure.refusal->text == reasons.front().refusal->text;
        });
        return reasons.empty() || !same ? std::nullopt : std::optional<Failure>(reasons.front());
    }

    CommandAnswer short_move(const std::string& from, const std::string& to) {
        if (to.find('*') != std::string::npos) return play(from + '>' + to);
        if (!view_.choices.empty() && find_pile(from) != nullptr) return play(from + ">F1");
        const std::vector<std::string> moves = meant(from, to);
        if (moves.size() == 1) return play(moves.front());
        if (moves.size() > 1)
            return {"choices", "which", "Which one: " + joined(moves, ", ") + "?", {}, moves};
        const PileView* source = find_pile(from);
        const PileView* target = find_pile(to);
        const Card named = card_from_text(from.substr(from.find('@') + 1));
        if (source == nullptr && !named.valid()) return unclear();
        if (!to.empty() && target == nullptr && to != "F" && to != "T" && to != "R") return unclear();
        if (source != nullptr && source->cards.empty())
            return {"refused", "empty", from + " is empty.", {{"pile", from}}};
        if (const std::optional<Failure> failure = reason(from, to)) return refused(*failure);
        Parameters ways{{"from", from}};
        if (!to.empty()) ways.emplace_back("to", to);
        return {"refused", "no-way",
                "No move from " + from + (to.empty() ? " right now." : " to " + to + " right now."), ways};
    }

    Session& session_;
    Layout layout_;
    View view_;
    std::string_view typed_;
    std::vector<std::string> words_;
};

}  // namespace

CommandAnswer command_field(Session& session, std::string_view typed) {
    return CommandField(session, typed).answer();
}

}  // namespace quincunx::wire
