#include "wire/table/position_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/session.hpp"
#include "tests/setup.hpp"

namespace quincunx::wire {
namespace {

using testing::dealt;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::with_line;

/// A position without any cards.
std::string empty(std::string_view id) {
    const Rules& rules = *games::find(id);
    const Layout layout(rules);
    PositionText position;
    position.redeals = rules.stock.redeal.count;
    position.piles.resize(static_cast<std::size_t>(layout.piles()));
    position.hidden.resize(position.piles.size());
    return write_position(rules, position, false);
}

/// The same with one other line.
std::string with_pile(std::string_view id, const std::string& pile, const std::string& cards) {
    std::string text = empty(id);
    const std::size_t start = text.find('\n' + pile + ' ') + 1;
    EXPECT_NE(start, 0U) << pile;
    return text.replace(start, text.find('\n', start) - start, pile + ' ' + cards);
}

/// Checks that a text has a flaw, and remembers its code.
class Codes {
  public:
    void expect(const std::string& lines, const std::string& flaw) {
        EXPECT_THAT(position_check(lines), HasSubstr("{\"code\":" + flaw)) << lines;
        codes_.insert(flaw.substr(1, flaw.find('"', 1) - 1));
    }
    const std::set<std::string>& all() const { return codes_; }

  private:
    std::set<std::string> codes_;
};

TEST(PositionCheck, NamesTheCardAndThePile) {
    Codes codes;
    codes.expect("", "\"game-expected\",\"parameters\":{}");
    codes.expect("game\n", "\"game-expected\"");
    codes.expect("game  no\x01such", R"("no-game","parameters":{"text":"no?such"},)");
    EXPECT_THAT(position_check("game  nosuch"), HasSubstr("\"line\":1,\"column\":7"));
    codes.expect("game gargantua\nF1 -", R"("line-expected","parameters":{"line":"redeals 1"})");
    codes.expect("game gargantua\nredeals 1", R"("line-missing","parameters":{"line":"F1 ..."})");
    codes.expect("game gargantua\nredeals one", "\"bad-redeals\",\"parameters\":{}");
    codes.expect("game gargantua\nredeals 2", R"("too-many-redeals","parameters":{"limit":"1"})");
    codes.expect("game stalactites\nchoice by3", "\"bad-choice\",\"parameters\":{}");
    codes.expect("game gargantua\nredeals 1\nF2 -", R"("pile-expected","parameters":{"pile":"F1"})");
    codes.expect("game gargantua\nredeals 1\nF1", R"("cards-expected","parameters":{"pile":"F1"})");
    codes.expect(with_pile("gargantua", "T2", "AS | 2S | 3S"), R"("second-bar","parameters":{"pile":"T2"})");
    codes.expect(with_pile("gargantua", "T2", "| 2S"), R"("bar-first","parameters":{"pile":"T2"})");
    codes.expect(with_pile("carthage", "T2", "AS | 2S"), R"("no-face-down-here","parameters":{"pile":"T2"})");
    codes.expect(with_pile("gargantua", "T2", "??"), R"("unknown-card","parameters":{"pile":"T2"})");
    codes.expect(with_pile("gargantua", "T2", "10H"),
                 R"("not-a-card","parameters":{"pile":"T2","text":"10H"})");
    codes.expect(with_pile("carthage", "R3", "AS AS AS"),
                 R"("too-often","parameters":{"pile":"R3","card":"AS","limit":"2"})");
    codes.expect(empty("carthage") + "W -", "\"text-after\",\"parameters\":{}");
    // Nothing but form is asked of these, and they are read.
    codes.expect(with_pile("gloucestershire", "F2", "2S"),
                 R"("wrong-start","parameters":{"pile":"F2","card":"2S","rank":"A"})");
    codes.expect(with_pile("gloucestershire", "F2", "AS 2S 2H"),
                 R"("foundation-order","parameters":{"pile":"F2","card":"2H","on":"2S"})");
    codes.expect(with_pile("carthage", "T2", "KS KD"),
                 R"("tableau-order","parameters":{"pile":"T2","card":"KD","on":"KS"})");
    codes.expect(with_pile("grandfather", "T2", "AS 2S 3S"),
                 R"("over-limit","parameters":{"pile":"T2","limit":"2"})");
    codes.expect(with_pile("gargantua", "T2", "AS 2S |"),
                 R"("top-face-down","parameters":{"pile":"T2","card":"2S"})");
    codes.expect(with_pile("grandfather", "S", "AS"), R"("would-be-filled","parameters":{"pile":"T1"})");
    codes.expect(with_pile("stalactites", "T1", "AS"),
                 R"("not-as-dealt","parameters":{"pile":"T1","limit":"6"})");
    codes.expect(empty("carthage"), R"("cards","parameters":{"card":"AC","limit":"2"})");
    std::string chosen = empty("stalactites");
    chosen.replace(chosen.find("choice -"), 8, "choice by1");
    codes.expect(chosen, R"("not-started","parameters":{"pile":"F1"})");
    std::string twice = with_pile("gloucestershire", "F1", "AS");
    twice.replace(twice.find("F3 -"), 4, "F3 AS");
    codes.expect(twice, R"("suit-again","parameters":{"pile":"F3","card":"AS","limit":"1"})");
    // Left out: a game with fewer ranks (no-such-card), a text of another game than the one asked for (other-game),
    // and a card that lies face down though it was not read so (no-face-down) do not come from lines.
    EXPECT_EQ(codes.all().size(), 26U);
}

TEST(PositionCheck, SaysWhatIsLeftAndWhatMayStillComeRight) {
    const std::string nothing = position_check(empty("stalactites"));
    EXPECT_THAT(nothing, HasSubstr("\"left\":[\"AC\",\"2C\","));
    EXPECT_THAT(nothing, HasSubstr("\"later\":true"));
    EXPECT_THAT(nothing, Not(HasSubstr("\"later\":false")));
    EXPECT_THAT(position_check(empty("carthage")), HasSubstr("\"left\":[\"AC\",\"AC\",\"2C\",\"2C\","));
    // More than was dealt stays wrong, whatever is added.
    EXPECT_THAT(position_check(with_pile("stalactites", "T1", "AS 2S 3S 4S 5S 6S 7S")),
                HasSubstr("\"line\":7,\"column\":1,\"later\":false"));
    EXPECT_THAT(position_check(with_pile("grandfather", "T2", "AS 2S 3S")), HasSubstr("\"later\":false"));
}

TEST(PositionCheck, AgreesWithSettingUp) {
    games::for_each_game([]<const Rules & rules>() {
        const std::string start = position_text(dealt<rules>(7));
        EXPECT_THAT(position_check(start), HasSubstr("\"left\":[],\"wrong\":[]")) << rules.id;
        EXPECT_TRUE(Session::from_position(start)) << rules.id;
        // A deal with the cards of two piles exchanged, or one of them in the other: both say the same.
        const Layout layout(rules);
        const PositionText dealt_text = position_data(dealt<rules>(7));
        for (std::size_t from = 0; from < dealt_text.piles.size(); ++from)
            for (std::size_t to = 0; to < dealt_text.piles.size(); ++to) {
                PositionText changed = dealt_text;
                if (from == to || changed.piles[from].empty()) continue;
                changed.piles[to].push_back(changed.piles[from].back());
                changed.piles[from].pop_back();
                const std::string text = write_position(rules, changed, false);
                const bool ready = position_check(text).find("\"wrong\":[]") != std::string::npos;
                EXPECT_EQ(ready, Session::from_position(text).has_value()) << text;
            }
    });
}

}  // namespace
}  // namespace quincunx::wire
