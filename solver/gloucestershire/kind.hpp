#pragma once

#include "engine/rules.hpp"
#include "solver/tuning.hpp"

/// Search for games like Gloucestershire: all cards are face up, runs in alternating colors that go round the
/// corner move as a unit without limit, reserve cards are available at any time, and one foundation for each
/// suit goes round as often as there are packs. docs/solver/gloucestershire.md has the arguments in full.
namespace quincunx::solver::gloucestershire {

/// Whether `Search` knows the rules.
constexpr bool fits(const Rules& rules) {
    const FoundationGroup& up = rules.foundations[0];
    const bool foundations = up.start == Start::fixed_rank && up.start_rank == 1 &&
                             up.build.follow == Follow::same_suit && up.build.step == 1 && up.build.wraps &&
                             up.length == rules.ranks * rules.decks && up.per_suit == 1 &&
                             up.piles == suit_count && rules.foundations[1].piles == 0;
    const bool tableau = rules.tableau.build.follow == Follow::other_color &&
                         rules.tableau.build.step == -1 && rules.tableau.build.wraps &&
                         rules.tableau.unit == Unit::ordered_run && rules.tableau.space == Space::any_card &&
                         rules.tableau.refill == Refill::none && rules.tableau.capacity == 0;
    const bool reserve = rules.open_reserve() && rules.reserve.capacity == 0;
    constexpr unsigned routes =
        tableau_to_tableau | tableau_to_foundation | reserve_to_tableau | reserve_to_foundation;
    return foundations && tableau && reserve && rules.stock.deal_to == DealTo::nowhere &&
           rules.routes == routes && rules.decks <= 2;
}

constexpr Tuning tuning(const Rules& /*rules*/) {
    return {.panel = {.novice = 100, .cuts = {38, 16, 6, 2}}, .why_not_offered = {}};
}

}  // namespace quincunx::solver::gloucestershire
