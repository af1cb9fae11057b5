#include "advice/advisor.hpp"

#include <gtest/gtest.h>

#include "games/all.hpp"
#include "session/session.hpp"

namespace quincunx::advice {
namespace {

const std::string unsolved = "gargantua#1000001";

/// The searches are found by what the rules say, wherever the value is.
TEST(AnySearch, IsFoundByEqualRules) {
    Rules rules = games::carthage;
    EXPECT_NE(solver::make_search(rules), nullptr);
    rules.stock.each = 1;
    EXPECT_EQ(solver::make_search(rules), nullptr);
}

TEST(Advisor, GuessesWhileNothingIsKnown) {
    const std::unique_ptr<Advisor> advisor = make_advisor("gargantua");
    ASSERT_FALSE(advisor->set_deal(*parse_deal(unsolved)));
    advisor->start({.nodes = 1});
    ASSERT_TRUE(advisor->step(1));
    ASSERT_EQ(advisor->verdict(), Verdict::unknown);
    EXPECT_TRUE(advisor->line().empty());
    const std::optional<Hint> guess = advisor->guess();
    ASSERT_TRUE(guess);
    EXPECT_FALSE(Session::from_deal(unsolved)->why(guess->move));
}

TEST(Advisor, DoesNotGuessWhatItKnows) {
    const std::unique_ptr<Advisor> advisor = make_advisor("stalactites");
    bool lost = false;
    bool won = false;
    for (std::uint64_t number = 1; !(lost && won) && number < 100; ++number) {
        ASSERT_FALSE(advisor->set_deal({"stalactites", number, {}}));
        EXPECT_TRUE(advisor->guess());
        advisor->start({});
        while (!advisor->step(1000)) {
        }
        EXPECT_FALSE(advisor->guess());
        won = won || advisor->verdict() == Verdict::winnable;
        lost = lost || advisor->verdict() == Verdict::unwinnable;
    }
    EXPECT_TRUE(won && lost);
}

TEST(Advisor, RemembersALineFurtherOn) {
    const std::unique_ptr<Advisor> advisor = make_advisor("gargantua");
    Session session = *Session::from_deal(unsolved);
    const auto solve = [&] {
        advisor->set_position(session.game());
        advisor->start({});
        while (!advisor->step(1000)) {
        }
        return advisor->line();
    };
    const std::vector<std::string> line = solve();
    ASSERT_GT(line.size(), 3U);
    // The rest of the remembered solution: nothing is searched.
    ASSERT_FALSE(session.play(line[0]));
    ASSERT_FALSE(session.play(line[1]));
    EXPECT_EQ(solve().size(), line.size() - 2);
    EXPECT_EQ(advisor->progress().nodes, 0U);
    ASSERT_TRUE(session.go_to(0));
    EXPECT_FALSE(solve().empty());
    EXPECT_EQ(advisor->progress().nodes, 0U);
}

TEST(Advisor, TakesDealsOfItsGameAlone) {
    const std::unique_ptr<Advisor> advisor = make_advisor("gargantua");
    EXPECT_EQ(make_advisor("nowhere"), nullptr);
    ASSERT_FALSE(advisor->set_deal(*parse_deal(unsolved)));
    const std::string guess = advisor->guess()->move;
    const std::optional<TextError> other = advisor->set_deal({"carthage", 1, {}});
    ASSERT_TRUE(other);
    EXPECT_EQ(other->message, "the deal is for another game, not gargantua");
    EXPECT_TRUE(advisor->set_deal({"gargantua", std::nullopt, {Card(Rank::ace, Suit::spades)}}));
    EXPECT_EQ(advisor->guess()->move, guess) << "the advisor is as it was";
}

}  // namespace
}  // namespace quincunx::advice
