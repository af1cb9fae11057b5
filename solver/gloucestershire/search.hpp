#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "solver/common/outcome.hpp"
#include "solver/gloucestershire/blocks.hpp"
#include "solver/gloucestershire/expand.hpp"
#include "solver/gloucestershire/kind.hpp"
#include "solver/gloucestershire/passes.hpp"
#include "solver/gloucestershire/prune.hpp"
#include "solver/gloucestershire/score.hpp"
#include "solver/gloucestershire/settle.hpp"
#include "solver/gloucestershire/solution.hpp"

namespace quincunx::solver::gloucestershire {

/// Beams of growing width in layers of irreversible progress. The first passes use only a few kinds of moves
/// and find wins; the last ones use all moves, and the search is exhausted when nothing was cut off. Before them
/// there may be a dive, which goes on from one state only.
template <const Rules& rules>
    requires(fits(rules))
class Search {
  public:
    using Plan = gloucestershire::Plan;

    /// `off` are the pruning rules (`Prune`) that are switched off.
    explicit Search(PruneSet off = nothing_off) : pruning_(off) {}

    void set_plan(const Plan& plan) { plan_ = plan; }

    void start(const Position<rules>& position, const Limits& limits) {
        position_ = position;
        limits_ = limits;
        outcome_.begin(position.home());
        pruning_.clear_tally();
        root_ = read(piles_, position);
        passes_.start(plan_, limits.memory);
        diving_ = limits.dives;
        diving_ ? begin_dive() : begin_pass();
    }
    bool step(std::uint64_t budget) {
        const std::uint64_t until = outcome_.progress.nodes + budget;
        while (!outcome_.finished && outcome_.progress.nodes < until) diving_ ? dive() : advance();
        return outcome_.finished;
    }

    Verdict verdict() const { return outcome_.verdict; }
    std::span<const Move> line() const { return outcome_.line; }
    Progress progress() const { return outcome_.progress; }
    std::uint32_t width() const { return passes_.width(); }
    /// The tally of the complete passes.
    const PruneTally<Branch>& tally() const { return pruning_.tally(); }

  private:
    using State = gloucestershire::State<rules>;
    static_assert(std::has_unique_object_representations_v<State>);

    /// The first state in normal form.
    State settled_root(bool complete) {
        State root = root_;
        Moves<rules> moves(piles_);
        NormalForm<rules>(moves, pruning_, complete).settle(root, Before{});
        return root;
    }
    void begin_dive() {
        dived_to_ = settled_root(false);
        way_.clear();
        if (dived_to_.won()) finish_with_line(way_);
    }
    /// Goes to the best of the states to which the plain moves lead. Progress only rises, so a dive ends.
    void dive() {
        ++outcome_.progress.nodes;
        Moves<rules> moves(piles_);
        NormalForm<rules> normal_form(moves, pruning_, false);
        const State state = dived_to_;
        const Before before = normal_form.before(state);
        bool found = false;
        float best = 0;
        way_.emplace_back();
        const auto child = [&](const Block& block) {
            State next = state;
            moves.make(next, block, false);
            normal_form.settle(next, before);
            if (!next.won() && progress_of(piles_, next) <= before.progress) return false;
            const float value = score(piles_, next, plan_.weights);
            if (found && !next.won() && value <= best) return false;
            found = true;
            best = value;
            dived_to_ = next;
            way_.back() = block;
            return next.won();
        };
        Expansion<rules, decltype(child)>(piles_, pruning_, state, child).run_plain(plan_.first_bridge);
        outcome_.progress.best_home = std::max(outcome_.progress.best_home, dived_to_.home_count());
        if (dived_to_.won()) return finish_with_line(way_);
        diving_ = found;
        if (outcome_.progress.nodes >= limits_.nodes) return outcome_.finish(Verdict::unknown);
        if (!diving_) begin_pass();
    }

    void begin_pass() {
        passes_.begin_pass();
        const State root = settled_root(passes_.complete());
        if (root.won()) return finish_with_line({});
        passes_.insert_first(root, progress_of(piles_, root), bytes_of_piles());
    }
    /// Expands one state, or prepares the next ones.
    void advance() {
        if (!passes_.has_next()) {
            const auto score_of = [this](const State& state) { return score(piles_, state, plan_.weights); };
            if (!passes_.go_on(score_of)) {
                if (passes_.over()) return outcome_.finish(Verdict::unwinnable);
                begin_pass();
            }
            if (!outcome_.finished && passes_.beam().out_of_memory()) outcome_.finish(Verdict::unknown);
            return;
        }
        const auto& candidate = passes_.next();
        const State state = candidate.state;
        ++outcome_.progress.nodes;
        expand(state, passes_.beam().layers.keep(candidate));
        if (outcome_.finished) return;
        if (passes_.beam().out_of_memory() || outcome_.progress.nodes >= limits_.nodes)
            outcome_.finish(Verdict::unknown);
    }

    /// Expands a state that is kept under a number.
    void expand(const State& state, std::uint32_t number) {
        Moves<rules> moves(piles_);
        NormalForm<rules> normal_form(moves, pruning_, passes_.complete());
        const Before before{static_cast<int>(passes_.beam().layer()), state.pending != 0};
        const auto child = [&](const Block& block) {
            State next = state;
            moves.make(next, block, normal_form.waits());
            normal_form.settle(next, before);
            if (next.won()) {
                win(number, block);
                return true;
            }
            outcome_.progress.best_home = std::max(outcome_.progress.best_home, next.home_count());
            passes_.insert(next, progress_of(piles_, next), number, block, bytes_of_piles());
            return false;
        };
        Expansion<rules, decltype(child)> expansion(piles_, pruning_, state, child);
        if (passes_.complete()) {
            expansion.run_all();
        } else {
            expansion.run_plain(passes_.longest_bridge());
        }
    }
    std::size_t bytes_of_piles() const { return piles_.count() * (sizeof(typename Piles<rules>::Node) + 80); }

    void win(std::uint32_t number, const Block& last) {
        outcome_.progress.best_home = rules.card_count();
        std::vector<Block> blocks = passes_.beam().layers.way_to(number);
        blocks.push_back(last);
        finish_with_line(blocks);
    }
    void finish_with_line(std::span<const Block> blocks) {
        const bool written =
            write_line(piles_, pruning_, passes_.complete(), position_, root_, blocks, outcome_.line);
        outcome_.finish(written ? Verdict::winnable : Verdict::unknown);
    }

    Pruning<Branch> pruning_;
    Plan plan_;
    Limits limits_;
    Position<rules> position_;
    State root_{};
    Piles<rules> piles_;
    Passes<rules> passes_;
    bool diving_ = false;
    State dived_to_{};
    std::vector<Block> way_;  ///< of the dive
    Outcome outcome_;
};

}  // namespace quincunx::solver::gloucestershire
