#pragma once

#include <cstdint>
#include <string_view>

namespace quincunx::hash {

/// The 64-bit FNV-1a hash (Fowler, Noll, Vo), byte by byte: for checksums that stand in files, and for names of
/// things. It does not protect against a forger.
class Fnv1a {
  public:
    constexpr Fnv1a& add(char c) {
        value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        return *this;
    }
    constexpr Fnv1a& add(std::string_view bytes) {
        for (const char c : bytes) add(c);
        return *this;
    }
    constexpr std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace quincunx::hash
