// Carthage: building down in suit on the tableau, one card at a time, and a stock that is dealt to the
// reserve.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

bool fits_tableau(Byte card, Byte top) {
    return top == 0 || (suit_of(top) == suit_of(card) && rank_of(top) == rank_of(card) + 1);
}

bool can_draw(const Game& game, const View& view) {
    if (view.is_empty(stock_pile(game))) return false;
    return !game.variant || lowest_empty(view, reserve_pile(game, 0), game.reserve) >= 0;
}

void list_to_reserve(const Game& game, const View& view, int from, Moves& moves) {
    // As long as there is a stock, empty piles differ by what will be dealt to them.
    const bool equal = view.is_empty(stock_pile(game));
    if (equal && from >= game.tableau && view.size(from) == 1) return;
    for (int to = reserve_pile(game, 0); to < reserve_pile(game, game.reserve); ++to) {
        if (!view.is_empty(to)) continue;
        moves.add(move_to(Move::What::to_pile, from, to));
        if (equal) return;
    }
}

void list(const Game& game, const View& view, Moves& moves) {
    const int sources = game.tableau + game.reserve;
    for (int from = 0; from < sources; ++from) {
        if (view.is_empty(from)) continue;
        const int home = lowest_up(game, view.state, view.top(from));
        if (home >= 0) moves.add(move_to(Move::What::to_foundation, from, home));
    }
    for (int from = 0; from < sources; ++from) {
        if (view.is_empty(from)) continue;
        // The last card of a tableau pile would merely move to another space (A7).
        const bool changes_nothing = from < game.tableau && view.size(from) == 1;
        list_to_tableau(game, view, move_to(Move::What::to_pile, from, 0), changes_nothing, moves,
                        [card = view.top(from)](Byte top) { return fits_tableau(card, top); });
    }
    for (int from = 0; from < sources; ++from) {
        if (!view.is_empty(from)) list_to_reserve(game, view, from, moves);
    }
    if (can_draw(game, view)) moves.add(Move::What::draw);
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::draw) return can_draw(game, view);
    if (move.from >= game.tableau + game.reserve || move.count != 1) return false;
    const Byte card = view.top(move.from);
    if (move.what == Move::What::to_foundation) return fits_up(view.state.foundation[move.to], card);
    if (move.what != Move::What::to_pile) return false;
    if (move.to < game.tableau) return fits_tableau(card, view.top(move.to));
    return move.to < game.tableau + game.reserve && view.is_empty(move.to);
}

void deal(const Game& game, Piles& piles, State& state) {
    Byte takers[most_reserve];
    int count = 0;
    for (int pile = reserve_pile(game, 0); pile < reserve_pile(game, game.reserve); ++pile) {
        if (!game.variant || state.pile[pile] == Piles::empty) takers[count++] = byte(pile);
    }
    for (int round = 0; round < game.per_draw; ++round) {
        for (int taker = 0; taker < count && state.pile[stock_pile(game)] != Piles::empty; ++taker) {
            move_cards(piles, state, stock_pile(game), 1, takers[taker]);
        }
    }
}

void make(const Game& game, Piles& piles, const Move& move, State& state) {
    switch (move.what) {
        case Move::What::draw:
            deal(game, piles, state);
            return;
        case Move::What::to_foundation:
            bring_top_home(piles, move, state);
            return;
        default:
            move_cards(piles, state, move.from, 1, move.to);
            return;
    }
}

}  // namespace

const Rules carthage_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
