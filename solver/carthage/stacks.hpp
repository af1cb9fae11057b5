#pragma once

#include <array>
#include <cstdint>

#include "solver/common/face.hpp"
#include "solver/common/pile_tree.hpp"

namespace quincunx::solver::carthage {

/// Number of a reserve's contents in `Stacks`; 0: empty.
using Stack = std::uint16_t;

struct StackNode {
    Face card;
    std::uint8_t size;
    Stack below;
    std::uint32_t last_four;  ///< faces of the top four, one byte each, the top card in the lowest byte
    std::uint64_t cards;      ///< as a set of faces
    std::uint64_t near;       ///< the top four

    static constexpr std::uint8_t absent = 255;
    /// A card's cover is the number of cards on it.
    template <class Cover>
    static StackNode lay(Stack stack, const StackNode& under, Face card, Cover& cover) {
        for (std::uint8_t& cards : cover)
            if (cards != absent) ++cards;
        cover[card] = 0;
        const std::uint32_t last_four = under.last_four << 8 | card;
        std::uint64_t near = 0;
        for (std::uint32_t left = last_four; left != 0; left >>= 8) near |= bit(left & 63U);
        return {card, static_cast<std::uint8_t>(under.size + 1), stack, last_four, under.cards | bit(card),
                near};
    }
};

/// The contents of reserves.
class Stacks : public PileTree<Stack, StackNode> {
  public:
    int size(Stack stack) const { return (*this)[stack].size; }
    /// Number of cards on the uppermost copy of each card, or `absent`.
    const Cover& depth(Stack stack) const { return cover(stack); }
    static constexpr std::uint8_t absent = StackNode::absent;
};

}  // namespace quincunx::solver::carthage
