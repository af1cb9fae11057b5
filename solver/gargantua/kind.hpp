#pragma once

#include "engine/rules.hpp"
#include "solver/tuning.hpp"

namespace quincunx::solver::gargantua {

inline constexpr int most_piles = 15;  ///< of the tableau

/// The rules that this search understands: those that its compact state can represent.
constexpr bool fits(const Rules& rules) {
    const FoundationGroup& up = rules.foundations[0];
    return rules.decks >= 1 && rules.decks <= 2 && up.piles == suit_count * rules.decks &&
           up.start_rank == 1 && up.start == Start::fixed_rank && up.build.follow == Follow::same_suit &&
           up.build.step == 1 && !up.build.wraps && up.length == rules.ranks && up.per_suit == rules.decks &&
           rules.foundations[1].piles == 0 && rules.tableau.piles <= most_piles &&
           rules.tableau.build.follow == Follow::other_color && rules.tableau.build.step == -1 &&
           !rules.tableau.build.wraps && rules.tableau.unit == Unit::face_up_part &&
           rules.tableau.space == Space::kings_only && rules.tableau.refill == Refill::none &&
           rules.tableau.capacity == 0 && rules.reserve.piles == 0 && rules.stock.deal_to == DealTo::waste &&
           rules.stock.each == 1 && rules.stock.redeal.count >= 0 &&
           rules.stock.redeal.count <= (rules.stock.redeal.keep_playable_top ? 1 : 2) && !rules.has_choice();
}

constexpr Tuning tuning(const Rules& /*rules*/) {
    return {.effort = {.plans = 16,
                       .trials = 24,
                       .nodes = 2000,
                       .all_nodes = 1'500'000,
                       .certain_nodes = 3'000'000},
            .glance = {.nodes = 1500},
            .odds = Calibration{.a = 0.409, .b = 0.966, .c = -0.540},
            .panel = {.novice = 100, .glance = {.nodes = 1500}, .cuts = {169, 91, 36, 12}},
            .why_not_offered = {}};
}

}  // namespace quincunx::solver::gargantua
