// One test per ruling on the rules (docs/rules), named after it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "tests/setup.hpp"

namespace quincunx::testing {
namespace {

using games::carthage;
using games::carthage_strict;
using games::gargantua;
using games::gargantua_classic;
using games::gloucestershire;
using games::grandfather;
using games::grandfather_classic;
using games::stalactites;
using ::testing::HasSubstr;

/// Eight finished foundations of two packs, up in suit.
std::string all_home() {
    std::string text;
    for (int pile = 0; pile < 8; ++pile)
        text += "F" + std::to_string(pile + 1) + ' ' + sequence(1, 13, static_cast<Suit>(pile % 4)) + ';';
    return text;
}

// --- For all games -------------------------------------------------------------------------------

TEST(Rulings, A1) {
    const auto position = set_up<gargantua>("F1 AS 2S; T1 3H; T2 4S 3D; T3 9S");
    EXPECT_EQ(moves(position), "");
    games::for_each_game([]<const Rules & rules>() {
        for (const char* text : {"F1>T1", "F1>F2", "F1>R1", "F1>W"}) {
            const Expected<Move> move = parse_move<rules>(text);
            EXPECT_FALSE(move) << rules.id << ' ' << text;
        }
        // Even when the move does not come from a text.
        auto game = dealt<rules>(1);
        constexpr Layout layout{rules};
        for (int to = 0; to < layout.piles(); ++to)
            EXPECT_FALSE(accepts(game, Move::cards(layout.pile(PileKind::foundation, 0), pile_id(to))))
                << rules.id;
    });
}

TEST(Rulings, A2) {
    auto position = dealt<gargantua>(1);
    EXPECT_EQ(pile(position, "W"), "-");
    const auto stock = position.pile(PileKind::stock, 0);
    const std::string next = to_text(stock.back());
    ASSERT_EQ(stock.size(), 59U);
    play(position, "draw");
    EXPECT_EQ(pile(position, "W"), next);
    EXPECT_EQ(position.pile(PileKind::stock, 0).size(), 58U);

    auto other = dealt<grandfather>(1);
    EXPECT_EQ(pile(other, "W"), "-");
    play(other, "draw draw");
    EXPECT_EQ(other.pile(PileKind::waste, 0).size(), 2U);
    EXPECT_EQ(other.pile(PileKind::stock, 0).size(), 82U);

    auto last = set_up<gargantua>("S 5H 9D");
    play(last, "draw draw");
    EXPECT_EQ(pile(last, "W"), "9D 5H");
    EXPECT_EQ(refusal(last, "draw"), Refusal::stock_empty);
}

TEST(Rulings, A3) {
    const auto finished = set_up<carthage>(all_home());
    EXPECT_EQ(status(finished), Status::won);
    EXPECT_EQ(moves(finished), "");
    const auto nearly = set_up<gargantua>("F1 AS; T1 2S");
    EXPECT_EQ(status(nearly), Status::playing);
    const auto stuck = set_up<gargantua>("F1 AS; T1 4S; T2 9S");
    EXPECT_EQ(status(stuck), Status::stuck);
    // Beyond all hope, and yet not stuck: the ace lies below the king of its own pile, but a card can be
    // drawn.
    const auto hopeless = set_up<gargantua>("redeals 0; T1 AS | KS; S 5H");
    EXPECT_EQ(status(hopeless), Status::playing);
}

TEST(Rulings, A4) {
    auto position = set_up<gargantua>("T1 7D 8C 2H | AC");
    EXPECT_EQ(moves(position), "T1>F1");
    auto undo = play(position, "T1>F1");
    EXPECT_EQ(pile(position, "T1"), "7D 8C | 2H");
    position.unplay(undo[0]);
    EXPECT_EQ(pile(position, "T1"), "7D 8C 2H | AC");
    // Taking a part of the face-up run turns nothing up.
    auto part = set_up<gargantua>("T1 7D | 3C 2H; T2 3S");
    play(part, "T1>T2");
    EXPECT_EQ(pile(part, "T1"), "7D | 3C");

    auto filled = set_up<grandfather>("T1 AC; T2 5D; W 9H; S 2S 3S");
    undo = play(filled, "T1>F1");
    EXPECT_EQ(pile(filled, "T1"), "3S");
    EXPECT_EQ(pile(filled, "S"), "2S");
    EXPECT_EQ(pile(filled, "W"), "9H");
    filled.unplay(undo[0]);
    EXPECT_EQ(pile(filled, "T1"), "AC");
    EXPECT_EQ(pile(filled, "S"), "2S 3S");
}

TEST(Rulings, A5) {
    // Spaces.
    auto spaces = set_up<gargantua>("T1 2H | KS; T2 8D; T3 8H; T4 8D; T5 8H; T6 8D; T8 8H");
    EXPECT_EQ(moves(spaces), "T1>T7");
    EXPECT_TRUE(accepted(spaces, "T1>T9"));
    const auto undo = play(spaces, "T1>T9");
    EXPECT_EQ(pile(spaces, "T9"), "KS");
    EXPECT_EQ(pile(spaces, "T7"), "-");
    spaces.unplay(undo[0]);
    EXPECT_EQ(move_text(gargantua, *listed(spaces, *parse_move<gargantua>("T1>T9"))), "T1>T7");

    // Empty foundations, and foundations with the same cards.
    const auto foundations = set_up<carthage>(
        "F1 AS; F3 AH 2H; F4 AH 2H; T1 AC; T2 3H; T3 5S; T4 7S; T5 9S;"
        "T6 JS; T7 KS; T8 JD; R1 9D; R2 7D; R3 5D; R4 3D; R5 KC; R6 JC");
    EXPECT_EQ(moves(foundations), "T1>F2 T2>F3");
    EXPECT_TRUE(accepted(foundations, "T1>F8"));
    EXPECT_TRUE(accepted(foundations, "T2>F4"));

    // Empty reserve piles: equal without a stock, and not equal as long as one deals to them.
    const std::string reserves =
        "T1 5S 4S; T2 5H; T3 5D; T4 5C; T5 8S; T6 8H; T7 8D; T8 8C; R1 KS; R3 KH; R4 KD;";
    const auto without_stock = set_up<carthage>(reserves);
    EXPECT_EQ(moves(without_stock), "T1>R2 T2>R2 T3>R2 T4>R2 T5>R2 T6>R2 T7>R2 T8>R2");
    EXPECT_TRUE(accepted(without_stock, "T1>R5"));
    const auto with_stock = set_up<carthage>(
        "T1 5S; T2 5H; T3 5D; T4 5C; T5 8S; T6 8H; T7 8D; T8 8C; R1 KS; R2 KC;"
        "R3 KH; R4 KD; S 2C");
    EXPECT_EQ(
        moves(with_stock),
        "R1>R5 R1>R6 R2>R5 R2>R6 R3>R5 R3>R6 R4>R5 R4>R6 T1>R5 T1>R6 T2>R5 T2>R6 T3>R5 T3>R6 T4>R5 T4>R6 "
        "T5>R5 T5>R6 T6>R5 T6>R6 T7>R5 T7>R6 T8>R5 T8>R6 draw");

    // Cells, and Stalactites' foundations with the same top rank and as many cards.
    const auto cells = set_up<stalactites>("choice by1; F1 5H; F2 5S; F3 4D 5C; F4 9C; T1 6D; T2 KD");
    EXPECT_EQ(moves(cells), "T1>F1 T1>F3 T1>R1 T2>R1");
    EXPECT_TRUE(accepted(cells, "T1>F2"));
    EXPECT_TRUE(accepted(cells, "T1>R2"));
    EXPECT_FALSE(accepted(cells, "T1>F4"));
    const auto undecided = set_up<stalactites>("choice by1; F1 2H; F2 4H; F3 6H; F4 8H; R1 9D; R2 9S");
    EXPECT_EQ(moves(undecided), "R1>F4 R2>F4");  // two cells with the same rank are both listed

    // The two copies of a card in the reserve.
    auto copies = set_up<gloucestershire>(
        "T1 8H; T2 KC; T3 KC; T4 KC; T5 KC; T6 KC; T7 KC; T8 KC;"
        "R1 2D 7S 9D 7S TD; R2 7S");
    EXPECT_EQ(moves(copies), "R1@7S>T1");
    EXPECT_TRUE(accepted(copies, "R2@7S>T1"));
    EXPECT_EQ(move_text(gloucestershire, *listed(copies, *parse_move<gloucestershire>("R2@7S>T1"))),
              "R1@7S>T1");
    play(copies, "R1@7S>T1");
    EXPECT_EQ(pile(copies, "R1"), "2D 9D 7S TD");  // the lower one; the others keep their order
    auto aimed = set_up<gloucestershire>("T1 8H; R1 7S; R2 7S 4C");
    play(aimed, "R2@7S>T1");
    EXPECT_EQ(pile(aimed, "R1"), "7S");
    EXPECT_EQ(pile(aimed, "R2"), "4C");

    // Two tableau piles with the same cards are not equal.
    const auto twins = set_up<carthage>(
        "T1 6S; T2 6S; T3 5S; T4 KC; T5 KC; T6 KD; T7 KD; T8 KH;"
        "R1 JC; R2 JC; R3 JD; R4 JD; R5 JH; R6 JH");
    EXPECT_EQ(moves(twins), "T3>T1 T3>T2");
    // Foundations of two groups with the same card on top are not equal.
    const auto groups = set_up<grandfather>("F1 " + sequence(1, 7, Suit::hearts) + "; F5 " +
                                            sequence(13, 9, Suit::hearts) + "; T1 8H");
    EXPECT_EQ(moves(groups), "T1>F1 T1>F5");
}

TEST(Rulings, A6) {
    const auto first = [](const auto& cards) {
        std::string text;
        for (std::size_t i = 0; i < 4; ++i) text += (i > 0 ? " " : "") + to_text(cards[i]);
        return text;
    };
    EXPECT_EQ(first(numbered_deal<stalactites>(1)), "JD 2D 9H JC");
    EXPECT_EQ(first(numbered_deal<stalactites>(32000)), "7S 4D JS 8D");
    EXPECT_EQ(first(numbered_deal<carthage>(1)), "3D 5H JC KH");
    EXPECT_EQ(first(numbered_deal<carthage>(32000)), "KH 9H TD 6D");
    // The first card of the stock is not drawn.
    EXPECT_EQ(pile(dealt<gargantua>(1), "W"), "-");
    EXPECT_EQ(pile(dealt<grandfather>(1), "W"), "-");
    // Variants have the deals of their games.
    EXPECT_EQ(numbered_deal<carthage>(77), numbered_deal<carthage_strict>(77));
}

TEST(Rulings, A7) {
    // A whole tableau pile to a space.
    const auto king = set_up<gargantua>("T1 KS QH; T2 AC 2C");
    EXPECT_EQ(moves(king), "");
    EXPECT_EQ(status(king), Status::stuck);
    EXPECT_TRUE(accepted(king, "T1>T3*2"));
    EXPECT_TRUE(accepted(king, "T1>T9*2"));
    EXPECT_FALSE(listed(king, *parse_move<gargantua>("T1>T3*2")));
    auto moved = king;
    play(moved, "T1>T3*2");
    EXPECT_EQ(moved.key(), king.key());
    // Something lies below: it is a real move.
    EXPECT_EQ(moves(set_up<gargantua>("T1 3C | KS QH; T2 4C")), "T1>T3*2");
    // One card of a pile to a space, but not the last one.
    EXPECT_EQ(moves(set_up<carthage>(
                  "T1 5S 4S; T2 9C; T3 9D; T4 9H; T5 9S; T6 JC; T7 JD; R1 KC; R2 KC; R3 KD; R4 KD;"
                  "R5 KH; R6 KH; F1 AS")),
              "R1>T8 R2>T8 R3>T8 R4>T8 R5>T8 R6>T8 T1>T8");
    EXPECT_TRUE(accepted(set_up<carthage>("T1 5S"), "T1>T8"));
    // A whole run in Gloucestershire; a part of it is a real move.
    const auto run = set_up<gloucestershire>("T1 9S 8H; T2 2C; T3 2C; T4 2S; T5 2S; T6 2D; T7 2D");
    EXPECT_TRUE(accepted(run, "T1>T8*2"));
    EXPECT_EQ(moves(run), "T1>T8");
    // From reserve to reserve: nothing changes, but while the stock deals to them it is a real move.
    const auto equal = set_up<carthage>("T1 5S; T2 5S; T3 5H; T4 5H; T5 5D; T6 5D; T7 5C; T8 5C; R1 KS");
    EXPECT_EQ(moves(equal), "T1>R2 T2>R2 T3>R2 T4>R2 T5>R2 T6>R2 T7>R2 T8>R2");
    EXPECT_TRUE(accepted(equal, "R1>R2"));
    EXPECT_FALSE(listed(equal, *parse_move<carthage>("R1>R2")));
    const auto dealing = set_up<carthage>(
        "R1 KS; R2 KH; R3 KD; R4 KC; R5 QC; S 2C; T1 5S; T2 5S; T3 5H; T4 5H; T5 5D;"
        "T6 5D; T7 5C; T8 5C");
    EXPECT_THAT(moves(dealing), HasSubstr("R1>R6 R2>R6"));
    EXPECT_TRUE(listed(dealing, *parse_move<carthage>("R1>R6")));
}

TEST(Rulings, A8) {
    games::for_each_game([]<const Rules & rules>() {
        const auto start = dealt<rules>(7);
        EXPECT_EQ(wrong<rules>(position_text(start)), "") << rules.id;
        // A card is missing or duplicated.
        const std::string last = 'T' + std::to_string(rules.tableau.piles);
        const std::string cards = pile(start, last);
        const std::string other = cards.starts_with("5H") ? "6H" : "5H";
        EXPECT_NE(wrong<rules>(with_line(start, last, "-")), "") << rules.id;
        EXPECT_NE(wrong<rules>(with_line(start, last, other + cards.substr(2))), "") << rules.id;
        EXPECT_NE(wrong<rules>(with_line(start, last, cards + " AC")), "") << rules.id;
    });

    // Piles over their limits: Gargantua.
    const std::string spades = sequence(1, 13, Suit::spades);
    const std::string forty_four = "F5 " + spades + "; F6 " + spades + "; F7 " +
                                   sequence(1, 13, Suit::diamonds) + "; F8 " + sequence(1, 5, Suit::hearts);
    const auto gargantua_with = [&](const std::string& named, const std::vector<Rest>& rest = {{"S", 59}}) {
        return wrong<gargantua>(full<gargantua>(forty_four + " 6H; " + named, rest));
    };
    EXPECT_EQ(gargantua_with("W -"), "");
    EXPECT_EQ(gargantua_with("W -", {{"S", 30}, {"W", 29}}), "");
    EXPECT_THAT(wrong<gargantua>(full<gargantua>(forty_four, {{"S", 60}})),
                HasSubstr("S: the pile exceeds its limit of 59"));
    EXPECT_THAT(wrong<gargantua>(full<gargantua>(forty_four, {{"W", 60}})),
                HasSubstr("W: the pile exceeds its limit of 59"));
    EXPECT_THAT(wrong<gargantua>(full<gargantua>(forty_four, {{"S", 30}, {"W", 30}})),
                HasSubstr("W: the pile exceeds its limit of 29"));
    const std::string twelve = sequence(1, 12, Suit::clubs);
    EXPECT_EQ(gargantua_with("T1 " + twelve + " | KC"), "");
    EXPECT_THAT(gargantua_with("T1 AD " + twelve + " | KC"), HasSubstr("limit of 13"));
    EXPECT_EQ(gargantua_with("T2 AD " + twelve + " | KC"), "");
    // Face down.
    EXPECT_EQ(gargantua_with("T1 AC | KC QH"), "");
    EXPECT_THAT(gargantua_with("T1 AC KC |"), HasSubstr("face up"));
    EXPECT_THAT(wrong<carthage>(with_line(dealt<carthage>(7), "T1", "5H | 4H")), HasSubstr("face-down"));
    EXPECT_THAT(wrong<gargantua>(with_line(dealt<gargantua>(7), "F1", "AC | 2C")), HasSubstr("face-down"));
    // The face-up part is a run, also between the cards below the top.
    EXPECT_THAT(gargantua_with("T1 KC QC"), HasSubstr("not in sequence"));
    EXPECT_THAT(gargantua_with("T1 5D 4D 3C"), HasSubstr("not in sequence"));
    EXPECT_THAT(gargantua_with("T1 AC KD"), HasSubstr("not in sequence"));
    // Foundations.
    EXPECT_EQ(gargantua_with("F1 AC 2C; F2 AC"), "");
    EXPECT_THAT(gargantua_with("F1 2C"), HasSubstr("wrong rank"));
    EXPECT_THAT(gargantua_with("F1 AC 3C"), HasSubstr("sequence"));
    EXPECT_THAT(gargantua_with("F1 AC 2D"), HasSubstr("sequence"));
    EXPECT_THAT(gargantua_with("F1 " + sequence(1, 13, Suit::clubs) + " AC"), HasSubstr("limit of 13"));
    // Redeals.
    EXPECT_EQ(gargantua_with("redeals 0"), "");
    EXPECT_THAT(wrong<gargantua>(with_line(dealt<gargantua>(7), "redeals", "2")), HasSubstr("redeals"));

    // Grandfather: suits, two cards a pile, no pile empty that would have been filled.
    const std::string homes = "F1 " + sequence(1, 13, Suit::clubs) + "; F2 " +
                              sequence(1, 13, Suit::diamonds) + "; F3 " + sequence(1, 13, Suit::hearts) +
                              "; F4 " + sequence(1, 13, Suit::spades) + "; F5 " +
                              sequence(13, 1, Suit::clubs) + "; F6 " + sequence(13, 1, Suit::diamonds) +
                              "; F7 " + sequence(13, 1, Suit::hearts) + "; F8 ";
    EXPECT_EQ(wrong<grandfather>(full<grandfather>(homes, {{"T3", 0},
                                                           {"F8", 0},
                                                           {"T1", 2},
                                                           {"T2", 2},
                                                           {"T4", 2},
                                                           {"T5", 2},
                                                           {"T6", 2},
                                                           {"T7", 2},
                                                           {"T20", 2}})),
              "");
    EXPECT_THAT(wrong<grandfather>(full<grandfather>(
                    homes + "KS", {{"T1", 3}, {"T2", 2}, {"T4", 2}, {"T5", 2}, {"T6", 2}, {"T7", 2}})),
                HasSubstr("limit of 2"));
    EXPECT_THAT(wrong<grandfather>(full<grandfather>(homes + "KS", {{"W", 12}})), HasSubstr("filled"));
    EXPECT_THAT(wrong<grandfather>(full<grandfather>(homes + "KS", {{"S", 12}})), HasSubstr("filled"));
    EXPECT_EQ(wrong<grandfather_classic>(full<grandfather_classic>(homes + "KS", {{"S", 6}, {"W", 6}})), "");
    const auto classic = [](const std::string& named) {
        return wrong<grandfather_classic>(full<grandfather_classic>(
            "F3 " + sequence(1, 13, Suit::hearts) + "; F4 " + sequence(1, 13, Suit::spades) + "; " + named,
            {{"W", 84}}));
    };
    EXPECT_EQ(classic("F1 AC; F5 KC"), "");
    EXPECT_THAT(classic("F1 AC; F2 AC"), HasSubstr("suit"));
    EXPECT_THAT(classic("F5 KC; F8 KC"), HasSubstr("suit"));
    EXPECT_THAT(classic("F5 AC"), HasSubstr("wrong rank"));
    EXPECT_THAT(classic("F5 KC AC"), HasSubstr("sequence"));
    EXPECT_THAT(wrong<grandfather>(with_line(dealt<grandfather>(7), "redeals", "2")), HasSubstr("redeals"));

    // Gloucestershire: one foundation a suit, and any length of it.
    const auto gloucestershire_with = [](const std::string& named) {
        return wrong<gloucestershire>(full<gloucestershire>(named, {{"T8", 104}}));
    };
    EXPECT_EQ(gloucestershire_with(""), "");
    const std::string clubs = sequence(1, 13, Suit::clubs);
    EXPECT_EQ(gloucestershire_with("F2 " + clubs + " " + clubs), "");
    EXPECT_THAT(gloucestershire_with("F1 AC; F4 AC"), HasSubstr("suit"));
    EXPECT_THAT(gloucestershire_with("F1 2C"), HasSubstr("wrong rank"));
    EXPECT_EQ(wrong<gloucestershire>(full<gloucestershire>("", {{"R1", 26}, {"R2", 26}, {"T1", 52}})), "");
    EXPECT_THAT(wrong<gloucestershire>(full<gloucestershire>("", {{"R1", 27}, {"T1", 104}})),
                HasSubstr("limit of 26"));

    // Stalactites: as dealt before the choice, and by the choice after it.
    const auto start = dealt<stalactites>(7);
    const auto by = [&](const char* choice, const std::string& f1, const std::string& f2) {
        return wrong<stalactites>(full<stalactites>(
            std::string("choice ") + choice + ";F1 " + f1 + ";F2 " + f2 + ";F3 AC;F4 AD",
            {{"T1", 6}, {"T2", 6}, {"T3", 6}, {"T4", 6}, {"T5", 6}, {"T6", 6}, {"T7", 6}, {"T8", 6}}));
    };
    EXPECT_EQ(by("-", "5H", "7S"), "");
    EXPECT_THAT(by("-", "5H 6S", "7S"), HasSubstr("as dealt"));
    EXPECT_EQ(by("by1", "QH KC AH", "7S"), "");
    EXPECT_EQ(by("by2", "QH AH 3C", "JS KH 2H"), "");
    EXPECT_THAT(by("by2", "QH KC", "7S"), HasSubstr("sequence"));
    EXPECT_THAT(by("by1", "QH AH", "7S"), HasSubstr("sequence"));
    EXPECT_THAT(by("by1", "QH KC", "-"), HasSubstr("missing"));
    EXPECT_NE(wrong<stalactites>(with_line(start, "choice", "by3")), "");
    EXPECT_THAT(
        wrong<stalactites>(full<stalactites>(
            "choice by1;F1 5H;F2 7S;F3 AC;F4 AD;R1 2C 2D",
            {{"T1", 6}, {"T2", 6}, {"T3", 6}, {"T4", 6}, {"T5", 6}, {"T6", 6}, {"T7", 6}, {"T8", 6}})),
        HasSubstr("limit of 1"));

    // Carthage: a tableau pile is a run, and a reserve pile has what was dealt to it.
    const std::string hearts = sequence(1, 13, Suit::hearts);
    const auto carthage_with = [&](const std::string& named, int stock, int first) {
        return wrong<carthage>(full<carthage>(
            named + ";F7 " + hearts + ";F8 " + hearts,
            {{"S", stock}, {"R1", first}, {"R2", 16}, {"R3", 16}, {"R4", 16}, {"R5", 16}, {"R6", 16}}));
    };
    EXPECT_EQ(carthage_with("T1 KC QC JC", 0, 16), "");
    EXPECT_THAT(carthage_with("T1 KC JC", 0, 16), HasSubstr("not in sequence"));
    EXPECT_THAT(carthage_with("T1 KC QD", 0, 16), HasSubstr("not in sequence"));
    EXPECT_THAT(carthage_with("T1 AC KC", 0, 16), HasSubstr("not in sequence"));
    EXPECT_EQ(carthage_with("F1 AC; F2 AC", 0, 16), "");
    EXPECT_THAT(carthage_with("", 0, 17), HasSubstr("limit of 16"));
    EXPECT_THAT(wrong<carthage>(full<carthage>("F7 " + hearts + ";F8 " + hearts,
                                               {{"S", 61}, {"R1", 6}, {"R2", 6}, {"R3", 6}})),
                HasSubstr("limit of 60"));
    const auto clubs_and_hearts_home = "F1 " + clubs + "; F2 " + sequence(1, 13, Suit::hearts) + ";";
    const auto reserves = [&](int stock, int each, int first) {
        return wrong<carthage>(full<carthage>(clubs_and_hearts_home, {{"S", stock},
                                                                      {"R1", first},
                                                                      {"R2", each},
                                                                      {"R3", each},
                                                                      {"R4", each},
                                                                      {"R5", each},
                                                                      {"R6", each}}));
    };
    EXPECT_EQ(reserves(60, 6, 6), "");
    EXPECT_THAT(reserves(60, 6, 7), HasSubstr("limit of 6"));
    EXPECT_EQ(reserves(59, 6, 8), "");  // a deal begun counts
    EXPECT_THAT(reserves(59, 6, 9), HasSubstr("limit of 8"));
    EXPECT_EQ(reserves(48, 8, 8), "");
    EXPECT_THAT(reserves(48, 8, 9), HasSubstr("limit of 8"));
    const auto strict = [&](int first) {
        return wrong<carthage_strict>(full<carthage_strict>(
            clubs_and_hearts_home + "F3 " + clubs,
            {{"R1", first}, {"S", 48}, {"R2", 6}, {"R3", 6}, {"R4", 6}, {"R5", 6}, {"R6", 6}}));
    };
    EXPECT_EQ(strict(6), "");
    EXPECT_THAT(strict(7), HasSubstr("limit of 6"));
}

// --- Gargantua -----------------------------------------------------------------------------------

TEST(Rulings, G1) {
    // Nothing playable: the whole waste is turned, and comes in the same order again.
    auto position = set_up<gargantua>("redeals 1; T1 5S; S 9S 7S 3C");
    play(position, "draw draw draw");
    EXPECT_EQ(pile(position, "W"), "3C 7S 9S");
    EXPECT_EQ(moves(position), "redeal");
    auto undo = play(position, "redeal");
    EXPECT_EQ(pile(position, "W"), "-");
    EXPECT_EQ(pile(position, "S"), "9S 7S 3C");
    EXPECT_EQ(position.redeals_left(), 0);
    play(position, "draw draw draw");
    EXPECT_EQ(refusal(position, "redeal"), Refusal::no_redeal_left);
    EXPECT_EQ(status(position), Status::stuck);

    // The top can be played on the tableau: it is kept, and the next draw covers it.
    auto kept = set_up<gargantua>("redeals 1; T1 9H; W 3C 7S 8S");
    undo = play(kept, "redeal");
    EXPECT_EQ(pile(kept, "W"), "8S");
    EXPECT_EQ(pile(kept, "S"), "7S 3C");
    kept.unplay(undo[0]);
    EXPECT_EQ(pile(kept, "W"), "3C 7S 8S");
    EXPECT_EQ(pile(kept, "S"), "-");
    EXPECT_EQ(kept.redeals_left(), 1);
    play(kept, "redeal draw");
    EXPECT_EQ(pile(kept, "W"), "8S 3C");
    // On a foundation; a king for a space; and a king when there is none.
    auto ace = set_up<gargantua>("redeals 1; W 3C AC");
    play(ace, "redeal");
    EXPECT_EQ(pile(ace, "W"), "AC");
    auto king = set_up<gargantua>("redeals 1; W 3C KC; T1 2C");
    play(king, "redeal");
    EXPECT_EQ(pile(king, "W"), "KC");
    auto no_space = set_up<gargantua>(
        "redeals 1; W 3C KC; T1 2S; T2 2S; T3 2C; T4 2C; T5 9S; T6 9S; T7 9C; T8 9C; T9 4S");
    play(no_space, "redeal");
    EXPECT_EQ(pile(no_space, "W"), "-");
    EXPECT_EQ(pile(no_space, "S"), "KC 3C");

    // Nothing but the kept card: no redeal.
    const auto alone = set_up<gargantua>("redeals 1; T1 9H; W 8S");
    EXPECT_EQ(moves(alone), "W>T1");
    EXPECT_EQ(refusal(alone, "redeal"), Refusal::nothing_to_turn);
    auto unplayable = set_up<gargantua>("redeals 1; T1 9H; W 7S");
    play(unplayable, "redeal");
    EXPECT_EQ(pile(unplayable, "S"), "7S");
    // Only with an empty stock and a waste.
    EXPECT_EQ(refusal(set_up<gargantua>("redeals 1; W 8S; S 2C"), "redeal"), Refusal::stock_not_empty);
    EXPECT_EQ(refusal(set_up<gargantua>("redeals 1"), "redeal"), Refusal::waste_empty);

    // The classic redeal turns everything.
    auto classic = set_up<gargantua_classic>("redeals 1; T1 9H; W 3C 7S 8S");
    play(classic, "redeal");
    EXPECT_EQ(pile(classic, "W"), "-");
    EXPECT_EQ(pile(classic, "S"), "8S 7S 3C");
    auto only = set_up<gargantua_classic>("redeals 1; T1 9H; W 8S");
    EXPECT_EQ(moves(only), "W>T1 redeal");
    play(only, "redeal");
    EXPECT_EQ(pile(only, "S"), "8S");
}

TEST(Rulings, G2) {
    // Any part of a face-up run may be moved: it is always a run.
    const auto position = set_up<gargantua>("T1 2D | 8S 7H 6C; T2 9D; T3 8C; T4 7D; T5 9S");
    EXPECT_EQ(moves(position), "T1>T2*3 T1>T3*2 T1>T4 T3>T2 T4>T3");
    EXPECT_EQ(refusal(position, "T1>T2*4"), Refusal::too_many_cards);  // the fourth is face down
    EXPECT_EQ(refusal(position, "T1>T2*2"), Refusal::wrong_color_or_rank);
    // Such a part cannot be anything else: A8.
    EXPECT_THAT(wrong<gargantua>(full<gargantua>("T1 8S 6C", {{"S", 59}, {"W", 59}})),
                HasSubstr("not in sequence"));
}

// --- Grandfather ---------------------------------------------------------------------------------

TEST(Rulings, H1) {
    // From the stock, even if there is a waste.
    auto position = set_up<grandfather>("T1 AC; T2 9D; W 5H; S 7C 8C");
    play(position, "T1>F1");
    EXPECT_EQ(pile(position, "T1"), "8C");
    EXPECT_EQ(pile(position, "W"), "5H");
    // From the waste when the stock is empty, even while a redeal is left.
    auto waste = set_up<grandfather>("redeals 1; T1 AC; W 3D 5H");
    auto undo = play(waste, "T1>F1");
    EXPECT_EQ(pile(waste, "T1"), "5H");
    EXPECT_EQ(pile(waste, "W"), "3D");
    EXPECT_EQ(waste.redeals_left(), 1);
    waste.unplay(undo[0]);
    EXPECT_EQ(pile(waste, "T1"), "AC");
    EXPECT_EQ(pile(waste, "W"), "3D 5H");
    // From nowhere: it stays empty.
    auto nothing = set_up<grandfather>("T1 AC; T2 5D");
    play(nothing, "T1>F1");
    EXPECT_EQ(pile(nothing, "T1"), "-");
    // A pile of two is not empty yet.
    auto two = set_up<grandfather>("T1 5D AC; S 9S");
    play(two, "T1>F1");
    EXPECT_EQ(pile(two, "T1"), "5D");
    EXPECT_EQ(pile(two, "S"), "9S");

    // Classic: the waste fills, and the stock never.
    auto classic = set_up<grandfather_classic>("T1 AC; T2 9D; W 5H; S 7C 8C");
    play(classic, "T1>F1");
    EXPECT_EQ(pile(classic, "T1"), "5H");
    EXPECT_EQ(pile(classic, "S"), "7C 8C");
    // Without a waste the pile stays empty until the player fills it, from the waste.
    std::string others;
    for (int pile = 3; pile <= 20; ++pile) others += "T" + std::to_string(pile) + " 3S 3H;";
    auto empty = set_up<grandfather_classic>("T1 AC; T2 4D 4H; S 7C 8C;" + others);
    play(empty, "T1>F1");
    EXPECT_EQ(pile(empty, "T1"), "-");
    EXPECT_EQ(moves(empty), "draw");
    play(empty, "draw");
    EXPECT_EQ(pile(empty, "T1"), "-");
    EXPECT_EQ(moves(empty), "W>T1 draw");
    play(empty, "W>T1");
    EXPECT_EQ(pile(empty, "T1"), "8C");
}

TEST(Rulings, H2) {
    std::string full_piles;
    for (int pile = 2; pile <= 20; ++pile) full_piles += "T" + std::to_string(pile) + " 3S 4H;";
    auto position = set_up<grandfather>("redeals 0; T1 9D; W 5H 5S;" + full_piles);
    EXPECT_EQ(moves(position), "W>T1");
    EXPECT_EQ(status(position), Status::playing);
    play(position, "W>T1");
    EXPECT_EQ(refusal(position, "W>T1"), Refusal::pile_full);
    EXPECT_EQ(status(position), Status::stuck);
}

TEST(Rulings, H3) {
    const auto position = set_up<grandfather>("F1 AC; T1 2C; W 3D; S 5S");
    EXPECT_TRUE(accepted(position, "draw"));
    EXPECT_THAT(moves(position), HasSubstr("draw"));
    EXPECT_THAT(moves(position), HasSubstr("T1>F1"));
    EXPECT_EQ(refusal(set_up<grandfather>("T1 2C; W 3D"), "draw"), Refusal::stock_empty);
}

// --- Gloucestershire -----------------------------------------------------------------------------

TEST(Rulings, P1) {
    const auto cards = numbered_deal<gloucestershire>(32123);
    const auto position = dealt<gloucestershire>(32123);
    const auto name = [&](std::initializer_list<int> places) {
        std::string text;
        for (const int place : places)
            text += (text.empty() ? "" : " ") + to_text(cards[static_cast<std::size_t>(place)]);
        return text;
    };
    EXPECT_EQ(pile(position, "T1"), name({0, 8, 16}));
    EXPECT_EQ(pile(position, "T2"), name({1, 9, 17, 24}));
    EXPECT_EQ(pile(position, "T3"), name({2, 10, 18, 25, 31}));
    EXPECT_EQ(pile(position, "T8"), name({7, 15, 23, 30, 36, 41, 45, 48, 50, 51}));
    for (int number = 0; number < 8; ++number)
        EXPECT_EQ(position.pile(PileKind::tableau, number).size(), static_cast<std::size_t>(3 + number));
    ASSERT_EQ(position.pile(PileKind::reserve, 0).size(), 26U);
    ASSERT_EQ(position.pile(PileKind::reserve, 1).size(), 26U);
    EXPECT_EQ(position.pile(PileKind::reserve, 0)[0], cards[52]);
    EXPECT_EQ(position.pile(PileKind::reserve, 0)[25], cards[77]);
    EXPECT_EQ(position.pile(PileKind::reserve, 1)[0], cards[78]);
    EXPECT_EQ(position.pile(PileKind::reserve, 1)[25], cards[103]);
    for (int pile = 0; pile < Position<gloucestershire>::piles; ++pile)
        EXPECT_EQ(position.hidden(pile_id(pile)), 0);
}

/// Gloucestershire piles that take nothing and move nowhere, beginning with a number.
std::string blocked(int first) {
    std::string text;
    for (int pile = first; pile <= 8; ++pile) text += "T" + std::to_string(pile) + " 9D;";
    return text;
}

TEST(Rulings, P2) {
    const auto king = set_up<gloucestershire>("T1 AS; R1 KH KC;" + blocked(2));
    EXPECT_EQ(moves(king), "R1@KH>T1 T1>F1");
    auto queen = set_up<gloucestershire>("T1 AS KH; R1 QS QD AC;" + blocked(2));
    EXPECT_EQ(moves(queen), "R1@AC>F1 R1@QS>T1");
    // A queen cannot go on an ace.
    EXPECT_FALSE(accepted(set_up<gloucestershire>("T1 AS; R1 QH"), "R1@QH>T1"));
}

TEST(Rulings, P3) {
    const auto position = set_up<gloucestershire>("T1 AC 5S 4H 3C; T2 5C; T3 4D; T4 6D;" + blocked(5));
    EXPECT_EQ(moves(position), "T1>T2*2 T1>T3 T1>T4*3 T2>T4 T3>T2");
    EXPECT_FALSE(accepted(position, "T1>F1"));  // the ace is buried
    EXPECT_EQ(refusal(position, "T1>T2*4"), Refusal::not_a_run);
    EXPECT_EQ(refusal(position, "T1>T2*5"), Refusal::too_many_cards);
}

TEST(Rulings, P4) {
    const auto position = set_up<gloucestershire>("F1 AS 2S; T1 AS; R1 AH;" + blocked(2));
    EXPECT_EQ(moves(position), "R1@AH>F2");
    EXPECT_EQ(refusal(position, "T1>F2"), Refusal::suit_taken);
    EXPECT_EQ(refusal(position, "T1>F1"), Refusal::wrong_suit_or_rank);
    // It goes on the king, and from there round again to a second king, which ends it.
    auto round = set_up<gloucestershire>("F1 " + sequence(1, 12, Suit::spades) +
                                         "; R1 AS 2S KS KS 3S 4S 5S 6S 7S 8S 9S TS JS QS;" + blocked(1));
    play(round,
         "R1@KS>F1 R1@AS>F1 R1@2S>F1 R1@3S>F1 R1@4S>F1 R1@5S>F1 R1@6S>F1 R1@7S>F1 R1@8S>F1 R1@9S>F1 "
         "R1@TS>F1 R1@JS>F1 R1@QS>F1 R1@KS>F1");
    EXPECT_EQ(round.pile(PileKind::foundation, 0).size(), 26U);
    const auto complete = set_up<gloucestershire>("F1 " + sequence(1, 13, Suit::spades) + " " +
                                                  sequence(1, 13, Suit::spades) + "; R1 AS");
    EXPECT_EQ(refusal(complete, "R1@AS>F1"), Refusal::foundation_complete);
}

TEST(Rulings, P5) {
    // All 104 cards in one run: red and black in turn, eight times round.
    std::string run = "T8";
    const char* const suits = "HCDSHCDS";
    for (int round = 0; round < 8; ++round)
        for (int rank = 13; rank >= 1; --rank) {
            const bool even = (round * 13 + 13 - rank) % 2 == 0;
            const char first = suits[round % 4];
            const char red = first == 'H' || first == 'C' ? 'H' : 'D';
            const char black = first == 'H' || first == 'C' ? 'C' : 'S';
            run += ' ';
            run += rank_letters[static_cast<std::size_t>(rank - 1)];
            run += even ? red : black;
        }
    auto position = set_up<gloucestershire>(run);
    EXPECT_EQ(wrong<gloucestershire>(position_text(position)), "");
    EXPECT_EQ(position.unit_size(Position<gloucestershire>::layout().pile(PileKind::tableau, 7)), 104);
    EXPECT_TRUE(accepted(position, "T8>T1*104"));
    EXPECT_TRUE(accepted(position, "T8>T1*103"));
    EXPECT_FALSE(listed(position, *parse_move<gloucestershire>("T8>T1*104")));
    const auto undo = play(position, "T8>T3*104");
    EXPECT_EQ(position.pile(PileKind::tableau, 2).size(), 104U);
    EXPECT_EQ(position.key(), set_up<gloucestershire>(run).key());
    position.unplay(undo[0]);
    EXPECT_EQ(position, set_up<gloucestershire>(run));
    // A king on an ace inside a run is in order.
    EXPECT_EQ(moves(set_up<gloucestershire>("T1 2S AH KC; T2 3D;" + blocked(3))), "T1>T2*3");
}

// --- Stalactites ---------------------------------------------------------------------------------

TEST(Rulings, C1) {
    const auto cards = numbered_deal<stalactites>(32123);
    const auto position = dealt<stalactites>(32123);
    for (std::size_t i = 0; i < 48; ++i)
        EXPECT_EQ(position.pile(PileKind::tableau, static_cast<int>(i % 8))[i / 8], cards[i]);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto pile = position.pile(PileKind::foundation, static_cast<int>(i));
        ASSERT_EQ(pile.size(), 1U);
        EXPECT_EQ(pile[0], cards[48 + i]);
    }
    EXPECT_EQ(pile(position, "R1"), "-");
    EXPECT_EQ(pile(position, "R2"), "-");
    EXPECT_EQ(Position<stalactites>::layout().reserve, 2);
    EXPECT_EQ(position_text(position).find('|'), std::string::npos);
}

TEST(Rulings, C2) {
    auto position = set_up<stalactites>("F1 QH; F2 KS; F3 5D; F4 9C; T1 AH; T2 2C; T3 KD; T4 7D; T5 6S");
    EXPECT_EQ(moves(position), "by1 by2");
    EXPECT_EQ(refusal(position, "T1>F2"), Refusal::choose_first);
    EXPECT_EQ(refusal(position, "T1>R1"), Refusal::choose_first);
    auto undo = play(position, "by1");
    EXPECT_EQ(moves(position), "T1>F2 T1>R1 T2>R1 T3>F1 T3>R1 T4>R1 T5>F3 T5>R1");
    EXPECT_EQ(refusal(position, "by1"), Refusal::already_chosen);
    EXPECT_EQ(refusal(position, "by2"), Refusal::already_chosen);
    position.unplay(undo[0]);
    EXPECT_EQ(moves(position), "by1 by2");
    play(position, "by2");  // Q to A and K to 2
    EXPECT_EQ(moves(position), "T1>F1 T1>R1 T2>F2 T2>R1 T3>R1 T4>F3 T4>R1 T5>R1");
    EXPECT_EQ(refusal(set_up<carthage>("T1 5S"), "by1"), Refusal::no_choice);
}

// --- Carthage ------------------------------------------------------------------------------------

TEST(Rulings, K1) {
    const auto position = set_up<carthage>("T1 9S; T2 4H 3H; R1 7D 5D; R3 KC; R4 2C; R5 2D; R6 2H; S 8S");
    EXPECT_TRUE(accepted(position, "T1>R2"));
    EXPECT_TRUE(accepted(position, "R1>R2"));
    EXPECT_EQ(refusal(position, "T1>R3"), Refusal::reserve_occupied);
    EXPECT_EQ(refusal(position, "R1>R3"), Refusal::reserve_occupied);
    EXPECT_EQ(refusal(position, "T2>R6"), Refusal::reserve_occupied);  // not in sequence either
    auto taken = position;
    play(taken, "T1>R2");
    EXPECT_EQ(refusal(taken, "R1>R2"), Refusal::reserve_occupied);
    EXPECT_FALSE(accepted(set_up<carthage>("T1 4H 3H"), "T1>R1*2"));
}

TEST(Rulings, K2) {
    const std::string stock = "S QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC";  // the ace comes first
    auto position = set_up<carthage>("R1 KD; R3 KH QH;" + stock);
    auto undo = play(position, "draw");
    EXPECT_EQ(pile(position, "R1"), "KD AC 7C");
    EXPECT_EQ(pile(position, "R2"), "2C 8C");
    EXPECT_EQ(pile(position, "R3"), "KH QH 3C 9C");
    EXPECT_EQ(pile(position, "R6"), "6C QC");
    EXPECT_EQ(pile(position, "S"), "-");
    EXPECT_EQ(refusal(position, "draw"), Refusal::stock_empty);
    EXPECT_EQ(refusal(position, "redeal"), Refusal::no_waste);
    position.unplay(undo[0]);
    EXPECT_EQ(position_text(position), position_text(set_up<carthage>("R1 KD; R3 KH QH;" + stock)));

    // As far as the stock goes.
    auto small = set_up<carthage>("S 8C 7C 6C 5C 4C 3C 2C AC");
    play(small, "draw");
    EXPECT_EQ(pile(small, "R1"), "AC 7C");
    EXPECT_EQ(pile(small, "R2"), "2C 8C");
    EXPECT_EQ(pile(small, "R3"), "3C");

    // Five deals of twelve.
    auto game = dealt<carthage>(5);
    play(game, "draw draw draw draw draw");
    EXPECT_FALSE(accepted(game, "draw"));
    EXPECT_EQ(pile(game, "S"), "-");

    // Strict: to the piles that are empty, one each and then a second each.
    auto strict = set_up<carthage_strict>("R1 KD; R3 KH QH; R4 KS;" + stock);
    undo = play(strict, "draw");
    EXPECT_EQ(pile(strict, "R1"), "KD");
    EXPECT_EQ(pile(strict, "R2"), "AC 4C");
    EXPECT_EQ(pile(strict, "R3"), "KH QH");
    EXPECT_EQ(pile(strict, "R5"), "2C 5C");
    EXPECT_EQ(pile(strict, "R6"), "3C 6C");
    EXPECT_EQ(pile(strict, "S"), "QC JC TC 9C 8C 7C");
    EXPECT_EQ(refusal(strict, "draw"), Refusal::no_empty_reserve);
    strict.unplay(undo[0]);
    EXPECT_EQ(pile(strict, "S"), stock.substr(2));
    EXPECT_EQ(pile(strict, "R5"), "-");
    auto few = set_up<carthage_strict>("R1 KD; R3 KH; R4 KS; R5 KC; S 4D 3D 2D");
    play(few, "draw");
    EXPECT_EQ(pile(few, "R2"), "2D 4D");
    EXPECT_EQ(pile(few, "R6"), "3D");
    // Stuck with cards left in the stock.
    const auto stuck = set_up<carthage_strict>(
        "T1 2S; T2 2S; T3 2H; T4 2H; T5 2D; T6 2D; T7 5C; T8 5C;"
        "R1 KD; R2 KD; R3 KH; R4 KH; R5 KS; R6 KS; S 9C");
    EXPECT_EQ(status(stuck), Status::stuck);
}

}  // namespace
}  // namespace quincunx::testing
