#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/common/layers.hpp"

namespace quincunx::solver {

/// How a beam search goes through its layers. In the current layer it picks the best states, which are
/// expanded one by one. Of the states that they lead to within the same layer it picks again, fewer in each
/// round, and then it moves on to the next layer.
template <class State, class Block>
class Beam {
  public:
    using Layers = solver::Layers<State, Block>;
    using Layer = typename Layers::Layer;
    using Candidate = typename Layers::Candidate;
    /// The width of a beam that leaves nothing out.
    static constexpr std::uint32_t unlimited = ~std::uint32_t{0};

    /// A width times a factor; `unlimited` if that is too large.
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
    /// Picks the best of the layer's states that have not been expanded: `most` in the first round; in each
    /// later round, from the states added since, `closure` times as many as in the round before. False if
    /// there are none.
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
    /// Whether any of the picked states are still to be expanded.
    bool has_next() const { return next_ < picked_.size(); }
    /// The next of them. It stays in place until something is inserted.
    const Candidate& next() { return layers.states(layer_)[picked_[next_++]]; }
    /// Leaves what has not been expanded for another pass.
    void put_back() {
        if (layers.in_use(layer_)) layers.reopen(layers[layer_], std::span(picked_).subspan(next_));
    }

    /// Ends the rounds in the current layer and frees its memory. With `kept`, a later pass wants the layer,
    /// and the memory is freed only if nothing has been left out so far.
    void leave_layer(bool kept) {
        round_ = 0;
        if (!layers.in_use(layer_)) return;
        cut_ = cut_ || !layers[layer_].open.empty();
        if (!kept || !cut_) layers.give_back(layer_);
    }
    void go_to(std::size_t layer) { layer_ = layer; }
    std::size_t layer() const { return layer_; }

    /// Whether states in earlier layers were left unexpanded in this pass.
    bool cut() const { return cut_; }
    void set_cut(bool cut) { cut_ = cut; }

    /// Says how many bytes of the memory are used for other things.
    void use_elsewhere(std::size_t bytes) { elsewhere_ = bytes; }
    /// Adds a state with its hash.
    void insert(Layer& layer, const State& state, std::uint32_t key, std::uint32_t parent,
                const Block& block) {
        if (!layers.insert_hashed(layer, state, key, parent, block, elsewhere_)) lose_states();
    }
    /// Whether states are missing for lack of memory: a missing state may be the one that wins.
    bool out_of_memory() const { return out_of_memory_; }
    void lose_states() { out_of_memory_ = true; }
    void forget_lost_states() { out_of_memory_ = false; }

    Layers layers;

  private:
    std::size_t layer_ = 0;
    std::size_t round_ = 0;    ///< picks made in the layer on this visit
    std::uint32_t quota_ = 0;  ///< for the next pick
    std::vector<std::uint32_t> picked_;
    std::size_t next_ = 0;  ///< index into `picked_`
    bool cut_ = false;
    bool out_of_memory_ = false;
    std::size_t elsewhere_ = 0;
};

}  // namespace quincunx::solver
