#include "wire/solver_requests.hpp"

#include <gtest/gtest.h>

#include <string>

#include "games/all.hpp"

namespace quincunx::wire {
namespace {

std::string record(const std::string& game, const std::string& start, const std::string& moves) {
    return "record\nquincunx-record 1\ngame " + game + '\n' + start + "\nmoves\n" + moves + "\nend\n";
}

std::string refused(const std::string& message, int line, int column,
                    const std::string& reason = R"("code":"","parameters":{})") {
    return R"({"ok":false,"error":{"message":")" + message + R"(","line":)" + std::to_string(line) +
           R"(,"column":)" + std::to_string(column) + ',' + reason + R"(,"refusal":null}})";
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
    EXPECT_FALSE(requests.answer("start-hint worlds=0").starts_with(done));
    EXPECT_FALSE(requests.answer("start-odds nodes=0").starts_with(done));
    EXPECT_FALSE(requests.answer("start-odds samples=3 worlds=3").starts_with(done));
    // No other world is begun after that many nodes, whatever else was asked for.
    for (const char* words :
         {"start-hint nodes=2000", "start-hint nodes=2000 samples=50", "start-hint samples=50 nodes=2000"}) {
        ASSERT_EQ(requests.answer(words), done);
        answer = requests.answer("step-hint 300000");
        EXPECT_TRUE(answer.starts_with(R"({"ok":true,"done":true)")) << words << answer;
    }
}

/// What a request says under a name, as JSON.
std::string member(const std::string& answer, const std::string& name) {
    const std::size_t from = answer.find("\"" + name + "\":") + name.size() + 3;
    return answer.substr(from, answer.find_first_of(",}", from) - from);
}

/// A hint and the odds say one chance, which nothing touches that the record holds after the ply.
TEST(SolverRequests, SayOneChanceForAPly) {
    const auto asked = [](const std::string& words, const std::string& moves) {
        SolverRequests requests;
        std::string game = record("carthage", "deal carthage#5", moves);
        game.replace(0, 6, "record" + words);
        EXPECT_EQ(requests.answer(game), done);
        EXPECT_EQ(requests.answer("start-hint nodes=9000 worlds=5"), done);
        std::string hint = requests.answer("step-hint 1");
        EXPECT_EQ(member(hint, "decided"), "false");
        EXPECT_EQ(member(hint, "chance"), "null");
        hint = requests.answer("step-hint 10000000");
        EXPECT_TRUE(hint.starts_with(R"({"ok":true,"done":true,)")) << hint;
        EXPECT_EQ(member(hint, "decided"), "true");
        SolverRequests others;
        EXPECT_EQ(others.answer(game), done);
        EXPECT_EQ(others.answer("start-odds nodes=9000 samples=5"), done);
        const std::string odds = others.answer("step-odds 10000000");
        EXPECT_TRUE(odds.starts_with(R"({"ok":true,"done":true,"worlds":5,)")) << odds;
        EXPECT_EQ(member(odds, "chance"), member(hint, "chance"));
        EXPECT_EQ(member(odds, "fair"), member(hint, "chance"));
        EXPECT_TRUE(hint.find(R"("choices":[{"move":")" + member(hint, "move").substr(1)) !=
                    std::string::npos)
            << hint;
        return hint + odds;
    };
    const std::string start = asked("", "");
    EXPECT_EQ(asked(" ply=0", "draw draw draw"), start);
    EXPECT_EQ(asked("", "draw draw\nat 0"), start);
    const std::string dealt = asked("", "draw");
    EXPECT_NE(dealt, start);
    EXPECT_EQ(asked(" ply=1", "draw draw"), dealt);
    EXPECT_EQ(asked(" ply=0 try=draw", ""), dealt);
}

/// Also where the limit is no lower than the usual one, which `samples` takes away.
TEST(SolverRequests, TheOrderOfTheOptionsOfAHintDoesNotMatter) {
    const auto answer = [](const std::string& options) {
        SolverRequests requests;
        EXPECT_EQ(requests.answer(record("grandfather", "deal grandfather#5", "")), done);
        EXPECT_EQ(requests.answer("start-hint " + options), done);
        return requests.answer("step-hint 900000");
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
              refused(R"(the position is of another game, not \"carthage\")", 4, 1,
                      R"("code":"position-of-other-game","parameters":{"text":"carthage"})"));
    EXPECT_EQ(requests.answer("position\ngame nowhere"), refused("no such game", 0, 0));
    EXPECT_EQ(requests.answer("start"), done) << "the position is unchanged";
}

/// Repeats a step until its answer says that it is done.
std::string stepped(SolverRequests& requests, const std::string& step) {
    std::string answer;
    for (int steps = 0; steps < 100'000 && !answer.starts_with(R"({"ok":true,"done":true)"); ++steps)
        answer = requests.answer(step);
    return answer;
}

TEST(SolverRequests, FindWinnableDeals) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer("start-find stalactites from=1000001 level=2"), done);
    EXPECT_EQ(requests.answer("step-find 1").substr(0, 40), R"({"ok":true,"done":false,"deal":null,"tri)");
    const std::string found = stepped(requests, "step-find 500");
    EXPECT_NE(found.find(R"("deal":"stalactites#10000)"), std::string::npos) << found;
    EXPECT_NE(found.find(R"("level":2,)"), std::string::npos) << found;
    EXPECT_EQ(requests.answer("step-find 500"), found) << "nothing changes any more";
    // Without a level there is no rating.
    ASSERT_EQ(requests.answer("start-find stalactites from=1000001"), done);
    const std::string any = stepped(requests, "step-find 500");
    EXPECT_NE(any.find(R"("tries":1,"level":null,"won":0,"games":0,)"), std::string::npos) << any;
}

TEST(SolverRequests, RateDeals) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer("start-rating stalactites#1000001"), done);
    const std::string rating = stepped(requests, "step-rating 500");
    EXPECT_TRUE(rating.starts_with(R"({"ok":true,"done":true,"verdict":"winnable","level":)")) << rating;
    EXPECT_NE(rating.find(R"("levels":5,"won":)"), std::string::npos) << rating;
    ASSERT_EQ(requests.answer("start-rating carthage#1000036"), done);
    EXPECT_TRUE(stepped(requests, "step-rating 5000")
                    .starts_with(
                        R"({"ok":true,"done":true,"verdict":"unwinnable","level":null,"levels":4,"won":0,)"));
}

TEST(SolverRequests, FindThePar) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer("start-par stalactites#1"), done);
    const std::string early = requests.answer("step-par 1");
    EXPECT_EQ(early.find(R"("line":["by)"), std::string::npos) << "only when it is done";
    const std::string par = stepped(requests, "step-par 500");
    EXPECT_TRUE(par.starts_with(R"({"ok":true,"done":true,"verdict":"winnable","par":)")) << par;
    EXPECT_NE(par.find(R"("par":50,"first":55,"proven":true,"line":["by)"), std::string::npos) << par;
    ASSERT_EQ(requests.answer("start-par carthage#1000036"), done);
    EXPECT_TRUE(
        stepped(requests, "step-par 5000")
            .starts_with(
                R"({"ok":true,"done":true,"verdict":"unwinnable","par":null,"first":null,"proven":false,"line":[],"nodes":)"));
}

TEST(SolverRequests, SayWhichDealsOfVariantsThereAre) {
    if (games::find("carthage-strict") == nullptr) GTEST_SKIP() << "this build has no variants";
    SolverRequests requests;
    EXPECT_EQ(requests.answer("levels grandfather-classic"),
              R"({"ok":true,"levels":2,"winnable":true,"days":null})");
    EXPECT_EQ(requests.answer("levels carthage-strict"),
              R"({"ok":true,"levels":1,"winnable":false,"days":null})");
    EXPECT_NE(requests.answer("start-find carthage-strict from=1").find("hardly any"), std::string::npos);
    EXPECT_NE(requests.answer("day grandfather-classic 2026-12-24").find("variant of grandfather"),
              std::string::npos);
}

TEST(SolverRequests, SayWhichDealsThereAre) {
    SolverRequests requests;
    EXPECT_EQ(requests.answer("levels stalactites"),
              R"({"ok":true,"levels":5,"winnable":true,"days":{"first":"2026-11-25","last":"2036-12-31"}})");
    const std::string day = requests.answer("day carthage 2026-12-24");
    EXPECT_TRUE(day.starts_with(R"({"ok":true,"deal":"carthage#89299695867398)")) << day;
    EXPECT_TRUE(day.ends_with(R"(","level":3})")) << "a Thursday: " << day;
}

/// Requests for deals have nothing to do with the position of the others.
TEST(SolverRequests, LeaveThePositionAlone) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer(record("stalactites", "deal stalactites#1", "by1")), done);
    ASSERT_EQ(requests.answer("start-rating carthage#1000036"), done);
    stepped(requests, "step-rating 5000");
    ASSERT_EQ(requests.answer("start nodes=100000"), done);
    EXPECT_TRUE(requests.answer("step 100000").starts_with(R"({"ok":true,"done":true,"verdict":"winnable")"));
}

/// Each may use all the memory that there is for one.
TEST(SolverRequests, RunOneSearchAtATime) {
    SolverRequests requests;
    const std::string begun = R"({"ok":true,"done":false)";
    const std::string ended = R"({"ok":true,"done":true)";
    ASSERT_EQ(requests.answer(record("carthage", "deal carthage#5", "")), done);
    ASSERT_EQ(requests.answer("start"), done);
    ASSERT_TRUE(requests.answer("step 20").starts_with(begun));
    ASSERT_EQ(requests.answer("start-odds"), done);
    EXPECT_TRUE(requests.answer("step 20").starts_with(ended + R"(,"verdict":"unknown")"));
    ASSERT_TRUE(requests.answer("step-odds 20").starts_with(begun));
    ASSERT_EQ(requests.answer("start-hint"), done);
    EXPECT_TRUE(requests.answer("step-odds 20").starts_with(ended + R"(,"worlds":0)"));
    ASSERT_TRUE(requests.answer("step-hint 20").starts_with(begun));
    EXPECT_NE(requests.answer("stop-hint").find(R"("hint":{"move")"), std::string::npos);
    ASSERT_EQ(requests.answer("start-hint"), done);
    ASSERT_TRUE(requests.answer("step-hint 20").starts_with(begun)) << "begins anew";
    ASSERT_EQ(requests.answer("start-find carthage from=1"), done);
    EXPECT_TRUE(requests.answer("step-hint 20").starts_with(ended));
    ASSERT_TRUE(requests.answer("step-find 20").starts_with(begun));
    ASSERT_EQ(requests.answer("start"), done);
    EXPECT_EQ(requests.answer("step-find 20"), refused("nothing has been started", 0, 0));
}

TEST(SolverRequests, RefuseWhatIsNoRequestForDeals) {
    SolverRequests requests;
    const auto why = [&](const std::string& request) {
        const std::string answer = requests.answer(request);
        EXPECT_TRUE(answer.starts_with(R"({"ok":false)")) << request << ": " << answer;
        return answer;
    };
    EXPECT_NE(why("step-find 1").find("nothing has been started"), std::string::npos);
    EXPECT_NE(why("start-find stalactites from=1 level=6").find("1 to 5"), std::string::npos);
    EXPECT_NE(why("day stalactites 2037-01-01").find("2026-11-25 to 2036-12-31"), std::string::npos);
    for (const char* const bad : {"levels",
                                  "levels nowhere",
                                  "levels carthage more",
                                  "day",
                                  "day carthage",
                                  "day carthage 2026-13-01",
                                  "day nowhere 2026-12-24",
                                  "day carthage 2026-12-24 x",
                                  "start-find",
                                  "start-find stalactites",
                                  "start-find from=1",
                                  "start-find stalactites from=0",
                                  "start-find stalactites from=x",
                                  "start-find stalactites from=1 from=2",
                                  "start-find stalactites from=1 level=0",
                                  "start-find stalactites from=1 level=18446744073709551615",
                                  "start-find stalactites level=1",
                                  "start-find stalactites from=1 nodes=3",
                                  "start-find nowhere from=1",
                                  "start-rating",
                                  "start-rating x",
                                  "start-rating nowhere#1",
                                  "start-rating stalactites#0",
                                  "start-rating stalactites:AS",
                                  "start-rating stalactites#1 x",
                                  "start-par",
                                  "start-par x",
                                  "step-find",
                                  "step-find x",
                                  "step-par -1",
                                  "step-rating 1 2"})
        why(bad);
}

TEST(SolverRequests, JudgesAMoveByWhatWasKnownBeforeIt) {
    SolverRequests requests;
    SolverRequests others;
    ASSERT_EQ(requests.answer(record("gargantua", "deal gargantua#3", "")), done);
    for (const char* wrong :
         {"start-judge", "start-judge T9", "start-judge draw worlds=0", "start-judge redeal"})
        EXPECT_FALSE(requests.answer(wrong).starts_with(done)) << wrong;
    const auto judged = [](SolverRequests& asked) {
        EXPECT_EQ(asked.answer("start-judge draw worlds=6 nodes=20000"), done);
        std::string answer = asked.answer("step-judge 1");
        EXPECT_NE(answer.find(R"("judged":null)"), std::string::npos) << answer;
        while (!answer.starts_with(R"({"ok":true,"done":true)")) answer = asked.answer("step-judge 5000");
        return answer;
    };
    const std::string answer = judged(requests);
    EXPECT_NE(answer.find(R"("judged":{"right":true,"asGood":true,"after":0.)"), std::string::npos) << answer;
    // The card that a move shows in the record has no part in it.
    ASSERT_EQ(others.answer(record("gargantua", "deal gargantua#3", "draw").insert(6, " ply=0")), done);
    EXPECT_EQ(judged(others), answer);
    // What is judged is where the record stands, and a later position ends it.
    ASSERT_EQ(requests.answer("start-judge draw"), done);
    ASSERT_EQ(requests.answer(record("gargantua", "deal gargantua#3", "draw")), done);
    EXPECT_NE(requests.answer("step-judge 1000").find(R"("judged":null)"), std::string::npos);
}

}  // namespace
}  // namespace quincunx::wire
