#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::two_way {

/// Pruning rules of the exhaustive search, as bits. A `PruneSet` is the set of rules that are switched off.
///
/// Here it is never true that taking a card from a pile or the waste "only adds an option": an emptied pile
/// is filled immediately, and what fills it depends on what was drawn and played before. The rules below do
/// not move any draw or any filling.
enum Prune : PruneSet {
    /// The upper card of a pile is played immediately if its twin is on a foundation. A win plays it at some
    /// time, to the only foundation that still takes that face. Play it now instead. In between, no move of
    /// the win uses it or puts a card on it (the pile was full), the foundation gets no other card (this one
    /// is next), the lower card need not be touched, and the play empties no pile. So each move of the win
    /// does the same as before.
    last_copy = 1 << 0,
    /// Only one of several piles with the same cards is played from or placed on. It makes no difference
    /// which.
    equal_piles = 1 << 1,
    /// A state that has been searched is not searched again. Keys have 128 bits: the chance that any two of n
    /// different states share a key is below n² / 2^129, which is 10^-20 for a billion states. Cards leave
    /// the stock, then the waste, then the tableau, and never come back except by a redeal, and redeals are
    /// counted: nothing in the table can be on the current path.
    transposition = 1 << 2,
    /// A state is given up if a closed set shows that it is lost (`Closure`).
    closure = 1 << 3,
    /// A state is given up if its cards cannot go to the foundations in any order, even with the stock and
    /// the waste available and nothing more to place (`PlayOrder`).
    play_order = 1 << 4,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    last_copy_twin_up,    ///< the twin is on the foundation that goes up
    last_copy_twin_down,  ///< … on the one that goes down
    equal_play,           ///< a play from a pile identical to another one
    equal_place,          ///< a place on a lone card identical to another one
    equal_space,          ///< a place in a space when there is another space
    transposition,
    closure_up,    ///< some foundation that goes up cannot be completed
    closure_down,  ///< all of them can, but some that goes down cannot
    play_order,
    count
};

}  // namespace quincunx::solver::two_way
