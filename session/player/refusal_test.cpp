#include "session/player/refusal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/session.hpp"
#include "tests/playout.hpp"
#include "tests/toy.hpp"

namespace quincunx {
namespace {

/// A refused move as a player would see it.
struct Met {
    std::string game;
    std::string move;
    RefusalView refusal;
};

/// Move texts of all kinds for a game, good and bad.
std::vector<std::string> texts_to_try(const Session& session) {
    std::vector<std::string> sources;
    std::vector<std::string> targets;
    for (const PileView& pile : session.view().piles) {
        const std::string name = pile_name(Layout(session.rules()), pile.pile);
        if (pile.kind == PileKind::tableau || pile.kind == PileKind::waste) sources.push_back(name);
        if (pile.kind == PileKind::reserve) {
            if (session.rules().open_reserve()) {
                for (const char* card : {"AC", "2D", "7H", "KS"}) sources.push_back(name + '@' + card);
            } else {
                sources.push_back(name);
            }
        }
        if (pile.kind != PileKind::waste && pile.kind != PileKind::stock) targets.push_back(name);
    }
    std::vector<std::string> texts{"draw", "redeal", "by1", "by2"};
    for (const std::string& from : sources) {
        for (const std::string& to : targets) {
            for (const char* count : {"", "*2", "*9"}) {
                if (*count != '\0' && (from[0] != 'T' || to[0] != 'T')) continue;
                std::string text = from;
                text.append(1, '>').append(to).append(count);
                texts.push_back(std::move(text));
            }
        }
    }
    return texts;
}

/// Plays all games and notes the first refusal for each code.
const std::map<std::string, Met>& met() {
    static const std::map<std::string, Met> all = [] {
        std::map<std::string, Met> found;
        games::for_each_game([&]<const Rules & rules>() {
            for (std::uint64_t game = 1; game <= 2; ++game) {
                Expected<Session> session =
                    Session::from_deal(std::string(rules.id) + '#' + std::to_string(game));
                testing::Dice dice(game);
                for (int ply = 0; ply < 300; ++ply) {
                    const std::vector<std::string> legal = session->legal();
                    if (ply % 4 == 0 || legal.size() < 3) {
                        for (const std::string& move : texts_to_try(*session)) {
                            const std::optional<Failure> failure = session->why(move);
                            if (failure && failure->refusal)
                                found.try_emplace(failure->refusal->code,
                                                  Met{std::string(rules.id), move, *failure->refusal});
                        }
                    }
                    if (legal.empty()) break;
                    const std::optional<Hint> hint = session->hint();
                    const bool follow = hint && dice.chance(0.7);
                    session->play(follow ? hint->move : legal[dice.below(legal.size())]);
                }
            }
        });
        return found;
    }();
    return all;
}

struct Words {
    std::string code;
    std::string text;  ///< a regular expression; {card} and {pile} stand for any
};

const std::vector<Words>& met_in_play() {
    static const std::vector<Words> words{
        {"choose-first", "First choose by how much .*\\."},
        {"already-chosen", "You have already chosen; .*\\."},
        {"no-choice", "This game has no choice of increments\\."},
        {"same-pile", "It is already there\\."},
        {"no-route", "No card can move from {pile} to {pile} in this game\\."},
        {"empty-source", "{pile} is empty\\."},
        {"no-such-card", "The {card} is not in R[12]\\."},
        {"too-many-cards", "There aren't that many face-up cards on T[0-9]+\\."},
        {"one-at-a-time", "Cards move one at a time here\\."},
        {"not-a-run", "Only cards in sequence move together\\."},
        {"wrong-suit-or-rank", "The {card} can't go on the {card}(: it needs {card})?\\."},
        {"wrong-color-or-rank", "The {card} can't go on the {card}(: it needs {card} or {card})?\\."},
        {"wrong-rank", "The {card} can't go on the {card}(: it needs {card}.*)?\\."},
        {"foundation-start", "An empty foundation needs (an A|a K)\\."},
        {"suit-taken", "The suit of the {card} already has a foundation\\."},
        {"kings-only", "Only a king can go on an empty pile\\."},
        {"space-stays-empty", "Empty piles stay empty in this game\\."},
        {"no-building", "Cards can't be stacked on the piles in this game\\."},
        {"pile-full", "A pile holds at most 2 cards\\."},
        {"reserve-occupied", "R[1-6] is not empty\\."},
        {"reserve-closed", "Cards can't go back to the reserve\\."},
        {"no-stock", "This game has no stock\\."},
        {"stock-empty", "The stock is empty\\."},
        {"no-empty-reserve", "The stock deals only to empty reserve piles, and none is empty\\."},
        {"no-waste", "This game has no waste to turn over\\."},
        {"stock-not-empty", "You can redeal once the stock is empty\\."},
        {"no-redeal-left", "No redeals are left\\."},
    };
    return words;
}

// All in one test, since most of the time goes into playing the games in which the refusals occur.
TEST(RefusalWords, AreRightForEveryCodeMetInPlay) {
    for (const auto& [code, text] : met_in_play()) {
        SCOPED_TRACE(code);
        if (code == "no-empty-reserve" && games::find("carthage-strict") == nullptr) continue;
        if (!met().contains(code)) {
            ADD_FAILURE() << "did not occur in play";
            continue;
        }
        const Met& example = met().at(code);
        const std::string pattern = filled(text, {{"card", "[A2-9TJQK][CDHS]"}, {"pile", "[FTRW][0-9]*"}});
        EXPECT_THAT(example.refusal.text, ::testing::MatchesRegex(pattern))
            << example.game << ' ' << example.move;
        for (const auto& [name, value] : example.refusal.parameters)
            EXPECT_FALSE(name.empty() || value.empty()) << example.game << ' ' << example.move;
    }
}

/// The refusal of a move in a position of Gargantua with a given stock and waste and nothing else in the way.
RefusalView on_gargantua(const std::string& foundations, const std::string& rest, const std::string& move) {
    const Expected<Session> session =
        Session::from_position("game gargantua\nredeals 1\n" + foundations + rest);
    EXPECT_TRUE(session) << (session ? "" : to_text(session.error()));
    if (!session) return {};
    const std::optional<Failure> failure = session->why(move);
    EXPECT_TRUE(failure && failure->refusal);
    return failure && failure->refusal ? *failure->refusal : RefusalView{};
}

std::string whole_foundations() {
    std::string text;
    for (int pile = 1; pile <= 7; ++pile) {
        text += 'F' + std::to_string(pile);
        for (int rank = 1; rank <= 13; ++rank)
            text += ' ' + to_text(Card(rank_of(rank), static_cast<Suit>((pile - 1) / 2)));
        text += '\n';
    }
    return text;
}

constexpr const char* empty_tableau = "T1 -\nT2 -\nT3 -\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\n";

TEST(RefusalWords, WhereNearlyAllCardsAreHome) {
    struct Case {
        const char* end;
        const char* move;
        const char* code;
        const char* text;
    };
    for (const auto& [end, move, code, text] :
         {Case{"T9 KS\nW -\nS -\n", "T9>F1", "foundation-complete", "F1 is complete."},
          Case{"T9 KS\nW -\nS -\n", "redeal", "waste-empty", "The waste is empty."},
          Case{
              "T9 -\nW KS\nS -\n", "redeal", "nothing-to-turn",
              "The waste holds only its top card, which can be played, so there is nothing to turn over."}}) {
        const RefusalView refusal =
            on_gargantua(whole_foundations() + "F8 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS\n",
                         std::string(empty_tableau) + end, move);
        EXPECT_EQ(refusal.code, code);
        EXPECT_EQ(refusal.text, text);
    }
}

/// The refusal of a move in a position of a toy by other rules.
RefusalView on_toy(const Rules& rules, const std::string& lines, const std::string& move) {
    const auto game = GameRules::make(rules).value();
    const Expected<Session> session = Session::from_position(game, "game toy\n" + lines);
    EXPECT_TRUE(session) << (session ? "" : to_text(session.error()));
    if (!session) return {};
    const std::optional<Failure> failure = session->why(move);
    EXPECT_TRUE(failure && failure->refusal);
    return failure && failure->refusal ? *failure->refusal : RefusalView{};
}

TEST(RefusalWords, OfRulesThatNoListedGameHas) {
    Rules rules = testing::toy;
    rules.foundations[0].start = Start::dealt_card;
    rules.foundations[0].build.wraps = true;
    rules.tableau.build.follow = Follow::any_suit;
    rules.tableau.unit = Unit::by_singles;
    rules.reserve = {};
    rules.routes = tableau_to_tableau | tableau_to_foundation | foundation_to_tableau;
    rules.deal = {{{.kind = PileKind::foundation, .rounds = 1}, {.kind = PileKind::tableau, .rounds = 2}}};
    const std::string lines =
        "F1 AC 2C\nF2 AD\nF3 AH\nF4 AS\nT1 4C 3H 2S\nT2 4D 3C\nT3 4H\nW -\nS 4S 3S 2H 3D 2D\n";
    EXPECT_EQ(on_toy(rules, lines, "T1>T3*2").code, "too-few-places");
    EXPECT_EQ(on_toy(rules, lines, "T1>T3*2").text, "Cards that can move there together now: 1.");
    EXPECT_EQ(on_toy(rules, lines, "F2>T2").code, "stays-home");
    EXPECT_EQ(on_toy(rules, lines, "F2>T2").text, "The AD stays on its foundation.");

    rules = testing::toy;
    rules.foundations[0].whole = true;
    rules.reserve = {};
    rules.stock = {.deal_to = DealTo::full_tableau};
    rules.routes = tableau_to_foundation;
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 2}}};
    const std::string spread =
        "F1 -\nF2 -\nF3 -\nF4 -\nT1 AC 2C 3D\nT2 AD 2D AH\nT3 -\nS 3C 4C 4D 2H 3H 4H AS 2S 3S 4S\n";
    EXPECT_EQ(on_toy(rules, spread, "T1>F1").code, "whole-run-only");
    EXPECT_EQ(on_toy(rules, spread, "T1>F1").text, "Only a complete run can go to F1.");
    EXPECT_EQ(on_toy(rules, spread, "draw").code, "space-left");
    EXPECT_EQ(on_toy(rules, spread, "draw").text, "The stock deals only while no pile is empty.");
}

TEST(RefusalWords, NoSuchPile) {
    // The notation knows no pile that the game lacks, so this can only be reached through the library.
    EXPECT_EQ(describe(Refusal::no_such_pile, {}).text, "There is no such pile in this game.");
}

TEST(RefusalWords, HaveATestForEveryCode) {
    std::set<std::string> tested{"none",         "foundation-complete", "waste-empty", "nothing-to-turn",
                                 "no-such-pile", "too-few-places",      "stays-home",  "whole-run-only",
                                 "space-left"};
    for (const Words& words : met_in_play()) tested.insert(words.code);
    for (int code = 0; code <= static_cast<int>(Refusal::nothing_to_turn); ++code)
        EXPECT_TRUE(tested.contains(describe(static_cast<Refusal>(code), {}).code)) << code;
}

}  // namespace
}  // namespace quincunx
