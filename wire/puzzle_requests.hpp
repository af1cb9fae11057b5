#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quincunx::wire {

/// Answers the request about a puzzle (docs/notation.md, "Requests for puzzles"); nothing if it is another request.
/// `line` is the first line of the request and `payload` what follows it.
std::optional<std::string> puzzle_answer(std::string_view line, std::string_view payload);

}  // namespace quincunx::wire
