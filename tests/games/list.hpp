#pragma once

#include "tests/games/forty_thieves.hpp"
#include "tests/games/freecell.hpp"

/// The games of the tests: those that are released, and two that are not. They show that whatever holds for every
/// game holds for a game that someone else adds, and none of our searches fits them.
#define QUINCUNX_EACH_GAME(DO) QUINCUNX_RELEASED_GAMES(DO) DO(freecell) DO(forty_thieves)
