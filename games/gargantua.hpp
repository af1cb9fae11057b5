#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

inline constexpr Rules gargantua{
    .id = "gargantua",
    .name = "Gargantua",
    .summary = "A double Klondike: nine piles, draw one, one redeal.",
    .decks = 2,
    .foundations = {{{.piles = 8,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1},
                      .length = 13,
                      .per_suit = 2}}},
    .tableau = {.piles = 9,
                .build = {.follow = Follow::other_color, .step = -1},
                .unit = Unit::face_up_part,
                .space = Space::kings_only},
    .stock = {.deal_to = DealTo::waste, .each = 1, .redeal = {.count = 1, .keep_playable_top = true}},
    .routes = tableau_to_tableau | tableau_to_foundation | waste_to_tableau | waste_to_foundation,
    .deal = {{{.kind = PileKind::tableau, .rounds = 8, .first = 2, .shift = 1, .face_down = true},
              {.kind = PileKind::tableau, .rounds = 1}}},
};

inline constexpr Rules gargantua_classic = [] {
    Rules rules = gargantua;
    rules.id = "gargantua-classic";
    rules.name = "Gargantua Classic";
    rules.variant_of = gargantua.id;
    rules.summary = "The redeal turns over the whole waste, even if its top card is playable.";
    rules.stock.redeal.keep_playable_top = false;
    return rules;
}();

}  // namespace quincunx::games
