// Compares the search without any pruning, and the one for rules as a value, with the plainest one possible: depth first,
// positions as text.
#include "solver/exhaustive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "solver/any_search.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/canonical.hpp"
#include "tests/games/forty_thieves.hpp"
#include "tests/games/freecell.hpp"
#include "tests/made_up.hpp"
#include "tests/small_games.hpp"
#include "tests/toy.hpp"

namespace quincunx::solver {
namespace {

/// Searches every position that can be reached, until one is won or there are too many.
template <const Rules& rules>
class Plain {
  public:
    static constexpr std::size_t most = 20'000;

    Verdict solve(const Position<rules>& position) {
        seen_.clear();
        Position<rules> state = position;
        if (wins(state)) return Verdict::winnable;
        return seen_.size() < most ? Verdict::unwinnable : Verdict::unknown;
    }
    std::size_t positions() const { return seen_.size(); }

  private:
    bool wins(Position<rules>& position) {
        if (position.won()) return true;
        if (seen_.size() >= most || !seen_.insert(testing::canonical_bytes(position)).second) return false;
        MoveList<rules> moves;
        generate(position, moves);
        for (const Move& move : moves) {
            const Undo undo = position.play(move);
            const bool won = wins(position);
            position.unplay(undo);
            if (won) return true;
        }
        return false;
    }

    std::set<std::string> seen_;
};

struct Judged {
    int won = 0;
    int lost = 0;
};

/// Expects of the search for a value of the rules the verdict of another one, and a win that replays.
template <const Rules& rules>
void expect_same(AnySearch& search, const std::shared_ptr<const GameRules>& value,
                 const Position<rules>& position, Verdict truth) {
    const BasicPosition<Given> given = same_position(Given(*value), position);
    EXPECT_EQ(solve(search, given), truth) << position_text(given);
    EXPECT_TRUE(truth != Verdict::winnable || replays(given, search.line()));
}

template <const Rules& rules>
void compare(int deals, Judged& judged, const Rules& same = rules) {
    Plain<rules> plain;
    ExhaustiveSearch<rules> search;
    const std::shared_ptr<const GameRules> value = GameRules::make(same).value();
    const std::unique_ptr<AnySearch> by_value = make_search(Given(*value));
    for (int i = 1; i <= at_least(deals) && !::testing::Test::HasFailure(); ++i) {
        const Position<rules> position = random_position<rules>(static_cast<std::uint64_t>(i), 8);
        const Verdict truth = plain.solve(position);
        if (truth == Verdict::unknown) continue;
        ASSERT_EQ(solve(search, position), truth) << rules.id << ' ' << i << '\n' << position_text(position);
        if (truth == Verdict::winnable) {
            ++judged.won;
            ASSERT_TRUE(replays(position, search.line())) << rules.id << ' ' << i;
        } else {
            ++judged.lost;
            ASSERT_EQ(search.progress().nodes, plain.positions()) << rules.id << ' ' << i;
        }
        expect_same(*by_value, value, position, truth);
    }
}
/// Judges deals of a game, some of which are won and some lost.
template <const Rules& rules>
void compare(int deals, const Rules& same = rules) {
    Judged judged;
    compare<rules>(deals, judged, same);
    EXPECT_GT(judged.won, 0) << rules.id;
    EXPECT_GT(judged.lost, 0) << rules.id;
}

// The toy with few cards: everything may go everywhere.
template <class Change>
constexpr Rules small(Change&& change) {
    Rules rules = quincunx::testing::toy;
    rules.ranks = 3;
    rules.foundations[0].length = 3;
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 2}, {.kind = PileKind::reserve, .rounds = 1}}};
    change(rules);
    return rules;
}
constexpr Rules plain_toy = small([](Rules&) {});
constexpr Rules endless = small([](Rules& rules) {
    rules.stock.redeal.count = unlimited;
    rules.routes = tableau_to_foundation | tableau_to_reserve | reserve_to_foundation | waste_to_foundation;
});
constexpr Rules endless_by_three = small([](Rules& rules) {
    rules.stock.each = 3;
    rules.stock.redeal = {.count = unlimited, .keep_playable_top = true};
});
constexpr Rules refilled = small([](Rules& rules) {
    rules.tableau.refill = Refill::from_stock_then_waste;
    rules.stock.redeal.count = 1;
    rules.routes = tableau_to_foundation | tableau_to_reserve | reserve_to_foundation | waste_to_foundation;
});
constexpr Rules face_down = small([](Rules& rules) {
    rules.reserve = {};
    rules.tableau.build.follow = Follow::other_color;
    rules.tableau.unit = Unit::face_up_part;
    rules.tableau.space = Space::kings_only;
    rules.routes = tableau_to_tableau | tableau_to_foundation | waste_to_tableau | waste_to_foundation;
    rules.deal = {{{.rounds = 2, .first = 2, .shift = 1, .face_down = true}, {.rounds = 1}}};
});
constexpr Rules open_reserve = small([](Rules& rules) {
    rules.reserve = {.piles = 2, .access = Access::every_card};
    rules.stock = {};
    rules.routes = tableau_to_tableau | tableau_to_foundation | reserve_to_tableau | reserve_to_foundation;
    rules.deal = {{{.rounds = 2}, {.kind = PileKind::reserve, .rounds = 3}}};
});
constexpr Rules dealt_to_reserves = small([](Rules& rules) {
    rules.stock = {.deal_to = DealTo::reserves, .each = 1};
    rules.routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve | reserve_to_tableau |
                   reserve_to_foundation;
});
constexpr Rules by_rank = small([](Rules& rules) {
    rules.ranks = 5;
    rules.foundations[0] = {.piles = 4,
                            .start = Start::dealt_card,
                            .build = {.follow = Follow::any_suit, .step = 0, .wraps = true},
                            .length = 5};
    rules.tableau = {.piles = 4};
    rules.reserve = {.piles = 1, .capacity = 1};
    rules.stock = {};
    rules.increments = {1, 2};
    rules.routes = tableau_to_foundation | tableau_to_reserve | reserve_to_foundation;
    rules.deal = {{{.rounds = 4}, {.kind = PileKind::foundation, .rounds = 1}}};
});
constexpr Rules two_packs = small([](Rules& rules) {
    rules.decks = 2;
    rules.ranks = 2;
    rules.foundations[0] = {.piles = 8,
                            .start_rank = 1,
                            .build = {.follow = Follow::same_suit, .step = +1},
                            .length = 2,
                            .per_suit = 2};
});
constexpr Rules small_freecell = quincunx::testing::small_freecell(games::freecell);
constexpr Rules carthage = quincunx::testing::small_carthage(games::carthage, 2, 2, 2, 3, 3);

TEST(Exhaustive, JudgesAsThePlainestSearch) {
    compare<refilled>(1000);
    compare<open_reserve>(1000);
    compare<by_rank>(1000);
    compare<small_freecell>(100);
#ifdef QUINCUNX_THOROUGH
    compare<plain_toy>(1000);
    compare<face_down>(1000);
    compare<dealt_to_reserves>(1000);
    compare<two_packs>(1000);
#endif
}

TEST(Exhaustive, EndsWhereRedealsHaveNoLimit) {
    compare<endless_by_three>(1000);
#ifdef QUINCUNX_THOROUGH
    compare<endless>(1000);
#endif
}

#ifdef QUINCUNX_THOROUGH
TEST(Exhaustive, JudgesThePositionsOfOtherSearches) {
    Judged judged;
    compare<carthage>(100, judged);
    EXPECT_GT(judged.won + judged.lost, 0);
}
#endif

constexpr Rules made_up_klondike = quincunx::testing::made_up_klondike(4, 3, 2);
constexpr Rules made_up_cells = quincunx::testing::made_up_cells(4, 4, 1);

Rules read_klondike() {
    return quincunx::testing::read_rules(quincunx::testing::made_up_klondike, "4 3 2");
}

TEST(Exhaustive, SolvesGamesThatAreReadAtRunTime) {
    compare<made_up_klondike>(200, read_klondike());
#ifdef QUINCUNX_THOROUGH
    compare<made_up_cells>(200, quincunx::testing::read_rules(quincunx::testing::made_up_cells, "4 4 1"));
#endif
}

TEST(Exhaustive, IsTheSameWhenUsedAgain) {
    expect_same_when_reused<games::freecell, ExhaustiveSearch<games::freecell>>();
}

TEST(Exhaustive, CallsNothingLostForWantOfMemory) {
    expect_no_win_called_lost<small_freecell, ExhaustiveSearch<small_freecell>>(30);
}

TEST(Exhaustive, StopsAtItsLimits) {
    // the deal that is known to be lost
    expect_stops_at_its_limits<games::freecell, ExhaustiveSearch<games::freecell>>(
        11982, std::size_t{4} << 20, 1000, 50'000);
}

TEST(PileNumbers, AreEqualForEqualPiles) {
    PileNumbers numbers;
    for (int round = 0; round < 2; ++round) {
        std::vector<std::vector<std::uint8_t>> piles{{}};
        for (std::uint8_t i = 0; i < 40; ++i)
            for (std::uint8_t j = 0; j < 60; ++j) piles.push_back({j, i});
        for (std::uint8_t i = 0; i < 40; ++i) piles.push_back({i});
        for (std::size_t i = 0; i < piles.size(); ++i) EXPECT_EQ(numbers.number(piles[i]), i);
        for (std::size_t i = 0; i < piles.size(); ++i) {
            EXPECT_EQ(numbers.number(piles[i]), i);
            EXPECT_TRUE(std::ranges::equal(numbers[static_cast<std::uint32_t>(i)], piles[i]));
        }
        EXPECT_EQ(numbers.count(), piles.size());
        numbers.clear();
        EXPECT_EQ(numbers.count(), 1U);
    }
}

}  // namespace
}  // namespace quincunx::solver
