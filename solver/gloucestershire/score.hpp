#pragma once

#include <algorithm>
#include <array>

#include "solver/gloucestershire/piles.hpp"
#include "solver/gloucestershire/state.hpp"

namespace quincunx::solver::gloucestershire {

enum Feature : int {
    home,
    disorder,
    spaces,
    laid,
    next_card,
    second_card,
    third_card,
    spread,
    lowest,
    split,
    single_copy,
    buried_low,
    features
};
using Weights = std::array<float, features>;
inline constexpr Weights tuned{1.0F,  -1.0F,  1.0F, -0.5F, -0.3F, -0.2F,
                               -0.1F, -0.02F, 0.1F, -0.1F, 0.0F,  0.0F};

/// The higher, the sooner a state is expanded.
template <const Rules& rules>
float score(const Piles<rules>& piles, const State<rules>& state, const Weights& w) {
    using State = gloucestershire::State<rules>;
    int free = 0;
    int units = 0;
    for (const Pile pile : state.pile) {
        free += pile == 0;
        if (pile != 0) units += piles.node(pile).units - 1;
    }
    float value = w[disorder] * static_cast<float>(units) + w[spaces] * static_cast<float>(free);
    int least = State::top_height;
    int total = 0;
    for (int s = 0; s < suit_count; ++s) {
        const int height = state.height[at(s)];
        least = std::min(least, height);
        total += height;
        for (int k = 0; k < 3 && height + k < State::top_height; ++k) {
            const Face card = face(s, State::next_rank[at(height + k)]);
            if (state.reserved(card) > 0) continue;
            int cover = Piles<rules>::absent;
            for (const Pile pile : state.pile) cover = std::min<int>(cover, piles.cover(pile)[card]);
            value += w[at(next_card + k)] * static_cast<float>(cover);
        }
        value += w[spread] * static_cast<float>(height * height);
    }
    return value + w[home] * static_cast<float>(total) + w[lowest] * static_cast<float>(least) -
           w[laid] * static_cast<float>(state.reserve_count());
}

}  // namespace quincunx::solver::gloucestershire
