#pragma once

#include <cstdint>

#include "solver/common/small_array.hpp"
#include "solver/two_way/prune.hpp"
#include "solver/two_way/state.hpp"

namespace quincunx::solver::two_way {

/// A cheap proof that a state is lost: what could ever be played if everything uncertain went well?
///
/// Monotone sets: a foundation "can reach" a rank if a card for it can come free; a card "can come free" if
/// it is on top, or in the stock or the waste of a pass that is not the last, or if everything that lies on
/// it can be played or stored. Playing one card of a face is assumed to serve both foundations. If some
/// foundation cannot reach its end, the state is lost, because every real line stays within the sets, move by
/// move. Covers: a lower card comes free when its upper card can be played. The waste in the last pass:
/// nothing is required of it except that the piles can take what must be stored.
template <const Rules& rules>
class Closure {
  public:
    /// Whether the state is certainly lost.
    static bool lost(const State<rules>& state) { return refuted_by(state) != Branch::count; }

    /// The branch of the rule that shows that the state is lost, or `count` if none does.
    static Branch refuted_by(const State<rules>& state) {
        FaceSet free = 0;
        for (int i = state.stock_at; i < state.stock_end; ++i) free |= face_bit(state.stock[i]);
        for (int i = 0; i < state.waste_size; ++i) free |= face_bit(state.waste[i]);
        for (int pile = 0; pile < State<rules>::piles; ++pile) free |= face_bit(state.pile_top(pile));
        SmallArray<std::uint8_t, suit_count> up = state.next_up, down = state.next_down;
        for (bool grown = true; grown;) {
            const FaceSet playable = reach(state, free, up, down);
            grown = false;
            for (int pile = 0; pile < State<rules>::piles; ++pile) {
                const FaceSet under = face_bit(state.under[pile]);
                if (state.cover[pile] == 0 || (free & under) != 0) continue;
                if ((playable >> state.cover[pile] & 1) == 0) continue;
                free |= under;
                grown = true;
            }
        }
        for (int suit = 0; suit < suit_count; ++suit)
            if (up[suit] <= rules.ranks) return Branch::closure_up;
        for (int suit = 0; suit < suit_count; ++suit)
            if (down[suit] >= 1) return Branch::closure_down;
        return Branch::count;
    }

  private:
    /// Lets the foundations go as far as the free faces allow, and returns the faces that they have then
    /// taken since the state. What they took before that was another card: a card of that face that is still
    /// out must wait for the other foundation.
    static FaceSet reach(const State<rules>& state, FaceSet free, SmallArray<std::uint8_t, suit_count>& up,
                         SmallArray<std::uint8_t, suit_count>& down) {
        FaceSet taken = 0;
        for (int suit = 0; suit < suit_count; ++suit) {
            const int row = suit << 4;
            while (up[suit] <= rules.ranks && (free >> (row + up[suit]) & 1) != 0) ++up[suit];
            while (down[suit] >= 1 && (free >> (row + down[suit]) & 1) != 0) --down[suit];
            for (int rank = 1; rank <= rules.ranks; ++rank) {
                const bool goes_up = rank >= state.next_up[suit] && rank < up[suit];
                const bool goes_down = rank <= state.next_down[suit] && rank > down[suit];
                if (goes_up || goes_down) taken |= face_bit(row + rank);
            }
        }
        return taken;
    }
};

}  // namespace quincunx::solver::two_way
