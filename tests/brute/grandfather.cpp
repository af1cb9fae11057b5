// Grandfather: foundations that go up and down, piles of two, and empty piles that are refilled
// automatically.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

/// The first foundations, one for each suit, go up; the others go down.
bool fits_foundation(const Game& game, const State& state, int index, Byte card) {
    const bool up = index < game.suits;
    const int place = up ? rank_of(card) : game.ranks + 1 - rank_of(card);  // on the foundation, from 1
    const Byte foundation = state.foundation[index];
    if (foundation != 0) {
        return foundation_suit(foundation) == suit_of(card) && foundation_count(foundation) + 1 == place;
    }
    if (place != 1) return false;
    const int first = up ? 0 : game.suits;
    for (int other = first; other < first + game.suits; ++other) {
        const Byte begun = state.foundation[other];
        if (begun != 0 && foundation_suit(begun) == suit_of(card)) return false;
    }
    return true;
}

/// The lowest of the foundations in a group that take the card (several empty ones, or a single other), or
/// -1.
int lowest_of_group(const Game& game, const State& state, int first, Byte card) {
    for (int index = first; index < first + game.suits; ++index) {
        if (fits_foundation(game, state, index, card)) return index;
    }
    return -1;
}

bool can_redeal(const Game& game, const View& view) {
    return view.state.redeals != 0 && view.is_empty(stock_pile(game)) && !view.is_empty(waste_pile(game));
}

void list(const Game& game, const View& view, Moves& moves) {
    const int waste = waste_pile(game);
    for (int from = 0; from <= waste; ++from) {
        if (view.is_empty(from)) continue;
        for (const int group : {0, game.suits}) {
            const int home = lowest_of_group(game, view.state, group, view.top(from));
            if (home >= 0) moves.add(move_to(Move::What::to_foundation, from, home));
        }
    }
    if (!view.is_empty(waste)) {
        const int space = lowest_empty(view, 0, game.tableau);
        for (int to = 0; to < game.tableau; ++to) {
            if (view.size(to) >= game.capacity || (view.is_empty(to) && to != space)) continue;
            moves.add(move_to(Move::What::to_pile, waste, to));
        }
    }
    if (!view.is_empty(stock_pile(game))) moves.add(Move::What::draw);
    if (can_redeal(game, view)) moves.add(Move::What::redeal);
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::draw) return !view.is_empty(stock_pile(game));
    if (move.what == Move::What::redeal) return can_redeal(game, view);
    if (move.count != 1) return false;
    const int waste = waste_pile(game);
    if (move.what == Move::What::to_foundation) {
        return (move.from < game.tableau || move.from == waste) &&
               fits_foundation(game, view.state, move.to, view.top(move.from));
    }
    return move.what == Move::What::to_pile && move.from == waste && move.to < game.tableau &&
           view.size(move.to) < game.capacity;
}

void fill(const Game& game, Piles& piles, int pile, State& state) {
    if (!game.variant && state.pile[stock_pile(game)] != Piles::empty) {
        move_cards(piles, state, stock_pile(game), 1, pile);
    } else if (state.pile[waste_pile(game)] != Piles::empty) {
        move_cards(piles, state, waste_pile(game), 1, pile);
    }
}

void redeal(const Game& game, Piles& piles, State& state) {
    const int waste = waste_pile(game);
    while (state.pile[waste] != Piles::empty) move_cards(piles, state, waste, 1, stock_pile(game));
    --state.redeals;
}

void make(const Game& game, Piles& piles, const Move& move, State& state) {
    switch (move.what) {
        case Move::What::draw:
            move_cards(piles, state, stock_pile(game), 1, waste_pile(game));
            return;
        case Move::What::redeal:
            redeal(game, piles, state);
            return;
        case Move::What::to_foundation:
            bring_top_home(piles, move, state);
            if (move.from < game.tableau && state.pile[move.from] == Piles::empty) {
                fill(game, piles, move.from, state);
            }
            return;
        default:
            move_cards(piles, state, move.from, 1, move.to);
            return;
    }
}

}  // namespace

const Rules grandfather_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
