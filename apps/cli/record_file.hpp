#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "session/session.hpp"

namespace quincunx::cli {

/// The record in a file, or on standard input for "-". Throws if it cannot be read; the status is `no` if the
/// text is not a record.
Record read_record(const std::string& name);

/// The same, or a game without moves if the text is position lines, which are not judged yet: `replay` does.
Record read_record_or_position(const std::string& name);

/// What is wrong with the moves or the result of a record.
struct ReplayError {
    std::size_t move = 0;  ///< number of the move that fails, from 1; 0 if not a move
    std::string text;      ///< the move
    TextError error;       ///< located in the record
};

/// A record played move by move.
struct Replay {
    std::optional<Session> present;    ///< at the current ply; none if that was not reached
    std::optional<ReplayError> error;  ///< the first one
};

Replay replay(const Record& record);

/// "game.pat:3:14: move 7, T1>F1: why"
std::string message(const std::string& file, const ReplayError& error);

/// The record of a deal from its start.
std::string record_of(const DealText& deal, const std::vector<std::string>& moves, bool won);

/// Writes a record as a `NewFile`. Throws if it is one that could not be read again, because the game has become
/// too long.
void write_record(const std::string& name, bool force, const std::string& text);

/// Throws that message, with status `no`.
[[noreturn]] void refuse_record(const std::string& file, const ReplayError& error);

}  // namespace quincunx::cli
