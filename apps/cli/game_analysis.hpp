#pragma once

#include <string>

#include "advice/advisor.hpp"
#include "apps/cli/record_file.hpp"
#include "apps/cli/search.hpp"

namespace quincunx::cli {

/// The record in a file, every move of it found legal. Throws where it is none.
Record read_checked_record(const std::string& file);

struct GameAnalysis {
    advice::AnalysisReport report;
    double milliseconds = 0;
};

/// Analyzes all moves of a record; the limits are those of each position that is searched.
GameAnalysis analyze_game(const std::string& file, const Record& record, const SearchLimits& limits);

/// The move that led to a ply.
const std::string& move_before(const Record& record, int ply);

}  // namespace quincunx::cli
