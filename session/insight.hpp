#pragma once

#include <bit>
#include <string>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"

/// What can be told of a position from its face-up cards alone: safe plays, useful targets, whether the rest
/// plays itself. Nothing here reads a face-down card or the stock's order.
namespace quincunx {

template <const Rules& rules>
class Insight {
    using State = Position<rules>;
    static constexpr Layout layout{rules};

  public:
    explicit Insight(const State& position) : position_(position) {
        home_.fill(0);
        for (int foundation = 0; foundation < layout.foundations; ++foundation)
            for (const Card card : position.pile(PileKind::foundation, foundation))
                ++home_[static_cast<std::size_t>(suitless ? number(card.rank()) : card.face())];
    }

    /// Copies of a card that are not on a foundation yet; of a rank, where suits do not matter.
    int unplayed(Card card) const {
        const int copies = suitless ? rules.decks * suit_count : rules.decks;
        return copies - home_[static_cast<std::size_t>(suitless ? number(card.rank()) : card.face())];
    }

    /// Whether a move to a foundation can never cost the win.
    ///
    /// Two things must hold, and no consequence may be forced. (1) Nobody competes for the place: there are
    /// as many foundations that take the card now as there are copies of it left, so the twin is served too.
    /// (2) Nobody needs the card as a base: every card that could be laid on it is home. Then in any winning
    /// line the play can be brought to the front: the card is covered by nothing later, its twin has its own
    /// place, and the card below it is only uncovered earlier. That argument breaks where leaving a pile
    /// forces something: a kept top at a coming redeal, a pile that refills, a deal to the empty reserves
    /// only. There nothing is called safe.
    bool safe(const Move& move) const {
        if (move.kind != MoveKind::cards || layout.kind(move.to) != PileKind::foundation) return false;
        if (forces_something(move)) return false;
        const Card card = detail::lifted_card(position_, move);
        const bool from_cell = suitless && layout.kind(move.from) == PileKind::reserve &&
                               rules.reserve.capacity > 0 && !builds_tableau(rules);
        if (!from_cell && std::popcount(position_.foundations_for(card)) < unplayed(card)) return false;
        return !needed_as_base(card) && best_foundation(card) == move.to;
    }

    /// Of the foundations that take a card the one with the most cards to come, then the lowest.
    PileId best_foundation(Card card) const {
        PileId best = no_pile;
        for (unsigned set = position_.foundations_for(card); set != 0; set &= set - 1) {
            const PileId pile = layout.pile(PileKind::foundation, std::countr_zero(set));
            if (best == no_pile || left(pile) > left(best)) best = pile;
        }
        return best;
    }

    /// How many cards must go to a foundation before a card can: the nearest of the foundations of its suit.
    int distance(Card card) const {
        int best = rules.card_count();
        for (int foundation = 0; foundation < layout.foundations; ++foundation) {
            const FoundationGroup& group = State::group_of(foundation);
            const PileId pile = layout.pile(PileKind::foundation, foundation);
            const int step = position_.step(group);
            if (left(pile) == 0 || step == 0) continue;
            const bool empty = position_.empty(pile);
            if (!empty && group.per_suit > 0 && position_.top(pile).suit() != card.suit()) continue;
            int rank =
                empty ? group.start_rank
                      : next_rank(number(position_.top(pile).rank()), step, group.build.wraps, rules.ranks);
            int steps = 0;
            while (rank != 0 && rank != number(card.rank()) && steps < rules.ranks) {
                rank = next_rank(rank, step, group.build.wraps, rules.ranks);
                ++steps;
            }
            if (rank == number(card.rank())) best = std::min(best, steps);
        }
        return best;
    }

    /// How useful a move of cards looks; 0 or less: it is of no use on its own.
    int usefulness(const Move& move) const {
        const std::optional<Move> counted = listed(position_, move);
        if (!counted) return -1;
        const PileKind to = layout.kind(move.to);
        if (to == PileKind::foundation)
            return 1000 + (best_foundation(detail::lifted_card(position_, move)) == move.to);
        int score = 100;
        const bool whole = move.count == position_.size(move.from);
        const bool turns = layout.kind(move.from) == PileKind::tableau && position_.hidden(move.from) > 0 &&
                           move.count == position_.size(move.from) - position_.hidden(move.from);
        if (turns) score += 200;
        if (whole && layout.kind(move.from) == PileKind::tableau) score += 100;
        if (to == PileKind::reserve) return score - 80;
        if (position_.empty(move.to)) return score - 60;
        if constexpr (rules.tableau.build.follow == Follow::any_card)
            return score + std::min(distance(position_.top(move.to)), 50);
        return score + std::min(position_.unit_size(move.to), 50);
    }

    /// Plays cards to the foundations as long as one fits; whether that wins. Only cards in view are touched.
    bool finishable() const {
        if (rules.has_choice() && position_.choice() == 0) return false;
        if (layout.has_stock && !position_.empty(layout.stock())) return false;
        for (int pile = 0; pile < layout.tableau; ++pile)
            if (position_.hidden(layout.pile(PileKind::tableau, pile)) > 0) return false;
        State position = position_;
        MoveList<rules> moves;
        for (bool found = true; found && !position.won();) {
            found = false;
            generate(position, moves);
            for (const Move& move : moves) {
                if (move.kind != MoveKind::cards || layout.kind(move.to) != PileKind::foundation) continue;
                position.play(move);
                found = true;
                break;
            }
        }
        return position.won() && !position_.won();
    }

  private:
    static constexpr bool suitless = [] {
        for (const FoundationGroup& group : rules.foundations)
            if (group.piles > 0 && group.build.follow == Follow::same_suit) return false;
        return true;
    }();

    int left(PileId foundation) const {
        return State::group_of(layout.number(foundation)).length - position_.size(foundation);
    }

    bool forces_something(const Move& move) const {
        const PileKind from = layout.kind(move.from);
        if (rules.stock.redeal.keep_playable_top && position_.redeals_left() > 0) return true;
        if (rules.tableau.refill != Refill::none && from == PileKind::tableau &&
            position_.size(move.from) == 1)
            return true;
        if (rules.stock.deal_to == DealTo::empty_reserves && from == PileKind::reserve)
            return !position_.empty(layout.stock());
        return false;
    }

    /// Whether a card that is not home could be laid on a card in the tableau.
    bool needed_as_base(Card base) const {
        const Build& build = rules.tableau.build;
        if (build.follow == Follow::any_card || !builds_tableau(rules)) return false;
        for (int suit = 0; suit < suit_count; ++suit) {
            for (int rank = 1; rank <= rules.ranks; ++rank) {
                const Card card(rank_of(rank), static_cast<Suit>(suit));
                if (State::follows(build, build.step, base, card) && unplayed(card) > 0) return true;
            }
        }
        return false;
    }

    const State& position_;
    std::array<int, face_count> home_;
};

/// What automatic play does next; none if it stops.
enum class Automatic : std::uint8_t { never, safe, all };

template <const Rules& rules>
std::optional<Move> automatic_move(const Position<rules>& position, Automatic mode) {
    if (mode == Automatic::never || position.won()) return std::nullopt;
    constexpr Layout layout{rules};
    const Insight<rules> insight(position);
    MoveList<rules> moves;
    generate(position, moves);
    for (const Move& move : moves) {
        if (move.kind != MoveKind::cards || layout.kind(move.to) != PileKind::foundation) continue;
        if (mode == Automatic::safe ? insight.safe(move)
                                    : insight.best_foundation(detail::lifted_card(position, move)) == move.to)
            return move;
    }
    return std::nullopt;
}

}  // namespace quincunx
