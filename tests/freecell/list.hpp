#pragma once

#include "games/freecell.hpp"
#include "games/list.hpp"

namespace quincunx::games {

/// The games of the programs with which the tests play FreeCell, in place of those in games/all.hpp.
using All = List<freecell>;

}  // namespace quincunx::games
