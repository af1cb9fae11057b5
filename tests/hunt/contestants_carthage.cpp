#include "solver/carthage/search.hpp"
#include "tests/hunt/contestant_of.hpp"
#include "tests/small_games.hpp"

namespace quincunx::hunt {
namespace {

// All piles hold runs far more often here than with two piles.
constexpr Rules one_pile = testing::small_carthage(games::carthage, 2, 4, 1, 3, 4);
constexpr Rules strict_four = testing::small_carthage(games::carthage_strict, 1, 6, 3, 4, 2);
constexpr Rules four_reserves = testing::small_carthage(games::carthage, 1, 6, 2, 4, 2);
constexpr Rules five_reserves = testing::small_carthage(games::carthage, 1, 6, 2, 5, 1);
constexpr Rules two_packs = testing::small_carthage(games::carthage, 2, 4, 3, 4, 3);
constexpr Rules more_piles = with_more_piles(four_reserves, 3);
constexpr Rules nine_piles = with_more_piles(games::carthage, 9);

template <const Rules& rules, const Rules* more = nullptr>
void add(Contestants& contestants, std::string name, std::string_view parent) {
    using Search = solver::carthage::Search<rules>;
    auto contestant = std::make_unique<ContestantOf<rules, Search>>(std::move(name), parent);
    constexpr std::string_view names[] = {
        "safe_play", "merge_runs", "postpone_digs", "dead_when_full", "twin_play", "needed_moves", "bag"};
    for (unsigned rule = 0; rule < std::size(names); ++rule)
        contestant->add("without " + std::string(names[rule]),
                        [rule] { return std::make_unique<Search>(1U << rule); });
    contestant->add("without any rule", [] { return std::make_unique<Search>(~0U); });
    contestant->add("bag from the start", [] {
        auto search = std::make_unique<Search>();
        typename Search::Plan plan;
        plan.bag_from = 0;
        search->set_plan(plan);
        return search;
    });
    if constexpr (more != nullptr)
        contestant->template set_more<*more, solver::carthage::Search>(
            'T' + std::to_string(rules.tableau.piles), 'T' + std::to_string(more->tableau.piles));
    contestants.push_back(std::move(contestant));
}

}  // namespace

void add_carthage(Contestants& contestants) {
    add<games::carthage, &nine_piles>(contestants, "carthage", "carthage");
    add<games::carthage_strict>(contestants, "carthage-strict", "carthage-strict");
    add<one_pile>(contestants, "carthage, 2 packs of 4 ranks, 1 pile, 3 reserves", "carthage");
    add<strict_four>(contestants, "carthage-strict, 1 pack of 6 ranks, 3 piles, 4 reserves",
                     "carthage-strict");
    add<four_reserves, &more_piles>(contestants, "carthage, 1 pack of 6 ranks, 2 piles, 4 reserves",
                                    "carthage");
    add<five_reserves>(contestants, "carthage, 1 pack of 6 ranks, 2 piles, 5 reserves", "carthage");
    add<two_packs>(contestants, "carthage, 2 packs of 4 ranks, 3 piles, 4 reserves", "carthage");
}

}  // namespace quincunx::hunt
