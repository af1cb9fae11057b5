#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/generate.hpp"
#include "games/all.hpp"
#include "solver/rule_of_thumb.hpp"
#include "solver/select.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver {

/// Whether a sequence of accepted moves leads from a position to a won one.
template <class Source>
bool replays(BasicPosition<Source> position, std::span<const Move> line) {
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
template <class Source>
class BasicSolver {
  public:
    using Strategy = decltype(strategy_for(std::declval<Source>()))::type;
    static_assert(SearchStrategy<Strategy, BasicPosition<Source>, Move>);

    explicit BasicSolver(const Source& source = Source());
    ~BasicSolver();
    BasicSolver(const BasicSolver&) = delete;
    BasicSolver& operator=(const BasicSolver&) = delete;

    void start(const BasicPosition<Source>& position, const Limits& limits);

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
    std::vector<Move> rule_of_thumb(const BasicPosition<Source>& position);

    /// Ends the search and frees the memory of a long one: the memory limit applies to each search, and
    /// another search may begin elsewhere. What a short one used is kept for the next search. Verdict,
    /// solution and progress may be lost.
    void release();
    /// As `release`, also after a short search: for a while without searches, or with others instead.
    void clear();

  private:
    static constexpr std::uint64_t long_search = 10'000;  ///< nodes; rebuilding the tables takes less time

    RuleOfThumb<Source> rule_;
    BasicPosition<Source> start_;
    std::optional<Strategy> strategy_;  ///< always one
    bool defective_ = false;
};

// The members are not defined in the class, where they would be inline: what the released games need of them
// is compiled once, in solver/released.cpp, which takes minutes.

template <class Source>
BasicSolver<Source>::BasicSolver(const Source& source) : start_(source) {
    clear();
}
template <class Source>
BasicSolver<Source>::~BasicSolver() = default;

template <class Source>
void BasicSolver<Source>::start(const BasicPosition<Source>& position, const Limits& limits) {
    release();
    start_ = position;
    defective_ = false;
    strategy_->start(position, limits);
}

template <class Source>
bool BasicSolver<Source>::step(std::uint64_t budget) {
    if (!strategy_->step(budget)) return false;
    defective_ = strategy_->verdict() == Verdict::winnable && !replays(start_, strategy_->line());
    return true;
}

template <class Source>
Verdict BasicSolver<Source>::verdict() const {
    return defective_ ? Verdict::unknown : strategy_->verdict();
}

template <class Source>
std::span<const Move> BasicSolver<Source>::line() const {
    return verdict() == Verdict::winnable ? std::span<const Move>(strategy_->line())
                                          : std::span<const Move>{};
}

template <class Source>
Progress BasicSolver<Source>::progress() const {
    return strategy_->progress();
}

template <class Source>
std::vector<Move> BasicSolver<Source>::rule_of_thumb(const BasicPosition<Source>& position) {
    return rule_.moves(position);
}

template <class Source>
void BasicSolver<Source>::release() {
    if (strategy_->progress().nodes >= long_search) clear();
}

template <class Source>
void BasicSolver<Source>::clear() {
    if constexpr (std::is_empty_v<Source>)
        strategy_.emplace();
    else
        strategy_.emplace(start_);
}

template <const Rules& rules>
using Solver = BasicSolver<Fixed<rules>>;

/// As for rules that are known only when the program runs (solver/any_search.hpp).
template <const Rules& rules>
std::unique_ptr<Solver<rules>> make_search(const Fixed<rules>& /*game*/) {
    return std::make_unique<Solver<rules>>();
}

#define QUINCUNX_COMPILED_ONCE(game) extern template class BasicSolver<Fixed<games::game>>;
QUINCUNX_EACH_GAME(QUINCUNX_COMPILED_ONCE)
#undef QUINCUNX_COMPILED_ONCE

}  // namespace quincunx::solver
