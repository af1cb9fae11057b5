#include "solver/strategy/rank_chains.hpp"

#include <gtest/gtest.h>

#include "games/stalactites.hpp"
#include "solver/solver.hpp"
#include "solver/strategy/micro_test.hpp"

namespace quincunx::solver::rank_chains {
namespace {

constexpr Rules micro(int ranks, int piles, int rounds, int cells, int second_increment) {
    Rules rules = games::stalactites;
    rules.id = "micro";
    rules.ranks = ranks;
    rules.tableau.piles = piles;
    rules.reserve.piles = cells;
    rules.foundations[0].length = ranks;
    rules.increments = {1, second_increment};
    rules.deal[0].rounds = rounds;
    return rules;
}
constexpr Rules three_ranks = micro(3, 2, 4, 1, 2);
constexpr Rules four_ranks = micro(4, 3, 4, 1, 3);
constexpr Rules five_ranks = micro(5, 2, 8, 1, 2);
constexpr Rules five_ranks_wide = micro(5, 4, 4, 1, 2);
constexpr Rules seven_ranks = micro(7, 3, 8, 1, 3);
constexpr Rules seven_ranks_wide = micro(7, 6, 4, 1, 2);
constexpr Rules nine_ranks = micro(9, 4, 8, 2, 2);
constexpr Rules all_ranks = micro(13, 3, 16, 2, 2);

struct Count {
    int won = 0;
    int lost = 0;
};

template <const Rules& rules, PruneSet off>
void expect_verdict(const Position<rules>& position, Verdict expected, std::uint64_t number) {
    static Strategy<rules, off> strategy;
    strategy.start(position, Limits{.nodes = 20000});
    while (!strategy.step(50)) {
    }
    if (off != prune_all && strategy.verdict() == Verdict::unknown) return;  // too much without the rule
    ASSERT_EQ(strategy.verdict(), expected)
        << "ranks " << rules.ranks << " deal " << number << " off " << off;
    if (expected == Verdict::winnable) {
        ASSERT_TRUE(replays(position, strategy.line())) << "deal " << number << " off " << off;
    }
}

template <const Rules& rules>
Count compare(int deals) {
    Count count;
    for (std::uint64_t number = 40000; number < 40000 + static_cast<std::uint64_t>(volume(deals)); ++number) {
        const Position<rules> position = random_position<rules>(number, 4 * rules.ranks);
        const Verdict verdict = brute_force(position, 60000);
        if (verdict == Verdict::unknown) continue;
        (verdict == Verdict::winnable ? count.won : count.lost) += 1;
        expect_verdict<rules, prune_all>(position, verdict, number);
        expect_verdict<rules, longest_tail>(position, verdict, number);
        expect_verdict<rules, cell_at_once>(position, verdict, number);
        expect_verdict<rules, no_competition>(position, verdict, number);
        expect_verdict<rules, last_card_waits>(position, verdict, number);
        expect_verdict<rules, no_rival>(position, verdict, number);
        expect_verdict<rules, store_to_play>(position, verdict, number);
        expect_verdict<rules, transposition>(position, verdict, number);
        expect_verdict<rules, 127>(position, verdict, number);
        expect_verdict<rules, 127 ^ transposition>(position, verdict, number);
        if (testing::Test::HasFatalFailure()) break;
    }
    return count;
}

TEST(RankChains, AgreesWithBruteForceOnMicroGames) {
    Count sum;
    for (const Count& count :
         {compare<three_ranks>(500), compare<four_ranks>(500), compare<five_ranks>(1500),
          compare<five_ranks_wide>(600), compare<seven_ranks>(1500), compare<seven_ranks_wide>(100),
          compare<nine_ranks>(200), compare<all_ranks>(100)}) {
        std::printf("%d won, %d lost\n", count.won, count.lost);
        sum.won += count.won;
        sum.lost += count.lost;
    }
    EXPECT_GT(sum.won, 1000);
    EXPECT_GT(sum.lost, 1000);
    RecordProperty("won", sum.won);
    RecordProperty("lost", sum.lost);
}

/// By twos is by ones after the ranks are relabelled; and no pruning rule changes a verdict in the real game.
TEST(RankChains, AgreesWithItselfWithoutPruningOnDeals) {
    constexpr const Rules& rules = games::stalactites;
    static Strategy<rules> strategy;
    static Strategy<rules, longest_tail | cell_at_once | no_competition | last_card_waits | no_rival> plain;
    int lost = 0;
    const int deals = volume(60);
    for (int i = 0; i < deals; ++i) {
        static Position<rules> position;
        position.deal(numbered_deal<rules>(50000 + static_cast<std::uint64_t>(i)));
        position.play(Move::choose(1 + i % 2));
        strategy.start(position, Limits{});
        while (!strategy.step(1000)) {
        }
        plain.start(position, Limits{.nodes = 2000000});
        while (!plain.step(10000)) {
        }
        if (plain.verdict() == Verdict::unknown) continue;
        ASSERT_EQ(strategy.verdict(), plain.verdict()) << "deal " << 50000 + i;
        lost += strategy.verdict() == Verdict::unwinnable;
    }
    EXPECT_GT(lost, 0);
}

TEST(RankChains, WinsReplayAndNodesAreTheSameInAnySteps) {
    constexpr const Rules& rules = games::stalactites;
    static Solver<rules> solver;
    static Strategy<rules> strategy;
    for (int i = 0; i < volume(500); ++i) {
        static Position<rules> position;
        position.deal(numbered_deal<rules>(60000 + static_cast<std::uint64_t>(i)));
        solver.start(position, Limits{});
        while (!solver.step(1 << 30)) {
        }
        ASSERT_FALSE(solver.defective());
        ASSERT_NE(solver.verdict(), Verdict::unknown);
        strategy.start(position, Limits{});
        while (!strategy.step(7)) {
        }
        ASSERT_EQ(strategy.verdict(), solver.verdict());
        ASSERT_EQ(strategy.progress().nodes, solver.progress().nodes);
    }
}

TEST(RankChains, KeepsItsLimitOfNodes) {
    constexpr const Rules& rules = games::stalactites;
    static Strategy<rules> strategy;
    for (std::uint64_t number = 70000; number < 70100; ++number) {
        static Position<rules> position;
        position.deal(numbered_deal<rules>(number));
        strategy.start(position, Limits{.nodes = 40, .memory = 1 << 12});
        while (!strategy.step(1000)) {
        }
        EXPECT_LE(strategy.progress().nodes, 42U);
    }
}

}  // namespace
}  // namespace quincunx::solver::rank_chains
