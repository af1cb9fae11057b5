#include "session/field.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "games/all.hpp"

namespace quincunx {
namespace {

/// A position of Gloucestershire in which little is left: all other cards are on the foundations.
Session late_gloucestershire() {
    const auto suit = [](char letter, int cards) {
        std::string text;
        for (int i = 0; i < cards; ++i) {
            text += ' ';
            text += rank_letters[static_cast<std::size_t>(i % 13)];
            text += letter;
        }
        return text;
    };
    // Of clubs the last Q and K are missing, of hearts J, Q and K, of spades K.
    Expected<Session> session = Session::from_position(
        "game gloucestershire\nF1" + suit('C', 24) + "\nF2" + suit('D', 26) + "\nF3" + suit('H', 23) +
        "\nF4" + suit('S', 25) + "\nT1 KC QH\nT2 -\nT3 KS\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\nR1 KH JH\nR2 QC\n");
    EXPECT_TRUE(session) << (session ? "" : to_text(session.error()));
    return *std::move(session);
}

Session deal(std::string_view text) {
    return *Session::from_deal(text);
}

TEST(Field, MovesWithOneMeaningArePlayed) {
    Session session = late_gloucestershire();
    const FieldAnswer answer = field(session, "qc F");
    EXPECT_EQ(answer.kind, "moved");
    EXPECT_EQ(answer.text, "QC to F1.");
    EXPECT_EQ(session.moves().back().text, "R2@QC>F1");
    EXPECT_EQ(field(session, "qh t3").kind, "moved");
    EXPECT_EQ(session.moves().back().text, "T1>T3");
    EXPECT_EQ(field(session, "r1@jh f3").kind, "moved");
    EXPECT_EQ(session.moves().back().text, "R1@JH>F3");
}

TEST(Field, ToASpaceTheLongestRunIsMeant) {
    Session session = late_gloucestershire();
    EXPECT_EQ(field(session, "t1 t2").kind, "moved");
    EXPECT_EQ(session.moves().back().text, "T1>T2*2");
    EXPECT_EQ(field(session, "t2>t4*2").kind, "moved");
    EXPECT_EQ(field(session, "t4 t2*1").kind, "unclear");
    EXPECT_EQ(field(session, "t4>t2").text, "QH to T2.");
}

TEST(Field, SeveralMeaningsAreAChoice) {
    Session session = late_gloucestershire();
    const std::string before = session.record_text();
    const FieldAnswer answer = field(session, "jh");
    EXPECT_EQ(answer.kind, "choices");
    EXPECT_GT(answer.choices.size(), 1U);
    for (const std::string& move : answer.choices) EXPECT_FALSE(session.why(move)) << move;
    EXPECT_EQ(session.record_text(), before);
}

TEST(Field, BeforeTheChoiceNothingElseIsPlayed) {
    Session session = deal("stalactites#1");
    EXPECT_TRUE(field(session, "t1 f").text.starts_with("First choose "));
    EXPECT_EQ(field(session, "BY2").text, "by 2.");
    EXPECT_EQ(session.moves().back().text, "by2");
}

TEST(Field, RefusalsSayWhy) {
    Session session = deal("gargantua#1");
    EXPECT_EQ(field(session, "w f").kind, "refused");
    EXPECT_EQ(field(session, "w t3").text, "There is no card on W.");
    EXPECT_EQ(field(session, "redeal").text, "There is a redeal only when the stock is empty.");
}

TEST(Field, SaysWhatHappenedResultFirst) {
    Session session = deal("gargantua#1");
    EXPECT_TRUE(field(session, "draw").text.ends_with(" drawn."));
    Session carthage = deal("carthage#1");
    EXPECT_TRUE(field(carthage, "draw").text.starts_with("dealt: "));
}

TEST(Field, TakesAnyBytes) {
    Session session = deal("carthage#1");
    for (const std::string_view typed :
         {std::string_view("\0\0", 2), std::string_view("\xff\xfe"), std::string_view("@"),
          std::string_view(">"), std::string_view("t1>"), std::string_view(">t1"), std::string_view("@ @"),
          std::string_view("t1 *"), std::string_view("7h *2"), std::string_view("r1@7h t1")}) {
        const FieldAnswer answer = field(session, typed);
        EXPECT_TRUE(answer.kind == "unclear" || answer.kind == "refused") << answer.kind << ' ' << typed;
        EXPECT_FALSE(answer.text.empty());
    }
    EXPECT_EQ(session.plies(), 0U);
}

TEST(Field, AnswersQuestions) {
    Session session = deal("gargantua#1");
    EXPECT_TRUE(field(session, "pile T9").text.starts_with("T9: 8 face down, "));
    EXPECT_EQ(field(session, "pile f1").text, "F1 is empty.");
    EXPECT_EQ(field(session, "pile S").text, "S: 59 face down.");
    EXPECT_EQ(field(session, "hint").kind, "answer");
    EXPECT_EQ(field(session, "state").text, session.player_text());
    EXPECT_TRUE(field(session, "moves").text.starts_with(std::to_string(session.legal().size()) + " move"));
}

}  // namespace
}  // namespace quincunx
