#pragma once

// States as keys: as many words as the game needs, and equal for equivalent positions.

#include "tests/brute/state.hpp"

namespace brute {

constexpr int most_words = most_piles + most_foundations / 4 + 1;

/// The number of words in a key of this game.
inline int key_words(const Game& game) {
    return foundation_pile(game, 0) + most_foundations / 4 + 1;
}

/// Brings a state into the form that keys need: all cards of the Gloucestershire reserve, each of which is
/// always available, lie sorted in its first pile. Moves preserve this.
void tidy_reserve(const Game& game, Piles& piles, State& state);

/// Order does not matter for the foundations of a group, tableau piles, the cells of Stalactites, and the
/// reserve piles of Carthage once the stock is empty. For foundations built by rank, what counts is the top
/// rank and the number of cards.
void write_key(const Game& game, const State& state, std::uint32_t* key);

/// One of the states that have the key, without the cards on foundations.
void read_key(const Game& game, const std::uint32_t* key, State& state);

}  // namespace brute
