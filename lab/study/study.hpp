#pragma once

#include <optional>
#include <string>

#include "lab/study/summary.hpp"

namespace quincunx::cli {

struct StudyOptions {
    SearchLimits limits;
    bool shorten = false;
    bool no_solutions = false;  ///< lines have only the lengths of the solutions
    int threads = 1;
    LinesOptions lines;  ///< the file of verdicts
};

/// The result of solving many deals.
struct StudyResult {
    StudyHeader header;
    Summary summary;
    ManyResult run;
};

/// Solves deals with several threads, each deal on one thread. Lines go to the file in the order of the
/// deals, whichever is finished first. If standard error is a terminal, it shows the progress. SIGINT and
/// SIGTERM end the run early, with everything finished so far in the file.
StudyResult run_study(const DealList& deals, const StudyOptions& options);

}  // namespace quincunx::cli
