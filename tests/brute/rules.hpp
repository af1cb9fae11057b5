#pragma once

// The interface of each kind of game, and the parts that several of them share.

#include "tests/brute/state.hpp"

namespace brute {

struct Move {
    enum class What : Byte { draw, redeal, by1, by2, to_pile, to_foundation };

    What what = What::draw;
    Byte from = 0;   ///< pile
    Byte to = 0;     ///< pile, or number of the foundation, from 0
    Byte count = 1;  ///< cards
    Byte card = 0;   ///< the card taken (its lowest copy) if any card of a pile may be; 0: the top card

    bool operator==(const Move&) const = default;
};

/// A list of moves that does not use the heap.
class Moves {
  public:
    void add(const Move& move) { moves_[size_++] = move; }
    void add(Move::What what) { add(Move{.what = what}); }
    void clear() { size_ = 0; }
    int size() const { return size_; }
    const Move& operator[](int index) const { return moves_[index]; }

  private:
    // The worst case is a single run of 104 cards of two ranks, of which every second card fits on seven
    // piles.
    Move moves_[2048];
    int size_ = 0;
};

/// The three questions that a game answers.
struct Rules {
    /// Appends the listed moves, those to foundations first.
    void (*list)(const Game&, const View&, Moves&);
    /// Whether a move, listed or aimed, may be made, given that such piles and cards exist and the source is
    /// not the target.
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

/// The lowest empty pile among some piles; -1 if there is none.
inline int lowest_empty(const View& view, int first, int count) {
    for (int pile = first; pile < first + count; ++pile) {
        if (view.is_empty(pile)) return pile;
    }
    return -1;
}

/// Lists a move to each tableau pile that `fits`, but to at most one space (A5), or to none if
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

/// Whether a foundation that goes up in suit from the ace takes this card; several foundations may have the
/// same suit.
inline bool fits_up(Byte foundation, Byte card) {
    if (foundation == 0) return rank_of(card) == 1;
    return foundation_suit(foundation) == suit_of(card) && foundation_count(foundation) + 1 == rank_of(card);
}

/// The lowest foundation of such a game that takes the card; all that take it are equivalent (A5). -1 if
/// there is none.
inline int lowest_up(const Game& game, const State& state, Byte card) {
    for (int index = 0; index < game.foundations(); ++index) {
        if (fits_up(state.foundation[index], card)) return index;
    }
    return -1;
}

/// Adds a card to its foundation, built in suit.
inline void bring_home(State& state, int foundation, Byte card) {
    const int count = foundation_count(state.foundation[foundation]);
    state.foundation[foundation] = in_suit(suit_of(card), count + 1);
    --state.left;
}

/// Moves the top card of a pile to its foundation, built in suit.
inline void bring_top_home(const Piles& piles, const Move& move, State& state) {
    const Piles::Id pile = state.pile[move.from];
    state.pile[move.from] = piles.rest(pile);
    bring_home(state, move.to, piles.top(pile));
}

}  // namespace brute
