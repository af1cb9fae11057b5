#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/hash.hpp"
#include "solver/gargantua/state.hpp"

namespace quincunx::solver::gargantua {

/// Preferences of a beam. Each weight is per unit of what is named, in thousandths.
enum class Weight : std::uint8_t {
    hidden,        ///< face-down card
    hidden_below,  ///< pair of face-down cards in the same pile
    hidden_low,    ///< 13 - rank of a face-down card
    stock,         ///< card in stock and waste
    waste,         ///< card in the waste
    spread,        ///< rank of difference between the highest and the lowest foundation
    twin,          ///< rank of difference between the two foundations of a suit
    space,         ///< unfilled space
    home,          ///< card on a foundation
    room,          ///< rank and color with an uncovered card
    buried,        ///< card above the next card that a foundation needs, if all its copies are in piles
    away,          ///< foundation whose next card is not in the tableau
    count
};
using PassWeights = std::array<int, static_cast<std::size_t>(Weight::count)>;
/// [0] while a redeal is left, [1] in the last pass.
using Weights = std::array<PassWeights, 2>;

/// Found by a hill climb (docs/solver/gargantua.md).
inline constexpr Weights tuned_weights{{{-1091, -53, -1, -962, 0, -154, -290, 206, 16, 117, 1, -63},
                                        {-1091, -53, -1, -962, -1020, -154, -290, 206, 16, 117, 1, -63}}};

/// The tuned weights, or with another number, these with each one taken up to twice or half as seriously: another score
/// wins other deals.
constexpr Weights weights_of(std::uint32_t number) {
    constexpr std::array<int, 5> factors{32, 45, 64, 91, 128};
    Weights weights = tuned_weights;
    for (std::size_t i = 0; number != 0 && i < weights[0].size(); ++i) {
        const int factor = factors[hash::mix(number * weights[0].size() + i) % factors.size()];
        for (PassWeights& pass : weights) pass[i] = pass[i] * factor / 64;
    }
    return weights;
}

/// How promising a state is, compared with others of the same layer.
template <const Rules& rules>
class PassScore {
  public:
    using G = Game<rules>;

    void start(const G& game, const PassWeights& weights) {
        weights_ = weights;
        places_.fill({});
        copies_.fill(0);
        for (int pile = 0; pile < G::piles; ++pile) score_pile(game, pile);
        for (int place = 1; place <= game.setup.stock; ++place)
            add_copy(game.setup.stock_face[at(place)], {stock_pile, place});
        for (std::size_t byte = 0; byte < suit_.size(); ++byte) {
            const int higher = static_cast<int>(byte & 15);
            const int lower = static_cast<int>(byte >> 4);
            suit_[byte] = (higher + lower) * of(Weight::home) + (higher - lower) * of(Weight::twin);
        }
    }

    int operator()(const State& state, int drawn) const {
        int value = of(Weight::space) * G::spaces(state) + of(Weight::stock) * std::popcount(state.stock);
        for (int pile = 0; pile < G::piles; ++pile) value += pile_[at(pile)][at(state.depth_of(pile))];
        int highest = 0;
        int lowest = max_ranks;
        for (int suit = 0; suit < suit_count; ++suit) {
            value += suit_[state.heights >> (8 * suit) & 255];
            highest = std::max(highest, state.higher(suit));
            lowest = std::min(lowest, state.lower(suit));
            value += need(state, suit);
        }
        value += of(Weight::spread) * (highest - lowest);
        value += of(Weight::waste) * std::popcount(state.stock & ~std::uint64_t{0} >> (63 - drawn));
        return value + of(Weight::room) * (groups(state.free[0]) + groups(state.free[1]));
    }

  private:
    static constexpr int stock_pile = 15;
    struct Place {
        int pile = 0;
        int at = 0;
    };

    int of(Weight weight) const { return weights_[static_cast<std::size_t>(weight)]; }
    /// The number of nibbles that are not 0.
    static int groups(std::uint64_t word) {
        word |= word >> 2;
        word |= word >> 1;
        return std::popcount(word & 0x1111111111111u);
    }
    void add_copy(Face face, Place place) {
        if (copies_[face] < 2) places_[face][copies_[face]++] = place;
    }
    void score_pile(const G& game, int pile) {
        const auto i = at(pile);
        int sum = 0;
        pile_[i].fill(0);
        for (int left = 1; left <= game.setup.dealt[i]; ++left) {
            if (left > 1) {
                const Face face = game.setup.pile[i][at(left - 2)];
                sum += of(Weight::hidden) + (left - 2) * of(Weight::hidden_below) +
                       (max_ranks - rank_of_face(face)) * of(Weight::hidden_low);
            }
            pile_[i][at(left)] = sum;
            add_copy(game.setup.pile[i][at(left - 1)], {pile, left - 1});
        }
    }
    /// How far away the next card of a suit's lower foundation is.
    int need(const State& state, int suit) const {
        const int lower = state.lower(suit);
        if (lower == G::ranks) return 0;
        const Face face = static_cast<Face>(13 * suit + lower);
        const int wanted = state.higher(suit) == lower ? 2 : 1;  // copies not on foundations
        int found = 0;
        int best = 0;
        for (int copy = 0; copy < copies_[face]; ++copy) {
            const Place& place = places_[face][at(copy)];
            int cost = 0;
            if (place.pile == stock_pile) {
                if ((state.stock >> place.at & 1) == 0) continue;
                cost = of(Weight::away);
            } else {
                const int above = state.depth_of(place.pile) - 1 - place.at;
                if (above < 0) continue;
                cost = above * of(Weight::buried);
            }
            best = found == 0 ? cost : std::max(best, cost);
            ++found;
        }
        return found < wanted ? 0 : best;  // otherwise a copy is loose
    }

    PassWeights weights_{};
    std::array<std::array<int, max_pile_depth + 1>, most_piles> pile_{};
    std::array<int, 256> suit_{};
    std::array<std::array<Place, 2>, 52> places_{};
    std::array<std::uint8_t, 52> copies_{};
};

/// The scores for both kinds of passes.
template <const Rules& rules>
class Score {
  public:
    void start(const Game<rules>& game, const Weights& weights) {
        for (std::size_t pass = 0; pass < 2; ++pass) passes_[pass].start(game, weights[pass]);
    }
    int operator()(const State& state, int drawn, bool last_pass) const {
        return passes_[last_pass ? 1 : 0](state, drawn);
    }

  private:
    std::array<PassScore<rules>, 2> passes_;
};

}  // namespace quincunx::solver::gargantua
