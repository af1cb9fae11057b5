#pragma once

#include <string>

#include "advice/analysis.hpp"
#include "apps/common/record_file.hpp"
#include "apps/common/search.hpp"

namespace quincunx::cli {

struct GameAnalysis {
    advice::AnalysisReport report;
    double milliseconds = 0;
};

/// Analyzes the first `plies` moves of a game; the limits are for each position searched.
GameAnalysis analyze_game(const Session& game, std::size_t plies, const SearchLimits& limits);

/// The move that led to a ply.
const std::string& move_before(const Record& record, int ply);

}  // namespace quincunx::cli
