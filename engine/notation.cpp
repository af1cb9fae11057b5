#include "engine/notation.hpp"

#include <utility>

namespace quincunx {

// --- Words ---------------------------------------------------------------------------------------

std::string to_text(Card card) {
    return {letter(card.rank()), letter(card.suit())};
}

std::string pile_name(const Layout& layout, PileId pile) {
    const std::string number = number_text(layout.number(pile) + 1);
    switch (layout.kind(pile)) {
        case PileKind::foundation:
            return 'F' + number;
        case PileKind::tableau:
            return 'T' + number;
        case PileKind::reserve:
            return 'R' + number;
        case PileKind::waste:
            return "W";
        case PileKind::stock:
            return "S";
    }
    return {};
}

// By hand: std::from_chars would add 600 bytes to table.wasm, which every visitor loads.
std::optional<std::uint64_t> parse_number(std::string_view text) {
    if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (value > (~std::uint64_t{0} - digit) / 10) return std::nullopt;
        value = value * 10 + digit;
    }
    return value;
}

PileId pile_from_name(const Layout& layout, std::string_view name) {
    if (name == "W") return layout.has_waste ? layout.waste() : no_pile;
    if (name == "S") return layout.has_stock ? layout.stock() : no_pile;
    if (name.size() < 2) return no_pile;
    constexpr std::string_view kinds = "FTR";
    const std::size_t kind = kinds.find(name[0]);
    const std::optional<std::uint64_t> number = parse_number(name.substr(1));
    if (kind == std::string_view::npos || !number || *number < 1) return no_pile;
    const auto pile_kind = static_cast<PileKind>(kind);
    if (*number > static_cast<std::uint64_t>(layout.count(pile_kind))) return no_pile;
    return layout.pile(pile_kind, static_cast<int>(*number) - 1);
}

std::string move_text(const Rules& rules, const Move& move) {
    switch (move.kind) {
        case MoveKind::draw:
            return "draw";
        case MoveKind::redeal:
            return "redeal";
        case MoveKind::by1:
            return "by1";
        case MoveKind::by2:
            return "by2";
        case MoveKind::cards:
            break;
    }
    const Layout layout(rules);
    std::string text = pile_name(layout, move.from);
    if (move.card.valid()) text += '@' + to_text(move.card);
    text += '>' + pile_name(layout, move.to);
    if (move.count > 1) text += '*' + number_text(move.count);
    return text;
}

namespace {

/// For a pile name that the game does not have.
tl::unexpected<TextError> no_such_pile(int column, std::string_view name) {
    return text_error(1, column, "no-pile", "no such pile: \"{text}\"", name);
}

/// For a word that should be a card.
tl::unexpected<TextError> not_a_card(int column, std::string_view word) {
    return text_error(1, column, "not-a-card", "not a card: \"{text}\"", word);
}

Expected<Move> parse_source(const Rules& rules, std::string_view text) {
    const Layout layout(rules);
    const std::size_t named = text.find('@');
    const std::string_view name = text.substr(0, named);
    const PileId pile = pile_from_name(layout, name);
    if (pile == no_pile) return no_such_pile(1, name);
    const PileKind kind = layout.kind(pile);
    if (kind == PileKind::foundation && !rules.takes_back())
        return text_error(1, 1, "from-foundation", "cards on a foundation stay there");
    if (kind == PileKind::stock) return text_error(1, 1, "from-stock", "to play from the stock, use draw");
    const bool open = rules.open(kind);
    if (named == std::string_view::npos) {
        if (open)
            return text_error(1, static_cast<int>(text.size()) + 1, "which-card", "say which card: R1@7H");
        return Move::cards(pile, no_pile);
    }
    const int column = static_cast<int>(named) + 1;
    if (!open)
        return text_error(1, column, "top-card-only",
                          "only the top card of this pile is available: leave out @");
    const std::string_view card_text = text.substr(named + 1);
    const Card card = card_from_text(card_text);
    if (!card.valid()) return not_a_card(column + 1, card_text);
    if (number(card.rank()) > rules.ranks)
        return text_error(1, column + 1, "no-such-card", "the game has no such card",
                          {{"card", to_text(card)}});
    return Move::from_open(pile, card, no_pile);
}

}  // namespace

Expected<Move> parse_move(const Rules& rules, std::string_view text) {
    if (text == "draw") return Move::draw();
    if (text == "redeal") return Move::redeal();
    if (text == "by1") return Move::choose(1);
    if (text == "by2") return Move::choose(2);
    const std::size_t arrow = text.find('>');
    if (arrow == std::string_view::npos)
        return text_error(1, 1, "not-a-move", "not a move: \"{text}\"", text);
    Expected<Move> move = parse_source(rules, text.substr(0, arrow));
    if (!move) return move;
    const Layout layout(rules);
    const std::string_view rest = text.substr(arrow + 1);
    const std::size_t star = rest.find('*');
    const std::string_view name = rest.substr(0, star);
    const int column = static_cast<int>(arrow) + 2;
    move->to = pile_from_name(layout, name);
    if (move->to == no_pile) return no_such_pile(column, name);
    const PileKind kind = layout.kind(move->to);
    if (kind == PileKind::waste || kind == PileKind::stock)
        return text_error(1, column, "to-waste-or-stock", "no move puts a card on the waste or the stock");
    if (star == std::string_view::npos) return move;
    const int star_column = column + static_cast<int>(star);
    const bool home = rules.takes_whole_runs() && kind == PileKind::foundation;
    if ((kind != PileKind::tableau && !home) || layout.kind(move->from) != PileKind::tableau)
        return text_error(1, star_column, "several-cards",
                          "several cards can only move from one tableau pile to another");
    const std::optional<std::uint64_t> count = parse_number(rest.substr(star + 1));
    if (!count || *count < 2)
        return text_error(1, star_column + 1, "bad-count", "expected a number of cards, 2 or more");
    if (*count > static_cast<std::uint64_t>(rules.card_count()))
        return text_error(1, star_column + 1, "count-too-large", "the game does not have that many cards");
    move->count = static_cast<std::uint8_t>(*count);
    return move;
}

// --- Deals ---------------------------------------------------------------------------------------

std::string deal_text(const DealText& deal) {
    if (deal.number) return deal.id + '#' + number_text(*deal.number);
    std::string text = deal.id + ':';
    for (const Card card : deal.cards) text += to_text(card);
    return text;
}

Expected<DealText> parse_deal(std::string_view text) {
    const std::size_t mark = text.find_first_of("#:");
    if (mark == std::string_view::npos)
        return text_error(1, static_cast<int>(text.size()) + 1, "no-deal",
                          "a deal is a game's id and then # and a number, or : and all cards");
    DealText deal;
    deal.id = text.substr(0, mark);
    const std::size_t bad = deal.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-");
    if (deal.id.empty() || bad != std::string::npos)
        return text_error(1, deal.id.empty() ? 1 : static_cast<int>(bad) + 1, "bad-id",
                          "a game's id has lower-case letters and -");
    const std::string_view rest = text.substr(mark + 1);
    const int column = static_cast<int>(mark) + 2;
    if (text[mark] == '#') {
        deal.number = parse_number(rest);
        if (!deal.number || *deal.number == 0)
            return text_error(1, column, "bad-deal-number",
                              "a deal number is a whole number from 1 to 18446744073709551615");
        return deal;
    }
    for (std::size_t at = 0; at < rest.size(); at += 2) {
        const Card card = card_from_text(rest.substr(at, 2));
        if (!card.valid()) return not_a_card(column + static_cast<int>(at), rest.substr(at, 2));
        deal.cards.push_back(card);
    }
    if (deal.cards.empty())
        return text_error(1, column, "cards-of-deal-expected", "expected all cards in dealing order");
    assign_packs(deal.cards);
    return deal;
}

std::string_view game_of_deal(std::string_view text) {
    return text.substr(0, text.find_first_of("#:"));
}

void assign_packs(std::vector<Card>& cards) {
    std::array<int, face_count> seen{};
    for (Card& card : cards) {
        int& times = seen[static_cast<std::size_t>(card.face())];
        card = card.with_pack(times > 0 ? 1 : 0);
        ++times;
    }
}

namespace {

std::string times(int count) {
    return count == 1 ? "once" : number_text(count) + " times";
}

/// Which card appears too often or is missing; no code if the cards are those of the game.
TextError wrong_cards(const Rules& rules, const std::array<int, face_count>& counts) {
    for (int suit = 0; suit < suit_count; ++suit) {
        for (int rank = 1; rank <= max_ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            const int expected = rank <= rules.ranks ? rules.decks : 0;
            const int found = counts[static_cast<std::size_t>(card.face())];
            if (found == expected) continue;
            return text_error(1, 1, "cards",
                              "{card} should appear " + times(expected) + ", not " + times(found),
                              {{"card", to_text(card)}, {"limit", number_text(expected)}})
                .value();
        }
    }
    return {};
}

}  // namespace

Expected<std::vector<Card>> listed_deal(const Rules& rules, const DealText& deal) {
    std::array<int, face_count> counts{};
    const int first_column = static_cast<int>(deal.id.size()) + 2;
    for (std::size_t i = 0; i < deal.cards.size(); ++i) {
        const Card card = deal.cards[i];
        const int column = first_column + 2 * static_cast<int>(i);
        if (number(card.rank()) > rules.ranks)
            return text_error(1, column, "no-such-card", "the game has no {card}", {{"card", to_text(card)}});
        if (++counts[static_cast<std::size_t>(card.face())] > rules.decks)
            return text_error(1, column, "too-often", "{card} appears too often",
                              {{"card", to_text(card)}, {"limit", number_text(rules.decks)}});
    }
    TextError wrong = wrong_cards(rules, counts);
    if (!wrong.code.empty()) {
        wrong.column = first_column + 2 * static_cast<int>(deal.cards.size());
        return tl::unexpected<TextError>(std::move(wrong));
    }
    std::vector<Card> cards = deal.cards;
    lay_out(rules, cards);
    return cards;
}

// --- Positions -----------------------------------------------------------------------------------

namespace {

std::string redeals_line(int redeals) {
    return "redeals " + (redeals == unlimited ? "unlimited" : number_text(redeals));
}

}  // namespace

std::string write_position(const Rules& rules, const PositionText& position, bool as_player) {
    const Layout layout(rules);
    std::string text = "game " + std::string(rules.id) + '\n';
    if (rules.stock.redeal.count != 0) text += redeals_line(position.redeals) + '\n';
    if (rules.has_choice())
        text += position.choice == 0 ? "choice -\n" : "choice by" + number_text(position.choice) + '\n';
    for (std::size_t pile = 0; pile < position.piles.size(); ++pile) {
        const PileId id = pile_id(static_cast<int>(pile));
        text += pile_name(layout, id);
        const std::vector<Card>& cards = position.piles[pile];
        const auto hidden = static_cast<std::size_t>(position.hidden[pile]);
        const bool stock = layout.kind(id) == PileKind::stock;
        if (cards.empty()) text += " -";
        for (std::size_t i = 0; i < cards.size(); ++i) {
            if (hidden > 0 && i == hidden) text += " |";
            text += ' ';
            text += as_player && (i < hidden || stock) ? "??" : to_text(cards[i]);
        }
        if (hidden > 0 && hidden == cards.size()) text += " |";
        text += '\n';
    }
    return text;
}

std::string_view game_of_position(std::string_view text) {
    for (const std::string_view line : split_lines(text)) {
        const std::vector<Word> words = split_words(line);
        if (words.empty() || line.starts_with('#')) continue;
        return words.size() == 2 && words[0].text == "game" ? words[1].text : std::string_view{};
    }
    return {};
}

namespace {

/// Reads the lines of a position one after another.
class PositionReader {
  public:
    PositionReader(const Rules& rules, std::string_view text)
        : rules_(rules), layout_(rules), lines_(split_lines(text)) {}

    Expected<PositionText> read() {
        if (!header("game", "game " + std::string(rules_.id))) return fail();
        if (words_[1].text != rules_.id) {
            set_error(words_[1].column, "other-game", "the game is \"{text}\", not " + std::string(rules_.id),
                      "text", shown(words_[1].text));
            return fail();
        }
        if (rules_.stock.redeal.count != 0 && !read_redeals()) return fail();
        if (rules_.has_choice() && !read_choice()) return fail();
        for (int pile = 0; pile < layout_.piles(); ++pile)
            if (!read_pile(pile_id(pile))) return fail();
        if (next()) {
            pile_.clear();
            set_error(1, "text-after", "unexpected text after the last pile");
            return fail();
        }
        give_packs();
        return position_;
    }

  private:
    /// Advances to the next line that is neither a comment nor blank.
    bool next() {
        while (line_ < lines_.size()) {
            const std::string_view line = lines_[line_++];
            words_ = split_words(line);
            if (!words_.empty() && !line.starts_with('#')) return true;
        }
        return false;
    }
    bool next_line(const std::string& expected) {
        if (next()) return true;
        ++line_;
        pile_.clear();
        return set_error(1, "line-missing", "expected the line \"{line}\"", "line", expected);
    }
    bool header(std::string_view key, const std::string& expected) {
        if (!next_line(expected)) return false;
        if (words_.size() == 2 && words_[0].text == key) return true;
        return set_error(1, "line-expected", "expected the line \"{line}\"", "line", expected);
    }
    bool read_redeals() {
        const int limit = rules_.stock.redeal.count;
        if (!header("redeals", redeals_line(limit))) return false;
        if (limit == unlimited) {
            position_.redeals = unlimited;
            return words_[1].text == "unlimited" ||
                   set_error(words_[1].column, "line-expected",
                             "expected \"unlimited\", as in every position of this game", "line",
                             redeals_line(limit));
        }
        const std::optional<std::uint64_t> number = parse_number(words_[1].text);
        if (!number) return set_error(words_[1].column, "bad-redeals", "expected a number of redeals");
        if (*number > static_cast<std::uint64_t>(limit))
            return set_error(words_[1].column, "too-many-redeals", "the game does not have that many redeals",
                             "limit", number_text(limit));
        position_.redeals = static_cast<int>(*number);
        return true;
    }
    bool read_choice() {
        if (!header("choice", "choice -")) return false;
        const std::string_view choice = words_[1].text;
        if (choice != "-" && choice != "by1" && choice != "by2")
            return set_error(words_[1].column, "bad-choice", "the choice is -, by1 or by2");
        position_.choice = choice == "-" ? 0 : (choice == "by1" ? 1 : 2);
        return true;
    }
    bool read_pile(PileId pile) {
        const std::string name = pile_name(layout_, pile);
        if (!next_line(name + " ...")) return false;
        pile_ = name;
        if (words_[0].text != name) return set_error(1, "pile-expected", "expected a line for pile {pile}");
        std::vector<Card>& cards = position_.piles.emplace_back();
        int& hidden = position_.hidden.emplace_back(0);
        position_.lines.push_back(static_cast<int>(line_));
        if (words_.size() == 1)
            return set_error(static_cast<int>(name.size()) + 1, "cards-expected",
                             "expected cards, or - for an empty pile");
        if (words_.size() == 2 && words_[1].text == "-") return true;
        bool turned = false;
        for (std::size_t i = 1; i < words_.size(); ++i) {
            const Word& word = words_[i];
            if (word.text == "|") {
                if (turned) return set_error(word.column, "second-bar", "a second |");
                if (cards.empty())
                    return set_error(word.column, "bar-first", "there is no card before the |");
                if (!hides(rules_, layout_.kind(pile)))
                    return set_error(word.column, "no-face-down-here", "this pile has no face-down cards");
                turned = true;
                hidden = static_cast<int>(cards.size());
            } else if (!read_card(word, cards)) {
                return false;
            }
        }
        return true;
    }
    bool read_card(const Word& word, std::vector<Card>& cards) {
        if (word.text == "??")
            return set_error(word.column, "unknown-card", "an unknown card cannot be set up");
        const Card card = card_from_text(word.text);
        if (!card.valid())
            return set_error(word.column, "not-a-card", "not a card: \"{text}\"", "text", shown(word.text));
        const std::string name = to_text(card);
        if (number(card.rank()) > rules_.ranks)
            return set_error(word.column, "no-such-card", "the game has no {card}", "card", name);
        int& seen = seen_[static_cast<std::size_t>(card.face())];
        if (++seen > rules_.decks) {
            set_error(word.column, "too-often", "{card} appears too often", "card", name);
            error_.parameters.emplace_back("limit", number_text(rules_.decks));
            return false;
        }
        cards.push_back(card);
        return true;
    }
    void give_packs() {
        std::array<int, face_count> times{};
        for (std::vector<Card>& cards : position_.piles)
            for (Card& card : cards)
                card = card.with_pack(times[static_cast<std::size_t>(card.face())]++ > 0 ? 1 : 0);
    }
    /// An error; within the line of a pile, that is its first parameter.
    bool set_error(int column, const char* code, std::string_view text, std::string_view parameter = {},
                   std::string_view value = {}) {
        error_ = std::move(text_error(static_cast<int>(line_), column, code, text,
                                      {{pile_.empty() ? "" : "pile", pile_}, {parameter, value}})
                               .value());
        return false;
    }
    tl::unexpected<TextError> fail() const { return tl::unexpected<TextError>(error_); }

    const Rules& rules_;
    Layout layout_;
    std::vector<std::string_view> lines_;
    std::size_t line_ = 0;
    std::vector<Word> words_;
    std::string pile_;  ///< the one whose line is being read
    std::array<int, face_count> seen_{};
    PositionText position_;
    TextError error_;
};

/// Judges a position by ruling A8, one pile after another.
class PositionJudge {
  public:
    PositionJudge(const Rules& rules, const PositionText& position)
        : rules_(rules), layout_(rules), position_(position), dealt_(dealt_sizes(rules)) {}

    std::vector<TextError> flaws() {
        const int redeals = rules_.stock.redeal.count;
        const bool counted = position_.redeals >= 0 && position_.redeals <= redeals;
        if (redeals == unlimited ? position_.redeals != unlimited : !counted)
            flaws_.push_back(text_error(2, 1, "too-many-redeals", "the game does not have that many redeals",
                                        {{"limit", number_text(redeals)}})
                                 .value());
        for (int pile = 0; pile < layout_.piles(); ++pile) {
            pile_ = static_cast<std::size_t>(pile);
            if (!right_size()) continue;
            const PileKind kind = layout_.kind(pile_id(pile));
            if (kind == PileKind::foundation) judge_foundation();
            if (kind == PileKind::tableau) judge_tableau();
            if (all_words && kind == PileKind::reserve && size() > 0) judge_hidden(kind);
        }
        std::array<int, face_count> counts{};
        for (const std::vector<Card>& cards : position_.piles)
            for (const Card card : cards) ++counts[static_cast<std::size_t>(card.face())];
        if (TextError wrong = wrong_cards(rules_, counts); !wrong.code.empty())
            flaws_.push_back(std::move(wrong));
        return std::move(flaws_);
    }

  private:
    const std::vector<Card>& cards() const { return position_.piles[pile_]; }
    int size() const { return static_cast<int>(cards().size()); }
    std::size_t stock_size() const {
        return layout_.has_stock ? position_.piles[static_cast<std::size_t>(index(layout_.stock()))].size()
                                 : 0;
    }
    /// Notes a flaw of the current pile.
    bool wrong(const char* code, const char* why, Card card = {}, std::string_view parameter = {},
               std::string_view value = {}) {
        const int line = pile_ < position_.lines.size() ? position_.lines[pile_] : 1;
        const std::string pile = pile_name(layout_, pile_id(static_cast<int>(pile_)));
        const std::string about = card.valid() ? to_text(card) : "";
        flaws_.push_back(
            text_error(line, 1, code, std::string("{pile}: ") + why,
                       {{"pile", pile}, {about.empty() ? "" : "card", about}, {parameter, value}})
                .value());
        return false;
    }

    bool right_size() {
        if (rules_.has_choice() && position_.choice == 0 && size() != dealt_[pile_])
            return wrong("not-as-dealt", "before the choice, every pile must be as it was dealt", {}, "limit",
                         number_text(dealt_[pile_]));
        return size() <= limit() || wrong("over-limit", "the pile exceeds its limit of {limit} cards", {},
                                          "limit", number_text(limit()));
    }
    /// Most cards the pile can hold; for the waste and a reserve pile that is dealt to, given the stock that is left.
    int limit() const {
        const PileId pile = pile_id(static_cast<int>(pile_));
        if (layout_.kind(pile) == PileKind::waste)
            return std::max(pile_limit(rules_, pile) - static_cast<int>(stock_size()), 0);
        if (layout_.kind(pile) != PileKind::reserve || rules_.stock.deal_to != DealTo::reserves)
            return pile_limit(rules_, pile);
        const int gone =
            dealt_[static_cast<std::size_t>(index(layout_.stock()))] - static_cast<int>(stock_size());
        const int one_deal = most_each(rules_) * layout_.reserve;
        const int deals = (std::max(gone, 0) + one_deal - 1) / one_deal;
        return std::max(dealt_[pile_], rules_.reserve.capacity) + most_each(rules_) * deals;
    }

    bool judge_foundation() {
        const int group_number = foundation_group(rules_, static_cast<int>(pile_));
        const FoundationGroup& group = rules_.foundations[static_cast<std::size_t>(group_number)];
        const std::size_t first_pile =
            static_cast<std::size_t>(group_number == 0 ? 0 : rules_.foundations[0].piles);
        const bool of_first = all_words && group.start == Start::first_card;
        const bool laid_out = all_words && group.start == Start::laid_out;
        if (cards().empty())
            return (group.start != Start::dealt_card && !laid_out && !(of_first && pile_ == first_pile)) ||
                   wrong("not-started", "the first card of the foundation is missing");
        const Card first = cards().front();
        int start_rank = group.start_rank;
        if (of_first) {
            if (position_.piles[first_pile].empty()) return true;  // which is a flaw of that pile
            start_rank = number(position_.piles[first_pile].front().rank());
        }
        if (group.start != Start::dealt_card && number(first.rank()) != start_rank)
            return wrong("wrong-start", "the foundation starts with the wrong rank", first, "rank",
                         std::string(1, letter(rank_of(start_rank))));
        int& started =
            started_[static_cast<std::size_t>(group_number)][static_cast<std::size_t>(index(first.suit()))];
        if (group.start != Start::dealt_card && group.per_suit > 0 && ++started > group.per_suit)
            return wrong("suit-again", "too many foundations start with this suit", first, "limit",
                         number_text(group.per_suit));
        if (rules_.takes_whole_runs() && group.whole && size() != group.length)
            return wrong("run-incomplete", "only whole runs of {limit} cards come here", {}, "limit",
                         number_text(group.length));
        int step = group.build.step;
        if (step == 0 && position_.choice != 0)
            step = rules_.increments[static_cast<std::size_t>(position_.choice - 1)];
        return in_order(group.build, step, 0, "foundation-order", "the foundation is not in sequence");
    }

    bool judge_tableau() {
        const int hidden = position_.hidden[pile_];
        if (cards().empty()) {
            const bool refills = rules_.tableau.refill == Refill::from_stock_then_waste;
            const bool left =
                stock_size() > 0 ||
                !position_
                     .piles[static_cast<std::size_t>(index(layout_.has_waste ? layout_.waste() : pile_id(0)))]
                     .empty();
            const bool may_stay = dealt_[pile_] == 0;  // until a first card is laid there
            return !((refills && left) || reserve_fills()) || may_stay ||
                   wrong("would-be-filled", "the pile is empty but would have been refilled");
        }
        if (!judge_hidden(PileKind::tableau)) return false;
        if (rules_.deals_to_tableau()) return true;
        if (rules_.tableau.build.follow == Follow::nothing) return true;
        if (rules_.moves_any_cards() || (rules_.tableau.unit != Unit::face_up_part && dealt_[pile_] > 1))
            return true;
        return in_order(rules_.tableau.build, rules_.tableau.build.step, hidden, "tableau-order",
                        "the face-up cards are not in sequence");
    }

    /// Whether a reserve to which nothing is added has a card for an empty tableau pile.
    bool reserve_fills() const {
        if (!rules_.refills_from_reserve() || rules_.deals_to_reserves()) return false;
        for (int number = 0; number < layout_.reserve; ++number)
            if (!position_.piles[at(layout_.pile(PileKind::reserve, number))].empty()) return true;
        return false;
    }

    bool judge_hidden(PileKind kind) {
        const int hidden = position_.hidden[pile_];
        if (hidden > 0 && !hides(rules_, kind))
            return wrong("no-face-down", "this game has no face-down cards");
        return hidden < size() ||
               wrong("top-face-down", "the top card of a tableau pile must be face up", cards().back());
    }

    bool in_order(const Build& build, int step, int first, const char* code, const char* why) {
        for (std::size_t i = static_cast<std::size_t>(first) + 1; i < cards().size(); ++i)
            if (!follows(build, step, rules_.ranks, cards()[i - 1], cards()[i]))
                return wrong(code, why, cards()[i], "on", to_text(cards()[i - 1]));
        return true;
    }
    const Rules& rules_;
    Layout layout_;
    const PositionText& position_;
    std::array<int, max_piles> dealt_;
    std::size_t pile_ = 0;
    std::array<std::array<int, suit_count>, max_groups> started_{};
    std::vector<TextError> flaws_;
};

}  // namespace

std::vector<TextError> flaws(const Rules& rules, const PositionText& position) {
    return PositionJudge(rules, position).flaws();
}

std::optional<TextError> wrong_with(const Rules& rules, const PositionText& position) {
    const std::vector<TextError> all = flaws(rules, position);
    return all.empty() ? std::nullopt : std::optional<TextError>(all.front());
}

Expected<PositionText> scan_position(const Rules& rules, std::string_view text) {
    return PositionReader(rules, text).read();
}

Expected<PositionText> read_position(const Rules& rules, std::string_view text) {
    Expected<PositionText> position = scan_position(rules, text);
    if (!position) return position;
    if (std::optional<TextError> wrong = wrong_with(rules, *position))
        return tl::unexpected<TextError>(std::move(*wrong));
    return position;
}

}  // namespace quincunx
