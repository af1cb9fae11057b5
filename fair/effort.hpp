#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/select.hpp"

namespace quincunx::fair {

/// How much thought a fair player gives to one decision. Equal efforts give equal answers.
struct Effort {
    int plans = 16;                              ///< worlds won in search of plans
    int trials = 32;                             ///< worlds in which the best plans are tried
    std::uint64_t nodes = 4000;                  ///< most nodes for each world
    std::uint64_t all_nodes = 450'000;           ///< after that many nodes no other world is begun
    std::uint64_t certain_nodes = 450'000;       ///< most nodes where every card is known
    std::size_t memory = std::size_t{64} << 20;  ///< bytes for each search

    /// With that many worlds for plans, and as many to try them in, and no other limit to their number.
    Effort with_samples(int samples) const {
        Effort effort = *this;
        effort.plans = effort.trials = samples;
        effort.all_nodes = ~std::uint64_t{0} >> 1U;
        return effort;
    }
};

/// The effort that pays for a kind of rules; see docs/fair.md.
constexpr Effort usual_effort(const Rules& rules) {
    const solver::Kind kind = solver::kind_of(rules);
    if (kind == solver::Kind::two_way) return {.plans = 6, .trials = 6, .nodes = 2000};
    if (kind == solver::Kind::klondike)
        return {.plans = 16, .trials = 24, .nodes = 2000, .all_nodes = 1'500'000, .certain_nodes = 3'000'000};
    return {};
}

/// Nodes for an answer within a millisecond.
constexpr std::uint64_t instant_nodes(const Rules& rules) {
    const solver::Kind kind = solver::kind_of(rules);
    if (kind == solver::Kind::two_way) return 2000;
    return kind == solver::Kind::klondike || kind == solver::Kind::rank_chains ? 1500 : 300;
}

}  // namespace quincunx::fair
