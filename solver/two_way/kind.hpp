#pragma once

#include "engine/rules.hpp"

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

}  // namespace quincunx::solver::two_way
