#pragma once

#include <algorithm>
#include <functional>

#include "solver/common/prune_tally.hpp"
#include "solver/gloucestershire/blocks.hpp"
#include "solver/gloucestershire/prune.hpp"

namespace quincunx::solver::gloucestershire {

/// The state before a block, as far as it matters when the state after it is settled. The default means that
/// there is none.
struct Before {
    int progress = -1;
    bool pending = false;
};

/// Moves made immediately after a block, and a canonical order of the piles.
template <const Rules& rules>
class NormalForm {
  public:
    using State = gloucestershire::State<rules>;

    /// For a pass that uses all moves (`complete`) or for one that only looks for wins.
    NormalForm(Moves<rules>& moves, Pruning<Branch>& pruning, bool complete)
        : moves_(moves), pruning_(pruning), complete_(complete) {}

    Before before(const State& state) const {
        return {progress_of(moves_.piles(), state), state.pending != 0};
    }
    /// Whether the next move must build on a reserve card that was laid.
    bool waits() const { return complete_ && pruning_.on(Prune::lay_to_build); }
    /// Called after every block. A state that waits for its laid card to be built on is left as it is.
    void settle(State& state, const Before& before) {
        const Pile waiting = state.pending == 0 ? Pile{0} : state.pile[at(state.pending - 1)];
        if (!complete_) {
            do play_plain(state);
            while (merge_piles(state));
        } else if (waiting == 0 && pruning_.on(Prune::merge_piles) &&
                   (before.pending || progress_of(moves_.piles(), state) != before.progress)) {
            if (merge_piles(state)) {
                pruning_.add(before.pending ? Branch::merge_when_built : Branch::merge_on_progress);
                while (merge_piles(state)) {
                }
            }
        }
        sort(state);
        if (waiting == 0) return;
        const auto place = std::find(state.pile.begin(), state.pile.end(), waiting);
        state.pending = static_cast<std::uint8_t>(place - state.pile.begin() + 1);
    }

  private:
    static constexpr int T = State::piles;

    /// Moves always made immediately in the passes that only look for wins.
    void play_plain(State& state) {
        const Piles<rules>& piles = moves_.piles();
        std::array<Face, at(T)> tops;
        for (int i = 0; i < T; ++i) tops[at(i)] = piles.top(state.pile[at(i)]);
        std::uint64_t wanted = state.all_wanted();
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < T; ++i)
                while ((wanted & bit(tops[at(i)])) != 0) {
                    moves_.play_pile(state, i);
                    tops[at(i)] = piles.top(state.pile[at(i)]);
                    wanted = state.all_wanted();
                    again = true;
                }
            if (again) continue;
            for (int s = 0; s < suit_count; ++s) {
                const Face card = state.wanted(s);
                const int here = state.reserved(card);
                if (here == 0 || here < state.copies_out(card)) continue;
                moves_.play_reserve(state, card);
                wanted = state.all_wanted();
                again = true;
            }
        }
    }
    /// Lays piles that are one unit on ends that take them.
    bool merge_piles(State& state) {
        const Piles<rules>& piles = moves_.piles();
        bool any = false;
        std::uint64_t ends = 0;
        std::uint64_t wanted = 0;  // by piles that are one unit
        for (const Pile pile : state.pile) {
            const auto& node = piles.node(pile);
            ends |= bit(node.card);
            if (node.units == 1) wanted |= Order<rules>::takers[node.head];
        }
        if ((ends & wanted) == 0) return false;
        for (int i = 0; i < T; ++i) {
            const Pile pile = state.pile[at(i)];
            if (pile == 0 || piles.node(pile).units != 1) continue;
            for (int j = 0; j < T; ++j) {
                if (j == i || state.pile[at(j)] == 0 ||
                    !Order<rules>::follows(piles.node(state.pile[at(j)]).card, piles.node(pile).head))
                    continue;
                moves_.move_run(state, i, piles.node(pile).run, j);
                any = true;
                break;
            }
        }
        return any;
    }
    /// A block changes few piles, so most of them are in order.
    static void sort(State& state) {
        for (int i = 1; i < T; ++i) {
            const Pile pile = state.pile[at(i)];
            int place = i;
            for (; place > 0 && state.pile[at(place - 1)] < pile; --place)
                state.pile[at(place)] = state.pile[at(place - 1)];
            state.pile[at(place)] = pile;
        }
    }

    Moves<rules>& moves_;
    Pruning<Branch>& pruning_;
    bool complete_;
};

}  // namespace quincunx::solver::gloucestershire
