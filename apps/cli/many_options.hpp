#pragma once

#include <optional>
#include <string>

#include "apps/cli/command.hpp"
#include "apps/cli/study/many.hpp"

/// What the commands for many deals take from the command line.
namespace quincunx::cli {

/// Declares --lines, --resume, --any-build, --no-times, --summary and --replay. `what` is the option that
/// names the deals, `each` what a line is written for, and `replayed` what of it can be replayed: "win";
/// without anything there is no --replay.
void add_lines_options(CLI::App& command, CLI::Option* what, const std::string& each,
                       const std::string& replayed, LinesOptions& options);
/// Declares --compact, and that --resume is for it, too.
void add_compact(CLI::App& command, CLI::Option* what, LinesOptions& options);

/// Declares --part.
void add_part(CLI::App& command, CLI::Option* what, std::optional<Part>& part);

/// The text of a file, which may be a list of deals; throws if it is longer than 64 MiB.
std::string read_list(const std::string& name);

}  // namespace quincunx::cli
