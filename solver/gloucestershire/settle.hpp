#pragma once

#include <algorithm>
#include <functional>

#include "solver/common/prune_tally.hpp"
#include "solver/gloucestershire/blocks.hpp"
#include "solver/gloucestershire/prune.hpp"

namespace quincunx::solver::gloucestershire {

/// What matters about the state before a block when the state after it is settled. The default means that
/// there is none.
struct Before {
    int progress = -1;
    bool pending = false;
};

/// What is done immediately after a block, and a canonical order of the piles.
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
        std::sort(state.pile.begin(), state.pile.end(), std::greater<>());
        if (waiting == 0) return;
        const auto place = std::find(state.pile.begin(), state.pile.end(), waiting);
        state.pending = static_cast<std::uint8_t>(place - state.pile.begin() + 1);
    }

  private:
    static constexpr int T = State::piles;

    /// What is always done immediately in the passes that only look for wins.
    void play_plain(State& state) {
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < T; ++i)
                while (state.pile[at(i)] != 0 &&
                       state.is_wanted(moves_.piles().node(state.pile[at(i)]).card)) {
                    moves_.play_pile(state, i);
                    again = true;
                }
            if (again) continue;
            for (int s = 0; s < suit_count; ++s) {
                const Face card = state.wanted(s);
                if (card == 0) continue;
                const int here = state.reserved(card);
                if (here == 0 || here < state.copies_out(card)) continue;
                moves_.play_reserve(state, card);
                again = true;
            }
        }
    }
    /// Lays piles that are one unit on ends that take them.
    bool merge_piles(State& state) {
        bool any = false;
        for (int i = 0; i < T; ++i) {
            const Pile pile = state.pile[at(i)];
            if (pile == 0 || moves_.piles().node(pile).units != 1) continue;
            for (int j = 0; j < T; ++j) {
                if (j == i || state.pile[at(j)] == 0 ||
                    !Order<rules>::follows(moves_.piles().node(state.pile[at(j)]).card,
                                           moves_.piles().node(pile).head))
                    continue;
                moves_.move_run(state, i, moves_.piles().node(pile).run, j);
                any = true;
                break;
            }
        }
        return any;
    }

    Moves<rules>& moves_;
    Pruning<Branch>& pruning_;
    bool complete_;
};

}  // namespace quincunx::solver::gloucestershire
