#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "advice/line_memory.hpp"
#include "solver/any_search.hpp"

namespace quincunx::advice {

using solver::Limits;
using solver::Verdict;

/// Where a game was lost: the verdict for every position of a game, found by solving only a few of them.
///
/// A position is winnable if a later one in the same game is, so the verdicts are winnable up to some ply and
/// unwinnable from some later ply on; those in between are undecided. The next position to solve is always
/// the middle one of those that are undecided and have not been tried.
class Analysis {
  public:
    /// A game by its start and its moves, all of them legal.
    Analysis(const BasicPosition<Given>& start, std::vector<Move> moves, const Limits& limits)
        : start_(start),
          moves_(std::move(moves)),
          limits_(limits),
          tried_(moves_.size() + 1, false),
          unwinnable_(static_cast<int>(tried_.size())),
          search_(solver::make_search(start_)) {
        if (position(unwinnable_ - 1).won()) winnable_ = unwinnable_ - 1;
    }

    /// Continues for about `budget` nodes; true when everything is done.
    bool step(std::uint64_t budget) {
        if (solving_ < 0 && !next()) return true;
        if (search_->step(budget)) finish();
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
        if (winnable_ >= 0 && unwinnable_ == winnable_ + 1 && unwinnable_ < static_cast<int>(tried_.size()))
            return unwinnable_;
        return std::nullopt;
    }
    /// A solution from the last winnable ply.
    std::vector<Move> line() const {
        if (winnable_ < 0) return {};
        return memory_.line_from(position(winnable_)).value_or(std::vector<Move>{});
    }
    /// Leaves the position being solved for later, and frees the memory of the searches.
    void release() {
        if (solving_ >= 0) {
            tried_[at(solving_)] = false;
            end_search();
        }
        search_->clear();
    }

  private:
    /// The position at a ply. (It is played for again each time, since it takes 5 kB, and a game may have 50,000.)
    BasicPosition<Given> position(int ply) const {
        BasicPosition<Given> position = start_;
        for (int made = 0; made < ply; ++made) position.play(moves_[at(made)]);
        return position;
    }
    bool next() {
        std::vector<int> open;
        for (int ply = winnable_ + 1; ply < unwinnable_; ++ply)
            if (!tried_[at(ply)]) open.push_back(ply);
        if (open.empty()) return false;
        solving_ = open[open.size() / 2];
        tried_[at(solving_)] = true;
        search_->start(position(solving_), limits_);
        return true;
    }
    void finish() {
        if (search_->verdict() == Verdict::unwinnable) unwinnable_ = solving_;
        if (search_->verdict() == Verdict::winnable) {
            winnable_ = solving_;
            BasicPosition<Given> next = position(solving_);
            memory_.add(next, search_->line());
            while (winnable_ + 1 < unwinnable_) {
                next.play(moves_[at(winnable_)]);
                if (!memory_.knows(next)) break;
                ++winnable_;
            }
        }
        end_search();
    }
    void end_search() {
        nodes_ += search_->progress().nodes;
        search_->release();
        solving_ = -1;
    }

    BasicPosition<Given> start_;
    std::vector<Move> moves_;
    Limits limits_;
    std::vector<bool> tried_;
    int winnable_ = -1;
    int unwinnable_;
    int solving_ = -1;
    std::uint64_t nodes_ = 0;
    std::unique_ptr<solver::AnySearch> search_;
    LineMemory memory_;
};

}  // namespace quincunx::advice
