#include "solver/strategy/two_way.hpp"

#include <gtest/gtest.h>

#include "games/grandfather.hpp"
#include "solver/solver.hpp"
#include "solver/strategy/micro_test.hpp"

namespace quincunx::solver::two_way {
namespace {

constexpr Rules micro(int ranks, int piles, int redeals, Refill refill) {
    Rules rules = games::grandfather;
    rules.id = "micro";
    rules.ranks = ranks;
    rules.tableau.piles = piles;
    rules.tableau.refill = refill;
    rules.stock.redeal.count = redeals;
    for (FoundationGroup& group : rules.foundations) group.length = ranks;
    rules.foundations[1].start_rank = ranks;
    return rules;
}
constexpr auto from_both = Refill::from_stock_then_waste;
constexpr Rules two_redeal = micro(2, 1, 1, from_both);
constexpr Rules three = micro(3, 2, 0, from_both);
constexpr Rules three_narrow = micro(3, 1, 0, from_both);
constexpr Rules three_none = micro(3, 2, 0, Refill::none);
constexpr Rules four = micro(4, 1, 0, from_both);
#ifndef QUINCUNX_FEW_GAMES
constexpr Rules two = micro(2, 1, 0, from_both);
constexpr Rules two_waste = micro(2, 1, 0, Refill::from_waste);
constexpr Rules two_waste_redeal = micro(2, 1, 1, Refill::from_waste);
constexpr Rules three_waste = micro(3, 1, 0, Refill::from_waste);
constexpr Rules three_none_narrow = micro(3, 1, 0, Refill::none);
constexpr Rules three_redeal = micro(3, 1, 1, from_both);
constexpr Rules three_waste_redeal = micro(3, 1, 1, Refill::from_waste);
constexpr Rules four_none = micro(4, 1, 0, Refill::none);
constexpr Rules five_waste = micro(5, 1, 0, Refill::from_waste);
#endif

constexpr std::uint64_t brute_force_nodes = 6000;

struct Count {
    int won = 0;
    int lost = 0;
    int open = 0;  ///< of the won: the strategy did not find it within its nodes
};

/// The search may find its way to a win later than brute force did; what brute force exhausted it must
/// exhaust, too, as it knows no more states than that one.
template <const Rules& rules, PruneSet off>
void expect_verdict(const Position<rules>& position, Verdict expected, std::uint64_t number) {
    static Search<rules, off> search;
    State<rules> state;
    state.read(position);
    search.start(state, std::size_t{1} << 24);
    const std::uint64_t most_nodes = expected == Verdict::winnable ? 3000 : 30 * brute_force_nodes;
    while (search.nodes() < most_nodes && !search.step(100)) {
    }
    if (expected == Verdict::winnable && search.verdict() == Verdict::unknown) return;
    ASSERT_EQ(search.verdict(), expected) << "ranks " << rules.ranks << " piles " << rules.tableau.piles
                                          << " deal " << number << " off " << off;
}

/// Brute force on random positions that it decides within its nodes; each pruning rule on and off.
template <const Rules& rules>
Count compare(int deals) {
    static Solver<rules> solver;
    Count count;
    for (std::uint64_t number = 40000; number < 40000 + static_cast<std::uint64_t>(volume(deals)); ++number) {
        const Position<rules> position = random_position<rules>(number, 12 * rules.ranks);
        const Verdict verdict = brute_force(position, brute_force_nodes);
        if (verdict == Verdict::unknown) continue;
        solver.start(position, Limits{.nodes = 300000});
        while (!solver.step(100)) {
        }
        EXPECT_FALSE(solver.defective()) << "deal " << number;
        (verdict == Verdict::winnable ? count.won : count.lost) += 1;
        const bool open = verdict == Verdict::winnable && solver.verdict() == Verdict::unknown;
        count.open += open;
        if (!open) {
            EXPECT_EQ(solver.verdict(), verdict) << "ranks " << rules.ranks << " deal " << number;
        }
        expect_verdict<rules, prune_all>(position, verdict, number);
        expect_verdict<rules, last_copy>(position, verdict, number);
        expect_verdict<rules, equal_piles>(position, verdict, number);
        expect_verdict<rules, closure>(position, verdict, number);
        expect_verdict<rules, last_copy | equal_piles | closure>(position, verdict, number);
        if (testing::Test::HasFatalFailure()) break;
    }
    return count;
}

TEST(TwoWay, AgreesWithBruteForceOnMicroGames) {
    std::vector<Count> counts{compare<two_redeal>(1000), compare<three>(150), compare<three_narrow>(3000),
                              compare<three_none>(300), compare<four>(1000)};
#ifndef QUINCUNX_FEW_GAMES
    counts.insert(counts.end(),
                  {compare<two>(1500), compare<two_waste>(1500), compare<two_waste_redeal>(1000),
                   compare<three_waste>(3000), compare<three_none_narrow>(3000), compare<three_redeal>(200),
                   compare<three_waste_redeal>(200), compare<four_none>(1000), compare<five_waste>(100)});
#endif
    Count sum;
    for (const Count& count : counts) {
        sum.won += count.won;
        sum.lost += count.lost;
        sum.open += count.open;
    }
    EXPECT_GT(sum.won, volume(3000));
    EXPECT_GT(sum.lost, volume(300));
    EXPECT_LT(sum.open, sum.won / 50);
    RecordProperty("won", sum.won);
    RecordProperty("lost", sum.lost);
    RecordProperty("open", sum.open);
}

/// A pile of the two of clubs under the ace; one ace and one two have gone up, these must go down.
TEST(TwoWay, ClosureSeesACardThatWaitsForTheOneBelow) {
    constexpr Face ace = 1;
    constexpr Face deuce = 2;
    State<three> state{};
    state.next_up.fill(4);
    state.next_down.fill(0);
    state.next_up[0] = 3;
    state.next_down[0] = 3;
    state.stock[0] = state.stock[1] = 3;
    state.stock_end = 2;
    state.under[0] = deuce;
    state.cover[0] = ace;
    EXPECT_TRUE(Closure<three>::lost(state));
    std::swap(state.under[0], state.cover[0]);
    EXPECT_FALSE(Closure<three>::lost(state));
}

template <const Rules& rules>
void expect_all_won(int deals) {
    static Solver<rules> solver;
    for (std::uint64_t number = 80000; number < 80000 + static_cast<std::uint64_t>(volume(deals)); ++number) {
        static Position<rules> position;
        position.deal(numbered_deal<rules>(number));
        solver.start(position, Limits{.nodes = 1000000});
        while (!solver.step(1000)) {
        }
        ASSERT_FALSE(solver.defective()) << number;
        ASSERT_EQ(solver.verdict(), Verdict::winnable) << number;
    }
}

TEST(TwoWay, WinsDeals) {
    expect_all_won<games::grandfather>(2000);
    expect_all_won<games::grandfather_classic>(2000);
}

TEST(TwoWay, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<two_redeal, Strategy<two_redeal>>(30);
    expect_no_win_called_lost<three_narrow, Strategy<three_narrow>>(30);
    expect_no_win_called_lost<four, Strategy<four>>(30);
}

TEST(TwoWay, AnswersAlikeInAnySteps) {
    constexpr const Rules& rules = three;
    static Strategy<rules> coarse, fine;
    for (std::uint64_t number = 90000; number < 90200; ++number) {
        const Position<rules> position = random_position<rules>(number, 30);
        coarse.start(position, Limits{.nodes = 5000});
        while (!coarse.step(1 << 30)) {
        }
        fine.start(position, Limits{.nodes = 5000});
        while (!fine.step(3)) {
        }
        ASSERT_EQ(coarse.verdict(), fine.verdict());
        ASSERT_TRUE(
            std::equal(coarse.line().begin(), coarse.line().end(), fine.line().begin(), fine.line().end()));
    }
}

}  // namespace
}  // namespace quincunx::solver::two_way
