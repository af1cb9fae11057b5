#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

inline constexpr Rules carthage{
    .id = "carthage",
    .name = "Carthage",
    .summary =
        "Eight piles built down in suit, and six reserve piles; each deal buries them under two more cards.",
    .decks = 2,
    .foundations = {{{.piles = 8,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1},
                      .length = 13,
                      .per_suit = 2}}},
    .tableau = {.piles = 8,
                .build = {.follow = Follow::same_suit, .step = -1},
                .unit = Unit::top_card,
                .space = Space::any_card},
    .reserve = {.piles = 6, .access = Access::top_card, .capacity = 1},
    .stock = {.deal_to = DealTo::reserves, .each = 2},
    .routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve | reserve_to_tableau |
              reserve_to_foundation | reserve_to_reserve,
    .deal = {{{.kind = PileKind::tableau, .rounds = 1}, {.kind = PileKind::reserve, .rounds = 6}}},
};

inline constexpr Rules carthage_strict = [] {
    Rules rules = carthage;
    rules.id = "carthage-strict";
    rules.name = "Carthage Strict";
    rules.variant_of = carthage.id;
    rules.summary = "The stock deals only to reserve piles that are empty.";
    rules.stock.deal_to = DealTo::empty_reserves;
    return rules;
}();

}  // namespace quincunx::games
