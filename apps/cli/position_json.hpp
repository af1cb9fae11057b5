#pragma once

#include "apps/cli/json.hpp"
#include "engine/notation.hpp"

namespace quincunx::cli {

/// A position as members of an answer: `game`, `redeals` (-1 if unlimited) and `choice` if the game has them,
/// and `piles` with `name`, `cards` and how many of them lie `face_down`. In the player's version, cards that
/// the player does not see are `??`.
Json position_json(const Rules& rules, const PositionText& position, bool as_player);

}  // namespace quincunx::cli
