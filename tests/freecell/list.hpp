#pragma once

#include "games/freecell.hpp"
#include "games/list.hpp"

namespace quincunx::games {

/// The games of the programs that the tests play FreeCell with, in place of those in games/all.hpp.
using All = List<freecell>;

}  // namespace quincunx::games
