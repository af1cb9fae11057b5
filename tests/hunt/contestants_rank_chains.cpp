#include "games/stalactites.hpp"
#include "solver/rank_chains/search.hpp"
#include "tests/hunt/contestant_of.hpp"
#include "tests/small_games.hpp"

namespace quincunx::hunt {
namespace {

constexpr Rules seven_ranks = testing::small_stalactites(7, 6, 4, 1);
constexpr Rules nine_ranks = testing::small_stalactites(9, 4, 8, 2);
constexpr Rules three_cells = testing::small_stalactites(9, 4, 8, 3);

template <const Rules& rules, const Rules* more = nullptr>
void add(Contestants& contestants, std::string name) {
    using Search = solver::rank_chains::Search<rules>;
    auto contestant = std::make_unique<ContestantOf<rules, Search>>(std::move(name), "stalactites");
    for (unsigned rule = 0; rule < 7; ++rule)
        contestant->add("without rule " + std::to_string(rule + 1),
                        [rule] { return std::make_unique<Search>(1U << rule); });
    if constexpr (more != nullptr)
        contestant->template set_more<*more, solver::rank_chains::Search>(
            'R' + std::to_string(rules.reserve.piles), 'R' + std::to_string(more->reserve.piles));
    contestants.push_back(std::move(contestant));
}

}  // namespace

void add_rank_chains(Contestants& contestants) {
    add<games::stalactites>(contestants, "stalactites");
    add<seven_ranks>(contestants, "stalactites, 7 ranks, 6 piles, 1 cell");
    add<nine_ranks, &three_cells>(contestants, "stalactites, 9 ranks, 4 piles");
    add<three_cells>(contestants, "stalactites, 9 ranks, 4 piles, 3 cells");
}

}  // namespace quincunx::hunt
