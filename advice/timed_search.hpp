#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "advice/advisor.hpp"

/// Searches by the clock: runs an advisor's steps one after another until time is up.
namespace quincunx::advice {

using Clock = std::chrono::steady_clock;

/// How many nodes a step of a search should take, so that neither a clock nor someone who wants to stop waits
/// too long.
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

/// The time since construction, for work done in steps.
class Stopwatch {
  public:
    double milliseconds() const {
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }
    bool over(double seconds) const { return seconds > 0 && milliseconds() >= seconds * 1000; }

  private:
    Clock::time_point start_ = Clock::now();
};

/// Limits of one search. The same node limit gives the same answer; how far a search gets in a given time
/// depends on the machine.
struct SearchLimits {
    static constexpr std::uint64_t no_nodes = std::numeric_limits<std::uint64_t>::max();

    double seconds = 10;             ///< 0 for no limit
    std::uint64_t nodes = no_nodes;  ///< positions expanded; `no_nodes` for no limit
    std::uint64_t mebibytes = 1024;  ///< memory for tables

    Limits of_search() const {
        return {.nodes = nodes, .memory = static_cast<std::size_t>(mebibytes) << 20U, .dives = true};
    }
};

/// The result of a search.
struct Answer {
    Verdict verdict = Verdict::unknown;
    std::vector<std::string> line;  ///< the moves that win; empty unless `winnable`
    std::uint64_t nodes = 0;
    double milliseconds = 0;
    bool stopped = false;    ///< by `Between`; the verdict is unknown
    bool defective = false;  ///< the solution found does not replay; the verdict is unknown
};

/// Called between steps; returning false stops the search.
using Between = std::function<bool(const Progress&)>;

/// Searches the advisor's position. With `shorten`, a solution that is found is then shortened.
Answer search(Advisor& advisor, const SearchLimits& limits, bool shorten, const Between& between);

}  // namespace quincunx::advice
