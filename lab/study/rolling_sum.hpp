#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/fnv.hpp"

namespace quincunx::cli::lab {

/// The checksum at the end of each line of a file of many deals: of everything up to there (FNV-1a, 64 bits). It
/// finds what disks, cables and editors do to a file, not what a forger does.
class RollingSum {
  public:
    /// Texts before the digits of a checksum in a line, and after them.
    static constexpr std::string_view before = ",\"sum\":\"";
    static constexpr std::string_view after = "\"}";

    /// Adds a line, without its checksum.
    void add(std::string_view body) { sum_.add(body).add('\n'); }
    std::uint64_t value() const { return sum_.value(); }
    std::string text() const { return fmt::format("{:016x}", value()); }

    /// A line of JSON, "{...}\n", with the checksum of everything up to it as its last member.
    std::string sealed(std::string_view line) {
        return with_sum(line.substr(0, line.size() - std::string_view("}\n").size()));
    }
    /// The same for a line without its line feed that has a checksum already, which is replaced.
    std::string resealed(std::string_view line) {
        return with_sum(line.substr(0, line.size() - std::min(tail, line.size())));
    }
    /// Adds a line, without its line feed, whose last member is its checksum; false if that is not right.
    bool unseal(std::string_view line) {
        if (line.size() < tail) return false;
        const std::string_view body = line.substr(0, line.size() - tail);
        add(body);
        return line.substr(body.size()) == std::string(before).append(text()).append(after);
    }

  private:
    static constexpr std::size_t digits = 16;
    static constexpr std::size_t tail = before.size() + digits + after.size();

    std::string with_sum(std::string_view body) {
        add(body);
        return std::string(body).append(before).append(text()).append(after) + '\n';
    }

    hash::Fnv1a sum_;
};

}  // namespace quincunx::cli::lab
