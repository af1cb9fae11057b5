#pragma once

#include "games/carthage.hpp"
#include "games/gargantua.hpp"
#include "games/gloucestershire.hpp"
#include "games/grandfather.hpp"
#include "games/stalactites.hpp"

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

/// A smaller FreeCell: fewer ranks, piles and cells.
constexpr Rules small_freecell(const Rules& parent) {
    Rules rules = parent;
    rules.ranks = 5;
    rules.foundations[0].length = 5;
    rules.tableau.piles = 4;
    rules.reserve.piles = 1;
    rules.deal = {{{.rounds = 5}}};
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

/// A smaller Gargantua: the first pile gets `smallest` cards, each next pile one more.
constexpr Rules small_gargantua(int decks, int ranks, int piles, int smallest, int redeals, bool keep) {
    Rules rules = games::gargantua;
    rules.id = "micro";
    rules.decks = decks;
    rules.ranks = ranks;
    rules.foundations[0].piles = suit_count * decks;
    rules.foundations[0].length = ranks;
    rules.foundations[0].per_suit = decks;
    rules.tableau.piles = piles;
    rules.stock.redeal = {.count = redeals, .keep_playable_top = keep};
    rules.deal[2] = rules.deal[1];
    rules.deal[1] = rules.deal[0];
    rules.deal[1].rounds = piles - 1;
    rules.deal[0] = {.kind = PileKind::tableau, .rounds = smallest - 1, .face_down = true};
    return rules;
}

/// A smaller Grandfather: fewer ranks and piles.
constexpr Rules small_grandfather(int ranks, int piles, int redeals, Refill refill) {
    Rules rules = games::grandfather;
    rules.id = "micro";
    rules.ranks = ranks;
    rules.tableau.piles = piles;
    rules.tableau.refill = refill;
    rules.stock.redeal.count = redeals;
    for (FoundationGroup& group : rules.foundations) group.length = ranks;
    rules.foundations[1].start_rank = ranks;
    return rules;
}

/// A smaller Stalactites: fewer ranks, piles and cells, and another second increment.
constexpr Rules small_stalactites(int ranks, int piles, int rounds, int cells, int second_increment = 2) {
    Rules rules = games::stalactites;
    rules.id = "micro";
    rules.ranks = ranks;
    rules.tableau.piles = piles;
    rules.reserve.piles = cells;
    rules.foundations[0].length = ranks;
    rules.deal[0].rounds = rounds;
    rules.increments = {1, second_increment};
    return rules;
}
/// The same with an increment that is given, so that there is nothing to choose.
constexpr Rules without_choice(Rules rules, int step) {
    rules.increments = {};
    rules.foundations[0].build.step = step;
    return rules;
}

}  // namespace quincunx::testing
