/// Finds the factors of the score of `carthage::Search` from deals that it wins: in every layer, the state on
/// the winning path should score higher than the others that were available. Pairs of such states are fitted
/// by logistic regression (Newton's method, one fit for each phase), then the deals are solved again with the
/// new factors.
///
///     g++ -O3 -march=x86-64-v2 -std=c++20 -I . bench/tune/carthage.cpp -o tune_carthage
///     ./tune_carthage carthage 3000001 600 64 3        # deals from …, how many, widest pass, rounds
///
/// The table of the last round is printed in the form it has in solver/carthage/weights.hpp.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "engine/deal.hpp"
#include "games/all.hpp"
#include "solver/carthage/search.hpp"

namespace quincunx::solver::carthage {

template <const Rules& rules>
class Tuner {
    using Search = carthage::Search<rules>;
    using Passes = carthage::Passes<rules>;
    using List = carthage::FeatureList;
    using State = carthage::State<rules>;
    using Features = List::Features;
    static constexpr std::size_t features = List::features;
    static constexpr int phases = List::phases;
    using Row = std::array<double, features>;

  public:
    Tuner(std::uint64_t first, int deals, std::uint32_t widest)
        : first_(first), deals_(deals), widest_(widest) {
        const typename Search::Plan plan;
        table_.assign(plan.weights, plan.weights + List::factors);
    }

    void round() {
        typename Search::Plan plan;
        plan.attempts.clear();
        plan.keep_layers = false;  // every pass offers all its states again
        plan.width = 8;
        plan.growth = 4;
        plan.deals = 1.5F;
        plan.weights = table_.data();
        search_.set_plan(plan);
        std::map<std::uint32_t, int> won;
        for (int i = 0; i < deals_; ++i)
            if (collect(first_ + static_cast<std::uint64_t>(i))) ++won[search_.width()];
        for (const auto& [width, count] : won) std::fprintf(stderr, "width %u: %d  ", width, count);
        for (int phase = 0; phase < phases; ++phase) {
            std::fprintf(stderr, "%zu ", pairs_[static_cast<std::size_t>(phase)].size());
            fit(phase);
        }
        std::fprintf(stderr, "\n");
    }

    void print() const {
        std::printf("inline constexpr std::array<float, %d> weights{\n", List::factors);
        for (std::size_t i = 0; i < table_.size(); ++i)
            std::printf("%.4fF,%s", static_cast<double>(table_[i]), i % 11 == 10 ? "\n" : " ");
        std::printf("};\n");
    }

  private:
    /// Solves a deal; if it is won, notes the pairs.
    bool collect(std::uint64_t deal) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(deal));
        search_.start(position, Limits{});
        offered_.clear();
        std::uint32_t width = search_.width();
        while (!search_.outcome_.finished) {
            if (search_.width() != width) offered_.clear();
            width = search_.width();
            if (width > widest_) return false;
            if (!search_.passes_.has_next()) look();
            search_.advance();
        }
        if (search_.verdict() != Verdict::winnable) return false;
        note();
        return true;
    }

    /// Notes some of the states that are about to be offered: the best ones and some random ones.
    void look() {
        const std::size_t layer = search_.passes_.beam().layer();
        auto& layers = search_.passes_.beam().layers;
        const auto& dealt_to = search_.passes_.dealt_to_;
        const bool used = layers.in_use(layer);
        if (used) sample(layer, layers.states(layer), layers[layer].offered);
        const std::size_t dealt = layer / State::progress_count + 1;
        for (std::size_t d = dealt; d < dealt_to.size(); ++d) {
            if (dealt_to[d].states.empty()) continue;
            for (std::size_t i = layer + 1; i < dealt * State::progress_count; ++i)
                if (layers.in_use(i)) return;
            if (!used || layers[layer].offered == layers.states(layer).size())
                sample(layers.count() + d, dealt_to[d].states, 0);
            return;
        }
    }
    void sample(std::size_t where, const std::vector<typename Passes::Candidate>& from, std::size_t begin) {
        std::vector<std::size_t> order;
        std::vector<float> score(from.size());
        for (std::size_t i = begin; i < from.size(); ++i) {
            order.push_back(i);
            score[i] = search_.score_.of(search_.table_, from[i].state);
        }
        std::vector<State>& to = offered_[where];
        constexpr std::size_t best = 5;
        if (order.size() > best)
            std::nth_element(order.begin(), order.begin() + best, order.end(),
                             [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
        for (std::size_t i = 0; i < std::min(order.size(), best); ++i) to.push_back(from[order[i]].state);
        for (int i = 0; i < 4 && order.size() > best; ++i)
            to.push_back(from[order[best + random_() % (order.size() - best)]].state);
    }

    void note() {
        Moves<rules> moves(search_.table_);
        NormalForm<rules> normal_form(moves, search_.pruning_);
        State state = search_.unsettled_root_;
        normal_form.settle(state);
        if (search_.way_.empty()) return;
        for (const Block& block : std::span(search_.way_).first(search_.way_.size() - 1)) {
            const int dealt = state.dealt;
            const int before = normal_form.progress_of(state);
            moves.make(state, block);
            const int progress = normal_form.settle(state, dealt, before, longest_merge(block));
            if (state.dealt != dealt) note(state, search_.passes_.beam().layers.count() + state.dealt);
            note(state, Passes::layer_of(state.dealt, progress));
        }
    }
    void note(const State& state, std::size_t where) {
        const Facts<rules> facts(search_.table_);
        const Features mine = facts.of(state);
        for (const State& other : offered_[where]) {
            if (other == state) continue;
            const Features theirs = facts.of(other);
            std::array<float, features> pair;
            for (std::size_t i = 0; i < features; ++i) pair[i] = mine[i] - theirs[i];
            pairs_[static_cast<std::size_t>(Score<rules>::phase_of(search_.table_, state))].push_back(pair);
        }
    }

    void fit(int phase) {
        const auto& pairs = pairs_[static_cast<std::size_t>(phase)];
        if (pairs.size() < 1000) return;
        Row scale{};
        for (const auto& pair : pairs)
            for (std::size_t i = 0; i < features; ++i)
                scale[i] += static_cast<double>(pair[i]) * static_cast<double>(pair[i]);
        for (double& value : scale) value = std::sqrt(value / static_cast<double>(pairs.size())) + 1e-3;
        Row w{};
        for (int iteration = 0; iteration < 8; ++iteration) {
            std::vector<Row> hessian(features);
            Row gradient{};
            const double ridge = 1e-4 * static_cast<double>(pairs.size());
            for (std::size_t i = 0; i < features; ++i) {
                hessian[i].fill(0);
                hessian[i][i] = ridge;
                gradient[i] = -ridge * w[i];
            }
            for (const auto& pair : pairs) {
                Row x;
                double sum = 0;
                for (std::size_t i = 0; i < features; ++i) {
                    x[i] = static_cast<double>(pair[i]) / scale[i];
                    sum += w[i] * x[i];
                }
                const double p = 1 / (1 + std::exp(sum));
                for (std::size_t i = 0; i < features; ++i) {
                    if (x[i] == 0) continue;
                    gradient[i] += p * x[i];
                    const double part = p * (1 - p) * x[i];
                    for (std::size_t j = 0; j <= i; ++j) hessian[i][j] += part * x[j];
                }
            }
            for (std::size_t i = 0; i < features; ++i)
                for (std::size_t j = i + 1; j < features; ++j) hessian[i][j] = hessian[j][i];
            const Row change = solve(hessian, gradient);
            for (std::size_t i = 0; i < features; ++i) w[i] += change[i];
        }
        for (std::size_t i = 0; i < features; ++i)
            table_[static_cast<std::size_t>(phase) * features + i] = static_cast<float>(w[i] / scale[i]);
    }
    /// Gaussian elimination without pivoting: the matrix is positive definite.
    static Row solve(std::vector<Row> a, Row b) {
        for (std::size_t i = 0; i < features; ++i)
            for (std::size_t j = i + 1; j < features; ++j) {
                const double factor = a[j][i] / a[i][i];
                if (factor == 0) continue;
                for (std::size_t k = i; k < features; ++k) a[j][k] -= factor * a[i][k];
                b[j] -= factor * b[i];
            }
        for (std::size_t i = features; i-- > 0;) {
            for (std::size_t j = i + 1; j < features; ++j) b[i] -= a[i][j] * b[j];
            b[i] /= a[i][i];
        }
        return b;
    }

    std::uint64_t first_;
    int deals_;
    std::uint32_t widest_;
    Search search_;
    std::vector<float> table_;
    std::map<std::size_t, std::vector<State>> offered_;
    std::array<std::vector<std::array<float, features>>, static_cast<std::size_t>(phases)> pairs_;
    std::mt19937 random_{1};
};

template <const Rules& rules>
void tune(char** words) {
    Tuner<rules> tuner(std::strtoull(words[2], nullptr, 10), std::atoi(words[3]),
                       static_cast<std::uint32_t>(std::atoi(words[4])));
    for (int rounds = std::atoi(words[5]); rounds > 0; --rounds) tuner.round();
    tuner.print();
}

}  // namespace quincunx::solver::carthage

int main(int count, char** words) {
    using namespace quincunx;
    if (count != 6) return 2;
    const std::string_view game = words[1];
    if (game == "carthage") solver::carthage::tune<games::carthage>(words);
    if (game == "carthage-strict") solver::carthage::tune<games::carthage_strict>(words);
}
