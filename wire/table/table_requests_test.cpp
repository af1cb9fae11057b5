#include "wire/table/table_requests.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "session/rules_form.hpp"
#include "session/rules_text.hpp"

namespace quincunx::wire {
namespace {

TEST(TableRequests, AnswerWhateverIsAsked) {
    TableRequests server;
    EXPECT_EQ(server.answer("table").substr(0, 11), "{\"ok\":false");
    EXPECT_EQ(server.answer("games").substr(0, 10), "{\"ok\":true");
    EXPECT_EQ(server.answer("new carthage#5").substr(0, 10), "{\"ok\":true");
    for (const char* request :
         {"play R1>F1", "undo", "redo", "view 1", "goto 0", "view 1", "view 0", "hint", "why T1>F1",
          "field moves", "mark here", "unmark 0", "meta time 3", "automatic safe", "table"})
        EXPECT_EQ(server.answer(request).substr(0, 10), "{\"ok\":true") << request;
    for (const char* request : {"", "play", "play T1>F1", "goto x", "goto 99", "view", "view x", "view 2",
                                "automatic", "finish", "unmark 7", "meta", "new nosuch#1", "new carthage#0",
                                "load\nrubbish", "setup\nrubbish", "\xff\n\xff"})
        EXPECT_EQ(server.answer(request).substr(0, 11), "{\"ok\":false") << request;
    EXPECT_EQ(server.answer("table").substr(0, 10), "{\"ok\":true");
}

TEST(TableRequests, PlayRulesOfOnesOwn) {
    const std::string rules =
        R"({"based_on":"carthage","name":"Mine","tableau":{"build":{"follow":"other_color"}}})";
    TableRequests server;
    EXPECT_EQ(server.answer("new own#5").substr(0, 11), "{\"ok\":false");
    const std::string read = server.answer("rules\n" + rules);
    EXPECT_NE(read.find(R"("name":"Mine")"), std::string::npos);
    EXPECT_NE(read.find("\"form\":\"" + rules_form((*parse_rules(rules))->rules()) + '"'), std::string::npos);
    EXPECT_NE(read.find(R"(,"text":"{\"id\":\"own-)"), std::string::npos) << read;
    EXPECT_NE(server.answer("games").find(R"("name":"Mine")"), std::string::npos);
    const std::string dealt = server.answer("new own#5");
    EXPECT_NE(dealt.find(R"("deal":"own-)"), std::string::npos) << dealt;
    EXPECT_NE(server.answer("rules\n{\"decks\":3}").find(R"("code":"number-of-decks")"), std::string::npos);
    EXPECT_EQ(server.answer("new own#5"), dealt) << "as before";

    const Session session = *Session::from_deal("own#5", *parse_rules(rules));
    TableRequests other;
    EXPECT_EQ(other.answer("load\n" + session.record_text()), dealt);
    // Rules that have been opened are known, also once there are others.
    EXPECT_EQ(other.answer("rules\n{\"based_on\":\"carthage\",\"stock\":{\"each\":1}}").substr(0, 10),
              "{\"ok\":true");
    EXPECT_EQ(other.answer("new " + session.deal()), dealt);
    const std::string lines = without_rules(session.position_text());
    EXPECT_NE(other.answer("check\n" + lines).find(R"("left":[],"wrong":[])"), std::string::npos);
    EXPECT_EQ(other.answer("setup\n" + lines).substr(0, 10), "{\"ok\":true");
    EXPECT_EQ(other.answer("setup\n" + session.position_text()).substr(0, 10), "{\"ok\":true");
    EXPECT_NE(other.answer("check\n" + session.position_text()).find(R"("left":[],"wrong":[])"),
              std::string::npos);
}

TEST(TableRequests, LookAtAnyPlyAndLeaveTheTableThere) {
    TableRequests server;
    const auto view_in = [](const std::string& answer) {
        const std::size_t from = answer.find("\"view\":");
        return answer.substr(from, answer.find("]}", answer.find("\"choices\":")) - from);
    };
    std::vector<std::string> views{view_in(server.answer("new gargantua#3"))};
    for (int ply = 1; ply <= 4; ++ply) views.push_back(view_in(server.answer("play draw")));
    for (const char* const at : {"goto 4", "goto 2", "goto 0"}) {
        const std::string there = server.answer(at);
        for (std::size_t ply = 0; ply < views.size(); ++ply)
            EXPECT_EQ(view_in(server.answer("view " + std::to_string(ply))), views[ply]) << at;
        EXPECT_EQ(server.answer("table"), there);
    }
}

TEST(TableRequests, SayWhyARecordCannotBeRead) {
    TableRequests server;
    EXPECT_EQ(server.answer("load\nquincunx-record 1\ngame carthage\ndeal carthage#1\nmoves\nT1>X\nend\n"),
              R"({"ok":false,"error":{"message":"move 1, \"T1>X\": no such pile: \"X\"","line":5,"column":1,)"
              R"("code":"bad-move","parameters":{"text":"X","number":"1","move":"T1>X","game":"carthage",)"
              R"("reason":"no-pile"},"refusal":null}})");
    const auto refused = [&](const char* request, const std::string& message, const std::string& code,
                             const std::string& parameters = "") {
        EXPECT_EQ(server.answer(request), R"({"ok":false,"error":{"message":")" + message +
                                              R"(","line":0,"column":0,"code":")" + code +
                                              R"(","parameters":{)" + parameters + R"(},"refusal":null}})");
    };
    refused("nonsense", "no such request", "no-such-request");
    refused("undo", "no table", "no-table");
    server.answer("new carthage#1");
    refused("undo", "nothing to undo", "nothing-to-undo");
    refused("view 1", "no such ply", "no-such-ply", R"("limit":"0")");
    refused("automatic often", "bad request", "bad-request");
    const std::string long_text(401, 'x');
    refused(("mark " + long_text).c_str(), "note too long", "note-too-long", R"("limit":"400")");
    refused(("meta key " + long_text).c_str(), "bad meta", "bad-meta", R"("limit":"400")");
}

}  // namespace
}  // namespace quincunx::wire
