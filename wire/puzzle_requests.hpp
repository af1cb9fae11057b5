#pragma once

#include <string>
#include <string_view>

namespace quincunx::wire {

/// Answers the request about a puzzle (docs/notation.md, "Requests for puzzles"), of which this is the text.
std::string puzzle_answer(std::string_view payload);

}  // namespace quincunx::wire
