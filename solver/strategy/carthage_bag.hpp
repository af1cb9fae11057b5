#pragma once

#include "solver/strategy/carthage.hpp"

/// The rest of `CarthageSearch`: whether there is room for all cards, if they lie on each other at will.
namespace quincunx::solver {

/// A game after the last deal in which the cards that are out of the reserves are a bag. They can be laid on
/// each other and played home at will, and only need room: a place for each run that they form at best. Of a
/// suit of which out(r) cards of rank r are out, that are as many runs as there are cards, aces left out,
/// that find no card of the next lower rank, the sum of max(0, out(r) - out(r - 1)) over r > 1: cards on a
/// run that goes down to an ace are home. In a real game there are never fewer runs, and each lies on the
/// tableau or on a reserve of one card or none. So a real win digs the reserves in an order in which there is
/// room after every card. Whether there is such an order is a question of the reserves alone.
///
/// What is dug without loss of room is dug at once, unless its twin lies in another pile: if there is an
/// order at all, there is one that begins so, since every other card that comes out before can only make it
/// fit better. Of a twin that was the case only if it came out later.
template <const Rules& rules>
class CarthageSearch<rules>::Bag {
  public:
    explicit Bag(CarthageSearch& search) : search_(search) {}

    /// False if the cards of a state after the last deal do not find room in any order.
    bool has_room(const State& state) {
        if (const auto known = search_.has_room_.find(state.reserve)) return *known;
        Node node{};
        node.places = T;
        for (int i = 0; i < R; ++i) {
            const Stack stack = state.reserve[at(i)];
            int height = stack == 0 ? 0 : search_.size(stack);
            if (height >= tallest) return true;
            node.height[at(i)] = static_cast<std::uint8_t>(height);
            node.places += height == 0 ? 1 : 0;
            for (Stack s = stack; s != 0; s = search_.below(s)) {
                const Face card = search_.top(s);
                const bool on_twin = search_.depth_[search_.below(s)][card] != absent;
                piles_[at(i)][at(height--)] = {bit(card), s, on_twin};
                node.inside_twice |= node.inside & bit(card);
                node.inside |= bit(card);
            }
        }
        const bool result = can_end(node);
        remember(state.reserve, result);
        search_.bag_nodes_ += static_cast<std::uint64_t>(nodes_);
        return result;
    }

  private:
    static constexpr int most = 3000;  ///< nodes for one question; after that the answer is yes
    static constexpr int tallest = 32;

    struct Card {
        std::uint64_t face;
        Stack stack;   ///< of which it is the top
        bool on_twin;  ///< its twin lies below it
    };
    struct Node {
        std::array<std::uint8_t, at(R)> height;
        int places;
        std::uint64_t inside;        ///< faces of which a card is not out
        std::uint64_t inside_twice;  ///< … two cards

        /// Places that are free; below 0 the cards do not find room.
        int room() const {
            int runs = std::popcount(~inside & inside << 1 & not_aces);
            if (rules.decks == 2) runs += std::popcount(~inside_twice & inside_twice << 1 & not_aces);
            return places - runs;
        }
        void take_out(std::uint64_t face) {
            inside &= ~face | inside_twice;
            inside_twice &= ~face;
        }
    };
    using Stacks = std::array<Stack, at(R)>;

    static constexpr std::uint64_t not_aces = ((std::uint64_t{2} << ranks) - 4) * 0x0001000100010001ULL;
    static std::uint64_t bit(Face card) { return std::uint64_t{1} << card; }

    /// Digs the top of a pile, and the last card with the one on it: where it lies is a place from then on.
    void dig(Node& node, int i) const {
        std::uint8_t& height = node.height[at(i)];
        node.take_out(piles_[at(i)][height].face);
        if (--height != 1) return;
        ++node.places;
        node.take_out(piles_[at(i)][1].face);
        height = 0;
    }
    /// Whether no twin of what is dug next in a pile can come out of another pile before.
    bool is_before_twins(const Node& node, int i) const {
        const auto is_before = [&](const Card& card) {
            return (node.inside_twice & card.face) == 0 || card.on_twin;
        };
        const int height = node.height[at(i)];
        return is_before(piles_[at(i)][at(height)]) && (height != 2 || is_before(piles_[at(i)][1]));
    }

    bool can_end(Node node) {
        std::array<Node, at(R)> children;
        std::array<int, at(R)> rooms;
        for (bool again = true; again;) {
            again = false;
            const int room = node.room();
            bool is_empty = true;
            for (int i = 0; i < R && !again; ++i) {
                rooms[at(i)] = -1;
                if (node.height[at(i)] == 0) continue;
                is_empty = false;
                children[at(i)] = node;
                dig(children[at(i)], i);
                rooms[at(i)] = children[at(i)].room();
                again = rooms[at(i)] >= room && is_before_twins(node, i);
                if (again) node = children[at(i)];
            }
            if (is_empty) return true;
        }
        const Stacks stacks = stacks_of(node);
        if (const auto known = search_.has_room_.find(stacks)) return *known;
        if (++nodes_ > most) return true;
        bool result = false;
        while (!result) {
            const auto best = std::max_element(rooms.begin(), rooms.end());
            if (*best < 0) break;
            *best = -1;
            result = can_end(children[static_cast<std::size_t>(best - rooms.begin())]);
        }
        remember(stacks, result);
        return result;
    }

    Stacks stacks_of(const Node& node) const {
        Stacks stacks{};
        for (int i = 0; i < R; ++i)
            if (node.height[at(i)] != 0) stacks[at(i)] = piles_[at(i)][node.height[at(i)]].stack;
        sort_down(stacks.data(), R);
        return stacks;
    }
    void remember(const Stacks& stacks, bool result) {
        FactTable<at(R)>& known = search_.has_room_;
        if (known.bytes() < search_.limits_.memory / 16 && search_.layers_.fits(known.bytes_to_insert()))
            known.insert(stacks, result);
    }

    CarthageSearch& search_;
    std::array<std::array<Card, at(tallest)>, at(R)> piles_;  ///< by height
    int nodes_ = 0;
};

/// Whether it is time to ask `Bag`: what that takes shall be in proportion to the rest.
template <const Rules& rules>
bool CarthageSearch<rules>::has_no_room(const State& state) {
    const typename Plan::Questions& plan = plan_.questions;
    if (!on(CarthagePrune::bag) || progress_.nodes < plan.from ||
        bag_nodes_ > plan.share * (progress_.nodes - plan.from))
        return false;
    return !Bag(*this).has_room(state);
}

}  // namespace quincunx::solver
