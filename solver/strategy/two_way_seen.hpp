#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

/// What the searches of this strategy remember of the states they saw.
namespace quincunx::solver::two_way {

/// A 128-bit key.
struct Key {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const Key&, const Key&) = default;
};

namespace detail {
constexpr std::uint64_t mixed(std::uint64_t word) {  // Stafford's variant 13 of the murmur finalizer
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}
}  // namespace detail

/// The states seen, as far as memory allows; beyond that it forgets new ones, which costs only time.
class SeenTable {
  public:
    void clear(std::size_t bytes) {
        most_ = std::bit_floor(std::max<std::size_t>(bytes / sizeof(Key), 1024));
        if (entries_.size() > first_size) entries_.resize(first_size);
        entries_.resize(first_size);
        std::fill(entries_.begin(), entries_.end(), Key{});
        used_ = 0;
    }
    /// Whether the key was there; it is afterwards if there is room.
    bool visit(const Key& key) {
        if (used_ * 4 >= entries_.size() * 3 && !grow()) return find(key) != nullptr && *find(key) == key;
        Key* place = find(key);
        if (*place == key) return true;
        *place = key;
        ++used_;
        return false;
    }

  private:
    static constexpr std::size_t first_size = 1024;

    /// Where the key is or would be; nullptr if there is no room.
    Key* find(const Key& key) {
        const std::size_t mask = entries_.size() - 1;
        for (std::size_t at = key.low & mask;; at = (at + 1) & mask) {
            if (entries_[at] == key || entries_[at] == Key{}) return &entries_[at];
        }
    }
    bool grow() {
        if (entries_.size() * 2 + entries_.size() > most_) return false;  // both tables exist for a moment
        std::vector<Key> old(entries_.size() * 2);
        old.swap(entries_);
        for (const Key& key : old) {
            if (!(key == Key{})) *find(key) = key;
        }
        return true;
    }

    std::vector<Key> entries_;
    std::size_t used_ = 0;
    std::size_t most_ = 0;
};

}  // namespace quincunx::solver::two_way
