#pragma once

#include <optional>
#include <string>

#include "session/session.hpp"

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

/// A record played move by move.
struct Replay {
    std::optional<Session> present;    ///< at the present ply; none where that was not reached
    std::optional<ReplayError> error;  ///< the first one
};

Replay replay(const Record& record);

/// "game.pat:3:14: move 7, T1>F1: why"
std::string message(const std::string& file, const ReplayError& error);

}  // namespace quincunx::cli
