#include "games/stalactites.hpp"
#include "solver/strategy/rank_chains.hpp"
#include "tests/hunt/contestant_of.hpp"

namespace quincunx::hunt {
namespace {

/// A smaller Stalactites: fewer ranks and piles.
constexpr Rules micro(int ranks, int piles, int rounds, int cells) {
    Rules rules = games::stalactites;
    rules.id = "micro";
    rules.ranks = ranks;
    rules.tableau.piles = piles;
    rules.reserve.piles = cells;
    rules.foundations[0].length = ranks;
    rules.deal[0].rounds = rounds;
    return rules;
}
constexpr Rules seven_ranks = micro(7, 6, 4, 1);
constexpr Rules nine_ranks = micro(9, 4, 8, 2);

template <const Rules& rules, std::size_t... rule>
void add(Contestants& contestants, std::string name, std::index_sequence<rule...>) {
    auto contestant = std::make_unique<ContestantOf<rules, solver::rank_chains::Strategy<rules>>>(
        std::move(name), "stalactites");
    (contestant->add("without rule " + std::to_string(rule + 1),
                     [] { return std::make_unique<solver::rank_chains::Strategy<rules, 1U << rule>>(); }),
     ...);
    contestants.push_back(std::move(contestant));
}

}  // namespace

void add_rank_chains(Contestants& contestants) {
    add<games::stalactites>(contestants, "stalactites", std::make_index_sequence<7>{});
    add<seven_ranks>(contestants, "stalactites, 7 ranks, 6 piles, 1 cell", std::index_sequence<>{});
    add<nine_ranks>(contestants, "stalactites, 9 ranks, 4 piles", std::index_sequence<>{});
}

}  // namespace quincunx::hunt
