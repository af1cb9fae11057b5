#pragma once

// Positions as keys: the shortest bytes that say everything that play could tell apart.

#include "tests/brute/rules.hpp"

namespace brute {

struct Key {
    static constexpr int most_bytes = 192;

    int size = 0;
    Byte at[most_bytes];
};

/// Equal positions have the same key: foundations and tableau piles in any order, the cells of Stalactites,
/// the reserve piles of Carthage once the stock is empty, the cards of the Gloucestershire reserve, of which
/// every one is always at hand. Of foundations by rank only the rank on top and the number of cards count.
void write_key(const Game& game, const View& view, Key& key);

/// One of the boards that have the key, without the cards of foundations.
void read_key(const Game& game, const Byte* key, Board& board);

}  // namespace brute
