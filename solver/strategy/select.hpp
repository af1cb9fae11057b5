#pragma once

#include "solver/exhaustive.hpp"
#include "solver/strategy/carthage.hpp"
#include "solver/strategy/gargantua.hpp"
#include "solver/strategy/gloucestershire.hpp"
#include "solver/strategy/rank_chains.hpp"
#include "solver/strategy/two_way.hpp"

namespace quincunx::solver {

/// The strategy that solves a game: one that is made for its kind of rules where there is one, else the
/// search that works for all. Which one is asked of the rules, not of the game's name.
template <const Rules& rules>
struct StrategyFor {
    using Type = ExhaustiveSearch<rules>;
};

template <const Rules& rules>
    requires(rank_chains::fits(rules))
struct StrategyFor<rules> {
    using Type = rank_chains::Strategy<rules>;
};

template <const Rules& rules>
    requires(two_way::fits(rules))
struct StrategyFor<rules> {
    using Type = two_way::Strategy<rules>;
};

template <const Rules& rules>
    requires(is_gloucestershire_kind(rules))
struct StrategyFor<rules> {
    using Type = GloucestershireSearch<rules>;
};

template <const Rules& rules>
    requires(gargantua::fits(rules))
struct StrategyFor<rules> {
    using Type = Gargantua<rules>;
};

template <const Rules& rules>
    requires(is_carthage_kind(rules))
struct StrategyFor<rules> {
    using Type = CarthageSearch<rules>;
};

}  // namespace quincunx::solver
