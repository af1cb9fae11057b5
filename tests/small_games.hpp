#pragma once

#include "games/carthage.hpp"
#include "games/gloucestershire.hpp"

/// Games like the real ones, but small enough to be searched exhaustively.
namespace quincunx::testing {

/// A smaller Carthage: fewer ranks, piles and cards in the reserves.
constexpr Rules small_carthage(const Rules& parent, int decks, int ranks, int tableau, int reserve,
                               int rounds) {
    Rules rules = parent;
    rules.id = "micro";
    rules.decks = decks;
    rules.ranks = ranks;
    rules.foundations[0].piles = suit_count * decks;
    rules.foundations[0].length = ranks;
    rules.foundations[0].per_suit = decks;
    rules.tableau.piles = tableau;
    rules.reserve.piles = reserve;
    rules.deal[1].rounds = rounds;
    return rules;
}

/// A smaller Gloucestershire: fewer ranks, piles and reserve cards.
constexpr Rules small_gloucestershire(int decks, int ranks, int tableau, int rounds, int reserve) {
    Rules rules = games::gloucestershire;
    rules.id = "micro";
    rules.decks = decks;
    rules.ranks = ranks;
    rules.foundations[0].length = ranks * decks;
    rules.tableau.piles = tableau;
    rules.reserve.piles = 1;
    rules.deal[0].rounds = rounds;
    rules.deal[1].rounds = tableau - 1;
    rules.deal[2].rounds = reserve;
    return rules;
}

}  // namespace quincunx::testing
