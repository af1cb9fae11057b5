#include "wire/games_requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "wire/solver_requests.hpp"

namespace quincunx::wire {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string one = "game 1-00000000000000000000000000000000 x#1 any 86400 won 5000 12 10 none 9 -\n";
const std::string two =
    "game 2-00000000000000000000000000000000 y#1 day-2026-12-24 86500 given-up 5000 12 10 fair - 1000\n";

std::string ask(const std::string& request) {
    SolverRequests requests;
    return requests.answer(request);
}

TEST(GamesRequests, AnswerStatistics) {
    const std::string all = ask("games-stats\n" + one + two);
    EXPECT_THAT(
        all,
        HasSubstr(
            R"({"ok":true,"played":2,"won":1,"inProgress":0,"streak":0,"longest":1,)"
            R"("moves":{"best":10,"median":10,"last":10},"time":{"best":5000,"median":5000,"last":5000},)"
            R"("withPar":1,"overPar":1,"atPar":0,"bestToPar":1,"judged":1,"thrown":1000,)"
            R"("days":1,"firstDay":"1970-01-02","lastDay":"1970-01-02","unit":"d",)"
            R"("periods":[{"first":"1970-01-02","played":2,"won":1,"moves":10,"time":5000}],)"
            R"("moveBins":[{"from":10,"to":11,"count":1}],"timeBins":[{"from":5,"to":6,"count":1}],)"
            R"("games":["x","y"],"kinds":["any","day"]})"));
    EXPECT_THAT(ask("games-stats game=y kind=day help=fair\n" + one + two),
                HasSubstr(R"("played":1,"won":0)"));
    EXPECT_THAT(ask("games-stats game=x,y\n" + one + two), HasSubstr(R"("played":2)"));
    EXPECT_THAT(ask("games-stats game=z\n" + one + two), HasSubstr(R"("bestToPar":null)"));
    EXPECT_THAT(ask("games-stats"), HasSubstr(R"("played":0)"));
}

TEST(GamesRequests, RefuseWhatTheyDoNotKnow) {
    for (const char* request : {"games-stats kind=days", "games-stats help=much", "games-stats x",
                                "games-stats x=1", "games-merge", "games-merge x", "games-merge 1"})
        EXPECT_THAT(ask(request), HasSubstr(R"("ok":false)")) << request;
    EXPECT_THAT(ask("games-stats\nx"),
                HasSubstr(R"("line":1,"column":1,"code":"unknown-line","parameters":{})"));
    EXPECT_THAT(ask("games"), HasSubstr("no position yet"));
}

TEST(GamesRequests, WriteAndMergeFiles) {
    const std::string file =
        stats::games_text(stats::parse_game_lines(one + two + "won x#1 10\nbest x 10 5000\n").value());
    EXPECT_THAT(ask("games-file\n" + two + one),
                HasSubstr(R"("ok":true,"text":"quincunx-games 1\u000agame 1-)"));
    const std::string merge = "games-merge " + std::to_string(one.size()) + '\n' + one + file;
    EXPECT_THAT(
        ask(merge),
        HasSubstr(
            R"("added":1,"changed":0,"unchanged":1,"dropped":0,"news":"quincunx-games 1\u000agame 2-)"));
    EXPECT_THAT(ask(merge), HasSubstr(R"(won x#1 10\u000abest x 10 5000\u000aend 3 )"));
    EXPECT_THAT(ask(merge), Not(HasSubstr("game 1-")));
    EXPECT_THAT(ask("games-merge 0\n" + file.substr(0, 200)), HasSubstr("cut off"));
    EXPECT_THAT(ask("games-merge 2\nx\n" + file), HasSubstr("the games kept here: 1:1 "));
}

}  // namespace
}  // namespace quincunx::wire
