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

    /// Forgets all, and gives the memory back.
    void clear() {
        entries_ = std::vector<Entry>();  // `= {}` would keep the memory
        used_ = 0;
    }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    /// The most bytes that are used while a key is added.
    std::size_t bytes_to_insert() const { return bytes() + (is_full() ? grown_size() * sizeof(Entry) : 0); }

    std::optional<bool> find(const Key& key) const {
        if (entries_.empty()) return std::nullopt;
        const Entry& entry = entries_[place_of(key)];
        if (entry.state == unknown) return std::nullopt;
        return entry.state == yes;
    }
    /// Adds a key; what is known of it already stays.
    void insert(const Key& key, bool fact) {
        if (is_full()) grow();
        Entry& entry = entries_[place_of(key)];
        if (entry.state != unknown) return;
        entry = {key, fact ? yes : no};
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
    bool is_full() const { return (used_ + 1) * 2 > entries_.size(); }
    std::size_t grown_size() const { return std::max<std::size_t>(1024, entries_.size() * 4); }
    void grow() {
        std::vector<Entry> old(grown_size());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.state != unknown) entries_[place_of(entry.key)] = entry;
    }

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
};

}  // namespace quincunx::solver
