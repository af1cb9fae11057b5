#pragma once

#include <cstdint>

#include "engine/generate.hpp"

namespace quincunx {

/// The deepest perft that callers may ask for: every level takes a few kilobytes of stack.
inline constexpr int max_perft_depth = 100;

/// Number of sequences of exactly `depth` listed moves. A game that ends earlier has no longer ones.
template <const Rules& rules>
std::uint64_t perft(Position<rules>& position, int depth) {
    if (depth == 0) return 1;
    if (position.won()) return 0;
    MoveList<rules> moves;
    generate(position, moves);
    if (depth == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const Move& move : moves) {
        const Undo undo = position.play(move);
        leaves += perft(position, depth - 1);
        position.unplay(undo);
    }
    return leaves;
}

}  // namespace quincunx
