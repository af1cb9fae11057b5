#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "session/game.hpp"

/// Rules as texts: docs/notation.md, "Rules".
namespace quincunx {

/// The most bytes that a text of rules may have, and those of the name and the summary in it.
inline constexpr std::size_t max_rules_bytes = std::size_t{16} * 1024;
inline constexpr std::size_t max_rules_name_bytes = 80;
inline constexpr std::size_t max_rules_summary_bytes = 400;

/// Reads rules: a listed game if they play like one, otherwise rules with the id `own_id`. The parameter `path` of an
/// error is the field as a JSON Pointer; line and column are those of a text that is no JSON, otherwise 0.
Expected<SharedRules> parse_rules(std::string_view text);

/// Rules, accepted or not, as `parse_rules` reads them, in one line of JSON.
std::string rules_text(const Rules& rules);

/// The same of rules that texts carry along; "" for a listed game.
std::string carried_rules(const Rules& rules);

/// The canonical form, in one line of JSON: the same text for all rules that differ only in what people call them, or in
/// values that nothing reads.
std::string canonical_rules(const Rules& rules);

/// The id of rules of one's own: "own-" and 14 letters, which follow from `canonical_rules`.
std::string own_id(const Rules& rules);

/// Whether a text refers to the rules that somebody has given, who may say `own` for short.
inline bool names_own(std::string_view ref, const SharedRules& rules) {
    return rules && (ref == "own" || ref == rules->rules().id);
}

/// The game that a text refers to, as in `session/game.hpp`, with the text of its rules, which must be those of the game;
/// "" for a listed game. Errors are in that line.
Expected<SharedRules> read_game_ref(std::string_view ref, std::string_view rules, int line);

/// The line `rules …` after the line `game …` of a position, and the text in it; both empty if there is none.
std::string_view rules_line(std::string_view lines);
std::string_view rules_in(std::string_view rules_line);
/// Position lines with an empty one in place of that line, so that the others keep their numbers.
std::string without_rules(std::string_view lines);

}  // namespace quincunx
