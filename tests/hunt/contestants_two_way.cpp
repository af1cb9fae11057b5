#include "games/grandfather.hpp"
#include "solver/two_way/search.hpp"
#include "tests/hunt/contestant_of.hpp"

namespace quincunx::hunt {
namespace {

/// A smaller Grandfather: fewer ranks and piles.
constexpr Rules micro(const Rules& parent, int ranks, int piles, int redeals) {
    Rules rules = parent;
    rules.id = "micro";
    rules.ranks = ranks;
    rules.tableau.piles = piles;
    rules.stock.redeal.count = redeals;
    for (FoundationGroup& group : rules.foundations) group.length = ranks;
    rules.foundations[1].start_rank = ranks;
    return rules;
}
constexpr Rules three_ranks = micro(games::grandfather, 3, 4, 0);
constexpr Rules three_redeal = micro(games::grandfather, 3, 6, 1);
constexpr Rules three_classic = micro(games::grandfather_classic, 3, 3, 0);

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
    add<three_ranks>(contestants, "grandfather, 3 ranks, 4 piles, no redeal", "grandfather");
    add<three_redeal>(contestants, "grandfather, 3 ranks, 6 piles", "grandfather");
    add<three_classic>(contestants, "grandfather-classic, 3 ranks, 3 piles, no redeal",
                       "grandfather-classic");
}

}  // namespace quincunx::hunt
