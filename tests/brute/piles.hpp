#pragma once

// Piles as numbers: a pile is a card on another pile, and every pile that was ever met has one number. Exact,
// as a number stands for a sequence of cards and no other.

#include <cstdint>
#include <vector>

#include "tests/brute/board.hpp"

namespace brute {

class Piles {
  public:
    using Id = std::uint32_t;
    static constexpr Id empty = 0;

    Piles() { clear(); }

    /// Forgets every pile but the empty one.
    void clear();

    /// This pile with a card on top.
    Id push(Id pile, Byte card) {
        std::size_t place = place_of(pile, card);
        for (; slots_[place] >= first_; place = (place + 1) & mask_) {
            const Id id = slots_[place] - first_;
            if (nodes_[id].rest == pile && nodes_[id].card == card) return id;
        }
        return add(pile, card, place);
    }
    /// This pile without its top card.
    Id rest(Id pile) const { return nodes_[pile].rest; }
    /// 0 if it is empty.
    Byte top(Id pile) const { return nodes_[pile].card; }
    int size(Id pile) const { return nodes_[pile].size; }

  private:
    struct Node {
        Id rest;
        Byte card;
        Byte size;
    };

    std::size_t place_of(Id pile, Byte card) const {
        return ((std::uint64_t{pile} * 128 + card) * 0x9e3779b97f4a7c15 >> 32) & mask_;
    }
    Id add(Id pile, Byte card, std::size_t place);
    void fill_slots();

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> slots_;  // first_ and the number of the pile; free if it is less
    std::size_t mask_ = 0;
    std::uint32_t first_ = 1;  // grows, so that what was there before counts as free and need not be wiped
};

}  // namespace brute
