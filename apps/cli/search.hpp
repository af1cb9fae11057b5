#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "advice/advisor.hpp"
#include "apps/cli/limits.hpp"

namespace quincunx::cli {

using Clock = std::chrono::steady_clock;

/// Nodes for the steps of a search, so that each takes about as long as a clock, or somebody who says stop,
/// may be kept waiting.
class StepSize {
  public:
    std::uint64_t nodes() const { return nodes_; }
    void took(Clock::duration time) {
        constexpr std::uint64_t largest = 1 << 16;
        if (time < std::chrono::milliseconds(2)) nodes_ = nodes_ * 2 < largest ? nodes_ * 2 : largest;
        if (time > std::chrono::milliseconds(10) && nodes_ > 1) nodes_ /= 2;
    }

  private:
    std::uint64_t nodes_ = 64;
};

/// What came of a search.
struct Answer {
    advice::Verdict verdict = advice::Verdict::unknown;
    std::vector<std::string> line;  ///< the moves that win; empty unless `winnable`
    std::uint64_t nodes = 0;
    double milliseconds = 0;
    bool stopped = false;    ///< by `Between`; the verdict is unknown
    bool defective = false;  ///< the line found does not replay; the verdict is unknown
};

/// Is called between steps; false stops the search.
using Between = std::function<bool(const advice::Progress&)>;

/// Searches the advisor's position. With `shorten` a line found is then made shorter.
Answer search(advice::Advisor& advisor, const SearchLimits& limits, bool shorten, const Between& between);

/// Throws the `Failure` that tells of a defect, if there is one.
void complain_of_defect(const Answer& answer, const std::string& what);

/// The time of something that is measured in steps, from its making on.
class Stopwatch {
  public:
    double milliseconds() const {
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }
    bool over(double seconds) const { return seconds > 0 && milliseconds() >= seconds * 1000; }

  private:
    Clock::time_point start_ = Clock::now();
};

}  // namespace quincunx::cli
