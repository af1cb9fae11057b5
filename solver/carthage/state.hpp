#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/facts.hpp"
#include "solver/carthage/stacks.hpp"
#include "solver/common/face.hpp"
#include "solver/common/small_array.hpp"

namespace quincunx::solver::carthage {

/// A run of one suit: suit in bits 8-9, highest rank in bits 4-7, lowest (the top) in bits 0-3.
using Run = std::uint16_t;
/// A run of one card that is known to lie on the tableau or in a reserve. Without a mark it may be in either
/// (see `State`).
inline constexpr Run on_tableau = 1 << 10, in_reserve = 2 << 10, place_mask = 3 << 10;

constexpr Run single(Face card) {
    return static_cast<Run>((card >> 4) << 8 | (card & 15) << 4 | (card & 15));
}
constexpr int run_suit(Run run) {
    return run >> 8 & 3;
}
constexpr int high(Run run) {
    return run >> 4 & 15;
}
constexpr int low(Run run) {
    return run & 15;
}
constexpr int length(Run run) {
    return high(run) - low(run) + 1;
}
constexpr bool is_single(Run run) {
    return high(run) == low(run);
}
constexpr Face head_of(Run run) {
    return face(run_suit(run), high(run));
}
constexpr Face end_of(Run run) {
    return face(run_suit(run), low(run));
}
constexpr Run cards_of(Run run) {
    return run & 0x3ff;
}
/// The part of a run from its highest card down to a rank.
constexpr Run with_low(Run run, int low) {
    return static_cast<Run>((run & 0x3f0) | low);
}

/// The part of a run from a rank down to its lowest card.
constexpr Run with_high(Run run, int high) {
    return static_cast<Run>((run & 0x30f) | high << 4);
}

/// Until the stock is empty: `run` holds the tableau piles, `reserve` the reserve piles, each in order.
///
/// After that, a reserve pile with at most one card is a place for one card, so single cards lie on the
/// tableau or in such a reserve. As long as any space is left, single cards can be permuted through it: where
/// they lie makes no difference, and `run` holds all of them, unplaced. When the last space is filled, they
/// are where we would like them to have been: the choice is made when it matters (`can_take`), and cards that
/// no longer have a choice are marked with `on_tableau` and `in_reserve`. `reserve` holds the piles of two or
/// more cards. Both are sorted.
template <const Rules& rules>
struct State {
    static constexpr int piles = rules.tableau.piles;
    static constexpr int reserves = rules.reserve.piles;
    static constexpr int places = piles + reserves;
    static constexpr int ranks = rules.ranks;
    static constexpr int padding = 4 - (places + reserves + 3) % 4;

    std::uint32_t homes;  ///< two heights for each suit, the higher one in the upper four bits
    std::uint8_t dealt;   ///< number of cards dealt from the stock
    std::uint8_t runs;
    std::array<Run, at(places)> run;
    std::array<Stack, at(reserves)> reserve;
    std::array<std::uint16_t, at(padding)> unused;
    friend bool operator==(const State&, const State&) = default;

    void add_run(Run added) { run[runs++] = added; }
    void remove_run(int i) {
        run[at(i)] = run[--runs];
        run[runs] = 0;
    }
    int open_reserves() const {
        int open = 0;
        for (const Stack stack : reserve) open += stack == 0;
        return open;
    }

    /// The heights of a suit's foundations. With one pack, the second foundation of every suit counts as
    /// complete from the start.
    int higher(int suit) const { return homes >> (8 * suit + 4) & 15; }
    int lower(int suit) const { return homes >> (8 * suit) & 15; }
    void raise(Face card) {
        const bool on_higher = higher(suit(card)) == rank(card) - 1;
        homes += 1U << (8 * suit(card) + (on_higher ? 4 : 0));
    }
    int home_count() const { return count_home(homes); }
    static int count_home(std::uint32_t homes) {
        homes = (homes & 0x0f0f0f0fU) + (homes >> 4 & 0x0f0f0f0fU);
        return static_cast<int>((homes * 0x01010101U) >> 24);
    }
    static constexpr int homes_at_end = 2 * suit_count * ranks;
    bool won() const { return home_count() == homes_at_end; }

    bool is_safe(Face card) const { return lower(suit(card)) == rank(card) - 1; }
    /// Whether a card at the end of a run may be played by `twin_play`.
    bool is_twin_safe(Face card) const {
        return higher(suit(card)) == rank(card) - 1 && lower(suit(card)) == rank(card) - 2;
    }
    bool fits_home(Face card) const { return higher(suit(card)) == rank(card) - 1 || is_safe(card); }
    /// The cards for which `is_safe` holds.
    std::uint64_t safe_faces() const {
        std::uint64_t faces = 0;
        for (int s = 0; s < suit_count; ++s) faces |= bit(face(s, lower(s) + 1));
        return faces;
    }
    /// The cards that fit on a foundation.
    std::uint64_t home_faces() const {
        std::uint64_t faces = safe_faces();
        for (int s = 0; s < suit_count; ++s) faces |= bit(face(s, higher(s) + 1));
        return faces;
    }

    /// Irreversible progress between deals: cards on foundations and cards dug from reserves. Moves that
    /// preserve it can be taken back. `buried` is the number of cards of reserves above the last ones.
    int progress(int buried) const { return home_count() + rules.card_count() - buried; }
    static constexpr int progress_count = rules.card_count() + homes_at_end + 1;
};

}  // namespace quincunx::solver::carthage
