#include "solver/gloucestershire/search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "solver/common/micro_test.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::gloucestershire {
namespace {

constexpr Rules micro_a = testing::small_gloucestershire(2, 3, 3, 6, 3);
constexpr Rules micro_b = testing::small_gloucestershire(2, 2, 2, 6, 3);
constexpr Rules micro_c = testing::small_gloucestershire(1, 5, 3, 4, 5);
constexpr Rules micro_d = testing::small_gloucestershire(1, 4, 2, 5, 5);
constexpr Rules micro_e = testing::small_gloucestershire(1, 3, 2, 4, 3);
constexpr Rules micro_f = testing::small_gloucestershire(2, 2, 1, 10, 6);

/// Every set of pruning rules that are off, with different plans.
template <const Rules& rules>
void expect_all_as_brute_force(int positions) {
    std::vector<Search<rules>> searches;
    for (PruneSet off = 0; off < 4; ++off) {
        searches.emplace_back(off);
        Plan plan;
        plan.width = 1U << (off % 4);
        plan.growth = 8;
        plan.complete_from = 64;
        searches.back().set_plan(plan);
    }
    expect_as_brute_force<rules>(searches, positions);
}

TEST(GloucestershireSearch, AgreesWithBruteForce) {
    expect_all_as_brute_force<micro_a>(200);
    expect_all_as_brute_force<micro_b>(200);
    expect_all_as_brute_force<micro_c>(200);
#ifdef QUINCUNX_THOROUGH
    expect_all_as_brute_force<micro_d>(200);
    expect_all_as_brute_force<micro_e>(200);
    expect_all_as_brute_force<micro_f>(200);
#endif
}

/// The complete passes with the rules that are not `off` and with none, on positions that are won and
/// lost: what the branches did is added to `tally`, the verdicts are the same, and somewhere the rules
/// take fewer nodes. They begin so narrow that the order matters: `merge_piles` only puts one state before
/// others that can be reached from it.
template <const Rules& rules>
void expect_fewer_nodes(PruneTally<Branch>& tally, PruneSet off, int deals) {
    Plan plan;
    plan.width = 16;
    plan.complete_from = 1;
    Search<rules> pruned(off);
    Search<rules> plain(3);
    pruned.set_plan(plan);
    plain.set_plan(plan);
    int fewer = 0;
    for (std::uint64_t number = 1; number <= static_cast<std::uint64_t>(at_least(deals)); ++number) {
        const Position<rules> position = random_position<rules>(number, 13);
        const Verdict expected = solve(plain, position, {.nodes = 3000});
        const Verdict verdict = solve(pruned, position, {.nodes = 3000});
        tally.add(pruned.tally());
        tally.add(plain.tally());
        if (expected != Verdict::unknown && verdict != Verdict::unknown) {
            EXPECT_EQ(verdict, expected) << "deal " << number << " off " << off;
        }
        fewer += pruned.progress().nodes < plain.progress().nodes;
    }
    EXPECT_GT(fewer, 0) << "off " << off;
}

TEST(GloucestershireSearch, EveryBranchOfEveryRuleIsAtWork) {
    PruneTally<Branch> tally;
    for (const PruneSet off : {0U, 1U, 2U}) expect_fewer_nodes<micro_a>(tally, off, 40);
    expect_at_work(tally, Branch::laid_on_card, Branch::pile_to_space);
}

TEST(GloucestershireSearch, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<micro_a, Search<micro_a>>(30);
    expect_no_win_called_lost<micro_b, Search<micro_b>>(30);
    expect_no_win_called_lost<micro_c, Search<micro_c>>(30);
}

TEST(GloucestershireSearch, DivesWinMostDealsSooner) {
    std::array<std::uint64_t, 2> nodes{};
    Search<games::gloucestershire> search;
    for (std::uint64_t deal = 1; deal <= 20; ++deal)
        for (const bool dives : {false, true}) {
            Position<games::gloucestershire> position;
            position.deal(numbered_deal<games::gloucestershire>(deal));
            EXPECT_EQ(solve(search, position, {.dives = dives}), Verdict::winnable) << deal;
            nodes[dives ? 1 : 0] += search.progress().nodes;
        }
    EXPECT_LT(2 * nodes[1], nodes[0]);
}

TEST(GloucestershireSearch, WinsOfTheRealGameReplay) {
    expect_wins_replay<games::gloucestershire, Search<games::gloucestershire>>(100);
}

TEST(GloucestershireSearch, IsDeterministicAndReusable) {
    expect_same_when_reused<games::gloucestershire, Search<games::gloucestershire>>();
}

}  // namespace
}  // namespace quincunx::solver::gloucestershire
