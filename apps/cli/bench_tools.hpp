#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <limits>
#include <string>

#include "apps/cli/io.hpp"

/// What the benchmarks share.
namespace quincunx::cli {

/// Processor time, so that other programs do not matter.
template <class Function>
double seconds_of(Function&& function) {
    const std::clock_t start = std::clock();
    function();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The best of several repeats.
template <class Function>
double best_seconds(int repeats, Function&& function) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) best = std::min(best, seconds_of(function));
    return best;
}

/// The time of a loop that has nothing to do with the engine: how fast the machine is at this moment.
double calibration(int repeats);

/// As sixteen hexadecimal digits.
std::string hex(std::uint64_t number);

/// Runs searches in all games, and prints how fast they are.
Exit bench_solve(int repeats, bool json);

}  // namespace quincunx::cli
