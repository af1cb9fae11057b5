// Finds the weights of the score in solver/gloucestershire/score.hpp by hill climbing: random changes are
// kept if they win more deals in one pass of a fixed width. Prints every improved set.
//
//     g++ -std=c++20 -O3 -march=x86-64-v2 -I. bench/tune/gloucestershire.cpp engine/*.cpp
//         -o build/tune_gloucestershire
//     build/tune_gloucestershire <first deal> <deals> <width> <seconds> <seed> ["initial weights"]

#include "games/gloucestershire.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "engine/deal.hpp"
#include "solver/gloucestershire/search.hpp"

namespace quincunx::solver {
namespace {

struct Job {
    std::uint64_t first = 0;
    int deals = 0;
    std::uint32_t width = 0;
    double seconds = 0;
    unsigned seed = 0;
    const char* start = nullptr;
};

template <const Rules& rules, class Search>
class Tuner {
  public:
    using Plan = typename Search::Plan;

    explicit Tuner(const Job& job) : job_(job), random_(job.seed) {
        plan_.width = job.width;
        for (int i = 0; i < job.deals; ++i)
            positions_.emplace_back().deal(numbered_deal<rules>(job.first + static_cast<std::uint64_t>(i)));
        if (job.start == nullptr) return;
        char* rest = const_cast<char*>(job.start);
        for (float* weight : weights(plan_)) *weight = std::strtof(rest, &rest);
    }

    void run() {
        const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(job_.seconds);
        const std::size_t part = positions_.size() / 4;
        double best_part = value(plan_, 0, part);
        double best = best_part + value(plan_, part, positions_.size());
        print(best);
        int tries = 0;
        for (; std::chrono::steady_clock::now() < until; ++tries) {
            Plan next = plan_;
            change(next);
            const double first = value(next, 0, part);
            if (first < best_part - 2.5) continue;
            const double all = first + value(next, part, positions_.size());
            if (all < best) continue;
            const bool better = all > best;
            plan_ = next;
            best = all;
            best_part = first;
            if (better) print(best);
        }
        std::printf("%d tries\n", tries);
    }

  private:
    static std::vector<float*> weights(Plan& plan) {
        std::vector<float*> all;
        for (float& weight : plan.weights) all.push_back(&weight);
        return all;
    }
    void change(Plan& plan) {
        const std::vector<float*> all = weights(plan);
        for (unsigned count = 1 + random_() % 4; count > 0; --count) {
            float& weight = *all[random_() % all.size()];
            weight += normal_(random_) * (0.5F * std::fabs(weight) + 0.05F);
        }
    }
    /// The number of deals won, and a little for each card on a foundation in the others.
    double value(const Plan& plan, std::size_t from, std::size_t to) {
        search_.set_plan(plan);
        double sum = 0;
        for (std::size_t i = from; i < to; ++i) {
            search_.start(positions_[i], {});
            while (search_.width() == plan.width && !search_.step(1)) {
            }
            sum += search_.verdict() == Verdict::winnable ? 1 : 0.001 * search_.progress().best_home;
        }
        return sum;
    }
    void print(double value) {
        std::printf("%.3f:", value);
        for (const float* weight : weights(plan_)) std::printf(" %.3f", static_cast<double>(*weight));
        std::printf("\n");
        std::fflush(stdout);
    }

    Job job_;
    Plan plan_;
    Search search_;
    std::vector<Position<rules>> positions_;
    std::mt19937 random_;
    std::normal_distribution<float> normal_;
};

}  // namespace
}  // namespace quincunx::solver

int main(int count, char** words) {
    using namespace quincunx;
    if (count < 6) return 2;
    const solver::Job job{std::strtoull(words[1], nullptr, 10),
                          std::atoi(words[2]),
                          static_cast<std::uint32_t>(std::atoi(words[3])),
                          std::atof(words[4]),
                          static_cast<unsigned>(std::atoi(words[5])),
                          count > 6 ? words[6] : nullptr};
    solver::Tuner<games::gloucestershire, solver::gloucestershire::Search<games::gloucestershire>>(job).run();
}
