#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "tests/playout.hpp"

/// Both forms of rules, side by side.
namespace quincunx::testing {

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
inline Move any_move(Dice& dice) {
    const auto below = [&](std::size_t bound) { return static_cast<int>(dice.below(bound)); };
    Move move = Move::of(static_cast<MoveKind>(below(5)));
    if (below(4) > 0) move = Move::cards(pile_id(below(max_piles)), pile_id(below(max_piles)), below(4));
    if (below(4) == 0) move.card = Card(rank_of(1 + below(13)), static_cast<Suit>(below(4)));
    return move;
}

/// Plays games of rules that the compiler knows and of the same rules as a value, side by side.
template <const Rules& rules>
void expect_equal_games(int games) {
    const std::shared_ptr<const GameRules> value = GameRules::make<rules>();
    for (int game = 0; game < games; ++game) {
        const auto series = static_cast<std::uint64_t>(game);
        Dice dice(series);
        Position<rules> known;
        known.deal(numbered_deal<rules>(deal_number(series)));
        BasicPosition<Given> given{Given(*value)};
        given.deal(numbered_deal(value->rules(), deal_number(series)));
        const std::string start = position_text(known);
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
            const std::optional<Move> move = pick_move(known, moves, dice, taste(series));
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
        ASSERT_EQ(position_text(given), start);
    }
}

}  // namespace quincunx::testing
