// Facts that follow from the rules at compile time, and rules that the compiler refuses.
#include "engine/facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/position.hpp"
#include "games/all.hpp"
#include "tests/toy.hpp"

namespace quincunx::testing {
namespace {

using ::testing::HasSubstr;

// --- The games -----------------------------------------------------------------------------------

static_assert(well_formed(games::gargantua) && well_formed(games::gargantua_classic));
static_assert(well_formed(games::grandfather) && well_formed(games::grandfather_classic));
static_assert(well_formed(games::gloucestershire));
static_assert(well_formed(games::stalactites));
static_assert(well_formed(games::carthage) && well_formed(games::carthage_strict));
static_assert(well_formed(toy));

constexpr int dealt_to(const Rules& rules, PileKind kind, int number) {
    return dealt_sizes(rules)[static_cast<std::size_t>(index(Layout(rules).pile(kind, number)))];
}
static_assert(dealt_to(games::gargantua, PileKind::stock, 0) == 59);
static_assert(dealt_to(games::grandfather, PileKind::stock, 0) == 84);
static_assert(dealt_to(games::carthage, PileKind::stock, 0) == 60);
static_assert(!Layout(games::gloucestershire).has_stock && !Layout(games::stalactites).has_stock);
static_assert(dealt_to(games::gargantua, PileKind::tableau, 0) == 1);
static_assert(dealt_to(games::gargantua, PileKind::tableau, 8) == 9);
static_assert(dealt_to(games::gloucestershire, PileKind::tableau, 0) == 3);
static_assert(dealt_to(games::gloucestershire, PileKind::tableau, 7) == 10);
static_assert(dealt_to(games::gloucestershire, PileKind::reserve, 1) == 26);
static_assert(dealt_to(games::stalactites, PileKind::tableau, 7) == 6);
static_assert(dealt_to(games::stalactites, PileKind::foundation, 3) == 1);
static_assert(dealt_to(games::carthage, PileKind::reserve, 5) == 6);

static_assert(has_face_down(games::gargantua) && !has_face_down(games::grandfather));

constexpr int limit(const Rules& rules, PileKind kind, int number) {
    return pile_limit(rules, Layout(rules).pile(kind, number));
}
static_assert(limit(games::gargantua, PileKind::tableau, 0) == 13);
static_assert(limit(games::gargantua, PileKind::tableau, 8) == 21);
static_assert(limit(games::gargantua, PileKind::foundation, 0) == 13);
static_assert(limit(games::gargantua, PileKind::waste, 0) == 59);
static_assert(limit(games::gargantua, PileKind::stock, 0) == 59);
static_assert(limit(games::grandfather, PileKind::tableau, 19) == 2);
static_assert(limit(games::grandfather, PileKind::waste, 0) == 84);
static_assert(limit(games::gloucestershire, PileKind::tableau, 0) == 104);
// A limit is of piles that are built on; nothing is ever laid on a pile without cards if spaces stay empty.
constexpr Rules with_tableau(Rules rules, Tableau tableau) {
    rules.tableau = tableau;
    rules.deal[0].last = 8;
    return rules;
}
static_assert(limit(with_tableau(games::carthage, {.piles = 8, .space = Space::any_card, .capacity = 6}),
                    PileKind::tableau, 0) == 1);
static_assert(limit(with_tableau(games::carthage, {.piles = 9, .build = {Follow::any_suit, -1}}),
                    PileKind::tableau, 8) == 0);
static_assert(limit(games::gloucestershire, PileKind::foundation, 3) == 26);
static_assert(limit(games::gloucestershire, PileKind::reserve, 0) == 26);
static_assert(limit(games::stalactites, PileKind::tableau, 0) == 6);
static_assert(limit(games::stalactites, PileKind::reserve, 0) == 1);
static_assert(limit(games::carthage, PileKind::tableau, 0) == 13);
static_assert(limit(games::carthage, PileKind::reserve, 0) == 16);
static_assert(limit(games::carthage_strict, PileKind::reserve, 0) == 6);

// Room for whatever any position that can be set up may grow into.
constexpr int room(const Rules& rules, PileKind kind, int number) {
    return pile_room(rules, Layout(rules).pile(kind, number));
}
static_assert(room(games::gargantua, PileKind::tableau, 0) == 12 + 13);
static_assert(room(games::gloucestershire, PileKind::tableau, 0) == 104);
static_assert(room(games::carthage, PileKind::reserve, 0) == 18);
static_assert(room(games::grandfather, PileKind::tableau, 0) == 2);

TEST(Layout, NumbersPilesInTheOrderOfPositions) {
    games::for_each_game([]<const Rules & rules>() {
        constexpr Layout layout{rules};
        int next = 0;
        for (const PileKind kind :
             {PileKind::foundation, PileKind::tableau, PileKind::reserve, PileKind::waste, PileKind::stock}) {
            for (int number = 0; number < layout.count(kind); ++number, ++next) {
                EXPECT_EQ(index(layout.pile(kind, number)), next) << rules.id;
                EXPECT_EQ(layout.kind(pile_id(next)), kind) << rules.id;
                EXPECT_EQ(layout.number(pile_id(next)), number) << rules.id;
            }
        }
        EXPECT_EQ(next, layout.piles());
        EXPECT_LE(next, max_piles);
    });
}

TEST(Games, AreListedWithTheirVariantsAfterThem) {
    std::string ids;
    games::for_each_game([&]<const Rules & rules>() {
        EXPECT_FALSE(rules.summary.empty()) << rules.id;
        if (!rules.variant_of.empty()) {
            EXPECT_THAT(ids, HasSubstr(std::string(rules.variant_of) + ' ')) << rules.id;
        }
        ids += std::string(rules.id) + ' ';
    });
}

// Deliberately a list: what is released is changed both here and in games/all.hpp, or not at all. No other
// test lists the games in order to know which there are.
TEST(Games, AreReleased) {
    std::string ids;
#define QUINCUNX_ADD_ID(game) ids += std::string(games::game.id) + ' ';
    QUINCUNX_RELEASED_GAMES(QUINCUNX_ADD_ID)
#undef QUINCUNX_ADD_ID
    EXPECT_EQ(
        ids,
        "gargantua gargantua-classic grandfather grandfather-classic gloucestershire stalactites carthage "
        "carthage-strict ");
}

TEST(FoundationGroup, IsFoundByNumber) {
    for (int number = 0; number < 8; ++number)
        EXPECT_EQ(foundation_group(games::grandfather, number), number / 4);
    for (int number = 0; number < 8; ++number) EXPECT_EQ(foundation_group(games::carthage, number), 0);
}

TEST(NextRank, GoesRoundWhereItMay) {
    EXPECT_EQ(next_rank(12, 1, false, 13), 13);
    EXPECT_EQ(next_rank(13, 1, false, 13), 0);
    EXPECT_EQ(next_rank(13, 1, true, 13), 1);
    EXPECT_EQ(next_rank(12, 2, true, 13), 1);
    EXPECT_EQ(next_rank(13, 2, true, 13), 2);
    EXPECT_EQ(next_rank(1, -1, true, 13), 13);
    EXPECT_EQ(next_rank(1, -1, false, 13), 0);
    EXPECT_EQ(next_rank(1, 2147483647, false, 13), 0);  // nothing overflows
    EXPECT_EQ(next_rank(5, 0, true, 13), 0);            // no increment has been chosen yet
}

TEST(ReachesAll, LooksForCommonDivisors) {
    EXPECT_TRUE(reaches_all(2, 13));
    EXPECT_TRUE(reaches_all(-1, 4));
    EXPECT_TRUE(reaches_all(3, 4));
    EXPECT_FALSE(reaches_all(2, 4));
    EXPECT_FALSE(reaches_all(-2, 4));
    EXPECT_FALSE(reaches_all(0, 13));
    EXPECT_FALSE(reaches_all(13, 13));
}

// --- Rules that make no sense -------------------------------------------------------------------

/// The fault of the toy after a change, and where it is; "" if there is none.
template <class Change>
std::string fault(Change&& change) {
    const std::optional<Reason> why = wrong_with(changed(change));
    return why ? std::string(why->path()) + ": " + std::string(why->text) : "";
}

TEST(WellFormed, AsksForANameAndCards) {
    EXPECT_EQ(fault([](Rules&) {}), "");
    EXPECT_THAT(fault([](Rules& rules) { rules.id = {}; }), HasSubstr("id"));
    EXPECT_THAT(fault([](Rules& rules) { rules.name = {}; }), HasSubstr("name"));
    EXPECT_THAT(fault([](Rules& rules) { rules.decks = 3; }), HasSubstr("decks"));
    EXPECT_THAT(fault([](Rules& rules) { rules.decks = 0; }), HasSubstr("decks"));
    EXPECT_THAT(fault([](Rules& rules) { rules.ranks = 14; }), HasSubstr("ranks"));
    EXPECT_THAT(fault([](Rules& rules) { rules.ranks = 0; }), HasSubstr("ranks"));
}

TEST(WellFormed, CountsPiles) {
    EXPECT_THAT(fault([](Rules& rules) { rules.foundations[0].piles = 0; }), HasSubstr("/foundations: "));
    EXPECT_THAT(fault([](Rules& rules) { rules.foundations[0].piles = 17; }), HasSubstr("piles"));
    EXPECT_THAT(fault([](Rules& rules) { rules.tableau.piles = 33; }), HasSubstr("piles"));
    EXPECT_THAT(fault([](Rules& rules) { rules.tableau.piles = -1; }), HasSubstr("piles"));
    EXPECT_THAT(fault([](Rules& rules) { rules.reserve.piles = 32; }), HasSubstr("piles"));
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.tableau.piles = 30;
                    rules.reserve.piles = 6;
                }),
                HasSubstr("40 piles"));
}

TEST(WellFormed, LooksAtFoundations) {
    const auto group = [](auto change) { return fault([=](Rules& rules) { change(rules.foundations[0]); }); };
    using Group = FoundationGroup;
    EXPECT_THAT(group([](Group& g) { g.length = 0; }), HasSubstr("length"));
    EXPECT_THAT(group([](Group& g) { g.build.follow = Follow::nothing; }), HasSubstr("built on"));
    EXPECT_THAT(group([](Group& g) { g.build.follow = Follow::any_card; }), HasSubstr("in suit or by rank"));
    EXPECT_THAT(group([](Group& g) { g.build.follow = Follow::other_color; }),
                HasSubstr("in suit or by rank"));
    EXPECT_THAT(group([](Group& g) { g.build.follow = Follow::any_suit; }), HasSubstr("per_suit"));
    EXPECT_THAT(group([](Group& g) { g.per_suit = 0; }), HasSubstr("per_suit"));
    EXPECT_THAT(group([](Group& g) {
                    g.build.follow = Follow::any_suit;
                    g.per_suit = -1;
                }),
                HasSubstr("per_suit"));
    EXPECT_THAT(group([](Group& g) { g.start_rank = 5; }), HasSubstr("starts with a rank"));
    EXPECT_THAT(group([](Group& g) { g.start_rank = 0; }), HasSubstr("starts with a rank"));
    EXPECT_THAT(group([](Group& g) { g.build.step = 0; }), HasSubstr("choice"));
    EXPECT_THAT(group([](Group& g) { g.start_rank = 3; }), HasSubstr("does not wrap"));
    EXPECT_THAT(group([](Group& g) { g.build.step = -1; }), HasSubstr("does not wrap"));
    EXPECT_THAT(group([](Group& g) { g.length = 5; }), HasSubstr("does not wrap"));
    EXPECT_THAT(group([](Group& g) { g.start = Start::dealt_card; }), HasSubstr("wrap"));
    EXPECT_THAT(group([](Group& g) { g.build = {Follow::same_suit, 2, true}; }),
                HasSubstr("shares a divisor"));
    EXPECT_THAT(group([](Group& g) { g.length = 3; }), HasSubstr("all cards"));
    EXPECT_THAT(fault([](Rules& rules) { rules.increments = {1, 0}; }), HasSubstr("two increments"));
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.increments = {1, 2};
                    rules.foundations[0].build = {Follow::same_suit, 0, true};
                }),
                HasSubstr("shares a divisor"));
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.increments = {1, 3};
                    rules.foundations[0].build.step = 0;
                }),
                HasSubstr("wrapping"));
}

TEST(WellFormed, LooksAtTheDeal) {
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].rounds = 6; }), HasSubstr("more cards are dealt"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].kind = PileKind::waste; }),
                HasSubstr("dealt to tableau"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].kind = PileKind::stock; }),
                HasSubstr("dealt to tableau"));
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.reserve.access = Access::every_card;
                    rules.deal[1].face_down = true;
                }),
                HasSubstr("face down to the tableau, or to a reserve"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[2] = {.kind = PileKind::foundation, .rounds = 1}; }),
                HasSubstr("wrong number"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].first = 0; }), HasSubstr("first pile"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].shift = -1; }), HasSubstr("first pile"));
    EXPECT_EQ(fault([](Rules& rules) { rules.deal[0].last = 3; }), "");
    EXPECT_EQ(fault([](Rules& rules) { rules.deal[0].last = 1; }), "");
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].last = 4; }), HasSubstr("ends with a pile"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].last = -1; }), HasSubstr("ends with a pile"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].rounds = -1; }),
                HasSubstr("negative number of rounds"));
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].first = 4; }), HasSubstr("gives no pile"));
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.deal[0].first = 2;
                    rules.deal[0].last = 1;
                }),
                HasSubstr("gives no pile"));
    EXPECT_EQ(fault([](Rules& rules) { rules.deal[0].shift = 2; }), "");
    EXPECT_THAT(fault([](Rules& rules) { rules.deal[0].shift = 3; }), HasSubstr("gives no pile"));
    EXPECT_EQ(fault([](Rules& rules) {
                  rules.deal[0].shift = 3;
                  rules.deal[0].pile_by_pile = true;  // ignores `shift`
              }),
              "");
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.stock.deal_to = DealTo::nowhere;
                    rules.routes = tableau_to_foundation;
                }),
                HasSubstr("no stock"));
}

TEST(WellFormed, LooksAtStockAndWaste) {
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.reserve = {};
                    rules.deal[1] = {};
                    rules.routes = tableau_to_foundation;
                    rules.stock.deal_to = DealTo::reserves;
                }),
                HasSubstr("but there are none"));
    EXPECT_THAT(fault([](Rules& rules) { rules.stock.each = 0; }), HasSubstr("at least one"));
    EXPECT_EQ(fault([](Rules& rules) { rules.stock.redeal.count = unlimited; }), "");
    EXPECT_THAT(fault([](Rules& rules) { rules.stock.redeal.count = -2; }), HasSubstr("redeals"));
    EXPECT_THAT(fault([](Rules& rules) { rules.stock.redeal.count = 251; }), HasSubstr("redeals"));
    const auto to_reserves = [](auto change) {
        return fault([=](Rules& rules) {
            rules.stock.deal_to = DealTo::reserves;
            rules.routes = tableau_to_foundation;
            change(rules);
        });
    };
    EXPECT_EQ(to_reserves([](Rules&) {}), "");
    EXPECT_THAT(to_reserves([](Rules& rules) { rules.stock.redeal.count = 1; }), HasSubstr("needs a waste"));
    EXPECT_THAT(to_reserves([](Rules& rules) { rules.stock.redeal.count = unlimited; }),
                HasSubstr("needs a waste"));
    EXPECT_THAT(to_reserves([](Rules& rules) { rules.tableau.refill = Refill::from_waste; }),
                HasSubstr("refill"));
    EXPECT_THAT(to_reserves([](Rules& rules) { rules.tableau.refill = Refill::from_stock_then_waste; }),
                HasSubstr("refill"));
    EXPECT_THAT(to_reserves([](Rules& rules) { rules.routes = waste_to_tableau; }),
                HasSubstr("but there is no waste"));
    EXPECT_THAT(to_reserves([](Rules& rules) { rules.routes = waste_to_foundation; }),
                HasSubstr("but there is no waste"));
    EXPECT_THAT(to_reserves([](Rules& rules) {
                    rules.reserve.capacity = 0;
                    rules.reserve.access = Access::every_card;
                }),
                HasSubstr("open reserve"));
}

TEST(WellFormed, LooksAtReserveAndTableau) {
    for (const unsigned route :
         {tableau_to_reserve, reserve_to_tableau, reserve_to_foundation, reserve_to_reserve})
        EXPECT_THAT(fault([=](Rules& rules) {
                        rules.reserve = {};
                        rules.deal[1] = {};
                        rules.routes = route;
                    }),
                    HasSubstr("but there is none"));
    EXPECT_THAT(fault([](Rules& rules) { rules.reserve.capacity = 2; }), HasSubstr("at most one"));
    EXPECT_THAT(fault([](Rules& rules) { rules.reserve.capacity = 0; }), HasSubstr("takes no cards"));
    EXPECT_THAT(fault([](Rules& rules) { rules.reserve.capacity = -1; }), HasSubstr("negative"));
    EXPECT_THAT(fault([](Rules& rules) { rules.reserve.access = Access::every_card; }),
                HasSubstr("open reserve"));
    EXPECT_THAT(fault([](Rules& rules) { rules.tableau.capacity = -1; }), HasSubstr("negative"));
    EXPECT_THAT(fault([](Rules& rules) { rules.tableau.build.step = 2; }), HasSubstr("by one"));
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.tableau.unit = Unit::ordered_run;
                    rules.routes = tableau_to_foundation;
                }),
                HasSubstr("unit needs a route"));
    EXPECT_THAT(fault([](Rules& rules) {
                    rules.tableau.unit = Unit::ordered_run;
                    rules.tableau.capacity = 4;
                }),
                HasSubstr("limit"));
}

}  // namespace
}  // namespace quincunx::testing
