#include "solver/gloucestershire/search.hpp"
#include "tests/hunt/contestant_of.hpp"
#include "tests/small_games.hpp"

namespace quincunx::hunt {
namespace {

constexpr Rules one_pack = testing::small_gloucestershire(1, 5, 3, 4, 5);
constexpr Rules four_piles = with_more_piles(one_pack, 4);
constexpr Rules two_packs = testing::small_gloucestershire(2, 3, 3, 6, 3);

template <const Rules& rules, const Rules* more = nullptr>
void add(Contestants& contestants, std::string name) {
    using Search = solver::gloucestershire::Search<rules>;
    auto contestant = std::make_unique<ContestantOf<rules, Search>>(std::move(name), "gloucestershire");
    constexpr std::string_view names[] = {"without lay_to_build", "without merge_piles", "without any rule"};
    for (unsigned off = 1; off <= std::size(names); ++off)
        contestant->add(std::string(names[off - 1]), [off] { return std::make_unique<Search>(off); });
    if constexpr (more != nullptr)
        contestant->template set_more<*more, solver::gloucestershire::Search>(
            'T' + std::to_string(rules.tableau.piles), 'T' + std::to_string(more->tableau.piles));
    contestants.push_back(std::move(contestant));
}

}  // namespace

void add_gloucestershire(Contestants& contestants) {
    add<games::gloucestershire>(contestants, "gloucestershire");
    add<one_pack, &four_piles>(contestants, "gloucestershire, 1 pack of 5 ranks, 3 piles");
    add<two_packs>(contestants, "gloucestershire, 2 packs of 3 ranks, 3 piles");
}

}  // namespace quincunx::hunt
