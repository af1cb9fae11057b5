#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "solver/common/small_array.hpp"
#include "solver/two_way/state.hpp"

/// Whole games played by a weighted rule of thumb, which wins nearly every deal at the first try.
namespace quincunx::solver::two_way {

/// Weights of a playout, in 64ths of a card. The *need* of a card is the number of cards that must be played
/// before it, on the nearer foundation that still takes it. The costs of placing the top of the waste on each
/// pile and of leaving it are compared, and the cheapest is chosen.
struct Weights {
    int slot_early = -14;   ///< of taking up a place while a redeal is left
    int slot_late = -23;    ///< the same in the last pass
    int fit = -26;          ///< per card that the covered card is needed later than the one placed
    int block = 771;        ///< of covering a card that is needed sooner
    int block_each = -24;   ///< per card that it is needed sooner
    int leave_early = -39;  ///< of leaving the card while a redeal is left
    int need_early = -32;   ///< per unit of the card's need, while a redeal is left
    int leave_late = 284;   ///< of leaving the card in the last pass
    int inversion = -27;  ///< per card that it is needed later than the one under it in the waste, last pass
    int order =
        -52;  ///< per card that it is needed sooner than the one under it (counted negative), last pass
    int space = 33;       ///< gained by putting it on an empty pile
    int farther = 9;      ///< the farther foundation's share in the need, while both take the card
    int per_stock = -25;  ///< of leaving the card, per card in the stock, last pass
    int jitter = 0;       ///< highest random cost
};

inline constexpr Weights default_weights{};

/// A small random generator (xorshift, Marsaglia 2003) for restarts; always seeded with a fixed number.
class Jitter {
  public:
    explicit Jitter(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u | 1) {}
    std::uint64_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }
    /// 0 … bound - 1.
    int below(int bound) {
        return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

  private:
    std::uint64_t state_;
};

/// How soon each card is needed, and what follows from that for the top of the waste.
template <const Rules& rules>
class Judge {
    static constexpr int ranks = rules.ranks;

  public:
    explicit Judge(const Weights& weights) : weights_(&weights) {}

    void look_at_suit(const State<rules>& state, int suit) {
        const int up = state.next_up[suit];
        const int down = state.next_down[suit];
        for (int rank = 1; rank <= ranks; ++rank) {
            const int to_up = rank - up;
            const int to_down = down - rank;
            const int near = to_up < to_down ? to_up : to_down;
            const int far = to_up < to_down ? to_down : to_up;
            need_[(suit << 4) + rank] = near >= 0 ? near * 64 + weights_->farther * (far - near) : far * 64;
        }
    }
    void look(const State<rules>& state) {
        for (int suit = 0; suit < suit_count; ++suit) look_at_suit(state, suit);
    }

    /// The cost of placing the top of the waste on a pile.
    int placing(const State<rules>& state, int pile) const {
        const int slot = state.redeals == 0 ? weights_->slot_late : weights_->slot_early;
        if (state.under[pile] == 0) return slot - weights_->space;
        const int later = need_[state.under[pile]] - need_[state.waste_top()];
        if (later >= 0) return slot + weights_->fit * later / 64;
        return slot + weights_->block - weights_->block_each * later / 64;
    }
    /// The cost of leaving it there.
    int leaving(const State<rules>& state) const {
        const int need = need_[state.waste_top()];
        if (state.redeals > 0) return weights_->leave_early + weights_->need_early * need / 64;
        int cost = weights_->leave_late + weights_->per_stock * state.stock_size();
        if (state.waste_size > 1) {
            const int later = need - need_[state.waste[state.waste_size - 2]];
            cost += (later > 0 ? weights_->inversion : weights_->order) * later / 64;
        }
        return cost;
    }

  private:
    const Weights* weights_;
    SmallArray<int, 64> need_{};  ///< by face, in 64ths of a card
};

template <const Rules& rules>
class Playout {
    static constexpr int piles = rules.tableau.piles;
    static constexpr int ranks = rules.ranks;

  public:
    /// Plays on from a state; true if that wins. `moves()` returns the decisions made.
    bool run(const State<rules>& from, const Weights& weights, Jitter& jitter) {
        state_ = from;
        judge_ = Judge<rules>(weights);
        jitter_ = &jitter;
        greatest_ = weights.jitter;
        decisions_ = 0;
        look();
        for (;;) {
            play_all();
            if (state_.won()) return true;
            if (!decide()) return false;
        }
    }

    int decisions() const { return decisions_; }
    const Decision* begin() const { return made_.begin(); }
    const Decision* end() const { return made_.begin() + decisions_; }
    int home() const { return state_.home; }

  private:
    void note(const Decision& decision) { made_[decisions_++] = decision; }

    // --- What follows from the state, kept up to date ---

    void look() {
        for (int suit = 0; suit < suit_count; ++suit) look_at_suit(suit);
        once_ = twice_ = 0;
        single_ = 0;
        for (int pile = 0; pile < piles; ++pile) {
            if (state_.under[pile] != 0) expose(state_.pile_top(pile));
            if (state_.cover[pile] == 0) single_ |= 1u << pile;
        }
    }
    void look_at_suit(int suit) {
        const int up = state_.next_up[suit];
        const int down = state_.next_down[suit];
        const int row = suit << 4;
        wanted_ &= ~(FaceSet{0xFFFF} << row);
        if (up <= ranks) wanted_ |= face_bit(row + up);
        if (down >= 1) wanted_ |= face_bit(row + down);
        judge_.look_at_suit(state_, suit);
    }
    void expose(int face) {
        twice_ |= once_ & face_bit(face);
        once_ |= face_bit(face);
    }
    void hide(int face) {
        const FaceSet bit = face_bit(face);
        once_ &= ~bit | twice_;
        twice_ &= ~bit;
    }

    // --- plays ---

    bool direction(int face) const {
        if (!state_.goes_up(face)) return false;
        if (!state_.goes_down(face)) return true;
        const int rank = rank_of_face(face);
        return ranks - rank >= rank - 1;
    }

    /// Makes all possible plays: covers and the top of the waste first, because playing a lone card fills its
    /// pile.
    void play_all() {
        for (;;) {
            const int top = state_.waste_top();
            if (wanted_ >> top & 1) {
                const bool up = direction(top);
                note({Decision::Kind::play_waste, 0, up});
                state_.play(top, up);
                --state_.waste_size;
                look_at_suit(suit_of_face(top));
            } else if ((wanted_ & once_) != 0) {
                play_pile();
            } else {
                return;
            }
        }
    }

    void play_pile() {
        int lone = -1;
        for (int pile = 0; pile < piles; ++pile) {
            const int top = state_.pile_top(pile);
            if ((wanted_ >> top & 1) == 0) continue;
            if (state_.cover[pile] != 0) return play_cover(pile);
            if (lone < 0) lone = pile;
        }
        play_lone(lone);
    }
    void play_cover(int pile) {
        const int face = state_.cover[pile];
        play(pile, face);
        single_ |= 1u << pile;
        expose(state_.under[pile]);
    }
    void play_lone(int pile) {
        play(pile, state_.under[pile]);
        if (state_.under[pile] != 0) expose(state_.under[pile]);
    }
    void play(int pile, int face) {
        const bool up = direction(face);
        note({Decision::Kind::play_pile, static_cast<std::uint8_t>(pile), up});
        hide(face);
        state_.play_pile(pile, up);
        look_at_suit(suit_of_face(face));
    }

    // --- placing, drawing ---

    bool decide() {
        const bool last_pass = state_.redeals == 0;
        const bool drawn_out = state_.stock_size() == 0;
        if (state_.waste_size > 0 && (last_pass || !drawn_out)) {
            const int pile = best_place(last_pass, drawn_out);
            if (pile >= 0) {
                place(pile);
                return true;
            }
        }
        if (!drawn_out) {
            note({Decision::Kind::draw, 0, false});
            state_.draw();
            return true;
        }
        if (!state_.can_redeal()) return false;
        note({Decision::Kind::redeal, 0, false});
        state_.redeal();
        return true;
    }

    void place(int pile) {
        note({Decision::Kind::place, static_cast<std::uint8_t>(pile), false});
        const int face = state_.waste_top();
        if (state_.under[pile] != 0) {
            hide(state_.under[pile]);
            single_ &= ~(1u << pile);
        }
        expose(face);
        state_.place(pile);
    }

    /// The pile for the top of the waste; -1: leave it there.
    int best_place(bool last_pass, bool drawn_out) {
        int best = -1;
        int least = last_pass && drawn_out ? std::numeric_limits<int>::max() : judge_.leaving(state_);
        for (std::uint32_t set = single_; set != 0; set &= set - 1) {
            const int pile = std::countr_zero(set);
            int cost = judge_.placing(state_, pile);
            if (greatest_ > 0) cost += jitter_->below(greatest_);
            if (cost < least) {
                least = cost;
                best = pile;
            }
        }
        return best;
    }

    State<rules> state_;
    Judge<rules> judge_{default_weights};
    Jitter* jitter_ = nullptr;
    int greatest_ = 0;
    FaceSet wanted_ = 0;            ///< faces that a foundation takes next
    FaceSet once_ = 0, twice_ = 0;  ///< faces on top of piles: at least once, twice
    std::uint32_t single_ = 0;      ///< piles that are empty or hold one card
    int decisions_ = 0;
    /// Every card is drawn once per pass, and placed and played at most once.
    SmallArray<Decision, (rules.stock.redeal.count + 3) * rules.card_count() + 260> made_;
};

}  // namespace quincunx::solver::two_way
