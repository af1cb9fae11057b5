#include "advice/advisor.hpp"

#include <gtest/gtest.h>

#include <set>

#include "advice/analysis.hpp"
#include "games/all.hpp"
#include "session/session.hpp"
#include "tests/made_up.hpp"

namespace quincunx::advice {
namespace {

const std::string unsolved = "gargantua#1000001";

/// A game that nobody listed is played, solved, hinted and analyzed like the others.
TEST(Advisor, AdvisesOnRulesReadAtRunTime) {
    const std::shared_ptr<const GameRules> rules =
        GameRules::make(testing::read_rules(testing::made_up_klondike, "6 4 2")).value();
    Advisor advisor(rules);
    int won = 0;
    for (std::uint64_t number = 1; number <= 20; ++number) {
        BasicPosition<Given> position{Given(*rules)};
        position.deal(numbered_deal(rules->rules(), number));
        const Game start(rules, position_data(position));
        advisor.set_position(start);
        advisor.start({});
        while (!advisor.step(1000)) {
        }
        if (advisor.verdict() != Verdict::winnable) continue;
        ++won;
        ASSERT_TRUE(advisor.hint());
        EXPECT_EQ(advisor.hint()->move, advisor.line().front());
        std::vector<Move> moves;
        for (const std::string& text : advisor.line()) {
            moves.push_back(parse_move(rules->rules(), text).value());
            ASSERT_TRUE(accepts(position, moves.back()));
            position.play(moves.back());
        }
        EXPECT_TRUE(position.won());
        Analysis analysis(start, moves, {});
        while (!analysis.step(1000)) {
        }
        EXPECT_EQ(analysis.report().last_winnable, static_cast<int>(moves.size()));
    }
    EXPECT_GT(won, 0);
}

TEST(Advisor, GuessesWhileNothingIsKnown) {
    const auto advisor = std::make_unique<Advisor>(*read_game_ref("gargantua"));
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
    const auto advisor = std::make_unique<Advisor>(*read_game_ref("stalactites"));
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
    const auto advisor = std::make_unique<Advisor>(*read_game_ref("gargantua"));
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
    const auto advisor = std::make_unique<Advisor>(*read_game_ref("gargantua"));
    ASSERT_FALSE(advisor->set_deal(*parse_deal(unsolved)));
    const std::string guess = advisor->guess()->move;
    const std::optional<TextError> other = advisor->set_deal({"carthage", 1, {}});
    ASSERT_TRUE(other);
    EXPECT_EQ(other->message, "the deal is for another game, not gargantua");
    EXPECT_TRUE(advisor->set_deal({"gargantua", std::nullopt, {Card(Rank::ace, Suit::spades)}}));
    EXPECT_EQ(advisor->guess()->move, guess) << "the advisor is as it was";
}

/// Only some positions of a long game are kept; the others are played for from there.
TEST(Analysis, OfALongGameEndsInALineThatWins) {
    Session session = *Session::from_deal("carthage#5");
    for (int ply = 0; ply < 701; ++ply) ASSERT_FALSE(session.play(ply % 2 == 0 ? "T2>T5" : "T5>T2"));
    Analysis analysis(session.start(), session.line(), {.nodes = 100'000});
    while (!analysis.step(1000)) {
    }
    const AnalysisReport report = analysis.report();
    EXPECT_EQ(report.last_winnable, 701);
    EXPECT_EQ(report.verdicts, std::vector<Verdict>(702, Verdict::winnable));
    for (const std::string& move : report.line) ASSERT_FALSE(session.play(move)) << move;
    EXPECT_EQ(session.status(), Status::won);
}

/// Positions that the limits leave undecided are each tried once, from the middle on.
TEST(Analysis, TriesEveryUndecidedPosition) {
    Session session = *Session::from_deal("carthage#5");
    for (int ply = 0; ply < 300; ++ply) ASSERT_FALSE(session.play(ply % 2 == 0 ? "T2>T5" : "T5>T2"));
    Analysis analysis(session.start(), session.line(), {.nodes = 1});
    std::vector<int> tried;
    while (!analysis.step(0))
        if (analysis.solving() >= 0 && (tried.empty() || tried.back() != analysis.solving())) {
            tried.push_back(analysis.solving());
            analysis.skip();
        }
    EXPECT_EQ(tried.size(), 301U);
    EXPECT_EQ(tried.front(), 150);
    EXPECT_EQ(std::set<int>(tried.begin(), tried.end()).size(), 301U);
    EXPECT_EQ(analysis.report().verdicts, std::vector<Verdict>(301, Verdict::unknown));
}

}  // namespace
}  // namespace quincunx::advice
