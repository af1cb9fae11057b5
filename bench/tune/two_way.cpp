// Finds the weights of the playouts in solver/two_way/playout.hpp by hill climbing on the number of deals
// that one playout wins.
//
//   g++ -std=c++20 -O3 -march=x86-64-v2 -I. bench/tune/two_way.cpp -o build/tune_two_way
//   build/tune_two_way <game> <first deal> <deals> <tries> [initial weights]
//
// Prints the weights whenever they win more deals, in the order of `Weights`, without the last one (jitter).

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "engine/deal.hpp"
#include "games/all.hpp"
#include "solver/two_way/playout.hpp"

namespace {

using namespace quincunx;
using solver::two_way::Jitter;
using solver::two_way::Weights;

constexpr int weight_count = 13;

std::array<int*, weight_count> weights_of(Weights& weights) {
    return {&weights.slot_early, &weights.slot_late,   &weights.fit,        &weights.block,
            &weights.block_each, &weights.leave_early, &weights.need_early, &weights.leave_late,
            &weights.inversion,  &weights.order,       &weights.space,      &weights.farther,
            &weights.per_stock};
}

template <const Rules& rules>
class Tuner {
  public:
    Tuner(unsigned long long first, int deals) {
        for (int i = 0; i < deals; ++i) {
            Position<rules> position;
            position.deal(numbered_deal<rules>(first + static_cast<unsigned>(i)));
            states_.emplace_back().read(position);
        }
    }
    int won(const Weights& weights) {
        Jitter jitter(1);
        int count = 0;
        for (const auto& state : states_) count += playout_.run(state, weights, jitter);
        return count;
    }
    void climb(Weights best, int tries) {
        int most = won(best);
        print(most, best);
        Jitter random(777 + states_.size());
        for (int i = 0; i < tries; ++i) {
            Weights tried = best;
            for (int changes = 1 + random.below(3); changes > 0; --changes) {
                int& weight = *weights_of(tried)[static_cast<std::size_t>(random.below(weight_count))];
                const int z = random.below(64) + random.below(64) + random.below(64) - 96;
                weight += weight * z / 80 + z * 5 / 16;
            }
            const int count = won(tried);
            if (count < most) continue;
            if (count > most) print(count, tried);
            most = count;
            best = tried;
        }
    }

  private:
    void print(int count, Weights weights) {
        std::printf("%d of %zu:", count, states_.size());
        for (const int* weight : weights_of(weights)) std::printf(" %d", *weight);
        std::printf("\n");
        std::fflush(stdout);
    }
    std::vector<solver::two_way::State<rules>> states_;
    solver::two_way::Playout<rules> playout_;
};

}  // namespace

int main(int count, char** arguments) {
    if (count < 5) return 2;
    const std::string_view game = arguments[1];
    Weights weights = solver::two_way::default_weights;
    for (int i = 5; i < count && i < 5 + weight_count; ++i)
        *weights_of(weights)[static_cast<std::size_t>(i - 5)] = std::atoi(arguments[i]);
    games::for_each_game([&]<const Rules & rules>() {
        if constexpr (solver::two_way::fits(rules)) {
            if (game == rules.id) {
                Tuner<rules>(std::strtoull(arguments[2], nullptr, 10), std::atoi(arguments[3]))
                    .climb(weights, std::atoi(arguments[4]));
            }
        }
    });
}
