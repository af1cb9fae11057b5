#include "tests/brute/state.hpp"

namespace brute {

State state_of(const Game& game, Piles& piles, const Board& board) {
    State state;
    state.foundation = board.foundation;
    state.choice = board.choice;
    state.redeals = board.redeals;
    int next = 0;
    for (int pile = 0; pile < most_piles; ++pile) {
        for (int end = next + board.size[pile]; next < end; ++next) {
            state.pile[pile] = piles.push(state.pile[pile], board.cards[next]);
        }
        if (pile < foundation_pile(game, 0)) state.left = byte(next);
    }
    return state;
}

Board board_of(const Game& game, const Piles& piles, const State& state) {
    Board board;
    board.foundation = state.foundation;
    board.choice = state.choice;
    board.redeals = state.redeals;
    int next = 0;
    for (int pile = 0; pile < most_piles; ++pile) {
        if (pile >= foundation_pile(game, 0) && !keeps_foundations(game)) break;
        const int size = cards_of(piles, state.pile[pile], board.cards.at + next);
        board.size[pile] = byte(size);
        next += size;
    }
    return board;
}

}  // namespace brute
