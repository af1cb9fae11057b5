#include "games/gargantua.hpp"
#include "solver/gargantua/search.hpp"
#include "tests/hunt/contestant_of.hpp"
#include "tests/small_games.hpp"

namespace quincunx::hunt {
namespace {

constexpr Rules two_packs = testing::small_gargantua(2, 3, 6, 1, 1, true);
constexpr Rules seven_piles = with_more_piles(two_packs, 7);
constexpr Rules one_pack = testing::small_gargantua(1, 5, 5, 1, 1, true);
constexpr Rules two_packs_tall = testing::small_gargantua(2, 4, 7, 1, 1, false);
constexpr Rules two_redeals = testing::small_gargantua(1, 5, 4, 1, 2, false);

template <const Rules& rules, const Rules* more = nullptr>
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
    if constexpr (more != nullptr)
        contestant->template set_more<*more, solver::gargantua::Search>(
            'T' + std::to_string(rules.tableau.piles), 'T' + std::to_string(more->tableau.piles));
    contestants.push_back(std::move(contestant));
}

}  // namespace

void add_gargantua(Contestants& contestants) {
    add<games::gargantua>(contestants, "gargantua", "gargantua");
    add<games::gargantua_classic>(contestants, "gargantua-classic", "gargantua-classic");
    add<two_packs, &seven_piles>(contestants, "gargantua, 2 packs of 3 ranks, 6 piles", "gargantua");
    add<one_pack>(contestants, "gargantua, 1 pack of 5 ranks, 5 piles", "gargantua");
    add<two_packs_tall>(contestants, "gargantua-classic, 2 packs of 4 ranks, 7 piles", "gargantua-classic");
    add<two_redeals>(contestants, "gargantua-classic, 1 pack of 5 ranks, 4 piles, 2 redeals",
                     "gargantua-classic");
}

}  // namespace quincunx::hunt
