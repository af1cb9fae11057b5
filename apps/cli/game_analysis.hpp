#pragma once

#include <string>

#include "advice/advisor.hpp"
#include "apps/cli/record_file.hpp"
#include "apps/cli/search.hpp"

namespace quincunx::cli {

/// The record in a file, and its game, every move of it found legal. Throws where it is none.
struct CheckedRecord {
    Record record;
    Session game;
};
CheckedRecord read_checked_record(const std::string& file);

struct GameAnalysis {
    advice::AnalysisReport report;
    double milliseconds = 0;
};

/// Analyzes the first `plies` moves of a game; the limits are those of each position that is searched.
GameAnalysis analyze_game(const Session& game, std::size_t plies, const SearchLimits& limits);

/// The move that led to a ply.
const std::string& move_before(const Record& record, int ply);

}  // namespace quincunx::cli
