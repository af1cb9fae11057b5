#pragma once

#include <span>

#include "engine/generate.hpp"
#include "solver/strategy.hpp"
#include "solver/strategy/select.hpp"

namespace quincunx::solver {

/// Whether a line of accepted moves leads from a position to a won one.
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
/// Every line is replayed through the engine before it is given out: a strategy that found a line which does
/// not replay has a defect, which shows as `defective()` and the verdict `unknown`.
template <const Rules& rules>
class Solver {
  public:
    using Strategy = StrategyFor<rules>::Type;
    static_assert(SearchStrategy<Strategy, Position<rules>, Move>);

    void start(const Position<rules>& position, const Limits& limits) {
        start_ = position;
        defective_ = false;
        strategy_.start(position, limits);
    }

    /// Goes on for about `budget` nodes; true when the search is over.
    bool step(std::uint64_t budget) {
        if (!strategy_.step(budget)) return false;
        defective_ = strategy_.verdict() == Verdict::winnable && !replays(start_, strategy_.line());
        return true;
    }

    /// Runs to the end, or until `stop()` (asked every `budget` nodes) says so.
    template <class Stop>
    Verdict run(std::uint64_t budget, Stop&& stop) {
        while (!step(budget))
            if (stop()) return Verdict::unknown;
        return verdict();
    }

    Verdict verdict() const { return defective_ ? Verdict::unknown : strategy_.verdict(); }
    bool defective() const { return defective_; }
    /// The winning moves from the start; empty unless `winnable`.
    std::span<const Move> line() const {
        return verdict() == Verdict::winnable ? std::span<const Move>(strategy_.line())
                                              : std::span<const Move>{};
    }
    Progress progress() const { return strategy_.progress(); }

  private:
    Position<rules> start_;
    Strategy strategy_;
    bool defective_ = false;
};

}  // namespace quincunx::solver
