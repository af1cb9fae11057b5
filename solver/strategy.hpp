#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "engine/rules.hpp"

namespace quincunx::solver {

/// The verdict on a position when all cards are known.
enum class Verdict : std::uint8_t {
    unknown,    ///< a limit was reached
    winnable,   ///< there is a move list that replays to a win
    unwinnable  ///< the search was exhausted, or a refuter proved it
};

/// "winnable", "unwinnable", "unknown"
constexpr std::string_view to_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::winnable:
            return "winnable";
        case Verdict::unwinnable:
            return "unwinnable";
        case Verdict::unknown:
            break;
    }
    return "unknown";
}

/// Limits of one search. Equal node limits give equal answers; the time is up to the caller.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< positions expanded
    std::size_t memory = std::size_t{1} << 30;                        ///< bytes for tables, beams and paths
    /// Whether a search may begin with its best guesses alone, without looking back: that finds most wins sooner, and
    /// other solutions. What was fitted to searches that do not (the fair player, the raters) does not ask for it.
    bool dives = false;
};

/// How far a search has come, for people to read.
struct Progress {
    std::uint64_t nodes = 0;
    int layer = 0;      ///< of irreversible progress: cards drawn or deals made; 0 if there are no layers
    int best_home = 0;  ///< the most cards on the foundations in any position seen

    friend bool operator==(const Progress&, const Progress&) = default;
};

/// Every pruning rule can be switched off, so that tests can show that it changes no verdict. A strategy
/// names its rules by an enum of bits, `Prune`, and takes the set of those that are off.
using PruneSet = std::uint32_t;
inline constexpr PruneSet nothing_off = 0;  ///< every rule is used

/// The interface of a search strategy for one rules value. A strategy object is reused for many deals: `start`
/// keeps its memory.
///
/// - `start(position, limits)` begins the search of a valid position.
/// - `step(budget)` continues for about `budget` nodes (at most a few milliseconds' work more than that) and
///   returns true when the search is over.
/// - `verdict()`, `line()` (the solution as moves of the engine, if `winnable`), `progress()`.
template <class Strategy, class Position, class Move>
concept SearchStrategy = requires(Strategy strategy, const Strategy& done, const Position& position) {
    strategy.start(position, Limits{});
    { strategy.step(std::uint64_t{}) } -> std::same_as<bool>;
    { done.verdict() } -> std::same_as<Verdict>;
    { done.line() } -> std::convertible_to<std::span<const Move>>;
    { done.progress() } -> std::same_as<Progress>;
};

}  // namespace quincunx::solver
