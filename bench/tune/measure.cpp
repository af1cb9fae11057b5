// Solves a range of deals and prints what the documents say of the solver: verdicts, deals a second, times,
// nodes. Every win is replayed through the engine (solver/solver.hpp). Times are of the processor, one
// thread.
//
//     g++ -std=c++20 -O3 -march=x86-64-v2 -I. bench/tune/measure.cpp engine/*.cpp -o build/measure
//     build/measure <game> <first deal> <deals> [seconds a deal = 10] [MiB a deal = 1024]
//
// Deals that are open or lost are named.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include "engine/deal.hpp"
#include "games/all.hpp"
#include "solver/solver.hpp"

namespace {

using namespace quincunx;
using solver::Verdict;

double now() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Job {
    std::uint64_t first;
    std::uint64_t deals;
    double seconds;
    std::size_t memory;
};

void print_times(std::vector<double>& times) {
    std::sort(times.begin(), times.end());
    double sum = 0;
    for (const double time : times) sum += time;
    const auto quantile = [&](double part) {
        return 1000 * times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
    };
    std::printf("%.1f deals/s, ms: mean %.3f median %.3f 95 %% %.3f 99 %% %.3f most %.1f\n",
                static_cast<double>(times.size()) / sum, 1000 * sum / static_cast<double>(times.size()),
                quantile(0.5), quantile(0.95), quantile(0.99), quantile(1));
}

template <const Rules& rules>
void measure(const Job& job) {
    static solver::Solver<rules> solver;
    static Position<rules> position;
    std::vector<double> times;
    std::uint64_t won = 0, lost = 0, open = 0, defects = 0, nodes = 0, most_nodes = 0;
    for (std::uint64_t number = job.first; number < job.first + job.deals; ++number) {
        const double start = now();
        position.deal(numbered_deal<rules>(number));
        solver.start(position, {.memory = job.memory});
        const Verdict verdict = solver.run(4096, [&] { return now() - start > job.seconds; });
        times.push_back(now() - start);
        nodes += solver.progress().nodes;
        most_nodes = std::max(most_nodes, solver.progress().nodes);
        won += verdict == Verdict::winnable;
        lost += verdict == Verdict::unwinnable;
        open += verdict == Verdict::unknown;
        defects += solver.defective();
        const bool many_lost = rules.has_choice();  // they are nothing special there
        if (verdict == Verdict::unknown || (verdict == Verdict::unwinnable && !many_lost)) {
            const std::string_view text = to_text(verdict);
            std::printf("%llu %.*s %.1f s\n", static_cast<unsigned long long>(number),
                        static_cast<int>(text.size()), text.data(), times.back());
            std::fflush(stdout);
        }
    }
    std::printf("%.*s %llu+%llu: %llu won, %llu lost, %llu open, %llu defective\n",
                static_cast<int>(rules.id.size()), rules.id.data(),
                static_cast<unsigned long long>(job.first), static_cast<unsigned long long>(job.deals),
                static_cast<unsigned long long>(won), static_cast<unsigned long long>(lost),
                static_cast<unsigned long long>(open), static_cast<unsigned long long>(defects));
    std::printf("nodes: mean %.1f most %llu\n", static_cast<double>(nodes) / static_cast<double>(job.deals),
                static_cast<unsigned long long>(most_nodes));
    print_times(times);
}

}  // namespace

int main(int count, char** words) {
    if (count < 4) return 2;
    const Job job{std::strtoull(words[2], nullptr, 10), std::strtoull(words[3], nullptr, 10),
                  count > 4 ? std::atof(words[4]) : 10,
                  static_cast<std::size_t>(count > 5 ? std::atoll(words[5]) : 1024) << 20};
    const std::string_view game = words[1];
    games::for_each_game([&]<const Rules & rules>() {
        if (rules.id == game) measure<rules>(job);
    });
}
