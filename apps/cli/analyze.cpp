#include <fmt/format.h>

#include "apps/cli/commands.hpp"
#include "apps/cli/game_analysis.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/json.hpp"
#include "apps/common/subject.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

struct AnalyzeOptions {
    std::string file;
    std::string rules;  ///< the name of another
    SearchLimits limits;
    bool json = false;
};

Json to_json(const Record& record, const GameAnalysis& game) {
    Json json{{"game", record.game},
              {"deal", record.deal.empty() ? Json() : Json(record.deal)},
              {"moves", record.moves.size()},
              {"at", record.present()}};
    json.update(described(game));
    return json;
}

/// "moves 3 to 5", where ply 0 is the start.
std::string stretch(std::size_t first, std::size_t last) {
    if (last == 0) return "at the start";
    if (first == last) return fmt::format("after move {}", first);
    if (first == 0) return fmt::format("from the start to after move {}", last);
    return fmt::format("after moves {} to {}", first, last);
}

/// Runs of equal verdicts, one to a line.
std::string verdict_lines(const std::vector<advice::Verdict>& verdicts) {
    std::string text;
    for (std::size_t first = 0; first < verdicts.size();) {
        std::size_t last = first;
        while (last + 1 < verdicts.size() && verdicts[last + 1] == verdicts[first]) ++last;
        const bool unknown = verdicts[first] == advice::Verdict::unknown;
        text += fmt::format("{:<11} {}\n", unknown ? "undecided" : to_text(verdicts[first]),
                            stretch(first, last));
        first = last + 1;
    }
    return text;
}

std::string conclusion(const GameAnalysis& game) {
    const advice::AnalysisReport& report = game.report;
    const std::vector<advice::Verdict>& verdicts = report.verdicts;
    std::string text;
    if (game.thrown_away) {
        text =
            fmt::format("move {}, {}, threw the win away\n", game.thrown_away->move, game.thrown_away->text);
    } else if (verdicts.back() == advice::Verdict::unwinnable && report.last_winnable >= 0) {
        std::size_t lost = verdicts.size() - 1;
        while (verdicts[lost - 1] == advice::Verdict::unwinnable) --lost;
        text = fmt::format("one of the moves {} to {} threw the win away; it is undecided which\n",
                           report.last_winnable + 1, lost);
    } else if (verdicts.front() == advice::Verdict::unwinnable) {
        text = "no move threw a win away: the deal was unwinnable from the start\n";
    }
    if (report.last_winnable < 0) return text;
    if (report.line.empty()) return text + "the game is won\n";
    const auto last = static_cast<std::size_t>(report.last_winnable);
    const bool exact = last + 1 == verdicts.size() || verdicts[last + 1] == advice::Verdict::unwinnable;
    text += fmt::format("{} {}{}, in {}:\n",
                        last + 1 == verdicts.size() ? "it can be won" : "it could still be won",
                        stretch(last, last), exact ? "" : ", the last position known to be winnable",
                        counted(report.line.size(), "move"));
    return text + wrapped(report.line);
}

Exit analyze(const AnalyzeOptions& options) {
    if (names_deal(options.file))
        refuse(shown(options.file) + " has no moves to analyze: give the file of a game record");
    const Record record = with_own_rules(read_record(options.file), own_rules(options.rules));
    const Replay replay = Session::replay(record);
    if (replay.error) refuse_record(options.file, *replay.error);
    const GameAnalysis game = analyze_game(*replay.present, replay.present->plies(), options.limits);
    if (options.json) {
        write_out(json_text(to_json(record, game)));
        return Exit::yes;
    }
    write_out(fmt::format("{}: {} ({}, {:.0f} ms)\n", file_name(options.file),
                          counted(record.moves.size(), "move"), counted(game.report.nodes, "node"),
                          game.milliseconds) +
              verdict_lines(game.report.verdicts) + conclusion(game));
    return Exit::yes;
}

}  // namespace

void add_analyze(Program& program) {
    const auto [command, options] =
        program.add<AnalyzeOptions>("analyze", "Find the move of a record that threw the win away", analyze);
    command.alias("analyse");
    command.add_option("file", options.file, "The record, or - for standard input")
        ->required()
        ->type_name("FILE");
    add_rules_option(command, options.rules);
    add_limits(command, options.limits, "a position");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx analyze game.pat", "which move threw the win away, if one did"},
                           {"quincunx analyze game.pat --time 60", "with up to a minute for each position"}});
}

}  // namespace quincunx::cli
