#pragma once

// What each kind of game says of itself, and the parts that several of them share.

#include "tests/brute/board.hpp"
#include "tests/brute/brute.hpp"

namespace brute {

// Piles by their place in a board. Foundations have piles only in games that keep their cards
// (keeps_foundations).
inline int tableau_pile(int index) {
    return index;
}
inline int reserve_pile(const Game& game, int index) {
    return game.tableau + index;
}
inline int waste_pile(const Game& game) {
    return game.tableau + game.reserve;
}
inline int stock_pile(const Game& game) {
    return game.tableau + game.reserve + 1;
}
inline int foundation_pile(const Game& game, int index) {
    return game.tableau + game.reserve + 2 + index;
}
inline bool keeps_foundations(const Game& game) {
    return game.kind == Game::Kind::stalactites;
}

struct Move {
    enum class What : Byte { draw, redeal, by1, by2, to_pile, to_foundation };

    What what = What::draw;
    Byte from = 0;   ///< pile
    Byte index = 0;  ///< of the lowest card moved, in its pile
    Byte count = 1;
    Byte to = 0;  ///< pile, or number of the foundation from 0

    bool operator==(const Move&) const = default;
};

/// A list of moves without a heap.
class Moves {
  public:
    void add(const Move& move) { moves_[size_++] = move; }
    void add(Move::What what) { add(Move{.what = what}); }
    void clear() { size_ = 0; }
    int size() const { return size_; }
    const Move& operator[](int index) const { return moves_[index]; }

  private:
    // Two packs of two ranks, all in one run that goes on seven piles at every second card, are the worst
    // case.
    Move moves_[2048];
    int size_ = 0;
};

/// The three questions a game answers.
struct Rules {
    /// Adds the listed moves, those to foundations first.
    void (*list)(const Game&, const View&, Moves&);
    /// Whether a move of what exists (a pile that holds its cards, another pile or a foundation) may be made,
    /// listed or aimed.
    bool (*accepts)(const Game&, const View&, const Move&);
    /// Makes an accepted move. The board is still as the view has it.
    void (*make)(const Game&, const View&, const Move&, Board&);
};

extern const Rules gargantua_rules;
extern const Rules grandfather_rules;
extern const Rules gloucestershire_rules;
extern const Rules stalactites_rules;
extern const Rules carthage_rules;

inline const Rules& rules_of(const Game& game) {
    switch (game.kind) {
        case Game::Kind::gargantua:
            return gargantua_rules;
        case Game::Kind::grandfather:
            return grandfather_rules;
        case Game::Kind::gloucestershire:
            return gloucestershire_rules;
        case Game::Kind::stalactites:
            return stalactites_rules;
        case Game::Kind::carthage:
            break;
    }
    return carthage_rules;
}

/// Whether every card is on a foundation.
inline bool all_home(const Game& game, const Board& board) {
    if (!keeps_foundations(game)) return board.used == 0;
    for (int pile = 0; pile < foundation_pile(game, 0); ++pile) {
        if (board.size[pile] != 0) return false;
    }
    return true;
}

inline bool is_top(const View& view, const Move& move) {
    return move.index + 1 == view.size(move.from);
}

inline Move top_to(Move::What what, const View& view, int from, int to) {
    return {.what = what, .from = byte(from), .index = byte(view.size(from) - 1), .count = 1, .to = byte(to)};
}

/// The lowest of some piles that is empty; -1 if none is.
inline int lowest_empty(const Board& board, int first, int count) {
    for (int pile = first; pile < first + count; ++pile) {
        if (board.size[pile] == 0) return pile;
    }
    return -1;
}

/// A foundation that goes up in suit from the ace takes this card; several of a suit may be begun.
inline bool fits_up(Byte foundation, Byte card) {
    if (foundation == 0) return rank_of(card) == 1;
    return foundation_suit(foundation) == suit_of(card) && foundation_count(foundation) + 1 == rank_of(card);
}

/// The lowest foundation of such a game that takes the card; all that take it are equal (A5). -1 if none
/// does.
inline int lowest_up(const Game& game, const Board& board, Byte card) {
    for (int index = 0; index < game.foundations(); ++index) {
        if (fits_up(board.foundation[index], card)) return index;
    }
    return -1;
}

/// Moves one card to a foundation in suit.
inline void bring_home(const View& view, const Move& move, Board& board) {
    const Byte card = view.card(move.from, move.index);
    const Byte before = view.board.foundation[move.to];
    board.foundation[move.to] = in_suit(suit_of(card), foundation_count(before) + 1);
    remove_card(view, board, move.from, move.index);
}

/// The next card of the stock goes to the waste: no card moves, only the border between the two.
inline void draw_to_waste(const Game& game, Board& board) {
    ++board.size[waste_pile(game)];
    --board.size[stock_pile(game)];
}

}  // namespace brute
