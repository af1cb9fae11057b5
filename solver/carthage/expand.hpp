#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "solver/carthage/blocks.hpp"
#include "solver/carthage/prune.hpp"
#include "solver/carthage/settle.hpp"
#include "solver/common/prune_tally.hpp"

namespace quincunx::solver::carthage {

/// Tries the moves of a state: `child(block)` is called for each block that is worth trying, and returns
/// whether it wins the game.
template <const Rules& rules, class Child>
class Expansion {
  public:
    using State = carthage::State<rules>;

    Expansion(const Table<rules>& table, Pruning<Branch>& pruning, const State& state, const Child& child)
        : table_(table),
          pruning_(pruning),
          state_(state),
          child_(child),
          last_(table.last_phase(state)),
          free_(table.free_spaces(state)),
          plays_safe_(plays_safe(table, pruning, state)) {
        int built = 0;
        for (int i = 0; i < state.runs; ++i) {
            const std::uint64_t end = bit(end_of(state.run[at(i)]));
            built += is_single(state.run[at(i)]) ? 0 : 1;
            ends_ |= end;
            loose_ |= (end << length(state.run[at(i)])) - end;
        }
        crowded_ = last_ && built == State::piles;
        if (!last_) return;
        for (Stack stack : state.reserve)
            for (int k = 1; k <= free_ && stack != 0; ++k, stack = stacks().below(stack))
                stacked_[at(k)] |= bit(stacks().top(stack));
        for (int k = 1; k <= free_; ++k) stacked_[at(k)] |= stacked_[at(k - 1)];
    }

    /// Goes through the blocks and stops soon after one that wins.
    void run() {
        for (int i = 0; i < state_.runs && !found_; ++i)
            if (i == 0 || state_.run[at(i)] != state_.run[at(i - 1)]) expand_run(i);
        for (int i = 0; i < R && !found_; ++i) {
            if (state_.reserve[at(i)] == 0) continue;
            if (last_ && i > 0 && state_.reserve[at(i)] == state_.reserve[at(i - 1)]) continue;
            expand_stack(i);
        }
        if (!last_ && !found_ && Moves<rules>::can_deal(state_))
            child(block_of(Block::deal, {true, 0}, 0, 0));
    }

  private:
    static constexpr int R = State::reserves;
    static constexpr int C = State::places;
    static constexpr int ranks = State::ranks;

    const Stacks& stacks() const { return table_.stacks; }
    void child(const Block& block) {
        if (child_(block)) found_ = true;
    }

    void expand_run(int i) {
        const Run run = state_.run[at(i)];
        const int most = std::min(free_, length(run) - 1);
        for (int digs = 0; digs <= most; ++digs) {
            const Face card = face(run_suit(run), low(run) + digs);
            if (!expand_card({true, i}, digs, card)) return;
            if (digs + 2 <= most) child(block_of(Block::dug_onto_dug, {true, i}, digs + 2, card));
        }
        if (free_ == 0 || is_single(run)) return;
        const bool each = crowded_ || !pruning_.on(Prune::postpone_digs);
        const int all = length(run) - 1;
        if (each) {
            child(block_of(Block::into_space, {true, i}, 1, end_of(run)));
        } else if (all > 1 || !opens_in_time(all)) {
            pruning_.add(last_ ? Branch::postponed_run : Branch::postponed_early);
        }
        if (opens_in_time(all) && !(each && all == 1))
            child(block_of(Block::into_space, {true, i}, all, end_of(run)));
    }
    /// Whether that many digs open a single card while a space is left with which it can still change its
    /// place.
    bool opens_in_time(int digs) const { return last_ && pruning_.on(Prune::postpone_digs) && digs < free_; }
    void expand_stack(int i) {
        Stack stack = state_.reserve[at(i)];
        const int most = last_ ? std::min(free_, stacks().size(stack) - 1) : 0;
        const bool to_space = !last_ || !pruning_.on(Prune::postpone_digs);
        const int all = stacks().size(stack) - 1;
        if (to_space && free_ > 0) {
            child(block_of(Block::into_space, {false, i}, 1, stacks().top(stack)));
        } else if (free_ > 0 && (all > 1 || !opens_in_time(all))) {
            pruning_.add(Branch::postponed_stack);
        }
        if (opens_in_time(all)) child(block_of(Block::into_space, {false, i}, all, stacks().top(stack)));
        std::array<Face, at(C + 1)> dug;
        for (int digs = 0; digs <= most; ++digs, stack = stacks().below(stack)) {
            const Face card = stacks().top(stack);
            if (!expand_card({false, i}, digs, card)) return;
            for (int k = 0; k < digs; ++k)
                if (dug[at(k)] == card + 1 && rank(card) < ranks) {
                    child(block_of(Block::onto_own_dug, {false, i}, digs, card));
                    break;
                }
            for (int k = 0; k < digs && digs < free_; ++k)
                if (dug[at(k)] + 1 == card && rank(card) > 1)
                    child(block_of(Block::dug_onto_dug, {false, i}, digs + 1, dug[at(k)]));
            dug[at(digs)] = card;
        }
    }
    /// All blocks that move one card, which is open after some digs. False if deeper digs are not needed.
    bool expand_card(Source source, int digs, Face card) {
        if (state_.fits_home(card)) {
            child(block_of(Block::play_home, source, digs, card));
            if (digs > 0 && plays_safe_ && state_.is_safe(card)) {
                pruning_.add(Branch::safe_dug);
                return false;
            }
        }
        if (found_) return false;
        if (rank(card) < ranks) expand_onto(source, digs, card);
        if (last_) return true;
        for (int j = 0; j < R; ++j) {
            const bool itself = !source.is_run && j == source.index;
            if (state_.reserve[at(j)] == 0 && !itself) child(block_of(Block::park_in, source, digs, card, j));
        }
        return true;
    }
    void expand_onto(Source source, int digs, Face card) {
        const int room_left = free_ - digs;
        const auto wanted = static_cast<Face>(card + 1);
        if (((room_left == 0 ? ends_ : loose_) >> wanted & 1U) != 0) expand_onto_runs(source, digs, card);
        // The wanted card takes a space. But if it is the last of its stack, its place is one too: then a
        // space must be left to carry it to the tableau, and the digs of the source can fill that space
        // afterwards.
        const int room_for_last = digs > 0 ? room_left + 1 : room_left;
        if ((stacked_[at(room_for_last)] >> wanted & 1U) == 0) return;
        for (int j = 0; j < R; ++j) {
            const Stack stack = state_.reserve[at(j)];
            if (stack == 0 || (!source.is_run && j == source.index)) continue;
            const int above = stacks().depth(stack)[wanted];
            if (above == Stacks::absent) continue;
            if (above + 1 <= (above + 1 == stacks().size(stack) ? room_for_last : room_left))
                child(block_of(Block::onto_dug_stack, source, digs, card, j, above + 1));
        }
    }
    void expand_onto_runs(Source source, int digs, Face card) {
        const int room_left = free_ - digs;
        for (int j = 0; j < state_.runs; ++j) {
            const Run run = state_.run[at(j)];
            if (run_suit(run) != suit(card) || low(run) > rank(card) + 1 || high(run) <= rank(card)) continue;
            if (source.is_run && j == source.index) continue;
            if (j > 0 && run == state_.run[at(j - 1)] && !(source.is_run && j - 1 == source.index)) continue;
            const int above = rank(card) + 1 - low(run);
            if (above <= room_left) child(block_of(Block::onto_run, source, digs, card, j, above));
            if (above + 1 <= room_left && high(run) > rank(card) + 1)
                child(block_of(Block::onto_dug_run, source, digs, card, j, above + 1));
        }
    }

    const Table<rules>& table_;
    Pruning<Branch>& pruning_;
    const State& state_;
    const Child& child_;
    bool last_;  ///< after the last deal
    int free_;   ///< spaces
    bool plays_safe_;
    bool crowded_ = false;     ///< after the last deal, with runs of two or more cards on every pile
    std::uint64_t ends_ = 0;   ///< cards at the ends of runs
    std::uint64_t loose_ = 0;  ///< cards of runs
    std::array<std::uint64_t, at(C + 1)> stacked_{};  ///< by spaces: the reserve cards they can uncover
    bool found_ = false;
};

}  // namespace quincunx::solver::carthage
