#include "solver/strategy/carthage.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "games/carthage.hpp"
#include "solver/exhaustive.hpp"
#include "solver/solver.hpp"
#include "solver/strategy/micro_test.hpp"

namespace quincunx::solver {
namespace {

/// A smaller Carthage: fewer ranks, piles and cards in the reserves.
constexpr Rules micro(const Rules& parent, int decks, int ranks, int tableau, int reserve, int rounds) {
    Rules rules = parent;
    rules.id = "micro";
    rules.decks = decks;
    rules.ranks = ranks;
    rules.foundations[0].piles = suit_count * decks;
    rules.foundations[0].length = ranks;
    rules.foundations[0].per_suit = decks;
    rules.tableau.piles = tableau;
    rules.reserve.piles = reserve;
    rules.deal[1].rounds = rounds;
    return rules;
}
constexpr Rules micro_a = micro(games::carthage, 2, 3, 2, 3, 3);
constexpr Rules micro_b = micro(games::carthage, 2, 3, 3, 2, 2);
constexpr Rules micro_c = micro(games::carthage, 1, 5, 2, 2, 2);
constexpr Rules micro_d = micro(games::carthage, 2, 3, 2, 2, 5);
constexpr Rules micro_e = micro(games::carthage, 1, 5, 1, 3, 2);
constexpr Rules strict_a = micro(games::carthage_strict, 2, 3, 3, 2, 2);
constexpr Rules strict_b = micro(games::carthage_strict, 1, 5, 2, 3, 1);
constexpr Rules strict_c = micro(games::carthage_strict, 2, 3, 4, 3, 1);

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
    std::vector<CarthageSearch<rules>> searches;
    for (PruneSet off = 0; off < 16; ++off) {
        searches.emplace_back(off);
        typename CarthageSearch<rules>::Plan plan;
        plan.width = 1U << (off % 4);
        plan.growth = 4;
        // Beams that go on to the end, attempts that are given up, attempts that see everything.
        if (off % 3 == 0) plan.attempts = {{{2, 3, 10}, {16, 1000, 2000}}};
        if (off % 3 == 1) plan.attempts[0] = {8, ~std::uint64_t{0}, ~std::uint64_t{0}};
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
        for (CarthageSearch<rules>& search : searches) {
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

TEST(CarthageSearch, AgreesWithBruteForceOnThreeReserves) {
    expect_as_brute_force<micro_a>(300);
}
TEST(CarthageSearch, AgreesWithBruteForceOnThreePiles) {
    expect_as_brute_force<micro_b>(300);
}
TEST(CarthageSearch, AgreesWithBruteForceOnOnePack) {
    expect_as_brute_force<micro_c>(300);
}
TEST(CarthageSearch, AgreesWithBruteForceOnDeepReserves) {
    expect_as_brute_force<micro_d>(300);
}
TEST(CarthageSearch, AgreesWithBruteForceOnOnePile) {
    expect_as_brute_force<micro_e>(300);
}
TEST(CarthageSearch, AgreesWithBruteForceStrict) {
    expect_as_brute_force<strict_a>(300);
}
TEST(CarthageSearch, AgreesWithBruteForceStrictOnOnePack) {
    expect_as_brute_force<strict_b>(300);
}
TEST(CarthageSearch, AgreesWithBruteForceStrictOnManyPiles) {
    expect_as_brute_force<strict_c>(100);
}

TEST(CarthageSearch, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<micro_a, CarthageSearch<micro_a>>(30);
    expect_no_win_called_lost<micro_c, CarthageSearch<micro_c>>(30);
    expect_no_win_called_lost<strict_a, CarthageSearch<strict_a>>(30);
}

/// What a large search keeps for the next one, which may have less memory: many small layers, while a large
/// one has been given back, so that the first state of all may find no room.
TEST(CarthageSearch, NeverCallsAWinLostForLackOfMemoryAfterALargeSearch) {
    CarthageSearch<games::carthage> search;
    Position<games::carthage> large;
    large.deal(numbered_deal<games::carthage>(1000202));
    int won = 0;
    for (std::uint64_t deal = 1000001; deal < 1000011; ++deal) {
        Position<games::carthage> position;
        position.deal(numbered_deal<games::carthage>(deal));
        if (solve(search, position, {.nodes = 3000}) != Verdict::winnable) continue;
        ++won;
        solve(search, large, {.nodes = 11000});
        expect_not_called_lost(search, position, deal);
    }
    EXPECT_GT(won, 0);
}

TEST(CarthageSearch, WinsOfTheRealGameReplay) {
    CarthageSearch<games::carthage> search;
    int won = 0;
    for (std::uint64_t deal = 1000001; deal < 1000001 + static_cast<std::uint64_t>(volume(50)); ++deal) {
        Position<games::carthage> position;
        position.deal(numbered_deal<games::carthage>(deal));
        if (solve(search, position, {.nodes = 3000}) != Verdict::winnable) continue;
        ++won;
        EXPECT_TRUE(replays<games::carthage>(position, search.line())) << deal;
    }
    EXPECT_GT(won, 0);
}

TEST(CarthageSearch, IsDeterministicAndReusable) {
    CarthageSearch<games::carthage> fresh;
    CarthageSearch<games::carthage> used;
    for (std::uint64_t deal = 1000001; deal < 1000011; ++deal) {
        Position<games::carthage> position;
        position.deal(numbered_deal<games::carthage>(deal));
        const Verdict verdict = solve(used, position, {.nodes = 2000});
        fresh = CarthageSearch<games::carthage>{};
        EXPECT_EQ(solve(fresh, position, {.nodes = 2000}), verdict);
        EXPECT_EQ(fresh.progress().nodes, used.progress().nodes);
    }
}

}  // namespace
}  // namespace quincunx::solver
