#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace quincunx::solver {

/// What was found out of some things: a hash table from keys of a few 16-bit numbers to yes or no.
template <std::size_t length>
class FactTable {
  public:
    using Key = std::array<std::uint16_t, length>;

    void clear() {
        entries_.clear();
        used_ = 0;
    }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

    std::optional<bool> find(const Key& key) const {
        if (entries_.empty()) return std::nullopt;
        const Entry& entry = entries_[place_of(key)];
        if (entry.state == unknown) return std::nullopt;
        return entry.state == yes;
    }
    /// Adds a key that is not there.
    void insert(const Key& key, bool fact) {
        if ((used_ + 1) * 2 > entries_.size()) grow();
        entries_[place_of(key)] = {key, fact ? yes : no};
        ++used_;
    }

  private:
    enum State : std::uint16_t { unknown, no, yes };
    struct Entry {
        Key key;
        State state;
    };

    std::size_t place_of(const Key& key) const {
        std::uint64_t hash = 0;
        for (const std::uint16_t number : key) {
            hash = (hash + number) * 0x9E3779B97F4A7C15ULL;
            hash ^= hash >> 29;
        }
        const std::size_t mask = entries_.size() - 1;
        std::size_t place = hash & mask;
        while (entries_[place].state != unknown && entries_[place].key != key) place = (place + 1) & mask;
        return place;
    }
    void grow() {
        std::vector<Entry> old(std::max<std::size_t>(1024, entries_.size() * 4));
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.state != unknown) entries_[place_of(entry.key)] = entry;
    }

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
};

}  // namespace quincunx::solver
