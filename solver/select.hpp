#pragma once

#include "solver/carthage/search.hpp"
#include "solver/exhaustive.hpp"
#include "solver/gargantua/search.hpp"
#include "solver/gloucestershire/search.hpp"
#include "solver/rank_chains/search.hpp"
#include "solver/two_way/search.hpp"

namespace quincunx::solver {

/// The strategy that solves a game: one made for its kind of rules if there is one, otherwise the search that
/// works for all. The choice depends on the rules, not on the game's name.
template <const Rules& rules>
struct StrategyFor {
    using Type = ExhaustiveSearch<rules>;
};

template <const Rules& rules>
    requires(rank_chains::fits(rules))
struct StrategyFor<rules> {
    using Type = rank_chains::Search<rules>;
};

template <const Rules& rules>
    requires(two_way::fits(rules))
struct StrategyFor<rules> {
    using Type = two_way::Search<rules>;
};

template <const Rules& rules>
    requires(gloucestershire::fits(rules))
struct StrategyFor<rules> {
    using Type = gloucestershire::Search<rules>;
};

template <const Rules& rules>
    requires(gargantua::fits(rules))
struct StrategyFor<rules> {
    using Type = gargantua::Search<rules>;
};

template <const Rules& rules>
    requires(carthage::fits(rules))
struct StrategyFor<rules> {
    using Type = carthage::Search<rules>;
};

}  // namespace quincunx::solver
