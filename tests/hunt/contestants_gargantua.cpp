#include "games/gargantua.hpp"
#include "solver/gargantua/search.hpp"
#include "tests/hunt/contestant_of.hpp"

namespace quincunx::hunt {
namespace {

/// A smaller Gargantua: fewer ranks and piles.
constexpr Rules micro(const Rules& parent, int decks, int ranks, int piles) {
    Rules rules = parent;
    rules.id = "micro";
    rules.decks = decks;
    rules.ranks = ranks;
    rules.foundations[0].piles = suit_count * decks;
    rules.foundations[0].length = ranks;
    rules.foundations[0].per_suit = decks;
    rules.tableau.piles = piles;
    for (DealStep& step : rules.deal)
        if (step.kind == PileKind::tableau && step.rounds > 1) step.rounds = piles - 1;
    return rules;
}
constexpr Rules one_pack = micro(games::gargantua, 1, 5, 5);
constexpr Rules two_packs = micro(games::gargantua, 2, 3, 6);
constexpr Rules two_packs_tall = micro(games::gargantua_classic, 2, 4, 7);

template <const Rules& rules>
void add(Contestants& contestants, std::string name, std::string_view parent) {
    using Search = solver::gargantua::Search<rules>;
    auto contestant = std::make_unique<ContestantOf<rules, Search>>(std::move(name), parent);
    const auto without = [&](std::string rule, solver::PruneSet off) {
        contestant->add(std::move(rule), [off] { return std::make_unique<Search>(off); });
    };
    without("without safe_home", solver::gargantua::safe_home);
    without("without lazy", solver::gargantua::lazy);
    without("without goal", solver::gargantua::goal);
    without("without minimal", solver::gargantua::minimal);
    without("without closure", solver::gargantua::closure);
    without("without any rule", ~0U);
    contestants.push_back(std::move(contestant));
}

}  // namespace

void add_gargantua(Contestants& contestants) {
    add<games::gargantua>(contestants, "gargantua", "gargantua");
    add<games::gargantua_classic>(contestants, "gargantua-classic", "gargantua-classic");
    add<one_pack>(contestants, "gargantua, 1 pack of 5 ranks, 5 piles", "gargantua");
    add<two_packs>(contestants, "gargantua, 2 packs of 3 ranks, 6 piles", "gargantua");
    add<two_packs_tall>(contestants, "gargantua-classic, 2 packs of 4 ranks, 7 piles", "gargantua-classic");
}

}  // namespace quincunx::hunt
