#include "wire/puzzle_requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "wire/solver_requests.hpp"

namespace quincunx::wire {
namespace {

using ::testing::HasSubstr;

const std::string puzzle_line = "T6>R1 T6>R2 T6>F2 +R1>F2 T1>R1 +T1>F2 +R1>F2 T5>R1";
const std::string puzzle_position =
    "game stalactites\nchoice by1\nF1 4D 5D 6S 7S 8C 9C TH JD QS\nF2 2S 3H 4S 5H\nF3 TS JC QH KC AH 2C\nF4 "
    "2H\n"
    "T1 KS 6D JS 8S 9D\nT2 3D KD 9S 8H QD 6C\nT3 7H QC 2D 5C\nT4 5S\nT5 3C TD 3S AC\nT6 4H 8D 9H 6H AD "
    "7D\nT7 4C\n"
    "T8 TC JH KH 7C AS\nR1 -\nR2 -\n";

std::string follow(const std::string& made, const std::string& line = puzzle_line,
                   const std::string& at = puzzle_position) {
    SolverRequests requests;
    return requests.answer("puzzle\nsolution " + line + "\nmade" + (made.empty() ? "" : " " + made) + '\n' +
                           at);
}

TEST(PuzzleRequests, Begin) {
    EXPECT_EQ(follow(""),
              R"({"ok":true,"right":true,"made":0,"solved":false,"play":[],"next":"T6>R1","decision":0,)"
              R"("decisions":5,"why":null})");
}

TEST(PuzzleRequests, SayWhatPlaysItself) {
    EXPECT_THAT(
        follow("T6>R1 T6>R2 T6>F2"),
        HasSubstr(R"("right":true,"made":3,"solved":false,"play":["R1>F2"],"next":"T1>R1","decision":3)"));
    EXPECT_THAT(follow("T6>R1 T6>R2 T6>F2 R1>F2 T1>R1 T1>F2 R1>F2 T5>R1"),
                HasSubstr(R"("right":true,"made":8,"solved":true,"play":[],"next":null,"decision":5)"));
}

TEST(PuzzleRequests, TakeEqualTargets) {
    EXPECT_THAT(follow("T6>R2 T6>R1 T6>F2"),
                HasSubstr(R"("right":true,"made":3,"solved":false,"play":["R2>F2"],)"));
    EXPECT_THAT(follow("T6>R2 T6>R1 T6>F2 R2>F2 T1>R2 T1>F2 R2>F2 T5>R2"), HasSubstr(R"("solved":true)"));
}

TEST(PuzzleRequests, SayWhyAMoveIsWrong) {
    EXPECT_THAT(follow("T4>R1"), HasSubstr(R"("right":false,"made":0,"solved":false,"play":[],"next":null,)"
                                           R"("decision":0,"decisions":5,"why":null)"));
    EXPECT_THAT(
        follow("T6>R1 T1>R2"),
        HasSubstr(R"("right":false,"made":1,"solved":false,"play":[],"next":null,"decision":1,"decisions":5,)"
                  R"("why":{"code":"last-cell","parameters":{"card":"9D","to":"R2","needed":"AD"},)"
                  R"("text":"9D took the last cell, which AD had to have."})"));
    EXPECT_THAT(follow("T6>R1 T1>R2 nonsense"), HasSubstr(R"("ok":false)"));
}

TEST(PuzzleRequests, RefuseWhatDoesNotFit) {
    EXPECT_THAT(follow("T9>R1"), HasSubstr(R"("line":0,"column":1)"));
    EXPECT_THAT(follow("T6>R1 T6>T1"), HasSubstr("move 2 is not legal"));
    EXPECT_THAT(follow("T6>R1 T6>R2 T6>F2 T1>R1"), HasSubstr(R"("ok":false)"));
    EXPECT_THAT(follow("", "+T6>R1"), HasSubstr("begins and ends with one"));
    EXPECT_THAT(follow("", "T6>R1 +T6>R2"), HasSubstr("begins and ends with one"));
    EXPECT_THAT(follow("", "T6>R1 T6>R2 T6>F2 T1>R1 T1>F2 T5>R1"), HasSubstr("1 to 5 decisions"));
    EXPECT_THAT(follow("", "T6>F1"), HasSubstr("move 1 of the solution is not legal"));
    EXPECT_THAT(follow("", puzzle_line, "game nothing\n"), HasSubstr("no such game"));
    EXPECT_THAT(follow("", puzzle_line, "game stalactites\n"), HasSubstr(R"("ok":false)"));
    SolverRequests requests;
    for (const char* request : {"puzzle", "puzzle\n", "puzzle\nsolution T1>R1\n", "puzzle\nmade\nsolution\n"})
        EXPECT_THAT(requests.answer(request), HasSubstr(R"("ok":false)")) << request;
}

}  // namespace
}  // namespace quincunx::wire
