#pragma once

#include <string>

#include "advice/timed_search.hpp"
#include "apps/cli/limits.hpp"

namespace quincunx::cli {

using advice::Answer;
using advice::Clock;
using advice::search;
using advice::StepSize;
using advice::Stopwatch;

/// Throws a `Failure` that reports a defect of the solver, if there is one.
void complain_of_defect(bool defective, const std::string& what = "");

}  // namespace quincunx::cli
