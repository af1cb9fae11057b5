#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/card.hpp"

/// Numbers fitted to a kind of rules, which stand beside the search for that kind (`tuning` in its
/// kind.hpp), and whose meaning is that of fair/ and deals/.
namespace quincunx::solver {

/// How much thought a fair player gives to one decision (docs/fair.md). Equal efforts give equal answers.
struct Effort {
    int plans = 16;                              ///< worlds won in search of plans
    int trials = 32;                             ///< worlds in which the best plans are tried
    std::uint64_t nodes = 4000;                  ///< most nodes for each world
    std::uint64_t all_nodes = 450'000;           ///< after that many nodes no other world is begun
    std::uint64_t certain_nodes = 450'000;       ///< most nodes where every card is known
    std::size_t memory = std::size_t{64} << 20;  ///< bytes for each search

    /// With that many worlds for plans, and as many to try them in, and no other limit to their number.
    Effort with_samples(int samples) const {
        Effort effort = *this;
        effort.plans = effort.trials = samples;
        effort.all_nodes = ~std::uint64_t{0} >> 1U;
        return effort;
    }

    friend bool operator==(const Effort&, const Effort&) = default;
};

/// How much thought an instant answer gets.
struct Glance {
    std::uint64_t nodes = 300;  ///< most for each world
    int worlds = 1;             ///< tried at most, until one is won
};

/// How the share of worlds that can be won with all cards known (`fair::OddsMaker`, with 3,000 nodes a world) becomes
/// the chance that the fair player wins: logit(chance) = a + b logit(share) + c unseen, where unseen is the share of
/// all cards that have not been seen. lab/fit_odds.py fits the factors to games played by `quincunx-lab fair --odds`
/// (docs/odds.md), and undecided worlds count as lost in it.
struct Calibration {
    double a = 0;
    double b = 1;
    double c = 0;
};

/// The raters of a deal, and what their wins mean (docs/difficulty.md): data, fitted by
/// lab/difficulty_table.py. Players who win nearly all deals or hardly any say nothing about them, so which ones
/// play depends on the game. Error rates also differ: in some games a single mistake is fatal.
struct Panel {
    static constexpr int most_levels = 5;

    int novice = 0;                           ///< games that the novice plays at each rate of errors
    int instant = 0;                          ///< games by the fair player's instant answers at each of them
    Glance glance{};                          ///< of that player, whatever the instant answer becomes
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
        while (level < levels() && won < cuts[at(level - 1)]) ++level;
        return level;
    }
};

/// All of this for a kind of rules. The default is that of rules for which no search is made: nothing is known of them.
struct Tuning {
    Effort effort{};  ///< that pays
    Glance glance{};  ///< for an instant answer
    std::optional<Calibration> odds{};
    Panel panel{};
    /// Why winnable deals of a game are not offered; empty if they are.
    std::string_view why_not_offered = "no search is made for games of its kind";
};

}  // namespace quincunx::solver
