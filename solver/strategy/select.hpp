#pragma once

#include "solver/exhaustive.hpp"

namespace quincunx::solver {

/// The strategy that solves a game: one that is made for its kind of rules where there is one, else the
/// search that works for all. Which one is asked of the rules, not of the game's name.
template <const Rules& rules>
struct StrategyFor {
    using Type = ExhaustiveSearch<rules>;
};

}  // namespace quincunx::solver
