#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "advice/line_memory.hpp"
#include "solver/solver.hpp"

namespace quincunx::advice {

using solver::Limits;
using solver::Verdict;

/// Where a game was lost: the verdict for every position of a game, found by solving only a few of them.
///
/// A position is winnable if a later one in the same game is, so the verdicts are winnable up to some ply and
/// unwinnable from some later ply on; those in between are undecided. The next position to solve is always
/// the middle one of those that are undecided and have not been tried.
template <const Rules& rules>
class Analysis {
  public:
    /// The positions after 0, 1, … moves of a game.
    Analysis(std::vector<Position<rules>> positions, const Limits& limits)
        : positions_(std::move(positions)), limits_(limits), tried_(positions_.size(), false) {
        if (positions_.back().won()) winnable_ = static_cast<int>(positions_.size()) - 1;
        unwinnable_ = static_cast<int>(positions_.size());
    }

    /// Continues for about `budget` nodes; true when everything is done.
    bool step(std::uint64_t budget) {
        if (solving_ < 0 && !next()) return true;
        if (solver_.step(budget)) finish();
        return false;
    }
    /// Leaves the current position undecided (its time is up).
    void skip() {
        if (solving_ < 0) return;
        end_search();
    }
    /// The ply of the position being solved, or -1.
    int solving() const { return solving_; }
    std::uint64_t nodes() const { return nodes_; }

    Verdict verdict(int ply) const {
        if (ply <= winnable_) return Verdict::winnable;
        return ply >= unwinnable_ ? Verdict::unwinnable : Verdict::unknown;
    }
    /// The last ply from which the game is known to be winnable; -1 if there is none.
    int last_winnable() const { return winnable_; }
    /// The ply after the move that lost the win, if that is known exactly.
    std::optional<int> thrown_away() const {
        if (winnable_ >= 0 && unwinnable_ == winnable_ + 1 &&
            unwinnable_ < static_cast<int>(positions_.size()))
            return unwinnable_;
        return std::nullopt;
    }
    /// A solution from the last winnable ply.
    std::vector<Move> line() const {
        if (winnable_ < 0) return {};
        return memory_.line_from(positions_[static_cast<std::size_t>(winnable_)])
            .value_or(std::vector<Move>{});
    }
    /// Leaves the position being solved for later, and frees the memory of the searches.
    void release() {
        if (solving_ >= 0) {
            tried_[static_cast<std::size_t>(solving_)] = false;
            end_search();
        }
        solver_.clear();
    }

  private:
    bool next() {
        std::vector<int> open;
        for (int ply = winnable_ + 1; ply < unwinnable_; ++ply)
            if (!tried_[static_cast<std::size_t>(ply)]) open.push_back(ply);
        if (open.empty()) return false;
        solving_ = open[open.size() / 2];
        tried_[static_cast<std::size_t>(solving_)] = true;
        solver_.start(positions_[static_cast<std::size_t>(solving_)], limits_);
        return true;
    }
    void finish() {
        if (solver_.verdict() == Verdict::unwinnable) unwinnable_ = solving_;
        if (solver_.verdict() == Verdict::winnable) {
            winnable_ = solving_;
            memory_.add(positions_[static_cast<std::size_t>(solving_)], solver_.line());
            while (winnable_ + 1 < unwinnable_ &&
                   memory_.knows(positions_[static_cast<std::size_t>(winnable_) + 1]))
                ++winnable_;
        }
        end_search();
    }
    void end_search() {
        nodes_ += solver_.progress().nodes;
        solver_.release();
        solving_ = -1;
    }

    std::vector<Position<rules>> positions_;
    Limits limits_;
    std::vector<bool> tried_;
    int winnable_ = -1;
    int unwinnable_;
    int solving_ = -1;
    std::uint64_t nodes_ = 0;
    solver::Solver<rules> solver_;
    LineMemory<rules> memory_;
};

}  // namespace quincunx::advice
