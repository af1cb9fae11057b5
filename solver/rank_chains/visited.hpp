#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quincunx::solver::rank_chains {

/// The visited states of several searches, one after another: entries of an older search count as empty.
/// Entries may be lost, so all that the table does is to save work.
class VisitedTable {
  public:
    static constexpr int key_bits = 53;

    /// Uses at most `bytes` bytes.
    void resize(std::size_t bytes) {
        const std::size_t wanted =
            std::bit_floor(std::clamp<std::size_t>(bytes / sizeof(std::uint64_t), 64, 1 << 16));
        if (entries_.size() != wanted) entries_.assign(wanted, 0);
        shift_ = 64 - std::countr_zero(wanted);
    }
    /// A number for the entries of a new search.
    std::uint64_t new_search() {
        if (++stamp_ >> (64 - key_bits)) {
            std::fill(entries_.begin(), entries_.end(), 0);
            stamp_ = 1;
        }
        return stamp_ << key_bits;
    }
    /// Whether the state was there; afterwards it is. Its place does not depend on the stamp, so that equal
    /// searches forget the same states, whatever was searched before.
    bool visit(std::uint64_t stamp, std::uint64_t key) {
        std::uint64_t& entry = entries_[static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> shift_)];
        if (entry == (stamp | key)) return true;
        entry = stamp | key;
        return false;
    }

  private:
    std::vector<std::uint64_t> entries_;
    int shift_ = 58;
    std::uint64_t stamp_ = 0;
};

}  // namespace quincunx::solver::rank_chains
