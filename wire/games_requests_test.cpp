
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "wire/games_json.hpp"
#include "wire/solver_requests.hpp"

namespace quincunx::wire {
namespace {

using stats::GamesFile;
using ::testing::HasSubstr;

const std::string one =
    R"({"name":"1-00000000000000000000000000000000","deal":"x#1","kind":"any","changed":86400,"state":"won","time":5000,)"
    R"("ply":12,"moves":10,"help":"none","par":9,"thrown":null})";
const std::string two =
    R"({"name":"2-00000000000000000000000000000000","deal":"y#1","kind":"day-2026-12-24","changed":86500,)"
    R"("state":"given-up","time":5000,"ply":12,"moves":10,"help":"fair","par":null,"thrown":1000})";
std::string games(const std::string& list, const std::string& rest = "") {
    return R"({"games":[)" + list + ']' + rest + '}';
}
const std::string both = games(one + ',' + two);

std::string ask(const std::string& request) {
    SolverRequests requests;
    return requests.answer(request);
}

TEST(GamesRequests, AnswerStatistics) {
    const std::string all = ask("games-stats\n" + both);
    EXPECT_THAT(
        all,
        HasSubstr(
            R"({"ok":true,"played":2,"won":1,"inProgress":0,"streak":0,"longest":1,)"
            R"("moves":{"best":10,"median":10,"last":10},"time":{"best":5000,"median":5000,"last":5000},)"
            R"("withPar":1,"overPar":1,"atPar":0,"bestToPar":1,"judged":1,"thrown":1000,)"
            R"("days":1,"firstDay":"1970-01-02","lastDay":"1970-01-02","unit":"d",)"
            R"("periods":[{"first":"1970-01-02","played":2,"won":1,"moves":10,"time":5000}],)"
            R"("moveBins":[{"from":10,"to":11,"count":1}],"timeBins":[{"from":5,"to":6,"count":1}],)"
            R"("games":["x","y"],"kinds":["any","day"],"unaided":{"played":1,"won":1,)"));
    EXPECT_THAT(all, HasSubstr(R"("helped":{"played":1,"won":0,)"));
    EXPECT_THAT(ask("games-stats game=y kind=day\n" + both), HasSubstr(R"("played":1,"won":0)"));
    EXPECT_THAT(ask("games-stats game=x,y\n" + both), HasSubstr(R"("played":2)"));
    EXPECT_THAT(ask("games-stats game=z\n" + both), HasSubstr(R"("bestToPar":null)"));
    EXPECT_THAT(ask("games-stats"), HasSubstr(R"("played":0)"));
}

TEST(GamesRequests, RefuseWhatTheyDoNotKnow) {
    for (const char* request : {"games-stats kind=days", "games-stats help=none", "games-stats x",
                                "games-stats x=1", "games-merge", "games-merge x", "games-merge 1"})
        EXPECT_THAT(ask(request), HasSubstr(R"("ok":false)")) << request;
    EXPECT_THAT(ask("games-stats\nx"), HasSubstr(R"("line":1,"column":1,"code":"bad-copy","parameters":{})"));
    EXPECT_THAT(ask("games"), HasSubstr("no such request"));
}

std::string merge(const std::string& contents, const std::string& file) {
    return ask("games-merge " + std::to_string(contents.size()) + '\n' + contents + file);
}

TEST(GamesRequests, WriteAndMergeFiles) {
    const std::string facts =
        R"(,"won":[{"deal":"x#1","moves":10}],"best":[{"game":"x","moves":10,"time":5000}])";
    const std::string file = stats::games_text(read_contents(games(one + ',' + two, facts)).value());
    EXPECT_THAT(ask("games-file\n" + games(two + ',' + one)),
                HasSubstr(R"({"ok":true,"text":"quincunx-games 2\u000agame 1-)"));
    const std::string answer = merge(games(one), file);
    EXPECT_THAT(
        answer,
        HasSubstr(R"("added":1,"changed":0,"unchanged":1,"dropped":0,"news":{"games":[)" + two +
                  R"(],"gone":[],"won":[{"deal":"x#1","moves":10}],)"
                  R"("best":[{"game":"x","moves":10,"time":5000}],"rules":[],"other":[],"settings":null}})"));
    EXPECT_THAT(merge("", file.substr(0, 200)), HasSubstr("cut off"));
    EXPECT_THAT(merge("x", file), HasSubstr(R"("code":"bad-request")"));
}

TEST(GamesRequests, KeepAllThatAFileMayContain) {
    const std::string text =
        "game 1-00000000000000000000000000000000 x~ puzzle 5 won 5000 12 10 fair,hint 9 7 day=2026-12-24 "
        "puzzle=p1\n"
        "record quincunx-record 1\\ngame x\\nposition\\n\\\\ \"\\nend\\nmoves\\nend\\n\n"
        "gone 2-00000000000000000000000000000000 7\nwon x#1 10 day=2026-12-24 stars=3\nbest x 10 5000 "
        "stars=3\n"
        "rules own-abcdefghijklmn {\"name\":\"\xc3\xa4 \\\\ \\\"\"}\n"
        "rating x at=5 value=1540\nsettings 5 {\"a\":\"\\u00e4\"}\n";
    const Expected<GamesFile> file = stats::parse_game_lines(text);
    ASSERT_TRUE(file) << to_text(file.error());
    const std::string json = contents_json(*file);
    EXPECT_EQ(read_contents(json).value(), *file);
    // A copy is read like a file; what is wrong with it is found.
    const std::string copy = R"({"quincunx-games":2,)" + json.substr(1);
    EXPECT_EQ(read_games(copy).value(), *file);
    EXPECT_EQ(read_games(copy.substr(0, copy.size() - 1)).error().code, "bad-copy");
    EXPECT_EQ(read_games("{" + json.substr(1)).error().code, "bad-copy");
    EXPECT_EQ(read_games(R"({"quincunx-games":3})").error().code, "later-version");
    EXPECT_EQ(read_games(R"({"quincunx-games":2,"won":[{"deal":"x","moves":1}]})").error().code, "bad-deal");
    EXPECT_EQ(read_games(R"({"quincunx-games":2,"won":[5]})").error().code, "bad-deal");
    EXPECT_EQ(read_games(std::string(stats::max_copy_bytes, ' ').insert(0, "{")).error().code, "bad-copy");
}

// However an entry came to be wrong, the others can be exported.
TEST(GamesRequests, LeaveOutWhatCannotBeRead) {
    std::string damaged = one;
    damaged.insert(damaged.size() - 1, R"(,"record":"x")");
    const std::string wrong = games(
        "{}," + damaged + "," + two + "," + one + R"(,{"name":"a b\nwon x#9 1"},5)",
        R"(,"won":[{"deal":"x~","moves":1},{"deal":"x#1","moves":3}],"gone":5,"settings":{"changed":1,"json":"{}\nwon x#9 1"})");
    const Expected<GamesFile> file = read_contents(wrong);
    ASSERT_TRUE(file) << to_text(file.error());
    EXPECT_EQ(file->games.size(), 2U);
    EXPECT_TRUE(file->games.begin()->second.record.empty());
    EXPECT_EQ(file->won.size(), 1U);
    EXPECT_FALSE(file->settings);
    EXPECT_THAT(ask("games-file\n" + wrong), HasSubstr(R"("games":2,"left":0)"));
}

}  // namespace
}  // namespace quincunx::wire
