#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::two_way {

/// Pruning rules of the exhaustive search, as bits of a `PruneSet` of rules that are off.
///
/// Taking a card away from a pile or the waste is never "only an option more" here: an emptied pile is filled
/// at once, and with what depends on what was drawn and played before. The rules below move no draw and no
/// filling.
enum Prune : PruneSet {
    /// The upper card of a pile is played at once if the other card of its face is home. A win plays it some
    /// time, to the only foundation that still takes the face. Play it now instead: in between, no move of
    /// the win uses it or puts a card on it (the pile was full), the foundation gets no other card (this one
    /// is next), the lower card need not be touched, no pile becomes empty by it, so each move of the win
    /// does the same as before.
    last_copy = 1 << 0,
    /// Of several piles with the same cards only one is played from, or placed on. Their places tell nothing.
    equal_piles = 1 << 1,
    /// A state that was searched before is not searched again. Keys have 128 bits: the chance that any two of
    /// n different states have one key is below n² / 2^129, 10^-20 for a billion states. Cards leave the
    /// stock, then the waste, then the tableau, and never come back but by a redeal, which are numbered:
    /// nothing in the table can be on the present path.
    transposition = 1 << 2,
    /// A state is given up when a closed set shows that it is lost (`Closure`).
    closure = 1 << 3,
    /// A state is given up when its cards cannot go home in any order, even with the stock and the waste at
    /// hand and nothing more to place (`PlayOrder`).
    play_order = 1 << 4,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    last_copy_twin_up,    ///< the twin is on the foundation that goes up
    last_copy_twin_down,  ///< … down
    equal_play,           ///< a play from a pile, of which there is another like it
    equal_place,          ///< a place on a card that lies alone, of which there is another like it
    equal_space,          ///< a place in a space, of which there is another
    transposition,
    closure_up,    ///< some foundation that goes up cannot be completed
    closure_down,  ///< all of them can, but some that goes down cannot
    play_order,
    count
};

}  // namespace quincunx::solver::two_way
