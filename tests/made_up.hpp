#pragma once

#include <sstream>
#include <string>

#include "engine/facts.hpp"

/// Games that are on no list and that no search is made for.
namespace quincunx::testing {

/// Face-down cards, draws of several, and no end of redeals.
constexpr Rules made_up_klondike(int ranks, int piles, int each) {
    return {.id = "read",
            .name = "Read",
            .ranks = ranks,
            .foundations = {{{.piles = 4,
                              .build = {.follow = Follow::same_suit, .step = +1},
                              .length = ranks,
                              .per_suit = 1}}},
            .tableau = {.piles = piles,
                        .build = {.follow = Follow::other_color, .step = -1},
                        .unit = Unit::face_up_part,
                        .space = Space::kings_only},
            .stock = {.deal_to = DealTo::waste, .each = each, .redeal = {.count = unlimited}},
            .routes = tableau_to_tableau | tableau_to_foundation | waste_to_tableau | waste_to_foundation,
            .deal = {{{.rounds = piles - 1, .first = 2, .shift = 1, .face_down = true}, {.rounds = 1}}}};
}

/// Runs in any suit, cells, and foundations that go down.
constexpr Rules made_up_cells(int ranks, int piles, int cells) {
    return {.id = "read",
            .name = "Read",
            .ranks = ranks,
            .foundations = {{{.piles = 4,
                              .start_rank = ranks,
                              .build = {.follow = Follow::same_suit, .step = -1},
                              .length = ranks,
                              .per_suit = 1}}},
            .tableau = {.piles = piles,
                        .build = {.follow = Follow::any_suit, .step = +1},
                        .unit = Unit::ordered_run},
            .reserve = {.piles = cells, .capacity = 1},
            .routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve | reserve_to_tableau |
                      reserve_to_foundation,
            .deal = {{{.rounds = 4 * ranks / piles}}}};
}

/// Such a game of which no compiler has seen the numbers.
inline Rules read_rules(Rules (*make)(int, int, int), const std::string& text) {
    std::istringstream numbers(text);
    int a = 0;
    int b = 0;
    int c = 0;
    numbers >> a >> b >> c;
    return make(a, b, c);
}

}  // namespace quincunx::testing
