#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"

namespace quincunx {

/// An appraisal of a position by its face-up cards alone: which plays are safe, and how useful a move looks.
/// Nothing here reads a face-down card or the order of the stock.
template <class Source>
class Appraisal : Source {
    using State = BasicPosition<Source>;
    using Source::facts;
    using Source::layout;
    using Source::rules;

  public:
    explicit Appraisal(const State& position) : Source(position), position_(position) {
        home_.fill(0);
        for (int foundation = 0; foundation < layout().foundations; ++foundation)
            for (const Card card : position.pile(PileKind::foundation, foundation))
                ++home_[static_cast<std::size_t>(facts().suitless ? number(card.rank()) : card.face())];
    }

    /// How many copies of a card are not on a foundation yet; copies of its rank, if suits do not matter.
    int unplayed(Card card) const {
        const int copies = facts().suitless ? rules().decks * suit_count : rules().decks;
        return copies - home_[static_cast<std::size_t>(facts().suitless ? number(card.rank()) : card.face())];
    }

    /// Whether a move to a foundation can never cost the win.
    ///
    /// Three things must hold. (1) Nothing competes for the place: every copy of the card that is still to
    /// come has a place of its own, so playing this one first takes nothing from the others. (2) Nothing
    /// needs the card as a base: all cards that could be placed on it are on foundations. (3) The card's
    /// leaving forces nothing. Then in any solution the play can be moved to the front: nothing is placed on
    /// the card later, its copies have their own places, and what lies under it is merely uncovered earlier.
    /// (The rule is for two packs; with one pack (1) always holds.)
    bool safe(const Move& move) const {
        if (move.kind != MoveKind::cards || layout().kind(move.to) != PileKind::foundation) return false;
        if (may_force_something(move)) return false;
        const Card card = lifted_card(position_, move);
        if (best_foundation(card) != move.to || needed_as_base(move, card)) return false;
        return is_cell(move.from) || nobody_competes(card);
    }

    /// The foundation that takes a card and has the most cards still to come; if tied, the lowest.
    PileId best_foundation(Card card) const {
        PileId best = no_pile;
        for (unsigned set = position_.foundations_for(card); set != 0; set &= set - 1) {
            const PileId pile = layout().pile(PileKind::foundation, std::countr_zero(set));
            if (best == no_pile || left(pile) > left(best)) best = pile;
        }
        return best;
    }

    /// How many cards must go to a foundation before a card can, on whichever foundation of its suit is
    /// closest.
    int distance(Card card) const {
        int best = rules().card_count();
        for (int foundation = 0; foundation < layout().foundations; ++foundation) {
            const FoundationGroup& group = position_.group_of(foundation);
            const PileId pile = layout().pile(PileKind::foundation, foundation);
            const int step = position_.step(group);
            if (left(pile) == 0 || step == 0) continue;
            const bool empty = position_.empty(pile);
            if (!empty && group.per_suit > 0 && position_.top(pile).suit() != card.suit()) continue;
            int rank =
                empty ? position_.start_rank(group)
                      : next_rank(number(position_.top(pile).rank()), step, group.build.wraps, rules().ranks);
            int steps = 0;
            while (rank != 0 && rank != number(card.rank()) && steps < rules().ranks) {
                rank = next_rank(rank, step, group.build.wraps, rules().ranks);
                ++steps;
            }
            if (rank == number(card.rank())) best = std::min(best, steps);
        }
        return best;
    }

    /// How useful a move of cards looks; 0 or less means it does nothing useful on its own.
    int usefulness(const Move& move) const {
        const std::optional<Move> counted = listed(position_, move);
        if (!counted) return -1;
        const PileKind from = layout().kind(move.from);
        const PileKind to = layout().kind(move.to);
        if (to == PileKind::foundation)
            return 1000 + (best_foundation(lifted_card(position_, move)) == move.to);
        const bool whole = move.count == position_.size(move.from);
        // A card alone on its pile gains nothing by moving to a cell.
        if (to == PileKind::reserve) return whole ? 0 : 20;
        const bool of_tableau = from == PileKind::tableau;
        const int hidden = of_tableau ? position_.hidden(move.from) : 0;
        int score = 100;
        if (hidden > 0 && move.count == position_.size(move.from) - hidden) score += 200;
        if (position_.empty(move.to)) return score - 60;
        if (whole && of_tableau) score += 100;
        if (rules().tableau.build.follow == Follow::any_card)
            return score + std::min(distance(position_.top(move.to)), 50);
        return score + std::min(position_.unit_size(move.to), 50);
    }

    /// Whether every card is in view, or known because only one is hidden.
    bool all_known() const {
        if (layout().has_stock && position_.size(layout().stock()) > 1) return false;
        for (int pile = layout().foundations; pile < layout().first(PileKind::waste); ++pile)
            if (position_.hidden(pile_id(pile)) > 0) return false;
        return true;
    }

  private:
    int left(PileId foundation) const {
        return position_.group_of(layout().number(foundation)).length - position_.size(foundation);
    }

    bool stock_or_waste_left() const {
        if (layout().has_stock && !position_.empty(layout().stock())) return true;
        return layout().has_waste && !position_.empty(layout().waste());
    }

    /// Whether moving a card away may force something on the player, now or later: the waste's top card being
    /// kept at a later redeal, an emptied pile being filled, a deal to whichever reserves are empty then. In
    /// these cases uncovering a card earlier may do harm.
    bool may_force_something(const Move& move) const {
        if (rules().stock.redeal.keep_playable_top && position_.redeals_left() != 0 && stock_or_waste_left())
            return true;
        if (rules().stock.deal_to == DealTo::empty_reserves && !position_.empty(layout().stock()))
            return true;
        if (rules().deals_to_full_tableau() && !position_.empty(layout().stock())) return true;
        if (rules().refills_from_reserve()) return position_.filler() != no_pile;
        if (rules().tableau.refill == Refill::none || !stock_or_waste_left()) return false;
        // A card that lies on another one and can only go to a foundation never empties a pile, whenever it
        // is played.
        const bool stays = !rules().has(tableau_to_tableau) && !rules().has(tableau_to_reserve);
        return !stays || layout().kind(move.from) != PileKind::tableau || position_.size(move.from) < 2;
    }

    /// Whether a pile is a cell that cards leave only for a foundation. A copy of its card that finds the
    /// place taken can wait in the cell instead, so the copies need not be checked when playing from a cell.
    bool is_cell(PileId pile) const {
        return facts().suitless && layout().kind(pile) == PileKind::reserve && position_.size(pile) == 1 &&
               rules().reserve.capacity > 0 && rules().has(tableau_to_reserve) &&
               !rules().has(reserve_to_tableau) && !rules().has(reserve_to_reserve) &&
               rules().stock.deal_to == DealTo::nowhere;
    }

    /// Whether all copies of a card that are still to come have a place now, and it does not matter which
    /// copy goes where.
    bool nobody_competes(Card card) const {
        const unsigned set = position_.foundations_for(card);
        if (!facts().suitless && std::popcount(distinct_foundations(position_, set)) > 1) return false;
        int places = 0;
        int starts = 0;
        int group = -1;
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int foundation = std::countr_zero(rest);
            const int its_group = facts().group[static_cast<std::size_t>(foundation)];
            if (group >= 0 && group != its_group) return false;
            group = its_group;
            ++(position_.empty(layout().pile(PileKind::foundation, foundation)) ? starts : places);
        }
        const int per_suit = rules().foundations[static_cast<std::size_t>(group)].per_suit;
        if (per_suit > 0) starts = std::min(starts, per_suit - started(group, card.suit()));
        return places + starts >= unplayed(card) || all_in_open_reserve(card);
    }
    int started(int group, Suit suit) const {
        int count = 0;
        for (int foundation = 0; foundation < layout().foundations; ++foundation) {
            const std::span<const Card> cards = position_.pile(PileKind::foundation, foundation);
            if (facts().group[static_cast<std::size_t>(foundation)] == group && !cards.empty() &&
                cards.front().suit() == suit)
                ++count;
        }
        return count;
    }
    /// Copies that lie in an open reserve cover nothing, so it does not matter which one is played.
    bool all_in_open_reserve(Card card) const {
        if (!rules().open_reserve() || facts().suitless) return false;
        int count = 0;
        for (int number = 0; number < layout().reserve; ++number)
            for (const Card other : position_.pile(PileKind::reserve, number))
                if (other == card) ++count;
        return count == unplayed(card);
    }

    /// Whether a card not yet on a foundation could still be placed on the card in the tableau.
    bool needed_as_base(const Move& move, Card base) const {
        if (!builds_tableau(rules())) return false;
        const Build& build = rules().tableau.build;
        if (build.follow == Follow::any_card) {
            const bool full = layout().kind(move.from) == PileKind::tableau && rules().tableau.capacity > 0 &&
                              position_.size(move.from) >= rules().tableau.capacity &&
                              !rules().has(tableau_to_tableau);
            const bool fed = rules().has(tableau_to_tableau) || rules().has(reserve_to_tableau) ||
                             (rules().has(waste_to_tableau) && stock_or_waste_left());
            return fed && !full;
        }
        for (int suit = 0; suit < suit_count; ++suit) {
            for (int rank = 1; rank <= rules().ranks; ++rank) {
                const Card card(rank_of(rank), static_cast<Suit>(suit));
                if (position_.follows(build, build.step, base, card) && unplayed(card) > 0) return true;
            }
        }
        return false;
    }

    const State& position_;
    std::array<int, face_count> home_;
};

}  // namespace quincunx
