#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/common/key_set.hpp"
#include "solver/gargantua/state.hpp"

namespace quincunx::solver::gargantua {

/// A state as 128 bits, without loss. The two words are never both 0: see `key_of`.
struct Key {
    std::uint64_t stock = 0;
    std::uint64_t rest = 0;
    friend constexpr bool operator==(const Key&, const Key&) = default;
};

namespace detail {
/// Number of the unordered pair of foundation heights in a byte of `State::heights`; below 105.
inline constexpr std::array<std::uint8_t, 256> pair_number = [] {
    std::array<std::uint8_t, 256> table{};
    for (int lower = 0; lower <= max_ranks; ++lower)
        for (int higher = lower; higher <= max_ranks; ++higher)
            table[at(higher | lower << 4)] = static_cast<std::uint8_t>(higher * (higher + 1) / 2 + lower);
    return table;
}();
}  // namespace detail

/// The exact key of a state within one search and at one place in the stock: cards in stock and waste, cards
/// on foundations (7 bits a suit), cards left in each pile (4 bits a pile); everything else follows. A kept
/// card from place k sets bits 0 and k. All other cards of the stock then come from places below k, so the
/// highest bit gives k. Bit 63 of `stock` is always set, so that no key is zero.
template <const Rules& rules>
Key key_of(const State& state) {
    static_assert(4 * rules.tableau.piles + 28 <= 64);
    std::uint64_t pairs = 0;
    for (int suit = 0; suit < suit_count; ++suit)
        pairs = pairs << 7 | detail::pair_number[state.heights >> (8 * suit) & 255];
    const std::uint64_t kept = (state.stock & 1) != 0 ? std::uint64_t{1} << state.kept : 0;
    return {state.stock | kept | std::uint64_t{1} << 63, state.depth | pairs << (4 * rules.tableau.piles)};
}

/// For `KeySet`.
struct KeyKind {
    static bool is_free(const Key& key) { return key.stock == 0; }
    static bool same(const Key& a, const Key& b) { return a == b; }
    static std::size_t hash(const Key& key) {
        std::uint64_t h = key.stock * 0x9e3779b97f4a7c15u ^ (key.rest ^ key.rest >> 32) * 0xc2b2ae3d27d4eb4fu;
        h ^= h >> 32;
        h *= 0xd6e8feb86659fd93u;
        return static_cast<std::size_t>(h ^ h >> 32);
    }
};
using KeySet = solver::KeySet<Key, KeyKind>;

}  // namespace quincunx::solver::gargantua
