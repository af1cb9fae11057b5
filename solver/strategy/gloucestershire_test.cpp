#include "solver/strategy/gloucestershire.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "games/gloucestershire.hpp"
#include "solver/exhaustive.hpp"
#include "solver/solver.hpp"
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

template <class Search, class P>
Verdict solve(Search& search, const P& position, const Limits& limits = {}) {
    search.start(position, limits);
    while (!search.step(1000)) {
    }
    return search.verdict();
}

struct Tally {
    int won = 0;
    int lost = 0;
    int skipped = 0;
};

/// Deals, and positions some random moves later, are judged as by brute force, whatever is switched off.
template <const Rules& rules>
Tally compare(int deals, std::uint64_t first) {
    Tally tally;
    ExhaustiveSearch<rules> exhaustive;
    std::vector<GloucestershireSearch<rules>> searches;
    for (PruneSet off = 0; off < 4; ++off) {
        searches.emplace_back(off);
        typename GloucestershireSearch<rules>::Plan plan;
        plan.width = 1U << (off % 4);
        plan.growth = 8;
        plan.complete_from = 64;
        searches.back().set_plan(plan);
    }
    std::uint64_t random = first;
    for (int deal = 0; deal < deals; ++deal) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(first + static_cast<std::uint64_t>(deal)));
        for (int moves = deal % 4 == 0 ? 0 : deal % 13; moves > 0; --moves) {
            MoveList<rules> list;
            generate(position, list);
            if (list.empty()) break;
            random = random * 6364136223846793005ULL + 1442695040888963407ULL;
            position.play(list[(random >> 33) % list.size()]);
        }
        const Verdict truth = solve(exhaustive, position, {.nodes = 30000});
        if (truth == Verdict::unknown) {
            ++tally.skipped;
            continue;
        }
        ++(truth == Verdict::winnable ? tally.won : tally.lost);
        for (GloucestershireSearch<rules>& search : searches) {
            const auto off = static_cast<int>(&search - searches.data());
            EXPECT_EQ(solve(search, position), truth)
                << "deal " << first + static_cast<std::uint64_t>(deal) << " off " << off;
            if (truth == Verdict::winnable) {
                EXPECT_TRUE(replays<rules>(position, search.line()));
            }
        }
        if (::testing::Test::HasFailure()) break;
    }
    ::testing::Test::RecordProperty("won", tally.won);
    ::testing::Test::RecordProperty("lost", tally.lost);
    ::testing::Test::RecordProperty("skipped", tally.skipped);
    return tally;
}

template <const Rules& rules>
void expect_as_brute_force(int deals) {
    const Tally tally = compare<rules>(volume(deals), 100001);
    EXPECT_GT(tally.won + tally.lost, tally.skipped);
}

TEST(GloucestershireSearch, AgreesWithBruteForceOnTwoPacks) {
    expect_as_brute_force<micro_a>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnTwoRanks) {
    expect_as_brute_force<micro_b>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnOnePack) {
    expect_as_brute_force<micro_c>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnFourRanks) {
    expect_as_brute_force<micro_d>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnManyReserves) {
    expect_as_brute_force<micro_e>(200);
}
TEST(GloucestershireSearch, AgreesWithBruteForceOnOnePile) {
    expect_as_brute_force<micro_f>(200);
}

TEST(GloucestershireSearch, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<micro_a, GloucestershireSearch<micro_a>>(30);
    expect_no_win_called_lost<micro_b, GloucestershireSearch<micro_b>>(30);
    expect_no_win_called_lost<micro_c, GloucestershireSearch<micro_c>>(30);
}

TEST(GloucestershireSearch, WinsOfTheRealGameReplay) {
    GloucestershireSearch<games::gloucestershire> search;
    int won = 0;
    for (std::uint64_t deal = 1000001; deal < 1000001 + static_cast<std::uint64_t>(volume(100)); ++deal) {
        Position<games::gloucestershire> position;
        position.deal(numbered_deal<games::gloucestershire>(deal));
        if (solve(search, position, {.nodes = 3000}) != Verdict::winnable) continue;
        ++won;
        EXPECT_TRUE(replays<games::gloucestershire>(position, search.line())) << deal;
    }
    EXPECT_GT(won, 0);
}

TEST(GloucestershireSearch, IsDeterministicAndReusable) {
    GloucestershireSearch<games::gloucestershire> fresh;
    GloucestershireSearch<games::gloucestershire> used;
    for (std::uint64_t deal = 1000001; deal < 1000011; ++deal) {
        Position<games::gloucestershire> position;
        position.deal(numbered_deal<games::gloucestershire>(deal));
        const Verdict verdict = solve(used, position, {.nodes = 2000});
        fresh = GloucestershireSearch<games::gloucestershire>{};
        EXPECT_EQ(solve(fresh, position, {.nodes = 2000}), verdict);
        EXPECT_EQ(fresh.progress().nodes, used.progress().nodes);
    }
}

}  // namespace
}  // namespace quincunx::solver
