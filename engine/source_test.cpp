#include "engine/source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "games/all.hpp"
#include "tests/equal_games.hpp"
#include "tests/playout.hpp"
#include "tests/setup.hpp"

namespace quincunx {
namespace {

using testing::scaled;

// Values that the compiler knows take no room, so that a search has as many positions as before in its memory.
static_assert(sizeof(Position<games::gargantua>) == 984 && sizeof(Position<games::grandfather>) == 1000 &&
              sizeof(Position<games::gloucestershire>) == 1392 &&
              sizeof(Position<games::stalactites>) == 504 && sizeof(Position<games::carthage>) == 1040);
static_assert(std::is_trivially_copyable_v<BasicPosition<Given>>);

TEST(Given, PlaysEveryGameAsTheCompilerDoes) {
    games::for_each_game([]<const Rules & rules>() { testing::expect_equal_games<rules>(scaled(120)); });
}

/// Rules of which no compiler has seen the numbers.
Rules read_rules(const std::string& text) {
    std::istringstream numbers(text);
    Rules rules = games::carthage;
    rules.id = "read";
    numbers >> rules.ranks >> rules.tableau.piles >> rules.reserve.piles >> rules.stock.each;
    rules.foundations[0].length = rules.ranks;
    numbers >> rules.deal[1].rounds;
    return rules;
}
constexpr Rules written = [] {
    Rules rules = games::carthage;
    rules.id = "read";
    rules.ranks = 5;
    rules.tableau.piles = 5;
    rules.reserve.piles = 4;
    rules.stock.each = 1;
    rules.foundations[0].length = 5;
    rules.deal[1].rounds = 3;
    return rules;
}();

TEST(Given, AreReadAtRunTime) {
    std::shared_ptr<const GameRules> value;
    {
        std::string id = "read";
        Rules rules = read_rules("5 5 4 1 3");
        rules.id = id;
        ASSERT_EQ(rules, written);
        value = GameRules::make(rules).value();
        id = "gone";  // the value keeps strings of its own
    }
    EXPECT_EQ(value->rules(), written);
    BasicPosition<Given> given{Given(*value)};
    given.deal(numbered_deal(value->rules(), 77));
    auto known = testing::dealt<written>(77);
    EXPECT_EQ(position_text(given), position_text(known));
    for (int depth = 1; depth <= 4; ++depth) EXPECT_EQ(perft(given, depth), perft(known, depth));
    const auto wrong = GameRules::make(read_rules("5 5 4 1 9"));
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().path(), "/deal");
    EXPECT_STREQ(wrong.error().code, "too-many-dealt");
}

/// Nothing is shared: games with other rules can be played at the same time.
TEST(Given, PlayInThreadsOfTheirOwn) {
    const auto count = [](const Rules& rules, std::uint64_t& leaves) {
        const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
        BasicPosition<Given> position{Given(*value)};
        position.deal(numbered_deal(value->rules(), 5));
        leaves = perft(position, 3);
    };
    std::vector<const Rules*> all;
    games::for_each_game([&]<const Rules & rules>() { all.push_back(&rules); });
    std::vector<std::uint64_t> apart(all.size());
    std::vector<std::uint64_t> together(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) count(*all[i], apart[i]);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < all.size(); ++i)
        threads.emplace_back([&, i] { count(*all[i], together[i]); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(apart, together);
}

}  // namespace
}  // namespace quincunx
