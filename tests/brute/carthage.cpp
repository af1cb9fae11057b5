// Carthage: tableau down in suit, one card at a time, and a stock that is dealt to the reserve.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

bool fits_tableau(Byte card, Byte top) {
    return top == 0 || (suit_of(top) == suit_of(card) && rank_of(top) == rank_of(card) + 1);
}

bool stock_is_empty(const Game& game, const Board& board) {
    return board.size[stock_pile(game)] == 0;
}

bool can_draw(const Game& game, const Board& board) {
    if (stock_is_empty(game, board)) return false;
    return !game.variant || lowest_empty(board, reserve_pile(game, 0), game.reserve) >= 0;
}

void list_to_tableau(const Game& game, const View& view, int from, Moves& moves) {
    const Byte card = view.top(from);
    // The last card of a tableau pile would only change places with a space (A7).
    bool space_listed = from < game.tableau && view.size(from) == 1;
    for (int to = 0; to < game.tableau; ++to) {
        if (to == from || !fits_tableau(card, view.top(to))) continue;
        if (view.size(to) == 0) {
            if (space_listed) continue;
            space_listed = true;
        }
        moves.add(top_to(Move::What::to_pile, view, from, to));
    }
}

void list_to_reserve(const Game& game, const View& view, int from, Moves& moves) {
    // While there is a stock the empty piles differ by what will be dealt to them.
    const bool equal = stock_is_empty(game, view.board);
    if (equal && from >= game.tableau && view.size(from) == 1) return;
    for (int to = reserve_pile(game, 0); to < reserve_pile(game, game.reserve); ++to) {
        if (view.size(to) != 0) continue;
        moves.add(top_to(Move::What::to_pile, view, from, to));
        if (equal) return;
    }
}

void list(const Game& game, const View& view, Moves& moves) {
    const int sources = game.tableau + game.reserve;
    for (int from = 0; from < sources; ++from) {
        if (view.size(from) == 0) continue;
        const int home = lowest_up(game, view.board, view.top(from));
        if (home >= 0) moves.add(top_to(Move::What::to_foundation, view, from, home));
    }
    for (int from = 0; from < sources; ++from) {
        if (view.size(from) != 0) list_to_tableau(game, view, from, moves);
    }
    for (int from = 0; from < sources; ++from) {
        if (view.size(from) != 0) list_to_reserve(game, view, from, moves);
    }
    if (can_draw(game, view.board)) moves.add(Move::What::draw);
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::draw) return can_draw(game, view.board);
    if (move.from >= game.tableau + game.reserve || move.count != 1 || !is_top(view, move)) return false;
    const Byte card = view.top(move.from);
    if (move.what == Move::What::to_foundation) return fits_up(view.board.foundation[move.to], card);
    if (move.what != Move::What::to_pile) return false;
    if (move.to < game.tableau) return fits_tableau(card, view.top(move.to));
    return move.to < game.tableau + game.reserve && view.size(move.to) == 0;
}

void deal(const Game& game, Board& board) {
    Byte takers[most_reserve];
    int count = 0;
    for (int pile = reserve_pile(game, 0); pile < reserve_pile(game, game.reserve); ++pile) {
        if (!game.variant || board.size[pile] == 0) takers[count++] = byte(pile);
    }
    for (int round = 0; round < game.per_draw; ++round) {
        for (int taker = 0; taker < count && !stock_is_empty(game, board); ++taker) {
            const Board before = board;
            move_cards(View(before), board, stock_pile(game), 0, 1, takers[taker]);
        }
    }
}

void make(const Game& game, const View& view, const Move& move, Board& board) {
    if (move.what == Move::What::draw) {
        deal(game, board);
    } else if (move.what == Move::What::to_foundation) {
        bring_home(view, move, board);
    } else {
        move_cards(view, board, move.from, move.index, 1, move.to);
    }
}

}  // namespace

const Rules carthage_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
