#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

/// Not one of the program's games (games/all.hpp). It shows that any game that the vocabulary can express can
/// be added, and the tests build and play it as an outsider would. Deals 1 … 31999 are Microsoft's.
inline constexpr Rules freecell{
    .id = "freecell",
    .name = "FreeCell",
    .summary = "Every card is face up: eight piles built down in alternating colors, and four cells.",
    .decks = 1,
    .foundations = {{{.piles = 4,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1},
                      .length = 13,
                      .per_suit = 1}}},
    .tableau = {.piles = 8,
                .build = {.follow = Follow::other_color, .step = -1},
                .unit = Unit::top_card,
                .space = Space::any_card},
    .reserve = {.piles = 4, .access = Access::top_card, .capacity = 1},
    .routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve | reserve_to_tableau |
              reserve_to_foundation,
    .deal = {{{.kind = PileKind::tableau, .rounds = 6}, {.kind = PileKind::tableau, .rounds = 1, .last = 4}}},
};

}  // namespace quincunx::games
