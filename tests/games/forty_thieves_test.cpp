// A game that is not in the program, with a stock, and seldom won: tests/games/forty_thieves.hpp.
#include "tests/games/forty_thieves.hpp"

#include <gtest/gtest.h>

#include <string>

#include "games/all.hpp"
#include "tests/setup.hpp"
#include "wire/table/table_requests.hpp"

namespace quincunx::testing {
namespace {

using games::forty_thieves;

TEST(Rulings, V1) {
    auto position = dealt<forty_thieves>(1);
    EXPECT_EQ(pile(position, "W"), "-");
    const auto dealt_stock = position.pile(PileKind::stock, 0);
    const std::string first = to_text(dealt_stock[63]);
    const std::string second = to_text(dealt_stock[62]);
    ASSERT_EQ(dealt_stock.size(), 64U);
    play(position, "draw");
    play(position, "draw");
    EXPECT_EQ(pile(position, "W"), first + ' ' + second);

    const auto over = set_up<forty_thieves>(
        "F1 AS; T1 9H; T2 9H; T3 9D; T4 9D; T5 9C; T6 9C; T7 9S; T8 9S; "
        "T9 4H; T10 4D; W 2S KC");
    EXPECT_EQ(moves(over), "");
    EXPECT_EQ(status(over), Status::stuck);
    EXPECT_EQ(refusal(over, "draw"), Refusal::stock_empty);
    EXPECT_EQ(refusal(over, "redeal"), Refusal::no_redeal_left);
}

TEST(Rulings, V2) {
    const auto position = set_up<forty_thieves>("T1 KH 8H 7H; T2 9H; T3 8H; T4 9C");
    EXPECT_EQ(refusal(position, "T1>T2*2"), Refusal::one_at_a_time);
    EXPECT_EQ(refusal(position, "T1>T5*2"), Refusal::one_at_a_time);
    EXPECT_EQ(refusal(position, "T3>T4"), Refusal::wrong_suit_or_rank);
    EXPECT_EQ(moves(position), "T1>T3 T1>T5 T3>T2");
}

TEST(Rulings, V3) {
    auto position = set_up<forty_thieves>("F1 AS; T1 2S; T2 QH; T3 5D 4C; W 7C; S 8C");
    play(position, "T1>F1");
    EXPECT_EQ(pile(position, "T1"), "-");
    EXPECT_EQ(moves(position), "T3>T1 W>T1 draw");
    play(position, "W>T1");
    EXPECT_EQ(pile(position, "T1"), "7C");
}

/// The table serves the game that the tests add to the list like any other.
TEST(FortyThieves, IsOnTheTable) {
    if (games::find(forty_thieves.id) == nullptr) GTEST_SKIP();
    wire::TableRequests requests;
    const std::string answer = requests.answer("games");
    const std::size_t begins = answer.find("\"id\":\"forty-thieves\"");
    ASSERT_NE(begins, std::string::npos) << answer;
    const std::string about = answer.substr(begins, answer.find("\"id\"", begins + 1) - begins);
    EXPECT_NE(about.find("\"tableau\":10"), std::string::npos) << about;
}

}  // namespace
}  // namespace quincunx::testing
