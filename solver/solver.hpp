#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/generate.hpp"
#include "games/all.hpp"
#include "solver/select.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver {

/// Whether a sequence of accepted moves leads from a position to a won one.
template <const Rules& rules>
bool replays(Position<rules> position, std::span<const Move> line) {
    for (const Move& move : line) {
        if (!accepts(position, move)) return false;
        position.play(move);
    }
    return position.won();
}

/// Solves positions of one game. Reused for many deals; not shared between threads.
///
/// Every solution is replayed by the engine before it is given out. A strategy that finds a solution which
/// does not replay has a defect, which shows as `defective()` and the verdict `unknown`.
template <const Rules& rules>
class Solver {
  public:
    using Strategy = StrategyFor<rules>::Type;
    static_assert(SearchStrategy<Strategy, Position<rules>, Move>);

    Solver();
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    void start(const Position<rules>& position, const Limits& limits);

    /// Continues for about `budget` nodes; true when the search is over.
    bool step(std::uint64_t budget);

    /// Runs to the end, or until `stop()` (called every `budget` nodes) returns true.
    template <class Stop>
    Verdict run(std::uint64_t budget, Stop&& stop) {
        while (!step(budget))
            if (stop()) return Verdict::unknown;
        return verdict();
    }

    Verdict verdict() const;
    bool defective() const { return defective_; }
    /// The winning moves from the start; empty unless `winnable`.
    std::span<const Move> line() const;
    Progress progress() const;

    /// Ends the search and frees the memory of a long one: the memory limit applies to each search, and
    /// another search may begin elsewhere. What a short one used is kept for the next search. Verdict,
    /// solution and progress may be lost.
    void release();
    /// As `release`, also after a short search: for a while without searches, or with others instead.
    void clear();

  private:
    static constexpr std::uint64_t long_search = 10'000;  ///< nodes; rebuilding the tables takes less time

    Position<rules> start_;
    Strategy strategy_;
    bool defective_ = false;
};

// The members are not defined in the class, where they would be inline: what the released games need of them
// is compiled once, in solver/released.cpp, which takes minutes.

template <const Rules& rules>
Solver<rules>::Solver() = default;
template <const Rules& rules>
Solver<rules>::~Solver() = default;

template <const Rules& rules>
void Solver<rules>::start(const Position<rules>& position, const Limits& limits) {
    release();
    start_ = position;
    defective_ = false;
    strategy_.start(position, limits);
}

template <const Rules& rules>
bool Solver<rules>::step(std::uint64_t budget) {
    if (!strategy_.step(budget)) return false;
    defective_ = strategy_.verdict() == Verdict::winnable && !replays(start_, strategy_.line());
    return true;
}

template <const Rules& rules>
Verdict Solver<rules>::verdict() const {
    return defective_ ? Verdict::unknown : strategy_.verdict();
}

template <const Rules& rules>
std::span<const Move> Solver<rules>::line() const {
    return verdict() == Verdict::winnable ? std::span<const Move>(strategy_.line()) : std::span<const Move>{};
}

template <const Rules& rules>
Progress Solver<rules>::progress() const {
    return strategy_.progress();
}

template <const Rules& rules>
void Solver<rules>::release() {
    if (strategy_.progress().nodes >= long_search) clear();
}

template <const Rules& rules>
void Solver<rules>::clear() {
    std::destroy_at(&strategy_);
    std::construct_at(&strategy_);
}

#define QUINCUNX_COMPILED_ONCE(game) extern template class Solver<games::game>;
QUINCUNX_EACH_GAME(QUINCUNX_COMPILED_ONCE)
#undef QUINCUNX_COMPILED_ONCE

}  // namespace quincunx::solver
