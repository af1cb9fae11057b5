// The search for rules without one of their own: limits, solutions and sources. tests/rules/search_test.cpp compares its
// verdicts with those of brute force.
#include "solver/general/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "solver/any_search.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/games/forty_thieves.hpp"
#include "tests/games/freecell.hpp"
#include "tests/made_up.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::general {
namespace {

template <const Rules& rules>
void expect_same_whole_deals() {
    const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
    Search<rules> search;
    BasicSolver<Given> by_value{Given(*value)};
    for (std::uint64_t number = 1; number <= 5; ++number) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(number));
        solve(search, position, {.nodes = 5000});
        const BasicPosition<Given> given = same_position(Given(*value), position);
        EXPECT_EQ(solve(by_value, given, {.nodes = 5000}), search.verdict()) << number;
        EXPECT_EQ(by_value.progress(), search.progress());
        EXPECT_TRUE(std::ranges::equal(by_value.line(), search.line()));
    }
}

TEST(GeneralSearch, TakesTheSameStepsWithRulesAsAValue) {
    expect_same_whole_deals<games::freecell>();
    expect_same_whole_deals<games::forty_thieves>();
}

/// Nothing is shared: games of other rules can be searched at the same time.
TEST(GeneralSearch, SearchesInThreadsOfTheirOwn) {
    const std::vector<Rules> all{quincunx::testing::made_up_klondike(4, 3, 2),
                                 quincunx::testing::made_up_cells(4, 4, 1), games::stalactites};
    const auto nodes = [](const Rules& rules) {
        const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
        const std::unique_ptr<AnySearch> search = make_search(Given(*value));
        BasicPosition<Given> position{Given(*value)};
        std::uint64_t sum = 0;
        for (std::uint64_t number = 1; number <= 20; ++number) {
            position.deal(numbered_deal(value->rules(), number));
            solve(*search, position, {.nodes = 2000});
            sum += search->progress().nodes;
        }
        return sum;
    };
    std::vector<std::uint64_t> apart(all.size());
    std::vector<std::uint64_t> together(all.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < all.size(); ++i) apart[i] = nodes(all[i]);
    for (std::size_t i = 0; i < all.size(); ++i)
        threads.emplace_back([&, i] { together[i] = nodes(all[i]); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(apart, together);
}

TEST(GeneralSearch, IsTheSameWhenUsedAgain) {
    expect_same_when_reused<games::freecell, Search<games::freecell>>();
}

constexpr Rules small_freecell = quincunx::testing::small_freecell(games::freecell);

TEST(GeneralSearch, CallsNothingLostForWantOfMemory) {
    expect_no_win_called_lost<small_freecell, Search<small_freecell>>(30);
}

TEST(GeneralSearch, StopsAtItsLimits) {
    // the deal that is known to be lost
    expect_stops_at_its_limits<games::freecell, Search<games::freecell>>(11982, std::size_t{1} << 20, 10'000,
                                                                         500'000);
}

/// Neither many nodes nor the way to a solution, which may be long at first, are searched in one step.
TEST(GeneralSearch, TakesShortSteps) {
    Search<games::freecell> search;
    Position<games::freecell> position;
    position.deal(numbered_deal<games::freecell>(1));
    search.start(position, {});
    int steps = 1;
    for (std::uint64_t before = search.progress().nodes; !search.step(1);
         before = search.progress().nodes, ++steps) {
        EXPECT_LE(search.progress().nodes, before + 1);
        EXPECT_EQ(search.verdict(), Verdict::unknown);
    }
    EXPECT_EQ(search.verdict(), Verdict::winnable);
    EXPECT_GE(static_cast<std::size_t>(steps), search.line().size());
}

TEST(GeneralSearch, FindsLinesThatCanBeFollowed) {
    Search<games::freecell> search;
    for (std::uint64_t number = 1; number <= 20; ++number) {
        Position<games::freecell> position;
        position.deal(numbered_deal<games::freecell>(number));
        EXPECT_EQ(solve(search, position, {.nodes = 100'000}), Verdict::winnable) << number;
        EXPECT_TRUE(replays(position, search.line())) << number;
        EXPECT_LE(search.line().size(), 300U) << number;
    }
}

}  // namespace
}  // namespace quincunx::solver::general
