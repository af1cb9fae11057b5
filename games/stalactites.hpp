#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

inline constexpr Rules stalactites{
    .id = "stalactites",
    .name = "Stalactites",
    .summary =
        "Build by ones or by twos, as you choose; only rank counts, and two cells are all the space you get.",
    .decks = 1,
    .foundations = {{{.piles = 4,
                      .start = Start::dealt_card,
                      .build = {.follow = Follow::any_suit, .step = 0, .wraps = true},
                      .length = 13}}},
    .tableau = {.piles = 8},
    .reserve = {.piles = 2, .access = Access::top_card, .capacity = 1},
    .increments = {1, 2},
    .routes = tableau_to_foundation | tableau_to_reserve | reserve_to_foundation,
    .deal = {{{.kind = PileKind::tableau, .rounds = 6}, {.kind = PileKind::foundation, .rounds = 1}}},
};

}  // namespace quincunx::games
