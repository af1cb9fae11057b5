#pragma once

#include "tests/games/forty_thieves.hpp"

/// The games of the tests: those that are released, and one that is not. It shows that whatever holds for every game
/// holds for a game that someone else adds, and none of our searches fits it.
#define QUINCUNX_EACH_GAME(DO) QUINCUNX_RELEASED_GAMES(DO) DO(forty_thieves)
