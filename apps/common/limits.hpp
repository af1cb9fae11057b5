#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "advice/timed_search.hpp"
#include "apps/common/command.hpp"

namespace quincunx::cli {

using advice::SearchLimits;

/// Declares --time, --nodes and --memory. `each` says what the limits apply to: "a deal".
void add_limits(CLI::App& command, SearchLimits& limits, const std::string& each);

/// Declares an option that takes a whole number, without a sign or leading zeros; `most` fits in an `int`.
CLI::Option* add_number(CLI::App& command, const std::string& name, const std::string& says,
                        std::uint64_t least, std::uint64_t most, std::optional<int>& value);
CLI::Option* add_number(CLI::App& command, const std::string& name, const std::string& says,
                        std::uint64_t least, std::uint64_t most, int& value);

/// Declares an option that takes the number of a deal.
CLI::Option* add_deal_number(CLI::App& command, const std::string& name, const std::string& says,
                             std::optional<std::uint64_t>& value);

/// Declares --time alone, with its help; `seconds` holds the default.
void add_seconds(CLI::App& command, const std::string& says, double& seconds);

/// Declares --certify-time and --certify-memory: what making a certificate may take.
void add_certificate_limits(CLI::App& command, SearchLimits& limits);

/// "10 s, 1024 MiB" or "1000 nodes, 1024 MiB"
std::string to_text(const SearchLimits& limits);

}  // namespace quincunx::cli
