#include "solver/carthage/search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::carthage {
namespace {

constexpr Rules micro_a = testing::small_carthage(games::carthage, 2, 3, 2, 3, 3);
// Four ranks of two packs, to be won or lost from positions well on in the game.
constexpr Rules micro_f = testing::small_carthage(games::carthage, 2, 4, 1, 3, 4);
// Four reserves, which leave room for cards to change their places.
constexpr Rules four_reserves = testing::small_carthage(games::carthage, 1, 6, 2, 4, 2);
constexpr Rules four_reserves_two_packs = testing::small_carthage(games::carthage, 2, 4, 3, 4, 3);
constexpr Rules strict_a = testing::small_carthage(games::carthage_strict, 2, 3, 3, 2, 2);

/// Some of the sets of pruning rules that are off, so that of any three rules every combination occurs (of
/// any five of all but the last), with different plans.
template <const Rules& rules>
void expect_all_as_brute_force(int positions, int most_moves = 13) {
    std::vector<Search<rules>> searches;
    for (PruneSet off = 0; off < 64; ++off) {
        if (std::popcount(off) % 2 != 0) continue;
        searches.emplace_back(std::popcount(off & 0b010101U) % 2 == 0 ? off : off | Prune::bag);
        typename Search<rules>::Plan plan;
        plan.width = 1U << (off % 4);
        plan.growth = 2 + off % 3;
        plan.keep_layers = off % 5 < 3;
        plan.bag_from = 0;
        plan.dives = {
            .dives = 2, .growth = 3, .states = 1 + off % 5, .last_states = 1 + off % 9, .dealt = 1 + off % 3};
        // Beams that go on to the end, attempts that are given up, attempts that see everything.
        if (off % 3 == 0) plan.attempts = {{2, 3, 10}, {16, 1000, 2000}};
        if (off % 3 == 1) plan.attempts = {{8, ~std::uint64_t{0}, ~std::uint64_t{0}}};
        searches.back().set_plan(plan);
    }
    expect_as_brute_force<rules>(searches, positions, most_moves);
}

TEST(CarthageSearch, AgreesWithBruteForce) {
    expect_all_as_brute_force<micro_a>(200);
    expect_all_as_brute_force<four_reserves>(200, 60);
    expect_all_as_brute_force<strict_a>(120);
}

#ifdef QUINCUNX_THOROUGH

constexpr Rules micro_b = testing::small_carthage(games::carthage, 2, 3, 3, 2, 2);
constexpr Rules micro_c = testing::small_carthage(games::carthage, 1, 5, 2, 2, 2);
constexpr Rules micro_d = testing::small_carthage(games::carthage, 2, 3, 2, 2, 5);
constexpr Rules micro_e = testing::small_carthage(games::carthage, 1, 5, 1, 3, 2);
constexpr Rules micro_g = testing::small_carthage(games::carthage, 2, 4, 2, 2, 6);
constexpr Rules micro_h = testing::small_carthage(games::carthage, 2, 4, 1, 2, 8);
constexpr Rules strict_b = testing::small_carthage(games::carthage_strict, 1, 5, 2, 3, 1);
constexpr Rules strict_c = testing::small_carthage(games::carthage_strict, 2, 3, 4, 3, 1);

TEST(CarthageSearch, AgreesWithBruteForceOnMoreTables) {
    expect_all_as_brute_force<micro_f>(120, 40);
    expect_all_as_brute_force<micro_c>(200);
    expect_all_as_brute_force<micro_b>(200);
    expect_all_as_brute_force<micro_d>(200);
    expect_all_as_brute_force<micro_e>(200);
    expect_all_as_brute_force<micro_g>(120, 40);
    expect_all_as_brute_force<micro_h>(120, 40);
    expect_all_as_brute_force<strict_b>(120);
    expect_all_as_brute_force<strict_c>(30);
}
TEST(CarthageSearch, NeverCallsAWinOfOnePackLostForLackOfMemory) {
    expect_no_win_called_lost<micro_c, Search<micro_c>>(30);
}

#endif  // QUINCUNX_THOROUGH

/// One of 60,000 positions, in which a run that was put together took the only pile of the tableau on which
/// another could be built.
TEST(CarthageSearch, DividesARunThatTakesTheLastPileOfTheTableau) {
    const Position<micro_f> position = random_position<micro_f>(9063155, 40);
    ASSERT_EQ(brute_force(position), Verdict::winnable);
    Search<micro_f> search;
    EXPECT_EQ(solve(search, position), Verdict::winnable);
    EXPECT_TRUE(replays(position, search.line()));
}

/// A card that a dig opens, the last of a reserve or the highest of a run, may have to change its place while
/// a space is left, before other digs fill the last one.
TEST(CarthageSearch, CarriesOpenedCardsWhileASpaceIsLeft) {
    Search<games::carthage> search;
    for (const std::string name : {"opened-reserve", "opened-run", "opened-in-play"}) {
        std::ifstream file(QUINCUNX_SOURCE_DIR "/tests/positions/carthage-" + name + ".pos");
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        const auto position = parse_position<games::carthage>(text);
        ASSERT_TRUE(position.has_value()) << name;
        EXPECT_EQ(solve(search, *position), Verdict::winnable) << name;
        EXPECT_TRUE(replays(*position, search.line())) << name;
    }
}

TEST(CarthageSearch, CarriesOpenedCardsWithFourReserves) {
    constexpr std::string_view texts[] = {
        // Positions near the border between won and lost that were called lost before.
        "F1 AC 2C\nF2 AH\nF3 -\nF4 -\nT1 6H\nT2 AS\nR1 4C 2D 4D 6S 5C AD\nR2 3S 4H 3H 3C\n"
        "R3 5S 6D 4S 5H\nR4 2S 5D 3D 6C 2H\nS -\n",
        "F1 AC 2C 3C\nF2 AD\nF3 -\nF4 -\nT1 -\nT2 -\nR1 AH 4S 5H 3H 6C 3S\nR2 5S 2S AS 3D 4C 6D\n"
        "R3 6S 2H\nR4 4D 6H 5D 4H 5C 2D\nS -\n",
        "F1 AC 2C\nF2 AS\nF3 -\nF4 -\nT1 -\nT2 3S 2S\nR1 AH 3C 5D 5S 4H 3H\nR2 4S 6C 6S 5C 3D 4C\n"
        "R3 5H 6D\nR4 2H 6H 4D 2D AD\nS -\n",
    };
    Search<four_reserves> search;
    for (const std::string_view text : texts) {
        const auto position = parse_position<four_reserves>("game micro\n" + std::string(text));
        ASSERT_TRUE(position.has_value()) << text;
        EXPECT_EQ(brute_force(*position), Verdict::winnable) << text;
        EXPECT_EQ(solve(search, *position), Verdict::winnable) << text;
        EXPECT_TRUE(replays(*position, search.line())) << text;
    }
}

/// Each rule alone on positions that are won and lost, so that what it leaves out would have been expanded:
/// what its branches did is added to `tally`, and the positions in which it takes fewer nodes to `fewer`, by
/// rules.
template <const Rules& rules>
void count_each_rule(PruneTally<Branch>& tally, std::array<int, 7>& fewer, int positions, int most_moves) {
    const auto search_without = [](PruneSet off) {
        Search<rules> search(off);
        typename Search<rules>::Plan plan;
        plan.bag_from = 0;
        plan.attempts = {{8, ~std::uint64_t{0}, ~std::uint64_t{0}}};
        search.set_plan(plan);
        return search;
    };
    constexpr PruneSet all = (1U << 7) - 1;
    for (std::size_t rule = 0; rule < fewer.size(); ++rule) {
        // `twin_play` is part of the play of safe cards.
        const bool is_twin_play = 1U << rule == Prune::twin_play;
        const PruneSet others = is_twin_play ? all & ~PruneSet{Prune::safe_play} : all;
        Search<rules> plain = search_without(others);
        Search<rules> pruned = search_without(others & ~(1U << rule));
        for (int i = 0; i < at_least(positions); ++i) {
            const auto position = random_position<rules>(static_cast<std::uint64_t>(2 * i + 1), most_moves);
            const Verdict expected = solve(plain, position, {.nodes = 3000});
            const Verdict verdict = solve(pruned, position, {.nodes = 3000});
            tally.add(pruned.tally());
            if (expected == Verdict::unknown || verdict == Verdict::unknown) continue;
            EXPECT_EQ(verdict, expected) << "deal " << 2 * i + 1 << " rule " << rule;
            fewer[rule] += pruned.progress().nodes < plain.progress().nodes;
        }
    }
}

TEST(CarthageSearch, EveryBranchOfEveryRuleIsAtWork) {
    PruneTally<Branch> tally;
    std::array<int, 7> fewer{};
    count_each_rule<four_reserves>(tally, fewer, 150, 30);
    count_each_rule<four_reserves_two_packs>(tally, fewer, 150, 150);
    expect_at_work(tally, Branch::safe_run, Branch::no_room);
    for (std::size_t rule = 0; rule < fewer.size(); ++rule) EXPECT_GT(fewer[rule], 0) << "rule " << rule;
}

TEST(CarthageSearch, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<micro_a, Search<micro_a>>(30);
    expect_no_win_called_lost<strict_a, Search<strict_a>>(30);
}

/// A large search leaves many small layers for the next one, which may have less memory, while a large
/// one has been freed, so that there may be no room even for the first state.
TEST(CarthageSearch, NeverCallsAWinLostForLackOfMemoryAfterALargeSearch) {
    Search<games::carthage> search;
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

TEST(CarthageSearch, DivesWinMostDealsSooner) {
    int sooner = 0;
    int later = 0;
    Search<games::carthage> search;
    for (std::uint64_t deal = 1; deal <= 30; ++deal) {
        Position<games::carthage> position;
        position.deal(numbered_deal<games::carthage>(deal));
        solve(search, position, {.nodes = 2000, .dives = true});
        const std::uint64_t nodes = search.progress().nodes;
        solve(search, position, {.nodes = 2000});
        sooner += nodes < search.progress().nodes ? 1 : 0;
        later += nodes > search.progress().nodes ? 1 : 0;
    }
    EXPECT_GT(sooner, 2 * later);
}

TEST(CarthageSearch, WinsOfTheRealGameReplay) {
    expect_wins_replay<games::carthage, Search<games::carthage>>(50);
}

TEST(CarthageSearch, IsDeterministicAndReusable) {
    expect_same_when_reused<games::carthage, Search<games::carthage>>();
}

}  // namespace
}  // namespace quincunx::solver::carthage
