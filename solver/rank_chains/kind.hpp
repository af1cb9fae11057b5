#pragma once

#include "engine/rules.hpp"
#include "solver/tuning.hpp"

namespace quincunx::solver::rank_chains {

/// The rules that this search understands.
constexpr bool fits(const Rules& rules) {
    const FoundationGroup& group = rules.foundations[0];
    const bool foundations = group.piles > 0 && group.piles <= 4 && rules.foundations[1].piles == 0 &&
                             group.build.follow == Follow::any_suit && group.build.wraps &&
                             group.per_suit == 0 && group.length <= rules.ranks &&
                             group.start == Start::dealt_card;
    const bool tableau = rules.tableau.build.follow == Follow::nothing &&
                         rules.tableau.refill == Refill::none && rules.tableau.space == Space::stays_empty &&
                         rules.tableau.unit == Unit::top_card && rules.tableau.piles <= 8;
    const bool cells = rules.reserve.capacity == 1 && rules.reserve.piles >= 1 && rules.reserve.piles <= 3;
    return foundations && tableau && cells && rules.stock.deal_to == DealTo::nowhere &&
           rules.routes == (tableau_to_foundation | tableau_to_reserve | reserve_to_foundation) &&
           rules.card_count() <= 52;
}

constexpr Tuning tuning(const Rules& /*rules*/) {
    return {.glance = {.nodes = 1500},
            .panel = {.novice = 30, .instant = 30, .glance = {.nodes = 1500}, .cuts = {56, 37, 28, 20}},
            .why_not_offered = {}};
}

}  // namespace quincunx::solver::rank_chains
