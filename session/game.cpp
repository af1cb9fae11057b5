#include "session/game.hpp"

#include <algorithm>
#include <utility>

#include "engine/perft.hpp"
#include "games/all.hpp"
#include "session/player/automatic_play.hpp"
#include "session/player/rule_of_thumb.hpp"
#include "session/rules_text.hpp"
#include "session/shipped_rules.hpp"

namespace quincunx {

Game::Game(SharedRules rules, const std::vector<Card>& deal)
    : rules_(std::move(rules)), position_(Given(*rules_)) {
    position_.deal(deal);
    int next = 0;
    for (const Card card : deal) id_of(card) = next++;
}

Game::Game(SharedRules rules, const PositionText& position)
    : rules_(std::move(rules)), position_(position_of(Given(*rules_), position)) {
    int next = 0;
    for (const std::vector<Card>& pile : position.piles)
        for (const Card card : pile) id_of(card) = next++;
}

std::vector<std::string> Game::accepted() const {
    std::vector<std::string> texts;
    for_each_accepted(position_, [&](const Move& move) { texts.push_back(move_text(rules(), move)); });
    sort_texts(texts);
    return texts;
}

std::optional<std::uint64_t> Game::perft(int depth, const std::function<bool()>& stopped) const {
    BasicPosition<Given> position = position_;
    const std::function<bool()> never = [] { return false; };
    return PerftCounter(position, stopped ? stopped : never).count(depth);
}

std::optional<Hint> Game::hint() const {
    return RuleOfThumb(position_).hint();
}

Hint Game::explain(const Move& move) const {
    return RuleOfThumb(position_).explain(move);
}

std::optional<Move> Game::automatic_move(Automatic mode) const {
    return quincunx::automatic_move(position_, mode);
}

std::vector<Move> Game::finishing_line() const {
    return quincunx::finishing_line(position_);
}

std::string Game::with_rules(std::string lines) const {
    lines.insert(lines.find('\n') + 1, "rules " + rules_text(rules()) + '\n');
    return lines;
}

std::optional<RefusalView> Game::refused(const Move& move) const {
    const Refusal refusal = check(position_, move);
    if (refusal == Refusal::none) return std::nullopt;
    return describe(refusal, parameters(move));
}

Parameters Game::parameters(const Move& move) const {
    const Layout& layout = position_.layout();
    Parameters result;
    if (move.kind != MoveKind::cards) return result;
    result.emplace_back("from", pile_name(layout, move.from));
    result.emplace_back("to", pile_name(layout, move.to));
    const bool there =
        move.card.valid() || move.count <= position_.size(move.from) - position_.hidden(move.from);
    if (there) result.emplace_back("card", to_text(lifted_card(position_, move)));
    const PileKind to = layout.kind(move.to);
    if (!position_.empty(move.to)) result.emplace_back("on", to_text(position_.top(move.to)));
    if (to == PileKind::foundation)
        result.emplace_back("rank", std::string(1, letter(rank_of(position_.start_rank(
                                                       position_.group_of(layout.number(move.to)))))));
    if (to == PileKind::tableau && rules().tableau.capacity > 0)
        result.emplace_back("limit", number_text(rules().tableau.capacity));
    if (to == PileKind::tableau && rules().moves_by_singles())
        result.emplace_back("limit", number_text(position_.most_by_singles(position_.empty(move.to))));
    if (const std::string cards = fitting(move.to); !cards.empty()) result.emplace_back("fits", cards);
    return result;
}

/// The cards that a pile would take on its top card, separated by spaces; none if any card would do.
std::string Game::fitting(PileId pile) const {
    const Layout& layout = position_.layout();
    const PileKind kind = layout.kind(pile);
    if (position_.empty(pile) || (kind != PileKind::tableau && kind != PileKind::foundation)) return {};
    if (kind == PileKind::tableau && rules().tableau.build.follow == Follow::any_card) return {};
    std::string cards;
    for (int suit = 0; suit < suit_count; ++suit) {
        for (int rank = 1; rank <= rules().ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            const bool fits = kind == PileKind::tableau
                                  ? position_.tableau_accepts(pile, card)
                                  : (position_.foundations_for(card) >> layout.number(pile) & 1U) != 0;
            if (fits) cards += (cards.empty() ? "" : " ") + to_text(card);
        }
    }
    return cards;
}

Undo Game::play(const Move& move, std::vector<Event>& events) {
    const Undo undo = position_.play(move);
    report(undo, events);
    return undo;
}

void Game::report(const Undo& undo, std::vector<Event>& events) const {
    const Move& move = undo.move;
    const Layout& layout = position_.layout();
    Event& event = events.emplace_back();
    switch (move.kind) {
        case MoveKind::by1:
        case MoveKind::by2:
            event.kind = Event::Kind::choice;
            event.number = rules().increments[move.kind == MoveKind::by1 ? 0 : 1];
            return;
        case MoveKind::draw:
            event = of_deal(undo);
            return;
        case MoveKind::redeal:
            event.kind = Event::Kind::redeal;
            event.kept = undo.kept;
            event.number = position_.size(layout.stock());
            return;
        case MoveKind::cards:
            break;
    }
    event.kind = Event::Kind::move;
    event.from = move.from;
    event.to = move.to;
    const std::span<const Card> target = position_.pile(move.to);
    for (const Card card : target.subspan(target.size() - move.count)) event.cards.push_back(seen(card));
    if (undo.turned) events.push_back(of_pile(Event::Kind::turn, move.from, no_pile));
    if (undo.filled != Undo::Filled::nothing) {
        PileId filler = undo.filled == Undo::Filled::from_stock ? layout.stock() : layout.waste();
        if (rules().refills_from_reserve()) filler = undo.filler;
        events.push_back(of_pile(Event::Kind::refill, move.from, filler));
    }
    if (all_words && undo.filler_turned) events.push_back(of_pile(Event::Kind::turn, undo.filler, no_pile));
}

/// An event of the top card of a pile.
Event Game::of_pile(Event::Kind kind, PileId pile, PileId from) const {
    return {kind, from, pile, {}, {seen(position_.top(pile))}};
}

/// The cards that were dealt are now on top of the piles that they were dealt to.
Event Game::of_deal(const Undo& undo) const {
    const Layout& layout = position_.layout();
    Event event;
    event.kind = Event::Kind::deal;
    while (event.dealt_to.size() < undo.dealt) {
        if (layout.has_waste) event.dealt_to.push_back(layout.waste());
        const PileKind kind = rules().dealt_kind();
        for (int number = 0; number < layout.count(kind) && event.dealt_to.size() < undo.dealt; ++number)
            if ((undo.dealt_to >> number & 1U) != 0) event.dealt_to.push_back(layout.pile(kind, number));
    }
    for (auto pile = event.dealt_to.begin(); pile != event.dealt_to.end(); ++pile) {
        const std::span<const Card> cards = position_.pile(*pile);
        const auto above = static_cast<std::size_t>(std::count(pile, event.dealt_to.end(), *pile));
        event.cards.push_back(seen(cards[cards.size() - above]));
    }
    return event;
}

SharedRules listed_game(std::string_view id) {
    SharedRules found;
    games::with_game(id, [&]<const Rules & rules>() { found = GameRules::make<rules>(); });
    return found;
}

Expected<SharedRules> read_game_ref(std::string_view ref) {
    SharedRules found = listed_game(ref);
    if constexpr (has_shipped_rules)
        if (!found) found = shipped_game(ref);
    if (found) return found;
    return text_error(1, 1, "no-game", "there is no game \"{text}\"", ref);
}

Expected<SharedRules> read_position_ref(std::string_view lines) {
    const std::string_view ref = game_of_position(lines);
    if (ref.empty()) return text_error(1, 1, "game-expected", "expected the line \"game ...\"");
    if constexpr (reads_own_rules) {
        const std::string_view own = rules_line(lines);
        const auto line = 1 + std::count(lines.data(), own.data(), '\n');
        if (!own.empty()) return read_game_ref(ref, rules_in(own), static_cast<int>(line));
    }
    Expected<SharedRules> rules = read_game_ref(ref);
    if (!rules) {
        const std::string_view before(lines.data(), static_cast<std::size_t>(ref.data() - lines.data()));
        rules.error().line += static_cast<int>(std::ranges::count(before, '\n'));
        rules.error().column += static_cast<int>(before.size() - (before.rfind('\n') + 1));
    }
    return rules;
}

Expected<Game> deal_game(SharedRules rules, const DealText& deal) {
    if (deal.id != rules->rules().id)
        return text_error(1, 1, "the deal is for another game, not " + std::string(rules->rules().id));
    const Expected<std::vector<Card>> cards = deal_cards(rules->rules(), deal);
    if (!cards) return tl::unexpected<TextError>(cards.error());
    return Game(std::move(rules), *cards);
}

Expected<Game> set_up_game(SharedRules rules, std::string_view lines) {
    std::string plain;
    if constexpr (reads_own_rules) {
        plain = without_rules(lines);
        lines = plain;
    }
    const Expected<PositionText> position = read_position(rules->rules(), lines);
    if (!position) return tl::unexpected<TextError>(position.error());
    return Game(std::move(rules), *position);
}

Expected<Game> deal_game(const DealText& deal) {
    const Expected<SharedRules> rules = read_game_ref(deal.id);
    return rules ? deal_game(*rules, of_game(deal, *rules)) : tl::unexpected<TextError>(rules.error());
}

Expected<Game> set_up_game(std::string_view lines) {
    const Expected<SharedRules> rules = read_position_ref(lines);
    return rules ? set_up_game(*rules, lines) : tl::unexpected<TextError>(rules.error());
}

}  // namespace quincunx
