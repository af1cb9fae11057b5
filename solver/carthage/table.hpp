#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/carthage/stacks.hpp"
#include "solver/carthage/state.hpp"

namespace quincunx::solver::carthage {

/// The things that the states of a game refer to (their stacks and the stock), and how much room they have.
template <const Rules& rules>
struct Table {
    using State = carthage::State<rules>;

    Stacks stacks;
    std::vector<Face> stock;                                    ///< in the order of dealing
    std::array<std::array<std::uint8_t, 2>, 64> stock_place{};  ///< the place of each card in `stock`

    /// Begins with a position and returns its state, not yet in normal form.
    State read(const Position<rules>& position);

    /// After the last deal.
    bool last_phase(const State& state) const { return state.dealt == stock.size(); }
    int free_spaces(const State& state) const {
        return State::piles + (last_phase(state) ? state.open_reserves() : 0) - state.runs;
    }
    /// Whether it is after the last deal and no space is left.
    bool is_full(const State& state) const { return last_phase(state) && free_spaces(state) == 0; }
    /// After the last deal, turns the single card of a reserve into a run.
    void open_up(State& state, int i) const {
        Stack& stack = state.reserve[at(i)];
        if (stack == 0 || stacks.size(stack) != 1 || !last_phase(state)) return;
        state.add_run(single(stacks.top(stack)) | in_reserve);
        stack = 0;
    }

    /// Forgets where single cards lie if that does not matter, and marks them if there is no choice.
    void fix_places(State& state) const {
        const int open = last_phase(state) ? state.open_reserves() : 0;
        if (State::piles + open > state.runs || open == 0) {
            for (Run& run : state.run) run = cards_of(run);
            return;
        }
        const Room now = room(state);
        Run mark = 0;
        if (now.built + now.placed_tableau == State::piles) {
            mark = in_reserve;
        } else if (now.placed_reserve == now.open) {
            mark = on_tableau;
        }
        if (mark == 0) return;
        for (int i = 0; i < state.runs; ++i) {
            Run& run = state.run[at(i)];
            if (is_single(run) && (run & place_mask) == 0) run |= mark;
        }
    }
    /// Whether a run can be built on: a single card must lie on the tableau or be able to get there.
    bool can_take(const State& state, int i) const {
        const Run run = state.run[at(i)];
        if (!is_single(run)) return true;
        const Room now = room(state);
        if (now.free > 0) return now.built < State::piles;
        if ((run & place_mask) != 0) return (run & on_tableau) != 0;
        return now.built + now.placed_tableau < State::piles;
    }
    /// Whether it is still undecided where a single card lies although no space is left.
    bool is_undecided(const State& state, Run run) const {
        return last_phase(state) && is_single(run) && (run & place_mask) == 0 && state.open_reserves() > 0;
    }

  private:
    static constexpr std::uint8_t absent = Stacks::absent;

    struct Room {
        int open = 0;   ///< reserve piles that are places for one card
        int free = 0;   ///< spaces
        int built = 0;  ///< runs of two or more cards
        int placed_tableau = 0;
        int placed_reserve = 0;
    };
    Room room(const State& state) const {
        Room room;
        if (last_phase(state)) room.open = state.open_reserves();
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            room.built += !is_single(run);
            room.placed_tableau += (run & on_tableau) != 0;
            room.placed_reserve += (run & in_reserve) != 0;
        }
        room.free = State::piles + room.open - state.runs;
        return room;
    }
};

template <const Rules& rules>
typename Table<rules>::State Table<rules>::read(const Position<rules>& position) {
    constexpr Layout layout{rules};
    stacks.clear();
    State state{};
    std::array<std::array<int, 2>, suit_count> heights{};
    if constexpr (rules.decks == 1)
        for (std::array<int, 2>& pair : heights) pair[0] = State::ranks;
    for (int i = 0; i < layout.foundations; ++i) {
        const std::span<const Card> cards = position.pile(PileKind::foundation, i);
        if (cards.empty()) continue;
        std::array<int, 2>& pair = heights[at(index(cards.back().suit()))];
        (pair[0] == 0 ? pair[0] : pair[1]) = static_cast<int>(cards.size());
    }
    for (int s = 0; s < suit_count; ++s) {
        const auto [a, b] = heights[at(s)];
        state.homes |= static_cast<std::uint32_t>(std::max(a, b) << 4 | std::min(a, b)) << (8 * s);
    }
    stock.clear();
    const std::span<const Card> to_deal = position.pile(layout.stock());
    for (std::array<std::uint8_t, 2>& places : stock_place) places.fill(absent);
    for (std::size_t i = to_deal.size(); i-- > 0;) {
        const Face card = face_of(to_deal[i]);
        std::array<std::uint8_t, 2>& places = stock_place[card];
        places[places[0] == absent ? 0 : 1] = static_cast<std::uint8_t>(stock.size());
        stock.push_back(card);
    }
    for (int i = 0; i < State::piles; ++i) {
        const std::span<const Card> cards = position.pile(PileKind::tableau, i);
        if (cards.empty()) continue;
        const Run run = with_high(single(face_of(cards.back())), number(cards.front().rank()));
        state.add_run(is_single(run) ? run | on_tableau : run);
    }
    for (int i = 0; i < State::reserves; ++i) {
        Stack& stack = state.reserve[at(i)];
        for (const Card card : position.pile(PileKind::reserve, i)) stack = stacks.push(stack, face_of(card));
        open_up(state, i);
    }
    return state;
}

}  // namespace quincunx::solver::carthage
