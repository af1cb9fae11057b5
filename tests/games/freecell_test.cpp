// A game that is not in the program, built and played as someone else's game would be: tests/games/freecell.hpp.
#include "tests/games/freecell.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "advice/shorten.hpp"
#include "session/session.hpp"
#include "solver/solver.hpp"
#include "tests/playout.hpp"
#include "tests/setup.hpp"

namespace quincunx::testing {
namespace {

using games::freecell;

/// The rows of a deal, from the bottom of the piles, as Microsoft's program shows them.
std::string rows(std::uint64_t number) {
    const auto position = dealt<freecell>(number);
    std::string text;
    for (std::size_t row = 0; row < 7; ++row) {
        for (int pile = 0; pile < 8; ++pile) {
            const auto cards = position.pile(PileKind::tableau, pile);
            if (row < cards.size()) text += (pile > 0 ? " " : "") + to_text(cards[row]);
        }
        text += '\n';
    }
    return text;
}

TEST(FreeCell, HasTheDealsOfMicrosoft) {
    EXPECT_EQ(rows(1),
              "JD 2D 9H JC 5D 7H 7C 5H\nKD KC 9S 5S AD QC KH 3H\n2S KS 9D QD JS AS AH 3C\n"
              "4C 5C TS QH 4H AC 4D 7S\n3S TD 4S TH 8H 2C JH 7D\n6D 8S 8D QS 6C 3D 8C TC\n6S 9C 2H 6H\n");
    EXPECT_EQ(rows(617),
              "7D AD 5C 3S 5S 8C 2D AH\nTD 7S QD AC 6D 8H AS KH\nTH QC 3H 9D 6S 8D 3D TC\n"
              "KD 5H 9S 3C 8S 7H 4D JS\n4C QS 9C 9H 7C 6H 2C 2S\n4S TS 2H 5D JC 6C JH QH\nJD KS KC 4H\n");
}

/// The well-known generator, implemented again: each card is picked from those that are left, and the last of
/// these takes its place.
std::vector<Card> microsoft_deal(std::uint32_t seed) {
    std::vector<Card> left;
    for (int rank = 1; rank <= 13; ++rank)
        for (int suit = 0; suit < suit_count; ++suit)
            left.emplace_back(rank_of(rank), static_cast<Suit>(suit));
    std::vector<Card> cards;
    while (!left.empty()) {
        seed = seed * 214013U + 2531011U;
        const std::size_t taken = (seed >> 16 & 0x7fffU) % left.size();
        cards.push_back(left[taken]);
        left[taken] = left.back();
        left.pop_back();
    }
    return cards;
}

TEST(Rulings, E1) {
    const auto as_microsoft = [](std::uint32_t number) {
        Position<freecell> position;
        position.deal(microsoft_deal(number));
        return position == dealt<freecell>(number);
    };
    for (std::uint32_t number = 1; number < first_twister_deal; ++number)
        ASSERT_TRUE(as_microsoft(number)) << number;
    EXPECT_FALSE(as_microsoft(32000));
}

TEST(FreeCell, HasItsMoves) {
    EXPECT_EQ(moves(set_up<freecell>("T1 5H; T2 6S 4C; T3 5C; R1 4D")),
              "R1>T3 R1>T4 T1>R2 T2>R2 T2>T1 T2>T4 T3>R2");
    EXPECT_EQ(moves(set_up<freecell>("F1 AH; T1 3S; T2 2H; R1 AD; R2 KD; R3 9C; R4 9S; T3 KS; T4 KC; T5 KH; "
                                     "T6 QC QS; T7 JC JS; T8 TC TS")),
              "R1>F2 T2>F1 T2>T1 T6>T5");
}

TEST(Rulings, E2) {
    EXPECT_EQ(refusal(set_up<freecell>("T1 5H; T2 7S 6H 5C; T3 6D"), "T2>T3*2"), Refusal::one_at_a_time);
}

TEST(Rulings, E3) {
    EXPECT_EQ(refusal(set_up<freecell>("R1 5H"), "R1>R2"), Refusal::no_route);
}

TEST(FreeCell, IsSolvedByLinesThatCanBeFollowed) {
    solver::Solver<freecell> solver;
    for (std::uint64_t number = 1; number <= 20; ++number) {
        const auto position = dealt<freecell>(number);
        solver.start(position, {.nodes = 200'000});
        while (!solver.step(1000)) {
        }
        ASSERT_EQ(solver.verdict(), solver::Verdict::winnable) << number;
        const std::vector<Move> line = advice::Shortener<freecell>(position, solver.line(), 100'000).run();
        EXPECT_TRUE(solver::replays(position, std::span<const Move>(line))) << number;
        EXPECT_LE(line.size(), 250U) << number;
    }
}

TEST(FreeCell, HintsGoOnAndEnd) {
    int all = 0;
    int shortest = 1000;
    const int games = 200;
    for (int number = 1; number <= games; ++number) {
        Session session = *Session::from_deal("freecell#" + std::to_string(number));
        int plies = 0;
        while (const auto hint = session.hint()) {
            ASSERT_FALSE(hint->text.empty());
            ASSERT_FALSE(session.play(hint->move)) << number << ' ' << hint->move;
            ASSERT_LT(++plies, 1000) << number;
        }
        shortest = std::min(shortest, plies);
        all += plies;
    }
    EXPECT_GE(shortest, 3);
    EXPECT_GT(all, 15 * games);
}

TEST(FreeCell, ARecordIsReplayed) {
    std::ifstream file("tests/games/freecell-won.pat");
    std::stringstream text;
    text << file.rdbuf();
    const Expected<Session> session = Session::from_record(text.str());
    ASSERT_TRUE(session) << to_text(session.error());
    EXPECT_EQ(session->status(), Status::won);
    const Expected<Session> again = Session::from_record(session->record_text());  // with its rules
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ(again->status(), Status::won);
}

}  // namespace
}  // namespace quincunx::testing
