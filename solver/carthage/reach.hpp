#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "solver/carthage/blocks.hpp"
#include "solver/carthage/state.hpp"

namespace quincunx::solver::carthage {

/// Everything that moves without a space can reach after the last deal, until a space comes free: the game in
/// which nothing that was once possible is ever lost, so that its moves can be made in any order until
/// nothing new comes of them. A card that was once open stays open, a card that was once the end of a run can
/// be built on forever, and foundations only rise.
template <const Rules& rules>
class Reach {
  public:
    using State = carthage::State<rules>;

    Reach(const Stacks& stacks, const State& state) : all_(stacks) {
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            ends_ |= bit(end_of(run));
            if (is_single(run)) {
                lasts_ |= bit(end_of(run));
            } else {
                run_[at(runs_)] = cards_of(run);
                end_[at(runs_++)] = end_of(run);
            }
        }
        for (const Stack stack : state.reserve) {
            if (stack == 0) continue;
            stack_[at(stacks_)] = stack;
            rest_[at(stacks_++)] = stack;
        }
        for (int s = 0; s < suit_count; ++s) {
            first_[at(s)] = once_home_[at(s)] = state.higher(s);
            second_[at(s)] = state.lower(s);
            home_ |= home_of(s);
        }
    }

    /// Whether a space can come free.
    bool frees_space() {
        while ((lasts_ & leave()) == 0)
            if (!spread()) return false;
        return true;
    }

    /// The move that `frees_space_with_move` asks about: where its card came from, if anything is left there
    /// (a run as it is now, or else a stack), and where the card went.
    struct Made {
        Run run = 0;
        Stack stack = 0;
        Face card = 0;
        bool home = false;
    };
    /// Whether a space can come free by a move that needs `made`, directly or through others. A move needs
    /// another one if that one uncovered or moved the card that it moves or the card on which it lays that
    /// one, or played to a foundation what must be there first.
    bool frees_space_with_move(const Made& made) {
        if (made.home) {
            with_home_ = above(made.card);
        } else {
            with_ends_ = bit(made.card);
        }
        if (made.run != 0) with_ends_ |= bit(end_of(made.run));
        if ((lasts_ & leave_with_move()) != 0) return true;
        while (spread()) {
        }
        if ((lasts_ & leave()) == 0) return false;
        for (std::uint64_t ends = ~std::uint64_t{0}, home = 0; ends != with_ends_ || home != with_home_;) {
            ends = with_ends_;
            home = with_home_;
            if (spread_with_move(made)) return true;
        }
        return false;
    }

  private:
    static constexpr int R = State::reserves;
    static constexpr int C = State::places;

    /// The higher cards of the suit.
    static std::uint64_t above(Face card) {
        return (std::uint64_t{0xffff} << (card & 48)) & ~std::uint64_t{0} << (card + 1);
    }
    /// The cards of a suit that can go to foundations. If one card of a rank is on a foundation, the other
    /// one needs the second foundation.
    std::uint64_t home_of(int s) const {
        const unsigned once = (2U << once_home_[at(s)]) - 1;
        const unsigned second = ((4U << second_[at(s)]) - 1) & once;
        const unsigned first = ((4U << first_[at(s)]) - 1) & ~once;
        return std::uint64_t{(first | second) & 0xfffeU} << (16 * s);
    }
    /// The cards that can go to a foundation or onto another card.
    std::uint64_t leave() const { return home_ | ends_ >> 1; }
    bool can_leave(Face card) const { return (leave() >> card & 1U) != 0; }

    /// Makes every move that is possible except those that would free a space; false if there is none.
    bool spread() {
        bool any = false;
        // A card that was laid on another can go to a foundation from there.
        for (std::uint64_t laid = laid_ & home_ & ~played_; laid != 0; laid &= laid - 1) {
            play(static_cast<Face>(std::countr_zero(laid)));
            any = true;
        }
        for (int i = 0; i < runs_; ++i) {
            const int last = high(run_[at(i)]);
            Face& end = end_[at(i)];
            if (rank(end) == last || !can_leave(end)) continue;
            any = true;
            do {
                move(end);
                ends_ |= bit(++end);
            } while (rank(end) < last && can_leave(end));
            if (rank(end) == last) lasts_ |= bit(end);
        }
        for (int i = 0; i < stacks_; ++i) {
            Stack& stack = rest_[at(i)];
            Face card = all_.top(stack);
            if (!can_leave(card) || all_.size(stack) == 1) continue;
            any = true;
            do {
                move(card);
                stack = all_.below(stack);
                card = all_.top(stack);
            } while (all_.size(stack) > 1 && can_leave(card));
            if (all_.size(stack) > 1) continue;
            // The last card lies on a place that serves as a space.
            ends_ |= bit(card);
            lasts_ |= bit(card);
        }
        return any;
    }
    void move(Face card) {
        if ((home_ >> card & 1U) != 0) play(card);
        laid_ |= bit(card);
        ends_ |= bit(card);
    }
    void play(Face card) {
        const int s = suit(card);
        int& height = (rank(card) <= once_home_[at(s)] ? second_ : first_)[at(s)];
        height = std::max(height, rank(card));
        played_ |= bit(card);
        home_ |= home_of(s);
    }

    /// Goes once through all moves that `spread` made, and marks those that need the given move; true if one
    /// of these can free a space.
    bool spread_with_move(const Made& made) {
        for (std::uint64_t laid = laid_ & with_ends_ & home_; laid != 0; laid &= laid - 1)
            with_home_ |= above(static_cast<Face>(std::countr_zero(laid)));
        if ((lasts_ & leave_with_move()) != 0 || (lasts_ & with_ends_ & leave()) != 0) return true;
        for (int i = 0; i < runs_; ++i) {
            const Run run = run_[at(i)];
            bool with = run == made.run || (!made.home && end_of(run) == made.card);
            Face card = end_of(run);
            for (; card != end_[at(i)]; ++card)
                if (with = with || needs_move(card); with) {
                    mark(card);
                    with_ends_ |= bit(card + 1);
                }
            if (with && rank(card) == high(run) && can_leave(card)) return true;
        }
        for (int i = 0; i < stacks_; ++i) {
            bool with = stack_[at(i)] == made.stack;
            Stack stack = stack_[at(i)];
            for (; stack != rest_[at(i)]; stack = all_.below(stack))
                if (with = with || needs_move(all_.top(stack)); with) {
                    mark(all_.top(stack));
                    if (all_.size(stack) == 2) with_ends_ |= bit(all_.top(all_.below(stack)));
                }
            if (with && all_.size(stack) == 1 && can_leave(all_.top(stack))) return true;
        }
        return false;
    }
    /// The cards that can leave by something that needs the given move.
    std::uint64_t leave_with_move() const { return (home_ & with_home_) | (ends_ & with_ends_) >> 1; }
    bool needs_move(Face card) const { return ((leave_with_move() | with_ends_) >> card & 1U) != 0; }
    /// Marks what follows from moving a card by a move that needs the given one. A card laid on another can
    /// leave it again, so whatever is then done with the other card also needs the given move.
    void mark(Face card) {
        with_ends_ |= bit(card) | (bit(card + 1) & ends_);
        if ((home_ >> card & 1U) != 0) with_home_ |= above(card);
    }

    const Stacks& all_;
    int runs_ = 0;                             ///< of two cards and more
    int stacks_ = 0;                           ///< of two cards and more
    std::array<Run, at(C)> run_;               ///< as they were at the start
    std::array<Face, at(C)> end_;              ///< the ends that are left after what can be taken away
    std::array<Stack, at(R)> stack_;           ///< as they were at the start
    std::array<Stack, at(R)> rest_;            ///< what is left after what can be taken away
    std::uint64_t ends_ = 0;                   ///< cards that were once the end of a run
    std::uint64_t lasts_ = 0;                  ///< open cards that free a space when they leave
    std::uint64_t laid_ = 0;                   ///< cards that may have been laid on another
    std::uint64_t played_ = 0;                 ///< cards that were played to foundations
    std::uint64_t home_ = 0;                   ///< cards that can go to foundations
    std::array<int, suit_count> once_home_{};  ///< height of the higher foundation at the start
    std::array<int, suit_count> first_{};      ///< what the higher foundation can reach
    std::array<int, suit_count> second_{};     ///< what the lower foundation can reach, up to `once_home_`
    std::uint64_t with_ends_ = 0;              ///< cards whose being at an end can need the move
    std::uint64_t with_home_ = 0;              ///< cards whose way to a foundation can need the move
};

/// Whether a block, made on a state with the result `next` and leaving no space, can be put off
/// (`needed_moves`).
template <const Rules& rules>
bool is_needless(const Stacks& stacks, const State<rules>& before, const State<rules>& next,
                 const Block& block) {
    typename Reach<rules>::Made made;
    made.card = static_cast<Face>(block.card);
    made.home = block.kind == Block::play_home;
    if (const Source source = source_of(block); source.is_run) {
        made.run = with_low(before.run[at(source.index)], rank(made.card) + 1);
    } else if (next.reserve[at(source.index)] != 0) {
        made.stack = next.reserve[at(source.index)];
    } else {
        Stack last = before.reserve[at(source.index)];
        while (stacks.below(last) != 0) last = stacks.below(last);
        made.run = single(stacks.top(last));
    }
    return !Reach<rules>(stacks, next).frees_space_with_move(made);
}

}  // namespace quincunx::solver::carthage
