#include "wire/table/table_requests.hpp"

#include <gtest/gtest.h>

namespace quincunx::wire {
namespace {

TEST(TableRequests, AnswerWhateverIsAsked) {
    TableRequests server;
    EXPECT_EQ(server.answer("table").substr(0, 11), "{\"ok\":false");
    EXPECT_EQ(server.answer("games").substr(0, 10), "{\"ok\":true");
    EXPECT_EQ(server.answer("new carthage#5").substr(0, 10), "{\"ok\":true");
    for (const char* request : {"play R1>F1", "undo", "redo", "goto 0", "hint", "why T1>F1", "field moves",
                                "mark here", "unmark 0", "meta time 3", "automatic safe", "table"})
        EXPECT_EQ(server.answer(request).substr(0, 10), "{\"ok\":true") << request;
    for (const char* request :
         {"", "play", "play T1>F1", "goto x", "goto 99", "automatic", "finish", "unmark 7", "meta",
          "new nosuch#1", "new carthage#0", "load\nrubbish", "setup\nrubbish", "\xff\n\xff"})
        EXPECT_EQ(server.answer(request).substr(0, 11), "{\"ok\":false") << request;
    EXPECT_EQ(server.answer("table").substr(0, 10), "{\"ok\":true");
}

}  // namespace
}  // namespace quincunx::wire
