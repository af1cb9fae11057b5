// Gargantua: runs in alternating colors, face-down cards, and a redeal that may keep the waste's top card.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

bool fits_tableau(const Game& game, Byte card, Byte top) {
    if (top == 0) return rank_of(card) == game.ranks;
    return is_red(top) != is_red(card) && rank_of(top) == rank_of(card) + 1;
}

bool is_playable(const Game& game, const View& view, Byte card) {
    if (lowest_up(game, view.state, card) >= 0) return true;
    for (int to = 0; to < game.tableau; ++to) {
        if (fits_tableau(game, card, view.top(to))) return true;
    }
    return false;
}

bool redeal_keeps_top(const Game& game, const View& view) {
    return !game.variant && is_playable(game, view, view.top(waste_pile(game)));
}

bool can_redeal(const Game& game, const View& view) {
    const int waste = view.size(waste_pile(game));
    if (view.state.redeals == 0 || !view.is_empty(stock_pile(game)) || waste == 0) return false;
    return waste > 1 || !redeal_keeps_top(game, view);
}

void list_runs(const Game& game, const View& view, int from, Moves& moves) {
    int count = 0;
    for (Piles::Id rest = view.state.pile[from]; rest != Piles::empty; rest = view.piles.rest(rest)) {
        const Byte card = view.piles.top(rest);
        if (is_down(card)) return;
        ++count;
        const bool whole = count == view.size(from);  // moving it to a space changes nothing (A7)
        list_to_tableau(game, view, move_to(Move::What::to_pile, from, 0, count), whole, moves,
                        [&](Byte top) { return fits_tableau(game, card, top); });
    }
}

void list(const Game& game, const View& view, Moves& moves) {
    const int waste = waste_pile(game);
    for (int from = 0; from <= waste; ++from) {
        if (view.is_empty(from)) continue;
        const int home = lowest_up(game, view.state, view.top(from));
        if (home >= 0) moves.add(move_to(Move::What::to_foundation, from, home));
    }
    for (int from = 0; from < game.tableau; ++from) list_runs(game, view, from, moves);
    if (!view.is_empty(waste)) {
        list_to_tableau(game, view, move_to(Move::What::to_pile, waste, 0), false, moves,
                        [&](Byte top) { return fits_tableau(game, view.top(waste), top); });
    }
    if (!view.is_empty(stock_pile(game))) moves.add(Move::What::draw);
    if (can_redeal(game, view)) moves.add(Move::What::redeal);
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::draw) return !view.is_empty(stock_pile(game));
    if (move.what == Move::What::redeal) return can_redeal(game, view);
    if (move.from >= game.tableau && move.from != waste_pile(game)) return false;
    const Byte card = view.lowest_of(move.from, move.count);
    if (move.what == Move::What::to_foundation) {
        return move.count == 1 && fits_up(view.state.foundation[move.to], card);
    }
    if (move.what != Move::What::to_pile || move.to >= game.tableau) return false;
    return !is_down(card) && fits_tableau(game, card, view.top(move.to));
}

void redeal(const Game& game, Piles& piles, State& state) {
    const int waste = waste_pile(game);
    const bool keeps = redeal_keeps_top(game, View(piles, state));
    const Byte kept = piles.top(state.pile[waste]);
    if (keeps) state.pile[waste] = piles.rest(state.pile[waste]);
    while (state.pile[waste] != Piles::empty) move_cards(piles, state, waste, 1, stock_pile(game));
    if (keeps) state.pile[waste] = piles.push(Piles::empty, kept);
    --state.redeals;
}

void turn_up(Piles& piles, Piles::Id& pile) {
    const Byte top = piles.top(pile);
    if (is_down(top)) pile = piles.push(piles.rest(pile), byte(top - face_down));
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
            break;
        default:
            move_cards(piles, state, move.from, move.count, move.to);
            break;
    }
    turn_up(piles, state.pile[move.from]);
}

}  // namespace

const Rules gargantua_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
