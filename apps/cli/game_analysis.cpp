#include "apps/cli/game_analysis.hpp"

#include <memory>

#include "engine/cleaned.hpp"

namespace quincunx::cli {

CheckedRecord read_checked_record(const std::string& file) {
    Expected<Record> record = parse_record(cleaned(read_file(file, max_record_bytes)));
    if (!record) refuse_record(file, {0, {}, record.error()});
    Replay game = replay(*record);
    if (game.error) refuse_record(file, *game.error);
    return {*std::move(record), *std::move(game.present)};
}

GameAnalysis analyze_game(const Session& game, std::size_t plies, const SearchLimits& limits) {
    const Stopwatch all;
    const std::unique_ptr<advice::Advisor> advisor = advice::make_advisor(game.rules().id);
    std::vector<Move> moves = game.line();
    moves.resize(plies);
    advisor->analyze(game.start(), moves, limits.of_search());

    StepSize size;
    Stopwatch one;
    int at = -1;
    Clock::time_point before = Clock::now();
    while (!advisor->step_analysis(size.nodes())) {
        const Clock::time_point now = Clock::now();
        size.took(now - before);
        before = now;
        if (advisor->analyzing() != at) {
            at = advisor->analyzing();
            one = Stopwatch();
        } else if (one.over(limits.seconds)) {
            advisor->skip_analysis();
        }
    }
    return {advisor->report(), all.milliseconds()};
}

const std::string& move_before(const Record& record, int ply) {
    return record.moves[static_cast<std::size_t>(ply) - 1].text;
}

}  // namespace quincunx::cli
