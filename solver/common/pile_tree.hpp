#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "solver/common/face.hpp"

namespace quincunx::solver {

/// Contents of piles as numbers: equal contents have equal numbers, so states that hold the numbers can be
/// compared and hashed by them. A pile is a card on another pile, which makes a tree; 0 is the empty pile.
///
/// `Node` is what is known about a pile: its top `card`, the pile `below` it, and whatever else the search
/// wants. The empty pile has `Node{}`. `Node::absent` is what `Cover` holds for a card that is not in a pile.
/// `Node::lay(pile, under, card, cover)` returns the node of a card laid on a pile with the node `under`, and
/// changes `cover` from that of the pile to that of the new one.
template <std::unsigned_integral Number, class Node>
class PileTree {
  public:
    /// For each face, what lies on its uppermost copy, as counted by `Node::lay`.
    using Cover = std::array<std::uint8_t, std::size_t{face_count}>;

    /// Forgets all piles except the empty one. The memory is kept for the next ones, unless it is large.
    void clear() {
        nodes_.clear();
        cover_.clear();
        if (slots_.size() > (1U << 16)) slots_.clear();
        slots_.assign(std::max<std::size_t>(slots_.size(), 4096), 0);
        overflown_ = false;
        nodes_.push_back({});
        cover_.emplace_back().fill(Node::absent);
    }
    /// How many piles there are, including the empty one.
    std::size_t count() const { return nodes_.size(); }
    /// Whether there was ever no number left for a pile: the empty pile was used in its place.
    bool overflown() const { return overflown_; }

    const Node& operator[](Number pile) const { return nodes_[pile]; }
    Face top(Number pile) const { return nodes_[pile].card; }
    Number below(Number pile) const { return nodes_[pile].below; }
    const Cover& cover(Number pile) const { return cover_[pile]; }

    /// The pile with one more card.
    Number push(Number pile, Face card) {
        std::size_t slot = slot_of(pile, card);
        if (slots_[slot] != 0) return slots_[slot];
        if (nodes_.size() > std::numeric_limits<Number>::max()) {
            overflown_ = true;
            return 0;
        }
        if (nodes_.size() * 2 > slots_.size()) {
            slots_.assign(slots_.size() * 4, 0);
            for (std::size_t i = 1; i < nodes_.size(); ++i)
                slots_[slot_of(nodes_[i].below, nodes_[i].card)] = static_cast<Number>(i);
            slot = slot_of(pile, card);
        }
        const auto result = static_cast<Number>(nodes_.size());
        slots_[slot] = result;
        Cover cover = cover_[pile];
        nodes_.push_back(Node::lay(pile, Node(nodes_[pile]), card, cover));
        cover_.push_back(cover);
        return result;
    }
    /// The pile without its top `count` cards.
    Number without(Number pile, int count) const {
        for (; count > 0; --count) pile = below(pile);
        return pile;
    }

  private:
    std::size_t slot_of(Number pile, Face card) const {
        std::size_t slot = (static_cast<std::uint32_t>(pile) << 6 | card) * 0x9E3779B1U >> 5;
        for (;; ++slot) {
            slot &= slots_.size() - 1;
            const Number found = slots_[slot];
            if (found == 0 || (nodes_[found].below == pile && nodes_[found].card == card)) return slot;
        }
    }

    std::vector<Node> nodes_;
    std::vector<Cover> cover_;
    std::vector<Number> slots_;  ///< open addressing; 0: free
    bool overflown_ = false;
};

}  // namespace quincunx::solver
