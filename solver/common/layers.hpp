#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace quincunx::solver {

/// The memory of a beam search: states in layers of irreversible progress, each state once in its layer, and
/// for every expanded state enough to walk back. A layer is identified by its number; it has storage, lent
/// from a pool, only while there are states in it. A `Block` is what leads from one state to the next.
///
/// `State` is compared and hashed by its bytes, none of which is padding.
/// `State` is compared and hashed by its bytes, of which none is padding.
template <class State, class Block>
class Layers {
  public:
    /// The parent of the first state.
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Candidate {
        State state;
        std::uint32_t parent;  ///< number of a kept state
        Block block;
    };
    struct Layer {
        std::vector<Candidate> states;
        std::vector<std::uint64_t> slots;  ///< open addressing; 0: free, otherwise the hash and number + 1
        std::vector<float> scores;         ///< of the states for which `choose` has asked; otherwise NaN
        std::vector<std::uint32_t> open;   ///< states that `choose` did not take
        std::size_t offered = 0;           ///< states among which `choose` has chosen
        std::size_t bytes() const {
            return states.capacity() * sizeof(Candidate) + slots.capacity() * sizeof(std::uint64_t) +
                   scores.capacity() * sizeof(float) + open.capacity() * sizeof(std::uint32_t);
        }
    };

    /// Sets the number of layers and the memory limit in bytes, before `clear`.
    void set_limits(std::size_t count, std::size_t memory) {
        at_.resize(count, none);
        memory_ = memory;
    }
    /// Empties all layers and forgets the expanded states.
    void clear() {
        for (std::size_t number = 0; number < at_.size(); ++number)
            if (in_use(number)) give_back(number);
        kept_.clear();
    }
    /// Frees the memory of all layers, which must be empty.
    void release() {
        pool_.clear();
        unused_.clear();
        bytes_ = 0;
    }

    std::size_t count() const { return at_.size(); }
    /// How many bytes of memory are left besides what is used here.
    std::size_t free_bytes() const { return used_bytes() < memory_ ? memory_ - used_bytes() : 0; }
    bool in_use(std::size_t number) const { return number < at_.size() && at_[number] != none; }
    /// The states of a layer that is in use, in the order in which they were added.
    const std::vector<Candidate>& states(std::size_t number) const { return pool_[at_[number]].states; }
    Layer& operator[](std::size_t number) {
        std::uint32_t& place = at_[number];
        if (place == none) {
            if (unused_.empty()) {
                unused_.push_back(static_cast<std::uint32_t>(pool_.size()));
                pool_.emplace_back();
            }
            place = unused_.back();
            unused_.pop_back();
        }
        return pool_[place];
    }
    /// Ends the use of a layer.
    void give_back(std::size_t number) {
        empty(pool_[at_[number]]);
        unused_.push_back(at_[number]);
        at_[number] = none;
    }

    /// Adds a state, unless it is already there, to one of these layers or to one that the caller keeps
    /// alongside them. False if the memory, of which `elsewhere` bytes are used for other things, is not
    /// enough.
    bool insert(Layer& layer, const State& state, std::uint32_t parent, const Block& block,
                std::size_t elsewhere = 0) {
        return insert_hashed(layer, state, hash(state), parent, block, elsewhere);
    }
    /// The same with the state's `hash`, for which `prepare` may have been called.
    bool insert_hashed(Layer& layer, const State& state, std::uint32_t key, std::uint32_t parent,
                       const Block& block, std::size_t elsewhere = 0) {
        if ((layer.states.size() + 1) * 2 > layer.slots.size()) {
            if (used_bytes() + elsewhere + 3 * layer.bytes() > memory_) return false;
            grow(layer);
        }
        const std::size_t mask = layer.slots.size() - 1;
        std::size_t slot = key & mask;
        for (; layer.slots[slot] != 0; slot = (slot + 1) & mask) {
            const std::uint64_t entry = layer.slots[slot];
            if (entry >> 32 == key && layer.states[static_cast<std::uint32_t>(entry) - 1].state == state)
                return true;
        }
        layer.states.push_back({state, parent, block});
        layer.slots[slot] = std::uint64_t{key} << 32 | static_cast<std::uint32_t>(layer.states.size());
        return true;
    }
    /// Makes the processor fetch the place where a state will be looked up, while other work is done.
    static void prepare(const Layer& layer, std::uint32_t key) {
        if (!layer.slots.empty()) __builtin_prefetch(&layer.slots[key & (layer.slots.size() - 1)]);
    }
    static std::uint32_t hash(const State& state) {
        const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(state);
        std::uint64_t h = 0x1234567;
        for (const std::uint64_t word : words) {
            h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
            h ^= h >> 29;
        }
        return static_cast<std::uint32_t>(h * 0xd6e8feb86659fd93ULL >> 32);
    }
    /// Removes the states of a layer; a large one frees its memory.
    void empty(Layer& layer) {
        if (layer.bytes() > (std::size_t{1} << 16)) {
            bytes_ -= layer.bytes();
            layer = Layer{};
        } else {
            layer.states.clear();
            layer.scores.clear();
            layer.open.clear();
            layer.offered = 0;
            std::fill(layer.slots.begin(), layer.slots.end(), 0);
        }
    }

    /// Records how a state that is now expanded was reached; the number returned is the parent of its
    /// successors.
    std::uint32_t keep(const Candidate& candidate) {
        kept_.push_back({candidate.parent, candidate.block});
        return static_cast<std::uint32_t>(kept_.size() - 1);
    }
    /// The blocks that lead from the first state to a kept one; empty for the first state itself (`none`).
    std::vector<Block> way_to(std::uint32_t kept) const {
        std::vector<Block> blocks;
        for (; kept != none && kept_[kept].parent != none; kept = kept_[kept].parent)
            blocks.push_back(kept_[kept].block);
        std::reverse(blocks.begin(), blocks.end());
        return blocks;
    }

    /// Chooses the states with the highest scores (the earlier ones in case of a tie) from those added since
    /// the last choice and, unless `only_new`, those never taken; returns them in the order in which they
    /// were added. What is not taken stays `open`.
    template <class Score>
    void choose(Layer& layer, std::vector<std::uint32_t>& choice, std::uint32_t most, bool only_new,
                const Score& score) {
        const std::size_t before = layer.bytes();
        choice.clear();
        if (!only_new) choice.swap(layer.open);
        for (; layer.offered < layer.states.size(); ++layer.offered)
            choice.push_back(static_cast<std::uint32_t>(layer.offered));
        if (choice.size() > most) {
            layer.scores.resize(layer.states.size(), std::numeric_limits<float>::quiet_NaN());
            scored_.clear();
            for (const std::uint32_t i : choice) {
                float& value = layer.scores[i];
                if (std::isnan(value)) value = score(layer.states[i].state);
                scored_.emplace_back(value, i);
            }
            keep_best_scored(choice, most);
            for (std::size_t i = most; i < scored_.size(); ++i) layer.open.push_back(scored_[i].second);
        } else {
            std::sort(choice.begin(), choice.end());
        }
        bytes_ += layer.bytes() - before;
    }
    /// Puts back some of what `choose` took.
    void reopen(Layer& layer, std::span<const std::uint32_t> choice) {
        const std::size_t before = layer.bytes();
        layer.open.insert(layer.open.end(), choice.begin(), choice.end());
        bytes_ += layer.bytes() - before;
    }

  private:
    std::size_t used_bytes() const { return bytes_ + kept_.size() * sizeof(Kept); }
    /// Reduces `choice` to the best of `scored_`, which are then at its front.
    void keep_best_scored(std::vector<std::uint32_t>& choice, std::uint32_t most) {
        const auto better = [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        };
        std::nth_element(scored_.begin(), scored_.begin() + static_cast<std::ptrdiff_t>(most), scored_.end(),
                         better);
        choice.resize(most);
        for (std::size_t i = 0; i < choice.size(); ++i) choice[i] = scored_[i].second;
        std::sort(choice.begin(), choice.end());
    }

    /// A state that was expanded: enough to walk back.
    struct Kept {
        std::uint32_t parent;
        Block block;
    };

    void grow(Layer& layer) {
        const std::size_t before = layer.bytes();
        const std::size_t more = layer.slots.size() < 65536 ? 4 : 2;
        const std::vector<std::uint64_t> entries = std::move(layer.slots);
        layer.slots.assign(std::max<std::size_t>(64, entries.size() * more), 0);
        const std::size_t mask = layer.slots.size() - 1;
        layer.states.reserve(layer.slots.size() / 2);
        for (const std::uint64_t entry : entries) {
            if (entry == 0) continue;
            std::size_t slot = entry >> 32 & mask;
            while (layer.slots[slot] != 0) slot = (slot + 1) & mask;
            layer.slots[slot] = entry;
        }
        bytes_ += layer.bytes() - before;
    }

    std::vector<Layer> pool_;
    std::vector<std::uint32_t> unused_;  ///< places of the pool
    std::vector<std::uint32_t> at_;      ///< for each layer's number, its place in the pool
    std::vector<Kept> kept_;
    std::vector<std::pair<float, std::uint32_t>> scored_;
    std::size_t bytes_ = 0;
    std::size_t memory_ = 0;
};

}  // namespace quincunx::solver
