#pragma once

#include <cstdint>
#include <cstdlib>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "solver/exhaustive.hpp"

/// What the tests of strategies share: small positions, and the verdict of plain brute force on them.
namespace quincunx::solver {

/// `count` tests, or the multiple of it that the environment asks for (QUINCUNX_VOLUME, default 1).
inline int volume(int count) {
    const char* text = std::getenv("QUINCUNX_VOLUME");
    const double factor = text == nullptr ? 1.0 : std::strtod(text, nullptr);
    return static_cast<int>(count * (factor > 0 ? factor : 1.0)) + 1;
}

/// A position some random moves into a numbered deal: none for every other number, else up to `most`.
template <const Rules& rules>
Position<rules> random_position(std::uint64_t number, int most) {
    Position<rules> position;
    position.deal(numbered_deal<rules>(number));
    std::uint64_t random = number * 0x9E3779B97F4A7C15u | 1;
    const auto next = [&random](std::uint64_t bound) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return (random >> 20) % bound;
    };
    if (number % 2 == 0) return position;
    MoveList<rules> moves;
    for (auto left = next(static_cast<std::uint64_t>(most)); left > 0; --left) {
        generate(position, moves);
        if (moves.empty()) break;
        position.play(moves[static_cast<std::size_t>(next(moves.size()))]);
    }
    return position;
}

/// The verdict of a search without any pruning; `unknown` if it is too large for a test.
template <const Rules& rules>
Verdict brute_force(const Position<rules>& position, std::uint64_t most_nodes = 300000) {
    static ExhaustiveSearch<rules> search;
    search.start(position, Limits{.nodes = most_nodes});
    while (!search.step(most_nodes)) {
    }
    return search.verdict();
}

}  // namespace quincunx::solver
