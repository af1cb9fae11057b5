#include "apps/cli/many_options.hpp"

namespace quincunx::cli {

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

std::string read_list(const std::string& name) {
    constexpr std::size_t most_bytes = std::size_t{64} << 20U;
    std::string text = read_file(name, most_bytes);
    if (text.size() > most_bytes) throw Failure(Exit::misuse, file_name(name) + ": longer than 64 MiB");
    return text;
}

}  // namespace quincunx::cli
