#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace quincunx::wire {

/// The outcome of a command typed by a player. The codes, with their parameters:
/// `empty-command`, `help`, `not-understood` (`text`), `no-card` (`text`), `no-pile` (`text`), `where` (`card`,
/// `places`: pile names, each followed by `:` and the number of cards above, separated by spaces),
/// `not-in-view` (`card`), `state`, `pile` (`pile`), `moves` (`moves`: texts separated by spaces), `no-moves`,
/// `hint`, `no-hint`, `undone`, `nothing-to-undo`, `redone`, `nothing-to-redo`, `moved`, `which`, `refused`,
/// `bad-move` (`text`: what is wrong with it), `empty` (`pile`), `no-way` (`from`, and `to` if it was typed).
struct CommandAnswer {
    std::string_view kind;  ///< "moved", "answer", "choices", "refused", "unclear"
    std::string_view code;
    std::string text;  ///< plain English, the result first
    Parameters parameters{};
    std::vector<std::string> choices{};
    std::optional<RefusalView> refusal{};  ///< with `refused`
    std::optional<Hint> hint{};            ///< with `hint`
};

/// Carries out what a player typed (docs/notation.md, "Command field"). A move, which may be abbreviated, is
/// played immediately; a question is answered from the player's view alone. Case does not matter.
CommandAnswer command_field(Session& session, std::string_view typed);

}  // namespace quincunx::wire
