#pragma once

#include "solver/strategy/carthage.hpp"

/// The rest of `CarthageSearch`: what can be reached without a space.
namespace quincunx::solver {

/// What moves without a space can reach at most after the last deal: the game in which nothing that was once
/// possible is ever lost, so that its moves can be made in any order until nothing new comes of them.
template <const Rules& rules>
class CarthageSearch<rules>::Reach {
  public:
    Reach(const CarthageSearch& search, const State& state)
        : search_(search), runs_(state.runs), run_(state.run), stack_(state.reserve) {
        for (int i = 0; i < runs_; ++i) add_end(end_of(run_[at(i)]));
        for (int s = 0; s < suit_count; ++s) {
            first_[at(s)] = once_home_[at(s)] = higher(state, s);
            second_[at(s)] = lower(state, s);
        }
    }

    /// Whether a space can come free.
    bool frees_space() {
        for (changed_ = true; changed_;) {
            changed_ = false;
            for (int s = 0; s < suit_count; ++s) play_ends(s);
            for (int i = 0; i < runs_; ++i)
                if (clears_run(run_[at(i)])) return true;
            for (Stack& stack : stack_)
                if (clears_stack(stack)) return true;
        }
        return false;
    }

  private:
    /// Takes cards off a run as long as they can leave; true if its highest card can.
    bool clears_run(Run& run) {
        for (; can_leave(end_of(run)); changed_ = true) {
            if (is_single(run)) return true;
            ++run;
            add_end(end_of(run));
        }
        return false;
    }
    /// The same for a reserve. Its last card lies on a place that serves as a space, so that one can be laid
    /// on it.
    bool clears_stack(Stack& stack) {
        for (; stack != 0; changed_ = true) {
            const Face card = search_.top(stack);
            const bool last = search_.size(stack) == 1;
            if (last) add_end(card);
            if (!can_leave(card)) return false;
            if (last) return true;
            add_end(card);
            stack = search_.below(stack);
        }
        return false;
    }
    /// Plays cards home that were laid on others before.
    void play_ends(int s) {
        const auto next_is_end = [&](int height) { return (ends_ >> face(s, height + 1) & 1U) != 0; };
        for (; second_[at(s)] < once_home_[at(s)] && next_is_end(second_[at(s)]); changed_ = true)
            ++second_[at(s)];
        for (; first_[at(s)] < ranks && next_is_end(first_[at(s)]); changed_ = true) ++first_[at(s)];
    }
    void add_end(Face card) { ends_ |= std::uint64_t{1} << card; }
    /// Whether a card can go home or on another. Of a rank that has one card home the other one needs the
    /// second foundation.
    bool can_leave(Face card) {
        const int s = suit(card);
        int& height = (rank(card) <= once_home_[at(s)] ? second_ : first_)[at(s)];
        if (rank(card) > height + 1) return (ends_ >> (card + 1) & 1U) != 0;
        height = std::max(height, rank(card));
        return true;
    }

    const CarthageSearch& search_;
    int runs_;
    std::array<Run, at(C)> run_;
    std::array<Stack, at(R)> stack_;
    std::uint64_t ends_ = 0;                   ///< cards that were once the end of a run
    std::array<int, suit_count> once_home_{};  ///< height of the higher foundation at the start
    std::array<int, suit_count> first_{};      ///< what it can reach
    std::array<int, suit_count> second_{};     ///< what the lower one can reach, up to `once_home_`
    bool changed_ = false;
};

template <const Rules& rules>
bool CarthageSearch<rules>::is_dead(const State& state) const {
    return last_phase(state) && T + open_count(state) == state.runs && !Reach(*this, state).frees_space();
}

}  // namespace quincunx::solver
