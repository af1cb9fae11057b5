#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quincunx::solver {

/// A set of up to `most` keys that are not 0, for many small searches: what it takes to clear it is in
/// proportion to what it holds. A hash table with linear probing that is half full at most.
template <std::size_t most>
class VisitedSet {
  public:
    /// Whether the key was there; it is afterwards.
    bool visit(std::uint64_t key) {
        for (std::size_t place = key * 0x9E3779B97F4A7C15ULL >> shift;; place = (place + 1) % places) {
            if (table_[place] == key) return true;
            if (table_[place] != 0) continue;
            table_[place] = key;
            used_.push_back(static_cast<std::uint32_t>(place));
            return false;
        }
    }
    std::size_t size() const { return used_.size(); }
    void clear() {
        for (const std::uint32_t place : used_) table_[place] = 0;
        used_.clear();
    }

  private:
    static constexpr std::size_t places = std::bit_ceil(2 * most);
    static constexpr int shift = 64 - std::countr_zero(places);

    std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(places);
    std::vector<std::uint32_t> used_;
};

}  // namespace quincunx::solver
