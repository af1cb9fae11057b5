#pragma once

#include "apps/cli/json.hpp"
#include "engine/notation.hpp"

namespace quincunx::cli {

/// A position as members of an answer: `game`, `redeals` (-1 where there is no limit) and `choice` where the game
/// has them, `piles` with `name`, `cards` and how many of them lie `face_down`. Cards that the player does not
/// see are `??` in what is for them.
Json position_json(const Rules& rules, const PositionText& position, bool as_player);

}  // namespace quincunx::cli
