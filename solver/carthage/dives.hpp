#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "solver/carthage/blocks.hpp"
#include "solver/carthage/state.hpp"
#include "solver/common/layers.hpp"

namespace quincunx::solver::carthage {

/// How many states dives expand. Affects the search, not its verdicts.
struct DivePlan {
    int dives = 4;
    std::uint32_t growth = 4;         ///< factor from dive to dive, of all that follow
    std::uint32_t states = 20;        ///< expanded before each deal
    std::uint32_t last_states = 100;  ///< expanded after the last one
    std::uint32_t dealt = 16;         ///< states with which each phase begins, the best of those just dealt
    float progress = 1;  ///< what one more card on a foundation or out of its reserve counts in the score
};

/// Searches for a win that come before the beams. Between two deals they always expand the best state, whatever its
/// progress, so they do not spend states on layers that the best ones skip. Each begins at the first state.
template <const Rules& rules>
class Dives {
  public:
    using State = carthage::State<rules>;
    using Layers = solver::Layers<State, Block>;
    using Candidate = typename Layers::Candidate;

    void start(const DivePlan& plan, const State& root, int stock, std::size_t memory) {
        end();
        plan_ = plan;
        root_ = root;
        stock_ = stock;
        nodes_ = 0;
        factor_ = 1;
        left_ = plan_.dives;
        layers_.set_limits(at(rules.card_count() + 1), memory);
        if (running()) begin();
    }
    void end() {
        left_ = 0;
        layers_.clear();
        layers_.release();
    }
    bool running() const { return left_ > 0; }
    std::uint64_t nodes() const { return nodes_; }
    bool out_of_memory() const { return out_of_memory_; }

    bool has_next() const { return quota_ > 0 && !waiting_.empty(); }
    /// The next state to be expanded.
    Candidate next() {
        std::pop_heap(waiting_.begin(), waiting_.end());
        const std::uint32_t number = waiting_.back().second;
        waiting_.pop_back();
        --quota_;
        ++nodes_;
        return layers_.states(at(dealt_))[number];
    }
    /// Goes to the next deal or begins the next dive; false if there is none. `score` gives the scores of states,
    /// `progress_of` their progress.
    template <class Score, class ProgressOf>
    bool go_on(const Score& score, const ProgressOf& progress_of) {
        while (dealt_ < stock_)
            if (layers_.in_use(at(++dealt_))) {
                begin_phase(score, progress_of);
                return true;
            }
        factor_ *= plan_.growth;
        if (--left_ > 0) begin();
        return left_ > 0;
    }
    /// Adds a state that was reached from a kept one.
    template <class Score>
    void insert(const State& state, int progress, std::uint32_t parent, const Block& block,
                const Score& score) {
        typename Layers::Layer& layer = layers_[at(state.dealt)];
        const std::size_t before = layer.states.size();
        if (!layers_.insert(layer, state, parent, block)) out_of_memory_ = true;
        if (layer.states.size() > before && state.dealt == dealt_) wait(before, score(state), progress);
    }
    std::uint32_t keep(const Candidate& candidate) { return layers_.keep(candidate); }
    std::vector<Block> way_to(std::uint32_t kept) const { return layers_.way_to(kept); }

  private:
    void begin() {
        layers_.clear();
        out_of_memory_ = !layers_.insert(layers_[at(root_.dealt)], root_, Layers::none, Block{});
        dealt_ = root_.dealt - 1;
        quota_ = 0;
        waiting_.clear();
    }
    template <class Score, class ProgressOf>
    void begin_phase(const Score& score, const ProgressOf& progress_of) {
        waiting_.clear();
        quota_ = factor_ * (dealt_ == stock_ ? plan_.last_states : plan_.states);
        layers_.choose(layers_[at(dealt_)], best_, factor_ * plan_.dealt, false, score);
        for (const std::uint32_t number : best_) {
            const State& state = layers_.states(at(dealt_))[number].state;
            wait(number, score(state), progress_of(state));
        }
    }
    void wait(std::size_t number, float score, int progress) {
        waiting_.emplace_back(score + plan_.progress * static_cast<float>(progress),
                              static_cast<std::uint32_t>(number));
        std::push_heap(waiting_.begin(), waiting_.end());
    }

    DivePlan plan_;
    State root_{};
    int stock_ = 0;
    Layers layers_;  ///< by the number of cards dealt
    std::uint64_t nodes_ = 0;
    int left_ = 0;                                          ///< dives, including the current one
    std::uint32_t factor_ = 1;                              ///< of the current dive
    int dealt_ = 0;                                         ///< cards dealt in the current phase
    std::uint32_t quota_ = 0;                               ///< states that may still be expanded in it
    std::vector<std::pair<float, std::uint32_t>> waiting_;  ///< a heap of its other states
    std::vector<std::uint32_t> best_;
    bool out_of_memory_ = false;
};

}  // namespace quincunx::solver::carthage
