#include "engine/cleaned.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <initializer_list>
#include <string>
#include <utility>

#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "games/gargantua.hpp"

namespace quincunx {
namespace {

using games::gargantua;

TEST(Cleaned, APositionIsWhatPeopleMean) {
    const std::string text = [] {
        Position<gargantua> position;
        position.deal(numbered_deal<gargantua>(1));
        return position_text(position);
    }();
    const auto changed = [&](std::initializer_list<std::pair<std::string, std::string>> changes) {
        std::string typed = text;
        for (const auto& [from, to] : changes)
            for (std::size_t at = typed.find(from); at != std::string::npos;
                 at = typed.find(from, at + to.size()))
                typed.replace(at, from.size(), to);
        EXPECT_NE(typed, text);
        return typed;
    };
    for (const std::string& typed :
         {changed({{"TS", "10S"}}), changed({{"TS", "10s"}, {"KH", "kh"}}),
          changed({{"JS", "J♠"}, {"QH", "Q♥"}, {"2D", "2♢"}}),
          changed({{"TC", "C10"}, {"AC", "♣A"}, {"9H", "h9"}}), changed({{"T1 ", "T1: "}, {"T2 ", "t2 "}}),
          changed({{"F1 -", "F1"}, {"F2 -", "F2 –"}, {"W -", "W —"}}), changed({{"\n", "\n\n"}}),
          "# mine\n\n" + text}) {
        const Expected<Position<gargantua>> read = parse_position<gargantua>(cleaned(typed));
        ASSERT_TRUE(read) << to_text(read.error()) << '\n' << typed;
        EXPECT_EQ(position_text(*read), text);
    }
    // Words without a meaning, or with more than one, stay as they are.
    for (const char* word : {"1S", "100S", "S", "♠", "JX", "BH", "J♀", "♠♠", "DD", "JHH"}) {
        const std::string line = "T1 " + std::string(word) + '\n';
        EXPECT_EQ(cleaned("game gargantua\n" + line), "game gargantua\n" + line);
    }
}

TEST(Cleaned, LeavesWhatWasPastedOrSavedWithSomethingAround) {
    const std::string record =
        "quincunx-record 1\ngame gargantua\ndeal gargantua#1\nmoves\ndraw T3>F1\nmark 1 a\u00a0– b\nend\n";
    EXPECT_EQ(cleaned(record), record);
    const auto lines = [](std::size_t number) { return std::string(number, '\n'); };
    EXPECT_EQ(cleaned("\xef\xbb\xbf" + record), record);
    EXPECT_EQ(cleaned("My game:\n\n" + record + "-- \nAnna\n"), lines(2) + record + lines(2));
    EXPECT_EQ(cleaned("```text\n" + record + "```\n"), lines(1) + record + lines(1));
    std::string quoted_twice;
    for (const std::string_view line : split_lines(record))
        quoted_twice += ">> " + std::string(line) + "\r\n";
    EXPECT_EQ(cleaned(quoted_twice), record);
    EXPECT_EQ(cleaned("\u200bgame\u00a0carthage\u2060\nF1 -\u202f\n"), "game carthage\nF1 -\n");
    // Marks of the direction of writing, and all other characters that take no room; and every kind of blank.
    EXPECT_EQ(cleaned("\u202e\u2066game\u2003carthage\u00ad\u2069\nF1\u2009-\u205f\n"),
              "game carthage\nF1 -\n");
    // A second record is no signature, and what never begins stays what it was.
    EXPECT_EQ(cleaned(record + record), record + record);
    EXPECT_EQ(cleaned("Hello\n"), "Hello\n");
}

TEST(Cleaned, LeavesOutWhatNobodySeesAndTakesEveryBlankForOne) {
    const auto among = [](char32_t one, std::initializer_list<std::pair<char32_t, char32_t>> ranges) {
        return std::ranges::any_of(
            ranges, [&](const auto& range) { return one >= range.first && one <= range.second; });
    };
    for (char32_t one = 0x80; one < 0x10000; ++one) {
        std::string text;
        if (one < 0x800) {
            text += static_cast<char>(0xC0U | (one >> 6U));
        } else {
            text += static_cast<char>(0xE0U | (one >> 12U));
            text += static_cast<char>(0x80U | ((one >> 6U) & 0x3FU));
        }
        text += static_cast<char>(0x80U | (one & 0x3FU));
        const bool blank = among(one, {{0xA0, 0xA0},
                                       {0x1680, 0x1680},
                                       {0x2000, 0x200A},
                                       {0x202F, 0x202F},
                                       {0x205F, 0x205F},
                                       {0x3000, 0x3000}});
        const bool unseen = among(one, {{0xAD, 0xAD},
                                        {0x61C, 0x61C},
                                        {0x180E, 0x180E},
                                        {0x200B, 0x200F},
                                        {0x202A, 0x202E},
                                        {0x2060, 0x2064},
                                        {0x2066, 0x2069},
                                        {0xFE0E, 0xFE0F},
                                        {0xFEFF, 0xFEFF}});
        EXPECT_EQ(visible(text), blank ? " " : unseen ? "" : text) << std::hex << static_cast<unsigned>(one);
    }
}

TEST(Cleaned, ALongTextOfNothingElseIsReadAtOnce) {
    std::string unseen = "game carthage\n";
    std::string suits = "game carthage\nT1 ";
    for (int i = 0; i < 300'000; ++i) {
        unseen += "\u200b";
        suits += "♠";
    }
    const std::clock_t begun = std::clock();
    EXPECT_EQ(cleaned(unseen), "game carthage\n\n");
    EXPECT_EQ(cleaned(suits), suits + '\n');
    // A few hundredths; half a minute where each character moves all that follow it.
    EXPECT_LT((std::clock() - begun) / CLOCKS_PER_SEC, 5);
}

}  // namespace
}  // namespace quincunx
