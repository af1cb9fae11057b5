// Cards, moves, deals and positions as text: what is written can be read back, and every error says where it
// is.
#include "engine/notation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "games/all.hpp"
#include "tests/reasons.hpp"
#include "tests/setup.hpp"
#include "tests/toy.hpp"

namespace quincunx::testing {
namespace {

using games::carthage;
using games::gargantua;
using games::gloucestershire;
using games::grandfather;
using games::stalactites;

template <class T>
std::string place(const Expected<T>& result) {
    if (result) return "ok";
    return std::to_string(result.error().line) + ':' + std::to_string(result.error().column);
}
template <class T>
std::string error(const Expected<T>& result) {
    return result ? "ok" : to_text(result.error());
}

TEST(CardText, NamesEveryCard) {
    for (int suit = 0; suit < suit_count; ++suit)
        for (int rank = 1; rank <= max_ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            EXPECT_EQ(card_from_text(to_text(card)), card);
        }
    EXPECT_EQ(to_text(Card(Rank::ace, Suit::spades)), "AS");
    EXPECT_EQ(to_text(Card(rank_of(10), Suit::hearts)), "TH");
    for (const char* text : {"", "A", "as", "1S", "10H", "AS ", "AX", "SA", "??"})
        EXPECT_FALSE(card_from_text(text).valid()) << text;
}

TEST(Number, HasNoSignAndNoLeadingZero) {
    EXPECT_EQ(parse_number("0"), 0U);
    EXPECT_EQ(parse_number("18446744073709551615"), ~std::uint64_t{0});
    for (const char* text : {"", "00", "01", "-1", "+1", " 1", "1 ", "1a", "18446744073709551616",
                             "99999999999999999999", "184467440737095516150"})
        EXPECT_FALSE(parse_number(text)) << text;
}

TEST(MoveText, IsReadAsWritten) {
    for (const char* text : {"draw", "redeal", "T1>T9", "T9>F8", "W>T3", "W>F1", "T1>T2*2", "T1>T2*104"})
        EXPECT_EQ(move_text(gargantua, parse_move<gargantua>(text).value()), text);
    for (const char* text : {"R1@7H>F2", "R2@TS>T8", "T8>T1*104"})
        EXPECT_EQ(move_text(gloucestershire, parse_move<gloucestershire>(text).value()), text);
    for (const char* text : {"by1", "by2", "T1>R2", "R2>F4"})
        EXPECT_EQ(move_text(stalactites, parse_move<stalactites>(text).value()), text);
    // A move in the notation that the game does not have can be read; other tests check that it is not
    // accepted.
    EXPECT_EQ(place(parse_move<stalactites>("draw")), "ok");
    EXPECT_FALSE(accepted(dealt<stalactites>(1), "draw"));
}

/// Texts that are wrong at a place.
struct Wrong {
    const char* place;
    std::vector<const char*> texts;
};

TEST(MoveText, ErrorsHaveAPlace) {
    for (const auto& [expected, texts] : std::vector<Wrong>{
             {"1:1",
              {"", "foo", "DRAW", " draw", "T1", "t1>T2", "T0>T1", "T10>T1", "T01>T1", "W1>T1", "R1>T1"}},
             {"1:1", {"F1>T1", "S>W", "T99999999999999999999999>T1"}},
             {"1:3", {"T1@7H>T2"}},
             {"1:4", {"T1>T10", "T1>", "T1>W", "T1>S", "T1>t2", "T1>T2 ", "T1>>T2"}},
             {"1:5", {"W>T1*2"}},
             {"1:6", {"T1>F1*2"}},
             {"1:7", {"T1>T2*1", "T1>T2*0", "T1>T2*", "T1>T2*02", "T1>T2*105", "T1>T2*-2", "T1>T2*2*2"}}})
        for (const char* const text : texts) EXPECT_EQ(place(parse_move<gargantua>(text)), expected) << text;
    for (const auto& [expected, texts] :
         std::vector<Wrong>{{"1:1", {"R3@7H>T1"}},
                            {"1:3", {"R1>T1"}},
                            {"1:4", {"R1@>T1", "R1@7>T1", "R1@7h>T1", "R1@7H@7H>T1", "R1@?\?>T1"}},
                            {"1:7", {"R1@7H>T9"}},
                            {"1:9", {"R1@7H>T1*2"}}})
        for (const char* const text : texts)
            EXPECT_EQ(place(parse_move<gloucestershire>(text)), expected) << text;
    EXPECT_EQ(place(parse_move<carthage>("R1@7H>T1")), "1:3");
}

TEST(MoveText, EveryErrorHasACode) {
    const auto reason = [](const Rules& rules, const std::string& text) {
        const Expected<Move> move = parse_move(rules, text);
        return move ? "" : reason_of(move.error());
    };
    EXPECT_EQ(reason(carthage, "x"), "not-a-move text=x");
    EXPECT_EQ(reason(carthage, "X1>T1"), "no-pile text=X1");
    EXPECT_EQ(reason(carthage, "T1>X"), "no-pile text=X");
    EXPECT_EQ(reason(carthage, "F1>T1"), "from-foundation");
    EXPECT_EQ(reason(carthage, "S>T1"), "from-stock");
    EXPECT_EQ(reason(gloucestershire, "R1>T1"), "which-card");
    EXPECT_EQ(reason(carthage, "T1@7H>T2"), "top-card-only");
    EXPECT_EQ(reason(gloucestershire, "R1@x>T1"), "not-a-card text=x");
    EXPECT_EQ(reason(gargantua, "T1>W"), "to-waste-or-stock");
    EXPECT_EQ(reason(carthage, "T1>F1*2"), "several-cards");
    EXPECT_EQ(reason(carthage, "T1>T2*1"), "bad-count");
    EXPECT_EQ(reason(carthage, "T1>T2*105"), "count-too-large");
}

TEST(DealText, IsReadAsWritten) {
    for (const char* text : {"carthage#1", "carthage-strict#18446744073709551615", "x:ASKD"}) {
        EXPECT_EQ(deal_text(parse_deal(text).value()), text);
        EXPECT_EQ(game_of_deal(text), parse_deal(text)->id);
    }
    games::for_each_game([]<const Rules & rules>() {
        const std::vector<Card> cards = numbered_deal<rules>(32001);
        DealText deal{
            .id = std::string(rules.id), .number = std::nullopt, .cards = {cards.begin(), cards.end()}};
        const Expected<DealText> read = parse_deal(deal_text(deal));
        ASSERT_TRUE(read);
        EXPECT_EQ(deal_text(*read), deal_text(deal));
        Position<rules> position;
        position.deal(deal_cards(rules, *read).value());
        EXPECT_TRUE(position == dealt<rules>(32001));
        deal.cards.clear();
        deal.number = 32001;
        EXPECT_EQ(deal_cards(rules, deal).value(), cards);
    });
}

TEST(DealText, ErrorsHaveAPlace) {
    for (const auto& [expected, texts] : std::vector<Wrong>{
             {"1:1", {"", "#1", "Carthage#1"}},
             {"1:4", {"car thage#1"}},
             {"1:9", {"carthage"}},
             {"1:10", {"carthage#", "carthage#0", "carthage#01", "carthage#-1", "carthage#1 ", "carthage:"}},
             {"1:10", {"carthage#18446744073709551616", "carthage:as"}},
             {"1:12", {"carthage:AS1S", "carthage:ASA", "carthage:AS KS"}}})
        for (const char* const text : texts) EXPECT_EQ(place(parse_deal(text)), expected) << text;
    const auto listed = [](const std::string& text) {
        return place(deal_cards(stalactites, parse_deal(text).value()));
    };
    EXPECT_EQ(listed("stalactites:ASASKS"), "1:15");  // the second ace
    EXPECT_EQ(listed("stalactites:ASKS"), "1:17");    // here some are missing
    EXPECT_EQ(error(deal_cards(stalactites, parse_deal("stalactites:ASKS").value())),
              "1:17 AC should appear once, not 0 times");
}

TEST(PositionText, IsReadAsWritten) {
    const std::string text = position_text(dealt<gargantua>(12345));
    EXPECT_EQ(text.substr(0, 27), "game gargantua\nredeals 1\nF1");
    EXPECT_EQ(position_text(parse_position<gargantua>(text).value()), text);
    // Line endings of other systems, tabs, and no line feed at the end.
    std::string other;
    for (const char c : text) other += c == '\n' ? std::string("\r\n") : std::string(1, c == ' ' ? '\t' : c);
    EXPECT_EQ(position_text(parse_position<gargantua>(other).value()), text);
    EXPECT_EQ(place(parse_position<gargantua>(text.substr(0, text.size() - 1))), "ok");
    EXPECT_EQ(game_of_position(text), "gargantua");
    EXPECT_EQ(game_of_position("game"), "");
    EXPECT_EQ(game_of_position(""), "");
}

TEST(PositionText, ShowsAPlayerNoUnknownCard) {
    auto position = set_up<gargantua>("T4 KH 8C QC | AC; W 3C TD; S 5H 9D");
    EXPECT_EQ(position_text(position, true),
              "game gargantua\nredeals 1\nF1 -\nF2 -\nF3 -\nF4 -\nF5 -\nF6 -\nF7 -\nF8 -\nT1 -\nT2 -\nT3 -\n"
              "T4 ?? ?? ?? | AC\nT5 -\nT6 -\nT7 -\nT8 -\nT9 -\nW 3C TD\nS ?? ??\n");
    EXPECT_EQ(place(parse_position<gargantua>(position_text(dealt<gargantua>(1), true))), "12:4");
}

/// Where the error is when one line of a deal is replaced.
template <const Rules& rules>
std::string at(std::string_view name, std::string_view content) {
    return place(parse_position<rules>(with_line(dealt<rules>(1), name, content)));
}

TEST(PositionText, ErrorsHaveAPlace) {
    EXPECT_EQ(place(parse_position<gargantua>("")), "1:1");
    EXPECT_EQ(place(parse_position<gargantua>("\n")), "2:1");
    EXPECT_EQ(place(parse_position<gargantua>("game carthage\n")), "1:6");
    EXPECT_EQ(place(parse_position<gargantua>("game gargantua extra\n")), "1:1");
    EXPECT_EQ(place(parse_position<gargantua>("game gargantua\n")), "2:1");
    EXPECT_EQ(place(parse_position<gargantua>("game gargantua\nF1 -\n")), "2:1");
    EXPECT_EQ((at<gargantua>("redeals", "x")), "2:9");
    EXPECT_EQ((at<gargantua>("redeals", "2")), "2:9");
    EXPECT_EQ((at<gargantua>("redeals", "-1")), "2:9");
    EXPECT_EQ((at<gargantua>("redeals", "1 1")), "2:1");
    EXPECT_EQ((at<stalactites>("choice", "by3")), "2:8");
    EXPECT_EQ((at<stalactites>("choice", "")), "2:1");
    EXPECT_EQ((at<gargantua>("F1", "")), "3:3");
    EXPECT_EQ((at<gargantua>("F1", "- -")), "3:4");
    EXPECT_EQ((at<gargantua>("F1", "AS -")), "3:7");
    EXPECT_EQ((at<gargantua>("F1", "as")), "3:4");
    EXPECT_EQ((at<gargantua>("F1", "??")), "3:4");
    EXPECT_EQ((at<gargantua>("F1", "AS AS AS")), "3:10");
    EXPECT_EQ((at<gargantua>("F1", "| AS")), "3:4");
    EXPECT_EQ((at<gargantua>("F1", "AS | 2S")), "3:7");
    EXPECT_EQ((at<gargantua>("T1", "AS | 2S | 3S")), "11:12");
    EXPECT_EQ((at<carthage>("T1", "AS | 2S")), "10:7");
    EXPECT_EQ((at<gargantua>("T1", pile(dealt<gargantua>(1), "T1") + " |")), "11:1");
    // A line is missing, out of place, or one too many.
    const std::string text = position_text(dealt<grandfather>(1));
    std::string missing = text;
    missing.erase(missing.find("T7 "), 6);
    EXPECT_EQ(place(parse_position<grandfather>(missing)), "17:1");
    EXPECT_EQ(place(parse_position<grandfather>(text + "\n# a note\nx\n")), "35:1");
    EXPECT_EQ(place(parse_position<grandfather>(text.substr(0, text.find("S ")))), "32:1");
    // One card too few.
    EXPECT_EQ(place(parse_position<grandfather>(text.substr(0, text.size() - 4) + "\n")), "1:1");
}

constexpr Rules endless = changed([](Rules& rules) {
    rules.id = "endless";
    rules.stock.redeal.count = unlimited;
});

TEST(PositionText, SaysThatRedealsHaveNoLimit) {
    const std::string text = position_text(dealt<endless>(1));
    EXPECT_EQ(text.substr(0, 36), "game endless\nredeals unlimited\nF1 -\n");
    EXPECT_EQ(position_text(parse_position<endless>(text).value()), text);
    for (const char* count : {"0", "1", "-1", "Unlimited", "unlimited1"})
        EXPECT_EQ((at<endless>("redeals", count)), "2:9") << count;
    EXPECT_EQ((at<endless>("redeals", "")), "2:1");
    EXPECT_EQ((at<gargantua>("redeals", "unlimited")), "2:9");
}

TEST(Quoted, MakesTextHarmless) {
    EXPECT_EQ(quincunx::quoted("a\x1b[1m\n\xff"), "\"a?[1m??\"");
    EXPECT_EQ(quincunx::quoted(std::string(50, 'x')), '"' + std::string(40, 'x') + "...\"");
}

// --- Any text at all -----------------------------------------------------------------------------

RC_GTEST_PROP(AnyText, IsReadOrRefused, (const std::string& text)) {
    games::for_each_game([&]<const Rules & rules>() {
        if (const Expected<Move> move = parse_move<rules>(text)) RC_ASSERT(move_text(rules, *move) == text);
        RC_ASSERT(!parse_position<rules>(text));
    });
    if (const Expected<DealText> deal = parse_deal(text)) RC_ASSERT(deal_text(*deal) == text);
}

RC_GTEST_PROP(AnyText, OfTheLettersOfMovesIsReadOrRefused, ()) {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("TFRWS1239>*@7HAC0")));
    games::for_each_game([&]<const Rules & rules>() {
        if (const Expected<Move> move = parse_move<rules>(text)) RC_ASSERT(move_text(rules, *move) == text);
    });
}

RC_GTEST_PROP(AnyNumber, IsADeal, (std::uint64_t number)) {
    RC_PRE(number > 0U);
    const DealText deal{.id = "carthage", .number = number, .cards = {}};
    RC_ASSERT(parse_deal(deal_text(deal)).value().number == number);
}

}  // namespace
}  // namespace quincunx::testing
