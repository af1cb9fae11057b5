#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/generate.hpp"

namespace quincunx {

/// The deepest perft that callers may ask for.
inline constexpr int max_perft_depth = 100;

/// Counts sequences of listed moves from a position, which is left as it was.
template <class Source, class Stopped>
class PerftCounter {
  public:
    PerftCounter(BasicPosition<Source>& position, Stopped stopped)
        : position_(position), stopped_(std::move(stopped)) {}

    /// Number of sequences of exactly `depth` moves; a game that ends earlier has no longer ones. None if
    /// `stopped()`, which is asked every few milliseconds, says that nobody wants to know any more.
    std::optional<std::uint64_t> count(int depth) {
        const std::uint64_t leaves = below(depth);
        return over_ ? std::nullopt : std::optional(leaves);
    }

  private:
    std::uint64_t below(int depth) {
        if (depth == 0) return 1;
        if (position_.won() || over_) return 0;
        constexpr std::uint64_t between_questions = 4096;
        if (++visited_ % between_questions == 0) over_ = stopped_();
        generate(position_, moves_);
        if (depth == 1) return moves_.size();
        const std::size_t first = waiting_.size();
        waiting_.insert(waiting_.end(), moves_.begin(), moves_.end());
        const std::size_t end = waiting_.size();
        std::uint64_t leaves = 0;
        for (std::size_t i = first; i < end; ++i) {
            const Undo undo = position_.play(waiting_[i]);
            leaves += below(depth - 1);
            position_.unplay(undo);
        }
        waiting_.resize(first);
        return leaves;
    }

    BasicPosition<Source>& position_;
    Stopped stopped_;
    BasicMoveList<Source> moves_;
    std::vector<Move>
        waiting_;  ///< of all plies up to the one that is being made; lists would not fit on a stack
    std::uint64_t visited_ = 0;
    bool over_ = false;
};

/// The number, however long it takes.
template <class Source>
std::uint64_t perft(BasicPosition<Source>& position, int depth) {
    return *PerftCounter(position, [] { return false; }).count(depth);
}

}  // namespace quincunx
