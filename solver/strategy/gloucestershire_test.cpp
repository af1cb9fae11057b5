#include "solver/strategy/gloucestershire.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "games/gloucestershire.hpp"
#include "solver/strategy/micro_test.hpp"

namespace quincunx::solver {
namespace {

/// A smaller Gloucestershire.
constexpr Rules micro(int decks, int ranks, int tableau, int rounds, int reserve) {
    Rules rules = games::gloucestershire;
    rules.id = "micro";
    rules.decks = decks;
    rules.ranks = ranks;
    rules.foundations[0].length = ranks * decks;
    rules.tableau.piles = tableau;
    rules.reserve.piles = 1;
    rules.deal[0].rounds = rounds;
    rules.deal[1].rounds = tableau - 1;
    rules.deal[2].rounds = reserve;
    return rules;
}
constexpr Rules micro_a = micro(2, 3, 3, 6, 3);
constexpr Rules micro_b = micro(2, 2, 2, 6, 3);
constexpr Rules micro_c = micro(1, 5, 3, 4, 5);
constexpr Rules micro_d = micro(1, 4, 2, 5, 5);
constexpr Rules micro_e = micro(1, 3, 2, 4, 3);
constexpr Rules micro_f = micro(2, 2, 1, 10, 6);

/// Every set of pruning rules that are off, with different plans.
template <const Rules& rules>
void expect_all_as_brute_force(int positions) {
    std::vector<GloucestershireSearch<rules>> searches;
    for (PruneSet off = 0; off < 4; ++off) {
        searches.emplace_back(off);
        typename GloucestershireSearch<rules>::Plan plan;
        plan.width = 1U << (off % 4);
        plan.growth = 8;
        plan.complete_from = 64;
        searches.back().set_plan(plan);
    }
    expect_as_brute_force<rules>(searches, positions);
}

TEST(GloucestershireSearch, AgreesWithBruteForceOnTwoPacks) {
    expect_all_as_brute_force<micro_a>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnTwoRanks) {
    expect_all_as_brute_force<micro_b>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnOnePack) {
    expect_all_as_brute_force<micro_c>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnFourRanks) {
    expect_all_as_brute_force<micro_d>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnManyReserves) {
    expect_all_as_brute_force<micro_e>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnOnePile) {
    expect_all_as_brute_force<micro_f>(200);
}

TEST(GloucestershireSearch, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<micro_a, GloucestershireSearch<micro_a>>(30);
    expect_no_win_called_lost<micro_b, GloucestershireSearch<micro_b>>(30);
    expect_no_win_called_lost<micro_c, GloucestershireSearch<micro_c>>(30);
}

TEST(GloucestershireSearch, WinsOfTheRealGameReplay) {
    expect_wins_replay<games::gloucestershire, GloucestershireSearch<games::gloucestershire>>(100);
}

TEST(GloucestershireSearch, IsDeterministicAndReusable) {
    expect_same_when_reused<games::gloucestershire, GloucestershireSearch<games::gloucestershire>>();
}

}  // namespace
}  // namespace quincunx::solver
