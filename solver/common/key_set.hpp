#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/hash.hpp"

namespace quincunx::solver {

/// The requirements of a `KeySet` on its keys, for keys that are numbers other than 0.
struct NumberKey {
    static bool is_free(std::uint64_t key) { return key == 0; }
    static bool same(std::uint64_t a, std::uint64_t b) { return a == b; }
    static std::size_t hash(std::uint64_t key) {
        return static_cast<std::size_t>((key ^ key >> 32) * hash::multiplier >> 20);
    }
};

/// A set of small keys, for tables of what was seen: open addressing with linear probing, at most three
/// quarters full. The time to clear it is proportional to the room that it has had since it was last cleared,
/// so it serves many small searches as well as a large one. A key made by `Key{}` marks a free place and
/// cannot be in the set. `KeyKind` has `is_free(key)`, `same(key, key)` and `hash(key)`, of which the low
/// bits are used.
template <class Key, class KeyKind>
class KeySet {
  public:
    /// Empties the set and makes room for `expected` keys. It keeps its memory.
    void clear(std::size_t expected = 0) {
        const std::size_t size = size_for(expected);
        if (size > table_.size()) {
            table_ = std::vector<Key>();  // frees the memory first
            table_.resize(size);
        } else {
            const std::size_t dirty = std::max(size, size_);
            std::fill(table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(dirty), Key{});
        }
        size_ = size;
        count_ = 0;
    }
    /// Frees the memory.
    void release() {
        table_ = std::vector<Key>();
        size_ = count_ = 0;
    }
    /// Frees the memory if it is more than `most` bytes.
    void trim(std::size_t most) {
        if (bytes() > most) release();
    }
    /// From now on the tables, of which there are two while a set grows, take at most `most` bytes, but there
    /// is always room for the first keys. Keys for which there is no room are not kept.
    void set_limit(std::size_t most) { limit_ = most; }

    /// The key in the set that is the same as this one; null if there is none.
    const Key* find(const Key& key) const {
        if (size_ == 0) return nullptr;
        const Key& place = table_[place_of(key)];
        return KeyKind::is_free(place) ? nullptr : &place;
    }
    /// Adds a key; true if it was new.
    bool insert(const Key& key) {
        if (is_full() && !grow()) return find(key) == nullptr;
        assert(!KeyKind::is_free(key));
        Key& place = table_[place_of(key)];
        if (!KeyKind::is_free(place)) return false;
        place = key;
        ++count_;
        return true;
    }

    std::size_t size() const { return count_; }
    std::size_t bytes() const { return table_.capacity() * sizeof(Key); }
    /// How many bytes are used after `clear(expected)`.
    std::size_t bytes_when_cleared(std::size_t expected) const {
        return std::max(bytes(), size_for(expected) * sizeof(Key));
    }
    /// The most bytes in use while a key is added.
    std::size_t bytes_to_insert() const { return bytes() + (is_full() ? grown_size() * sizeof(Key) : 0); }

  private:
    static constexpr std::size_t first_size = 256;

    static std::size_t size_for(std::size_t expected) {
        return std::bit_ceil(std::max(first_size, 2 * expected));
    }
    std::size_t grown_size() const { return std::max(first_size, 2 * size_); }
    bool is_full() const { return 4 * count_ >= 3 * size_; }

    /// Where the key is, or would be.
    std::size_t place_of(const Key& key) const {
        assert(std::has_single_bit(size_) && count_ < size_);
        const std::size_t mask = size_ - 1;
        std::size_t place = KeyKind::hash(key) & mask;
        while (!KeyKind::is_free(table_[place]) && !KeyKind::same(table_[place], key))
            place = (place + 1) & mask;
        return place;
    }
    bool grow() {
        if (size_ != 0 && (size_ + grown_size()) * sizeof(Key) > limit_) return false;
        std::vector<Key> old;
        if (size_ == table_.size())
            old.swap(table_);
        else
            old.assign(table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(size_));
        clear(size_);
        for (const Key& key : old)
            if (!KeyKind::is_free(key)) {
                table_[place_of(key)] = key;
                ++count_;
            }
        return true;
    }

    std::vector<Key> table_;
    std::size_t size_ = 0;  ///< places of `table_` in use; 0 or a power of two
    std::size_t count_ = 0;
    std::size_t limit_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace quincunx::solver
