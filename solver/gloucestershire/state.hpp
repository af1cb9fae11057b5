#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "engine/position.hpp"
#include "solver/common/small_array.hpp"
#include "solver/gloucestershire/piles.hpp"

namespace quincunx::solver::gloucestershire {

/// Reserve cards lie open together, so only the number of each face matters; the piles are in no particular
/// order.
template <const Rules& rules>
struct State {
    static constexpr int piles = rules.tableau.piles;
    static constexpr int ranks = rules.ranks;
    static constexpr int top_height = rules.ranks * rules.decks;

    /// By the height of a foundation, the rank that it takes next; 0: none.
    static constexpr std::array<std::uint8_t, at(top_height + 1)> next_rank = [] {
        std::array<std::uint8_t, at(top_height + 1)> next{};
        for (int home = 0; home < top_height; ++home)
            next[at(home)] = static_cast<std::uint8_t>(home % ranks + 1);
        return next;
    }();

    std::array<std::uint64_t, 2> reserve;  ///< two bits for the number of each face
    std::array<Pile, at(piles)> pile;      ///< sorted
    std::array<std::uint8_t, suit_count> height;
    std::uint8_t pending;  ///< 1 + the pile whose top was laid from the reserve and must be built on; 0: none
    std::array<std::uint8_t, at(7 - (4 * piles + 4) % 8)> unused;
    friend bool operator==(const State&, const State&) = default;

    int reserved(Face card) const { return static_cast<int>(reserve[card >> 5] >> (2 * (card & 31)) & 3); }
    void reserve_add(Face card, int count) {
        reserve[card >> 5] += static_cast<std::uint64_t>(count) << (2 * (card & 31));
    }
    int reserve_count() const {
        int count = 0;
        for (const std::uint64_t word : reserve)
            count +=
                std::popcount(word & 0x5555555555555555ULL) + 2 * std::popcount(word & 0xAAAAAAAAAAAAAAAAULL);
        return count;
    }
    /// The card that a foundation takes next, or 0.
    Face wanted(int suit) const {
        const int next = next_rank[height[at(suit)]];
        return next == 0 ? Face{0} : face(suit, next);
    }
    /// The set of these cards.
    std::uint64_t all_wanted() const {
        std::uint64_t cards = 0;
        for (int s = 0; s < suit_count; ++s) cards |= bit(wanted(s));
        return cards & ~bit(0);
    }
    bool is_wanted(Face card) const { return wanted(suit(card)) == card; }
    /// Copies of a card that are not on a foundation.
    int copies_out(Face card) const {
        return rules.decks - (height[at(suit(card))] + ranks - rank(card)) / ranks;
    }
    int home_count() const {
        int count = 0;
        for (const std::uint8_t home : height) count += home;
        return count;
    }
    /// An empty pile, or -1.
    int space() const {
        for (int i = 0; i < piles; ++i)
            if (pile[at(i)] == 0) return i;
        return -1;
    }
    bool won() const { return home_count() == rules.card_count(); }
};

/// Irreversible progress: cards on foundations, cards laid from the reserve, cards that lie in order on
/// another.
template <const Rules& rules>
int progress_of(const Piles<rules>& piles, const State<rules>& state) {
    int disorders = 0;
    for (const Pile pile : state.pile)
        if (pile != 0) disorders += piles.node(pile).units - 1;
    return 2 * state.home_count() + 2 * rules.card_count() - disorders - state.reserve_count();
}

/// The state of a position, not yet settled. Starts with an empty set of piles.
template <const Rules& rules>
State<rules> read(Piles<rules>& piles, const Position<rules>& position) {
    constexpr Layout layout{rules};
    piles.clear();
    State<rules> state{};
    for (int i = 0; i < layout.foundations; ++i) {
        const std::span<const Card> cards = position.pile(PileKind::foundation, i);
        if (!cards.empty())
            state.height[at(index(cards.back().suit()))] = static_cast<std::uint8_t>(cards.size());
    }
    for (int i = 0; i < layout.tableau; ++i)
        for (const Card card : position.pile(PileKind::tableau, i))
            state.pile[at(i)] = piles.push(state.pile[at(i)], face_of(card));
    for (int i = 0; i < layout.reserve; ++i)
        for (const Card card : position.pile(PileKind::reserve, i)) state.reserve_add(face_of(card), 1);
    return state;
}

}  // namespace quincunx::solver::gloucestershire
