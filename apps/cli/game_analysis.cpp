#include "apps/cli/game_analysis.hpp"

#include <utility>

namespace quincunx::cli {

GameAnalysis analyze_game(const Session& game, std::size_t plies, const SearchLimits& limits) {
    const Stopwatch all;
    std::vector<Move> moves = game.line();
    moves.resize(plies);
    advice::Analysis analysis(game.start(), std::move(moves), limits.of_search());

    StepSize size;
    Stopwatch one;
    int at = -1;
    Clock::time_point before = Clock::now();
    while (!analysis.step(size.nodes())) {
        const Clock::time_point now = Clock::now();
        size.took(now - before);
        before = now;
        if (analysis.solving() != at) {
            at = analysis.solving();
            one = Stopwatch();
        } else if (one.over(limits.seconds)) {
            analysis.skip();
        }
    }
    advice::AnalysisReport report = analysis.report();
    std::optional<ThrownAway> thrown;
    if (report.thrown_away)
        thrown = {*report.thrown_away,
                  move_text(game.rules(), game.line()[static_cast<std::size_t>(*report.thrown_away) - 1])};
    return {std::move(report), std::move(thrown), all.milliseconds()};
}

}  // namespace quincunx::cli
