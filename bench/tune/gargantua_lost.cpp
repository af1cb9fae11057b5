// Looks for numbered deals of Gargantua that can be proven unwinnable at little cost: the closure of the deal
// does not free every card, or the exact search is exhausted within a few nodes. Prints those it finds.
//
//     g++ -std=c++20 -O3 -march=x86-64-v2 -I. bench/tune/gargantua_lost.cpp engine/*.cpp
//         -o build/gargantua_lost
//     build/gargantua_lost <first deal> <deals> <nodes, 0: closure only> [MiB = 1024]

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "engine/deal.hpp"
#include "games/gargantua.hpp"
#include "solver/gargantua/bridge.hpp"
#include "solver/gargantua/exact.hpp"

using namespace quincunx;
using namespace quincunx::solver;

int main(int count, char** words) {
    constexpr const Rules& rules = games::gargantua;
    if (count < 4) return 2;
    const std::uint64_t first = std::strtoull(words[1], nullptr, 10);
    const std::uint64_t deals = std::strtoull(words[2], nullptr, 10);
    gargantua::ExactSearch<rules>::Options options;
    options.nodes = std::strtoull(words[3], nullptr, 10);
    options.memory = static_cast<std::size_t>(count > 4 ? std::atoll(words[4]) : 1024) << 20;
    static gargantua::Game<rules> game;
    static gargantua::ExactSearch<rules> exact;
    gargantua::Closure<rules> closure;
    std::uint64_t lost = 0;
    Position<rules> position;
    for (std::uint64_t number = first; number < first + deals; ++number) {
        position.deal(numbered_deal<rules>(number));
        const auto start = gargantua::compact(position, game);
        if (!closure.can_win(game, start->state, start->drawn, start->redeals)) {
            std::printf("%llu lost by its closure\n", static_cast<unsigned long long>(number));
            ++lost;
            continue;
        }
        if (options.nodes == 0) continue;
        exact.start(game, start->state, start->drawn, start->redeals, options);
        auto end = exact.step(1000);
        while (end == decltype(exact)::End::running) end = exact.step(1000);
        if (end == decltype(exact)::End::lost) {
            std::printf("%llu lost after %llu nodes\n", static_cast<unsigned long long>(number),
                        static_cast<unsigned long long>(exact.nodes()));
            std::fflush(stdout);
            ++lost;
        } else if (deals < 10) {
            std::printf("%llu open after %llu nodes, %d redeals left, %d drawn, layer %zu\n",
                        static_cast<unsigned long long>(number),
                        static_cast<unsigned long long>(exact.nodes()), exact.redeals(), exact.drawn(),
                        exact.largest());
        }
    }
    std::printf("%llu deals from %llu: %llu lost\n", static_cast<unsigned long long>(deals),
                static_cast<unsigned long long>(first), static_cast<unsigned long long>(lost));
}
