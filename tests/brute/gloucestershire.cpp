// Gloucestershire: runs around the corner, foundations of two rounds, and a reserve that lies open.

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

/// A king goes on an ace, too.
bool fits_tableau(const Game& game, Byte card, Byte top) {
    return top == 0 || (is_red(top) != is_red(card) && rank_of(top) == rank_of(card) % game.ranks + 1);
}

bool fits_foundation(const Game& game, const Board& board, int index, Byte card) {
    const Byte foundation = board.foundation[index];
    const int count = foundation_count(foundation);
    if (foundation != 0) {
        return foundation_suit(foundation) == suit_of(card) && count < game.packs * game.ranks &&
               count % game.ranks + 1 == rank_of(card);
    }
    if (rank_of(card) != 1) return false;
    for (int other = 0; other < game.foundations(); ++other) {
        const Byte begun = board.foundation[other];
        if (begun != 0 && foundation_suit(begun) == suit_of(card)) return false;
    }
    return true;
}

void list_foundation(const Game& game, const View& view, int from, int card, Moves& moves) {
    for (int to = 0; to < game.foundations(); ++to) {
        if (!fits_foundation(game, view.board, to, view.card(from, card))) continue;
        // All that take the card are empty, or it is the one of its suit.
        moves.add(
            {.what = Move::What::to_foundation, .from = byte(from), .index = byte(card), .to = byte(to)});
        return;
    }
}

void list_to_tableau(const Game& game, const View& view, int from, int index, int count, bool space_listed,
                     Moves& moves) {
    for (int to = 0; to < game.tableau; ++to) {
        if (to == from || !fits_tableau(game, view.card(from, index), view.top(to))) continue;
        if (view.size(to) == 0) {
            if (space_listed) continue;
            space_listed = true;
        }
        moves.add({.what = Move::What::to_pile,
                   .from = byte(from),
                   .index = byte(index),
                   .count = byte(count),
                   .to = byte(to)});
    }
}

bool was_met(const Game& game, const View& view, int pile, int index) {
    for (int before = view.start[reserve_pile(game, 0)]; before < view.start[pile] + index; ++before) {
        if (view.board.cards[before] == view.card(pile, index)) return true;
    }
    return false;
}

/// Calls `use` with each card of the reserve, of equal ones with the lowest.
template <class Use>
void for_reserve(const Game& game, const View& view, Use use) {
    for (int pile = reserve_pile(game, 0); pile < reserve_pile(game, game.reserve); ++pile) {
        for (int index = 0; index < view.size(pile); ++index) {
            if (!was_met(game, view, pile, index)) use(pile, index);
        }
    }
}

/// Where the run that ends with the top card begins.
int run_start(const Game& game, const View& view, int pile) {
    int index = view.size(pile) - 1;
    while (index > 0 && fits_tableau(game, view.card(pile, index), view.card(pile, index - 1))) --index;
    return index;
}

void list(const Game& game, const View& view, Moves& moves) {
    for (int from = 0; from < game.tableau; ++from) {
        if (view.size(from) != 0) list_foundation(game, view, from, view.size(from) - 1, moves);
    }
    for_reserve(game, view, [&](int pile, int index) { list_foundation(game, view, pile, index, moves); });
    for (int from = 0; from < game.tableau; ++from) {
        if (view.size(from) == 0) continue;
        for (int index = run_start(game, view, from); index < view.size(from); ++index) {
            // A whole pile to a space changes nothing (A7).
            list_to_tableau(game, view, from, index, view.size(from) - index, index == 0, moves);
        }
    }
    for_reserve(game, view,
                [&](int pile, int index) { list_to_tableau(game, view, pile, index, 1, false, moves); });
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.from >= game.tableau + game.reserve) return false;
    const bool from_reserve = move.from >= game.tableau;
    const Byte card = view.card(move.from, move.index);
    if (from_reserve && move.count != 1) return false;
    if (move.what == Move::What::to_foundation) {
        return (from_reserve || is_top(view, move)) && fits_foundation(game, view.board, move.to, card);
    }
    if (move.what != Move::What::to_pile || move.to >= game.tableau) return false;
    if (!from_reserve && move.index < run_start(game, view, move.from)) return false;
    return fits_tableau(game, card, view.top(move.to));
}

void make(const Game&, const View& view, const Move& move, Board& board) {
    if (move.what == Move::What::to_foundation) {
        bring_home(view, move, board);
    } else {
        move_cards(view, board, move.from, move.index, move.count, move.to);
    }
}

}  // namespace

const Rules gloucestershire_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
