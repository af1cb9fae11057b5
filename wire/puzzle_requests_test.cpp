
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
    EXPECT_EQ(
        follow(""),
        R"({"ok":true,"right":true,"neutral":false,"made":0,"solved":false,"play":[],"next":"T6>R1","decision":0,)"
        R"("decisions":5,"why":null})");
}

TEST(PuzzleRequests, SayWhatPlaysItself) {
    EXPECT_THAT(
        follow("T6>R1 T6>R2 T6>F2"),
        HasSubstr(
            R"("right":true,"neutral":false,"made":3,"solved":false,"play":["R1>F2"],"next":"T1>R1","decision":3)"));
    EXPECT_THAT(
        follow("T6>R1 T6>R2 T6>F2 R1>F2 T1>R1 T1>F2 R1>F2 T5>R1"),
        HasSubstr(
            R"("right":true,"neutral":false,"made":8,"solved":true,"play":[],"next":null,"decision":5)"));
}

TEST(PuzzleRequests, TakeEqualTargets) {
    EXPECT_THAT(follow("T6>R2 T6>R1 T6>F2"),
                HasSubstr(R"("right":true,"neutral":false,"made":3,"solved":false,"play":["R2>F2"],)"));
    EXPECT_THAT(follow("T6>R2 T6>R1 T6>F2 R2>F2 T1>R2 T1>F2 R2>F2 T5>R2"), HasSubstr(R"("solved":true)"));
}

TEST(PuzzleRequests, SayWhyAMoveIsWrong) {
    EXPECT_THAT(follow("T4>R1"),
                HasSubstr(R"("right":false,"neutral":false,"made":0,"solved":false,"play":[],"next":null,)"
                          R"("decision":0,"decisions":5,"why":null)"));
    EXPECT_THAT(
        follow("T6>R1 T1>R2"),
        HasSubstr(
            R"("right":false,"neutral":false,"made":1,"solved":false,"play":[],"next":null,"decision":1,"decisions":5,)"
            R"("why":{"code":"last-cell","parameters":{"card":"9D","to":"R2","needed":"AD"},)"
            R"("text":"9D took the last cell, which AD had to have."})"));
    EXPECT_THAT(follow("T6>R1 T1>R2 nonsense"), HasSubstr(R"("ok":false)"));
}

/// With cards that may go to and fro: a queen of spades on either king, a jack of hearts on either queen.
const std::string open_line = "draw W>T3";
const std::string open_position =
    "game gargantua\nredeals 0\nF1 AH 2H 3H 4H 5H 6H 7H 8H 9H TH\nF2 AS 2S 3S 4S 5S 6S 7S 8S 9S TS\n"
    "F3 AS 2S 3S 4S 5S\nF4 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD\nF5 AD 2D 3D 4D 5D\nF6 AC 2C 3C 4C 5C 6C 7C 8C\n"
    "F7 AH 2H 3H 4H 5H 6H 7H 8H\nF8 AC 2C 3C 4C\nT1 KH QS\nT2 KS\nT3 KD QC JH\nT4 KC QD JC\n"
    "T5 KH QC JH TC 9H 8C 7D 6C\nT6 KS QD JC TD 9S 8D 7C\nT7 -\nT8 -\nT9 KD\n"
    "W JD 8S 9C KC 5C 7S 9C 9D\nS TH JS 6S JS QS 6D QH QH TC TS\n";

TEST(PuzzleRequests, SayThatAMoveIsNeutral) {
    const auto open = [](const std::string& made) { return follow(made, open_line, open_position); };
    EXPECT_THAT(open("T1>T9"),
                HasSubstr(R"("right":true,"neutral":true,"made":1,"solved":false,"play":[],"next":"draw",)"
                          R"("decision":0,"decisions":2,"why":null)"));
    EXPECT_THAT(open("T1>T9 T9>T1"), HasSubstr(R"("neutral":true,"made":2)"));
    EXPECT_THAT(open("T1>T9 draw"), HasSubstr(R"("neutral":false,"made":2,"solved":false,"play":[],)"
                                              R"("next":"W>T3","decision":1)"));
    // The card goes where the one it belongs on lies now.
    EXPECT_THAT(open("T3>T1 draw"), HasSubstr(R"("next":"W>T1","decision":1)"));
    EXPECT_THAT(open("T3>T1 draw W>T1"), HasSubstr(R"("solved":true)"));
    EXPECT_THAT(open("draw T3>T1 T1>T3 W>T3"), HasSubstr(R"("solved":true)"));
    EXPECT_THAT(open("T1>T9 T3>F1"), HasSubstr(R"("right":false,"neutral":false,"made":1)"));
}

TEST(PuzzleRequests, LeadBackWhereNeutralMovesAreInTheWay) {
    const std::string line = "R6>T4 +T7>T4 R6>T7";
    const std::string position =
        "game carthage\nF1 AC 2C 3C 4C 5C 6C 7C 8C\nF2 AH\nF3 AD\nF4 AH\n"
        "F5 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS\nF6 AC\nF7 -\nF8 -\n"
        "T1 KD QD JD TD 9D 8D 7D 6D 5D 4D 3D\nT2 3S 2S\nT3 QD JD TD 9D 8D\nT4 -\nT5 QC JC TC\n"
        "T6 TH 9H 8H 7H 6H 5H\nT7 5S\nT8 TH 9H 8H 7H\nR1 TS KH 5D KS 6C KC\n"
        "R2 KH 2D 8S 3H 4H AD 2C 4C 8C JH 9S\nR3 3H QH 3C 7C 4H QC\nR4 9C JS 9C 2H JC 7D QS 5H\n"
        "R5 6D 4S 2H 4D 3D TC KD JH KC 7S QH\nR6 AS 6H 2D 5C 6S\nS -\n";
    // It took the only space.
    EXPECT_THAT(follow("T1>T4", line, position), HasSubstr(R"("neutral":true,"made":1,"solved":false,)"
                                                           R"("play":[],"next":"T4>T1","decision":0)"));
    EXPECT_THAT(follow("R6>T4", line, position),
                HasSubstr(R"("play":["T7>T4"],"next":"R6>T7","decision":1)"));
    EXPECT_THAT(follow("R6>T4 T7>T4 T1>T7 T7>T1 R6>T7", line, position), HasSubstr(R"("solved":true)"));
}

TEST(PuzzleRequests, KnowNoNeutralMovesWhereThereAreTooMany) {
    // From these cards more than 1000 positions can be made without anything that cannot be taken back.
    const std::string line = "draw +W>F5 T5>F7";
    const std::string crowded =
        "game gargantua\nredeals 0\nF1 AH 2H 3H 4H 5H 6H 7H 8H 9H TH\nF2 AS 2S 3S 4S 5S 6S 7S 8S 9S TS\n"
        "F3 AS 2S 3S 4S 5S\nF4 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD\nF5 AD 2D 3D 4D 5D\n"
        "F6 AC 2C 3C 4C 5C 6C 7C 8C\nF7 AH 2H 3H 4H 5H 6H 7H 8H\nF8 AC 2C 3C 4C\nT1 KH QS JD\n"
        "T2 KS QH JS TH\nT3 KD QC JH TS\nT4 KC QD JC\nT5 KH QC JH TC 9H\nT6 KS QD JC TD 9S 8D\nT7 KC QH\n"
        "T8 -\nT9 KD QS\nW TC 8C 7D 6C 7C 8S 9C 9C 5C 7S 9D JS 6S\nS 6D\n";
    EXPECT_THAT(follow("", line, crowded), HasSubstr(R"("next":"draw","decision":0,"decisions":2)"));
    EXPECT_THAT(follow("draw", line, crowded), HasSubstr(R"("play":["W>F5"],"next":"T5>F7","decision":1)"));
    EXPECT_THAT(follow("draw T3>T1", line, crowded),
                HasSubstr(R"("code":"late-move","parameters":{"number":"2"})"));
    EXPECT_THAT(follow("T3>T1", line, crowded), HasSubstr(R"("right":false,"neutral":false,"made":0)"));
}

TEST(PuzzleRequests, RefuseWhatDoesNotFit) {
    EXPECT_THAT(follow("T9>R1"), HasSubstr(R"("line":0,"column":1)"));
    EXPECT_THAT(
        follow("T6>R1 T6>T1"),
        HasSubstr(
            R"("message":"move 2 is not legal","line":0,"column":2,"code":"illegal-move","parameters":{"number":"2"})"));
    EXPECT_THAT(follow("T6>R1 T6>R2 T6>F2 T1>R1"),
                HasSubstr(R"("code":"illegal-move","parameters":{"number":"4"})"));
    EXPECT_THAT(follow("", "+T6>R1"),
                HasSubstr(R"(begins and ends with one","line":1,"column":1,"code":"bad-solution")"));
    EXPECT_THAT(follow("", "T6>R1 T6"), HasSubstr(R"("line":1,"column":8,"code":"not-a-move")"));
    EXPECT_THAT(follow("", "T6>R1 +T6>R2"), HasSubstr("begins and ends with one"));
    EXPECT_THAT(follow("", "T6>R1 T6>R2 T6>F2 T1>R1 T1>F2 T5>R1"), HasSubstr("1 to 5 decisions"));
    EXPECT_THAT(
        follow("", "T6>F1"),
        HasSubstr(R"(move 1 of the solution is not legal","line":0,"column":1,"code":"wrong-solution")"));
    EXPECT_THAT(follow("", puzzle_line, "game nothing\n"),
                HasSubstr(R"("line":1,"column":6,"code":"no-game")"));
    EXPECT_THAT(follow("", puzzle_line, "game stalactites\n"), HasSubstr(R"("ok":false)"));
    SolverRequests requests;
    for (const char* request : {"puzzle", "puzzle\n", "puzzle\nsolution T1>R1\n", "puzzle\nmade\nsolution\n"})
        EXPECT_THAT(requests.answer(request), HasSubstr(R"("code":"bad-request")")) << request;
}

}  // namespace
}  // namespace quincunx::wire
