// Gargantua: runs in alternating colours, face-down cards, and a redeal that may keep the waste's top card.

#include <algorithm>

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

bool fits_tableau(const Game& game, Byte card, Byte top) {
    if (top == 0) return rank_of(card) == game.ranks;
    return is_red(top) != is_red(card) && rank_of(top) == rank_of(card) + 1;
}

bool is_playable(const Game& game, const View& view, Byte card) {
    if (lowest_up(game, view.board, card) >= 0) return true;
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
    if (view.board.redeals == 0 || view.size(stock_pile(game)) != 0 || waste == 0) return false;
    return waste > 1 || !redeal_keeps_top(game, view);
}

void list_waste(const Game& game, const View& view, Moves& moves) {
    const int waste = waste_pile(game);
    if (view.size(waste) == 0) return;
    bool space_listed = false;
    for (int to = 0; to < game.tableau; ++to) {
        if (!fits_tableau(game, view.top(waste), view.top(to))) continue;
        if (view.size(to) == 0) {
            if (space_listed) continue;
            space_listed = true;
        }
        moves.add(top_to(Move::What::to_pile, view, waste, to));
    }
}

void list_runs(const Game& game, const View& view, int from, Moves& moves) {
    for (int index = view.board.down[from]; index < view.size(from); ++index) {
        bool space_listed = index == 0;  // a whole pile to a space changes nothing (A7)
        for (int to = 0; to < game.tableau; ++to) {
            if (to == from || !fits_tableau(game, view.card(from, index), view.top(to))) continue;
            if (view.size(to) == 0) {
                if (space_listed) continue;
                space_listed = true;
            }
            moves.add({.what = Move::What::to_pile,
                       .from = byte(from),
                       .index = byte(index),
                       .count = byte(view.size(from) - index),
                       .to = byte(to)});
        }
    }
}

void list(const Game& game, const View& view, Moves& moves) {
    const int waste = waste_pile(game);
    for (int from = 0; from <= waste; ++from) {
        if (view.size(from) == 0) continue;
        const int home = lowest_up(game, view.board, view.top(from));
        if (home >= 0) moves.add(top_to(Move::What::to_foundation, view, from, home));
    }
    for (int from = 0; from < game.tableau; ++from) list_runs(game, view, from, moves);
    list_waste(game, view, moves);
    if (view.size(stock_pile(game)) != 0) moves.add(Move::What::draw);
    if (can_redeal(game, view)) moves.add(Move::What::redeal);
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::draw) return view.size(stock_pile(game)) != 0;
    if (move.what == Move::What::redeal) return can_redeal(game, view);
    if (move.from >= game.tableau && move.from != waste_pile(game)) return false;
    const Byte card = view.card(move.from, move.index);
    if (move.what == Move::What::to_foundation) {
        return move.count == 1 && fits_up(view.board.foundation[move.to], card);
    }
    if (move.what != Move::What::to_pile || move.to >= game.tableau) return false;
    if (move.from == waste_pile(game) && move.count != 1) return false;
    if (move.from < game.tableau && move.index < view.board.down[move.from]) return false;
    return fits_tableau(game, card, view.top(move.to));
}

void redeal(const Game& game, const View& view, Board& board) {
    // The waste's bottom card was drawn first and is drawn first again, so the cards lie as they have to. A
    // kept card comes to the bottom of the waste.
    const int waste = waste_pile(game);
    const int kept = redeal_keeps_top(game, view) ? 1 : 0;
    Byte* const first = board.cards.at + view.start[waste];
    std::rotate(first, first + view.size(waste) - kept, first + view.size(waste));
    board.size[waste] = byte(kept);
    board.size[stock_pile(game)] = byte(view.size(waste) - kept);
    --board.redeals;
}

void turn_up(const Game& game, int pile, Board& board) {
    if (pile < game.tableau && board.size[pile] != 0 && board.down[pile] == board.size[pile])
        --board.down[pile];
}

void make(const Game& game, const View& view, const Move& move, Board& board) {
    switch (move.what) {
        case Move::What::draw:
            draw_to_waste(game, board);
            return;
        case Move::What::redeal:
            redeal(game, view, board);
            return;
        case Move::What::to_foundation:
            bring_home(view, move, board);
            break;
        default:
            move_cards(view, board, move.from, move.index, move.count, move.to);
            break;
    }
    turn_up(game, move.from, board);
}

}  // namespace

const Rules gargantua_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
