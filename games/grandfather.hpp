#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

inline constexpr Rules grandfather{
    .id = "grandfather",
    .name = "Grandfather",
    .summary = "Twenty piles of at most two cards; foundations go up from aces and down from kings.",
    .decks = 2,
    .foundations = {{{.piles = 4,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1},
                      .length = 13,
                      .per_suit = 1},
                     {.piles = 4,
                      .start_rank = 13,
                      .build = {.follow = Follow::same_suit, .step = -1},
                      .length = 13,
                      .per_suit = 1}}},
    .tableau = {.piles = 20,
                .build = {.follow = Follow::any_card},
                .unit = Unit::top_card,
                .space = Space::any_card,
                .refill = Refill::from_stock_then_waste,
                .capacity = 2},
    .stock = {.deal_to = DealTo::waste, .each = 1, .redeal = {.count = 1}},
    .routes = tableau_to_foundation | waste_to_tableau | waste_to_foundation,
    .deal = {{{.kind = PileKind::tableau, .rounds = 1}}},
};

inline constexpr Rules grandfather_classic = [] {
    Rules rules = grandfather;
    rules.id = "grandfather-classic";
    rules.name = "Grandfather Classic";
    rules.variant_of = grandfather.id;
    rules.summary = "Empty piles refill from the waste only; if it is empty, you fill them yourself.";
    rules.tableau.refill = Refill::from_waste;
    return rules;
}();

}  // namespace quincunx::games
