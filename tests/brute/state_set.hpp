#pragma once

// A set of keys that is exact: it holds every key whole and compares all of it.

#include <cstdint>
#include <vector>

namespace brute {

class StateSet {
  public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// Forgets every key; the next ones have so many words. Memory is kept, unless there is much of it.
    void clear(int words);

    std::uint32_t hash_of(const std::uint32_t* key) const;

    struct Found {
        std::uint32_t id;
        bool is_new;
    };
    /// The number of this key, counted from 0 in the order in which keys first came.
    Found insert(const std::uint32_t* key, std::uint32_t hash);

    /// Memory is what such a search waits for. When several keys are at hand, first `expect` and then
    /// `look_up` for each of them have it fetched.
    void expect(std::uint32_t hash) const { __builtin_prefetch(slots_.data() + (hash & mask_)); }
    void look_up(std::uint32_t hash) const {
        const Slot& slot = slots_[hash & mask_];
        if (slot.number < first_ || slot.hash != hash) return;
        const std::uint32_t* const found = record(slot.number - first_);
        __builtin_prefetch(found);
        __builtin_prefetch(found + record_words_ - 1);
    }

    std::uint32_t size() const { return size_; }
    /// Valid until the next insertion.
    const std::uint32_t* key(std::uint32_t id) const { return record(id) + 2; }
    /// From where the search came to this state; none before it has.
    std::uint32_t parent(std::uint32_t id) const { return record(id)[0]; }
    void set_parent(std::uint32_t id, std::uint32_t parent) { records_[id * record_words_] = parent; }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = 0;  ///< first_ and the id; less than first_ if the slot is free
    };

    const std::uint32_t* record(std::uint32_t id) const { return records_.data() + id * record_words_; }
    void set_slots(std::size_t count);

    std::vector<std::uint32_t> records_;  // for each key: parent, hash, and its words
    std::size_t record_words_ = 2;
    std::uint32_t size_ = 0;
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t first_ = 1;  // grows, so that what was there before counts as free and need not be wiped
};

}  // namespace brute
