#pragma once

// Piles as numbers: a pile is a card on another pile, and every pile ever seen has one number. This is exact,
// since a number stands for one sequence of cards and no other.

#include <cstdint>
#include <vector>

#include "tests/brute/board.hpp"

namespace brute {

class Piles {
  public:
    using Id = std::uint32_t;
    static constexpr Id empty = 0;

    Piles() { clear(); }

    /// Forgets every pile except the empty one.
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
    std::vector<std::uint32_t> slots_;  // first_ plus the number of the pile; free if less than first_
    std::size_t mask_ = 0;
    std::uint32_t first_ = 1;  // grows, so that old entries count as free and need not be wiped
};

}  // namespace brute
