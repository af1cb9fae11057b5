#include "solver/gargantua/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver {
namespace {

using quincunx::testing::small_gargantua;

constexpr Rules one_deck_tall_keeps = small_gargantua(1, 4, 3, 1, 1, true);
constexpr Rules two_decks_once = small_gargantua(2, 3, 3, 2, 0, false);
constexpr Rules one_deck_twice = small_gargantua(1, 6, 3, 1, 2, false);
constexpr Rules two_decks_high = small_gargantua(2, 5, 4, 4, 1, true);

template <const Rules& rules>
std::string text_of(const Position<rules>& position) {
    std::string text;
    for (int pile = 0; pile < Position<rules>::piles; ++pile) {
        for (const Card card : position.pile(pile_id(pile))) text += static_cast<char>(card.face());
        text += static_cast<char>(-1 - position.hidden(pile_id(pile)));
    }
    text += static_cast<char>(position.redeals_left());
    return text;
}

/// Every position that can be reached, each once; `unknown` when there are too many.
template <const Rules& rules>
class BruteForce {
  public:
    Verdict solve(const Position<rules>& position, std::size_t most) {
        seen_.clear();
        most_ = most;
        const bool won = visit(position);
        if (won) return Verdict::winnable;
        return seen_.size() > most ? Verdict::unknown : Verdict::unwinnable;
    }

  private:
    bool visit(const Position<rules>& position) {
        if (position.won()) return true;
        if (seen_.size() > most_ || !seen_.insert(text_of(position)).second) return false;
        MoveList<rules> list;
        generate(position, list);
        for (const Move& move : list) {
            Position<rules> next = position;
            next.play(move);
            if (visit(next)) return true;
        }
        return false;
    }

    std::unordered_set<std::string> seen_;
    std::size_t most_ = 0;
};

template <const Rules& rules>
Position<rules> random_position(std::mt19937_64& random, int plies) {
    Position<rules> position;
    const std::vector<Card> cards = numbered_deal<rules>(random() % 1000000000 + 32000);
    position.deal(cards);
    for (int i = 0; i < plies; ++i) {
        MoveList<rules> list;
        generate(position, list);
        if (list.empty()) break;
        position.play(list[random() % list.size()]);
    }
    return position;
}

constexpr std::array<PruneSet, 8> prune_sets{nothing_off,
                                             gargantua::safe_home,
                                             gargantua::lazy,
                                             gargantua::goal,
                                             gargantua::minimal,
                                             gargantua::closure,
                                             gargantua::lazy | gargantua::goal,
                                             31};

template <const Rules& rules>
void compare_solver() {
    std::mt19937_64 random(1);
    BruteForce<rules> brute;
    gargantua::Search<rules> solver;
    std::array<int, 3> count{};
    for (int i = 0; i < at_least(300); ++i) {
        const Position<rules> position =
            random_position<rules>(random, static_cast<int>(random() % rules.card_count()));
        const Verdict truth = brute.solve(position, 10000);
        ++count[static_cast<std::size_t>(truth)];
        if (truth == Verdict::unknown) continue;
        const Verdict verdict = solve(solver, position, {.dives = i % 2 != 0});
        ASSERT_EQ(verdict, truth) << i;
        if (verdict == Verdict::winnable) {
            ASSERT_TRUE(replays(position, solver.line())) << i;
        }
    }
    EXPECT_GT(count[static_cast<std::size_t>(Verdict::winnable)], 0);
    EXPECT_GT(count[static_cast<std::size_t>(Verdict::unwinnable)], 0);
}

/// The search that says `unwinnable`, alone, each pruning rule on and off. With a kept top ahead it may say
/// that the relaxed game can be won, but never that a winnable position is lost.
template <const Rules& rules>
void compare_exact() {
    using Exact = gargantua::ExactSearch<rules>;
    std::mt19937_64 random(2);
    BruteForce<rules> brute;
    gargantua::Game<rules> game;
    Exact exact;
    int lost = 0;
    for (int i = 0; i < at_least(250); ++i) {
        const Position<rules> position =
            random_position<rules>(random, static_cast<int>(random() % rules.card_count()));
        const Verdict truth = brute.solve(position, 10000);
        if (truth == Verdict::unknown) continue;
        const auto start = gargantua::compact(position, game);
        ASSERT_TRUE(start.has_value());
        const bool relaxed = rules.stock.redeal.keep_playable_top && start->redeals > 0;
        for (const PruneSet off : prune_sets) {
            typename Exact::Options options;
            options.nodes = truth == Verdict::winnable ? 1000 : 20000;
            options.off = off;
            exact.start(game, start->state, start->drawn, start->redeals, options);
            while (exact.step(100) == Exact::End::running) {
            }
            const auto end = exact.step(1);
            lost += end == Exact::End::lost;
            if (truth == Verdict::winnable) {
                ASSERT_NE(end, Exact::End::lost) << i << " off " << off;
            } else if (!relaxed) {
                ASSERT_EQ(end, Exact::End::lost) << i << " off " << off;
            }
        }
    }
    EXPECT_GT(lost, 0);
}

/// The exact search with a rule, and with those that the rule needs, on positions that are won and lost:
/// what its branches did is added to `tally`, both say the same, and somewhere the rule takes fewer
/// nodes.
template <const Rules& rules>
void expect_fewer_nodes(PruneTally<gargantua::Branch>& tally, PruneSet rule, PruneSet needed, int positions) {
    using Exact = gargantua::ExactSearch<rules>;
    std::mt19937_64 random(3);
    gargantua::Game<rules> game;
    Exact plain;
    Exact pruned;
    int fewer = 0;
    for (int i = 0; i < at_least(positions); ++i) {
        const Position<rules> position =
            random_position<rules>(random, static_cast<int>(random() % rules.card_count()));
        const auto start = gargantua::compact(position, game);
        ASSERT_TRUE(start.has_value());
        const auto run = [&](Exact& exact, PruneSet on) {
            typename Exact::Options options;
            options.nodes = 3000;
            options.off = 31 & ~on;
            exact.start(game, start->state, start->drawn, start->redeals, options);
            while (exact.step(100) == Exact::End::running) {
            }
            return exact.step(1);
        };
        const auto expected = run(plain, needed);
        const auto end = run(pruned, needed | rule);
        tally.add(pruned.tally());
        // A state that the closure calls lost might be won by keeping a top that cannot be played.
        if (expected != Exact::End::full && end != Exact::End::full && rule != gargantua::closure) {
            EXPECT_EQ(end, expected) << i << " rule " << rule;
        }
        fewer += pruned.nodes() < plain.nodes();
    }
    EXPECT_GT(fewer, 0) << "rule " << rule;
}

/// A `Rules` value as a type.
template <const Rules& rules>
struct Micro {
    static void compare_solver() { solver::compare_solver<rules>(); }
    static void compare_exact() { solver::compare_exact<rules>(); }
};

template <class Type>
class GargantuaMicro : public ::testing::Test {};

constexpr Rules one_deck = small_gargantua(1, 3, 3, 1, 1, false);
constexpr Rules one_deck_keeps = small_gargantua(1, 3, 3, 1, 1, true);
constexpr Rules one_deck_tall = small_gargantua(1, 4, 3, 1, 1, false);
constexpr Rules one_deck_once = small_gargantua(1, 5, 4, 1, 0, false);
constexpr Rules two_decks = small_gargantua(2, 2, 2, 4, 1, false);
constexpr Rules two_decks_keep = small_gargantua(2, 2, 2, 4, 1, true);
constexpr Rules two_decks_tall = small_gargantua(2, 3, 3, 3, 1, false);
constexpr Rules two_decks_tall_keep = small_gargantua(2, 3, 3, 3, 1, true);
using MicroGames = ::testing::Types<
#ifdef QUINCUNX_THOROUGH
    Micro<one_deck_keeps>, Micro<one_deck_tall>, Micro<one_deck_once>, Micro<two_decks>,
    Micro<two_decks_tall>, Micro<two_decks_tall_keep>, Micro<one_deck>, Micro<two_decks_keep>,
    Micro<one_deck_twice>,
#endif
    Micro<one_deck_tall_keeps>, Micro<two_decks_once>, Micro<two_decks_high>>;
TYPED_TEST_SUITE(GargantuaMicro, MicroGames);

TYPED_TEST(GargantuaMicro, AgreesWithBruteForce) {
    TypeParam::compare_solver();
}

TYPED_TEST(GargantuaMicro, ExactSearchAgreesWithBruteForce) {
    TypeParam::compare_exact();
}

TEST(Gargantua, EveryBranchOfEveryRuleIsAtWork) {
    using gargantua::Branch;
    PruneTally<Branch> tally;
    for (const PruneSet rule : {gargantua::safe_home, gargantua::lazy, gargantua::goal, gargantua::closure}) {
        expect_fewer_nodes<one_deck_tall_keeps>(tally, rule, 0, 150);
        expect_fewer_nodes<two_decks_once>(tally, rule, 0, 150);
    }
    expect_fewer_nodes<one_deck_tall_keeps>(tally, gargantua::minimal, gargantua::lazy, 150);
    expect_fewer_nodes<two_decks_high>(tally, gargantua::minimal, gargantua::lazy | gargantua::safe_home,
                                       200);
    expect_at_work(tally, Branch::safe_base, Branch::closure_hidden);
}

/// The verdict of the exact search on a position, with all its rules.
template <const Rules& rules>
gargantua::ExactSearch<rules>::End exact_end(std::string_view text) {
    const auto position = parse_position<rules>(text);
    if (!position) {
        ADD_FAILURE() << position.error().message;
        return {};
    }
    gargantua::Game<rules> game;
    gargantua::ExactSearch<rules> exact;
    const auto start = gargantua::compact(*position, game);
    exact.start(game, start->state, start->drawn, start->redeals, {});
    while (exact.step(100) == gargantua::ExactSearch<rules>::End::running) {
    }
    return exact.step(1);
}

/// `minimal`: the step that is not needed to play the top cannot be made after it.
TEST(Gargantua, LeavesNoStepOutThatCannotBeMadeLater) {
    static constexpr Rules rules = small_gargantua(1, 6, 3, 4, 1, false);
    EXPECT_EQ(exact_end<rules>("game micro\nredeals 0\nF1 AC\nF2 AD 2D 3D\nF3 AH 2H\nF4 AS 2S 3S 4S 5S\n"
                               "T1 2C 6C | 5C\nT2 4D 6D 3C | 6S\nT3 -\nW 5D 3H 5H 4C 6H\nS 4H\n"),
              gargantua::ExactSearch<rules>::End::won);
}

/// `goal`: the top could go to a foundation at once, but then its twin would stay on the card that is needed
/// next.
TEST(Gargantua, LetsTheTwinOfTheTopGoHomeFirst) {
    static constexpr Rules rules = small_gargantua(2, 4, 1, 2, 0, false);
    EXPECT_EQ(exact_end<rules>("game micro\nF1 AC 2C 3C 4C\nF2 AD 2D 3D 4D\nF3 AH 2H 3H 4H\nF4 AS 2S\n"
                               "F5 AC 2C 3C 4C\nF6 AD 2D 3D 4D\nF7 AH 2H 3H 4H\nF8 AS\nT1 2S | 3S\n"
                               "W 4S 4S 3S\nS -\n"),
              gargantua::ExactSearch<rules>::End::won);
}

TEST(Gargantua, GivesMemoryBack) {
    constexpr const Rules& rules = games::gargantua;
    Position<rules> position;
    position.deal(numbered_deal<rules>(1000001));
    gargantua::Game<rules> game;
    const auto start = gargantua::compact(position, game);
    ASSERT_TRUE(start.has_value());
    gargantua::Beam<rules> beam;
    beam.start(game, start->state, start->drawn, start->redeals, {.width = 100});
    beam.step(1000);
    gargantua::ExactSearch<rules> exact;
    exact.start(game, start->state, start->drawn, start->redeals, {});
    exact.step(1000);
    for (const auto trim : {beam.bytes(), std::size_t{0}}) {
        beam.trim(trim);
        EXPECT_EQ(beam.bytes(), trim);
    }
    exact.trim(exact.bytes());
    EXPECT_GT(exact.bytes(), 0U);
    exact.trim(0);
    EXPECT_EQ(exact.bytes(), 0U);
}

TEST(Gargantua, SearchesAlikeWhateverItSearchedBefore) {
    constexpr const Rules& rules = games::gargantua;
    const auto nodes = [](gargantua::Search<rules>& search, std::uint64_t deal, const Limits& limits) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(deal));
        search.start(position, limits);
        while (!search.step(1000)) {
        }
        return search.progress().nodes;
    };
    const auto used = std::make_unique<gargantua::Search<rules>>();
    for (const std::size_t megabytes : {1U, 2U, 4U, 8U, 16U, 24U, 32U, 40U, 48U}) {
        nodes(*used, 1008501, {.nodes = 90'000});  // leaves lists of some megabytes behind
        const Limits limits{.memory = megabytes << 20U, .dives = megabytes % 16 == 0};
        const auto fresh = std::make_unique<gargantua::Search<rules>>();
        EXPECT_EQ(nodes(*used, 1000003, limits), nodes(*fresh, 1000003, limits)) << megabytes << " MB";
    }
}

TEST(Gargantua, DivesWinMostDealsSooner) {
    constexpr const Rules& rules = games::gargantua;
    gargantua::Search<rules> search;
    std::array<std::uint64_t, 2> nodes{};
    for (std::uint64_t deal = 1; deal <= 30; ++deal)
        for (const bool dives : {false, true}) {
            Position<rules> position;
            position.deal(numbered_deal<rules>(deal));
            solve(search, position, {.nodes = 5000, .dives = dives});
            nodes[dives ? 1 : 0] += search.progress().nodes;
        }
    EXPECT_LT(2 * nodes[1], nodes[0]);
}

TEST(Gargantua, NeverCallsAWinLostForLackOfMemory) {
    expect_no_win_called_lost<one_deck_tall_keeps, gargantua::Search<one_deck_tall_keeps>>(30);
    expect_no_win_called_lost<one_deck, gargantua::Search<one_deck>>(30);
    expect_no_win_called_lost<two_decks_keep, gargantua::Search<two_decks_keep>>(30);
}

}  // namespace
}  // namespace quincunx::solver
