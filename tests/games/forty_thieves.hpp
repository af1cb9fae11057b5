#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

/// Not one of the program's games (see tests/games/list.hpp).
inline constexpr Rules forty_thieves{
    .id = "forty-thieves",
    .name = "Forty Thieves",
    .summary = "Ten piles of four cards built down in suit, and one pass through the stock.",
    .decks = 2,
    .foundations = {{{.piles = 8,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1},
                      .length = 13,
                      .per_suit = 2}}},
    .tableau = {.piles = 10,
                .build = {.follow = Follow::same_suit, .step = -1},
                .unit = Unit::top_card,
                .space = Space::any_card},
    .stock = {.deal_to = DealTo::waste, .each = 1},
    .routes = tableau_to_tableau | tableau_to_foundation | waste_to_tableau | waste_to_foundation,
    .deal = {{{.kind = PileKind::tableau, .rounds = 4}}},
};

}  // namespace quincunx::games
