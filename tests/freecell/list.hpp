#pragma once

#include "games/freecell.hpp"

/// The games of the programs with which the tests play FreeCell, in place of those in games/all.hpp.
#define QUINCUNX_EACH_GAME(DO) DO(freecell)
