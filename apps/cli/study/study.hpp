#pragma once

#include <optional>
#include <string>

#include "apps/cli/study/summary.hpp"

namespace quincunx::cli {

struct StudyOptions {
    SearchLimits limits;
    bool shorten = false;
    int threads = 1;
    std::string lines;  ///< file of verdicts; empty for none
    bool resume = false;
};

/// What came of solving many deals.
struct StudyResult {
    StudyHeader header;
    Summary summary;
    Pace pace;
    int signal = 0;  ///< that interrupted it, or 0
};

/// Solves deals with some threads, each deal by one. Lines go to the file in the order of the deals, whoever
/// is ready first. On a terminal, standard error shows how far it is. SIGINT and SIGTERM end it early, with
/// what is done in the file.
StudyResult run_study(const DealList& deals, const StudyOptions& options);

}  // namespace quincunx::cli
