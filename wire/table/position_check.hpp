#pragma once

#include <string>
#include <string_view>

#include "session/game.hpp"

namespace quincunx::wire {

/// A PositionCheck of position lines (docs/notation.md) of any game, complete or not: what they say, which cards are still
/// missing, and everything that is wrong. Any text gets an answer. Besides the codes of `scan_position` and `flaws`:
/// `game-expected`, and `no-game` (`text`).
std::string position_check(std::string_view lines);
/// The same of a game whose rules need not be in the lines.
std::string position_check(const Expected<SharedRules>& game, std::string_view lines);

}  // namespace quincunx::wire
