#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/hash.hpp"

namespace quincunx::solver {

/// Contents of piles as numbers: equal bytes have equal numbers and different bytes different numbers, so
/// that positions are stored and compared exactly in a few bytes per pile. 0 is the empty pile.
class PileNumbers {
  public:
    using Bytes = std::span<const std::uint8_t>;

    PileNumbers() { clear(); }

    /// Forgets all piles except the empty one. The memory is kept for the next ones.
    void clear() {
        bytes_.clear();
        ends_.assign(1, 0);
        slots_.assign(first_slots, 0);
    }
    std::size_t count() const { return ends_.size(); }

    Bytes operator[](std::uint32_t number) const {
        const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
        return Bytes(bytes_).subspan(begin, ends_[number] - begin);
    }

    /// The number of a pile with these bytes, a new one if it is seen for the first time.
    std::uint32_t number(Bytes pile) {
        if (pile.empty()) return 0;
        std::size_t slot = slot_of(pile);
        if (slots_[slot] != 0) return slots_[slot];
        if (4 * ends_.size() >= 3 * slots_.size()) {
            slots_.assign(2 * slots_.size(), 0);
            for (std::uint32_t known = 1; known < ends_.size(); ++known)
                slots_[slot_of((*this)[known])] = known;
            slot = slot_of(pile);
        }
        const auto result = static_cast<std::uint32_t>(ends_.size());
        slots_[slot] = result;
        bytes_.insert(bytes_.end(), pile.begin(), pile.end());
        ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
        return result;
    }

    /// Whether there are numbers left for piles with that many bytes in all.
    bool can_add(std::size_t bytes) const {
        return bytes_.size() + bytes < std::numeric_limits<std::uint32_t>::max();
    }
    /// The most memory in use while this many piles with that many bytes in all are added. It does not depend
    /// on what memory was kept.
    std::size_t memory_to_add(std::size_t piles, std::size_t bytes) const {
        const std::size_t slots =
            4 * (ends_.size() + piles) >= 3 * slots_.size() ? 3 * slots_.size() : slots_.size();
        // While a list grows there are two copies of it, the second twice as long.
        return 3 * (bytes_.size() + bytes) + sizeof(std::uint32_t) * (3 * (ends_.size() + piles) + slots);
    }

  private:
    static constexpr std::size_t first_slots = 1024;

    std::size_t slot_of(Bytes pile) const {
        std::uint64_t mixed = 0;
        for (const std::uint8_t byte : pile) mixed = (mixed ^ byte) * hash::multiplier;
        std::size_t slot = static_cast<std::size_t>(hash::mix(mixed));
        for (;; ++slot) {
            slot &= slots_.size() - 1;
            if (slots_[slot] == 0 || std::ranges::equal((*this)[slots_[slot]], pile)) return slot;
        }
    }

    std::vector<std::uint8_t> bytes_;   ///< of all piles, one after another
    std::vector<std::uint32_t> ends_;   ///< where the bytes of each number end
    std::vector<std::uint32_t> slots_;  ///< open addressing; 0: free
};

}  // namespace quincunx::solver
