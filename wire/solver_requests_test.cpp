#include "wire/solver_requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/text.hpp"
#include "games/all.hpp"
#include "session/rules_form.hpp"
#include "session/rules_text.hpp"

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
const std::string begun = R"({"ok":true,"done":false})";
const std::string ended = R"({"ok":true,"done":true})";

/// Goes on with what was started until it is done, and returns what was found.
std::string found(SolverRequests& requests, const std::string& nodes = "5000") {
    for (int steps = 0; steps < 100'000; ++steps)
        if (requests.answer("step " + nodes) != begun) break;
    EXPECT_EQ(requests.answer("step " + nodes), ended) << "nothing changes any more";
    return requests.answer("found");
}

TEST(SolverRequests, SolvesWhereARecordStands) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer(record("stalactites", "deal stalactites#1", "by1")), done);
    ASSERT_EQ(requests.answer("start-solve nodes=100000 mb=16"), begun);
    EXPECT_TRUE(requests.answer("found").ends_with(R"("line":[],"hint":null})"));
    EXPECT_EQ(requests.answer("step 100000"), ended);
    const std::string answer = requests.answer("found");
    EXPECT_TRUE(answer.starts_with(R"({"ok":true,"verdict":"winnable","nodes":)")) << answer;
    const std::string line = R"("line":[")";
    const std::size_t first = answer.find(line);
    ASSERT_NE(first, std::string::npos) << answer;
    const std::string move =
        answer.substr(first + line.size(), answer.find('"', first + line.size()) - first - line.size());
    EXPECT_NE(answer.find(R"("hint":{"move":")" + move + R"(","code":")"), std::string::npos) << answer;
}

class OwnRules : public testing::TestWithParam<const char*> {};

// Also by words that no listed game needs.
INSTANTIATE_TEST_SUITE_P(SolverRequests, OwnRules,
                         testing::Values(R"({"based_on":"carthage","stock":{"each":1}})",
                                         R"({"based_on":"klondike","stock":{"each":2}})",
                                         R"({"based_on":"spider","tableau":{"space":"kings_only"}})"));

TEST_P(OwnRules, AreAdvisedBy) {
    const SharedRules own = *parse_rules(GetParam());
    const std::string id(own->rules().id);
    const std::string form = " rules=" + rules_form(own->rules());
    const std::string of_record = "\nquincunx-record 1\ngame " + id + "\ndeal " + id + "#1\nmoves\nend\n";
    const std::string of_position =
        '\n' + position_text(Session::from_deal(id + "#1", own)->game().position());
    SolverRequests requests;
    for (const std::string& asked : {"record" + form + of_record, "position" + form + of_position}) {
        ASSERT_EQ(requests.answer(asked), done) << asked;
        EXPECT_THAT(requests.answer("hint"), testing::HasSubstr(R"("hint":{"move":)"));
        ASSERT_EQ(requests.answer("start-odds worlds=2 nodes=2000"), begun);
        EXPECT_THAT(found(requests), testing::HasSubstr(R"("worlds":2)"));
        ASSERT_EQ(requests.answer("start-solve nodes=20000"), begun);
        EXPECT_THAT(found(requests), testing::HasSubstr(R"("verdict":")"));
    }
    EXPECT_EQ(requests.answer("record ply=0 try=draw" + form + of_record), done);
    for (const std::string& asked :
         {"record" + form + '1' + of_record, "position" + form + '1' + of_position})
        EXPECT_THAT(requests.answer(asked), testing::HasSubstr(R"("code":"bad-request")")) << asked;
    EXPECT_THAT(requests.answer("record" + of_record), testing::HasSubstr(R"("code":"no-rules")"));
}

TEST(SolverRequests, AnswersAboutDealsByRulesOfOnesOwn) {
    const SharedRules own = *parse_rules(R"({"based_on":"klondike","stock":{"each":2}})");
    const std::string id(own->rules().id);
    const std::string form = " rules=" + rules_form(own->rules());
    SolverRequests requests;
    EXPECT_THAT(requests.answer("levels " + id + form), testing::HasSubstr(R"("levels":1,"winnable":false)"));
    EXPECT_THAT(requests.answer("start-find " + id + " from=1" + form),
                testing::HasSubstr(R"("code":"deals-not-offered")"));
    ASSERT_EQ(requests.answer("start-par " + id + "#1" + form), begun);
    EXPECT_THAT(found(requests, "100000"), testing::HasSubstr(R"("verdict":"winnable")"));
    for (const std::string& asked :
         {"levels " + id, "start-find " + id + " from=1", "start-par " + id + "#1"})
        EXPECT_THAT(requests.answer(asked), testing::HasSubstr(R"("code":"no-game")")) << asked;
    EXPECT_THAT(requests.answer("start-par " + id + "#1" + form + '1'),
                testing::HasSubstr(R"("code":"bad-request")"));
}

TEST(SolverRequests, AdvisesByWhatTheRecordHasShown) {
    SolverRequests requests;
    EXPECT_FALSE(requests.answer("hint").starts_with(done.substr(0, 10)));
    ASSERT_EQ(requests.answer(record("carthage", "deal carthage#5", "")), done);
    EXPECT_TRUE(requests.answer("hint").starts_with(R"({"ok":true,"hint":{"move":")"));
    ASSERT_EQ(requests.answer("start-hint worlds=2 mb=32"), begun);
    std::string answer = found(requests, "500");
    EXPECT_NE(answer.find(R"("basis":"trials")"), std::string::npos) << answer;
    ASSERT_EQ(requests.answer("start-odds worlds=3"), begun);
    answer = found(requests, "1000000");
    EXPECT_TRUE(answer.starts_with(R"({"ok":true,"worlds":3,"won":)")) << answer;
    for (const char* const bad : {"start-hint samples=3", "start-hint worlds=0", "start-odds nodes=0",
                                  "start-odds worlds=3 worlds=3", "start-odds worlds=100001", "start-odds 3"})
        EXPECT_TRUE(requests.answer(bad).starts_with(R"({"ok":false)")) << bad;
    // No other world is begun after that many nodes.
    ASSERT_EQ(requests.answer("start-hint nodes=2000"), begun);
    EXPECT_EQ(requests.answer("step 300000"), ended);
}

/// The value that an answer has under a name, as JSON.
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
        EXPECT_EQ(requests.answer("start-hint nodes=9000 worlds=5"), begun);
        EXPECT_EQ(requests.answer("step 1"), begun);
        std::string hint = requests.answer("found");
        EXPECT_EQ(member(hint, "decided"), "false");
        EXPECT_EQ(member(hint, "chance"), "null");
        hint = found(requests, "10000000");
        EXPECT_EQ(member(hint, "decided"), "true");
        SolverRequests others;
        EXPECT_EQ(others.answer(game), done);
        EXPECT_EQ(others.answer("start-odds nodes=9000 worlds=5"), begun);
        const std::string odds = found(others, "10000000");
        EXPECT_TRUE(odds.starts_with(R"({"ok":true,"worlds":5,)")) << odds;
        EXPECT_EQ(member(odds, "chance"), member(hint, "chance"));
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

TEST(SolverRequests, AnswerForAnyPlyOfARecord) {
    SolverRequests requests;
    const std::string game = record("gargantua", "deal gargantua#1", "draw draw\nat 1");
    // Each asked anew: what is remembered takes no nodes.
    const auto line = [&](const std::string& words) {
        SolverRequests fresh;
        EXPECT_EQ(fresh.answer("record" + words + game.substr(game.find('\n'))), done);
        fresh.answer("start-solve");
        return found(fresh, "10000000");
    };
    const std::string here = line("");
    EXPECT_NE(here.find(R"("verdict":"winnable")"), std::string::npos);
    EXPECT_TRUE(line(" ply=1") == here);
    EXPECT_FALSE(line(" ply=0") == here);
    EXPECT_TRUE(line(" ply=0 try=draw") == here);
    const auto refusal = [&](const std::string& words) {
        return requests.answer("record" + words + game.substr(game.find('\n')));
    };
    EXPECT_EQ(refusal(" ply=3"),
              refused("no such ply", 0, 0, R"("code":"no-such-ply","parameters":{"limit":"2"})"));
    EXPECT_EQ(
        refusal(" ply=0 try=redeal"),
        refused(R"(move 1, \"redeal\": You can redeal once the stock is empty.)", 0, 0,
                R"("code":"refused-move","parameters":{"number":"1","move":"redeal","game":"gargantua",)"
                R"("reason":"stock-not-empty"})"));
    EXPECT_EQ(refusal(" ply=x"), refused("bad request", 0, 0, R"("code":"bad-request","parameters":{})"));
}

TEST(SolverRequests, SayWhereARecordIsWrong) {
    SolverRequests requests;
    const auto answer = [&](const std::string& game, const std::string& start, const std::string& moves) {
        return requests.answer(record(game, start, moves));
    };
    ASSERT_EQ(answer("gargantua", "deal gargantua#1000001", ""), done);
    EXPECT_EQ(
        answer("gargantua", "deal gargantua#1000001", "draw redeal"),
        refused(R"(move 2, \"redeal\": You can redeal once the stock is empty.)", 5, 6,
                R"("code":"refused-move","parameters":{"number":"2","move":"redeal","game":"gargantua",)"
                R"("reason":"stock-not-empty"})"));
    EXPECT_EQ(
        answer("gargantua", "deal gargantua#1000001", "draw x"),
        refused(R"(move 2, \"x\": not a move: \"x\")", 5, 6,
                R"("code":"bad-move","parameters":{"text":"x","number":"2","move":"x","game":"gargantua",)"
                R"("reason":"not-a-move"})"));
    EXPECT_EQ(answer("nowhere", "deal nowhere#1", ""),
              refused(R"(there is no game \"nowhere\")", 3, 6,
                      R"("code":"no-game","parameters":{"text":"nowhere","game":"nowhere"})"));
    EXPECT_EQ(answer("carthage", "position\ngame gargantua\nend", ""),
              refused(R"(the position is of another game, not \"carthage\")", 4, 1,
                      R"("code":"position-of-other-game","parameters":{"text":"carthage"})"));
    EXPECT_EQ(requests.answer("position\n# a comment\ngame nowhere"),
              refused(R"(there is no game \"nowhere\")", 2, 6,
                      R"("code":"no-game","parameters":{"text":"nowhere"})"));
    EXPECT_EQ(requests.answer("start-solve"), begun) << "the position is unchanged";
}

TEST(SolverRequests, FindWinnableDeals) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer("start-find stalactites from=1000001 level=2"), begun);
    EXPECT_EQ(requests.answer("step 1"), begun);
    EXPECT_TRUE(requests.answer("found").starts_with(R"({"ok":true,"deal":null,"tries":)"));
    const std::string some = found(requests, "500");
    EXPECT_NE(some.find(R"("deal":"stalactites#10000)"), std::string::npos) << some;
    EXPECT_NE(some.find(R"("level":2,)"), std::string::npos) << some;
    // Without a level there is no rating.
    ASSERT_EQ(requests.answer("start-find stalactites from=1000001"), begun);
    const std::string any = found(requests, "500");
    EXPECT_NE(any.find(R"("tries":1,"level":null,"nodes":)"), std::string::npos) << any;
}

TEST(SolverRequests, FindThePar) {
    SolverRequests requests;
    ASSERT_EQ(requests.answer("start-par stalactites#1"), begun);
    EXPECT_EQ(requests.answer("step 1"), begun);
    EXPECT_NE(requests.answer("found").find(R"("line":[])"), std::string::npos) << "only when it is done";
    const std::string par = found(requests, "500");
    EXPECT_TRUE(
        par.starts_with(R"({"ok":true,"verdict":"winnable","par":50,"first":55,"proven":true,"line":["by)"))
        << par;
    ASSERT_EQ(requests.answer("start-par carthage#1000036"), begun);
    EXPECT_TRUE(found(requests).starts_with(
        R"({"ok":true,"verdict":"unwinnable","par":null,"first":null,"proven":false,"line":[],"nodes":)"));
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
    ASSERT_EQ(requests.answer("start-par carthage#1000036"), begun);
    found(requests);
    ASSERT_EQ(requests.answer("start-solve nodes=100000"), begun);
    EXPECT_TRUE(found(requests).starts_with(R"({"ok":true,"verdict":"winnable")"));
}

/// Each may use all the memory that there is for one.
TEST(SolverRequests, RunOneSearchAtATime) {
    SolverRequests requests;
    const std::string nothing = refused("not started", 0, 0, R"("code":"not-started","parameters":{})");
    const auto begin = [&](const std::string& request) {
        ASSERT_EQ(requests.answer(request), begun);
        ASSERT_EQ(requests.answer("step 20"), begun) << request;
    };
    for (const char* const request : {"step 20", "found", "stop"})
        EXPECT_EQ(requests.answer(request), nothing);
    begin("start-find carthage from=1");
    const std::string game = record("carthage", "deal carthage#5", "");
    ASSERT_EQ(requests.answer(game), done);
    EXPECT_EQ(requests.answer("step 20"), begun) << "which has nothing to do with the position";
    begin("start-solve");
    begin("start-odds");
    EXPECT_TRUE(requests.answer("found").starts_with(R"({"ok":true,"worlds":0)"));
    begin("start-hint");
    EXPECT_EQ(requests.answer("stop"), done);
    EXPECT_NE(requests.answer("found").find(R"("hint":{"move")"), std::string::npos);
    EXPECT_EQ(requests.answer("step 20"), ended);
    begin("start-hint");
    begin("start-solve");
    EXPECT_TRUE(requests.answer("found").starts_with(R"({"ok":true,"verdict":"unknown")"));
    ASSERT_EQ(requests.answer(game), done);
    EXPECT_EQ(requests.answer("step 20"), nothing) << "a position ends it";
}

TEST(SolverRequests, RefuseWhatIsNoRequestForDeals) {
    SolverRequests requests;
    const auto why = [&](const std::string& request) {
        const std::string answer = requests.answer(request);
        EXPECT_TRUE(answer.starts_with(R"({"ok":false)")) << request << ": " << answer;
        return answer;
    };
    EXPECT_NE(why("step 1").find("not started"), std::string::npos);
    EXPECT_EQ(why("start-find stalactites from=1 level=6"),
              refused("the levels of stalactites are 1 to 5", 0, 0,
                      R"("code":"no-such-level","parameters":{"game":"stalactites","limit":"5"})"));
    EXPECT_EQ(
        why("day stalactites 2037-01-01"),
        refused("stalactites has no deal of the day for 2037-01-01; the dates are 2026-11-25 to 2036-12-31",
                0, 0,
                R"("code":"no-deal-of-day","parameters":{"game":"stalactites","date":"2037-01-01",)"
                R"("first":"2026-11-25","last":"2036-12-31"})"));
    EXPECT_EQ(why("day stalactites today"), refused(R"(not a date: \"today\")", 0, 0,
                                                    R"("code":"not-a-date","parameters":{"text":"today"})"));
    for (const std::string_view bad : split_lines(
             "levels\nlevels nowhere\nlevels carthage more\nday\nday carthage\nday carthage 2026-13-01\n"
             "day nowhere 2026-12-24\nday carthage 2026-12-24 x\nstart-find\nstart-find stalactites\n"
             "start-find from=1\nstart-find stalactites from=0\nstart-find stalactites from=x\n"
             "start-find stalactites from=1 from=2\nstart-find stalactites from=1 level=0\n"
             "start-find stalactites from=1 level=18446744073709551615\nstart-find stalactites level=1\n"
             "start-find stalactites from=1 nodes=3\nstart-find nowhere from=1\nstart-par\nstart-par x\n"
             "start-par nowhere#1\nstart-par stalactites#0\nstart-par stalactites:AS\n"
             "start-par stalactites#1 x\nstep\nstep x\nstep -1\nstep 1 2\nstart-rating stalactites#1\n"
             "guess"))
        why(std::string(bad));
}

TEST(SolverRequests, JudgesAMoveByWhatWasKnownBeforeIt) {
    SolverRequests requests;
    SolverRequests others;
    ASSERT_EQ(requests.answer(record("gargantua", "deal gargantua#3", "")), done);
    for (const char* wrong :
         {"start-judge", "start-judge T9", "start-judge draw worlds=0", "start-judge redeal"})
        EXPECT_FALSE(requests.answer(wrong).starts_with(done)) << wrong;
    const auto judged = [](SolverRequests& asked) {
        EXPECT_EQ(asked.answer("start-judge draw worlds=6 nodes=20000"), begun);
        EXPECT_EQ(asked.answer("step 1"), begun);
        EXPECT_NE(asked.answer("found").find(R"("judged":null)"), std::string::npos);
        return found(asked);
    };
    const std::string answer = judged(requests);
    EXPECT_NE(answer.find(R"("judged":{"right":true,"after":0.)"), std::string::npos) << answer;
    // The card that a move shows in the record has no part in it.
    ASSERT_EQ(others.answer(record("gargantua", "deal gargantua#3", "draw").insert(6, " ply=0")), done);
    EXPECT_EQ(judged(others), answer);
}

}  // namespace
}  // namespace quincunx::wire
