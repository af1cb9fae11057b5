#pragma once

#include <string>
#include <string_view>

namespace quincunx::wire {

/// A PositionCheck of position lines (docs/notation.md) of any game, complete or not: what they say, which cards are still
/// missing, and everything that is wrong. Any text gets an answer. Besides the codes of `scan_position` and `flaws`:
/// `game-expected`, and `no-game` (`text`).
std::string position_check(std::string_view lines);

}  // namespace quincunx::wire
