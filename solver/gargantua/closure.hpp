#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solver/gargantua/prune.hpp"
#include "solver/gargantua/state.hpp"

namespace quincunx::solver::gargantua {

/// A relaxed closure: the cards that may ever come up and the heights that foundations may ever reach if
/// every card that may be up counts as open and as room forever, and nothing is used up.
template <const Rules& rules>
class Closure {
  public:
    using G = Game<rules>;

    /// Whether all cards may be turned up and taken to foundations. Time counts: a card of the stock comes up
    /// when it is drawn, or when everything drawn after it may be gone. So a card that cannot be played at
    /// that time certainly covers those below it.
    bool can_win(const G& game, const State& state, int drawn, int redeals) {
        return refuted_by(game, state, drawn, redeals) == Branch::count;
    }
    /// The branch of `Prune::closure` which shows that they cannot, or `count`.
    Branch refuted_by(const G& game, const State& state, int drawn, int redeals) {
        init(game, state);
        run(game);
        const std::uint64_t all = state.stock;
        std::uint64_t left = all;
        std::uint64_t waste = all & ~std::uint64_t{0} >> (63 - drawn);
        play_waste(game, waste, left);
        for (std::uint64_t stock = all & ~waste;; stock = left, waste = 0) {
            waste &= left;
            for (; stock != 0; stock &= stock - 1) {
                waste = (waste | (stock & (~stock + 1))) & left;
                play_waste(game, waste, left);
            }
            if (left == 0 || redeals-- == 0) break;
        }
        if (left != 0) return Branch::closure_stock;
        return all_up() ? Branch::count : Branch::closure_hidden;
    }

    /// Whether tableau moves before playing `face`, the top of the waste, may be of any use (`Prune::goal`):
    /// whether the card may be laid down or taken to a foundation after some of them, unless that can be done
    /// immediately and the moves could just as well be made later. The branch of the rule which shows that
    /// they are of no use, or `count`.
    Branch useless_by(const G& game, const State& state, Face face) {
        init(game, state);
        run(game);
        if (room(face) && G::room_for(state, face) <= rivals_for_room(game, face)) return Branch::count;
        if (slot(face)) {
            if (!G::fits_home(state, face) || rival_for_slot(game, face)) return Branch::count;
            const int suit = suit_of(face);
            return state.higher(suit) == state.lower(suit) ? Branch::goal_pair : Branch::goal_no_twin;
        }
        if (!room(face)) return Branch::goal_no_way;
        return rank_of_face(face) == G::ranks ? Branch::goal_space : Branch::goal_room;
    }

  private:
    void init(const G& game, const State& state) {
        state_ = &state;
        for (int suit = 0; suit < suit_count; ++suit) {
            const auto i = at(suit);
            reach_[i] = {state.higher(suit), state.lower(suit)};
            up_[i] = state.loose[i];  // two bits a rank; if any is set, a copy is up
        }
        room_[0] = state.free[0];
        room_[1] = state.free[1];
        for (int pile = 0; pile < G::piles; ++pile) {
            const int depth = state.depth_of(pile);
            left_[at(pile)] = static_cast<std::uint8_t>(depth);
            if (depth > 0) set_up(game.base(state, pile));
        }
    }
    void set_up(Face face) { up_[at(suit_of(face))] |= 3U << (2 * (rank_of_face(face) - 1)); }
    void come_up(Face face) {
        set_up(face);
        room_[at(color_of(face))] |= std::uint64_t{1} << G::own_shift(face);
    }
    bool room(Face face) const { return (room_[G::room_color(face)] >> G::room_shift(face) & 15) != 0; }
    /// Whether any foundation may ever want this card next.
    bool slot(Face face) const {
        const int suit = suit_of(face);
        const int below = rank_of_face(face) - 1;
        const auto& reach = reach_[at(suit)];
        return (below >= state_->higher(suit) && below <= reach[0]) ||
               (below >= state_->lower(suit) && below <= reach[1]);
    }
    /// Takes whatever may be played from the top of the waste.
    void play_waste(const G& game, std::uint64_t waste, std::uint64_t& left) {
        while (waste != 0) {
            const int top = 63 - std::countl_zero(waste);
            const Face face = game.stock_face(*state_, top);
            if (!room(face) && !slot(face)) return;
            waste ^= std::uint64_t{1} << top;
            left ^= std::uint64_t{1} << top;
            come_up(face);
            run(game);
        }
    }
    /// Calls `visit` for the cards of piles that are up or may come up.
    template <class Visit>
    void for_each_base(const G& game, Visit&& visit) const {
        for (int pile = 0; pile < G::piles; ++pile) {
            const auto& cards = game.setup.pile[at(pile)];
            const int lowest = std::max<int>(left_[at(pile)], 1);
            for (int left = state_->depth_of(pile); left >= lowest; --left) visit(cards[at(left - 1)]);
        }
    }
    /// An upper bound on the number of other moves that use up room for `face`: cards of its rank and color
    /// that are laid down, and cards on which it could be laid that go to foundations.
    int rivals_for_room(const G& game, Face face) const {
        const int rank = rank_of_face(face);
        const int color = color_of(face);
        int rivals = 0;
        const auto goes = [&](Face other) {
            return rank_of_face(other) == rank + 1 && color_of(other) != color && slot(other);
        };
        for_each_base(game, [&](Face other) {
            const bool laid = rank_of_face(other) == rank && (rank == G::ranks || color_of(other) == color);
            rivals += laid || goes(other);
        });
        if (rank == G::ranks) return rivals;
        for (const int suit : {1 - color, 2 + color}) {
            const Face other = static_cast<Face>(13 * suit + rank);
            if (goes(other)) rivals += state_->loose_of(other);
        }
        return rivals;
    }
    /// Whether the twin may take the foundation that wants `face`.
    bool rival_for_slot(const G& game, Face face) const {
        const int suit = suit_of(face);
        if (state_->higher(suit) == state_->lower(suit)) return false;
        int twins = state_->loose_of(face);
        for_each_base(game, [&](Face other) { twins += other == face; });
        return twins > 0;
    }
    /// Whether all cards are up. If so, all of them can go to foundations, since every card that is up raises
    /// its foundation.
    bool all_up() const {
        for (int pile = 0; pile < G::piles; ++pile)
            if (left_[at(pile)] > 1) return false;
        return true;
    }
    /// A card whose twin is already on a foundation needs the lower one.
    bool goes_home(Face face) const {
        const auto& reach = reach_[at(suit_of(face))];
        const int rank = rank_of_face(face);
        return rank <= (rank > state_->higher(suit_of(face)) ? reach[0] : reach[1]);
    }

    void run(const G& game) {
        for (bool changed = true; changed;) {
            changed = raise();
            for (int pile = 0; pile < G::piles; ++pile) changed |= dig(game, pile);
        }
    }
    /// Raises foundations by cards that are up; a loose card that goes to one makes room where it lay.
    bool raise() {
        bool changed = false;
        for (int suit = 0; suit < suit_count; ++suit) {
            const std::uint32_t up = up_[at(suit)];
            for (int& reach : reach_[at(suit)]) {
                for (; reach < G::ranks && (up >> (2 * reach) & 3U) != 0; ++reach) {
                    const Face face = static_cast<Face>(13 * suit + reach);
                    if (state_->loose_of(face) > 0)
                        room_[G::room_color(face)] |= std::uint64_t{1} << G::room_shift(face);
                    changed = true;
                }
            }
        }
        return changed;
    }
    bool dig(const G& game, int pile) {
        bool changed = false;
        auto& left = left_[at(pile)];
        while (left > 0) {
            const Face face = game.setup.pile[at(pile)][left - 1U];
            if (!room(face) && !goes_home(face)) break;
            --left;
            changed = true;
            if (left == 0)
                room_[0] |= std::uint64_t{1} << (4 * G::ranks);
            else
                come_up(game.setup.pile[at(pile)][left - 1U]);
        }
        return changed;
    }

    const State* state_ = nullptr;
    std::array<std::array<int, 2>, suit_count> reach_{};
    std::array<std::uint32_t, suit_count> up_{};
    std::array<std::uint64_t, 2> room_{};
    std::array<std::uint8_t, most_piles> left_{};
};

}  // namespace quincunx::solver::gargantua
