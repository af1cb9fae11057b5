#pragma once

#include <string>

#include "advice/timed_search.hpp"
#include "apps/common/io.hpp"
#include "apps/common/limits.hpp"

namespace quincunx::cli {

using advice::Answer;
using advice::Clock;
using advice::search;
using advice::StepSize;
using advice::Stopwatch;

/// Throws a `Failure` that reports a defect of the solver, if there is one.
inline void complain_of_defect(bool defective, const std::string& what = "") {
    if (defective)
        refuse((what.empty() ? "" : what + ": ") +
               "the solver found a solution that does not replay, which is a bug in the program");
}

}  // namespace quincunx::cli
