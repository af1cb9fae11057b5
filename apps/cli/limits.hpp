#pragma once

#include <cstdint>
#include <limits>

#include "advice/advisor.hpp"
#include "apps/cli/command.hpp"

namespace quincunx::cli {

/// What one search may take. Equal nodes give equal answers; how far a search comes in a time depends on the
/// machine.
struct SearchLimits {
    static constexpr std::uint64_t no_nodes = std::numeric_limits<std::uint64_t>::max();

    double seconds = 10;             ///< 0 for no limit
    std::uint64_t nodes = no_nodes;  ///< positions expanded; `no_nodes` for no limit
    std::uint64_t mebibytes = 1024;  ///< memory for tables

    advice::Limits of_search() const {
        return {.nodes = nodes, .memory = static_cast<std::size_t>(mebibytes) << 20U};
    }
};

/// Declares --time, --nodes and --memory. `each` says of what they are the limits: "a deal".
void add_limits(CLI::App& command, SearchLimits& limits, const std::string& each);

/// "10 s, 1024 MiB" or "1000 nodes, 1024 MiB"
std::string to_text(const SearchLimits& limits);

}  // namespace quincunx::cli
