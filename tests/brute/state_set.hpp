#pragma once

// An exact set of keys: it stores every key whole and compares all of it.

#include <cstdint>
#include <vector>

namespace brute {

class StateSet {
  public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// Forgets every key; new keys have this many words. Memory is kept, unless there is a lot of it.
    void clear(int words);

    std::uint32_t hash_of(const std::uint32_t* key) const;

    struct Found {
        std::uint32_t id;
        bool is_new;
    };
    /// The number of this key, counting from 0 in the order in which keys were first inserted.
    Found insert(const std::uint32_t* key, std::uint32_t hash);

    /// The search is bound by memory latency. With several keys to insert, call first `expect` and then
    /// `look_up` for each of them to prefetch their memory.
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
    /// The state from which the search reached this one; `none` before that.
    std::uint32_t parent(std::uint32_t id) const { return record(id)[0]; }
    void set_parent(std::uint32_t id, std::uint32_t parent) { records_[id * record_words_] = parent; }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = 0;  ///< first_ plus the id; less than first_ if the slot is free
    };

    const std::uint32_t* record(std::uint32_t id) const { return records_.data() + id * record_words_; }
    void set_slots(std::size_t count);

    std::vector<std::uint32_t> records_;  // for each key: parent, hash, and its words
    std::size_t record_words_ = 2;
    std::uint32_t size_ = 0;
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t first_ = 1;  // grows, so that old entries count as free and need not be wiped
};

}  // namespace brute
