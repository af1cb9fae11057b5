// Finds the weights of solver/gargantua/score.hpp: a hill climb that changes a few weights at a time and
// keeps what wins more deals with a narrow beam. Equal arguments give equal results.
//
//     g++ -std=c++20 -O2 -I. bench/tune/gargantua.cpp -o tune
//     ./tune <first deal> <deals> <width> <trials> <seed>
#include "games/gargantua.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "engine/deal.hpp"
#include "solver/gargantua/beam.hpp"
#include "solver/gargantua/bridge.hpp"

using namespace quincunx;
using namespace quincunx::solver::gargantua;

namespace {

constexpr const Rules& rules = games::gargantua;

struct Deal {
    Game<games::gargantua> game;
    quincunx::solver::gargantua::Start start;
};

/// The number of deals won; each of the others adds up to half a deal, depending on how far it got.
double worth(const std::vector<Deal>& deals, const Weights& weights, std::size_t width, int& won) {
    static Beam<games::gargantua> beam;
    double sum = 0;
    won = 0;
    for (const Deal& deal : deals) {
        Beam<games::gargantua>::Options options;
        options.width = width;
        options.weights = weights;
        beam.start(deal.game, deal.start.state, 0, 1, options);
        while (beam.step(1000000) == decltype(beam)::End::running) {
        }
        if (beam.step(1) == decltype(beam)::End::won) {
            ++won;
            sum += 1;
        } else {
            sum += 0.3 * beam.best_home() / rules.card_count();
        }
    }
    return sum;
}

void print(const Weights& weights, double value, int won) {
    std::printf("%.2f won %d {{", value, won);
    for (const PassWeights& pass : weights) {
        std::printf("{");
        for (const int weight : pass) std::printf("%d, ", weight);
        std::printf("},\n");
    }
    std::printf("}}\n");
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 6) return 2;
    const auto first = std::strtoull(arguments[1], nullptr, 10);
    std::vector<Deal> deals(std::strtoull(arguments[2], nullptr, 10));
    const std::size_t width = std::strtoull(arguments[3], nullptr, 10);
    const int trials = std::atoi(arguments[4]);
    std::mt19937_64 random(std::strtoull(arguments[5], nullptr, 10));
    for (std::size_t i = 0; i < deals.size(); ++i) {
        Position<games::gargantua> position;
        const auto cards = numbered_deal<games::gargantua>(first + i);
        position.deal(cards);
        deals[i].start = *compact(position, deals[i].game);
    }
    Weights best = tuned_weights;
    int won = 0;
    double value = worth(deals, best, width, won);
    print(best, value, won);
    std::normal_distribution<double> normal;
    double scale = 0.3;
    for (int trial = 0; trial < trials; ++trial) {
        Weights next = best;
        const auto changes = 1 + random() % 3;
        for (std::size_t i = 0; i < changes; ++i) {
            PassWeights& pass = next[random() % next.size()];
            int& weight = pass[random() % pass.size()];
            weight += static_cast<int>(std::lround(normal(random) * scale * (std::abs(weight) + 60)));
        }
        const double reached = worth(deals, next, width, won);
        scale = reached > value ? std::min(0.8, scale * 1.3) : std::max(0.1, scale * 0.98);
        if (reached <= value) continue;
        best = next;
        value = reached;
        print(best, value, won);
    }
}
