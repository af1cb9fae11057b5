// Stalactites: no building; foundations by rank from their own first card, by ones or by twos.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

bool fits_foundation(const Game& game, const Board& board, int index, Byte card) {
    const Byte foundation = board.foundation[index];
    return rank_count(foundation) < game.ranks &&
           rank_of(card) == (top_rank(foundation) - 1 + board.choice) % game.ranks + 1;
}

/// Foundations are equal if the rank on top and the number of cards are.
bool equals_a_lower_one(const Board& board, int index) {
    for (int other = 0; other < index; ++other) {
        if (board.foundation[other] == board.foundation[index]) return true;
    }
    return false;
}

void list(const Game& game, const View& view, Moves& moves) {
    if (view.board.choice == 0) {
        moves.add(Move::What::by1);
        moves.add(Move::What::by2);
        return;
    }
    for (int from = 0; from < game.tableau + game.reserve; ++from) {
        if (view.size(from) == 0) continue;
        for (int to = 0; to < game.foundations(); ++to) {
            if (fits_foundation(game, view.board, to, view.top(from)) &&
                !equals_a_lower_one(view.board, to)) {
                moves.add(top_to(Move::What::to_foundation, view, from, to));
            }
        }
    }
    const int cell = lowest_empty(view.board, reserve_pile(game, 0), game.reserve);
    if (cell < 0) return;
    for (int from = 0; from < game.tableau; ++from) {
        if (view.size(from) != 0) moves.add(top_to(Move::What::to_pile, view, from, cell));
    }
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.what == Move::What::by1 || move.what == Move::What::by2) return view.board.choice == 0;
    if (view.board.choice == 0 || move.count != 1 || move.from >= game.tableau + game.reserve) return false;
    if (!is_top(view, move)) return false;
    if (move.what == Move::What::to_foundation) {
        return fits_foundation(game, view.board, move.to, view.top(move.from));
    }
    return move.what == Move::What::to_pile && move.from < game.tableau && move.to >= game.tableau &&
           move.to < game.tableau + game.reserve && view.size(move.to) == 0;
}

void make(const Game& game, const View& view, const Move& move, Board& board) {
    switch (move.what) {
        case Move::What::by1:
            board.choice = 1;
            return;
        case Move::What::by2:
            board.choice = 2;
            return;
        case Move::What::to_foundation: {
            const int count = rank_count(view.board.foundation[move.to]) + 1;
            board.foundation[move.to] = by_rank(rank_of(view.card(move.from, move.index)), count);
            move_cards(view, board, move.from, move.index, 1, foundation_pile(game, move.to));
            return;
        }
        default:
            move_cards(view, board, move.from, move.index, 1, move.to);
            return;
    }
}

}  // namespace

const Rules stalactites_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
