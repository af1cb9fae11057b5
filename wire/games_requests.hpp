#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stats/statistics.hpp"

namespace quincunx::wire {

/// Answers the requests about games played (docs/games-file.md, "Requests"); nothing if it is another request.
/// `line` is the first line of the request and `payload` what follows it.
std::optional<std::string> games_answer(std::string_view line, std::string_view payload);

/// Statistics as a JSON object.
std::string statistics_json(const stats::Statistics& statistics);

}  // namespace quincunx::wire
