#pragma once

// States as keys: as many words as the game needs, the same for positions that play could not tell apart.

#include "tests/brute/state.hpp"

namespace brute {

constexpr int most_words = most_piles + most_foundations / 4 + 1;

/// How many words a key of this game has.
inline int key_words(const Game& game) {
    return foundation_pile(game, 0) + most_foundations / 4 + 1;
}

/// What a state has to be before it gets a key: cards of the Gloucestershire reserve, of which every one is
/// always at hand, lie in order in its first pile. Moves keep them so.
void tidy_reserve(const Game& game, Piles& piles, State& state);

/// Equal are foundations of a group and tableau piles in any order, the cells of Stalactites, and the reserve
/// piles of Carthage once the stock is empty. Of foundations by rank the rank on top and the number of cards
/// count.
void write_key(const Game& game, const State& state, std::uint32_t* key);

/// One of the states that have the key, without the cards of foundations.
void read_key(const Game& game, const std::uint32_t* key, State& state);

}  // namespace brute
