#include "lab/study/study.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "apps/common/game_argument.hpp"

namespace quincunx::cli {

namespace {

/// Solves deals until none are left.
void work(const DealList& deals, const StudyOptions& options, Queue& queue, Summary& summary) {
    std::map<std::string, std::unique_ptr<advice::Advisor>> advisors;
    const auto advisor_of = [&](const std::string& game) -> advice::Advisor& {
        std::unique_ptr<advice::Advisor>& advisor = advisors[game];
        if (!advisor) {
            advisor = std::make_unique<advice::Advisor>(game_or_lab(game, deals.own()));
            advisor->remember(false);
        }
        return *advisor;
    };
    while (const std::optional<std::uint64_t> place = queue.take()) {
        const std::string deal = deals.text(*place);
        advice::Advisor& advisor = advisor_of(deals.games()[deals.game(*place)]);
        if (const std::optional<TextError> error = advisor.set_deal(deals.deal(*place)))
            refuse("the deal " + deal + ": " + error->message);
        const Answer answer = search(advisor, options.limits, options.shorten,
                                     [&](const advice::Progress&) { return !queue.over(); });
        if (answer.stopped) return;
        const SolvedDeal solved{deal,         answer.verdict,      answer.line.size(),
                                answer.nodes, answer.milliseconds, answer.defective};
        std::string result;
        if (!options.lines.file.empty())
            result = solved_line(deal, answer, !options.lines.no_times, !options.no_solutions);
        queue.put(*place, std::move(result), [solved, &summary] { summary.add(solved); });
    }
}

}  // namespace

StudyResult run_study(const DealList& deals, const StudyOptions& options) {
    StudyResult result{header_of(deals, options.limits, options.shorten, !options.lines.no_times),
                       Summary(deals.games()),
                       {}};
    result.header.solutions = !options.no_solutions;
    Summary& summary = result.summary;
    std::unique_ptr<LinesFile> file;
    if (!options.lines.file.empty())
        file = open_study(options.lines.file, result.header, deals, options.lines.manner,
                          [&](const SolvedDeal& solved) { summary.add(solved); });
    result.run = run_many(
        deals, file.get(), summary.deals(), options.threads,
        [&](Queue& queue) { work(deals, options, queue, summary); },
        [&] {
            return fmt::format("won {} lost {} unknown {}", summary.won(), summary.lost(), summary.unknown());
        });
    return result;
}

}  // namespace quincunx::cli
