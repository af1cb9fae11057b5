#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/text.hpp"
#include "stats/statistics.hpp"

namespace quincunx::wire {

// The requests about games played (docs/games-file.md, "Requests"), and the texts after their lines.
std::string games_stats(const std::vector<Word>& words, std::string_view contents);
std::string games_file(std::string_view contents);
std::string games_merge(std::string_view bytes_of_own, std::string_view payload);

/// Statistics as a JSON object.
std::string statistics_json(const stats::Statistics& statistics);

}  // namespace quincunx::wire
