#pragma once

#include "engine/rules.hpp"

namespace quincunx::solver::gargantua {

/// The rules that this search understands: those that its compact state can represent.
constexpr bool fits(const Rules& rules) {
    const FoundationGroup& up = rules.foundations[0];
    return rules.decks >= 1 && rules.decks <= 2 && up.piles == suit_count * rules.decks &&
           up.start_rank == 1 && up.start == Start::fixed_rank && up.build.follow == Follow::same_suit &&
           up.build.step == 1 && !up.build.wraps && up.length == rules.ranks && up.per_suit == rules.decks &&
           rules.foundations[1].piles == 0 && rules.tableau.piles <= 15 &&
           rules.tableau.build.follow == Follow::other_color && rules.tableau.build.step == -1 &&
           !rules.tableau.build.wraps && rules.tableau.unit == Unit::face_up_part &&
           rules.tableau.space == Space::kings_only && rules.tableau.refill == Refill::none &&
           rules.tableau.capacity == 0 && rules.reserve.piles == 0 && rules.stock.deal_to == DealTo::waste &&
           rules.stock.each == 1 && rules.stock.redeal.count >= 0 && rules.stock.redeal.count <= 1 &&
           !rules.has_choice();
}

}  // namespace quincunx::solver::gargantua
