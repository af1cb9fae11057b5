#pragma once

#include "games/all.hpp"

namespace quincunx::cli {

// An operand of the sum below, so without parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define QUINCUNX_ADD_TO_LIST(game) \
    +games::List<games::game> {    \
    }
// NOLINTEND(bugprone-macro-parentheses)
/// The released games, whatever the list of this build: signatures are theirs.
using ReleasedGames = decltype(games::List<> {} QUINCUNX_RELEASED_GAMES(QUINCUNX_ADD_TO_LIST));
#undef QUINCUNX_ADD_TO_LIST

}  // namespace quincunx::cli
