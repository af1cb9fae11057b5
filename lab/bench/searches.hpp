#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "advice/advisor.hpp"
#include "engine/fnv.hpp"

/// The workload with which the solver is measured, natively (`quincunx-lab bench solve`) and in WebAssembly
/// (tools/wasm_speed.py): the same in both.
namespace quincunx::bench {

// Fixed deals, one after another until enough nodes have been searched, with limits in nodes.
constexpr std::uint64_t first_deal_searched = 1'000'001;
constexpr std::uint64_t nodes_of_a_deal = 10'000;
constexpr std::uint64_t nodes_wanted = 200'000;
constexpr std::uint64_t most_deals = 2000;
constexpr std::size_t search_memory = std::size_t{256} << 20U;
constexpr std::uint64_t nodes_of_a_step = 1 << 14;

/// The results: the same in WebAssembly and in every x86-64 build without fused multiply-add
/// (docs/solver.md).
struct Searches {
    std::uint64_t deals = 0;
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    std::uint64_t unknown = 0;
    std::uint64_t nodes = 0;
    std::uint64_t signature = 0;
};

/// Searches the deals of the advisor's game. The advisor should not remember solutions. Searches no deals if
/// the advisor has another game.
inline Searches search_deals(advice::Advisor& advisor, std::string_view id) {
    Searches work;
    // No text has the byte that ends each.
    hash::Fnv1a signature;
    const auto sign = [&](std::string_view text) { signature.add(text).add('\xff'); };
    while (work.nodes < nodes_wanted && work.deals < most_deals) {
        if (advisor.set_deal({std::string(id), first_deal_searched + work.deals, {}})) return {};
        advisor.start({.nodes = nodes_of_a_deal, .memory = search_memory, .dives = true});
        while (!advisor.step(nodes_of_a_step)) {
        }
        ++work.deals;
        work.nodes += advisor.progress().nodes;
        const advice::Verdict verdict = advisor.verdict();
        ++(verdict == advice::Verdict::winnable     ? work.won
           : verdict == advice::Verdict::unwinnable ? work.lost
                                                    : work.unknown);
        sign(advice::to_text(verdict));
        sign(std::to_string(advisor.progress().nodes));
        for (const std::string& move : advisor.line()) sign(move);
    }
    work.signature = signature.value();
    return work;
}

}  // namespace quincunx::bench
