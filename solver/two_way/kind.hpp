#pragma once

#include "engine/rules.hpp"
#include "solver/tuning.hpp"

namespace quincunx::solver::two_way {

/// The rules that this search understands.
constexpr bool fits(const Rules& rules) {
    const FoundationGroup& up = rules.foundations[0];
    const FoundationGroup& down = rules.foundations[1];
    const auto group = [&](const FoundationGroup& each, int start, int step) {
        return each.piles == suit_count && each.start == Start::fixed_rank && each.start_rank == start &&
               each.build.follow == Follow::same_suit && each.build.step == step && !each.build.wraps &&
               each.length == rules.ranks && each.per_suit == 1;
    };
    return rules.decks == 2 && group(up, 1, +1) && group(down, rules.ranks, -1) &&
           rules.tableau.build.follow == Follow::any_card && rules.tableau.unit == Unit::top_card &&
           rules.tableau.space == Space::any_card && rules.tableau.capacity == 2 &&
           rules.tableau.piles <= 32 && rules.reserve.piles == 0 && rules.stock.deal_to == DealTo::waste &&
           rules.stock.each == 1 && rules.stock.redeal.count != unlimited &&
           !rules.stock.redeal.keep_playable_top &&
           rules.routes == (tableau_to_foundation | waste_to_tableau | waste_to_foundation);
}

constexpr Tuning tuning(const Rules& rules) {
    return {.effort = {.plans = 6, .trials = 6, .nodes = 2000},
            .glance = {.nodes = 2000},
            .odds = Calibration{.a = 0.180, .b = 1.874, .c = 0.069},
            // With the other refill, instant answers could not tell three levels apart.
            .panel = rules.tableau.refill == Refill::from_stock_then_waste
                         ? Panel{.novice = 30, .instant = 20, .glance = {.nodes = 2000}, .cuts = {33, 23}}
                         : Panel{.novice = 30, .instant = 20, .glance = {.nodes = 2000}, .cuts = {25}},
            .why_not_offered = {}};
}

}  // namespace quincunx::solver::two_way
