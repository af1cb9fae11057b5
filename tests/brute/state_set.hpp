#pragma once

// A set of keys that is exact: it holds all bytes of every key and compares them.

#include <cstdint>
#include <vector>

#include "tests/brute/board.hpp"

namespace brute {

class StateSet {
  public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// Forgets every key. Memory is kept, unless there is much of it.
    void clear();

    struct Found {
        std::uint32_t id;
        bool is_new;
    };
    /// The number of this key, counted from 0 in the order in which keys first came.
    Found insert(const Byte* key, int size);

    std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
    /// Valid until the next insertion.
    const Byte* key(std::uint32_t id) const { return bytes_.data() + states_[id].offset; }
    int key_size(std::uint32_t id) const {
        const std::size_t end = id + 1 == size() ? used_ : states_[id + 1].offset;
        return static_cast<int>(end - states_[id].offset);
    }
    /// From where the search came to this state; none before it has.
    std::uint32_t& parent(std::uint32_t id) { return states_[id].parent; }

  private:
    struct State {
        std::size_t offset;
        std::uint32_t hash;
        std::uint32_t parent;
    };
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = 0;  ///< first_ and the id; less than first_ if the slot is free
    };

    void resize_slots(std::size_t size);

    std::vector<State> states_;
    std::vector<Byte> bytes_;
    std::size_t used_ = 0;
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    // Slots are not wiped between searches: what an earlier search left in them has smaller numbers.
    std::uint32_t first_ = 1;
};

}  // namespace brute
