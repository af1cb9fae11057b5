#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/common/layers.hpp"

namespace quincunx::solver {

/// How a beam search goes through its layers. In the layer at hand it picks the best states, which are
/// expanded one by one; of those that they lead to in the same layer it picks again, fewer in each round, and
/// then it goes on to the next layer.
template <class State, class Block>
class Beam {
  public:
    using Layers = solver::Layers<State, Block>;
    using Layer = typename Layers::Layer;
    using Candidate = typename Layers::Candidate;
    /// The width of a beam that leaves nothing out.
    static constexpr std::uint32_t unlimited = ~std::uint32_t{0};

    /// A width times a factor; what is too large is `unlimited`.
    static std::uint32_t times(std::uint32_t width, float factor) {
        const double product = static_cast<double>(width) * static_cast<double>(factor);
        return width == unlimited || product >= 4e9 ? unlimited : static_cast<std::uint32_t>(product);
    }

    /// Begins a pass at a layer.
    void begin_pass(std::size_t layer) {
        cut_ = false;
        round_ = 0;
        picked_.clear();
        next_ = 0;
        layer_ = layer;
    }
    /// Picks the best of the layer's states that were not expanded: `most` in the first round, in each later
    /// one, of states that came meanwhile, `closure` times as many as in the one before. False if there is
    /// none.
    template <class Score>
    bool pick(std::uint32_t most, float closure, const Score& score) {
        picked_.clear();
        next_ = 0;
        if (!layers.in_use(layer_)) return false;
        if (round_ == 0) quota_ = most;
        layers.choose(layers[layer_], picked_, quota_, round_ > 0, score);
        ++round_;
        quota_ = times(quota_, closure);
        return !picked_.empty();
    }
    /// Whether some that were picked are still to be expanded.
    bool has_next() const { return next_ < picked_.size(); }
    /// The next of them. It stays where it is until something is inserted.
    const Candidate& next() { return layers.states(layer_)[picked_[next_++]]; }
    /// What is still to be expanded waits for another pass.
    void put_back() {
        if (layers.in_use(layer_)) layers.reopen(layers[layer_], std::span(picked_).subspan(next_));
    }

    /// Ends the rounds in the layer at hand. Its memory is given back if nothing can come to it any more:
    /// `kept` says that it is wanted in a later pass, if anything was left out until now.
    void leave_layer(bool kept) {
        round_ = 0;
        if (!layers.in_use(layer_)) return;
        cut_ = cut_ || !layers[layer_].open.empty();
        if (!kept || !cut_) layers.give_back(layer_);
    }
    void go_to(std::size_t layer) { layer_ = layer; }
    std::size_t layer() const { return layer_; }

    /// Whether states of the layers behind were not expanded in this pass.
    bool cut() const { return cut_; }
    void set_cut(bool cut) { cut_ = cut; }

    /// Of the memory so many bytes are used for other things.
    void use_elsewhere(std::size_t bytes) { elsewhere_ = bytes; }
    /// Adds a state with its hash.
    void insert(Layer& layer, const State& state, std::uint32_t key, std::uint32_t parent,
                const Block& block) {
        if (!layers.insert_hashed(layer, state, key, parent, block, elsewhere_)) lose_states();
    }
    /// Whether states are missing for lack of memory: what is missing may be what wins.
    bool out_of_memory() const { return out_of_memory_; }
    void lose_states() { out_of_memory_ = true; }
    void forget_lost_states() { out_of_memory_ = false; }

    Layers layers;

  private:
    std::size_t layer_ = 0;
    std::size_t round_ = 0;    ///< choices made in the layer on this visit
    std::uint32_t quota_ = 0;  ///< of the next choice
    std::vector<std::uint32_t> picked_;
    std::size_t next_ = 0;  ///< of `picked_`
    bool cut_ = false;
    bool out_of_memory_ = false;
    std::size_t elsewhere_ = 0;
};

}  // namespace quincunx::solver
