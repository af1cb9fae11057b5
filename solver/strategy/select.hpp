#pragma once

#include "solver/exhaustive.hpp"
#include "solver/strategy/carthage.hpp"

namespace quincunx::solver {

/// The strategy that solves a game: one that is made for its kind of rules where there is one, else the
/// search that works for all. Which one is asked of the rules, not of the game's name.
template <const Rules& rules>
struct StrategyFor {
    using Type = ExhaustiveSearch<rules>;
};

template <const Rules& rules>
    requires(is_carthage_kind(rules))
struct StrategyFor<rules> {
    using Type = CarthageSearch<rules>;
};

}  // namespace quincunx::solver
