#include "advice/advisor.hpp"

#include <gtest/gtest.h>

namespace quincunx::advice {
namespace {

const std::string unsolved = "gargantua#1000001";

TEST(Advisor, GuessesWhileNothingIsKnown) {
    const std::unique_ptr<Advisor> advisor = make_advisor("gargantua");
    ASSERT_FALSE(advisor->set_deal(unsolved));
    advisor->start({.nodes = 1});
    ASSERT_TRUE(advisor->step(1));
    ASSERT_EQ(advisor->verdict(), Verdict::unknown);
    EXPECT_TRUE(advisor->line().empty());
    const std::optional<Hint> guess = advisor->guess();
    ASSERT_TRUE(guess);
    Record record;
    record.game = "gargantua";
    record.deal = unsolved;
    EXPECT_FALSE(advisor->set_game(*start_lines(record), {guess->move}));
}

TEST(Advisor, DoesNotGuessWhatItKnows) {
    const std::unique_ptr<Advisor> advisor = make_advisor("stalactites");
    bool lost = false;
    bool won = false;
    for (int number = 1; !(lost && won) && number < 100; ++number) {
        ASSERT_FALSE(advisor->set_deal("stalactites#" + std::to_string(number)));
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

TEST(Advisor, TakesTheMovesOfAGame) {
    const std::unique_ptr<Advisor> advisor = make_advisor("gargantua");
    Record record;
    record.game = "gargantua";
    record.deal = unsolved;
    const std::string start = *start_lines(record);
    const auto solve = [&] {
        advisor->start({});
        while (!advisor->step(1000)) {
        }
        return advisor->line();
    };
    ASSERT_FALSE(advisor->set_game(start, {}));
    const std::vector<std::string> line = solve();
    ASSERT_GT(line.size(), 3U);
    // The rest of the line that is remembered: nothing is searched.
    ASSERT_FALSE(advisor->set_game(start, {line[0], line[1]}));
    EXPECT_EQ(solve().size(), line.size() - 2);
    EXPECT_EQ(advisor->progress().nodes, 0U);

    const std::optional<TextError> refused = advisor->set_game(start, {line[0], "redeal"});
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->column, 2);
    EXPECT_EQ(refused->message, "move 2 is not legal: \"redeal\"");
    const std::optional<TextError> unread = advisor->set_game(start, {"x"});
    ASSERT_TRUE(unread);
    EXPECT_EQ(unread->column, 1);
    EXPECT_EQ(solve().size(), line.size() - 2) << "as it was";
}

}  // namespace
}  // namespace quincunx::advice
