#include "advice/puzzle.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/notation.hpp"
#include "session/game.hpp"

namespace quincunx::advice {
namespace {

std::string code(const std::string& lines, const std::string& right, const std::string& wrong) {
    const Expected<Game> game = set_up_game(lines);
    if (!game) return to_text(game.error());
    const auto why =
        why_wrong(game->position(), *parse_move(game->rules(), right), *parse_move(game->rules(), wrong));
    return why ? why->code : "none";
}

/// Two cells, and what waits below: kings, queens and jacks of clubs in one pile.
std::string two_cells(const std::string& piles) {
    return "game stalactites\nchoice by1\nF1 AC 2C 3C 4C 5C 6C 7C 8C 9C\nF2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD "
           "QD KD\n"
           "F3 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH\nF4 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS\n" +
           piles;
}

TEST(WhyWrong, SaysWhatDecides) {
    // T1 must give up its queen and its jack, and only two cells are left for them.
    const std::string lines =
        two_cells("T1 TC JC QC\nT2 KC\nT3 -\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\nR1 -\nR2 -\n");
    EXPECT_EQ(code(lines, "T1>R1", "T2>R1"), "never-home");
    const std::string one = two_cells("T1 TC JC\nT2 KC\nT3 -\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\nR1 QC\nR2 -\n");
    EXPECT_EQ(code(one, "T1>R2", "T2>R2"), "no-moves");
}

TEST(WhyWrong, InPuzzles) {
    const std::string cells =
        "game stalactites\n"
        "choice by2\nF1 AH 3H 5C\nF2 JS KS 2S\nF3 TS QC AD 3C\nF4 KH\nT1 3S 3D KD TH TC TD\n"
        "T2 4C 9C 5D 7S JD\nT3 AC QD 4H 4D 6D 8S\nT4 7H 6S 6H 7D\nT5 KC 7C QS 8D 5H\nT6 9D JC QH\n"
        "T7 2D 6C 2C 2H 9S 8C\nT8 AS 5S 9H 4S 8H\nR1 -\nR2 JH\n";
    EXPECT_EQ(code(cells, "T2>R1", "T1>R1"), "last-cell");
    EXPECT_EQ(code(cells, "T2>R1", "T4>F1"), "none");
    const auto parked = [&] {
        const Expected<Game> game = set_up_game(cells);
        Game next = *game;
        std::vector<Event> events;
        next.play(*parse_move(next.rules(), "T2>R1"), events);
        return next.text(false);
    }();
    EXPECT_EQ(code(parked, "T2>F1", "T4>F1"), "takes-foundation");
    EXPECT_EQ(code(parked, "T2>F1", "T5>F3"), "never-home");
    const std::string piles =
        "game grandfather\n"
        "redeals 0\nF1 AH 2H 3H 4H 5H 6H 7H\nF2 AS 2S 3S 4S 5S 6S 7S 8S 9S TS\n"
        "F3 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC\nF4 AD 2D 3D 4D 5D 6D 7D 8D 9D TD\n"
        "F5 KH QH JH TH 9H 8H\nF6 KC QC JC TC 9C\nF7 KS QS JS TS 9S\nF8 KD QD JD TD 9D 8D\nT1 QS 6D\n"
        "T2 3H 7C\nT3 8C\nT4 3D QH\nT5 KH KD\nT6 5S 9H\nT7 6S 2D\nT8 JS TH\nT9 7S 5D\nT10 3S\nT11 7H AS\n"
        "T12 7D QD\nT13 4D JH\nT14 4C\nT15 8S AC\nT16 4H 4S\nT17 8H 2C\nT18 5H 6C\nT19 KS 2S\nT20 JD 3C\n"
        "W 6H 5C 2H AH AD\nS -\n";
    EXPECT_EQ(code(piles, "W>T10", "W>T14"), "other-place");
    EXPECT_EQ(code(piles, "T3>F6", "W>T3"), "covers");
}

/// Late Gargantua: kings and spaces, so that many cards may go to and fro.
const std::string kings =
    "game gargantua\nredeals 0\nF1 AH 2H 3H 4H 5H 6H 7H 8H 9H TH\nF2 AS 2S 3S 4S 5S 6S 7S 8S 9S TS\n"
    "F3 AS 2S 3S 4S 5S\nF4 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD\nF5 AD 2D 3D 4D 5D\nF6 AC 2C 3C 4C 5C 6C 7C 8C\n"
    "F7 AH 2H 3H 4H 5H 6H 7H 8H\nF8 AC 2C 3C 4C\nT1 KH QS\nT2 KS\nT3 KD QC JH\nT4 KC QD JC\n"
    "T5 KH QC JH TC 9H 8C 7D 6C\nT6 KS QD JC TD 9S 8D 7C\nT7 -\nT8 -\nT9 KD\n"
    "W JD 8S 9C KC 5C 7S 9C 9D\nS TH JS 6S JS QS 6D QH QH TC TS\n";

TEST(NeutralSet, HasWhatCanBeTakenBack) {
    const Expected<Game> game = set_up_game(kings);
    ASSERT_TRUE(game) << to_text(game.error());
    const Rules& rules = game->rules();
    const BasicPosition<Given>& start = game->position();
    const NeutralSet all(start, most_neutral);
    EXPECT_TRUE(all.whole());
    EXPECT_EQ(all.positions().size(), 54U);
    const auto after = [&](BasicPosition<Given> position, const char* move) {
        position.play(*parse_move(rules, move));
        return position;
    };
    // A queen from one king to another, and on with a jack; a king with all his cards only changes places.
    const auto moved = after(after(start, "T1>T9"), "T3>T9");
    EXPECT_TRUE(all.has(moved.key()));
    EXPECT_EQ(all.path_to(moved.key()).size(), 2U);
    EXPECT_FALSE(all.has(after(start, "draw").key()));
    EXPECT_FALSE(all.has(after(start, "T3>F1").key()));
    for (const NeutralSet::Exit& exit : all.exits()) EXPECT_FALSE(all.has(exit.key));
    // Only some of them: then nothing is said of moves that lead out.
    const NeutralSet some(start, 53);
    EXPECT_FALSE(some.whole());
    EXPECT_TRUE(some.exits().empty());
    // From everywhere the same positions are found.
    for (const auto& position : all.positions()) {
        const NeutralSet other(position, most_neutral);
        EXPECT_EQ(other.positions().size(), 54U);
        EXPECT_TRUE(other.has(start.key()));
    }
}

TEST(NeutralSet, IsOnePositionWhereNothingGoesBack) {
    const std::string lines =
        two_cells("T1 TC JC QC\nT2 KC\nT3 -\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\nR1 -\nR2 -\n");
    const Expected<Game> game = set_up_game(lines);
    ASSERT_TRUE(game) << to_text(game.error());
    const NeutralSet alone(game->position(), 1);
    EXPECT_TRUE(alone.whole());
    EXPECT_EQ(alone.exits().size(), 2U);
}

TEST(PuzzleLine, IsReadAndWritten) {
    const Expected<Game> game =
        set_up_game(two_cells("T1 TC JC\nT2 KC\nT3 -\nT4 -\nT5 -\nT6 -\nT7 -\n"
                              "T8 -\nR1 QC\nR2 -\n"));
    ASSERT_TRUE(game) << to_text(game.error());
    const std::string text = "T1>R2 +T1>F1 R2>F1";
    const Expected<PuzzleLine> line = parse_puzzle_line(game->rules(), text);
    ASSERT_TRUE(line);
    EXPECT_EQ(puzzle_line_text(game->rules(), *line), text);
    EXPECT_TRUE(line->at(1).by_itself);
    EXPECT_FALSE(parse_puzzle_line(game->rules(), ""));
    EXPECT_FALSE(parse_puzzle_line(game->rules(), "T1>R2 ++T1>F1 R2>F1"));
    EXPECT_TRUE(shows_all(game->position()));
}

TEST(ShowsAll, NeedsAnEmptyStockAndNoRedeal) {
    const auto shows = [](const char* id, auto&& change) {
        const Expected<Game> deal = deal_game({id, 1, {}});
        std::string text = deal->text(false);
        change(text);
        const Expected<Game> game = set_up_game(text);
        EXPECT_TRUE(game) << to_text(game.error());
        return shows_all(game->position());
    };
    const auto nothing = [](std::string&) {};
    EXPECT_TRUE(shows("stalactites", nothing));
    EXPECT_TRUE(shows("gloucestershire", nothing));
    EXPECT_FALSE(shows("carthage", nothing));
    EXPECT_FALSE(shows("grandfather", nothing));
    EXPECT_FALSE(shows("gargantua", nothing));
    const auto drawn = [](std::string& text) {
        // The whole stock on the waste, drawn card by card.
        const std::size_t waste = text.find("W -");
        const std::size_t stock = text.find("S ", waste);
        std::string cards = text.substr(stock + 2);
        cards.pop_back();
        std::string turned;
        for (std::size_t at = cards.size(); at > 1; at -= at > 3 ? 3 : 2)
            turned += ' ' + cards.substr(at - 2, 2);
        text = text.substr(0, waste) + "W" + turned + "\nS -\n";
    };
    EXPECT_FALSE(shows("grandfather", drawn));
    EXPECT_TRUE(shows("grandfather", [&](std::string& text) {
        drawn(text);
        text.replace(text.find("redeals 1"), 9, "redeals 0");
    }));
}

}  // namespace
}  // namespace quincunx::advice
