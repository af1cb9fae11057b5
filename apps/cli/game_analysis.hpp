#pragma once

#include <optional>
#include <string>

#include "advice/analysis.hpp"
#include "apps/common/described.hpp"
#include "apps/common/search.hpp"

namespace quincunx::cli {

struct ThrownAway {
    int move = 0;
    std::string text;
};
struct GameAnalysis {
    advice::AnalysisReport report;
    std::optional<ThrownAway> thrown_away;
    double milliseconds = 0;
};

void describe(auto& v, const ThrownAway& thrown) {
    v.is("ThrownAway", "The move that threw the win away.");
    v("move", thrown.move, "its number");
    v("text", thrown.text, "and text");
}
void describe(auto& v, const GameAnalysis& game) {
    const advice::AnalysisReport& report = game.report;
    v.is("Analysis", "Where a game was lost.");
    v("verdicts", report.verdicts, "after 0, 1, … moves");
    v("thrownAway", game.thrown_away, "null if none did, or it is not known which");
    v("lastWinnable", report.last_winnable < 0 ? std::nullopt : std::optional(report.last_winnable),
      "moves of the last position that is known to be winnable");
    v("line", report.line, "moves that win from there");
    v("nodes", report.nodes, "looked at");
    v("ms", game.milliseconds, "taken");
}

/// Analyzes the first `plies` moves of a game; the limits are for each position searched.
GameAnalysis analyze_game(const Session& game, std::size_t plies, const SearchLimits& limits);

}  // namespace quincunx::cli
