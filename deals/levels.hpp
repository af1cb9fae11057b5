#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/facts.hpp"
#include "solver/select.hpp"

/// What is rated and offered in each kind of game: data, fitted by tools/difficulty_table.py
/// (docs/difficulty.md).
namespace quincunx::deals {

/// Someone who plays weakly: by the general rule of thumb (the novice) or by the instant answer, and now
/// and then by chance.
struct WeakPlayer {
    bool instant = false;
    int errors = 0;  ///< of a hundred moves, how many are drawn from all listed ones
    friend bool operator==(const WeakPlayer&, const WeakPlayer&) = default;
};

/// The weak players who rate a deal, and what their wins mean.
struct Panel {
    static constexpr int most_levels = 5;

    int novice = 0;                           ///< games that the novice plays at each rate of errors
    int instant = 0;                          ///< games that the instant player plays at each of them
    std::array<int, 3> errors{5, 15, 30};     ///< the rates
    std::array<int, 2> held_out{10, 20};      ///< rates at which the same players check the levels
    std::array<int, most_levels - 1> cuts{};  ///< fewest wins for level 1, 2 and so on; 0 ends the list

    constexpr int games() const { return (novice + instant) * static_cast<int>(errors.size()); }
    /// How many levels there are; 1 if the game has none.
    constexpr int levels() const {
        int count = 1;
        for (const int cut : cuts) count += cut > 0 ? 1 : 0;
        return count;
    }
    /// Level 1 is the easiest.
    constexpr int level(int won) const {
        int level = 1;
        while (level < levels() && won < cuts[static_cast<std::size_t>(level - 1)]) ++level;
        return level;
    }
};

/// The panel of a kind of rules; rules of another kind have no levels. Players who win nearly all deals or
/// hardly any say nothing about them, so which ones play depends on the game. Error rates also differ: in some
/// games a single mistake is fatal.
template <const Rules& rules>
constexpr Panel panel() {
    constexpr auto kind = solver::kind_of(rules);
    if constexpr (kind == solver::Kind::two_way)
        // In the second case, the instant player could not tell three levels apart.
        return rules.tableau.refill == Refill::from_stock_then_waste
                   ? Panel{.novice = 30, .instant = 20, .cuts = {33, 23}}
                   : Panel{.novice = 30, .instant = 20, .cuts = {25}};
    else if constexpr (kind == solver::Kind::rank_chains)
        return {.novice = 30, .instant = 30, .cuts = {56, 37, 28, 20}};
    else if constexpr (kind == solver::Kind::buried_reserves && rules.stock.deal_to == DealTo::reserves)
        return {.instant = 2, .errors = {1, 3, 5}, .held_out = {2, 10}, .cuts = {4, 2, 1}};
    else if constexpr (kind == solver::Kind::klondike)
        return {.novice = 100, .cuts = {169, 91, 36, 12}};
    else if constexpr (kind == solver::Kind::open_reserve)
        return {.novice = 100, .cuts = {38, 16, 6, 2}};
    else
        return {};
}

/// Why winnable deals of a game are not offered; empty if they are. Where the stock deals only to empty reserve
/// piles, hardly any deal can be won (docs/solver/carthage.md), so a search would not end; and nobody knows how
/// long it takes in a game that has no search of its own.
template <const Rules& rules>
constexpr std::string_view why_not_offered() {
    if (rules.stock.deal_to == DealTo::empty_reserves) return "hardly any of its deals can be won";
    if (solver::kind_of(rules) == solver::Kind::other) return "no search is made for games of its kind";
    return {};
}

}  // namespace quincunx::deals
