#pragma once

#include <optional>
#include <string>

#include "apps/common/command.hpp"
#include "lab/study/many.hpp"

/// Options and arguments that the commands for many deals share.
namespace quincunx::cli::lab {

/// Declares --lines, --resume, --any-build, --no-times, --summary and --replay. `what` is the option that
/// names the deals, `each` what a line is written for, and `replayed` what of it can be replayed: "win";
/// without anything there is no --replay.
void add_lines_options(CLI::App& command, CLI::Option* what, const std::string& each,
                       const std::string& replayed, LinesOptions& options);

/// Declares --part.
void add_part(CLI::App& command, CLI::Option* what, std::optional<Part>& part);

/// Options of a command that works on many deals and may write a line for each.
struct ManyOptions {
    std::string what;
    std::string rules;  ///< the name of a file; not of every command
    int threads = 1;
    LinesOptions lines;
    bool json = false;
};
/// Declares the argument that names deals.
CLI::Option* add_deals(CLI::App& command, std::string& what);
/// The deals of a range, of a file or of the command line; throws if there are none, or if they have no such part.
DealList deals_to_work_on(const std::string& command, const std::string& what,
                          const std::optional<Part>& part = {}, const SharedRules& own = {});

/// Works on deals with `work`, which takes them from the queue, and prints the summary. `take` reads a line that is in
/// the file already.
template <class Summary, class Take, class Work>
Exit work_on_many(const DealList& deals, const ManyOptions& options, const FileKind& kind, const Json& header,
                  Take take, Work work) {
    Summary summary;
    std::uint64_t done = 0;
    std::optional<LinesFile> file;
    const auto count = [&](auto deal) {
        summary.add(std::move(deal));
        ++done;
    };
    const LinesOptions& lines = options.lines;
    if (!lines.file.empty())
        file.emplace(lines.file, kind, header, deals, lines.manner,
                     [&](const LineReader& reader, std::string_view line) {
                         return take(reader, line, !lines.no_times, count);
                     });
    const ManyResult result = run_many(
        deals, file ? &*file : nullptr, done, options.threads, [&](Queue& queue) { work(queue, summary); },
        [&] { return summary.counts(); });
    if constexpr (requires { summary.took(result.pace); }) summary.took(result.pace);
    const bool on_output = lines.file == "-";
    if (!on_output) write_out(options.json ? json_text(summary.json(header)) : summary.text(header));
    return end_of_many(result, lines.file.empty() || on_output ? "" : "--resume");
}

/// Prints the summary of a file of lines, each of which is about one `noun`.
template <class Summary, class Take>
Exit summarize(const ManyOptions& options, const FileKind& kind, const std::string& noun, Take take,
               const std::function<void(const Reading&, const Json&)>& check_header) {
    Json header;
    Summary summary;
    bool times = true;
    const bool replay = options.lines.replay;
    const LinesRead read = read_lines(
        options.lines.summary, kind, replay,
        [&](const Reading& reader, const FileHeader& found) {
            header = found.json;
            check_header(reader, header);
            times = !header.contains("times") || header["times"] != Json(false);
        },
        [&](const LineReader& reader, std::string_view line) {
            return take(reader, line, times, [&](auto deal) { summary.add(std::move(deal)); });
        });
    if (options.json) {
        Json json = summary.json(header);
        json.update(checks_json(read, replay));
        write_out(json_text(json));
    } else {
        write_out(summary.text(header) + checks_text(read, replay, noun));
    }
    return Exit::yes;
}

}  // namespace quincunx::cli::lab
