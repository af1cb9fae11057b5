// With unlimited redeals, automatic finishing and hints must still come to an end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "session/player/automatic_play.hpp"
#include "session/player/rule_of_thumb.hpp"
#include "tests/playout.hpp"
#include "tests/setup.hpp"
#include "tests/toy.hpp"

namespace quincunx::testing {
namespace {

constexpr Rules endless(bool keep) {
    Rules rules = toy;
    rules.reserve = {};
    rules.tableau.space = Space::kings_only;
    rules.stock.redeal = {.count = unlimited, .keep_playable_top = keep};
    rules.routes = tableau_to_tableau | tableau_to_foundation | waste_to_tableau | waste_to_foundation;
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 2}}};
    return rules;
}
constexpr Rules whole = endless(false);
constexpr Rules kept = endless(true);
constexpr Rules by_three = [] {
    Rules rules = whole;
    rules.stock.each = 3;
    return rules;
}();

template <const Rules& rules>
std::string finish(const std::string& piles) {
    auto position = set_up<rules>(piles);
    std::string text;
    for (const Move& move : finishing_line(position)) {
        EXPECT_TRUE(accepts(position, move));
        position.play(move);
        text += (text.empty() ? "" : " ") + move_text(rules, move);
    }
    EXPECT_TRUE(text.empty() || position.won());
    return text;
}

const std::string clubs = "F1 AC 2C 3C 4C; ";
const std::string two_suits = clubs + "F2 AD 2D 3D 4D; F3 AH 2H 3H 4H; ";

TEST(Finish, TurnsTheWasteOverAsOftenAsItHelps) {
    EXPECT_EQ(finish<whole>(two_suits + "W AS 2S 3S 4S"), "redeal draw W>F4 draw W>F4 draw W>F4 draw W>F4");
    EXPECT_EQ(finish<whole>(two_suits + "W 4S 3S 2S AS"), "W>F4 W>F4 W>F4 W>F4");
    EXPECT_EQ(finish<whole>(two_suits + "W 4S 2S 3S AS"), "W>F4 redeal draw draw W>F4 draw W>F4 W>F4");
}

TEST(Finish, GivesUpWhereAnotherPassChangesNothing) {
    // The ace lies under the two of its own pile.
    EXPECT_EQ(finish<whole>(two_suits + "T1 AS 2S; W 3S 4S"), "");
    EXPECT_EQ(finish<kept>(two_suits + "T1 AS 2S; W 3S 4S"), "");
    // Only the third of three cards can be played, and it does not fit anywhere.
    EXPECT_EQ(finish<by_three>(two_suits + "T1 4S; W AS 2S 3S"), "");
    EXPECT_EQ(finish<by_three>(two_suits + "T1 4S; W 3S 2S AS"), "W>F4 W>F4 W>F4 T1>F4");
}

template <const Rules& rules>
void hints_end() {
    for (int number = 1; number <= scaled(300); ++number) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(deal_number(static_cast<std::uint64_t>(number))));
        int plies = 0;
        while (const auto hint = RuleOfThumb(position).hint()) {
            const Expected<Move> move = parse_move<rules>(hint->move);
            ASSERT_TRUE(move && accepts(position, *move)) << hint->move;
            position.play(*move);
            ASSERT_LT(++plies, 1000) << number << '\n' << position_text(position);
        }
        ASSERT_GT(plies, 0);
    }
}

TEST(Hint, EndsEveryGameWithoutALimitOfRedeals) {
    hints_end<whole>();
    hints_end<kept>();
    hints_end<by_three>();
}

TEST(Hint, TurnsTheWasteOverOnlyForACardThatFitsThen) {
    const auto hint = [](const std::string& piles) {
        const auto position = set_up<whole>(piles);
        const auto found = RuleOfThumb(position).hint();
        return found ? found->move : "";
    };
    EXPECT_EQ(hint(two_suits + "T1 AS 2S; W 3S"), "");
    EXPECT_EQ(hint(two_suits + "T1 4S 2S; T2 3H; W AS 3S"), "redeal");
}

}  // namespace
}  // namespace quincunx::testing
