#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/hash.hpp"
#include "solver/common/key_set.hpp"
#include "solver/two_way/state.hpp"

namespace quincunx::solver::two_way {

/// A 128-bit key.
struct Key {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const Key&, const Key&) = default;
};

/// For `KeySet`.
struct KeyKind {
    static bool is_free(const Key& key) { return key == Key{}; }
    static bool same(const Key& a, const Key& b) { return a == b; }
    static std::size_t hash(const Key& key) { return static_cast<std::size_t>(key.low); }
};

/// Keys of states: the piles as a multiset, everything else in order.
template <const Rules& rules>
Key key_of(const State<rules>& state) {
    Key key;
    const auto chain = [&](std::uint64_t word) {
        key.low = hash::mix(key.low + word);
        key.high = hash::mix((key.high ^ word) * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u);
    };
    const auto pack = [&](const Face* from, int count) {
        std::uint64_t word = 0;
        for (int i = 0; i < count; ++i) {
            word = word << 8 | from[i];
            if (i % 8 == 7) {
                chain(word);
                word = 0;
            }
        }
        chain(word << 8 | static_cast<std::uint64_t>(count));
    };
    std::uint64_t heights = state.redeals;
    for (int suit = 0; suit < suit_count; ++suit) {
        heights = heights << 8 | static_cast<std::uint64_t>(state.next_up[suit] << 4 | state.next_down[suit]);
    }
    chain(heights);
    pack(state.waste.begin(), state.waste_size);
    pack(state.stock.begin() + state.stock_at, state.stock_size());
    Key piles;
    for (int pile = 0; pile < State<rules>::piles; ++pile) {
        const auto cards = static_cast<std::uint64_t>(state.under[pile] << 8 | state.cover[pile]);
        piles.low += hash::mix(cards + 0x1000000);
        piles.high += hash::mix(cards * 0x9E3779B97F4A7C15u + 0x2000003);
    }
    chain(piles.low);
    key.high = hash::mix(key.high + piles.high);
    return key;
}

}  // namespace quincunx::solver::two_way
