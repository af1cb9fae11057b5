#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver {

/// How often each branch of a search's pruning rules has removed a successor since the search was started.
/// The tests ask for this: they do not test a branch that never removes anything.
template <class Branch>  // an enum class whose last value is `count`
class PruneTally {
  public:
    static constexpr std::size_t size = static_cast<std::size_t>(Branch::count);

    void clear() { times_.fill(0); }
    void add(Branch branch) { ++times_[static_cast<std::size_t>(branch)]; }
    void add(const PruneTally& other) {
        for (std::size_t i = 0; i < size; ++i) times_[i] += other.times_[i];
    }
    std::uint64_t of(Branch branch) const { return times_[static_cast<std::size_t>(branch)]; }

  private:
    std::array<std::uint64_t, size> times_{};
};

/// The pruning rules of one search, some of which may be switched off, and what they left out.
template <class Branch>
class Pruning {
  public:
    explicit Pruning(PruneSet off = nothing_off) : off_(off) {}

    /// Whether a rule is switched on.
    bool on(PruneSet rule) const { return (off_ & rule) == 0; }
    void add(Branch branch) { tally_.add(branch); }
    void clear_tally() { tally_.clear(); }
    const PruneTally<Branch>& tally() const { return tally_; }

  private:
    PruneSet off_;
    PruneTally<Branch> tally_;
};

}  // namespace quincunx::solver
