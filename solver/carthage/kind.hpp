#pragma once

#include "engine/rules.hpp"

/// Search for games like Carthage: tableau piles built down in suit one card at a time, reserves of which
/// only the top is available and to which a stock is dealt, foundations up in suit. docs/solver/carthage.md
/// has the arguments in full.
namespace quincunx::solver::carthage {

/// Whether `Search` knows the rules.
constexpr bool fits(const Rules& rules) {
    const FoundationGroup& up = rules.foundations[0];
    const bool foundations = up.start == Start::fixed_rank && up.start_rank == 1 &&
                             up.build.follow == Follow::same_suit && up.build.step == 1 && !up.build.wraps &&
                             up.length == rules.ranks && up.per_suit == rules.decks &&
                             up.piles == suit_count * rules.decks && rules.foundations[1].piles == 0;
    const bool tableau = rules.tableau.build.follow == Follow::same_suit && rules.tableau.build.step == -1 &&
                         !rules.tableau.build.wraps && rules.tableau.unit == Unit::top_card &&
                         rules.tableau.space == Space::any_card && rules.tableau.refill == Refill::none &&
                         rules.tableau.capacity == 0;
    const bool reserve = rules.reserve.access == Access::top_card && rules.reserve.capacity == 1;
    constexpr unsigned routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve |
                                reserve_to_tableau | reserve_to_foundation | reserve_to_reserve;
    return foundations && tableau && reserve && rules.deals_to_reserves() && rules.routes == routes &&
           rules.decks <= 2 && rules.tableau.piles + rules.reserve.piles <= 20;
}

}  // namespace quincunx::solver::carthage
