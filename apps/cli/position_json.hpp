#pragma once

#include <string_view>

#include "apps/cli/json.hpp"

namespace quincunx::cli {

/// Position lines (docs/notation.md) as members of an answer: `game`, `redeals` and `choice` where the game
/// has them, `piles` with `name`, `cards` and how many of them lie `face_down`.
Json position_json(std::string_view lines);

}  // namespace quincunx::cli
