#include "solver/two_way/search.hpp"

#include <gtest/gtest.h>

#include "solver/common/micro_test.hpp"
#include "solver/solver.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::two_way {
namespace {

using quincunx::testing::small_grandfather;

constexpr auto from_both = Refill::from_stock_then_waste;
constexpr Rules two_redeal = small_grandfather(2, 1, 1, from_both);
constexpr Rules three = small_grandfather(3, 2, 0, from_both);
constexpr Rules three_narrow = small_grandfather(3, 1, 0, from_both);
constexpr Rules three_none = small_grandfather(3, 2, 0, Refill::none);
constexpr Rules three_wide = small_grandfather(3, 3, 0, from_both);
constexpr Rules four = small_grandfather(4, 1, 0, from_both);
constexpr Rules five_wide = small_grandfather(5, 10, 0, from_both);
constexpr Rules two = small_grandfather(2, 1, 0, from_both);
constexpr Rules two_waste = small_grandfather(2, 1, 0, Refill::from_waste);
constexpr Rules two_waste_redeal = small_grandfather(2, 1, 1, Refill::from_waste);
constexpr Rules three_waste = small_grandfather(3, 1, 0, Refill::from_waste);
constexpr Rules three_none_narrow = small_grandfather(3, 1, 0, Refill::none);
constexpr Rules three_redeal = small_grandfather(3, 1, 1, from_both);
constexpr Rules three_waste_redeal = small_grandfather(3, 1, 1, Refill::from_waste);
constexpr Rules four_none = small_grandfather(4, 1, 0, Refill::none);
constexpr Rules five_waste = small_grandfather(5, 1, 0, Refill::from_waste);

constexpr std::uint64_t brute_force_nodes = 6000;

struct Count {
    int won = 0;
    int lost = 0;
    int open = 0;      ///< of the won: the strategy did not find it within its nodes
    int no_order = 0;  ///< of the lost: refuted by `PlayOrder`
};

/// The search may find a win later than brute force did. But what brute force exhausted, it must exhaust too,
/// since it never has more states to visit.
template <const Rules& rules>
void expect_verdict(DepthFirst<rules>& search, PruneSet off, const Position<rules>& position,
                    Verdict expected, std::uint64_t number) {
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
    constexpr std::array<PruneSet, 7> sets_off{nothing_off,
                                               last_copy,
                                               equal_piles,
                                               closure,
                                               play_order,
                                               closure | play_order,
                                               last_copy | equal_piles | closure | play_order};
    std::vector<DepthFirst<rules>> searches(sets_off.begin(), sets_off.end());
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
        for (std::size_t i = 0; i < searches.size(); ++i)
            expect_verdict(searches[i], sets_off[i], position, verdict, number);
        State<rules> state;
        state.read(position);
        if (PlayOrder<rules>(state).lost()) {
            EXPECT_EQ(verdict, Verdict::unwinnable) << "ranks " << rules.ranks << " deal " << number;
            count.no_order += 1;
        }
        if (::testing::Test::HasFatalFailure()) break;
    }
    return count;
}

TEST(TwoWay, AgreesWithBruteForceOnMicroGames) {
    std::vector<Count> counts{compare<two_redeal>(1000),   compare<three>(150),
                              compare<three_narrow>(3000), compare<three_none>(300),
                              compare<four>(1000),         compare<two_waste_redeal>(1000)};
#ifdef QUINCUNX_THOROUGH
    counts.insert(counts.end(),
                  {compare<two>(1500), compare<two_waste>(1500), compare<three_waste>(3000),
                   compare<three_none_narrow>(3000), compare<three_redeal>(200),
                   compare<three_waste_redeal>(200), compare<four_none>(1000), compare<five_waste>(100)});
#endif
    Count sum;
    for (const Count& count : counts) {
        sum.won += count.won;
        sum.lost += count.lost;
        sum.open += count.open;
        sum.no_order += count.no_order;
    }
    EXPECT_GT(sum.won, volume(3000));
    EXPECT_GT(sum.lost, volume(200));
    EXPECT_LT(sum.open, sum.won / 50);
    RecordProperty("won", sum.won);
    RecordProperty("lost", sum.lost);
    RecordProperty("open", sum.open);
    RecordProperty("no order", sum.no_order);
}

/// A pile with the two of clubs under the ace; one ace and one two have gone up, so these must go down.
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

/// The one free two of hearts can go up or down. Up it frees the ace of diamonds, down the two of diamonds;
/// the other two of hearts waits for both, under the three of diamonds.
TEST(TwoWay, PlayOrderSeesThatOneCardServesOneFoundation) {
    constexpr Face hearts = 2 << 4;
    constexpr Face diamonds = 3 << 4;
    State<three_wide> state{};
    state.next_up.fill(4);
    state.next_down.fill(0);
    state.next_up[2] = state.next_down[2] = 2;
    state.next_up[3] = 1;
    state.stock[0] = hearts + 2;
    state.stock_end = 1;
    state.under = {diamonds + 1, diamonds + 2, hearts + 2};
    state.cover = {hearts + 3, hearts + 1, diamonds + 3};
    EXPECT_FALSE(Closure<three_wide>::lost(state));
    EXPECT_TRUE(PlayOrder<three_wide>(state).lost());
    std::swap(state.under[2], state.cover[2]);
    EXPECT_FALSE(PlayOrder<three_wide>(state).lost());
}

/// A state as it could be when stock and waste are used up: foundations of any height, the other cards in
/// piles in any order. No cards at all if they do not find room.
template <const Rules& rules>
State<rules> random_pairs(std::uint64_t seed) {
    Jitter random(seed);
    State<rules> state{};
    std::vector<Face> cards;
    for (int suit = 0; suit < suit_count; ++suit) {
        state.next_up[suit] = static_cast<std::uint8_t>(1 + random.below(rules.ranks + 1));
        state.next_down[suit] = static_cast<std::uint8_t>(random.below(rules.ranks + 1));
        for (int rank = 1; rank <= rules.ranks; ++rank) {
            const int home = (rank < state.next_up[suit] ? 1 : 0) + (rank > state.next_down[suit] ? 1 : 0);
            cards.insert(cards.end(), static_cast<std::size_t>(2 - home),
                         static_cast<Face>(suit << 4 | rank));
        }
    }
    state.home = static_cast<std::uint8_t>(static_cast<std::size_t>(rules.card_count()) - cards.size());
    for (std::size_t i = cards.size(); i > 1; --i)
        std::swap(cards[i - 1], cards[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    for (int pile = 0; pile < rules.tableau.piles && !cards.empty(); ++pile) {
        state.under[pile] = cards.back();
        cards.pop_back();
        if (cards.empty() || random.below(8) == 0) continue;
        state.cover[pile] = cards.back();
        cards.pop_back();
    }
    return cards.empty() ? state : State<rules>{};
}

/// Without stock and waste it is no relaxed game any more, so it must say exactly what a search without any
/// pruning says.
TEST(TwoWay, PlayOrderIsExactWithoutStockAndWaste) {
    static DepthFirst<five_wide> search{last_copy | equal_piles | closure | play_order};
    int won = 0;
    int lost = 0;
    int only_by_order = 0;
    PruneTally<OrderBranch> tally;
    for (std::uint64_t seed = 1; seed <= 20000; ++seed) {
        const auto state = random_pairs<five_wide>(seed);
        if (state.under[0] == 0) continue;
        search.start(state, std::size_t{1} << 24);
        while (search.nodes() < 200000 && !search.step(1000)) {
        }
        ASSERT_NE(search.verdict(), Verdict::unknown) << "seed " << seed;
        const bool is_lost = search.verdict() == Verdict::unwinnable;
        PlayOrder<five_wide> order(state);
        ASSERT_EQ(order.lost(), is_lost) << "seed " << seed;
        tally.add(order.tally());
        ++(is_lost ? lost : won);
        only_by_order += is_lost && !Closure<five_wide>::lost(state);
    }
    EXPECT_GT(won, 3000);
    EXPECT_GT(lost, 2000);
    EXPECT_GT(only_by_order, 50);
    expect_at_work(tally, OrderBranch::last, OrderBranch::seen);
    RecordProperty("only by order", only_by_order);
}

/// A rule, and those that it needs, on positions that are won and lost: what its branches did is added to
/// `tally`, and the verdict is that of the search without the rule. The number of positions in which the
/// rule takes fewer nodes.
template <const Rules& rules, PruneSet rule, PruneSet needed = 0>
int count_fewer_nodes(PruneTally<Branch>& tally, const std::vector<State<rules>>& states) {
    static DepthFirst<rules> plain{31 & ~needed};
    static DepthFirst<rules> pruned{31 & ~(needed | rule)};
    constexpr std::uint64_t most_nodes = 3000;
    const auto run = [](auto& search, const State<rules>& state) {
        search.start(state, std::size_t{1} << 20);
        while (search.nodes() < most_nodes && !search.step(100)) {
        }
    };
    int fewer = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        run(plain, states[i]);
        run(pruned, states[i]);
        tally.add(pruned.tally());
        if (plain.verdict() != Verdict::unknown && pruned.verdict() != Verdict::unknown) {
            EXPECT_EQ(plain.verdict(), pruned.verdict()) << "state " << i << " rule " << rule;
        }
        fewer += pruned.nodes() < plain.nodes();
    }
    return fewer;
}

template <const Rules& rules>
std::vector<State<rules>> random_states(int count) {
    std::vector<State<rules>> states(static_cast<std::size_t>(at_least(count)));
    for (std::size_t i = 0; i < states.size(); ++i)
        states[i].read(random_position<rules>(i + 1, 12 * rules.ranks));
    return states;
}
template <const Rules& rules>
std::vector<State<rules>> random_endings(int count) {
    std::vector<State<rules>> states;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(at_least(count)); ++seed) {
        const auto state = random_pairs<rules>(seed);
        if (state.under[0] != 0) states.push_back(state);
    }
    return states;
}

TEST(TwoWay, EveryBranchOfEveryRuleIsAtWork) {
    PruneTally<Branch> tally;
    const auto states = random_states<three>(800);
    const auto endings = random_endings<five_wide>(2000);
    EXPECT_GT((count_fewer_nodes<three, last_copy>(tally, states)), 0);
    EXPECT_GT((count_fewer_nodes<five_wide, equal_piles, transposition>(tally, endings)), 0);
    count_fewer_nodes<three, equal_piles>(tally, states);
    count_fewer_nodes<three_none, equal_piles>(tally,
                                               random_states<three_none>(800));  // only here are spaces
    EXPECT_GT((count_fewer_nodes<three, transposition>(tally, states)), 0);
    EXPECT_GT((count_fewer_nodes<three, closure>(tally, states)), 0);
    EXPECT_GT((count_fewer_nodes<five_wide, play_order>(tally, endings)), 0);
    expect_at_work(tally, Branch::last_copy_twin_up, Branch::play_order);
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
    expect_no_win_called_lost<two_redeal, Search<two_redeal>>(30);
    expect_no_win_called_lost<three_narrow, Search<three_narrow>>(30);
    expect_no_win_called_lost<four, Search<four>>(30);
}

TEST(TwoWay, AnswersAlikeInAnySteps) {
    constexpr const Rules& rules = three;
    static Search<rules> coarse, fine;
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
