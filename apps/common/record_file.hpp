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

/// The same, or a game without moves if the text is position lines, which are not judged yet: `Session::replay` does.
Record read_record_or_position(const std::string& name);

/// The same of a text; `name` is that of its file.
Record record_or_position_in(const std::string& text, const std::string& name);

/// The record of a deal from its start.
std::string record_of(const Rules& rules, const DealText& deal, const std::vector<std::string>& moves,
                      bool won);

/// A record of the game of --rules, if there is one, with these rules, as it may stand without them; position lines may
/// call it own. Throws if it is of another game.
Record with_own_rules(Record record, const SharedRules& own);

/// Writes a record as a `NewFile`. Throws if it is one that could not be read again, because the game has become
/// too long.
void write_record(const std::string& name, bool force, const std::string& text);

/// Throws what is wrong with a record, with status `no`: "game.pat:3:14: move 7, "T1>F1": why".
[[noreturn]] void refuse_record(const std::string& file, const TextError& error);

}  // namespace quincunx::cli
