#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/rank_chains/depth_first.hpp"
#include "solver/rank_chains/kind.hpp"
#include "solver/rank_chains/problem.hpp"
#include "solver/strategy.hpp"

/// Exact search for games in which suits do not matter: foundations built by rank alone, each up to its own
/// length, a tableau on which nothing is ever built, and cells. Stalactites is such a game. See
/// `docs/solver/rank_chains.md`.
namespace quincunx::solver::rank_chains {

/// The search as applied to the engine's positions. Before the player chooses an increment, both are searched
/// alternately, with growing patience, until one is won or both are exhausted.
template <const Rules& rules>
class Search {
  public:
    /// Without the pruning rules in `off`.
    explicit Search(PruneSet off = nothing_off)
        : searches_{{DepthFirst<rules>(off), DepthFirst<rules>(off)}} {}

    void start(const Position<rules>& position, const Limits& limits) {
        limits_ = limits;
        table_.resize(limits.memory);
        choices_ = 0;
        line_.clear();
        bool possible = true;
        for (int choice = 1; choice <= 2; ++choice) {
            if (rules.has_choice() ? position.choice() != 0 && position.choice() != choice : choice == 2)
                continue;
            entries_[choices_].choice = rules.has_choice() && position.choice() == 0 ? choice : 0;
            possible &= read(position, choice, entries_[choices_].problem);
            ++choices_;
        }
        tally_.clear();
        for (int i = 0; i < choices_; ++i) searches_[i].start(entries_[i].problem, table_, tally_);
        turn_ = 0;
        patience_ = first_patience;
        spent_ = 0;
        verdict_ = Verdict::unknown;
        over_ = !possible;
    }

    bool step(std::uint64_t budget) {
        while (!over_ && budget > 0) {
            DepthFirst<rules>& search = searches_[turn_];
            const std::uint64_t before = search.nodes();
            const std::uint64_t left = limits_.nodes - std::min(limits_.nodes, nodes());
            search.step(std::min({budget, patience_ - spent_, left}));
            const std::uint64_t used = search.nodes() - before;
            budget -= std::min(budget, std::max<std::uint64_t>(used, 1));
            spent_ += used;
            look();
        }
        return over_;
    }

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (int i = 0; i < choices_; ++i) sum += searches_[i].nodes();
        return sum;
    }
    /// The tally of both searches.
    const PruneTally<Branch>& tally() const { return tally_; }
    Progress progress() const {
        int left = rules.card_count();
        for (int i = 0; i < choices_; ++i) left = std::min(left, searches_[i].best_left());
        return {nodes(), 0, rules.card_count() - left};
    }

  private:
    static constexpr std::uint64_t first_patience = 64;

    struct Entry {
        Problem problem;
        int choice;  ///< the choice to be made by the first move; 0: it has already been made
    };

    /// Decides what to do after the current search has done a piece of work.
    void look() {
        const Verdict verdict = searches_[turn_].verdict();
        if (verdict == Verdict::winnable) return finish(turn_);
        bool all_lost = true;
        for (int i = 0; i < choices_; ++i) all_lost &= searches_[i].verdict() == Verdict::unwinnable;
        if (all_lost) {
            verdict_ = Verdict::unwinnable;
            over_ = true;
        } else if (nodes() >= limits_.nodes) {
            over_ = true;
        } else if (verdict == Verdict::unwinnable || spent_ >= patience_) {
            next_turn();
        }
    }
    void next_turn() {
        spent_ = 0;
        if (++turn_ == choices_) {
            turn_ = 0;
            patience_ *= 2;
        }
        if (searches_[turn_].verdict() == Verdict::unwinnable) turn_ = choices_ - 1 - turn_;
    }

    void finish(int winner) {
        over_ = true;
        verdict_ = Verdict::winnable;
        steps_.clear();
        searches_[winner].solution(steps_);
        if (entries_[winner].choice != 0) line_.push_back(Move::choose(entries_[winner].choice));
        for (const Step& step : steps_) line_.push_back(move_of<rules>(step));
    }
    VisitedTable table_;
    PruneTally<Branch> tally_;
    SmallArray<DepthFirst<rules>, 2> searches_;
    SmallArray<Entry, 2> entries_;
    int choices_ = 0;
    int turn_ = 0;
    std::uint64_t patience_ = 0;
    std::uint64_t spent_ = 0;
    Limits limits_;
    Verdict verdict_ = Verdict::unknown;
    bool over_ = true;
    std::vector<Step> steps_;
    std::vector<Move> line_;
};

}  // namespace quincunx::solver::rank_chains
