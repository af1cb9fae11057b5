#include "advice/timed_search.hpp"

#include <algorithm>
#include <cmath>

namespace quincunx::advice {

namespace {

/// Moves tried in order to shorten a solution: about a tenth of a second.
constexpr std::uint64_t moves_to_shorten = 1'000'000;

}  // namespace

Answer search(Advisor& advisor, const SearchLimits& limits, bool shorten, const Between& between) {
    const Stopwatch watch;
    StepSize size;
    Answer answer;
    advisor.start(limits.of_search());
    Clock::time_point before = Clock::now();
    while (!advisor.step(size.nodes())) {
        const Clock::time_point now = Clock::now();
        size.took(now - before);
        before = now;
        answer.stopped = between && !between(advisor.progress());
        if (answer.stopped || watch.over(limits.seconds)) break;
    }
    answer.verdict = answer.stopped ? Verdict::unknown : advisor.verdict();
    answer.nodes = advisor.progress().nodes;
    answer.defective = advisor.defective();
    if (answer.verdict == Verdict::winnable) {
        if (shorten && !watch.over(limits.seconds)) advisor.shorten(std::min(moves_to_shorten, limits.nodes));
        answer.line = advisor.line();
    }
    constexpr double in_a_millisecond = 1000;  // to whole microseconds, as in files
    answer.milliseconds = std::round(watch.milliseconds() * in_a_millisecond) / in_a_millisecond;
    return answer;
}

}  // namespace quincunx::advice
