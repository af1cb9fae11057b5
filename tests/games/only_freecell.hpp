#pragma once

#include "tests/games/freecell.hpp"

/// The game of a module with which the tests play it in the page.
#define QUINCUNX_EACH_GAME(DO) DO(freecell)
