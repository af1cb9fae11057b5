// Stalactites: no building; foundations by rank, each from its own first card, in steps of one or two.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

bool fits_foundation(const Game& game, const State& state, int index, Byte card) {
    const Byte foundation = state.foundation[index];
    return rank_count(foundation) < game.ranks &&
           rank_of(card) == (top_rank(foundation) - 1 + state.choice) % game.ranks + 1;
}

/// Foundations are equal if their top rank and number of cards are (A5).
bool equals_a_lower_one(const State& state, int index) {
    for (int other = 0; other < index; ++other) {
        if (state.foundation[other] == state.foundation[index]) return true;
    }
    return false;
}

void list(const Game& game, const View& view, Moves& moves) {
    if (view.state.choice == 0) {
        moves.add(Move::What::by1);
        moves.add(Move::What::by2);
        return;
    }
    for (int from = 0; from < game.tableau + game.reserve; ++from) {
        if (view.is_empty(from)) continue;
        for (int to = 0; to < game.foundations(); ++to) {
            if (fits_foundation(game, view.state, to, view.top(from)) &&
                !equals_a_lower_one(view.state, to)) {
                moves.add(move_to(Move::What::to_foundation, from, to));
            }
        }
    }
    const int cell = lowest_empty(view, reserve_pile(game, 0), game.reserve);
    if (cell < 0) return;
    for (int from = 0; from < game.tableau; ++from) {
        if (!view.is_empty(from)) moves.add(move_to(Move::What::to_pile, from, cell));
    }
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::by1 || move.what == Move::What::by2) return view.state.choice == 0;
    if (view.state.choice == 0 || move.count != 1 || move.from >= game.tableau + game.reserve) return false;
    if (move.what == Move::What::to_foundation) {
        return fits_foundation(game, view.state, move.to, view.top(move.from));
    }
    return move.what == Move::What::to_pile && move.from < game.tableau && move.to >= game.tableau &&
           move.to < game.tableau + game.reserve && view.is_empty(move.to);
}

void make(const Game& game, Piles& piles, const Move& move, State& state) {
    switch (move.what) {
        case Move::What::by1:
            state.choice = 1;
            return;
        case Move::What::by2:
            state.choice = 2;
            return;
        case Move::What::to_foundation: {
            const int count = rank_count(state.foundation[move.to]) + 1;
            const Byte card = piles.top(state.pile[move.from]);
            state.foundation[move.to] = by_rank(rank_of(card), count);
            move_cards(piles, state, move.from, 1, foundation_pile(game, move.to));
            --state.left;
            return;
        }
        default:
            move_cards(piles, state, move.from, 1, move.to);
            return;
    }
}

}  // namespace

const Rules stalactites_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
