#pragma once

#include <cstdint>
#include <type_traits>

#include "solver/carthage/search.hpp"
#include "solver/gargantua/search.hpp"
#include "solver/general/search.hpp"
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
    other             ///< none: the general search is for all of these
};

constexpr Kind kind_of(const Rules& rules) {
    if (rank_chains::fits(rules)) return Kind::rank_chains;
    if (two_way::fits(rules)) return Kind::two_way;
    if (gloucestershire::fits(rules)) return Kind::open_reserve;
    if (gargantua::fits(rules)) return Kind::klondike;
    if (carthage::fits(rules)) return Kind::buried_reserves;
    return Kind::other;
}

/// Numbers fitted to games of a kind say nothing about games of another one.
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

/// The strategy that solves a game, as a type: one made for its kind of rules if there is one, otherwise the search that
/// works for all. The choice depends on the rules, not on the game's name.
template <class Source>
auto strategy_for(const Source& /*game*/) {
    return std::type_identity<general::BasicSearch<Source>>{};
}
template <const Rules& rules>
auto strategy_for(const Fixed<rules>& /*game*/) {
    constexpr Kind kind = kind_of(rules);
    if constexpr (kind == Kind::rank_chains) return std::type_identity<rank_chains::Search<rules>>{};
    if constexpr (kind == Kind::two_way) return std::type_identity<two_way::Search<rules>>{};
    if constexpr (kind == Kind::open_reserve) return std::type_identity<gloucestershire::Search<rules>>{};
    if constexpr (kind == Kind::klondike) return std::type_identity<gargantua::Search<rules>>{};
    if constexpr (kind == Kind::buried_reserves) return std::type_identity<carthage::Search<rules>>{};
    if constexpr (kind == Kind::other) return std::type_identity<general::Search<rules>>{};
}

}  // namespace quincunx::solver
