#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/position.hpp"
#include "engine/text.hpp"
#include "session/own_rules.hpp"

/// Records (`.pat`): saved games, bug reports, the solver's solutions. See docs/notation.md.
namespace quincunx {

/// The most bytes a record may have, the most moves, the most marks, and as many texts with a key, and the
/// most bytes of such a text and of a key. A record that keeps to these numbers is never too long in bytes.
inline constexpr std::size_t max_record_bytes = std::size_t{1} << 20;
inline constexpr std::size_t max_record_moves = 50'000;
inline constexpr std::size_t max_record_notes = 300;
inline constexpr std::size_t max_note_bytes = 400;
inline constexpr std::size_t max_key_bytes = 40;

struct RecordMove {
    std::string text;
    bool automatic = false;  ///< made by automatic play
    int line = 0;            ///< in the text it was read from
    int column = 0;
};

/// The contents of a record, checked for form only: a replay shows whether the game exists and the moves are
/// legal.
struct Record {
    std::string game;
    RulesText rules;       ///< the text of the game's rules; empty for a listed game
    int rules_line = 0;    ///< in the text it was read from
    std::string deal;      ///< deal text; empty if the game starts from a position
    std::string position;  ///< position lines, each ending in a line feed; empty if there is a deal
    /// Where each of these lines stands, then where the `end` after them does, for messages: comments and
    /// blank lines between them are not in `position`.
    std::vector<int> position_lines;
    int deal_line = 0;
    int deal_column = 0;
    std::vector<RecordMove> moves;
    std::optional<std::size_t> at;  ///< the current ply; moves after it are the redo tail
    std::vector<std::pair<std::size_t, std::string>> marks;
    std::vector<std::pair<std::string, std::string>> meta;
    std::vector<int> meta_lines;   ///< where each of these stands in the text
    std::optional<Status> result;  ///< at the current ply
    int result_line = 0;

    std::size_t present() const { return at.value_or(moves.size()); }
    /// Forgets what is after a ply, which becomes the current one.
    void cut(std::size_t ply);
};

/// "playing", "won", "stuck"
std::string_view to_text(Status status);

/// A text in the form in which a record keeps marks and meta: on one line, without leading or trailing
/// blanks. None if it is not UTF-8 or is longer than `max_note_bytes`.
std::optional<std::string> record_words(std::string_view text);

/// Reads a record; errors give line and column.
Expected<Record> parse_record(std::string_view text);

/// Writes a record that `parse_record` reads back unchanged. Texts of marks and meta are put on one line.
std::string record_text(const Record& record);

}  // namespace quincunx
