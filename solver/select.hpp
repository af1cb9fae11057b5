#pragma once

#include <cstdint>

#include "solver/carthage/search.hpp"
#include "solver/exhaustive.hpp"
#include "solver/gargantua/search.hpp"
#include "solver/gloucestershire/search.hpp"
#include "solver/rank_chains/search.hpp"
#include "solver/two_way/search.hpp"

namespace quincunx::solver {

/// The kinds of rules for which a search is made.
enum class Kind : std::uint8_t {
    rank_chains,      ///< only rank matters, and nothing is built on the tableau
    two_way,          ///< foundations that go up and others that go down
    open_reserve,     ///< runs that go round, and a reserve of which every card is available
    klondike,         ///< face-down cards, and whole face-up parts that move
    buried_reserves,  ///< a stock that deals to reserves
    other             ///< none: hard positions take longer than anybody waits
};

constexpr Kind kind_of(const Rules& rules) {
    if (rank_chains::fits(rules)) return Kind::rank_chains;
    if (two_way::fits(rules)) return Kind::two_way;
    if (gloucestershire::fits(rules)) return Kind::open_reserve;
    if (gargantua::fits(rules)) return Kind::klondike;
    if (carthage::fits(rules)) return Kind::buried_reserves;
    return Kind::other;
}

/// What was fitted to games of a kind says nothing about games of another one.
constexpr Tuning tuning_of(const Rules& rules) {
    switch (kind_of(rules)) {
        case Kind::rank_chains:
            return rank_chains::tuning(rules);
        case Kind::two_way:
            return two_way::tuning(rules);
        case Kind::open_reserve:
            return gloucestershire::tuning(rules);
        case Kind::klondike:
            return gargantua::tuning(rules);
        case Kind::buried_reserves:
            return carthage::tuning(rules);
        case Kind::other:
            break;
    }
    return {};
}

/// The strategy that solves a game: one made for its kind of rules if there is one, otherwise the search that
/// works for all. The choice depends on the rules, not on the game's name.
template <class Source>
struct StrategyFor {
    using Type = BasicExhaustiveSearch<Source>;
};

template <const Rules& rules>
    requires(kind_of(rules) == Kind::rank_chains)
struct StrategyFor<Fixed<rules>> {
    using Type = rank_chains::Search<rules>;
};

template <const Rules& rules>
    requires(kind_of(rules) == Kind::two_way)
struct StrategyFor<Fixed<rules>> {
    using Type = two_way::Search<rules>;
};

template <const Rules& rules>
    requires(kind_of(rules) == Kind::open_reserve)
struct StrategyFor<Fixed<rules>> {
    using Type = gloucestershire::Search<rules>;
};

template <const Rules& rules>
    requires(kind_of(rules) == Kind::klondike)
struct StrategyFor<Fixed<rules>> {
    using Type = gargantua::Search<rules>;
};

template <const Rules& rules>
    requires(kind_of(rules) == Kind::buried_reserves)
struct StrategyFor<Fixed<rules>> {
    using Type = carthage::Search<rules>;
};

}  // namespace quincunx::solver
