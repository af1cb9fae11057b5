#include "wire/protocol.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/notation.hpp"
#include "games/all.hpp"

namespace quincunx::wire {
namespace {

/// A conversation: what has been said to the protocol since the last look, and its answers.
class Talk {
  public:
    explicit Talk(Protocol::Stopped stopped = {})
        : protocol_([this](std::string_view text) { said_ += text; }, std::move(stopped), 20) {}

    /// The answer to some lines.
    std::string operator()(std::string_view text) {
        said_.clear();
        lines_.feed(text);
        if (!text.ends_with('\n')) lines_.feed("\n");
        while (!lines_.empty()) protocol_.take(lines_.take());
        return said_;
    }
    std::string finish() {
        said_.clear();
        protocol_.finish();
        return said_;
    }
    bool over() const { return protocol_.over(); }

  private:
    std::string said_;
    LineBuffer lines_;
    Protocol protocol_;
};

std::string position_of(Talk& talk) {
    const std::string text = talk("show");
    return text.substr(0, text.find("status "));
}

std::string legal_count(Talk& talk) {
    const std::string text = talk("legal");
    return text.substr(0, text.find(' ', 6));
}

TEST(Protocol, Games) {
    Talk talk;
    std::string expected;
    games::for_each_game([&]<const Rules & rules>() {
        expected += "game " + std::string(rules.id) + ' ' + std::string(rules.name) + '\n';
    });
    EXPECT_EQ(talk("games"), expected + "ok\n");
    EXPECT_NE(expected.find("game carthage Carthage\n"), std::string::npos);
}

TEST(Protocol, PositionFromANumber) {
    Talk talk;
    EXPECT_EQ(talk("position stalactites#1"), "ok\n");
    EXPECT_EQ(talk("legal"), "legal 2 by1 by2\n");
    EXPECT_EQ(talk("position stalactites#1 moves by1"), "ok\n");
    EXPECT_EQ(talk("legal"), "legal 10 T1>R1 T2>R1 T3>R1 T4>R1 T5>R1 T6>F3 T6>R1 T7>R1 T8>F2 T8>R1\n");
    EXPECT_EQ(talk("position stalactites#1 moves"), "ok\n");
    EXPECT_EQ(talk("legal"), "legal 2 by1 by2\n");
}

TEST(Protocol, PositionFromCards) {
    Talk talk;
    const std::vector<Card> cards = numbered_deal<games::stalactites>(1);
    std::string deal = "stalactites:";
    for (const Card card : cards) deal += to_text(card);
    ASSERT_EQ(talk("position stalactites#1"), "ok\n");
    const std::string expected = talk("show");
    ASSERT_EQ(talk("position stalactites#2"), "ok\n");
    EXPECT_EQ(talk("position " + deal), "ok\n");
    EXPECT_EQ(talk("show"), expected);
}

TEST(Protocol, PositionTakesMovesAimedAtEqualTargets) {
    Talk talk;
    EXPECT_EQ(talk("position stalactites#1 moves by1 T1>R2"), "ok\n");
}

TEST(Protocol, ARefusedPositionLeavesEverythingAsItWas) {
    Talk talk;
    ASSERT_EQ(talk("position stalactites#1 moves by1 T6>F3"), "ok\n");
    ASSERT_EQ(talk("undo"), "ok\n");
    const std::string before = talk("show");
    for (const char* const bad :
         {"position", "position nosuch#1", "position stalactites#0", "position stalactites#01",
          "position stalactites#18446744073709551616", "position stalactites:AS", "position stalactites",
          "position stalactites#1 T6>F3", "position stalactites#1 moves T6>F3", "position text more",
          "position stalactites#1 moves by1 T6>F4", "position stalactites#1 moves by1 rubbish",
          "position text\nend", "position text\ngame stalactites\nend", "position text\nrubbish\nend"}) {
        SCOPED_TRACE(bad);
        const std::string answer = talk(bad);
        EXPECT_TRUE(answer.starts_with("error ")) << answer;
        EXPECT_EQ(answer.find('\n'), answer.size() - 1);
        EXPECT_EQ(talk("show"), before);
    }
    EXPECT_EQ(talk("redo"), "ok\n");
}

TEST(Protocol, ARefusedMoveIsNamedWithItsNumber) {
    Talk talk;
    EXPECT_EQ(talk("position stalactites#1 moves by1 T6>F3 T1>F1"),
              "error move 3, \"T1>F1\": The 6D can't go on the 6S: it needs 7C, 7D, 7H or 7S.\n");
}

TEST(Protocol, PositionText) {
    Talk talk;
    ASSERT_EQ(talk("position gargantua#7 moves draw"), "ok\n");
    const std::string shown = talk("show");
    const std::string lines = position_of(talk);
    ASSERT_EQ(talk("position carthage#1"), "ok\n");
    EXPECT_EQ(talk("position text\n" + lines + "end"), "ok\n");
    EXPECT_EQ(talk("show"), shown);
    EXPECT_EQ(talk("undo"), "error nothing to undo\n");
}

TEST(Protocol, PositionTextWithBlankLinesAndCarriageReturns) {
    Talk talk;
    ASSERT_EQ(talk("position gargantua#7"), "ok\n");
    const std::string shown = talk("show");
    std::string lines;
    for (const char c : position_of(talk)) {
        if (c == '\n')
            lines += "\r\n\r\n";
        else
            lines += c;
    }
    ASSERT_EQ(talk("position carthage#1"), "ok\n");
    EXPECT_EQ(talk("position text\r\n\n" + lines + "end\r\n"), "ok\n");
    EXPECT_EQ(talk("show"), shown);
}

TEST(Protocol, PositionTextIsAnsweredOnceWithThePlaceOfTheError) {
    Talk talk;
    EXPECT_EQ(talk("position text\nend"), "error 1:1 expected the line \"game ...\"\n");
    EXPECT_EQ(talk("position text\ngame nosuch\nend"), "error 1:6 there is no game \"nosuch\"\n");
    EXPECT_EQ(talk("position text\ngame carthage\nF1 -\nend"), "error 3:1 expected the line \"F2 ...\"\n");
    EXPECT_EQ(talk("position text\n\ngame carthage\n\nF1 AS ZZ\nend"), "error 4:7 not a card: \"ZZ\"\n");
    EXPECT_EQ(talk("position text\nshow\nlegal\nend"), "error 1:1 expected the line \"game ...\"\n");
}

TEST(Protocol, PositionTextRefusesAViewOfThePlayer) {
    Talk talk;
    ASSERT_EQ(talk("position gargantua#7"), "ok\n");
    std::string view = talk("view");
    view = view.substr(0, view.find("status "));
    EXPECT_EQ(talk("position text\n" + view + "end"), "error 12:4 an unknown card cannot be set up\n");
}

TEST(Protocol, PositionTextThatIsTooLongIsAnsweredOnce) {
    Talk talk;
    const std::string line(max_line_bytes / 2, 'x');
    EXPECT_EQ(talk("position text\n" + line + '\n' + line + '\n' + line + "\nend"),
              "error 2:1 the position is too long\n");
    EXPECT_EQ(talk("position text\n" + line + line + "x\nF1 -\nend\nundo"),
              "error line too long\nerror nothing to undo\n");
}

TEST(Protocol, PositionTextThatIsCutOff) {
    Talk talk;
    EXPECT_EQ(talk("position text\ngame carthage"), "");
    EXPECT_EQ(talk.finish(), "error 2:1 the position is cut off\n");
    EXPECT_TRUE(talk.over());
}

TEST(Protocol, ShowAndView) {
    Talk talk;
    ASSERT_EQ(talk("position gargantua#1"), "ok\n");
    const std::string shown = talk("show");
    EXPECT_TRUE(shown.starts_with("game gargantua\nredeals 1\nF1 -\n")) << shown;
    EXPECT_TRUE(shown.ends_with("\nstatus playing\nok\n")) << shown;
    EXPECT_EQ(shown.find("??"), std::string::npos);
    const std::string view = talk("view");
    EXPECT_NE(view.find("\nT3 ?? ?? | "), std::string::npos) << view;
    EXPECT_NE(view.find("\nS ?? ??"), std::string::npos);
    EXPECT_EQ(view.size(), shown.size());
    // The same at any ply, while the game stays where it is.
    EXPECT_EQ(talk("play draw\nplay draw\nundo\nview 0"), "ok\nok\nok\n" + view);
    const std::string after = talk("view");
    EXPECT_EQ(talk("view 1"), after);
    EXPECT_NE(talk("view 2"), after);
    EXPECT_EQ(talk("view"), after);
    EXPECT_EQ(talk("view 3"), "error the game has only 2 moves\n");
    EXPECT_EQ(talk("view 1 2"), "error unexpected after the command: \"1\"\n");
}

TEST(Protocol, ShowTellsWonAndStuck) {
    Talk talk;
    std::string won = "position text\ngame stalactites\nchoice by1\n";
    for (int foundation = 1; foundation <= 4; ++foundation) {
        won += 'F' + std::to_string(foundation);
        for (const char rank : rank_letters)
            won += {' ', rank, suit_letters[static_cast<std::size_t>(foundation - 1)]};
        won += '\n';
    }
    for (int pile = 1; pile <= 8; ++pile) won += 'T' + std::to_string(pile) + " -\n";
    won += "R1 -\nR2 -\nend";
    ASSERT_EQ(talk(won), "ok\n");
    EXPECT_TRUE(talk("show").ends_with("status won\nok\n"));
    EXPECT_EQ(talk("legal"), "legal 0\n");
    EXPECT_EQ(talk("perft 0"), "perft 0 1\n");
    EXPECT_EQ(talk("perft 1"), "perft 1 0\n");

    ASSERT_EQ(talk("position stalactites#1 moves by1"), "ok\n");
    for (int move = 0; move < 200 && legal_count(talk) != "legal 0\n"; ++move) {
        const std::string legal = talk("legal");
        const std::string last = legal.substr(legal.rfind(' ') + 1);
        ASSERT_EQ(talk("play " + last), "ok\n");
    }
    EXPECT_TRUE(talk("show").ends_with("status stuck\nok\n"));
}

TEST(Protocol, CommandsThatNeedAPosition) {
    Talk talk;
    for (const char* const command : {"show", "view", "legal", "play draw", "perft 1"})
        EXPECT_EQ(talk(command), "error there is no position yet\n") << command;
    EXPECT_EQ(talk("undo"), "error nothing to undo\n");
    EXPECT_EQ(talk("redo"), "error nothing to redo\n");
}

TEST(Protocol, LegalIsSortedByBytes) {
    Talk talk;
    ASSERT_EQ(talk("position gloucestershire#1"), "ok\n");
    std::string legal = talk("legal");
    legal.pop_back();
    const std::vector<Word> words = split_words(legal);
    ASSERT_GE(words.size(), 4U);
    EXPECT_EQ(words[1].text, std::to_string(words.size() - 2));
    for (std::size_t i = 3; i < words.size(); ++i) EXPECT_LT(words[i - 1].text, words[i].text);
}

TEST(Protocol, PlayUndoRedo) {
    Talk talk;
    ASSERT_EQ(talk("position stalactites#1 moves by1"), "ok\n");
    const std::string start = talk("show");
    EXPECT_EQ(talk("play T6>F3"), "ok\n");
    const std::string played = talk("show");
    EXPECT_NE(played, start);
    EXPECT_EQ(talk("undo"), "ok\n");
    EXPECT_EQ(talk("show"), start);
    EXPECT_EQ(talk("redo"), "ok\n");
    EXPECT_EQ(talk("show"), played);
    EXPECT_EQ(talk("redo"), "error nothing to redo\n");
    EXPECT_EQ(talk("undo\nundo"), "ok\nok\n");  // through the moves of `position`, too
    EXPECT_EQ(talk("legal"), "legal 2 by1 by2\n");
    EXPECT_EQ(talk("undo"), "error nothing to undo\n");
    EXPECT_EQ(talk("play by2"), "ok\n");
    EXPECT_EQ(talk("redo"), "error nothing to redo\n");
}

TEST(Protocol, PlayThatIsRefusedChangesNothing) {
    Talk talk;
    ASSERT_EQ(talk("position stalactites#1 moves by1 T6>F3"), "ok\n");
    ASSERT_EQ(talk("undo"), "ok\n");
    const std::string before = talk("show");
    for (const char* const bad :
         {"play", "play T6>F3 T6>F3", "play T1>T2", "play by1", "play draw", "play redeal", "play T9>F1",
          "play T1>F9", "play t6>f3", "play T6>F3*2", "play R1>F1"}) {
        const std::string answer = talk(bad);
        EXPECT_TRUE(answer.starts_with("error ") && answer.size() > 10) << bad << ": " << answer;
    }
    EXPECT_EQ(talk("show"), before);
    EXPECT_EQ(talk("redo"), "ok\n");
}

TEST(Protocol, PlayTakesAMoveThatIsNotListed) {
    Talk talk;
    ASSERT_EQ(talk("position stalactites#1 moves by1 T1>R1"), "ok\n");
    EXPECT_EQ(talk("legal").find("R1>R2"), std::string::npos);
    EXPECT_EQ(talk("play T2>R2"), "ok\n");
}

TEST(Protocol, Perft) {
    Talk talk;
    ASSERT_EQ(talk("position stalactites#1 moves by1"), "ok\n");
    EXPECT_EQ(talk("perft 0"), "perft 0 1\n");
    EXPECT_EQ(talk("perft 1"), "perft 1 10\n");
    EXPECT_EQ(talk("perft 3"), "perft 3 580\n");
    for (const char* const bad : {"perft", "perft x", "perft -1", "perft 01", "perft 1 2", "perft 21",
                                  "perft 99999999999999999999999"})
        EXPECT_TRUE(talk(bad).starts_with("error ")) << bad;
    EXPECT_EQ(talk("perft 1"), "perft 1 10\n");
}

TEST(Protocol, Solve) {
    Talk talk;
    EXPECT_EQ(talk("solve"), "error there is no position yet\n");
    ASSERT_EQ(talk("position stalactites#1"), "ok\n");
    const std::string answer = talk("solve ms 600000");
    EXPECT_TRUE(answer.starts_with("verdict winnable nodes ")) << answer;
    EXPECT_NE(answer.find("\nline by"), std::string::npos) << answer;
    for (const char* const bad :
         {"solve ms", "solve 5", "solve ms x", "solve ms -1", "solve s 5", "solve ms 5 nodes"})
        EXPECT_TRUE(talk(bad).starts_with("error ")) << bad;
    EXPECT_EQ(talk("stop"), "");  // nothing is running
}

TEST(Protocol, SolveKeepsItsLimits) {
    Talk talk;
    ASSERT_EQ(talk("position carthage#1000418"), "ok\n");
    EXPECT_TRUE(talk("solve ms 600000 nodes 7").starts_with("verdict unknown nodes "));
    EXPECT_TRUE(talk("solve ms 0").starts_with("verdict unknown nodes "));
    EXPECT_TRUE(talk("solve ms 600000 mb 1").starts_with("verdict unknown nodes "));
}

TEST(Protocol, WhatWasAskedBeforeChangesNoSolution) {
    const auto without_time = [](std::string answer) {
        const std::size_t time = answer.find(" ms ");
        return answer.erase(time, answer.find('\n') - time);
    };
    Talk talk;
    ASSERT_EQ(talk("position stalactites#1"), "ok\n");
    const std::string whole = without_time(talk("solve ms 600000"));
    const std::size_t line = whole.find("\nline ") + 6;
    const std::string first = whole.substr(line, whole.find(' ', line) - line);
    EXPECT_TRUE(talk("solve ms 600000 nodes 1").starts_with("verdict unknown nodes "));
    EXPECT_EQ(without_time(talk("solve ms 600000")), whole);
    ASSERT_EQ(talk("play " + first), "ok\n");
    Talk fresh;
    ASSERT_EQ(fresh("position stalactites#1 moves " + first), "ok\n");
    EXPECT_EQ(without_time(talk("solve ms 600000")), without_time(fresh("solve ms 600000")));
}

TEST(Protocol, WhatWasAskedBeforeChangesNoHint) {
    Talk fresh;
    fresh("position gargantua#12345 moves draw");
    const std::string instant = fresh("hint samples 0");
    EXPECT_NE(instant.find(" trials 0 "), std::string::npos) << instant;
    Talk talk;
    talk("position gargantua#12345 moves draw");
    const std::string sampled = talk("hint samples 4 ms 600000");
    EXPECT_EQ(talk("hint samples 0"), instant);
    EXPECT_EQ(talk("hint samples 0"), instant);
    EXPECT_EQ(talk("hint samples 4 ms 600000"), sampled);
}

TEST(Protocol, StopEndsASearch) {
    int asked = 0;
    Talk talk([&] { return ++asked == 3; });
    ASSERT_EQ(talk("position carthage#1000418"), "ok\n");
    EXPECT_TRUE(talk("solve ms 600000").starts_with("verdict unknown nodes "));
    EXPECT_EQ(asked, 3);
}

TEST(Protocol, Find) {
    Talk talk;
    const std::string found = talk("find stalactites from 1000001 level 2");
    EXPECT_TRUE(found.starts_with("found stalactites#10000")) << found;
    EXPECT_NE(found.find(" level 2 nodes "), std::string::npos) << found;
    EXPECT_TRUE(talk("find stalactites from 1000001")
                    .starts_with("found stalactites#1000001 tries 1 level - nodes "));
    EXPECT_EQ(talk("find"), "error find needs a game\n");
    EXPECT_EQ(talk("find stalactites"), "error find needs the number of the first deal after from\n");
    EXPECT_EQ(talk("find stalactites from"), "error expected a number after from\n");
    EXPECT_EQ(talk("find stalactites upto 3"), "error expected from or level, not \"upto\"\n");
    EXPECT_EQ(talk("find stalactites from 0"), "error deal numbers start at 1\n");
    EXPECT_EQ(talk("find stalactites from 1 level 6"), "error the levels of stalactites are 1 to 5\n");
    EXPECT_EQ(talk("find nowhere from 1"), "error no such game: \"nowhere\"\n");
}

/// Wherever a position can be set up.
TEST(Protocol, DealsOfGamesThatAreNotListed) {
    Talk talk;
    const std::string game = talk(R"(rules {"based_on":"stalactites","reserve":{"piles":3}})");
    const std::string id = game.substr(5, game.find(' ', 5) - 5);
    for (const std::string& name : {std::string("own"), id, std::string("klondike")}) {
        const bool own = name != "klondike";
        EXPECT_EQ(talk("position " + name + "#1"), "ok\n");
        const std::string par = talk("par " + name + "#1");
        EXPECT_TRUE(par.starts_with("par ")) << par;
        EXPECT_NE(par.find("\nline "), std::string::npos) << par;
        EXPECT_TRUE(
            talk("rate " + name + "#1").starts_with("rating winnable level - of 1 won 0 games 0 nodes "));
        const std::string none = talk("find " + name + " from 1");
        EXPECT_TRUE(none.starts_with("error winnable deals of own-")) << none;
        EXPECT_NE(talk("day " + name + " 2026-12-24").find(" has no deal of the day"), std::string::npos);
        EXPECT_EQ(none.find(id) != std::string::npos, own);
    }
}

TEST(Protocol, VariantsHaveFewerDeals) {
    if (games::find("carthage-strict") == nullptr) GTEST_SKIP() << "this build has no variants";
    Talk talk;
    EXPECT_EQ(
        talk("find carthage-strict from 1"),
        "error winnable deals of carthage-strict are not offered: hardly any of its deals can be won\n");
    EXPECT_EQ(talk("day carthage-strict 2026-12-24"),
              "error carthage-strict has no deal of the day; it is a variant of carthage\n");
}

TEST(Protocol, RateAndPar) {
    Talk talk;
    EXPECT_TRUE(talk("rate stalactites#1000001").starts_with("rating winnable level "));
    EXPECT_TRUE(
        talk("rate carthage#1000036").starts_with("rating unwinnable level - of 4 won 0 games 0 nodes "));
    const std::string par = talk("par stalactites#1");
    EXPECT_TRUE(par.starts_with("par ")) << par;
    EXPECT_NE(par.find("\nline by"), std::string::npos) << par;
    EXPECT_TRUE(talk("par carthage#1000036").starts_with("par - first - nodes "));
    for (const std::string command : {"rate", "par"}) {
        EXPECT_EQ(talk(command), "error " + command + " takes one deal\n");
        EXPECT_EQ(talk(command + " carthage#1 x"), "error " + command + " takes one deal\n");
        EXPECT_TRUE(talk(command + " carthage#0").starts_with("error the deal: "));
        EXPECT_TRUE(talk(command + " carthage:AS").starts_with("error the deal: "));
        EXPECT_EQ(talk(command + " nowhere#1"), "error no such game: \"nowhere\"\n");
    }
}

TEST(Protocol, Day) {
    Talk talk;
    const std::string day = talk("day carthage 2026-12-24");
    EXPECT_TRUE(day.starts_with("day carthage#89299695867398")) << day;
    EXPECT_TRUE(day.ends_with(" level 3\n")) << day;
    EXPECT_EQ(talk("day carthage"), "error day takes a game and a date\n");
    EXPECT_EQ(talk("day carthage 2026-13-01"), "error not a date: \"2026-13-01\"\n");
    EXPECT_EQ(talk("day nowhere 2026-12-24"), "error no such game: \"nowhere\"\n");
    EXPECT_EQ(
        talk("day stalactites 2037-01-01"),
        "error stalactites has no deal of the day for 2037-01-01; the dates are 2026-11-25 to 2036-12-31\n");
}

TEST(Protocol, StopEndsWhatIsDoneWithDeals) {
    Talk talk([] { return true; });
    EXPECT_EQ(talk("find carthage from 1 level 1"), "error find was stopped\n");
    EXPECT_EQ(talk("rate gargantua#1"), "error rate was stopped\n");
    EXPECT_EQ(talk("par gargantua#1"), "error par was stopped\n");
}

TEST(Protocol, QuitEndsIt) {
    Talk talk;
    EXPECT_TRUE(talk("quit now").starts_with("error "));
    EXPECT_FALSE(talk.over());
    EXPECT_EQ(talk("quit\nversion"), "");
    EXPECT_TRUE(talk.over());
}

TEST(Protocol, BlankLinesAndCarriageReturns) {
    Talk talk;
    EXPECT_EQ(talk("\n\r\n   \n\t\n"), "");
    EXPECT_EQ(talk("  perft   1 \r\n"), "error there is no position yet\n");
}

TEST(Protocol, AnythingElseIsAnError) {
    Talk talk;
    using namespace std::string_literals;
    EXPECT_EQ(talk("Version"), "error no such command: \"Version\"\n");
    EXPECT_TRUE(talk("version 2").starts_with("error "));
    for (const std::string& bad :
         {"\0"s, "\xff\xfe"s, "play\0"s, std::string(1000, 'a'), "versions"s, "?"s, "position\0text"s}) {
        const std::string answer = talk(bad);
        EXPECT_TRUE(answer.starts_with("error ")) << answer;
        EXPECT_EQ(answer.find('\n'), answer.size() - 1);
        EXPECT_LT(answer.size(), 200U);
    }
    EXPECT_EQ(talk("version"), "version 1 " QUINCUNX_VERSION "\n");
}

TEST(Protocol, LinesOverTheLimit) {
    Talk talk;
    const std::string longest(max_line_bytes - 4, ' ');
    EXPECT_EQ(talk("undo" + longest), "error nothing to undo\n");
    EXPECT_EQ(talk("undo" + longest + "\r\n"), "error nothing to undo\n");
    EXPECT_EQ(talk("undo" + longest + " "), "error line too long\n");
    EXPECT_EQ(talk("undo" + longest + " \r\nundo"), "error line too long\nerror nothing to undo\n");
}

TEST(LineBuffer, TenMegabytesInPiecesAreOneLineThatIsTooLong) {
    LineBuffer lines;
    const std::string piece(std::size_t{1} << 20, 'x');
    for (int i = 0; i < 10; ++i) lines.feed(piece);
    EXPECT_TRUE(lines.empty());
    lines.feed("x\nquit\r\nlast");
    lines.finish();
    ASSERT_EQ(lines.size(), 3U);
    const Line line = lines.take();
    EXPECT_TRUE(line.too_long);
    EXPECT_EQ(line.text, "");
    EXPECT_EQ(lines.take().text, "quit");
    EXPECT_EQ(lines.take().text, "last");
}

TEST(LineBuffer, BytesOneByOne) {
    LineBuffer lines;
    for (const char c : std::string("a\r\n\nb\r\r\n")) lines.feed({&c, 1});
    lines.finish();
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines.take().text, "a");
    EXPECT_EQ(lines.take().text, "");
    EXPECT_EQ(lines.take().text, "b\r");
}

}  // namespace
}  // namespace quincunx::wire
