#include "apps/cli/study/study.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>

namespace quincunx::cli {

namespace {

/// Solves deals until none are left.
void work(const DealList& deals, const StudyOptions& options, Queue& queue, Summary& summary) {
    std::map<std::string, std::unique_ptr<advice::Advisor>> advisors;
    const auto advisor_of = [&](const std::string& game) -> advice::Advisor& {
        std::unique_ptr<advice::Advisor>& advisor = advisors[game];
        if (!advisor) {
            advisor = advice::make_advisor(game);
            advisor->remember(false);
        }
        return *advisor;
    };
    while (const std::optional<std::uint64_t> place = queue.take()) {
        const std::string deal = deals.text(*place);
        advice::Advisor& advisor = advisor_of(deals.games()[deals.game(*place)]);
        if (const std::optional<TextError> error = advisor.set_deal(deals.deal(*place)))
            throw Failure(Exit::misuse, "the deal " + deal + ": " + error->message);
        const Answer answer = search(advisor, options.limits, options.shorten,
                                     [&](const advice::Progress&) { return !queue.over(); });
        if (answer.stopped) return;
        const Run run{deal,         answer.verdict,      answer.line.size(),
                      answer.nodes, answer.milliseconds, answer.defective};
        queue.put(
            *place,
            options.lines.file.empty() ? std::string() : run_line(deal, answer, !options.lines.no_times),
            [run, &summary] { summary.add(run); });
    }
}

}  // namespace

StudyResult run_study(const DealList& deals, const StudyOptions& options) {
    StudyResult result{header_of(deals, options.limits, options.shorten, !options.lines.no_times),
                       Summary(deals.games()),
                       {}};
    Summary& summary = result.summary;
    std::unique_ptr<ResultsFile> file;
    if (!options.lines.file.empty())
        file = open_study(options.lines.file, result.header, deals, options.lines.manner,
                          [&](const Run& run) { summary.add(run); });
    result.run = run_many(
        deals, file.get(), summary.deals(), options.threads,
        [&](Queue& queue) { work(deals, options, queue, summary); },
        [&] {
            return fmt::format("won {} lost {} unknown {}", summary.won(), summary.lost(), summary.unknown());
        });
    return result;
}

}  // namespace quincunx::cli
