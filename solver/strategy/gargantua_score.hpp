#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solver/strategy/gargantua_state.hpp"

namespace quincunx::solver::gargantua {

/// What a beam prefers, in thousandths. How they were found: docs/solver/gargantua.md.
struct Weights {
    int hidden = -1060;  ///< per face-down card
    int stock = -930;    ///< per card in stock and waste
    int skipped = -470;  ///< per card of the waste in the last pass
    int spread = -154;   ///< per rank between the highest and the lowest foundation
    int twin = -290;     ///< per rank between the two foundations of a suit
    int space = 130;     ///< per space that is not filled
    int home = 90;       ///< per card home
};

/// How promising a state is, compared with others of the same layer.
template <const Rules& rules>
class Score {
  public:
    using G = Game<rules>;

    void start(const G& game, const Weights& weights) {
        weights_ = weights;
        for (int pile = 0; pile < G::piles; ++pile) {
            for (std::size_t left = 0; left <= max_pile_depth; ++left) {
                const auto buried = static_cast<int>(std::max<std::size_t>(left, 1)) - 1;
                pile_[static_cast<std::size_t>(pile)][left] = buried * weights.hidden;
            }
        }
        for (std::size_t byte = 0; byte < suit_.size(); ++byte) {
            const int higher = static_cast<int>(byte & 15);
            const int lower = static_cast<int>(byte >> 4);
            suit_[byte] = (higher + lower) * weights.home + (higher - lower) * weights.twin;
        }
        (void)game;
    }

    int operator()(const State& state, int drawn, bool last_pass) const {
        int value = weights_.space * G::spaces(state) + weights_.stock * std::popcount(state.stock);
        for (int pile = 0; pile < G::piles; ++pile)
            value += pile_[static_cast<std::size_t>(pile)][static_cast<std::size_t>(state.depth_of(pile))];
        int highest = 0;
        int lowest = max_ranks;
        for (int suit = 0; suit < suit_count; ++suit) {
            value += suit_[state.heights >> (8 * suit) & 255];
            highest = std::max(highest, state.higher(suit));
            lowest = std::min(lowest, state.lower(suit));
        }
        value += weights_.spread * (highest - lowest);
        if (last_pass)
            value += weights_.skipped * std::popcount(state.stock & ~std::uint64_t{0} >> (63 - drawn));
        return value;
    }

  private:
    Weights weights_;
    std::array<std::array<int, max_pile_depth + 1>, 15> pile_{};
    std::array<int, 256> suit_{};
};

}  // namespace quincunx::solver::gargantua
