#pragma once

#include "engine/rules.hpp"
#include "solver/tuning.hpp"

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

/// Where the stock deals only to empty reserve piles, hardly any deal can be won (docs/solver/carthage.md), so a search
/// for one would not end.
constexpr Tuning tuning(const Rules& rules) {
    Tuning tuning{.glance = {.nodes = 1000, .worlds = 3},
                  .odds = Calibration{.a = 0.315, .b = 1.168, .c = -0.066},
                  .why_not_offered = {}};
    if (rules.stock.deal_to == DealTo::empty_reserves)
        tuning.why_not_offered = "hardly any of its deals can be won";
    else
        tuning.panel = {.instant = 2, .errors = {1, 3, 5}, .held_out = {2, 10}, .cuts = {4, 2, 1}};
    return tuning;
}

}  // namespace quincunx::solver::carthage
