#include <algorithm>
#include <optional>
#include <thread>

#include "apps/common/game_argument.hpp"
#include "apps/common/json.hpp"
#include "lab/commands.hpp"
#include "lab/many_options.hpp"
#include "lab/study/study.hpp"

/// `quincunx-lab solve`: studies.
namespace quincunx::cli {

namespace {

int usual_threads() {
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
}

struct SolveOptions {
    std::string what;
    std::string rules;  ///< the name of a file
    std::optional<Part> part;
    StudyOptions study;
    bool json = false;

    SolveOptions() { study.threads = usual_threads(); }
};

Exit print_summary(const SolveOptions& options) {
    StudyHeader header;
    Summary summary({});
    const LinesRead read = read_study(
        options.study.lines.summary, options.study.lines.replay,
        [&](const StudyHeader& found) {
            header = found;
            summary = Summary(header.games);
        },
        [&](const SolvedDeal& solved, std::string_view) { summary.add(solved); });
    if (options.json) {
        Json json = summary.json(header, {});
        json.update(checks_json(read, options.study.lines.replay));
        write_out(json_text(json));
    } else {
        write_out(summary.text(header, {}) +
                  checks_text(read, options.study.lines.replay, summary.won(), "win"));
    }
    return Exit::yes;
}

Exit solve(const SolveOptions& options) {
    const std::string& file = options.study.lines.file;
    if (!options.study.lines.summary.empty()) return print_summary(options);
    const StudyResult result = run_study(
        deals_to_work_on("solve", options.what, options.part, own_rules(options.rules)), options.study);
    if (file != "-")
        write_out(options.json ? json_text(result.summary.json(result.header, result.run.pace))
                               : result.summary.text(result.header, result.run.pace));
    return end_of_many(result.run, file.empty() || file == "-" ? "" : "--resume");
}

}  // namespace

void add_solve(Program& program) {
    const auto [command, options] =
        program.add<SolveOptions>("solve", "Decide how many of many deals can be won", solve);
    CLI::Option* const what = add_deals(command, options.what);
    add_rules_option(command, options.rules)->needs(what);
    add_limits(command, options.study.limits, "a deal");
    add_number(command, "--threads",
               "How many deals to solve at the same time, at most 1024, by default one per processor", 1,
               1024, options.study.threads);
    command.add_flag("--shorten", options.study.shorten, "Shorten the solutions");
    add_part(command, what, options.part);
    add_lines_options(command, what, "each deal", "win", options.study.lines);
    command
        .add_flag("--no-solutions", options.study.no_solutions,
                  "Write only the lengths of solutions into the lines, a fifth of the bytes")
        ->needs(command.get_option("--lines"));
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab solve GAME#1..5000 --lines runs.jsonl --resume",
                            "a study of 5,000 deals; the same command goes on after an interruption"},
                           {"quincunx-lab solve --summary runs.jsonl", "what the study has found so far"},
                           {"quincunx-lab solve GAME#1..5000 --part 3/50 --lines part-3.jsonl",
                            "the third of fifty parts, which quincunx-lab merge puts together"}});
}

}  // namespace quincunx::cli
