// Grandfather: foundations up and down, piles of two, and emptied piles that are filled by themselves.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

/// The first foundations, one for each suit, go up, the others down.
bool fits_foundation(const Game& game, const Board& board, int index, Byte card) {
    const bool up = index < game.suits;
    const int step = up ? rank_of(card) : game.ranks + 1 - rank_of(card);  // its place on the foundation
    const Byte foundation = board.foundation[index];
    if (foundation != 0) {
        return foundation_suit(foundation) == suit_of(card) && foundation_count(foundation) + 1 == step;
    }
    if (step != 1) return false;
    const int first = up ? 0 : game.suits;
    for (int other = first; other < first + game.suits; ++other) {
        const Byte begun = board.foundation[other];
        if (begun != 0 && foundation_suit(begun) == suit_of(card)) return false;
    }
    return true;
}

int lowest_of_group(const Game& game, const Board& board, int first, Byte card) {
    for (int index = first; index < first + game.suits; ++index) {
        if (fits_foundation(game, board, index, card)) return index;
    }
    return -1;
}

bool can_redeal(const Game& game, const View& view) {
    return view.board.redeals != 0 && view.size(stock_pile(game)) == 0 && view.size(waste_pile(game)) != 0;
}

void list(const Game& game, const View& view, Moves& moves) {
    const int waste = waste_pile(game);
    for (int from = 0; from <= waste; ++from) {
        if (view.size(from) == 0) continue;
        for (const int group : {0, game.suits}) {
            const int home = lowest_of_group(game, view.board, group, view.top(from));
            if (home >= 0) moves.add(top_to(Move::What::to_foundation, view, from, home));
        }
    }
    if (view.size(waste) != 0) {
        bool space_listed = false;
        for (int to = 0; to < game.tableau; ++to) {
            if (view.size(to) >= game.capacity) continue;
            if (view.size(to) == 0) {
                if (space_listed) continue;
                space_listed = true;
            }
            moves.add(top_to(Move::What::to_pile, view, waste, to));
        }
    }
    if (view.size(stock_pile(game)) != 0) moves.add(Move::What::draw);
    if (can_redeal(game, view)) moves.add(Move::What::redeal);
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::draw) return view.size(stock_pile(game)) != 0;
    if (move.what == Move::What::redeal) return can_redeal(game, view);
    if (move.count != 1 || !is_top(view, move)) return false;
    const int waste = waste_pile(game);
    if (move.what == Move::What::to_foundation) {
        return (move.from < game.tableau || move.from == waste) &&
               fits_foundation(game, view.board, move.to, view.top(move.from));
    }
    return move.what == Move::What::to_pile && move.from == waste && move.to < game.tableau &&
           view.size(move.to) < game.capacity;
}

void fill(const Game& game, int pile, Board& board) {
    const Board before = board;
    const View view(before);
    const int waste = waste_pile(game);
    const int stock = stock_pile(game);
    if (!game.variant && view.size(stock) != 0) {
        move_cards(view, board, stock, 0, 1, pile);
    } else if (view.size(waste) != 0) {
        move_cards(view, board, waste, view.size(waste) - 1, 1, pile);
    }
}

void make(const Game& game, const View& view, const Move& move, Board& board) {
    switch (move.what) {
        case Move::What::draw:
            draw_to_waste(game, board);
            return;
        case Move::What::redeal:
            // The cards lie as they have to: the waste's bottom card is the next to be drawn.
            board.size[stock_pile(game)] = byte(view.size(waste_pile(game)));
            board.size[waste_pile(game)] = 0;
            --board.redeals;
            return;
        case Move::What::to_foundation:
            bring_home(view, move, board);
            if (move.from < game.tableau && board.size[move.from] == 0) fill(game, move.from, board);
            return;
        default:
            move_cards(view, board, move.from, move.index, 1, move.to);
            return;
    }
}

}  // namespace

const Rules grandfather_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
