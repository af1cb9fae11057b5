#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/hash.hpp"
#include "solver/common/key_set.hpp"

namespace quincunx::solver {

/// Knowledge about things identified by a few 16-bit numbers: yes, no, or nothing yet.
template <std::size_t length>
class FactTable {
  public:
    using Key = std::array<std::uint16_t, length>;

    /// Forgets everything and frees the memory.
    void clear() { facts_.release(); }
    std::size_t bytes() const { return facts_.bytes(); }
    /// The most bytes in use while a key is added.
    std::size_t bytes_to_insert() const { return facts_.bytes_to_insert(); }

    std::optional<bool> find(const Key& key) const {
        const Fact* const fact = facts_.find({key, unknown});
        if (fact == nullptr) return std::nullopt;
        return fact->state == yes;
    }
    /// Adds a key; if something is known about it already, that stays.
    void insert(const Key& key, bool fact) { facts_.insert({key, fact ? yes : no}); }

  private:
    enum State : std::uint16_t { unknown, no, yes };
    struct Fact {
        Key key;
        State state;
    };
    struct FactKind {
        static bool is_free(const Fact& fact) { return fact.state == unknown; }
        static bool same(const Fact& a, const Fact& b) { return a.key == b.key; }
        static std::size_t hash(const Fact& fact) {
            std::uint64_t sum = 0;
            for (const std::uint16_t number : fact.key) {
                sum = (sum + number) * quincunx::hash::multiplier;
                sum ^= sum >> 29;
            }
            return static_cast<std::size_t>(sum);
        }
    };

    KeySet<Fact, FactKind> facts_;
};

}  // namespace quincunx::solver
