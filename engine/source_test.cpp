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
#include "tests/playout.hpp"
#include "tests/setup.hpp"

namespace quincunx {
namespace {

using testing::Dice;
using testing::scaled;

// What the compiler knows takes no room, so that a search has as many positions as before in its memory.
static_assert(sizeof(Position<games::gargantua>) == 984 && sizeof(Position<games::grandfather>) == 1000 &&
              sizeof(Position<games::gloucestershire>) == 1392 &&
              sizeof(Position<games::stalactites>) == 504 && sizeof(Position<games::carthage>) == 1040);
static_assert(std::is_trivially_copyable_v<BasicPosition<Given>>);

template <class Source>
std::vector<Move> listed_moves(const BasicPosition<Source>& position) {
    BasicMoveList<Source> moves;
    generate(position, moves);
    return {moves.begin(), moves.end()};
}
template <class Source>
std::vector<Move> accepted_moves(const BasicPosition<Source>& position) {
    std::vector<Move> moves;
    for_each_accepted(position, [&](const Move& move) { moves.push_back(move); });
    return moves;
}

/// Moves of all kinds, most of which are refused.
Move any_move(Dice& dice) {
    const auto below = [&](std::size_t bound) { return static_cast<int>(dice.below(bound)); };
    Move move = Move::of(static_cast<MoveKind>(below(5)));
    if (below(4) > 0) move = Move::cards(pile_id(below(max_piles)), pile_id(below(max_piles)), below(4));
    if (below(4) == 0) move.card = Card(rank_of(1 + below(13)), static_cast<Suit>(below(4)));
    return move;
}

/// Plays games of rules that the compiler knows and of the same rules as a value, side by side.
template <const Rules& rules>
void expect_equal_games(int games) {
    const std::shared_ptr<const GameRules> value = GameRules::make(rules);
    for (int game = 0; game < games; ++game) {
        const auto series = static_cast<std::uint64_t>(game);
        Dice dice(series);
        Position<rules> known = testing::dealt<rules>(testing::deal_number(series));
        BasicPosition<Given> given{Given(*value)};
        given.deal(numbered_deal(value->rules(), testing::deal_number(series)));
        std::vector<Undo> undos;
        for (int ply = 0; ply < 300; ++ply) {
            ASSERT_EQ(known.key(), given.key()) << rules.id;
            ASSERT_EQ(known.home(), given.home());
            ASSERT_EQ(listed_moves(known), listed_moves(given)) << position_text(known);
            for (int i = 0; i < 4; ++i) {
                const Move move = any_move(dice);
                ASSERT_EQ(check(known, move), check(given, move)) << rules.id;
            }
            MoveList<rules> moves;
            generate(known, moves);
            const std::optional<Move> move = testing::pick_move(known, moves, dice, testing::taste(series));
            if (!move) break;
            undos.push_back(given.play(*move));
            const Undo undo = known.play(*move);
            ASSERT_EQ(undo.turned, undos.back().turned);
            ASSERT_EQ(undo.filled, undos.back().filled);
            ASSERT_EQ(undo.dealt_to, undos.back().dealt_to);
            ASSERT_EQ(undo.dealt, undos.back().dealt);
            if (ply % 16 == 0) {
                ASSERT_EQ(accepted_moves(known), accepted_moves(given)) << position_text(known);
                for (const Move& any : accepted_moves(known))
                    ASSERT_EQ(listed(known, any), listed(given, any));
                const std::string text = position_text(known);
                ASSERT_EQ(text, position_text(given));
                ASSERT_EQ(parse_position(Given(*value), text).value().key(), known.key());
            }
        }
        while (!undos.empty()) {
            given.unplay(undos.back());
            undos.pop_back();
        }
        ASSERT_EQ(position_text(given), position_text(testing::dealt<rules>(testing::deal_number(series))));
    }
}

TEST(Given, PlaysEveryGameAsTheCompilerDoes) {
    games::for_each_game([]<const Rules & rules>() { expect_equal_games<rules>(scaled(120)); });
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
        ASSERT_EQ(wrong_with(rules), nullptr);
        ASSERT_EQ(rules, written);
        value = GameRules::make(rules);
        id = "gone";  // the value keeps strings of its own
    }
    EXPECT_EQ(value->rules(), written);
    BasicPosition<Given> given{Given(*value)};
    given.deal(numbered_deal(value->rules(), 77));
    auto known = testing::dealt<written>(77);
    EXPECT_EQ(position_text(given), position_text(known));
    for (int depth = 1; depth <= 4; ++depth) EXPECT_EQ(perft(given, depth), perft(known, depth));
    EXPECT_NE(wrong_with(read_rules("5 5 4 1 9")), nullptr);
}

/// Nothing is shared: games with other rules can be played at the same time.
TEST(Given, PlayInThreadsOfTheirOwn) {
    const auto count = [](const Rules& rules, std::uint64_t& leaves) {
        const std::shared_ptr<const GameRules> value = GameRules::make(rules);
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
