#include "wire/table/command_field.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "games/all.hpp"

namespace quincunx::wire {
namespace {

/// A position of Gloucestershire with few cards left: all others are on the foundations.
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
    // The last Q and K of clubs are missing, J, Q and K of hearts, and K of spades.
    Expected<Session> session = Session::from_position(
        "game gloucestershire\nF1" + suit('C', 24) + "\nF2" + suit('D', 26) + "\nF3" + suit('H', 23) +
        "\nF4" + suit('S', 25) + "\nT1 KC QH\nT2 -\nT3 KS\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\nR1 KH JH\nR2 QC\n");
    EXPECT_TRUE(session) << (session ? "" : to_text(session.error()));
    return *std::move(session);
}

Session deal(std::string_view text) {
    return *Session::from_deal(text);
}

TEST(CommandField, MovesWithOneMeaningArePlayed) {
    Session session = late_gloucestershire();
    const CommandAnswer answer = command_field(session, "qc F");
    EXPECT_EQ(answer.kind, "moved");
    EXPECT_EQ(answer.text, "QC to F1.");
    EXPECT_EQ(session.moves().back().text, "R2@QC>F1");
    EXPECT_EQ(command_field(session, "qh t3").kind, "moved");
    EXPECT_EQ(session.moves().back().text, "T1>T3");
    EXPECT_EQ(command_field(session, "r1@jh f3").kind, "moved");
    EXPECT_EQ(session.moves().back().text, "R1@JH>F3");
}

TEST(CommandField, ToASpaceTheLongestRunIsMeant) {
    Session session = late_gloucestershire();
    EXPECT_EQ(command_field(session, "t1 t2").kind, "moved");
    EXPECT_EQ(session.moves().back().text, "T1>T2*2");
    EXPECT_EQ(command_field(session, "t2>t4*2").kind, "moved");
    EXPECT_EQ(command_field(session, "t4 t2*1").kind, "unclear");
    EXPECT_EQ(command_field(session, "t4>t2").text, "QH to T2.");
}

TEST(CommandField, SeveralMeaningsAreAChoice) {
    Session session = late_gloucestershire();
    const std::string before = session.record_text();
    const CommandAnswer answer = command_field(session, "jh");
    EXPECT_EQ(answer.kind, "choices");
    EXPECT_GT(answer.choices.size(), 1U);
    for (const std::string& move : answer.choices) EXPECT_FALSE(session.why(move)) << move;
    EXPECT_EQ(session.record_text(), before);
}

TEST(CommandField, BeforeTheChoiceNothingElseIsPlayed) {
    Session session = deal("stalactites#1");
    EXPECT_TRUE(command_field(session, "t1 f").text.starts_with("First choose "));
    EXPECT_EQ(command_field(session, "BY2").text, "by 2.");
    EXPECT_EQ(session.moves().back().text, "by2");
}

TEST(CommandField, RefusalsSayWhy) {
    Session session = deal("gargantua#1");
    EXPECT_EQ(command_field(session, "w f").kind, "refused");
    EXPECT_EQ(command_field(session, "w t3").text, "W is empty.");
    EXPECT_EQ(command_field(session, "redeal").text, "You can redeal once the stock is empty.");
}

TEST(CommandField, AKindOfPileIsRefusedWithTheReasonIfThereIsOne) {
    Session late = late_gloucestershire();
    // Hearts lack J, Q and K: the foundation of hearts takes J next.
    const CommandAnswer king = command_field(late, "kh f");
    ASSERT_TRUE(king.refusal) << king.text;
    EXPECT_EQ(king.refusal->code, "wrong-suit-or-rank");
    EXPECT_NE(king.text.find("JH"), std::string::npos) << king.text;

    Session gargantua = deal("gargantua#1");
    EXPECT_EQ(command_field(gargantua, "w f").code, "empty");
    EXPECT_EQ(command_field(gargantua, "w f").text, "W is empty.");

    // All foundations are empty and want an ace; each pile refuses a card for a different reason.
    int refused = 0;
    int unexplained = 0;
    for (const PileView& pile : gargantua.view().piles) {
        if (pile.kind != PileKind::tableau) continue;
        const std::string card = to_text(pile.cards.back().card);
        Session fresh = deal("gargantua#1");
        const CommandAnswer answer = command_field(fresh, card + " f");
        if (answer.kind == "refused") {
            ++refused;
            ASSERT_TRUE(answer.refusal) << answer.text;
            EXPECT_EQ(answer.refusal->code, "foundation-start");
        }
        Session again = deal("gargantua#1");
        unexplained += command_field(again, card + " t").code == "no-way" ? 1 : 0;
    }
    EXPECT_GT(refused, 0);
    EXPECT_GT(unexplained, 0);
}

TEST(CommandField, SaysWhatHappenedResultFirst) {
    Session session = deal("gargantua#1");
    EXPECT_TRUE(command_field(session, "draw").text.ends_with(" drawn."));
    Session carthage = deal("carthage#1");
    EXPECT_TRUE(command_field(carthage, "draw").text.starts_with("dealt: "));
}

TEST(CommandField, TakesAnyBytes) {
    Session session = deal("carthage#1");
    for (const std::string_view typed :
         {std::string_view("\0\0", 2), std::string_view("\xff\xfe"), std::string_view("@"),
          std::string_view(">"), std::string_view("t1>"), std::string_view(">t1"), std::string_view("@ @"),
          std::string_view("t1 *"), std::string_view("7h *2"), std::string_view("r1@7h t1")}) {
        const CommandAnswer answer = command_field(session, typed);
        EXPECT_TRUE(answer.kind == "unclear" || answer.kind == "refused") << answer.kind << ' ' << typed;
        EXPECT_FALSE(answer.text.empty());
    }
    EXPECT_EQ(session.plies(), 0U);
}

TEST(CommandField, AnswersQuestions) {
    Session session = deal("gargantua#1");
    EXPECT_TRUE(command_field(session, "pile T9").text.starts_with("T9: 8 face down, "));
    EXPECT_EQ(command_field(session, "pile f1").text, "F1 is empty.");
    EXPECT_EQ(command_field(session, "pile S").text, "S: 59 face down.");
    EXPECT_EQ(command_field(session, "hint").kind, "answer");
    EXPECT_EQ(command_field(session, "state").text, session.player_text());
    EXPECT_TRUE(
        command_field(session, "moves").text.starts_with(std::to_string(session.legal().size()) + " move"));
}

TEST(CommandField, TakesShortFormsAndQuestions) {
    Session session = deal("carthage#5");
    EXPECT_EQ(command_field(session, "  r1 F ").kind, "moved");
    EXPECT_EQ(session.moves().back().text, "R1>F1");
    EXPECT_EQ(command_field(session, "UNDO").kind, "moved");
    EXPECT_EQ(command_field(session, "DRAW").kind, "moved");
    EXPECT_EQ(command_field(session, "undo").kind, "moved");
    EXPECT_EQ(command_field(session, "t4>t5").kind, "moved");
    EXPECT_EQ(command_field(session, "t1 f").kind, "refused");
    EXPECT_EQ(command_field(session, "t1 t2").kind, "refused");
    EXPECT_EQ(command_field(session, "xyzzy").kind, "unclear");
    EXPECT_EQ(command_field(session, "").kind, "unclear");
    EXPECT_EQ(command_field(session, "pile t99").kind, "unclear");
    EXPECT_EQ(command_field(session, "pile t1").text, "T1: 3C.");
    EXPECT_EQ(command_field(session, "moves").kind, "answer");
    EXPECT_EQ(command_field(session, "state").text, session.player_text());
    EXPECT_NE(command_field(session, "where 3c").text.find("T1 (top)"), std::string::npos);
}

TEST(CommandField, TellsNothingOfHiddenCards) {
    Session session = deal("gargantua#5");
    const View view = session.view();
    std::set<int> seen;
    for (const PileView& pile : view.piles)
        for (const CardView& card : pile.cards)
            if (card.card.valid()) seen.insert(card.card.face());
    for (int rank = 1; rank <= 13; ++rank) {
        for (int suit = 0; suit < suit_count; ++suit) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            const bool hidden = command_field(session, "where " + to_text(card)).text.find("not in view") !=
                                std::string::npos;
            EXPECT_EQ(hidden, !seen.contains(card.face()));
        }
    }
}

TEST(CommandField, PicksTheLongestRunForAnEmptyPile) {
    Session session = deal("gloucestershire#5");
    EXPECT_EQ(command_field(session, "ks").kind == "unclear", false);
    EXPECT_EQ(command_field(session, "t1 t2 t3").kind, "unclear");
}

}  // namespace
}  // namespace quincunx::wire
