#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::gloucestershire {

/// The pruning rules of the complete passes, as bits. A `PruneSet` is the set of rules that are switched off.
enum Prune : PruneSet {
    /// A reserve card is laid on the tableau only if the very next move builds on it, with a unit or with
    /// another such card; so a chain of them ends under a unit. In a winning line, a laid reserve card that
    /// next leaves alone can stay in the reserve and be played from there; one that is later built on can be
    /// laid just before that: until then nothing needs it on the tableau, and the end it covers only stays
    /// open longer. A run that the line moved with the card on it moves without it, and the card is laid
    /// wherever that run is by then.
    lay_to_build = 1U << 0,
    /// After an irreversible move, a pile that is one unit is immediately laid on an end that takes it. It
    /// can be moved back to the space, so either both positions can be won or neither can.
    merge_piles = 1U << 1,
};

/// The branches of these rules, and what else the complete passes leave out (`PruneTally`).
enum class Branch : std::uint8_t {
    laid_on_card,       ///< `lay_to_build`: only the card that was laid on another may be built on
    laid_in_space,      ///< the same for a card in a space
    merge_on_progress,  ///< `merge_piles` after an irreversible move
    merge_when_built,   ///< the same when a laid card has been built on
    equal_target,       ///< a play from a pile identical to another one
    equal_source,       ///< a move of part of a pile identical to another one
    second_space,       ///< a move to a space when there is another space
    pile_to_space,      ///< a move of a whole pile to a space
    count
};

}  // namespace quincunx::solver::gloucestershire
