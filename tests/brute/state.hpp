#pragma once

// A position in the form used for making moves: small, because its piles are numbers.

#include "tests/brute/brute.hpp"
#include "tests/brute/piles.hpp"

namespace brute {

// Piles by their place in a state or a board. Foundations are piles only in games that keep track of their
// cards.
inline int reserve_pile(const Game& game, int index) {
    return game.tableau + index;
}
inline int waste_pile(const Game& game) {
    return game.tableau + game.reserve;
}
inline int stock_pile(const Game& game) {
    return game.tableau + game.reserve + 1;
}
inline int foundation_pile(const Game& game, int index) {
    return game.tableau + game.reserve + 2 + index;
}
inline bool keeps_foundations(const Game& game) {
    return game.kind == Game::Kind::stalactites;
}

struct State {
    Few<Piles::Id, most_piles> pile;
    Few<Byte, most_foundations> foundation;
    Byte choice = 0;
    Byte redeals = 0;
    Byte left = 0;  ///< cards that are not on a foundation
};

State state_of(const Game& game, Piles& piles, const Board& board);
Board board_of(const Game& game, const Piles& piles, const State& state);

struct View {
    const Piles& piles;
    const State& state;
    Few<Byte, most_piles> tops;

    View(const Piles& of, const State& at) : piles(of), state(at) {
        for (int pile = 0; pile < most_piles; ++pile) tops[pile] = piles.top(state.pile[pile]);
    }

    int size(int pile) const { return piles.size(state.pile[pile]); }
    bool is_empty(int pile) const { return state.pile[pile] == Piles::empty; }
    /// 0 if the pile is empty.
    Byte top(int pile) const { return tops[pile]; }
    /// The lowest of the top `count` cards.
    Byte lowest_of(int pile, int count) const {
        Piles::Id id = state.pile[pile];
        for (; count > 1; --count) id = piles.rest(id);
        return piles.top(id);
    }
};

/// Moves cards from the top of one pile to another, keeping their order.
inline void move_cards(Piles& piles, State& state, int from, int count, int to) {
    Byte moved[most_cards];
    Piles::Id rest = state.pile[from];
    for (int at = 0; at < count; ++at) {
        moved[at] = piles.top(rest);
        rest = piles.rest(rest);
    }
    Piles::Id target = state.pile[to];
    for (int at = count - 1; at >= 0; --at) target = piles.push(target, moved[at]);
    state.pile[from] = rest;
    state.pile[to] = target;
}

/// All cards of a pile, the lowest first; returns their number.
inline int cards_of(const Piles& piles, Piles::Id pile, Byte* cards) {
    const int size = piles.size(pile);
    for (int at = size - 1; at >= 0; --at) {
        cards[at] = piles.top(pile);
        pile = piles.rest(pile);
    }
    return size;
}

}  // namespace brute
