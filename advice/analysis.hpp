#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "advice/line_memory.hpp"
#include "engine/notation.hpp"
#include "session/game.hpp"
#include "solver/any_search.hpp"

namespace quincunx::advice {

using solver::Limits;
using solver::Verdict;

/// The findings of an analysis of a game so far.
struct AnalysisReport {
    std::vector<Verdict> verdicts;   ///< after 0, 1, … moves
    int last_winnable = -1;          ///< ply; -1 if none is known
    std::optional<int> thrown_away;  ///< ply after the move that threw the win away, if known exactly
    std::vector<std::string> line;   ///< wins from `last_winnable`
    std::uint64_t nodes = 0;
};

/// Where a game was lost: the verdict for every position of a game, found by solving only a few of them.
///
/// A position is winnable if a later one in the same game is, so the verdicts are winnable up to some ply and
/// unwinnable from some later ply on; those in between are undecided. The next position to solve is always
/// the middle one of those that are undecided and have not been tried.
class Analysis {
  public:
    /// A game by its start and its moves, all of them legal.
    Analysis(const Game& start, std::vector<Move> moves, const Limits& limits)
        : start_(start),
          moves_(std::move(moves)),
          limits_(limits),
          open_(moves_.size() + 1),
          unwinnable_(static_cast<int>(open_.size())),
          search_(solver::make_search(start_.position())) {
        std::iota(open_.begin(), open_.end(), 0);
        BasicPosition<Given> position = start_.position();
        for (std::size_t ply = 0; ply <= moves_.size(); ++ply) {
            if (ply > 0) position.play(moves_[ply - 1]);
            if (ply % apart == 0) kept_.push_back(position);
        }
        if (position.won()) winnable_ = unwinnable_ - 1;
        narrow();
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
    AnalysisReport report() const {
        AnalysisReport report;
        const int last = static_cast<int>(moves_.size());
        for (int ply = 0; ply <= last; ++ply)
            report.verdicts.push_back(ply <= winnable_     ? Verdict::winnable
                                      : ply >= unwinnable_ ? Verdict::unwinnable
                                                           : Verdict::unknown);
        report.last_winnable = winnable_;
        report.nodes = nodes_;
        if (winnable_ < 0) return report;
        if (unwinnable_ == winnable_ + 1 && unwinnable_ <= last) report.thrown_away = unwinnable_;
        for (const Move& move : memory_.line_from(position(winnable_)).value_or(std::vector<Move>{}))
            report.line.push_back(move_text(start_.rules(), move));
        return report;
    }

  private:
    /// Every so many plies the position is kept: it takes 5 kB, and a game may have 50,000.
    static constexpr std::size_t apart = 256;

    BasicPosition<Given> position(int ply) const {
        const auto end = static_cast<std::size_t>(ply);
        BasicPosition<Given> position = kept_[end / apart];
        for (std::size_t made = end - end % apart; made < end; ++made) position.play(moves_[made]);
        return position;
    }
    bool next() {
        if (open_.empty()) return false;
        const auto middle = open_.begin() + static_cast<std::ptrdiff_t>(open_.size() / 2);
        solving_ = *middle;
        open_.erase(middle);
        search_->start(position(solving_), limits_);
        return true;
    }
    /// Leaves open only what is still undecided.
    void narrow() {
        open_.erase(std::ranges::lower_bound(open_, unwinnable_), open_.end());
        open_.erase(open_.begin(), std::ranges::upper_bound(open_, winnable_));
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
        narrow();
        end_search();
    }
    void end_search() {
        nodes_ += search_->progress().nodes;
        search_->release();
        solving_ = -1;
    }

    Game start_;
    std::vector<Move> moves_;
    std::vector<BasicPosition<Given>> kept_;
    Limits limits_;
    std::vector<int> open_;  ///< plies that are undecided and have not been tried, in order
    int winnable_ = -1;
    int unwinnable_;
    int solving_ = -1;
    std::uint64_t nodes_ = 0;
    std::unique_ptr<solver::AnySearch> search_;
    LineMemory memory_;
};

}  // namespace quincunx::advice
