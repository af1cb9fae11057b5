#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/strategy/gargantua_state.hpp"

namespace quincunx::solver::gargantua {

/// A state as 128 bits, without loss. Neither word is ever 0 in both: see `key_of`.
struct Key {
    std::uint64_t stock = 0;
    std::uint64_t rest = 0;
    friend constexpr bool operator==(const Key&, const Key&) = default;
};

namespace detail {
/// Number of the unordered pair of foundation heights in a byte of `State::heights`, below 105.
inline constexpr std::array<std::uint8_t, 256> pair_number = [] {
    std::array<std::uint8_t, 256> table{};
    for (int lower = 0; lower <= max_ranks; ++lower)
        for (int higher = lower; higher <= max_ranks; ++higher)
            table[static_cast<std::size_t>(higher | lower << 4)] =
                static_cast<std::uint8_t>(higher * (higher + 1) / 2 + lower);
    return table;
}();
}  // namespace detail

/// The exact key of a state within one search and one place in the stock: cards in stock and waste, cards
/// home (7 bits a suit), cards left in each pile (4 bits a pile); all else follows. A kept card from place k
/// sets bits 0 and k: as all other cards of the stock then come from places below k, the highest bit tells k.
/// Bit 63 of `stock` is always set, so that no key is zero.
template <const Rules& rules>
Key key_of(const State& state) {
    static_assert(4 * rules.tableau.piles + 28 <= 64);
    std::uint64_t pairs = 0;
    for (int suit = 0; suit < suit_count; ++suit)
        pairs = pairs << 7 | detail::pair_number[state.heights >> (8 * suit) & 255];
    const std::uint64_t kept = (state.stock & 1) != 0 ? std::uint64_t{1} << state.kept : 0;
    return {state.stock | kept | std::uint64_t{1} << 63, state.depth | pairs << (4 * rules.tableau.piles)};
}

/// A set of exact keys, emptied often.
class KeySet {
  public:
    /// Empties the set and makes room for about `expected` keys.
    void clear(std::size_t expected) {
        const std::size_t size = size_for(expected);
        if (size > table_.size()) {
            table_ = std::vector<Key>();  // gives the memory back first
            table_.resize(size);
        } else {
            std::fill(table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(std::max(size, size_)),
                      Key{});
        }
        size_ = size;
        count_ = 0;
    }
    /// True when the key is new.
    bool insert(const Key& key) {
        if (4 * count_ >= 3 * size_) grow();
        std::size_t i = hash(key) & (size_ - 1);
        while (table_[i].stock != 0) {
            if (table_[i] == key) return false;
            i = (i + 1) & (size_ - 1);
        }
        table_[i] = key;
        ++count_;
        return true;
    }
    std::size_t bytes() const { return table_.capacity() * sizeof(Key); }
    /// The bytes after `clear(expected)`.
    std::size_t bytes_when_cleared(std::size_t expected) const {
        return std::max(bytes(), size_for(expected) * sizeof(Key));
    }
    /// Gives its memory back when it is more than `limit` bytes.
    void trim(std::size_t limit) {
        if (bytes() > limit) *this = KeySet{};
    }

  private:
    static std::size_t size_for(std::size_t expected) {
        return std::bit_ceil(std::max<std::size_t>(256, 2 * expected));
    }
    static std::size_t hash(const Key& key) {
        std::uint64_t h = key.stock * 0x9e3779b97f4a7c15u ^ (key.rest ^ key.rest >> 32) * 0xc2b2ae3d27d4eb4fu;
        h ^= h >> 32;
        h *= 0xd6e8feb86659fd93u;
        return static_cast<std::size_t>(h ^ h >> 32);
    }
    void grow() {
        std::vector<Key> old;
        if (size_ == table_.size())
            old.swap(table_);
        else
            old.assign(table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(size_));
        clear(size_);
        for (const Key& key : old)
            if (key.stock != 0) insert(key);
    }

    std::vector<Key> table_;
    std::size_t size_ = 0;  ///< entries of `table_` in use, a power of two
    std::size_t count_ = 0;
};

}  // namespace quincunx::solver::gargantua
