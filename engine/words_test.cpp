// The words that no listed game needs, each on a position small enough to see all moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "engine/as_played.hpp"
#include "engine/generate.hpp"
#include "tests/setup.hpp"
#include "tests/toy.hpp"

namespace quincunx::testing {
namespace {

/// The path and the code of the reason for which rules are refused; "" if they are not.
std::string reason(const Rules& rules) {
    const std::optional<Reason> wrong = wrong_with(rules);
    return wrong ? std::string(wrong->path()) + " " + std::string(wrong->code) : "";
}
template <class Change>
std::string reason_if(Change&& change) {
    return reason(changed(std::forward<Change>(change)));
}

/// Every accepted move of a position, sorted and separated by blanks.
template <class Source>
std::string all_accepted(const BasicPosition<Source>& position) {
    std::vector<std::string> texts;
    for_each_accepted(position,
                      [&](const Move& move) { texts.push_back(move_text(position.rules(), move)); });
    sort_texts(texts);
    std::string text;
    for (const std::string& move : texts) text += (text.empty() ? "" : " ") + move;
    return text;
}

/// Moves, and back: the position and its key are as before.
template <class Source>
void is_taken_back(const BasicPosition<Source>& before, std::string_view moves) {
    auto position = before;
    const std::vector<Undo> undos = play(position, moves);
    auto again = position;
    again.rebuild();
    EXPECT_EQ(again.key(), position.key()) << moves;
    for (auto undo = undos.rbegin(); undo != undos.rend(); ++undo) position.unplay(*undo);
    EXPECT_TRUE(position == before) << moves;
    EXPECT_EQ(position.key(), before.key()) << moves;
    for (int suit = 0; suit < suit_count; ++suit)
        for (int rank = 1; rank <= before.rules().ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            EXPECT_EQ(position.foundations_for(card), before.foundations_for(card)) << moves;
        }
}

// --- Cards back from foundations -----------------------------------------------------------------

constexpr Rules back = changed([](Rules& rules) {
    rules.tableau.build.follow = Follow::other_color;
    rules.tableau.space = Space::kings_only;
    rules.routes = tableau_to_foundation | foundation_to_tableau;
});

TEST(FoundationToTableau, IsAMoveOfTheTopCardAlone) {
    const auto position = tried<back>("F1 AS 2S; F2 AH; T1 3H; T2 2C");
    EXPECT_EQ(moves(position), "F1>T1 F2>T2");
    EXPECT_EQ(all_accepted(position), "F1>T1 F2>T2");
    is_taken_back(position, "F1>T1 F2>T2");
    EXPECT_EQ(refusal(position, "F1>T2"), Refusal::wrong_color_or_rank);
    EXPECT_EQ(refusal(position, "F1>T3"), Refusal::kings_only);
    EXPECT_EQ(refusal(position, "F3>T1"), Refusal::empty_source);
    EXPECT_EQ(refusal(position, "F1>R1"), Refusal::no_route);
    EXPECT_EQ(refusal(position, "F1>F3"), Refusal::no_route);
}

TEST(FoundationToTableau, LetsAFoundationBeginAgain) {
    auto position = tried<back>("F1 AH; T1 2C; T2 AS");
    play(position, "F1>T1");
    EXPECT_EQ(pile(position, "F1"), "-");
    EXPECT_EQ(pile(position, "T1"), "2C AH");
    EXPECT_EQ(moves(position), "T1>F1 T2>F1");  // the foundations are equal again
    play(position, "T2>F1 T1>F3");
    EXPECT_EQ(pile(position, "F3"), "AH");
}

TEST(FoundationToTableau, LetsAKingGoToASpace) {
    const auto position = tried<back>("F1 AS 2S 3S 4S; T1 3H");
    EXPECT_EQ(moves(position), "F1>T2");
    EXPECT_EQ(all_accepted(position), "F1>T2 F1>T3");
}

TEST(FoundationToTableau, IsNoMoveElsewhere) {
    const Expected<Move> move = parse_move(toy, "F1>T1");
    ASSERT_FALSE(move);
    EXPECT_EQ(move.error().code, "from-foundation");
}

constexpr Rules back_to_dealt = changed([](Rules& rules) {
    rules.foundations[0].start = Start::dealt_card;
    rules.foundations[0].build.wraps = true;
    rules.tableau.build.follow = Follow::other_color;
    rules.routes = tableau_to_foundation | foundation_to_tableau;
    rules.deal = {{{.kind = PileKind::foundation, .rounds = 1}, {.kind = PileKind::tableau, .rounds = 2}}};
});

TEST(FoundationToTableau, LeavesTheCardThatWasDealt) {
    const auto position = tried<back_to_dealt>("F1 AS 2S; F2 2H; F3 AC; F4 AD; T1 3H; T2 3S");
    EXPECT_EQ(moves(position), "F1>T1 T1>F2 T2>F1");
    EXPECT_EQ(refusal(position, "F2>T2"), Refusal::stays_home);
}

TEST(FoundationToTableau, NeedsFoundationsInSuit) {
    EXPECT_EQ(reason_if([](Rules& rules) {
                  rules.foundations[0].build.follow = Follow::any_suit;
                  rules.foundations[0].per_suit = 0;
                  rules.routes |= foundation_to_tableau;
              }),
              "/routes back-by-rank");
}

// --- Units ---------------------------------------------------------------------------------------

constexpr Rules any_cards = changed([](Rules& rules) {
    rules.tableau.build.follow = Follow::other_color;
    rules.tableau.unit = Unit::any_cards;
    rules.tableau.space = Space::kings_only;
    rules.routes = tableau_to_tableau;
});

TEST(Unit, MayBeAnyCardsThatLieFaceUp) {
    const auto position = tried<any_cards>("T1 AD | 2H 4C AS; T2 3S 3D");
    EXPECT_EQ(moves(position), "T1>T3*2");
    const auto other = tried<any_cards>("T1 AD | 2H AC 4S; T2 4C 3S; T3 3D");
    EXPECT_EQ(moves(other), "T1>T2*3 T3>T1");
    EXPECT_EQ(refusal(position, "T1>T2*4"), Refusal::too_many_cards);
    is_taken_back(other, "T1>T2*3 T3>T2");
    EXPECT_EQ(pile_limit(any_cards, pile_id(4)), 16);
}

TEST(Unit, OfAnyCardsNeedsNoOrderInAPosition) {
    auto position = tried<any_cards>();
    position.deal(pack_order(any_cards, 1));
    EXPECT_EQ(wrong<any_cards>(position_text(position)), "");
}

template <Follow follow, Follow run>
struct Ordered {
    static constexpr Rules rules = changed([](Rules& value) {
        value.tableau.build.follow = follow;
        value.tableau.unit = Unit::ordered_run;
        value.tableau.run = run;
        value.routes = tableau_to_tableau;
    });
};

TEST(Run, MayHaveToBeInOneSuitOrColor) {
    const char* const text = "T1 4H 3H 2D; T2 4S; T3 3C";
    EXPECT_EQ(moves(tried<Ordered<Follow::any_suit, Follow::nothing>::rules>(text)), "T1>T2*2 T1>T3 T3>T2");
    EXPECT_EQ(moves(tried<Ordered<Follow::any_suit, Follow::same_color>::rules>(text)),
              "T1>T2*2 T1>T3 T3>T2");
    EXPECT_EQ(moves(tried<Ordered<Follow::any_suit, Follow::same_suit>::rules>(text)), "T1>T3 T3>T2");
    EXPECT_EQ(refusal(tried<Ordered<Follow::any_suit, Follow::same_suit>::rules>(text), "T1>T2*2"),
              Refusal::not_a_run);
}

TEST(Run, IsJudged) {
    EXPECT_EQ(reason_if([](Rules& rules) { rules.tableau.run = Follow::other_color; }),
              "/tableau/run run-of-suits");
    EXPECT_EQ(reason_if([](Rules& rules) { rules.tableau.run = Follow::any_suit; }),
              "/tableau/run run-of-suits");
    EXPECT_EQ(reason_if([](Rules& rules) { rules.tableau.run = Follow::same_color; }), "");
}

TEST(Run, IsAsUsualIfNothingReadsIt) {
    EXPECT_EQ(as_played(changed([](Rules& rules) { rules.tableau.run = Follow::same_suit; })),
              as_played(toy));
    using Built = Ordered<Follow::same_color, Follow::same_color>;
    EXPECT_EQ(as_played(Built::rules), as_played(Ordered<Follow::same_color, Follow::nothing>::rules));
    using Suited = Ordered<Follow::same_color, Follow::same_suit>;
    EXPECT_NE(as_played(Suited::rules), as_played(Built::rules));
}

constexpr Rules by_color = changed([](Rules& rules) {
    rules.tableau.build.follow = Follow::same_color;
    rules.routes = tableau_to_tableau;
});

TEST(Follow, MayBeTheSameColor) {
    const auto position = tried<by_color>("T1 3S; T2 2C; T3 2H");
    EXPECT_EQ(moves(position), "T2>T1");
    EXPECT_EQ(refusal(position, "T3>T1"), Refusal::wrong_color_or_rank);
}

template <Space space, unsigned routes>
struct Singles {
    static constexpr Rules rules = changed([](Rules& value) {
        value.tableau.build.follow = Follow::any_suit;
        value.tableau.unit = Unit::by_singles;
        value.tableau.space = space;
        value.routes = routes;
    });
};
using ByCells = Singles<Space::stays_empty, tableau_to_tableau | tableau_to_reserve>;
using ByNothing = Singles<Space::stays_empty, tableau_to_tableau>;
using BySpaces = Singles<Space::any_card, tableau_to_tableau>;
using ByBoth = Singles<Space::any_card, tableau_to_tableau | tableau_to_reserve>;
using ByKings = Singles<Space::kings_only, tableau_to_tableau | tableau_to_reserve>;

TEST(Unit, MayBeAsManyCardsAsCouldMoveOneByOne) {
    const char* const text = "T1 2C 3S 2S AS; T2 4H; T3 2H";
    EXPECT_EQ(moves(tried<ByCells::rules>(text)), "T1>R1 T1>T2*3 T1>T3 T2>R1 T3>R1");
    EXPECT_EQ(moves(tried<ByNothing::rules>(text)), "T1>T3");
    EXPECT_EQ(refusal(tried<ByNothing::rules>(text), "T1>T2*3"), Refusal::too_few_places);
    EXPECT_EQ(refusal(tried<ByCells::rules>(text), "T1>T2*4"), Refusal::not_a_run);
    const std::string one_cell = std::string(text) + "; R1 AH";
    EXPECT_EQ(refusal(tried<ByCells::rules>(one_cell), "T1>T2*3"), Refusal::too_few_places);
    is_taken_back(tried<ByCells::rules>(text), "T1>T2*3 T2>R2");
}

TEST(Unit, BySinglesGoesThroughSpacesOtherThanItsTarget) {
    const char* const text = "T1 2C 3S 2S AS; T2 4H";
    // With T3 empty two cards could go to T2, and one to T3.
    EXPECT_EQ(moves(tried<BySpaces::rules>(text)), "T1>T3");
    EXPECT_EQ(moves(tried<BySpaces::rules>("T1 2C 2S AS; T2 3H")), "T1>T2*2 T1>T3");
    // One cell and the space: four to T2, two to T3.
    EXPECT_EQ(moves(tried<ByBoth::rules>("T1 2C 3S 2S AS; T2 4H; R1 AH")),
              "T1>R2 T1>T2*3 T1>T3 T1>T3*2 T2>R2");
    // Spaces that only a king may fill are no help.
    EXPECT_EQ(refusal(tried<ByKings::rules>("T1 2C 3S 2S AS; T2 4H; R1 AH"), "T1>T2*3"),
              Refusal::too_few_places);
    EXPECT_EQ(refusal(tried<ByBoth::rules>("T1 2C 3S 2S AS; T2 4H; R1 AH"), "T1>T3*3"),
              Refusal::too_few_places);
}

// --- Deals ---------------------------------------------------------------------------------------

constexpr Rules other_deal(const DealStep& step) {
    return changed([&](Rules& rules) { rules.deal = {{step}}; });
}
constexpr Rules shrinking = other_deal({.rounds = 2, .last = 2, .shrink = 1});
constexpr Rules every_second = other_deal({.rounds = 2, .every = 2});
constexpr Rules from_right = other_deal({.rounds = 2, .shift = 1, .from_right = true});
constexpr Rules pile_by_pile =
    other_deal({.rounds = 2, .every = 2, .from_right = true, .pile_by_pile = true});

template <const Rules& rules>
std::string dealt_piles() {
    auto position = tried<rules>();
    position.deal(pack_order(rules, 1));  // AC AD AH AS 2C 2D …
    return pile(position, "T1") + ", " + pile(position, "T2") + ", " + pile(position, "T3");
}

TEST(DealStep, MayLeaveOutPilesAndBeginFromTheRight) {
    EXPECT_EQ(dealt_piles<shrinking>(), "AC AH, AD, -");
    EXPECT_EQ(dealt_piles<every_second>(), "AC AH, -, AD AS");
    EXPECT_EQ(dealt_piles<from_right>(), "AH, AD 2C, AC AS");
    EXPECT_EQ(dealt_piles<pile_by_pile>(), "AH AS, -, AC AD");
    EXPECT_EQ(dealt_sizes(shrinking)[4], 2);
}

TEST(DealStep, IsJudged) {
    const auto with = [](DealStep step) { return reason(other_deal(step)); };
    EXPECT_EQ(with({.rounds = 3, .shrink = 1}), "");
    EXPECT_EQ(with({.rounds = 4, .shrink = 1}), "/deal/0/shrink empty-round");
    EXPECT_EQ(with({.rounds = 3, .shift = 1, .shrink = 1}), "/deal/0/shift empty-round");
    EXPECT_EQ(with({.rounds = 2, .shift = 1, .shrink = 1}), "");
    EXPECT_EQ(with({.rounds = 1, .shrink = -1}), "/deal/0/shrink deal-grows");
    EXPECT_EQ(with({.rounds = 1, .every = 0}), "/deal/0/every every-pile");
    EXPECT_EQ(with({.rounds = 1, .every = 99}), "");
}

TEST(DealStep, HasUsualValuesWhereNothingReadsThem) {
    EXPECT_EQ(as_played(other_deal({.rounds = 1, .shrink = 1})), as_played(other_deal({.rounds = 1})));
}

// --- Starts of foundations -----------------------------------------------------------------------

constexpr Rules laid_out = changed([](Rules& rules) {
    rules.foundations[0].start = Start::laid_out;
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 2}}};
});

TEST(Start, MayBeLaidOutBeforeTheDeal) {
    EXPECT_EQ(reason(laid_out), "");
    const std::vector<Card> cards = numbered_deal<laid_out>(1);
    const std::vector<Card> usual = numbered_deal<toy>(1);
    std::string first;
    for (int i = 0; i < 4; ++i) first += to_text(cards[static_cast<std::size_t>(i)]) + " ";
    EXPECT_EQ(first, "AC AS AH AD ");
    std::vector<Card> rest;
    std::copy_if(usual.begin(), usual.end(), std::back_inserter(rest),
                 [](Card card) { return number(card.rank()) != 1; });
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(), cards.begin() + 4));
    auto position = tried<laid_out>();
    position.deal(cards);
    EXPECT_EQ(pile(position, "F2"), "AS");
    EXPECT_EQ(position.size(position.layout().stock()), 6);
    EXPECT_EQ(wrong<laid_out>(position_text(position)), "");
    EXPECT_NE(wrong<laid_out>(with_line(position, "F2", "-")), "");
}

TEST(Start, LaidOutCardsMayStandAnywhereInADeal) {
    DealText deal{"toy", std::nullopt, pack_order(laid_out, 1)};
    std::reverse(deal.cards.begin(), deal.cards.end());
    const Expected<std::vector<Card>> cards = listed_deal(laid_out, deal);
    ASSERT_TRUE(cards);
    EXPECT_EQ(to_text(cards->at(1)), "AS");
    EXPECT_EQ(to_text(cards->at(4)), "4S");
}

TEST(Start, IsJudged) {
    const auto with = [](int piles, int per_suit, int length) {
        return reason_if([=](Rules& rules) {
            rules.foundations[0] = {.piles = piles,
                                    .start = Start::laid_out,
                                    .build = {Follow::same_suit, 1, true},
                                    .length = length,
                                    .per_suit = per_suit};
        });
    };
    EXPECT_EQ(with(4, 1, 4), "");
    EXPECT_EQ(with(2, 1, 8), "/foundations/0/piles laid-out-otherwise");
    EXPECT_EQ(with(8, 2, 2), "/foundations/0/piles laid-out-otherwise");
    EXPECT_EQ(with(4, 2, 4), "/foundations/0/piles laid-out-otherwise");
}

constexpr Rules first_card = changed([](Rules& rules) {
    rules.foundations[0].start = Start::first_card;
    rules.foundations[0].build.wraps = true;
    rules.deal = {
        {{.kind = PileKind::foundation, .rounds = 1, .last = 1}, {.kind = PileKind::tableau, .rounds = 2}}};
});

TEST(Start, MayBeTheRankOfTheFirstCard) {
    EXPECT_EQ(reason(first_card), "");
    const auto position = tried<first_card>("F1 3S; T1 3H; T2 AC; W 3D; R1 3S");
    EXPECT_EQ(position.start_rank(first_card.foundations[0]), 3);
    EXPECT_EQ(moves(position), "T1>F2 T1>R2 T2>R2 W>F2");
    EXPECT_EQ(refusal(position, "T2>F2"), Refusal::foundation_start);
    EXPECT_EQ(refusal(position, "R1>F2"), Refusal::suit_taken);
    is_taken_back(position, "T1>F3 W>F2");
    auto round = tried<first_card>("F1 3S 4S; T1 AS");
    play(round, "T1>F1");
    EXPECT_EQ(pile(round, "F1"), "3S 4S AS");
    EXPECT_EQ(reason_if([](Rules& rules) {
                  rules = first_card;
                  rules.deal[0].last = 2;
              }),
              "/foundations/0/start foundation-dealt-wrongly");
    EXPECT_EQ(reason_if([](Rules& rules) {
                  rules = first_card;
                  rules.foundations[0].build.wraps = false;
              }),
              "/foundations/0/build/wraps any-start-without-wrap");
}

TEST(Start, OfTheFirstCardIsJudgedInPositions) {
    auto position = tried<first_card>();
    position.deal(numbered_deal<first_card>(1));
    const std::string first = pile(position, "F1");
    EXPECT_EQ(wrong<first_card>(position_text(position)), "");
    EXPECT_NE(wrong<first_card>(with_line(position, "F1", "-")).find("missing"), std::string::npos);
}

// --- Reserves ------------------------------------------------------------------------------------

constexpr Rules from_reserve = changed([](Rules& rules) {
    rules.tableau.refill = Refill::from_reserve;
    rules.tableau.space = Space::any_card;
    rules.reserve.capacity = 0;
    rules.routes &= ~unsigned{tableau_to_reserve | reserve_to_reserve};
    rules.deal = {{{.kind = PileKind::reserve, .rounds = 1, .face_down = true},
                   {.kind = PileKind::reserve, .rounds = 1},
                   {.kind = PileKind::tableau, .rounds = 1}}};
});

TEST(Refill, MayComeFromTheReserve) {
    EXPECT_EQ(reason(from_reserve), "");
    auto position = tried<from_reserve>("T1 AS; T2 2H; R1 4D | 3D; R2 4C");
    is_taken_back(position, "T1>F1");
    play(position, "T1>F1");
    EXPECT_EQ(pile(position, "T1"), "3D");
    EXPECT_EQ(pile(position, "R1"), "4D");  // turned up
    auto last = tried<from_reserve>("T1 AS; T2 2H; R2 4C");
    is_taken_back(last, "T1>F1");
    play(last, "T1>F1");
    EXPECT_EQ(pile(last, "T1"), "4C");
    EXPECT_EQ(pile(last, "R2"), "-");
    const auto none = tried<from_reserve>("T1 AS; T2 3H 2H");
    is_taken_back(none, "T1>F1 T2>T1");
}

TEST(Refill, FromAReserveIsJudged) {
    const auto with = [](auto&& change) {
        return reason_if([&](Rules& rules) {
            rules = from_reserve;
            change(rules);
        });
    };
    EXPECT_EQ(with([](Rules& rules) { rules.reserve.capacity = 1; }), "/reserve/capacity refill-from-cells");
    EXPECT_EQ(with([](Rules& rules) {
                  rules.reserve.access = Access::every_card;
                  rules.deal = {{{.kind = PileKind::reserve, .rounds = 2}}};
              }),
              "/tableau/refill refill-without-reserve");
    EXPECT_EQ(with([](Rules& rules) {
                  rules.reserve = {};
                  rules.routes = tableau_to_tableau;
                  rules.deal = {};
              }),
              "/tableau/refill refill-without-reserve");
}

TEST(Reserve, MayLieFaceDownButForItsTops) {
    auto position = tried<from_reserve>("R1 4C | 3D; T1 4D; T2 4H; T3 4S");
    EXPECT_EQ(moves(position), "R1>T1");
    is_taken_back(position, "R1>T1");
    play(position, "R1>T1");
    EXPECT_EQ(position.hidden(position.layout().pile(PileKind::reserve, 0)), 0);
    EXPECT_EQ(reason_if([](Rules& rules) {
                  rules.deal = {{{.kind = PileKind::reserve, .rounds = 1, .face_down = true}}};
              }),
              "/deal top-dealt-face-down");
    EXPECT_EQ(reason_if([](Rules& rules) {
                  rules.reserve = {.piles = 2, .access = Access::every_card};
                  rules.routes = reserve_to_tableau;
                  rules.deal = {{{.kind = PileKind::reserve, .rounds = 1, .face_down = true}}};
              }),
              "/deal/0/face_down face-down-elsewhere");
}

// --- Stocks that deal to the tableau -------------------------------------------------------------

template <DealTo to>
struct Dealing {
    static constexpr Rules rules = changed([](Rules& value) {
        value.stock = {.deal_to = to, .each = 1};
        value.tableau.space = Space::any_card;
        value.routes = tableau_to_tableau;
    });
};
using ToTableau = Dealing<DealTo::tableau>;
using ToFullTableau = Dealing<DealTo::full_tableau>;

TEST(DealTo, MayBeTheTableau) {
    auto position = tried<ToTableau::rules>("T1 4S; T3 2H; S AC 2C 3C 4C");
    is_taken_back(position, "draw draw");
    play(position, "draw");
    EXPECT_EQ(pile(position, "T1") + ", " + pile(position, "T2") + ", " + pile(position, "T3"),
              "4S 4C, 3C, 2H 2C");
    EXPECT_EQ(moves(position), "T2>T1 T3>T2 draw");
    play(position, "draw");
    EXPECT_EQ(pile(position, "T1") + ", " + pile(position, "T2"), "4S 4C AC, 3C");
    EXPECT_EQ(refusal(position, "draw"), Refusal::stock_empty);
}

TEST(DealTo, TheTableauLeavesNoTwoSpacesAlike) {
    const auto position = tried<ToTableau::rules>("T1 4S 2S; S AC");
    EXPECT_EQ(moves(position), "T1>T2 T1>T3 draw");
    EXPECT_EQ(moves(tried<ToTableau::rules>("T1 4S; S AC")), "T1>T2 T1>T3 draw");
    EXPECT_EQ(moves(tried<ToTableau::rules>("T1 4S 2S")), "T1>T2");
    EXPECT_EQ(moves(tried<ToTableau::rules>("T1 4S")), "");
    EXPECT_NE(position.key(), tried<ToTableau::rules>("T2 4S 2S; S AC").key());
    EXPECT_EQ(tried<ToTableau::rules>("T1 4S 2S").key(), tried<ToTableau::rules>("T2 4S 2S").key());
}

TEST(DealTo, MayNeedATableauWithoutSpaces) {
    EXPECT_EQ(refusal(tried<ToFullTableau::rules>("T1 4S; T2 2S; S AC"), "draw"), Refusal::space_left);
    EXPECT_EQ(moves(tried<ToFullTableau::rules>("T1 4S; T2 2S; T3 AS; S AC")), "T3>T2 draw");
    EXPECT_EQ(reason_if([](Rules& rules) {
                  rules.stock.deal_to = DealTo::tableau;
                  rules.tableau = {};
                  rules.routes = 0;
                  rules.deal = {};
              }),
              "/stock/deal_to no-tableau-to-deal-to");
}

// --- Whole runs ----------------------------------------------------------------------------------

template <Follow follow, int per_suit>
struct Whole {
    static constexpr Rules rules = changed([](Rules& value) {
        value.foundations[0] = {.piles = 4,
                                .whole = true,
                                .start_rank = 4,
                                .build = {.follow = follow, .step = -1},
                                .length = 4,
                                .per_suit = per_suit};
        value.routes = tableau_to_foundation;
        value.deal = {{{.kind = PileKind::tableau, .rounds = 5}}};
    });
};
using WholeSuits = Whole<Follow::same_suit, 1>;
using WholeColors = Whole<Follow::same_color, 0>;

TEST(Whole, RunsAloneComeToTheFoundations) {
    EXPECT_EQ(reason(WholeSuits::rules), "");
    const auto position = tried<WholeSuits::rules>("T1 2C 4S 3S 2S AS; T2 4H 3H 2D AH; T3 AC");
    EXPECT_EQ(moves(position), "T1>F1*4");
    EXPECT_EQ(all_accepted(position), "T1>F1*4 T1>F2*4 T1>F3*4 T1>F4*4");
    is_taken_back(position, "T1>F3*4");
    auto after = position;
    play(after, "T1>F1*4");
    EXPECT_EQ(pile(after, "F1"), "4S 3S 2S AS");
    EXPECT_EQ(after.home(), 4);
    for (const char* const move : {"T1>F1", "T1>F1*3", "T2>F1*4", "T3>F1", "T3>F1*4"})
        EXPECT_EQ(refusal(position, move), Refusal::whole_run_only) << move;
    EXPECT_EQ(refusal(after, "T2>F1*4"), Refusal::foundation_complete);
    EXPECT_EQ(moves(tried<WholeSuits::rules>("T1 4S | 3S 2S AS")), "");
}

TEST(Whole, RunsMayBeInOneColor) {
    EXPECT_EQ(reason(WholeColors::rules), "");
    EXPECT_EQ(moves(tried<WholeColors::rules>("T1 4S 3C 2S AS; T2 4H 3H 2D AS")), "T1>F1*4");
}

TEST(Whole, RunsAreJudged) {
    const auto with = [](auto&& change) {
        return reason_if([&](Rules& rules) {
            rules = WholeSuits::rules;
            change(rules.foundations[0]);
        });
    };
    EXPECT_EQ(with([](FoundationGroup& group) { group.start = Start::laid_out; }),
              "/foundations/0/whole whole-from-start");
    EXPECT_EQ(with([](FoundationGroup& group) { group.length = 1; }),
              "/foundations/0/whole whole-from-start");
    EXPECT_EQ(with([](FoundationGroup& group) {
                  group.whole = false;
                  group.build.follow = Follow::same_color;
                  group.per_suit = 0;
              }),
              "/foundations/0/build/follow not-built-so");
    const std::string part = full<WholeSuits::rules>("F1 4S 3S", {{"T1", 5}, {"T2", 5}, {"S", 4}});
    EXPECT_NE(wrong<WholeSuits::rules>(part).find("F1: only whole runs of 4"), std::string::npos);
}

}  // namespace
}  // namespace quincunx::testing
