#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "apps/common/game_argument.hpp"
#include "lab/commands.hpp"
#include "lab/many_options.hpp"
#include "lab/study/build.hpp"
#include "lab/study/summary.hpp"

/// `quincunx-lab solve`: studies.
namespace quincunx::cli::lab {

namespace {

int usual_threads() {
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
}

struct SolveOptions : ManyOptions {
    std::optional<Part> part;
    SearchLimits limits;
    bool shorten = false;
    bool no_solutions = false;  ///< lines have only the lengths of the solutions

    SolveOptions() { threads = usual_threads(); }
};

/// Solves deals until none are left.
void solve_deals(const DealList& deals, const SolveOptions& options, Queue& queue, Summary& summary) {
    std::map<std::string, std::unique_ptr<advice::Advisor>> advisors;
    while (const std::optional<std::uint64_t> place = queue.take()) {
        const DealText deal = deals.deal(*place);
        const std::string name = deals.text(*place);
        std::unique_ptr<advice::Advisor>& advisor = advisors[deal.id];
        if (!advisor) {
            advisor = std::make_unique<advice::Advisor>(game_or_lab(deal.id, deals.own()));
            advisor->remember(false);
        }
        if (const std::optional<TextError> error = advisor->set_deal(deal))
            refuse("the deal " + name + ": " + error->message);
        const Answer answer = search(*advisor, options.limits, options.shorten,
                                     [&](const advice::Progress&) { return !queue.over(); });
        if (answer.stopped) return;
        const SolvedDeal solved{name,         answer.verdict,      answer.line.size(),
                                answer.nodes, answer.milliseconds, answer.defective};
        std::string line;
        if (!options.lines.file.empty())
            line = solved_line(name, answer, !options.lines.no_times, !options.no_solutions);
        queue.put(*place, std::move(line), [solved, &summary] { summary.add(solved); });
    }
}

Exit solve(const SolveOptions& options) {
    bool solutions = !options.no_solutions;
    const auto take = [&](const LineReader& reader, std::string_view text, bool times,
                          const std::function<void(SolvedDeal)>& on_deal) {
        return take_solved(reader, text, times, solutions, on_deal);
    };
    if (!options.lines.summary.empty())
        return summarize<Summary>(options, study_kind, "win", take,
                                  [&](const Reading& reader, const Json& header) {
                                      check_study(reader, header);
                                      solutions = has_solutions(header);
                                      if (options.lines.replay && !solutions)
                                          reader.fail("without solutions, there is nothing to --replay");
                                  });
    const DealList deals = deals_to_work_on("solve", options.what, options.part, own_rules(options.rules));
    Json header = file_header(study_kind, std::string(solver_build), deals);
    header.update(study_json(deals, options.limits, options.shorten, !options.lines.no_times, solutions));
    return work_on_many<Summary>(
        deals, options, study_kind, header, take,
        [&](Queue& queue, Summary& summary) { solve_deals(deals, options, queue, summary); });
}

}  // namespace

void add_solve(Program& program) {
    const auto [command, options] =
        program.add<SolveOptions>("solve", "Decide how many of many deals can be won", solve);
    CLI::Option* const what = add_deals(command, options.what);
    add_rules_option(command, options.rules)->needs(what);
    add_limits(command, options.limits, "a deal");
    add_number(command, "--threads",
               "How many deals to solve at the same time, at most 1024, by default one per processor", 1,
               1024, options.threads);
    command.add_flag("--shorten", options.shorten, "Shorten the solutions");
    add_part(command, what, options.part);
    add_lines_options(command, what, "each deal", "win", options.lines);
    command
        .add_flag("--no-solutions", options.no_solutions,
                  "Write only the lengths of solutions into the lines, a fifth of the bytes")
        ->needs(command.get_option("--lines"));
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab solve GAME#1..5000 --lines runs.jsonl --resume",
                            "a study of 5,000 deals; the same command goes on after an interruption"},
                           {"quincunx-lab solve --summary runs.jsonl", "what the study has found so far"},
                           {"quincunx-lab solve GAME#1..5000 --part 3/50 --lines part-3.jsonl",
                            "the third of fifty parts, which quincunx-lab merge puts together"}});
}

}  // namespace quincunx::cli::lab
