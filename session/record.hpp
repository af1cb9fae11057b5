#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/position.hpp"
#include "engine/text.hpp"

/// Records (`.pat`): saved games, bug reports, solver's answers. See docs/notation.md.
namespace quincunx {

/// Most bytes of a record.
inline constexpr std::size_t max_record_bytes = std::size_t{1} << 20;

struct RecordMove {
    std::string text;
    bool automatic = false;  ///< made by automatic play
    int line = 0;            ///< where it stands in the text it was read from
    int column = 0;
};

/// What a record says, by its form alone: whether the game is known and the moves are legal shows a replay.
struct Record {
    std::string game;
    std::string deal;       ///< deal text; empty where the game starts from a position
    std::string position;   ///< position lines, each with a line feed; empty where there is a deal
    int position_line = 0;  ///< line of the first of them, for messages
    int deal_line = 0;
    std::vector<RecordMove> moves;
    std::optional<std::size_t> at;  ///< the present ply; moves after it are the redo tail
    std::vector<std::pair<std::size_t, std::string>> marks;
    std::vector<std::pair<std::string, std::string>> meta;
    std::optional<Status> result;  ///< at the present ply
    int result_line = 0;

    std::size_t present() const { return at.value_or(moves.size()); }
};

/// "playing", "won", "stuck"
std::string_view to_text(Status status);

/// A text as a record keeps it for marks and meta: on one line, without blanks at its ends. None if it is no
/// UTF-8 or longer than 400 bytes.
std::optional<std::string> record_words(std::string_view text);

/// Reads a record; an error names line and column.
Expected<Record> parse_record(std::string_view text);

/// Writes a record that `parse_record` reads back as it is. Texts of marks and meta are put on one line.
std::string record_text(const Record& record);

}  // namespace quincunx
