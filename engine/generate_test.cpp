// Every value of every field of the rules, each on a position small enough to see all moves.
#include "engine/generate.hpp"

#include <gtest/gtest.h>

#include "tests/setup.hpp"
#include "tests/toy.hpp"

namespace quincunx::testing {
namespace {

// --- How the tableau is built --------------------------------------------------------------------

constexpr Rules built(Follow follow, int step, bool wraps) {
    return changed([=](Rules& rules) {
        rules.tableau.build = {.follow = follow, .step = step, .wraps = wraps};
        rules.routes = tableau_to_tableau;
    });
}
constexpr Rules on_nothing = built(Follow::nothing, 0, false);
constexpr Rules on_any_card = built(Follow::any_card, 0, false);
constexpr Rules on_any_suit = built(Follow::any_suit, -1, false);
constexpr Rules on_same_suit = built(Follow::same_suit, -1, false);
constexpr Rules on_other_color = built(Follow::other_color, -1, false);

TEST(Follow, DecidesWhichSuitsGoOnATableauPile) {
    const char* const text = "T1 3S; T2 2S; T3 2H";
    EXPECT_EQ(moves(tried<on_nothing>(text)), "");
    EXPECT_EQ(moves(tried<on_any_card>(text)), "T1>T2 T1>T3 T2>T1 T2>T3 T3>T1 T3>T2");
    EXPECT_EQ(moves(tried<on_any_suit>(text)), "T2>T1 T3>T1");
    EXPECT_EQ(moves(tried<on_same_suit>(text)), "T2>T1");
    EXPECT_EQ(moves(tried<on_other_color>(text)), "T3>T1");
}

TEST(Follow, IsNamedInTheRefusal) {
    const char* const text = "T1 3S; T2 4S; T3 4H";
    EXPECT_EQ(refusal(tried<on_nothing>(text), "T2>T1"), Refusal::no_building);
    EXPECT_EQ(refusal(tried<on_any_suit>(text), "T2>T1"), Refusal::wrong_rank);
    EXPECT_EQ(refusal(tried<on_same_suit>(text), "T3>T1"), Refusal::wrong_suit_or_rank);
    EXPECT_EQ(refusal(tried<on_other_color>(text), "T2>T1"), Refusal::wrong_color_or_rank);
}

constexpr Rules up_in_suit = built(Follow::same_suit, +1, false);
constexpr Rules up_in_suit_round = built(Follow::same_suit, +1, true);
constexpr Rules down_in_suit_round = built(Follow::same_suit, -1, true);
constexpr Rules up_by_rank = built(Follow::any_suit, +1, false);
constexpr Rules up_by_color = built(Follow::other_color, +1, false);
constexpr Rules down_by_color_round = built(Follow::other_color, -1, true);

TEST(Step, GoesUpOrDown) {
    EXPECT_EQ(moves(tried<on_same_suit>("T1 3S; T2 2S; T3 4S")), "T1>T3 T2>T1");
    EXPECT_EQ(moves(tried<up_in_suit>("T1 3S; T2 2S; T3 4S")), "T1>T2 T3>T1");
    EXPECT_EQ(moves(tried<up_by_rank>("T1 3S; T2 2H; T3 3D")), "T1>T2 T3>T2");
    EXPECT_EQ(moves(tried<up_by_color>("T1 3S; T2 2H; T3 3D")), "T1>T2");
}

TEST(Wraps, LetsTheRanksGoRound) {
    const char* const text = "T1 AS; T2 4S; T3 4H";
    EXPECT_EQ(moves(tried<on_same_suit>(text)), "");
    EXPECT_EQ(moves(tried<down_in_suit_round>(text)), "T2>T1");
    EXPECT_EQ(moves(tried<up_in_suit>(text)), "");
    EXPECT_EQ(moves(tried<up_in_suit_round>(text)), "T1>T2");
    EXPECT_EQ(moves(tried<on_other_color>(text)), "");
    EXPECT_EQ(moves(tried<down_by_color_round>(text)), "T3>T1");
}

// --- Spaces, refills, limits ---------------------------------------------------------------------

constexpr Rules spaced(Space space) {
    return changed([=](Rules& rules) {
        rules.tableau.space = space;
        rules.routes = tableau_to_tableau | waste_to_tableau | reserve_to_tableau;
    });
}
constexpr Rules space_stays_empty = spaced(Space::stays_empty);
constexpr Rules space_for_kings = spaced(Space::kings_only);
constexpr Rules space_for_any = spaced(Space::any_card);

TEST(Space, DecidesWhatGoesOnAnEmptyPile) {
    const char* const text = "T1 2S 4H; T2 2D 2H; W 4C; R1 AC; R2 4D";
    EXPECT_EQ(moves(tried<space_stays_empty>(text)), "");
    EXPECT_EQ(moves(tried<space_for_kings>(text)), "R2>T3 T1>T3 W>T3");
    EXPECT_EQ(moves(tried<space_for_any>(text)), "R1>T3 R2>T3 T1>T3 T2>T3 W>T3");
    EXPECT_EQ(refusal(tried<space_stays_empty>(text), "W>T3"), Refusal::space_stays_empty);
    EXPECT_EQ(refusal(tried<space_for_kings>(text), "R1>T3"), Refusal::kings_only);
}

constexpr Rules refilled(Refill refill) {
    return changed([=](Rules& rules) { rules.tableau.refill = refill; });
}
constexpr Rules no_refill = refilled(Refill::none);
constexpr Rules refill_from_waste = refilled(Refill::from_waste);
constexpr Rules refill_from_stock = refilled(Refill::from_stock_then_waste);

template <const Rules& rules>
std::string refill(const char* text) {
    auto position = tried<rules>(text);
    const auto before = position;
    const auto undo = play(position, "T1>F1");
    std::string result = pile(position, "T1") + ", W " + pile(position, "W") + ", S " + pile(position, "S");
    position.unplay(undo[0]);
    EXPECT_TRUE(position == before);
    EXPECT_EQ(position.key(), before.key());
    return result;
}

TEST(Refill, FillsAPileAtTheMomentItRunsEmpty) {
    const char* const text = "T1 AS; W 2D 3H; S 2H 4H";
    EXPECT_EQ(refill<no_refill>(text), "-, W 2D 3H, S 2H 4H");
    EXPECT_EQ(refill<refill_from_waste>(text), "3H, W 2D, S 2H 4H");
    EXPECT_EQ(refill<refill_from_stock>(text), "4H, W 2D 3H, S 2H");
    EXPECT_EQ(refill<refill_from_waste>("T1 AS; S 2H"), "-, W -, S 2H");
    EXPECT_EQ(refill<refill_from_stock>("T1 AS; W 2D 3H"), "3H, W 2D, S -");
    EXPECT_EQ(refill<refill_from_stock>("T1 AS"), "-, W -, S -");
    EXPECT_EQ(refill<refill_from_stock>("T1 2D AS; S 2H"), "2D, W -, S 2H");
}

constexpr Rules limited = changed([](Rules& rules) {
    rules.tableau.build = {.follow = Follow::any_card};
    rules.tableau.capacity = 3;
    rules.routes = waste_to_tableau;
});

TEST(Capacity, LimitsWhatThePlayerAddsToATableauPile) {
    EXPECT_EQ(moves(tried<limited>("T1 2S 4H; T2 2D 2H AH; T3 3C; W 4C")), "W>T1 W>T3");
    EXPECT_EQ(refusal(tried<limited>("T1 2S 4H AC; W 4C"), "W>T1"), Refusal::pile_full);
}

// --- Units ---------------------------------------------------------------------------------------

constexpr Rules unit(Unit moved, Follow follow) {
    return changed([=](Rules& rules) {
        rules.tableau.unit = moved;
        rules.tableau.build.follow = follow;
        rules.tableau.space = Space::any_card;
        rules.routes = tableau_to_tableau | tableau_to_foundation;
        if (moved == Unit::face_up_part) rules.deal[0].face_down = true;
        if (moved == Unit::face_up_part) rules.deal[1] = {.kind = PileKind::tableau, .rounds = 1};
    });
}
constexpr Rules single_cards = unit(Unit::top_card, Follow::same_suit);
constexpr Rules runs_in_suit = unit(Unit::ordered_run, Follow::same_suit);
constexpr Rules runs_by_color = unit(Unit::ordered_run, Follow::other_color);
constexpr Rules parts_in_suit = unit(Unit::face_up_part, Follow::same_suit);
constexpr Rules parts_by_color = unit(Unit::face_up_part, Follow::other_color);
constexpr Rules parts_of_kings = [] {
    Rules rules = parts_by_color;
    rules.tableau.space = Space::kings_only;
    return rules;
}();

TEST(Unit, IsOneCardOrARunOrThePartThatLiesFaceUp) {
    const char* const text = "T1 AH 3S 2S; T2 4S; T3 3H";
    EXPECT_EQ(moves(tried<single_cards>(text)), "");
    EXPECT_EQ(moves(tried<runs_in_suit>(text)), "T1>T2*2");
    EXPECT_EQ(moves(tried<parts_in_suit>("T1 AH | 3S 2S; T2 4S; T3 3H")), "T1>T2*2");
    EXPECT_EQ(refusal(tried<single_cards>(text), "T1>T2*2"), Refusal::one_at_a_time);
    EXPECT_EQ(refusal(tried<runs_in_suit>(text), "T1>T2*3"), Refusal::not_a_run);
    EXPECT_EQ(refusal(tried<parts_in_suit>("T1 AH | 3S 2S; T2 4S"), "T1>T2*3"), Refusal::too_many_cards);
}

TEST(Unit, IsAtLeastOneCard) {
    const auto none = Move::cards(pile_id(4), pile_id(6), 0);
    EXPECT_EQ(check(tried<runs_in_suit>("T1 2S"), none), Refusal::empty_source);
    EXPECT_EQ(check(tried<parts_in_suit>("T1 2S"), none), Refusal::empty_source);
    EXPECT_EQ(check(tried<single_cards>("T1 2S"), none), Refusal::empty_source);
}

TEST(Unit, MayBeAnyPartOfARun) {
    EXPECT_EQ(moves(tried<runs_by_color>("T1 AC 4C 3D 2S; T2 4S; T3 3H")), "T1>T2*2 T1>T3 T3>T2");
    EXPECT_EQ(moves(tried<parts_by_color>("T1 AC | 4C 3D 2S; T2 4S; T3 3H")), "T1>T2*2 T1>T3 T3>T2");
}

TEST(Unit, GoesToASpaceInWholeOrInPart) {
    EXPECT_EQ(moves(tried<single_cards>("T1 AC 3S 2S; T2 4D")), "T1>T3");
    EXPECT_EQ(moves(tried<runs_in_suit>("T1 AC 3S 2S; T2 4D")), "T1>T3 T1>T3*2");
    EXPECT_EQ(moves(tried<parts_in_suit>("T1 AC | 3S 2S; T2 4D")), "T1>T3 T1>T3*2");
    EXPECT_EQ(moves(tried<parts_by_color>("T1 AC | 3S 2D; T2 3D")), "T1>T3 T1>T3*2");
    EXPECT_EQ(moves(tried<parts_of_kings>("T1 AC | 4S 3D 2S; T2 2D")), "T1>T3*3");
    EXPECT_EQ(moves(tried<parts_of_kings>("T1 4S 3D 2S; T2 2D")), "");  // nothing would change
}

TEST(Unit, UncoversACard) {
    auto position = tried<parts_by_color>("T1 2S AC | 3S; T2 4D; T3 4S");
    const auto undo = play(position, "T1>T2");
    EXPECT_EQ(pile(position, "T1"), "2S | AC");
    position.unplay(undo[0]);
    EXPECT_EQ(pile(position, "T1"), "2S AC | 3S");
}

// --- Reserve -------------------------------------------------------------------------------------

constexpr Rules top_of_reserve = changed([](Rules& rules) {
    rules.deal[1].rounds = 3;
    rules.reserve.capacity = 0;
    rules.routes = reserve_to_tableau | reserve_to_foundation;
});
constexpr Rules open_reserve = changed([](Rules& rules) {
    rules.deal[1].rounds = 3;
    rules.reserve = {.piles = 2, .access = Access::every_card, .capacity = 0};
    rules.routes = reserve_to_tableau | reserve_to_foundation;
});

TEST(Access, IsToTheTopOrToEveryCard) {
    const char* const text = "T1 4S; T2 3H; R1 3S AC 4D; R2 AD 2H";
    EXPECT_EQ(moves(tried<top_of_reserve>(text)), "R2>T2");
    EXPECT_EQ(moves(tried<open_reserve>(text)), "R1@3S>T1 R1@AC>F1 R2@2H>T2 R2@AD>F1");
    auto position = tried<open_reserve>(text);
    const auto undo = play(position, "R1@AC>F1");
    EXPECT_EQ(pile(position, "R1"), "3S 4D");
    position.unplay(undo[0]);
    EXPECT_EQ(pile(position, "R1"), "3S AC 4D");
    EXPECT_EQ(refusal(position, "R1@2H>T2"), Refusal::no_such_card);
    EXPECT_EQ(refusal(position, "T1>R1"), Refusal::reserve_closed);
}

TEST(Reserve, TakesOneCardOfThePlayersOrNone) {
    EXPECT_EQ(moves(tried<toy>("T1 4S; T2 3H; W 2C; R1 2D 4D")), "R1>R2 T1>R2 T2>R2");
    EXPECT_EQ(refusal(tried<toy>("T1 4S; R1 2D"), "T1>R1"), Refusal::reserve_occupied);
    EXPECT_EQ(refusal(tried<top_of_reserve>("T1 4S"), "T1>R1"), Refusal::reserve_closed);
}

// --- Foundations ---------------------------------------------------------------------------------

constexpr Rules starting_with_threes = changed([](Rules& rules) {
    rules.foundations[0].start_rank = 3;
    rules.foundations[0].build.wraps = true;
    rules.routes = tableau_to_foundation;
});
constexpr Rules going_down = changed([](Rules& rules) {
    rules.foundations[0].start_rank = 4;
    rules.foundations[0].build.step = -1;
    rules.routes = tableau_to_foundation;
});
constexpr Rules two_packs = changed([](Rules& rules) {
    rules.decks = 2;
    rules.foundations[0].piles = 8;
    rules.foundations[0].per_suit = 2;
    rules.routes = tableau_to_foundation;
});
constexpr Rules twice_round = changed([](Rules& rules) {
    rules.decks = 2;
    rules.foundations[0].build.wraps = true;
    rules.foundations[0].length = 8;
    rules.routes = tableau_to_foundation;
});
constexpr Rules two_groups = changed([](Rules& rules) {
    rules.foundations[0].length = 2;
    rules.foundations[1] = rules.foundations[0];
    rules.foundations[1].start_rank = 4;
    rules.foundations[1].build.step = -1;
    rules.routes = tableau_to_foundation;
});
constexpr Rules by_rank_alone = changed([](Rules& rules) {
    rules.foundations[0].build.follow = Follow::any_suit;
    rules.foundations[0].per_suit = 0;
    rules.routes = tableau_to_foundation;
});

TEST(Foundation, StartsWithItsRank) {
    EXPECT_EQ(moves(tried<starting_with_threes>("T1 AS; T2 3S; T3 4S")), "T2>F1");
    EXPECT_EQ(moves(tried<starting_with_threes>("F1 3S 4S; T1 AS; T2 2S; T3 3H")), "T1>F1 T3>F2");
    EXPECT_EQ(refusal(tried<starting_with_threes>("T1 AS"), "T1>F1"), Refusal::foundation_start);
}

TEST(Foundation, IsBuiltByItsStep) {
    EXPECT_EQ(moves(tried<going_down>("F1 4S; T1 3S; T2 4H; T3 AS")), "T1>F1 T2>F2");
    EXPECT_EQ(moves(tried<going_down>("F1 4S 3S 2S AS; T1 4S")), "");
}

TEST(Foundation, IsOneOrTwoOfASuit) {
    EXPECT_EQ(moves(tried<two_packs>("F1 AS 2S; T1 AS; T2 3S; T3 AH")), "T1>F2 T2>F1 T3>F2");
    EXPECT_EQ(refusal(tried<toy>("F1 AS; T1 AS"), "T1>F2"), Refusal::suit_taken);
}

TEST(Foundation, HasALength) {
    EXPECT_EQ(moves(tried<twice_round>("F1 AS 2S 3S 4S; T1 AS")), "T1>F1");
    EXPECT_EQ(moves(tried<twice_round>("F1 AS 2S 3S 4S AS 2S 3S 4S; T1 AS")), "");
    EXPECT_EQ(refusal(tried<twice_round>("F1 AS 2S 3S 4S AS 2S 3S 4S; T1 AS"), "T1>F1"),
              Refusal::foundation_complete);
    EXPECT_EQ(moves(tried<two_groups>("F1 AS 2S; F5 4H; T1 3S; T2 4S; T3 3H")), "T2>F6 T3>F5");
}

TEST(Foundation, MayCareForRankAlone) {
    EXPECT_EQ(moves(tried<by_rank_alone>("F1 AS; F2 AH; F3 AC 2D; T1 2H; T2 3H; T3 AD")),
              "T1>F1 T2>F3 T3>F4");
    EXPECT_EQ(moves(tried<by_rank_alone>("T1 AH; T2 AD")), "T1>F1 T2>F1");
    EXPECT_EQ(refusal(tried<by_rank_alone>("F1 AS; T1 3H"), "T1>F1"), Refusal::wrong_rank);
}

constexpr Rules chosen = changed([](Rules& rules) {
    rules.foundations[0] = {.piles = 4,
                            .start = Start::dealt_card,
                            .build = {.follow = Follow::any_suit, .step = 0, .wraps = true},
                            .length = 4};
    rules.increments = {1, 3};
    rules.routes = tableau_to_foundation | tableau_to_reserve;
    rules.deal[2] = {.kind = PileKind::foundation, .rounds = 1};
});

TEST(Increments, AreChosenFirst) {
    auto position = tried<chosen>("F1 4S; F2 2H; F3 3S; F4 3H; T1 AD; T2 3C; T3 AC; R1 2S; R2 2D");
    EXPECT_EQ(moves(position), "by1 by2");
    EXPECT_EQ(refusal(position, "draw"), Refusal::choose_first);
    const auto undo = play(position, "by1");
    EXPECT_EQ(moves(position), "T1>F1 T2>F2 T3>F1");
    position.unplay(undo[0]);
    play(position, "by2");
    EXPECT_EQ(moves(position), "T1>F2 T2>F1 T3>F2");
    EXPECT_EQ(refusal(position, "by2"), Refusal::already_chosen);
    EXPECT_EQ(refusal(tried<toy>(""), "by1"), Refusal::no_choice);
}

// --- Stock ---------------------------------------------------------------------------------------

constexpr Rules dealing(DealTo target, int each) {
    return changed([=](Rules& rules) {
        rules.stock = {.deal_to = target, .each = each};
        rules.routes = tableau_to_foundation;
        if (target == DealTo::nowhere) rules.deal[1] = {.kind = PileKind::reserve, .rounds = 5};
    });
}
constexpr Rules no_stock = dealing(DealTo::nowhere, 1);
constexpr Rules one_by_one = dealing(DealTo::waste, 1);
constexpr Rules three_by_three = dealing(DealTo::waste, 3);
constexpr Rules to_reserves = dealing(DealTo::reserves, 1);
constexpr Rules to_reserves_by_two = dealing(DealTo::reserves, 2);
constexpr Rules to_empty_reserves = dealing(DealTo::empty_reserves, 2);

template <const Rules& rules>
std::string draw(const char* text) {
    auto position = tried<rules>(text);
    const auto before = position;
    EXPECT_EQ(moves(position), "draw");
    const auto undo = play(position, "draw");
    std::string result = position_text(position);
    result = result.substr(result.find("R1"));
    position.unplay(undo[0]);
    EXPECT_TRUE(position == before);
    for (char& c : result)
        if (c == '\n') c = ';';
    return result;
}

TEST(DealTo, SaysWhereTheStockGoes) {
    EXPECT_EQ(refusal(tried<no_stock>("T1 4S"), "draw"), Refusal::no_stock);
    EXPECT_EQ(draw<one_by_one>("R1 AC; S 2H 3H 4H AD"), "R1 AC;R2 -;W AD;S 2H 3H 4H;");
    EXPECT_EQ(draw<three_by_three>("R1 AC; W AS; S 2H 3H 4H AD"), "R1 AC;R2 -;W AS AD 4H 3H;S 2H;");
    EXPECT_EQ(draw<three_by_three>("W AS; S 2H 3H"), "R1 -;R2 -;W AS 3H 2H;S -;");
    EXPECT_EQ(draw<to_reserves>("R1 AC; S 2H 3H 4H AD"), "R1 AC AD;R2 4H;S 2H 3H;");
    EXPECT_EQ(draw<to_reserves_by_two>("R1 AC; S 2C 2H 3H 4H AD"), "R1 AC AD 3H;R2 4H 2H;S 2C;");
    EXPECT_EQ(draw<to_reserves_by_two>("R1 AC; S 2H 3H 4H"), "R1 AC 4H 2H;R2 3H;S -;");
    EXPECT_EQ(draw<to_empty_reserves>("R1 AC; S 2H 3H 4H AD"), "R1 AC;R2 AD 4H;S 2H 3H;");
    EXPECT_EQ(draw<to_empty_reserves>("S 2H 3H 4H"), "R1 4H 2H;R2 3H;S -;");
    EXPECT_EQ(refusal(tried<to_empty_reserves>("R1 AC; R2 AD; S 2H"), "draw"), Refusal::no_empty_reserve);
    EXPECT_EQ(moves(tried<to_empty_reserves>("R1 AC; R2 AD; S 2H")), "");
    EXPECT_EQ(moves(tried<to_reserves>("R1 AC; R2 AD; S 2H")), "draw");
}

constexpr Rules redealing(int count, bool keep) {
    return changed([=](Rules& rules) { rules.stock.redeal = {.count = count, .keep_playable_top = keep}; });
}
constexpr Rules no_redeal = redealing(0, false);
constexpr Rules one_redeal = redealing(1, false);
constexpr Rules two_redeals = redealing(2, true);
constexpr Rules endless_redeals = redealing(unlimited, false);

TEST(Redeal, IsHadAsOftenAsTheRulesSay) {
    EXPECT_EQ(refusal(tried<no_redeal>("W 2S"), "redeal"), Refusal::no_redeal_left);
    EXPECT_EQ(moves(tried<no_redeal>("W 2S")), "");
    EXPECT_EQ(moves(tried<one_redeal>("W 2S")), "redeal");
    EXPECT_EQ(moves(tried<one_redeal>("redeals 0; W 2S")), "");
    auto position = tried<two_redeals>("W 2S 3H 4D");
    play(position, "redeal draw draw draw redeal");
    EXPECT_EQ(pile(position, "S"), "4D 3H 2S");
    EXPECT_EQ(position.redeals_left(), 0);
    EXPECT_EQ(refusal(tried<no_stock>("T1 4S"), "redeal"), Refusal::no_waste);
}

TEST(Redeal, MayBeHadWithoutLimit) {
    auto position = tried<endless_redeals>("W 2S 3H 4D");
    EXPECT_EQ(position.redeals_left(), unlimited);
    const auto start = position;
    const auto undos = play(position, "redeal draw draw draw redeal draw draw draw");
    EXPECT_EQ(position.redeals_left(), unlimited);
    EXPECT_TRUE(position == start);
    EXPECT_EQ(position.key(), start.key());
    play(position, "redeal");
    EXPECT_EQ(pile(position, "S"), "4D 3H 2S");
    EXPECT_NE(position.key(), start.key());
    EXPECT_EQ(refusal(tried<endless_redeals>("T1 4S"), "redeal"), Refusal::waste_empty);
}

TEST(Redeal, MayKeepAPlayableTop) {
    auto kept = tried<two_redeals>("W 2S 3H AD");
    play(kept, "redeal");
    EXPECT_EQ(pile(kept, "W"), "AD");
    EXPECT_EQ(pile(kept, "S"), "3H 2S");
    auto turned = tried<one_redeal>("W 2S 3H AD");
    play(turned, "redeal");
    EXPECT_EQ(pile(turned, "W"), "-");
    EXPECT_EQ(pile(turned, "S"), "AD 3H 2S");
}

// --- Routes --------------------------------------------------------------------------------------

template <unsigned set>
struct Only {
    static constexpr Rules rules = changed([](Rules& value) {
        value.routes = set;
        value.tableau.space = Space::any_card;
    });
};
template <unsigned set>
std::string moves_with() {
    // One card on each kind of pile that could go anywhere.
    return moves(tried<Only<set>::rules>("F1 AS; T1 2H 2S; T2 3C 2C; W 2D 2S; R1 2H 2S"));
}

TEST(Routes, AreAllowedOneByOne) {
    EXPECT_EQ(moves_with<0>(), "");
    EXPECT_EQ(moves_with<tableau_to_tableau>(), "T1>T3 T2>T3");
    EXPECT_EQ(moves_with<tableau_to_foundation>(), "T1>F1");
    EXPECT_EQ(moves_with<tableau_to_reserve>(), "T1>R2 T2>R2");
    EXPECT_EQ(moves_with<waste_to_tableau>(), "W>T3");
    EXPECT_EQ(moves_with<waste_to_foundation>(), "W>F1");
    EXPECT_EQ(moves_with<reserve_to_tableau>(), "R1>T3");
    EXPECT_EQ(moves_with<reserve_to_foundation>(), "R1>F1");
    EXPECT_EQ(moves_with<reserve_to_reserve>(), "R1>R2");
    EXPECT_EQ(moves_with<all_routes>(), "R1>F1 R1>R2 R1>T3 T1>F1 T1>R2 T1>T3 T2>R2 T2>T3 W>F1 W>T3");
    EXPECT_EQ(refusal(tried<Only<waste_to_tableau>::rules>("F1 AS; T1 2S"), "T1>F1"), Refusal::no_route);
}

// --- Deals ---------------------------------------------------------------------------------------

constexpr Rules stepped = changed([](Rules& rules) {
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 2, .first = 2, .shift = 1, .face_down = true},
                   {.kind = PileKind::tableau, .rounds = 1},
                   {.kind = PileKind::reserve, .rounds = 2, .pile_by_pile = true}}};
});

TEST(DealStep, LaysCardsInRoundsOrPileByPile) {
    auto position = tried<stepped>();
    position.deal(pack_order(stepped, 1));  // AC AD AH AS 2C …
    EXPECT_EQ(position_text(position),
              "game toy\nF1 -\nF2 -\nF3 -\nF4 -\nT1 AS\nT2 AC | 2C\nT3 AD AH | 2D\nR1 2H 2S\nR2 3C 3D\nW -\n"
              "S 4S 4H 4D 4C 3S 3H\n");
}

constexpr Rules some_piles_more = changed([](Rules& rules) {
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 1},
                   {.kind = PileKind::tableau, .rounds = 2, .last = 2},
                   {.kind = PileKind::reserve, .rounds = 2, .last = 1, .pile_by_pile = true}}};
});
constexpr Rules fewer_each_round = changed([](Rules& rules) {
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 2, .first = 1, .last = 2, .shift = 1}}};
});

TEST(DealStep, EndsWithItsLastPile) {
    auto position = tried<some_piles_more>();
    position.deal(pack_order(some_piles_more, 1));
    EXPECT_EQ(position_text(position),
              "game toy\nF1 -\nF2 -\nF3 -\nF4 -\nT1 AC AS 2D\nT2 AD 2C 2H\nT3 AH\nR1 2S 3C\nR2 -\nW -\n"
              "S 4S 4H 4D 4C 3S 3H 3D\n");
    auto shifted = tried<fewer_each_round>();
    shifted.deal(pack_order(fewer_each_round, 1));
    EXPECT_EQ(pile(shifted, "T1"), "AC");
    EXPECT_EQ(pile(shifted, "T2"), "AD AH");
    EXPECT_EQ(pile(shifted, "T3"), "-");
    EXPECT_EQ(dealt_sizes(some_piles_more)[4], 3);
    EXPECT_EQ(dealt_sizes(some_piles_more)[6], 1);
}

}  // namespace
}  // namespace quincunx::testing
