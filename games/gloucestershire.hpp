#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

inline constexpr Rules gloucestershire{
    .id = "gloucestershire",
    .name = "Gloucestershire",
    .summary =
        "Every card is face up: eight piles, a reserve of 52, and four foundations built from ace to king "
        "twice.",
    .decks = 2,
    .foundations = {{{.piles = 4,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1, .wraps = true},
                      .length = 26,
                      .per_suit = 1}}},
    .tableau = {.piles = 8,
                .build = {.follow = Follow::other_color, .step = -1, .wraps = true},
                .unit = Unit::ordered_run,
                .space = Space::any_card},
    .reserve = {.piles = 2, .access = Access::every_card},
    .routes = tableau_to_tableau | tableau_to_foundation | reserve_to_tableau | reserve_to_foundation,
    .deal = {{{.kind = PileKind::tableau, .rounds = 3},
              {.kind = PileKind::tableau, .rounds = 7, .first = 2, .shift = 1},
              {.kind = PileKind::reserve, .rounds = 26, .pile_by_pile = true}}},
};

}  // namespace quincunx::games
