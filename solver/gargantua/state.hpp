#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/card.hpp"
#include "engine/rules.hpp"
#include "solver/gargantua/kind.hpp"

/// The compact state of a Gargantua-like game: piles with face-down cards under runs in alternating colors,
/// any part of which may be moved; kings in spaces; draw one; foundations up in suit that give nothing back.
///
/// **The arrangement of the runs is not part of the state.** A face-up card is either the *base* of a pile
/// (the lowest face-up card of a pile that was there from the start) or *loose* (it was laid on another card,
/// or is a king in a space). A loose card of rank r covers one card of rank r + 1 of the other color; so of
/// the face-up cards of one rank and color, as many are covered as there are loose cards of the next lower
/// rank and the other color. Which ones are covered does not matter: a tail may be moved from one to another
/// and back at any time, because any part of a run may be moved, because only rank and color decide what may
/// be covered, and because moving a tail between two cards of the same rank turns up nothing. Hence this is
/// an exact quotient of the game:
///
/// - every move of the game either changes nothing here (a tail goes from one card to an equivalent one) or
///   is one of the moves below; and
/// - every move below can be carried out from every arrangement, with at most one tail moved before it.
///
/// So a state consists of: cards on foundations, cards left in each pile (the base and those below it), cards
/// left in stock and waste with the place in the stock, and the kept card. Everything else in `State` follows
/// from that and is there for speed.
namespace quincunx::solver::gargantua {

/// A face as a number below 52: 13 * suit + rank - 1.
using Face = std::uint8_t;

constexpr Face face_of(Card card) {
    return static_cast<Face>(13 * index(card.suit()) + number(card.rank()) - 1);
}
constexpr int suit_of(Face face) {
    return face / 13;
}
constexpr int rank_of_face(Face face) {
    return face % 13 + 1;
}
constexpr int color_of_suit(int suit) {
    return suit == 1 || suit == 2 ? 1 : 0;
}
constexpr int color_of(Face face) {
    return color_of_suit(suit_of(face));
}

/// A move of the compact game in one byte.
struct Step {
    enum : std::uint8_t {
        draw = 0,         ///< draws one card, or turns the waste over
        waste_home = 1,   ///< waste top to a foundation
        waste_down = 2,   ///< waste top to the tableau
        base_home = 16,   ///< waste top to a foundation
        base_down = 32,   ///< + pile: its base, with the run on it, to the tableau
        loose_home = 64,  ///< + face: a loose card to a foundation
        nothing = 255
    };
    std::uint8_t code = nothing;
    static constexpr Step of(int kind, int which) { return Step{static_cast<std::uint8_t>(kind + which)}; }
    friend constexpr bool operator==(Step, Step) = default;
};

inline constexpr int max_stock = 62;       ///< places 1 … 62; place 0 belongs to the kept card
inline constexpr int max_pile_depth = 15;  ///< face-down cards and the base

/// The cards of a position; fixed for one search.
struct Setup {
    int stock = 0;                                                        ///< places in use: 1 … stock
    std::array<Face, max_stock + 1> stock_face{};                         ///< [0] is not used
    std::array<std::array<Face, max_pile_depth + 1>, most_piles> pile{};  ///< bottom to top, base last
    std::array<std::uint8_t, most_piles> dealt{};                         ///< cards of `pile` at the start
};

/// See the top of this file. The place in the stock (how many places have been drawn) and the redeals left
/// are not stored here: the search keeps them, one value for many states.
struct State {
    std::uint64_t stock = 0;               ///< bit i: the card at place i is in stock or waste
    std::array<std::uint64_t, 2> free{};   ///< [color], nibble rank - 1: face-up cards that nothing covers;
                                           ///< [0], nibble `ranks`: spaces
    std::uint64_t depth = 0;               ///< one nibble a pile: cards of `Setup::pile` left
    std::array<std::uint32_t, 4> loose{};  ///< [suit], two bits rank - 1: loose cards
    std::uint32_t heights = 0;  ///< one byte a suit: low nibble the higher foundation, high nibble the lower
    std::uint8_t kept = 0;      ///< place of the card at place 0
    std::uint8_t closed = 0;    ///< all moves but drawing have been made elsewhere
    std::uint16_t home = 0;     ///< cards on foundations

    int higher(int suit) const { return static_cast<int>(heights >> (8 * suit) & 15); }
    int lower(int suit) const { return static_cast<int>(heights >> (8 * suit + 4) & 15); }
    int depth_of(int pile) const { return static_cast<int>(depth >> (4 * pile) & 15); }
    int loose_of(Face face) const {
        return static_cast<int>(loose[at(suit_of(face))] >> (2 * (rank_of_face(face) - 1)) & 3);
    }
};

/// The moves of the compact game on `State`s that share a setup.
template <const Rules& rules>
class Game {
    static_assert(fits(rules));

  public:
    static constexpr int ranks = rules.ranks;
    static constexpr int piles = rules.tableau.piles;
    static constexpr int cards = rules.card_count();

    Setup setup;

    Face base(const State& state, int pile) const {
        return setup.pile[at(pile)][at(state.depth_of(pile) - 1)];
    }
    Face stock_face(const State& state, int place) const {
        return setup.stock_face[at(place == 0 ? state.kept : place)];
    }
    /// Place of the top of the waste after `drawn` places have been drawn, or -1.
    static int waste_top(const State& state, int drawn) {
        const std::uint64_t waste = state.stock & (~std::uint64_t{0} >> (63 - drawn));
        return waste == 0 ? -1 : 63 - std::countl_zero(waste);
    }
    /// The next place after `drawn` that has a card, or 0.
    static int next_place(const State& state, int drawn) {
        if (drawn >= 63) return 0;
        const std::uint64_t ahead = state.stock & (~std::uint64_t{0} << (drawn + 1));
        return ahead == 0 ? 0 : std::countr_zero(ahead);
    }

    static bool fits_home(const State& state, Face face) {
        const int below = rank_of_face(face) - 1;
        const int suit = suit_of(face);
        return state.higher(suit) == below || state.lower(suit) == below;
    }
    /// Cards (or spaces) on which `face` can be laid now.
    static int room_for(const State& state, Face face) {
        return static_cast<int>(state.free[room_color(face)] >> room_shift(face) & 15);
    }
    /// Uncovered cards of the rank and color of `face`.
    static int uncovered(const State& state, Face face) {
        return static_cast<int>(state.free[at(color_of(face))] >> own_shift(face) & 15);
    }
    static bool playable(const State& state, Face face) {
        return fits_home(state, face) || room_for(state, face) > 0;
    }
    static int spaces(const State& state) { return static_cast<int>(state.free[0] >> (4 * ranks) & 15); }

    /// If there are no face-down cards and both stock and waste are empty, everything can go to the
    /// foundations, lowest rank first, because nothing covers a card of the lowest rank.
    static bool is_won(const State& state) {
        return state.stock == 0 && (state.depth & 0xeeeeeeeeeeeeeeeeu) == 0;
    }

    void play_waste_home(State& state, int place) const {
        const Face face = take_from_stock(state, place);
        add_home(state, face);
    }
    void play_waste_down(State& state, int place) const {
        const Face face = take_from_stock(state, place);
        add_loose(state, face);
        state.free[at(color_of(face))] += std::uint64_t{1} << own_shift(face);
    }
    void play_base_home(State& state, int pile) const {
        const Face face = base(state, pile);
        state.free[at(color_of(face))] -= std::uint64_t{1} << own_shift(face);
        add_home(state, face);
        uncover(state, pile);
    }
    void play_base_down(State& state, int pile) const {
        add_loose(state, base(state, pile));
        uncover(state, pile);
    }
    static void play_loose_home(State& state, Face face) {
        state.loose[at(suit_of(face))] -= 1u << (2 * (rank_of_face(face) - 1));
        state.free[room_color(face)] += std::uint64_t{1} << room_shift(face);
        state.free[at(color_of(face))] -= std::uint64_t{1} << own_shift(face);
        add_home(state, face);
    }
    /// Plays a step other than a draw; `top` is the place of the top of the waste.
    void play(State& state, Step step, int top) const {
        const int code = step.code;
        if (code >= Step::loose_home)
            play_loose_home(state, static_cast<Face>(code - Step::loose_home));
        else if (code >= Step::base_down)
            play_base_down(state, code - Step::base_down);
        else if (code >= Step::base_home)
            play_base_home(state, code - Step::base_home);
        else if (code == Step::waste_home)
            play_waste_home(state, top);
        else
            play_waste_down(state, top);
    }

    /// Whether a step other than a draw can be played; `top` is the place of the top of the waste or -1.
    bool legal(const State& state, Step step, int top) const {
        const int code = step.code;
        if (code >= Step::loose_home) {
            const Face face = static_cast<Face>(code - Step::loose_home);
            return state.loose_of(face) > 0 && uncovered(state, face) > 0 && fits_home(state, face);
        }
        if (code >= Step::base_home) {
            const int pile = code & 15;
            if (state.depth_of(pile) == 0) return false;
            const Face face = base(state, pile);
            if (code >= Step::base_down) return room_for(state, face) > 0;
            return uncovered(state, face) > 0 && fits_home(state, face);
        }
        if (top < 0) return false;
        const Face face = stock_face(state, top);
        return code == Step::waste_home ? fits_home(state, face) : room_for(state, face) > 0;
    }

    /// Calls `visit(step)` for every move within the tableau and from it to the foundations, until a call
    /// returns true. Returns whether one did.
    template <class Visit>
    bool for_each_tableau_step(const State& state, Visit&& visit) const {
        for (int pile = 0; pile < piles; ++pile) {
            if (state.depth_of(pile) == 0) continue;
            const Face face = base(state, pile);
            if (room_for(state, face) > 0 && visit(Step::of(Step::base_down, pile))) return true;
            if (fits_home(state, face) && uncovered(state, face) > 0 &&
                visit(Step::of(Step::base_home, pile)))
                return true;
        }
        for (int suit = 0; suit < suit_count; ++suit) {
            const int higher = state.higher(suit);
            const int lower = state.lower(suit);
            if (higher < ranks && loose_goes_home(state, suit, higher) &&
                visit(Step::of(Step::loose_home, 13 * suit + higher)))
                return true;
            if (lower != higher && loose_goes_home(state, suit, lower) &&
                visit(Step::of(Step::loose_home, 13 * suit + lower)))
                return true;
        }
        return false;
    }

    /// Plays safe cards to foundations until none is left (`Prune::safe_home`), and calls `visit(step)`
    /// before each.
    template <class Visit>
    void settle(State& state, int drawn, Visit&& visit) const {
        for (;;) {
            const Step step = safe_step(state, drawn);
            if (step.code == Step::nothing) return;
            visit(step);
            play(state, step, waste_top(state, drawn));
        }
    }
    void settle(State& state, int drawn) const {
        settle(state, drawn, [](Step) {});
    }

    /// Calls `visit(step)` for the moves that take a won position (`is_won`) to its end.
    template <class Visit>
    void finish(State state, Visit&& visit) const {
        while (state.home < cards) {
            int lowest = 0;
            for (int suit = 1; suit < suit_count; ++suit)
                if (state.lower(suit) < state.lower(lowest)) lowest = suit;
            const Step step = step_home(state, static_cast<Face>(13 * lowest + state.lower(lowest)), -1);
            if (step.code == Step::nothing) return;
            visit(step);
            play(state, step, -1);
        }
    }

    /// Turns the waste over. With `keep`, the top stays on the waste if it can be played (ruling G1). False
    /// if there is nothing to turn.
    bool redeal(State& state, bool keep) const {
        if (state.stock == 0) return false;
        if (!keep) return true;
        const int top = waste_top(state, setup.stock);
        if (!playable(state, stock_face(state, top))) return true;
        return keep_top(state, top);
    }
    /// Leaves the top on the waste and turns the rest over; false if there is no rest.
    static bool keep_top(State& state, int top) {
        if (std::has_single_bit(state.stock)) return false;
        state.stock ^= std::uint64_t{1} << top | 1;
        state.kept = static_cast<std::uint8_t>(top);
        return true;
    }

    /// Adds a card to the face-up part of the tableau while a state is being built.
    static void lay_loose(State& state, Face face) {
        add_loose(state, face);
        state.free[at(color_of(face))] += std::uint64_t{1} << own_shift(face);
    }
    /// Gives `pile` its dealt cards (`Setup::dealt`) while a state is being built.
    void lay_pile(State& state, int pile) const {
        state.depth += std::uint64_t{setup.dealt[at(pile)]} << (4 * pile);
        settle_base(state, pile);
    }
    static void lay_stock(State& state, int place) { state.stock |= std::uint64_t{1} << place; }
    static void set_heights(State& state, int suit, int higher, int lower) {
        state.heights |= static_cast<std::uint32_t>(higher | lower << 4) << (8 * suit);
        state.home = static_cast<std::uint16_t>(state.home + higher + lower);
    }

    /// The nibble of `free` for the cards (or spaces) on which `face` can be laid.
    static constexpr std::size_t room_color(Face face) {
        return rank_of_face(face) == ranks ? 0 : at(1 - color_of(face));
    }
    static constexpr int room_shift(Face face) { return 4 * rank_of_face(face); }
    static constexpr int own_shift(Face face) { return 4 * (rank_of_face(face) - 1); }

  private:
    static bool loose_goes_home(const State& state, int suit, int below) {
        const Face face = static_cast<Face>(13 * suit + below);
        return state.loose_of(face) > 0 && uncovered(state, face) > 0;
    }
    Step safe_step(const State& state, int drawn) const {
        const std::array<int, 4> low{state.lower(0), state.lower(1), state.lower(2), state.lower(3)};
        const std::array<int, 2> other{std::min(low[1], low[2]), std::min(low[0], low[3])};
        for (int suit = 0; suit < suit_count; ++suit) {
            const int below = low[at(suit)];
            const int mate = low[at(suit ^ 3)];
            if (below == ranks || below > other[at(color_of_suit(suit))] + 1 || below > mate + 2) continue;
            const Step step = step_home(state, static_cast<Face>(13 * suit + below), waste_top(state, drawn));
            if (step.code != Step::nothing) return step;
        }
        return Step{};
    }
    /// The step that takes a copy of `face`, which fits, to a foundation now: a base rather than a loose
    /// card.
    Step step_home(const State& state, Face face, int top) const {
        if (uncovered(state, face) > 0) {
            for (int pile = 0; pile < piles; ++pile)
                if (state.depth_of(pile) > 0 && base(state, pile) == face)
                    return Step::of(Step::base_home, pile);
            if (state.loose_of(face) > 0) return Step::of(Step::loose_home, face);
        }
        if (top >= 0 && stock_face(state, top) == face) return Step{Step::waste_home};
        return Step{};
    }
    static void add_home(State& state, Face face) {
        const int suit = suit_of(face);
        const bool higher = state.higher(suit) == rank_of_face(face) - 1;
        state.heights += 1u << (8 * suit + (higher ? 0 : 4));
        ++state.home;
    }
    static void add_loose(State& state, Face face) {
        state.loose[at(suit_of(face))] += 1u << (2 * (rank_of_face(face) - 1));
        state.free[room_color(face)] -= std::uint64_t{1} << room_shift(face);
    }
    Face take_from_stock(State& state, int place) const {
        const Face face = stock_face(state, place);
        state.stock ^= std::uint64_t{1} << place;
        if (place == 0) state.kept = 0;
        return face;
    }
    /// The base of `pile` has gone.
    void uncover(State& state, int pile) const {
        state.depth -= std::uint64_t{1} << (4 * pile);
        settle_base(state, pile);
    }
    /// A new base is up, or the pile is a space. A king with nothing under it is equivalent to one in a
    /// space.
    void settle_base(State& state, int pile) const {
        if (state.depth_of(pile) == 0) {
            state.free[0] += std::uint64_t{1} << (4 * ranks);
            return;
        }
        const Face face = base(state, pile);
        state.free[at(color_of(face))] += std::uint64_t{1} << own_shift(face);
        if (state.depth_of(pile) > 1 || rank_of_face(face) != ranks) return;
        state.depth -= std::uint64_t{1} << (4 * pile);
        state.loose[at(suit_of(face))] += 1u << (2 * (ranks - 1));
    }
};

}  // namespace quincunx::solver::gargantua
