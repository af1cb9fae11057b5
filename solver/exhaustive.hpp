#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/generate.hpp"
#include "solver/canonical.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver {

/// Depth-first search of every position that can be reached, each once, by exact keys and without any
/// pruning. It works for every game, is slow, and is what the strategies are tested against.
///
/// `winnable` by the path to a won position, `unwinnable` when nothing is left to search.
template <const Rules& rules>
class ExhaustiveSearch {
  public:
    void start(const Position<rules>& position, const Limits& limits) {
        position_ = position;
        limits_ = limits;
        seen_.clear();
        frames_.clear();
        moves_.clear();
        line_.clear();
        progress_ = {};
        bytes_ = 0;
        verdict_ = Verdict::unknown;
        finished_ = false;
        enter();
    }

    bool step(std::uint64_t budget) {
        const std::uint64_t until = progress_.nodes + budget;
        while (!finished_ && progress_.nodes < until) advance();
        return finished_;
    }

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const { return progress_; }

  private:
    struct Frame {
        std::size_t first;  ///< of its moves in `moves_`
        std::size_t next;
        Undo undo;  ///< of the move that led on from here
    };

    /// Opens the present position, unless it was seen before.
    bool enter() {
        if (position_.won()) {
            verdict_ = Verdict::winnable;
            for (const Frame& frame : frames_) line_.push_back(frame.undo.move);
            finished_ = true;
            return true;
        }
        std::string key = canonical_bytes(position_);
        const std::size_t size = key.size() + 64;
        if (!seen_.insert(std::move(key)).second) return false;
        bytes_ += size;
        ++progress_.nodes;
        progress_.best_home = std::max(progress_.best_home, position_.home());
        if (progress_.nodes >= limits_.nodes || bytes_ >= limits_.memory) finished_ = true;
        generate(position_, list_);
        frames_.push_back({moves_.size(), moves_.size(), Undo{}});
        moves_.insert(moves_.end(), list_.begin(), list_.end());
        return true;
    }

    void advance() {
        Frame& frame = frames_.back();
        if (frame.next == moves_.size()) {
            moves_.resize(frame.first);
            frames_.pop_back();
            if (frames_.empty()) {
                verdict_ = Verdict::unwinnable;
                finished_ = true;
                return;
            }
            position_.unplay(frames_.back().undo);
            return;
        }
        const Move move = moves_[frame.next++];
        frame.undo = position_.play(move);
        const Undo undo = frame.undo;
        if (!enter()) position_.unplay(undo);
    }

    Position<rules> position_;
    Limits limits_;
    std::unordered_set<std::string> seen_;
    std::vector<Frame> frames_;
    std::vector<Move> moves_;
    std::vector<Move> line_;
    MoveList<rules> list_;
    Progress progress_;
    std::size_t bytes_ = 0;
    Verdict verdict_ = Verdict::unknown;
    bool finished_ = true;
};

}  // namespace quincunx::solver
