#pragma once

#include "engine/facts.hpp"

/// A small game for tests of single rules: sixteen cards, three piles, two reserve piles, a stock, and every
/// move allowed. Each test changes only what it tests.
namespace quincunx::testing {

inline constexpr unsigned all_routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve |
                                       waste_to_tableau | waste_to_foundation | reserve_to_tableau |
                                       reserve_to_foundation | reserve_to_reserve;

inline constexpr Rules toy{
    .id = "toy",
    .name = "Toy",
    .decks = 1,
    .ranks = 4,
    .foundations = {{{.piles = 4,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1},
                      .length = 4,
                      .per_suit = 1}}},
    .tableau = {.piles = 3,
                .build = {.follow = Follow::same_suit, .step = -1},
                .unit = Unit::top_card,
                .space = Space::stays_empty},
    .reserve = {.piles = 2, .access = Access::top_card, .capacity = 1},
    .stock = {.deal_to = DealTo::waste, .each = 1},
    .routes = all_routes,
    .deal = {{{.kind = PileKind::tableau, .rounds = 2}, {.kind = PileKind::reserve, .rounds = 2}}},
};

/// The toy with a change: `changed([](Rules& rules) { rules.ranks = 3; })`.
template <class Change>
constexpr Rules changed(Change&& change) {
    Rules rules = toy;
    change(rules);
    return rules;
}

}  // namespace quincunx::testing
