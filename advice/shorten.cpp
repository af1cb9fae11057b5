#include "advice/shorten.hpp"

#include "solver/solver.hpp"

namespace quincunx::advice {

#define QUINCUNX_COMPILE(game) template class Shortener<games::game>;
QUINCUNX_EACH_GAME(QUINCUNX_COMPILE)
#undef QUINCUNX_COMPILE

std::vector<Move> shortened(const BasicPosition<Given>& start, std::span<const Move> line,
                            std::uint64_t budget) {
    std::vector<Move> result(line.begin(), line.end());
    games::with_rules(start.rules(), [&]<const Rules & rules>() {
        const Position<rules> position = known_position<rules>(start);
        std::vector<Move> shorter = Shortener<rules>(position, line, budget).run();
        if (solver::replays(position, std::span<const Move>(shorter))) result = std::move(shorter);
    });
    return result;
}

}  // namespace quincunx::advice
