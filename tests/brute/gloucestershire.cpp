// Gloucestershire: runs around the corner, foundations that go around twice, and an open reserve.

#include <algorithm>

#include "tests/brute/rules.hpp"

namespace brute {
namespace {

/// A king also goes on an ace.
bool fits_tableau(const Game& game, Byte card, Byte top) {
    return top == 0 || (is_red(top) != is_red(card) && rank_of(top) == rank_of(card) % game.ranks + 1);
}

bool fits_foundation(const Game& game, const State& state, int index, Byte card) {
    const Byte foundation = state.foundation[index];
    const int count = foundation_count(foundation);
    if (foundation != 0) {
        return foundation_suit(foundation) == suit_of(card) && count < game.packs * game.ranks &&
               count % game.ranks + 1 == rank_of(card);
    }
    if (rank_of(card) != 1) return false;
    for (int other = 0; other < game.foundations(); ++other) {
        const Byte begun = state.foundation[other];
        if (begun != 0 && foundation_suit(begun) == suit_of(card)) return false;
    }
    return true;
}

/// Either all foundations that take the card are empty, or only the one of its suit takes it: the lowest is
/// listed.
void list_home(const Game& game, const View& view, Move move, Byte card, Moves& moves) {
    move.what = Move::What::to_foundation;
    for (int to = 0; to < game.foundations(); ++to) {
        if (!fits_foundation(game, view.state, to, card)) continue;
        move.to = byte(to);
        moves.add(move);
        return;
    }
}

/// The different cards of the reserve, each taken from the lowest pile that holds it (A5), as moves without a
/// target.
int reserve_cards(const Game& game, const View& view, Move* takes) {
    int count = 0;
    for (int pile = reserve_pile(game, 0); pile < reserve_pile(game, game.reserve); ++pile) {
        Byte cards[most_cards];
        const int size = cards_of(view.piles, view.state.pile[pile], cards);
        for (int at = 0; at < size; ++at) {
            const bool known = std::any_of(
                takes, takes + count, [card = cards[at]](const Move& take) { return take.card == card; });
            if (known) continue;
            takes[count] = move_to(Move::What::to_pile, pile, 0);
            takes[count++].card = cards[at];
        }
    }
    return count;
}

/// The length of the run that ends with the top card.
int run_length(const Game& game, const View& view, int pile) {
    int length = 0;
    Byte above = 0;
    for (Piles::Id rest = view.state.pile[pile]; rest != Piles::empty; rest = view.piles.rest(rest)) {
        if (above != 0 && !fits_tableau(game, above, view.piles.top(rest))) break;
        above = view.piles.top(rest);
        ++length;
    }
    return length;
}

void list(const Game& game, const View& view, Moves& moves) {
    Move takes[most_cards];
    const int reserve = reserve_cards(game, view, takes);
    for (int from = 0; from < game.tableau; ++from) {
        if (view.is_empty(from)) continue;
        list_home(game, view, move_to(Move::What::to_foundation, from, 0), view.top(from), moves);
    }
    for (int at = 0; at < reserve; ++at) list_home(game, view, takes[at], takes[at].card, moves);
    for (int from = 0; from < game.tableau; ++from) {
        const int run = run_length(game, view, from);
        for (int count = 1; count <= run; ++count) {
            const Byte card = view.lowest_of(from, count);
            const bool whole = count == view.size(from);  // moving it to a space changes nothing (A7)
            list_to_tableau(game, view, move_to(Move::What::to_pile, from, 0, count), whole, moves,
                            [&](Byte top) { return fits_tableau(game, card, top); });
        }
    }
    for (int at = 0; at < reserve; ++at) {
        list_to_tableau(game, view, takes[at], false, moves,
                        [&](Byte top) { return fits_tableau(game, takes[at].card, top); });
    }
}

bool accepts(const Game& game, const View& view, const Move& move) {
    if (move.from >= game.tableau + game.reserve) return false;
    const bool from_reserve = move.from >= game.tableau;
    const Byte card = from_reserve ? move.card : view.lowest_of(move.from, move.count);
    if (move.what == Move::What::to_foundation) {
        return move.count == 1 && fits_foundation(game, view.state, move.to, card);
    }
    if (move.what != Move::What::to_pile || move.to >= game.tableau) return false;
    if (from_reserve ? move.count != 1 : move.count > run_length(game, view, move.from)) return false;
    return fits_tableau(game, card, view.top(move.to));
}

/// Takes the lowest copy of a card out of a pile.
Piles::Id without(Piles& piles, Piles::Id pile, Byte card) {
    Byte cards[most_cards];
    const int size = cards_of(piles, pile, cards);
    const auto index = static_cast<int>(std::find(cards, cards + size, card) - cards);
    for (int at = index; at < size; ++at) pile = piles.rest(pile);
    for (int at = index + 1; at < size; ++at) pile = piles.push(pile, cards[at]);
    return pile;
}

void make(const Game& game, Piles& piles, const Move& move, State& state) {
    const bool home = move.what == Move::What::to_foundation;
    if (move.from >= game.tableau) {
        state.pile[move.from] = without(piles, state.pile[move.from], move.card);
        if (home) {
            bring_home(state, move.to, move.card);
        } else {
            state.pile[move.to] = piles.push(state.pile[move.to], move.card);
        }
    } else if (home) {
        bring_top_home(piles, move, state);
    } else {
        move_cards(piles, state, move.from, move.count, move.to);
    }
}

}  // namespace

const Rules gloucestershire_rules = {.list = list, .accepts = accepts, .make = make};

}  // namespace brute
