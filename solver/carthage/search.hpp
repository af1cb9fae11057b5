#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "solver/carthage/bag.hpp"
#include "solver/carthage/blocks.hpp"
#include "solver/carthage/dives.hpp"
#include "solver/carthage/expand.hpp"
#include "solver/carthage/kind.hpp"
#include "solver/carthage/passes.hpp"
#include "solver/carthage/prune.hpp"
#include "solver/carthage/reach.hpp"
#include "solver/carthage/score.hpp"
#include "solver/carthage/settle.hpp"
#include "solver/carthage/solution.hpp"
#include "solver/common/outcome.hpp"

namespace quincunx::solver::carthage {

/// Beams of growing width in layers of irreversible progress; the search is exhausted when nothing was cut
/// off. Before them there may be a few dives, which only look for wins.
template <const Rules& rules>
    requires(fits(rules))
class Search {
  public:
    using Plan = carthage::Plan<rules>;

    /// `off` are the pruning rules (`Prune`) that are switched off.
    explicit Search(PruneSet off = nothing_off) : pruning_(off) {}

    void set_plan(const Plan& plan) { plan_ = plan; }

    void start(const Position<rules>& position, const Limits& limits) {
        position_ = position;
        limits_ = limits;
        outcome_.begin(position.home());
        pruning_.clear_tally();
        way_.clear();
        score_.set_factors(plan_.weights);
        const State root = read_root();
        dives_.start(limits.dives ? plan_.dives : DivePlan{.dives = 0}, root,
                     static_cast<int>(table_.stock.size()), limits.memory / 4);
        begin_passes(root);
        if (root.won()) finish_with_line();
    }
    bool step(std::uint64_t budget) {
        const std::uint64_t until = work() + budget;
        while (!outcome_.finished && work() < until) dives_.running() ? dive() : advance();
        return outcome_.finished;
    }

    Verdict verdict() const { return outcome_.verdict; }
    std::span<const Move> line() const { return outcome_.line; }
    Progress progress() const { return outcome_.progress; }
    /// States left out by the pruning rules, for tests.
    const PruneTally<Branch>& tally() const { return pruning_.tally(); }
    /// The width of the widest pass begun so far, for statistics.
    std::uint32_t width() const { return passes_.width(); }

  private:
    using State = carthage::State<rules>;
    using Layers = typename Passes<rules>::Beam::Layers;
    static_assert(std::has_unique_object_representations_v<State> && sizeof(State) % 8 == 0);

    /// The result of a block, held until the memory of the place where it belongs has been fetched.
    struct Child {
        State state;
        Block block;
        std::uint32_t key;
        int layer;
    };

    /// The first state in normal form, with new stacks.
    State read_root() {
        bag_.clear();
        score_.clear();
        passes_.beam().use_elsewhere(bag_.bytes());
        unsettled_root_ = table_.read(position_);
        State root = unsettled_root_;
        Moves<rules> moves(table_);
        NormalForm<rules>(moves, pruning_).settle(root);
        return root;
    }
    void begin_passes(const State& root) {
        passes_.start(plan_, static_cast<int>(table_.stock.size()), limits_.memory);
        begin(root);
    }
    void begin(const State& root) { passes_.begin(root, progress_of(root)); }
    int progress_of(const State& state) {
        Moves<rules> moves(table_);
        return NormalForm<rules>(moves, pruning_).progress_of(state);
    }

    /// The work done counts towards a step: states, and the nodes of `bag`, which take a quarter of the time
    /// of a state.
    std::uint64_t work() const { return outcome_.progress.nodes + bag_.nodes() / 4; }

    /// Expands one state of a dive, or prepares the next ones. After the last dive the passes begin as if there had
    /// been none.
    void dive() {
        if (!dives_.has_next()) {
            if (!dives_.go_on([this](const State& state) { return score_.of(table_, state); },
                              [this](const State& state) { return progress_of(state); }))
                end_dives();
            return;
        }
        const typename Dives<rules>::Candidate candidate = dives_.next();
        outcome_.progress.nodes = dives_.nodes();
        outcome_.progress.layer = candidate.state.dealt;
        if (table_.last_phase(candidate.state) && has_no_room(candidate.state)) {
            pruning_.add(Branch::no_room);
        } else {
            expand(candidate.state, dives_.keep(candidate));
            if (outcome_.finished) return;
        }
        if (outcome_.progress.nodes >= limits_.nodes) {
            outcome_.finish(Verdict::unknown);
        } else if (dives_.out_of_memory() || table_.stacks.overflown()) {
            end_dives();
        }
    }
    void end_dives() {
        dives_.end();
        begin_passes(read_root());
    }

    /// Expands one state, or prepares the next ones. `bag` is asked only now, because most of the states
    /// generated are never expanded.
    void advance() {
        if (!passes_.has_next()) {
            passes_.go_on([this](const State& state) { return score_.of(table_, state); },
                          [this](const State& state) { return progress_of(state); });
            if (passes_.over()) {
                outcome_.finish(Verdict::unwinnable);
            } else if (passes_.beam().out_of_memory()) {
                begin_again();
            }
            return;
        }
        const auto& candidate = passes_.next();
        const State state = candidate.state;
        const bool last_phase = table_.last_phase(state);
        outcome_.progress.nodes = dives_.nodes() + passes_.nodes();
        outcome_.progress.layer = state.dealt;
        if (last_phase && has_no_room(state)) {
            pruning_.add(Branch::no_room);
        } else {
            expand(state, passes_.beam().layers.keep(candidate));
            if (outcome_.finished) return;
        }
        if (outcome_.progress.nodes >= limits_.nodes) {
            outcome_.finish(Verdict::unknown);
        } else if (passes_.beam().out_of_memory()) {
            begin_again();
        } else if (passes_.attempt_is_too_long(last_phase)) {
            passes_.begin_pass();
        }
    }
    /// Called for lack of memory.
    void begin_again() {
        if (passes_.narrow()) {
            begin(read_root());
        } else {
            outcome_.finish(Verdict::unknown);
        }
    }

    /// Whether a state after the last deal has no room for all its cards (`bag`).
    bool has_no_room(const State& state) {
        if (!pruning_.on(Prune::bag) || outcome_.progress.nodes < plan_.bag_from) return false;
        if (const auto known = bag_.find(state.reserve)) return !*known;
        bag_.begin();
        for (int i = 0; i < State::reserves; ++i) {
            int height = table_.stacks.size(state.reserve[at(i)]);
            if (height <= 1) continue;
            if (height > Bag<rules>::tallest) return false;
            for (Stack stack = state.reserve[at(i)]; stack != 0; stack = table_.stacks.below(stack))
                bag_.add(i, height--, table_.stacks.top(stack), stack);
        }
        const bool has_room = bag_.has_room(std::min(limits_.memory / 8, passes_.beam().layers.free_bytes()));
        passes_.beam().use_elsewhere(bag_.bytes());
        return !has_room;
    }

    /// Expands a state that is kept under a number.
    void expand(const State& state, std::uint32_t number) {
        Moves<rules> moves(table_);
        NormalForm<rules> normal_form(moves, pruning_);
        const int progress = normal_form.progress_of(state);
        const bool last_phase = table_.last_phase(state);
        const auto child = [&](const Block& block) {
            State next = state;
            if (!moves.make(next, block)) return false;
            bool alive = false;  // known to be so without a space
            if (pruning_.on(Prune::needed_moves) && last_phase && block.kind != Block::into_space &&
                table_.is_full(next)) {
                if (is_needless(table_.stacks, state, next, block)) {
                    pruning_.add(needless(block));
                    return false;
                }
                alive = true;
            }
            const std::uint32_t homes = next.homes;
            const int runs = next.runs;
            const int next_progress = normal_form.settle(next, state.dealt, progress, longest_merge(block));
            if (next.won()) {
                win(number, block);
                return true;
            }
            alive = alive && next.homes == homes && next.runs == runs;
            if (pruning_.on(Prune::dead_when_full) && !alive && table_.is_full(next) &&
                !Reach<rules>(table_.stacks, next).frees_space()) {
                pruning_.add(Branch::dead);
                return false;
            }
            add_child(next, next_progress, state.dealt, number, block);
            return false;
        };
        Expansion<rules, decltype(child)>(table_, pruning_, state, child).run();
        insert_children(number);
        if (table_.stacks.overflown()) passes_.beam().lose_states();
    }
    static Branch needless(const Block& block) {
        if (block.kind == Block::play_home) return Branch::needless_home;
        return source_of(block).is_run ? Branch::needless_run : Branch::needless_stack;
    }

    void add_child(const State& state, int progress, int dealt_before, std::uint32_t parent,
                   const Block& block) {
        constexpr int home_from_start = (2 - rules.decks) * suit_count * State::ranks;
        outcome_.progress.best_home =
            std::max(outcome_.progress.best_home, state.home_count() - home_from_start);
        if (dives_.running())
            return dives_.insert(state, progress, parent, block,
                                 [this](const State& child) { return score_.of(table_, child); });
        if (children_ == waiting_.size()) insert_children(parent);
        const bool just_dealt = state.dealt != dealt_before;
        Child& child = waiting_[children_++];
        child = {state, block, Layers::hash(state),
                 Passes<rules>::layer_number(state.dealt, progress, just_dealt)};
        Layers::prepare(layer_of(child), child.key);
    }
    typename Layers::Layer& layer_of(const Child& child) {
        return passes_.layer(child.layer, child.state.dealt);
    }
    void insert_children(std::uint32_t parent) {
        for (std::size_t i = 0; i < children_; ++i) {
            const Child& child = waiting_[i];
            passes_.beam().insert(layer_of(child), child.state, child.key, parent, child.block);
        }
        children_ = 0;
    }

    void win(std::uint32_t number, const Block& last) {
        outcome_.progress.best_home = rules.card_count();
        way_ = dives_.running() ? dives_.way_to(number) : passes_.beam().layers.way_to(number);
        way_.push_back(last);
        finish_with_line();
    }
    void finish_with_line() {
        const bool written =
            write_line<rules>(table_, pruning_, position_, unsettled_root_, way_, outcome_.line);
        outcome_.finish(written ? Verdict::winnable : Verdict::unknown);
    }

    Pruning<Branch> pruning_;
    Plan plan_;
    Limits limits_;
    Position<rules> position_;
    Table<rules> table_;
    State unsettled_root_{};
    Score<rules> score_;
    Bag<rules> bag_;
    Dives<rules> dives_;
    Passes<rules> passes_;
    std::array<Child, 16> waiting_{};
    std::size_t children_ = 0;  ///< of `waiting_`
    std::vector<Block> way_;    ///< the blocks of a win
    Outcome outcome_;
};

}  // namespace quincunx::solver::carthage
