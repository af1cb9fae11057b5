#pragma once

#include <cstddef>

#include "engine/facts.hpp"

namespace quincunx {

/// Accepted rules with the usual values where no value is read, and with nothing that people call them.
constexpr Rules as_played(const Rules& given) {
    Rules rules = given;
    rules.id = rules.name = rules.variant_of = rules.summary = {};
    const Layout layout(given);

    rules.foundations = {};
    std::size_t groups = 0;
    for (FoundationGroup group : given.foundations) {
        if (group.piles == 0) continue;
        if (group.start == Start::dealt_card || group.start == Start::first_card)
            group.start_rank = FoundationGroup{}.start_rank;
        rules.foundations[groups++] = group;
    }

    if (!enters_tableau(rules)) {
        rules.tableau.build = {};
        rules.tableau.space = Tableau{}.space;
    }
    const Unit unit = rules.tableau.unit;
    const Follow order = rules.tableau.build.follow;
    const bool same_color = order == Follow::same_suit || order == Follow::same_color;
    if ((unit != Unit::ordered_run && unit != Unit::by_singles) || rules.tableau.run == order ||
        (rules.tableau.run == Follow::same_color && same_color))
        rules.tableau.run = Tableau{}.run;
    if (!builds_tableau(rules)) rules.tableau.capacity = Tableau{}.capacity;
    Build& build = rules.tableau.build;
    if (build.follow == Follow::nothing || build.follow == Follow::any_card) build = {.follow = build.follow};
    if (rules.tableau.piles == 0) {
        rules.tableau = {};
        rules.routes &= ~unsigned{tableau_to_tableau | tableau_to_foundation | tableau_to_reserve |
                                  waste_to_tableau | reserve_to_tableau | foundation_to_tableau};
    }
    if (rules.reserve.piles == 0) rules.reserve = {};
    if (!rules.has_stock()) rules.stock = {};
    if (rules.stock.redeal.count == 0) rules.stock.redeal = {};

    rules.deal = {};
    std::size_t steps = 0;
    for (DealStep step : given.deal) {
        if (step.rounds == 0) continue;
        if (step.last == layout.count(step.kind)) step.last = 0;
        if (step.rounds == 1) step.pile_by_pile = false;
        if (step.rounds == 1 || step.pile_by_pile) step.shift = step.shrink = 0;
        rules.deal[steps++] = step;
    }
    return rules;
}

}  // namespace quincunx
