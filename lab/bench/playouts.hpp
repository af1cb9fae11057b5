#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "engine/hash.hpp"

/// Random games that are the same on every machine: the workload with which the engine is measured, natively
/// (`quincunx-lab bench`) and in WebAssembly (tools/wasm_speed.py).
namespace quincunx::bench {

// Fixed deals, a fixed generator of choices and fixed lengths: the same games on every machine.
constexpr std::uint64_t first_deal = 1'000'001;
constexpr int deal_count = 1000;
constexpr int longest_game = 1000;  ///< moves; some games could go on forever
constexpr std::uint64_t moves_wanted = 1'000'000;

/// The generator of choices: splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014).
class Choices {
  public:
    explicit Choices(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        state_ += hash::multiplier;
        return hash::mix(state_);
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>((next() >> 32) * bound >> 32); }

  private:
    std::uint64_t state_;
};

/// Moves and deals played, the same on every machine.
struct Work {
    std::uint64_t moves = 0;
    std::uint64_t listed = 0;
    std::uint64_t signature = 0;
};

template <const Rules& rules>
std::vector<Position<rules>> deals() {
    std::vector<Position<rules>> positions(deal_count);
    std::uint64_t number = first_deal;
    for (Position<rules>& position : positions) position.deal(numbered_deal<rules>(number++));
    return positions;
}

/// Plays random games from the deals, over and over, until enough moves have been made. At every ply it
/// generates the full list of moves and reads the key.
template <const Rules& rules>
Work play_out(const std::vector<Position<rules>>& deals) {
    Work work;
    Choices choices(first_deal);
    MoveList<rules> moves;
    while (work.moves < moves_wanted) {
        for (const Position<rules>& deal : deals) {
            Position<rules> position = deal;
            for (int ply = 0; ply < longest_game; ++ply) {
                moves.clear();
                generate(position, moves);
                if (moves.empty()) break;
                work.listed += moves.size();
                position.play(moves[choices.below(moves.size())]);
                work.signature += position.key();
                ++work.moves;
            }
        }
    }
    work.signature += work.listed;
    return work;
}

}  // namespace quincunx::bench
