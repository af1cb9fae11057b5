#pragma once

#include <array>
#include <cstdint>

#include "engine/rules.hpp"
#include "solver/common/face.hpp"
#include "solver/common/pile_tree.hpp"
#include "solver/common/small_array.hpp"

namespace quincunx::solver::gloucestershire {

/// Number of a pile's contents in `Piles`; 0: empty.
using Pile = std::uint32_t;

constexpr bool red(Face card) {
    return suit(card) == 1 || suit(card) == 2;
}
/// The suits of a color: black clubs and spades, red diamonds and hearts.
constexpr Face of_color(bool is_red, int second, int rank) {
    return face(is_red ? 1 + second : 3 * second, rank);
}

/// The order of the tableau: alternating colors, down and round the corner.
template <const Rules& rules>
struct Order {
    static constexpr int rank_below(int rank) { return rank == 1 ? rules.ranks : rank - 1; }
    static constexpr bool follows(Face lower, Face upper) {
        return red(lower) != red(upper) && rank(upper) == rank_below(rank(lower));
    }
    /// For each card, the set of those that it follows.
    static constexpr std::array<std::uint64_t, std::size_t{face_count}> takers = [] {
        std::array<std::uint64_t, std::size_t{face_count}> sets{};
        for (int s = 0; s < suit_count; ++s)
            for (int r = 1; r <= rules.ranks; ++r)
                for (int t = 0; t < suit_count; ++t)
                    if (red(face(s, r)) != red(face(t, r))) sets[face(s, rank_below(r))] |= bit(face(t, r));
        return sets;
    }();
    static constexpr std::uint8_t never = 255;
    /// For a lower and an upper card, how many cards of alternating colors lie between them; `never` if there are none.
    static constexpr auto between = [] {
        std::array<std::array<std::uint8_t, std::size_t{face_count}>, std::size_t{face_count}> lengths{};
        for (int i = 0; i < face_count; ++i)
            for (int j = 0; j < face_count; ++j) {
                const auto lower = static_cast<Face>(i);
                const auto upper = static_cast<Face>(j);
                const int length = (rank(lower) - rank(upper) - 1 + 32 * rules.ranks) % rules.ranks;
                const bool fits = (length % 2 == 1) == (red(lower) == red(upper));
                lengths[at(i)][at(j)] = fits ? static_cast<std::uint8_t>(length) : never;
            }
        return lengths;
    }();
};

template <const Rules& rules>
struct PileNode {
    Pile below;
    Pile base;  ///< the pile without its top unit
    Face card;
    Face head;         ///< lowest card of the top unit
    std::uint8_t run;  ///< cards of the top unit
    std::uint8_t size;
    std::uint8_t units;

    static constexpr std::uint8_t absent = 100;
    /// A card's cover is the number of units on it.
    template <class Cover>
    static PileNode lay(Pile pile, const PileNode& under, Face card, Cover& cover) {
        PileNode added{pile,
                       pile,
                       card,
                       card,
                       1,
                       static_cast<std::uint8_t>(under.size + 1),
                       static_cast<std::uint8_t>(under.units + 1)};
        if (pile != 0 && Order<rules>::follows(under.card, card)) {
            added.base = under.base;
            added.head = under.head;
            added.run = static_cast<std::uint8_t>(under.run + 1);
            added.units = under.units;
        } else {
            for (std::uint8_t& units : cover) units = static_cast<std::uint8_t>(units + (units < absent - 1));
        }
        cover[card] = 0;
        return added;
    }
};

/// The contents of tableau piles.
template <const Rules& rules>
class Piles : public PileTree<Pile, PileNode<rules>> {
  public:
    using Node = PileNode<rules>;
    static constexpr std::uint8_t absent = Node::absent;

    const Node& node(Pile pile) const { return (*this)[pile]; }
    /// Lays the top `count` cards of one pile on another.
    Pile lay(Pile onto, Pile from, int count) {
        std::array<Face, at(rules.card_count())> cards;
        for (int i = 0; i < count; ++i, from = node(from).below) cards[at(i)] = node(from).card;
        while (count-- > 0) onto = this->push(onto, cards[at(count)]);
        return onto;
    }
};

}  // namespace quincunx::solver::gloucestershire
