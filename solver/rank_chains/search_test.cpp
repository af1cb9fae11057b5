#include "solver/rank_chains/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "games/stalactites.hpp"
#include "solver/common/micro_test.hpp"
#include "solver/solver.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::rank_chains {
namespace {

using quincunx::testing::small_stalactites;

constexpr Rules three_ranks = small_stalactites(3, 2, 4, 1, 2);
constexpr Rules four_ranks = small_stalactites(4, 3, 4, 1, 3);
constexpr Rules five_ranks = small_stalactites(5, 2, 8, 1, 2);
constexpr Rules five_ranks_wide = small_stalactites(5, 4, 4, 1, 2);
constexpr Rules seven_ranks = small_stalactites(7, 3, 8, 1, 3);
constexpr Rules seven_ranks_wide = small_stalactites(7, 6, 4, 1, 2);
constexpr Rules nine_ranks = small_stalactites(9, 4, 8, 2, 2);
constexpr Rules all_ranks = small_stalactites(13, 3, 16, 2, 2);
constexpr Rules three_cells = small_stalactites(9, 4, 8, 3, 2);
constexpr Rules by_twos = quincunx::testing::without_choice(small_stalactites(7, 6, 4, 1), 2);

struct Count {
    int won = 0;
    int lost = 0;
};

template <const Rules& rules, PruneSet off>
void expect_verdict(const Position<rules>& position, Verdict expected, std::uint64_t number) {
    static Search<rules> strategy{off};
    strategy.start(position, Limits{.nodes = 20000});
    while (!strategy.step(50)) {
    }
    if (off != nothing_off && strategy.verdict() == Verdict::unknown) return;  // too much without the rule
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
        expect_verdict<rules, nothing_off>(position, verdict, number);
        expect_verdict<rules, longest_tail>(position, verdict, number);
        expect_verdict<rules, cell_at_once>(position, verdict, number);
        expect_verdict<rules, no_competition>(position, verdict, number);
        expect_verdict<rules, last_card_waits>(position, verdict, number);
        expect_verdict<rules, no_rival>(position, verdict, number);
        expect_verdict<rules, store_to_play>(position, verdict, number);
        expect_verdict<rules, transposition>(position, verdict, number);
        expect_verdict<rules, 127>(position, verdict, number);
        expect_verdict<rules, 127 ^ transposition>(position, verdict, number);
        if (::testing::Test::HasFatalFailure()) break;
    }
    return count;
}

TEST(RankChains, AgreesWithBruteForceOnMicroGames) {
    const Count with_three_cells = compare<three_cells>(150);
    std::vector<Count> counts{compare<five_ranks>(1500), compare<five_ranks_wide>(600),
                              compare<seven_ranks>(1500), with_three_cells};
#ifdef QUINCUNX_THOROUGH
    counts.insert(counts.end(),
                  {compare<three_ranks>(500), compare<four_ranks>(500), compare<seven_ranks_wide>(100),
                   compare<nine_ranks>(200), compare<all_ranks>(100), compare<by_twos>(600)});
#endif
    Count sum;
    for (const Count& count : counts) {
        sum.won += count.won;
        sum.lost += count.lost;
    }
    EXPECT_GT(sum.won, volume(1000));
    EXPECT_GT(sum.lost, volume(500));
    if (volume(150) >= 150) {
        EXPECT_GT(with_three_cells.lost, 0);
    }
    RecordProperty("won", sum.won);
    RecordProperty("lost", sum.lost);
}

/// A rule and those that it needs, on positions that are won and lost: what its branches did is added to
/// `tally`, the verdict is that of the search without the rule, and somewhere it takes fewer nodes.
template <const Rules& rules, PruneSet rule, PruneSet needed = 0>
void expect_fewer_nodes(PruneTally<Branch>& tally, int deals) {
    static Search<rules> plain{127 & ~needed};
    static Search<rules> pruned{127 & ~(needed | rule)};
    int fewer = 0;
    for (std::uint64_t number = 1; number <= static_cast<std::uint64_t>(at_least(deals)); ++number) {
        const Position<rules> position = random_position<rules>(number, 4 * rules.ranks);
        const Limits limits{.nodes = 3000};
        const Verdict expected = solve(plain, position, limits);
        const Verdict verdict = solve(pruned, position, limits);
        tally.add(pruned.tally());
        if (expected != Verdict::unknown && verdict != Verdict::unknown) {
            EXPECT_EQ(verdict, expected) << "deal " << number << " rule " << rule;
        }
        fewer += pruned.nodes() < plain.nodes();
    }
    EXPECT_GT(fewer, 0) << "rule " << rule;
}

TEST(RankChains, EveryBranchOfEveryRuleIsAtWork) {
    PruneTally<Branch> tally;
    expect_fewer_nodes<five_ranks_wide, longest_tail>(tally, 300);
    expect_fewer_nodes<five_ranks_wide, cell_at_once, longest_tail>(tally, 300);
    expect_fewer_nodes<five_ranks_wide, no_competition, longest_tail>(tally, 300);
    expect_fewer_nodes<five_ranks_wide, last_card_waits>(tally, 300);
    expect_fewer_nodes<five_ranks_wide, no_rival, longest_tail | cell_at_once>(tally, 300);
    expect_fewer_nodes<five_ranks_wide, store_to_play, longest_tail | cell_at_once>(tally, 300);
    expect_fewer_nodes<five_ranks_wide, transposition>(tally, 300);
    expect_at_work(tally, Branch::shorter_tail, Branch::transposition);
}

/// Building by twos is building by ones after the ranks are relabeled; and no pruning rule changes a verdict
/// in the real game.
TEST(RankChains, AgreesWithItselfWithoutPruningOnDeals) {
    constexpr const Rules& rules = games::stalactites;
    static Search<rules> strategy;
    static Search<rules> plain{longest_tail | cell_at_once | no_competition | last_card_waits | no_rival};
    int lost = 0;
    const int deals = volume(120);
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

/// The game as its rules say it, on ranks alone: every legal move from every position that can be reached,
/// none twice, nothing forced and nothing left out. Shares no code with the strategy.
class PlainSearch {
  public:
    PlainSearch(const std::vector<Card>& cards, int step) : step_(step) {
        for (std::size_t i = 0; i < 48; ++i) pile_[i % 8][i / 8] = number(cards[i].rank());
        for (std::size_t i = 0; i < 4; ++i) base_[i] = number(cards[48 + i].rank());
    }
    bool winnable() { return visit({}); }

  private:
    struct State {
        std::array<int, 8> taken{};  ///< cards that left each tableau pile
        std::array<int, 2> cell{};
        std::array<int, 4> built{};  ///< cards put on each foundation's first one
    };
    int wanted(const State& state, std::size_t i) const {
        return state.built[i] == 12 ? 0 : (base_[i] - 1 + step_ * (state.built[i] + 1)) % 13 + 1;
    }
    static std::uint64_t key(const State& state) {
        std::uint64_t key = 0;
        for (const int taken : state.taken) key = key * 7 + static_cast<std::uint64_t>(taken);
        for (const int built : state.built) key = key * 13 + static_cast<std::uint64_t>(built);
        const auto [low, high] = std::minmax(state.cell[0], state.cell[1]);
        return (key * 14 + static_cast<std::uint64_t>(low)) * 14 + static_cast<std::uint64_t>(high);
    }
    bool visit(const State& state) {
        if (state.built == std::array{12, 12, 12, 12}) return true;
        if (!seen_.insert(key(state)).second) return false;
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t pile = 0; pile < 8; ++pile) {
                if (state.taken[pile] == 6 || top(state, pile) != wanted(state, i)) continue;
                State next = state;
                ++next.taken[pile];
                ++next.built[i];
                if (visit(next)) return true;
            }
            for (std::size_t cell = 0; cell < 2; ++cell) {
                if (state.cell[cell] == 0 || state.cell[cell] != wanted(state, i)) continue;
                State next = state;
                next.cell[cell] = 0;
                ++next.built[i];
                if (visit(next)) return true;
            }
        }
        const std::size_t free = state.cell[0] == 0 ? 0 : 1;
        for (std::size_t pile = 0; pile < 8 && state.cell[free] == 0; ++pile) {
            if (state.taken[pile] == 6) continue;
            State next = state;
            next.cell[free] = top(state, pile);
            ++next.taken[pile];
            if (visit(next)) return true;
        }
        return false;
    }
    int top(const State& state, std::size_t pile) const {
        return pile_[pile][static_cast<std::size_t>(5 - state.taken[pile])];
    }

    int step_;
    std::array<std::array<int, 6>, 8> pile_{};
    std::array<int, 4> base_{};
    std::unordered_set<std::uint64_t> seen_;
};

Verdict verdict_of(const std::vector<Card>& cards, int choice) {
    static Search<games::stalactites> strategy;
    static Position<games::stalactites> position;
    position.deal(cards);
    position.play(Move::choose(choice));
    strategy.start(position, Limits{});
    while (!strategy.step(100000)) {
    }
    return strategy.verdict();
}

/// On deals, by both increments; and building by twos is building by ones once each rank r is called
/// 7r mod 13, since 2 * 7 is 1 mod 13.
TEST(RankChains, AgreesWithPlainSearchOnDealsAndByTwosIsByOnesRelabelled) {
    int lost = 0;
    for (std::uint64_t number = 51000; number < 51000 + static_cast<std::uint64_t>(volume(1000)); ++number) {
        const auto cards = numbered_deal<games::stalactites>(number);
        auto relabelled = cards;
        for (Card& card : relabelled) {
            const int rank = quincunx::number(card.rank());
            card = Card(rank_of((7 * rank - 1) % 13 + 1), card.suit());
        }
        for (const int step : {1, 2}) {
            PlainSearch plain(cards, step);
            const bool winnable = plain.winnable();
            lost += !winnable;
            const Verdict expected = winnable ? Verdict::winnable : Verdict::unwinnable;
            ASSERT_EQ(verdict_of(cards, step), expected) << "deal " << number << " by " << step;
            if (step == 2) {
                ASSERT_EQ(verdict_of(relabelled, 1), expected) << "deal " << number;
            }
        }
    }
    EXPECT_GT(lost, 0);
}

TEST(RankChains, WinsReplayAndNodesAreTheSameInAnySteps) {
    constexpr const Rules& rules = games::stalactites;
    static Solver<rules> solver;
    static Search<rules> strategy;
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

TEST(RankChains, NodesAreTheSameWhateverWasSearchedBefore) {
    constexpr const Rules& rules = games::stalactites;
    static Search<rules> used;
    for (int i = 0; i < 300; ++i) {
        static Position<rules> position;
        position.deal(numbered_deal<rules>(2200 + static_cast<std::uint64_t>(i)));
        static Search<rules> fresh;
        fresh = Search<rules>{};
        for (Search<rules>* strategy : {&used, &fresh}) {
            strategy->start(position, Limits{});
            while (!strategy->step(100000)) {
            }
        }
        ASSERT_EQ(fresh.nodes(), used.nodes()) << "deal " << 2200 + i;
        ASSERT_EQ(fresh.line().size(), used.line().size());
    }
}

TEST(RankChains, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<five_ranks, Search<five_ranks>>(30);
    expect_no_win_called_lost<seven_ranks, Search<seven_ranks>>(30);
}

/// Sizes of 8 and 4 take four bits and three: with three cells that is more than an entry of the table has room
/// for, so the search must do without it.
TEST(RankChains, KeepsNoStatesWhoseKeyIsTooLong) {
    static constexpr Rules rules = small_stalactites(13, 8, 6, 3, 2);
    const auto nodes = [](const SmallArray<std::uint8_t, 8>& sizes, int mixed, PruneSet off) {
        Problem problem;
        problem.sizes = sizes;
        for (Problem::Foundation& foundation : problem.foundations) foundation = {1, 12};
        for (int i = 0; i < 48; ++i) problem.cards[i] = static_cast<std::uint8_t>(i * mixed % 48 / 4 + 1);
        static VisitedTable table;
        table.resize(1 << 19);
        PruneTally<Branch> tally;
        static DepthFirst<rules> search;
        search = DepthFirst<rules>(off);
        search.start(problem, table, tally);
        search.step(20000);
        return search.nodes();
    };
    bool table_helps = false;
    for (const int mixed : {5, 7, 11, 13, 17, 19, 23}) {
        const SmallArray<std::uint8_t, 8> even{6, 6, 6, 6, 6, 6, 6, 6};
        table_helps |= nodes(even, mixed, nothing_off) < nodes(even, mixed, transposition);
        const SmallArray<std::uint8_t, 8> uneven{8, 8, 8, 8, 4, 4, 4, 4};
        EXPECT_EQ(nodes(uneven, mixed, nothing_off), nodes(uneven, mixed, transposition)) << mixed;
    }
    EXPECT_TRUE(table_helps);
}

TEST(RankChains, KeepsItsLimitOfNodes) {
    constexpr const Rules& rules = games::stalactites;
    static Search<rules> strategy;
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
