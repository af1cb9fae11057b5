#include "wire/solver_requests.hpp"

#include <gtest/gtest.h>

#include <string>

namespace quincunx::wire {
namespace {

std::string record(const std::string& game, const std::string& start, const std::string& moves) {
    return "record\nquincunx-record 1\ngame " + game + '\n' + start + "\nmoves\n" + moves + "\nend\n";
}

std::string refused(const std::string& message, int line, int column) {
    return R"({"ok":false,"error":{"message":")" + message + R"(","line":)" + std::to_string(line) +
           R"(,"column":)" + std::to_string(column) + R"(,"refusal":null}})";
}

const std::string done = R"({"ok":true})";

TEST(SolverRequests, SolvesWhereARecordStands) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer(record("stalactites", "deal stalactites#1", "by1")), done);
    ASSERT_EQ(requests.answer("start nodes=100000 mb=16"), done);
    EXPECT_TRUE(requests.answer("guess").starts_with(R"({"ok":true,"guess":{"move":")"));
    const std::string answer = requests.answer("step 100000");
    EXPECT_TRUE(answer.starts_with(R"({"ok":true,"done":true,"verdict":"winnable","nodes":)")) << answer;
    EXPECT_NE(answer.find(R"("],"hint":{"move":")"), std::string::npos) << answer;
    EXPECT_EQ(requests.answer("guess"), R"({"ok":true,"guess":null})");
}

TEST(SolverRequests, AdvisesByWhatTheRecordHasShown) {
    SolverRequests requests;
    EXPECT_FALSE(requests.answer("hint").starts_with(done.substr(0, 10)));
    ASSERT_EQ(requests.answer(record("carthage", "deal carthage#5", "")), done);
    EXPECT_TRUE(requests.answer("hint").starts_with(R"({"ok":true,"done":true,"hint":{"move":")"));
    ASSERT_EQ(requests.answer("start-hint samples=2 mb=32"), done);
    std::string answer;
    for (int steps = 0; steps < 10000 && !answer.starts_with(R"({"ok":true,"done":true)"); ++steps)
        answer = requests.answer("step-hint 500");
    EXPECT_NE(answer.find(R"("basis":"trials")"), std::string::npos) << answer;
    ASSERT_EQ(requests.answer("start-odds samples=3"), done);
    answer = requests.answer("step-odds 1000000");
    EXPECT_TRUE(answer.starts_with(R"({"ok":true,"done":true,"worlds":3,"won":)")) << answer;
    EXPECT_FALSE(requests.answer("start-hint samples=0").starts_with(done));
    EXPECT_FALSE(requests.answer("start-odds nodes=3").starts_with(done));
    // No other world is begun after that many nodes, whatever else was asked for.
    for (const char* words :
         {"start-hint nodes=2000", "start-hint nodes=2000 samples=50", "start-hint samples=50 nodes=2000"}) {
        ASSERT_EQ(requests.answer(words), done);
        answer = requests.answer("step-hint 30000");
        EXPECT_TRUE(answer.starts_with(R"({"ok":true,"done":true)")) << words << answer;
    }
}

/// Also where the limit is no lower than the usual one, which `samples` takes away.
TEST(SolverRequests, TheOrderOfTheOptionsOfAHintDoesNotMatter) {
    const auto answer = [](const std::string& options) {
        SolverRequests requests;
        EXPECT_EQ(requests.answer(record("grandfather", "deal grandfather#5", "")), done);
        EXPECT_EQ(requests.answer("start-hint " + options), done);
        return requests.answer("step-hint 600000");
    };
    const std::string limited = answer("samples=100000 nodes=450000");
    EXPECT_TRUE(limited.starts_with(R"({"ok":true,"done":true)")) << limited;
    EXPECT_EQ(answer("nodes=450000 samples=100000"), limited);
}

TEST(SolverRequests, AnswerForAnyPlyOfARecord) {
    SolverRequests requests;
    const std::string game = record("gargantua", "deal gargantua#1", "draw draw\nat 1");
    // Each asked anew: what is remembered takes no nodes.
    const auto line = [&](const std::string& words) {
        SolverRequests fresh;
        EXPECT_EQ(fresh.answer("record" + words + game.substr(game.find('\n'))), done);
        fresh.answer("start");
        return fresh.answer("step 10000000");
    };
    const std::string here = line("");
    EXPECT_NE(here.find(R"("verdict":"winnable")"), std::string::npos);
    EXPECT_TRUE(line(" ply=1") == here);
    EXPECT_FALSE(line(" ply=0") == here);
    EXPECT_TRUE(line(" ply=0 try=draw") == here);
    const auto refusal = [&](const std::string& words) {
        return requests.answer("record" + words + game.substr(game.find('\n')));
    };
    EXPECT_EQ(refusal(" ply=3"), refused("the game has only 2 moves", 0, 0));
    EXPECT_EQ(refusal(" ply=0 try=redeal"), refused(R"(move 1 is not legal: \"redeal\")", 0, 1));
    EXPECT_EQ(refusal(" ply=x"), refused("record ply=<n> try=<move>", 0, 0));
}

TEST(SolverRequests, AnalyzeAllMoves) {
    SolverRequests requests;
    const std::string game = record("stalactites", "deal stalactites#1", "by1");
    EXPECT_EQ(
        requests.answer("analyze nodes=100000" + game.substr(game.find('\n'))),
        R"({"ok":true,"done":false,"verdicts":["unknown","unknown"],"lastWinnable":-1,"thrownAway":null,)"
        R"("nodes":0,"line":[]})");
}

TEST(SolverRequests, SayWhereARecordIsWrong) {
    SolverRequests requests;
    const auto answer = [&](const std::string& game, const std::string& start, const std::string& moves) {
        return requests.answer(record(game, start, moves));
    };
    ASSERT_EQ(answer("gargantua", "deal gargantua#1000001", ""), done);
    EXPECT_EQ(answer("gargantua", "deal gargantua#1000001", "draw redeal"),
              refused(R"(move 2 is not legal: \"redeal\")", 0, 2));
    EXPECT_EQ(answer("gargantua", "deal gargantua#1000001", "draw x"),
              refused(R"(move 2: not a move: \"x\")", 0, 2));
    EXPECT_EQ(answer("nowhere", "deal nowhere#1", ""), refused(R"(no such game: \"nowhere\")", 0, 0));
    EXPECT_EQ(answer("carthage", "position\ngame gargantua\nend", ""),
              refused(R"(the position is of another game, not \"carthage\")", 4, 1));
    EXPECT_EQ(requests.answer("position\ngame nowhere"), refused("no such game", 0, 0));
    EXPECT_EQ(requests.answer("start"), done) << "the position is unchanged";
}

}  // namespace
}  // namespace quincunx::wire
