#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace quincunx::wire {

/// What a command typed by a player came to.
struct CommandAnswer {
    std::string kind;  ///< "moved", "answer", "choices", "refused", "unclear"
    std::string text;  ///< for people, the result first
    std::vector<std::string> choices;
};

/// Carries out what a player typed (docs/notation.md, "Command field"): a move, also in short form, which is
/// played at once, or a question, which is answered from the player's view alone. Upper and lower case are
/// the same.
CommandAnswer command_field(Session& session, std::string_view typed);

}  // namespace quincunx::wire
