#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/search.hpp"
#include "apps/cli/study/build.hpp"
#include "apps/cli/study/lines_file.hpp"

/// Files of verdicts.
namespace quincunx::cli {

/// What was asked. A file can be resumed only if all of this is the same.
struct StudyHeader {
    std::string version = QUINCUNX_VERSION;
    std::string build{solver_build};  ///< empty in files of format 1
    std::string deals;                ///< name of the list of deals
    std::uint64_t count = 0;
    std::vector<std::string> games;
    SearchLimits limits;
    bool shorten = false;
    bool times = true;  ///< lines say how long a search took
};

StudyHeader header_of(const DealList& deals, const SearchLimits& limits, bool shorten, bool times);
/// The members that a file's header has after those of every file of lines.
Json header_json(const StudyHeader& header);

/// What is kept of a deal when its line is read: everything but the moves.
struct Run {
    std::string deal;
    advice::Verdict verdict = advice::Verdict::unknown;
    std::uint64_t moves = 0;
    std::uint64_t nodes = 0;
    double milliseconds = 0;
    bool defective = false;
};

/// The line for a deal, with its line feed, but without its checksum.
std::string run_line(const std::string& deal, const Answer& answer, bool times);

using OnRun = std::function<void(const Run&)>;

/// A file of verdicts, open for writing: a new one, or with `resume` an existing one, which is continued;
/// then `on_run` is called for every deal already done. Throws if the file is something else.
LinesFile open_study(const std::string& name, const StudyHeader& header, const DealList& deals,
                     const LinesFile::Manner& manner, const OnRun& on_run);

/// Reads and checks a file as `read_lines` does: `on_header` gets what was asked, then `on_run` each deal.
LinesRead read_study(const std::string& name, bool replay,
                     const std::function<void(const StudyHeader&)>& on_header, const OnRun& on_run);

}  // namespace quincunx::cli
