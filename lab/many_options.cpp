#include "lab/many_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/common/game_argument.hpp"
#include "apps/common/subject.hpp"
#include "engine/cleaned.hpp"

namespace quincunx::cli::lab {

namespace {

/// The text of a file with a list of deals; throws if it is longer than 64 MiB.
std::string read_list(const std::string& name) {
    constexpr std::size_t most_bytes = std::size_t{64} << 20U;
    std::string text = read_file(name, most_bytes);
    if (text.size() > most_bytes) refuse(file_name(name) + ": longer than 64 MiB");
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; });
    if (!plain) text = visible(text);
    return text;
}

}  // namespace

void add_lines_options(CLI::App& command, CLI::Option* what, const std::string& each,
                       const std::string& replayed, LinesOptions& options) {
    CLI::Option* const lines =
        command.add_option("--lines", options.file, "Write a line of JSON for " + each)->type_name("FILE");
    CLI::Option* const resume =
        command
            .add_flag("--resume", options.manner.resume, "Resume an interrupted run and its file of lines")
            ->needs(lines);
    command
        .add_flag("--any-build", options.manner.any_build,
                  "Resume a file that another build of the program has started")
        ->needs(resume);
    command
        .add_flag("--no-times", options.no_times,
                  "Leave the times out of the lines: equal runs give equal files")
        ->needs(lines);
    CLI::Option* const summary =
        command
            .add_option("--summary", options.summary, "Check lines written earlier, and print their summary")
            ->type_name("FILE")
            ->excludes(what)
            ->excludes(lines);
    if (replayed.empty()) return;
    command.add_flag("--replay", options.replay, "Also replay every " + replayed + " of the lines")
        ->needs(summary);
}

void add_part(CLI::App& command, CLI::Option* what, std::optional<Part>& part) {
    const auto take = [&part](const std::string& text) {
        part = Part::parse(text);
        if (!part)
            throw CLI::ValidationError(
                "--part", fmt::format("expected a part such as 3/50, at most {} of them, not \"{}\"",
                                      Part::most, shown(text)));
    };
    command
        .add_option_function<std::string>(
            "--part", take, "Solve only one of the equal parts of a range: 3/50 is the third of fifty")
        ->type_name("PART")
        ->needs(what);
}

CLI::Option* add_deals(CLI::App& command, std::string& what) {
    return command
        .add_option(
            "deal", what,
            "game#number, game:cards, a range game#first..last, a file with one deal per line, or - for "
            "standard input")
        ->type_name("DEALS");
}

DealList deals_to_work_on(const std::string& command, const std::string& what,
                          const std::optional<Part>& part, const SharedRules& own) {
    if (what.empty()) refuse(command + ": expected a deal, a range of deals, or a file");
    const bool named = names_deal(what);
    if (named && DealList::is_range(what)) {
        const DealList range = DealList::range(what, own);
        return part ? range.part(*part) : range;
    }
    if (part) refuse("--part is for a range of deals, game#first..last");
    if (!named) return DealList::lines(what, read_list(what), own);
    game_of(deal_argument(what, own), own);  // says what is wrong with it
    return DealList::lines("the command line", what + "\n", own);
}

}  // namespace quincunx::cli::lab
