#include "games/grandfather.hpp"
#include "solver/two_way/search.hpp"
#include "tests/hunt/contestant_of.hpp"
#include "tests/small_games.hpp"

namespace quincunx::hunt {
namespace {

constexpr Rules three_redeal = testing::small_grandfather(3, 6, 1, Refill::from_stock_then_waste);
constexpr Rules three_ranks = testing::small_grandfather(3, 4, 0, Refill::from_stock_then_waste);
constexpr Rules three_classic = testing::small_grandfather(3, 3, 0, Refill::from_waste);

template <const Rules& rules>
void add(Contestants& contestants, std::string name, std::string_view parent) {
    using Search = solver::two_way::Search<rules>;
    auto contestant = std::make_unique<ContestantOf<rules, Search>>(std::move(name), parent);
    for (unsigned rule = 0; rule < 5; ++rule)
        contestant->add("without rule " + std::to_string(rule + 1),
                        [rule] { return std::make_unique<Search>(1U << rule); });
    contestants.push_back(std::move(contestant));
}

}  // namespace

void add_two_way(Contestants& contestants) {
    add<games::grandfather>(contestants, "grandfather", "grandfather");
    add<games::grandfather_classic>(contestants, "grandfather-classic", "grandfather-classic");
    add<three_redeal>(contestants, "grandfather, 3 ranks, 6 piles", "grandfather");
    add<three_ranks>(contestants, "grandfather, 3 ranks, 4 piles, no redeal", "grandfather");
    add<three_classic>(contestants, "grandfather-classic, 3 ranks, 3 piles, no redeal",
                       "grandfather-classic");
}

}  // namespace quincunx::hunt
