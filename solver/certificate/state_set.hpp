#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace quincunx::solver::certificate {

/// A set of states as bytes, at most 255 each and at most 2^32 - 2 of them, numbered in the order in which
/// they are added.
class StateSet {
  public:
    std::size_t size() const { return places_.size(); }
    std::string_view operator[](std::size_t number) const {
        const std::uint64_t place = places_[number];
        const char* const at = blocks_[place / block_size].get() + place % block_size;
        return {at + 1, static_cast<std::uint8_t>(*at)};
    }

    /// The number of the state, and whether it is new.
    std::pair<std::size_t, bool> add(std::string_view bytes) {
        if (4 * (size() + 1) > 3 * slots_.size()) grow();
        const std::uint64_t hash = hash_of(bytes);
        std::size_t slot = hash & (slots_.size() - 1);
        for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
            const std::size_t number = (slots_[slot] & low_half) - 1;
            if (slots_[slot] >> 32U == hash >> 32U && (*this)[number] == bytes) return {number, false};
        }
        if (blocks_.empty() || filled_ + bytes.size() + 1 > block_size) {
            blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_size));
            filled_ = 0;
        }
        char* const at = blocks_.back().get() + filled_;
        *at = static_cast<char>(bytes.size());
        std::memcpy(at + 1, bytes.data(), bytes.size());
        places_.push_back((blocks_.size() - 1) * block_size + filled_);
        filled_ += bytes.size() + 1;
        slots_[slot] = (hash & ~low_half) | places_.size();
        return {size() - 1, true};
    }

    /// Bytes in use.
    std::size_t memory() const {
        return blocks_.size() * block_size + places_.capacity() * sizeof(std::uint64_t) +
               slots_.size() * sizeof(std::uint64_t);
    }

  private:
    static constexpr std::size_t block_size = 1U << 14U;
    static constexpr std::uint64_t low_half = 0xffffffffU;

    static std::uint64_t hash_of(std::string_view bytes) {
        std::uint64_t hash = bytes.size();
        for (std::size_t at = 0; at < bytes.size(); at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
            hash = (hash ^ word) * 0x9fb21c651e98df25U;
            hash ^= hash >> 35U;
        }
        hash *= 0xd6e8feb86659fd93U;
        return hash ^ hash >> 32U;
    }
    void grow() {
        slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
        for (std::size_t number = 0; number < size(); ++number) {
            const std::uint64_t hash = hash_of((*this)[number]);
            std::size_t slot = hash & (slots_.size() - 1);
            while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = (hash & ~low_half) | (number + 1);
        }
    }

    std::vector<std::unique_ptr<char[]>> blocks_;
    std::vector<std::uint64_t> places_;
    std::vector<std::uint64_t> slots_;  ///< upper half of the hash, and the number counted from 1
    std::size_t filled_ = 0;
};

}  // namespace quincunx::solver::certificate
