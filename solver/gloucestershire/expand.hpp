#pragma once

#include <array>
#include <cstdint>

#include "solver/common/prune_tally.hpp"
#include "solver/gloucestershire/blocks.hpp"
#include "solver/gloucestershire/prune.hpp"

namespace quincunx::solver::gloucestershire {

/// Tries the moves of a state: `child(block)` is called for each block that is worth trying, and returns
/// whether it wins the game. After a win it is not called again.
template <const Rules& rules, class Child>
class Expansion {
  public:
    using State = gloucestershire::State<rules>;

    Expansion(const Piles<rules>& piles, Pruning<Branch>& pruning, const State& state, const Child& child)
        : piles_(piles), pruning_(pruning), state_(state), child_(child) {}

    /// The few kinds of moves that find most wins, with bridges of at most `longest_bridge` reserve cards.
    void run_plain(int longest_bridge) {
        const int space = state_.space();
        for (int i = 0; i < T && !found_; ++i) {
            const Pile pile = state_.pile[at(i)];
            if (pile == 0 || (i > 0 && state_.pile[at(i - 1)] == pile)) continue;
            const PileNode<rules> top = piles_.node(pile);
            for (int j = 0; j < T; ++j) {
                const Pile target = state_.pile[at(j)];
                if (j == i || target == 0) continue;
                int length = 0;
                unsigned suits = 0;
                if (bridge(piles_.node(target).card, top.head, longest_bridge, length, suits))
                    child(move_block(i, top.run, j, length, suits));
            }
            if (space >= 0 && top.units > 1) child(move_block(i, top.run, space));
            expand_parts(i, space, longest_bridge);
        }
        for (int s = 0; s < suit_count; ++s) {
            const Face card = state_.wanted(s);
            if (card == 0 || state_.reserved(card) == 0) continue;
            child({Block::home_reserve, 0, 0, 0, 0, card, 0});
        }
    }
    /// Every move. A reserve card that has just been laid must be built on first (`lay_to_build`).
    void run_all() {
        if (state_.pending != 0) {
            const Pile waiting = state_.pile[at(state_.pending - 1)];
            pruning_.add(piles_.node(waiting).below != 0 ? Branch::laid_on_card : Branch::laid_in_space);
            build_on(state_.pending - 1);
            return;
        }
        const int space = state_.space();
        for (int j = 0; j < T && !found_; ++j) {
            const Pile target = state_.pile[at(j)];
            if (target == 0 && j != space) {
                pruning_.add(Branch::second_space);
                continue;
            }
            if (target != 0 && is_repeated(j)) {
                if (state_.is_wanted(piles_.node(target).card)) pruning_.add(Branch::equal_target);
                continue;
            }
            build_on(j);
            if (target != 0 && state_.is_wanted(piles_.node(target).card))
                child({Block::home_pile, static_cast<std::uint8_t>(j), 0, 0, 0, 0, 0});
        }
        for (int s = 0; s < suit_count; ++s) {
            const Face card = state_.wanted(s);
            if (card != 0 && state_.reserved(card) > 0) child({Block::home_reserve, 0, 0, 0, 0, card, 0});
        }
    }

  private:
    static constexpr int T = State::piles;
    static constexpr int ranks = State::ranks;

    void child(const Block& block) {
        if (!found_) found_ = child_(block);
    }
    /// Parts of a unit that cover a wanted card.
    void expand_parts(int i, int space, int longest_bridge) {
        Pile pile = state_.pile[at(i)];
        const int run = piles_.node(pile).run;
        Face head = piles_.node(pile).card;
        for (int count = 1; count < run; ++count) {
            head = piles_.node(pile).card;
            pile = piles_.node(pile).below;
            if (!state_.is_wanted(piles_.node(pile).card)) continue;
            for (int j = 0; j < T; ++j) {
                const Pile target = state_.pile[at(j)];
                if (j == i || target == 0) continue;
                int length = 0;
                unsigned suits = 0;
                if (bridge(piles_.node(target).card, head, longest_bridge, length, suits))
                    child(move_block(i, count, j, length, suits));
            }
            if (space >= 0) child(move_block(i, count, space));
        }
    }

    /// Which reserve cards form a bridge from an end to a head; false if some are missing. Of two suits, it
    /// takes the one that the reserve has twice, otherwise the one that is wanted later.
    bool bridge(Face end, Face head, int most, int& length, unsigned& suits) const {
        length = Order<rules>::between[end][head];
        if (length > most) return false;
        suits = 0;
        bool is_red = red(end);
        int next = rank(end);
        for (int i = 0; i < length; ++i) {
            is_red = !is_red;
            next = Order<rules>::rank_below(next);
            const Face a = of_color(is_red, 0, next);
            const Face b = of_color(is_red, 1, next);
            const int has_a = state_.reserved(a);
            const int has_b = state_.reserved(b);
            if (has_a + has_b == 0) return false;
            const bool second = has_a == 0 || (has_b > 0 && wait(b) * has_b > wait(a) * has_a);
            suits |= (second ? 1U : 0U) << i;
        }
        return true;
    }
    /// Number of cards of the suit that go to the foundation before this card is wanted.
    int wait(Face card) const {
        return (rank(card) - 1 - state_.height[at(suit(card))] % ranks + 2 * ranks) % ranks;
    }

    /// Whether the previous pile has the same contents; equal piles are next to each other.
    bool is_repeated(int j) const { return j > 0 && state_.pile[at(j)] == state_.pile[at(j - 1)]; }
    /// Everything that can be laid on a pile: parts of other piles and reserve cards.
    void build_on(int j) {
        const Pile target = state_.pile[at(j)];
        for (int i = 0; i < T; ++i) {
            const Pile pile = state_.pile[at(i)];
            if (i == j || pile == 0) continue;
            if (!is_repeated(i) || i - 1 == j)
                lay_parts(i, j);
            else if (target != 0 ? Order<rules>::follows(piles_.node(target).card, piles_.node(pile).card)
                                 : piles_.node(pile).size > 1)
                pruning_.add(Branch::equal_source);
        }
        for (int s = 0; s < suit_count; ++s)
            for (int r = 1; r <= ranks; ++r) {
                const Face card = face(s, r);
                if (state_.reserved(card) == 0 ||
                    (target != 0 && !Order<rules>::follows(piles_.node(target).card, card)))
                    continue;
                const unsigned second = (red(card) ? s == 2 : s == 3) ? 1U : 0U;
                child(move_block(0, 0, j, 1, second, card));
            }
    }
    /// The top cards of pile `i` that go on pile `j`; but not a whole pile to a space, which changes nothing.
    void lay_parts(int i, int j) {
        const Pile target = state_.pile[at(j)];
        Pile part = state_.pile[at(i)];
        const PileNode<rules> whole = piles_.node(part);
        for (int count = 1; count <= whole.run; ++count) {
            const Face head = piles_.node(part).card;
            part = piles_.node(part).below;
            if (target == 0 ? count < whole.size : Order<rules>::follows(piles_.node(target).card, head))
                child(move_block(i, count, j));
            else if (target == 0)
                pruning_.add(Branch::pile_to_space);
        }
    }

    const Piles<rules>& piles_;
    Pruning<Branch>& pruning_;
    const State& state_;
    const Child& child_;
    bool found_ = false;
};

}  // namespace quincunx::solver::gloucestershire
