#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

// A small game to copy. To add a game of your own:
//
//   1. Copy this file to games/<id>.hpp and state the rules: engine/rules.hpp has the whole vocabulary. For
//      anything it cannot express, add a new field there, test its value on a small position in
//      engine/generate_test.cpp, and let `wrong_with` in engine/facts.hpp refuse values that make no sense.
//   2. Add the value to the list in games/all.hpp, a variant after its game. Everything that iterates over
//      all games (the laws, the fuzz targets, the command line, the table) picks it up from there.
//   3. Write docs/rules/<id>.md in your own words. Give every ruling a number, and a test `TEST(Rulings,
//      <number>)`.
//   4. Write tests/perft/<id>.perft and some records in tests/records/.
//   5. Write tests/reference/<id>.py from the rules page alone, and list it in tests/reference/games.py.
//
// The compiler refuses rules that make no sense and says why. Fields that are not set here keep the defaults
// in engine/rules.hpp.

/// One pack from ace to four: four piles built down in alternating colors, a stock turned one card at a time,
/// no redeal.
inline constexpr Rules template_game{
    .id = "template",
    .name = "Template",
    .summary = "Sixteen cards: four piles, four foundations, and a stock turned one card at a time.",
    .decks = 1,
    .ranks = 4,
    .foundations = {{{.piles = 4,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1},
                      .length = 4,
                      .per_suit = 1}}},
    .tableau = {.piles = 4,
                .build = {.follow = Follow::other_color, .step = -1},
                .unit = Unit::ordered_run,
                .space = Space::any_card},
    .stock = {.deal_to = DealTo::waste, .each = 1},
    .routes = tableau_to_tableau | tableau_to_foundation | waste_to_tableau | waste_to_foundation,
    .deal = {{{.kind = PileKind::tableau, .rounds = 2}}},
};

}  // namespace quincunx::games
