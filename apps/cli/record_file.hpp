#pragma once

#include <optional>
#include <string>

#include "session/record.hpp"

namespace quincunx::cli {

/// The record in a file, or on standard input for "-". Throws where it cannot be read; the status is `no`
/// where there is a text that is no record.
Record read_record(const std::string& name);

/// What is wrong with the moves or the result of a record.
struct ReplayError {
    std::size_t move = 0;  ///< number of the move that fails, from 1; 0 where it is no move
    std::string text;      ///< the move
    TextError error;       ///< with the place in the record
};

/// What a player has at the present ply.
struct Present {
    std::string position;  ///< position lines
    std::string view;      ///< the same as the player sees it
    Status status{};
};

/// A record played move by move.
struct Replay {
    std::optional<Present> present;    ///< none where the present ply was not reached
    std::optional<ReplayError> error;  ///< the first one
};

Replay replay(const Record& record);

/// "game.pat:3:14: move 7, T1>F1: why"
std::string message(const std::string& file, const ReplayError& error);

}  // namespace quincunx::cli
