#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace quincunx::wire {

/// The outcome of a command typed by a player.
struct CommandAnswer {
    std::string kind;  ///< "moved", "answer", "choices", "refused", "unclear"
    std::string text;  ///< for people, the result first
    std::vector<std::string> choices;
};

/// Carries out what a player typed (docs/notation.md, "Command field"). A move, which may be abbreviated, is
/// played immediately; a question is answered from the player's view alone. Case does not matter.
CommandAnswer command_field(Session& session, std::string_view typed);

}  // namespace quincunx::wire
