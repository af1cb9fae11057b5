#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::gloucestershire {

/// The pruning rules of the complete passes, as bits of a `PruneSet` of rules that are off.
enum Prune : PruneSet {
    /// A reserve card is laid on the tableau only to be built on at once, by a unit or by another such card;
    /// so a chain of them ends under a unit. In a winning line a reserve card that is laid and next leaves by
    /// itself can stay in the reserve and be played from there; one that is built on later can be laid just
    /// before that: until then nothing needs it on the tableau, and the end it covers is only open longer.
    lay_to_build = 1U << 0,
    /// A pile that is one unit is laid on an end that takes it, at once after an irreversible move. It can be
    /// moved back to the space, so both positions are won or both are not.
    merge_piles = 1U << 1,
};

/// The branches of these rules, and what else the complete passes leave out (`PruneTally`).
enum class Branch : std::uint8_t {
    laid_on_card,       ///< `lay_to_build`: only the card that was laid on another is built on
    laid_in_space,      ///< the same of a card in a space
    merge_on_progress,  ///< `merge_piles` after an irreversible move
    merge_when_built,   ///< the same when a laid card has been built on
    equal_target,       ///< a play from a pile, of which there is another like it
    equal_source,       ///< a move of a part of a pile, of which there is another like it
    second_space,       ///< a move to a space, of which there is another
    pile_to_space,      ///< a move of a whole pile to a space
    count
};

}  // namespace quincunx::solver::gloucestershire
