#pragma once

// What each kind of game says of itself, and the parts that several of them share.

#include "tests/brute/state.hpp"

namespace brute {

struct Move {
    enum class What : Byte { draw, redeal, by1, by2, to_pile, to_foundation };

    What what = What::draw;
    Byte from = 0;   ///< pile
    Byte to = 0;     ///< pile, or number of the foundation from 0
    Byte count = 1;  ///< cards
    Byte card = 0;   ///< where any card of a pile may be taken, this one, its lowest copy; 0: from the top

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
    // The worst case is one run of 104 cards of two ranks, every second of which fits on seven piles.
    Move moves_[2048];
    int size_ = 0;
};

/// The three questions a game answers.
struct Rules {
    /// Adds the listed moves, those to foundations first.
    void (*list)(const Game&, const View&, Moves&);
    /// Whether a move may be made, listed or aimed, when there are such piles and cards and the source is not
    /// the target.
    bool (*accepts)(const Game&, const View&, const Move&);
    /// Makes an accepted move.
    void (*make)(const Game&, Piles&, const Move&, State&);
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

inline Move move_to(Move::What what, int from, int to, int count = 1) {
    return {.what = what, .from = byte(from), .to = byte(to), .count = byte(count)};
}

/// The lowest of some piles that is empty; -1 if none is.
inline int lowest_empty(const View& view, int first, int count) {
    for (int pile = first; pile < first + count; ++pile) {
        if (view.is_empty(pile)) return pile;
    }
    return -1;
}

/// Lists a move to each pile of the tableau that `fits`, but to one space at most (A5): to none if
/// `space_listed`.
template <class Fits>
void list_to_tableau(const Game& game, const View& view, Move move, bool space_listed, Moves& moves,
                     Fits fits) {
    for (int to = 0; to < game.tableau; ++to) {
        if (to == move.from || !fits(view.top(to))) continue;
        if (view.is_empty(to)) {
            if (space_listed) continue;
            space_listed = true;
        }
        move.to = byte(to);
        moves.add(move);
    }
}

/// A foundation that goes up in suit from the ace takes this card; several of a suit may be begun.
inline bool fits_up(Byte foundation, Byte card) {
    if (foundation == 0) return rank_of(card) == 1;
    return foundation_suit(foundation) == suit_of(card) && foundation_count(foundation) + 1 == rank_of(card);
}

/// The lowest foundation of such a game that takes the card; all that take it are equal (A5). -1 if none
/// does.
inline int lowest_up(const Game& game, const State& state, Byte card) {
    for (int index = 0; index < game.foundations(); ++index) {
        if (fits_up(state.foundation[index], card)) return index;
    }
    return -1;
}

/// Counts a card on its foundation in suit.
inline void bring_home(State& state, int foundation, Byte card) {
    const int count = foundation_count(state.foundation[foundation]);
    state.foundation[foundation] = in_suit(suit_of(card), count + 1);
    --state.left;
}

/// Moves the top card of a pile to its foundation in suit.
inline void bring_top_home(const Piles& piles, const Move& move, State& state) {
    const Piles::Id pile = state.pile[move.from];
    state.pile[move.from] = piles.rest(pile);
    bring_home(state, move.to, piles.top(pile));
}

}  // namespace brute
