// The game to copy is a complete game: it is dealt, played to a win, taken back, written and read.
#include "games/template.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "tests/playout.hpp"
#include "tests/setup.hpp"

namespace quincunx::testing {
namespace {

using games::template_game;

static_assert(well_formed(template_game));

TEST(Template, IsDealt) {
    EXPECT_EQ(position_text(dealt<template_game>(1)).substr(0, 37),
              "game template\nF1 -\nF2 -\nF3 -\nF4 -\nT1 ");
    EXPECT_EQ(dealt<template_game>(1).pile(PileKind::stock, 0).size(), 8U);
}

TEST(Template, IsPlayedToAWin) {
    auto position =
        set_up<template_game>("T1 2C AC; T2 2D AD; T3 4H 3C; T4 4S 3D; S 4D 4C 3S 3H 2S 2H AS AH");
    EXPECT_EQ(moves(position), "T1>F1 T2>F1 draw");
    play(position,
         "T1>F1 T1>F1 T2>F2 T2>F2 T3>F1 T4>F2 draw W>F3 draw W>F4 draw W>F3 draw W>F4 draw W>F3 draw W>F4 "
         "draw W>F1 draw W>F2 T3>F3 T4>F4");
    EXPECT_EQ(status(position), Status::won);
}

/// Searches a whole deal for a win.
bool winnable(Position<template_game>& position, std::set<std::uint64_t>& seen) {
    if (position.won()) return true;
    if (!seen.insert(position.key()).second) return false;
    MoveList<template_game> listed;
    generate(position, listed);
    for (const Move& move : listed) {
        const Undo undo = position.play(move);
        const bool found = winnable(position, seen);
        position.unplay(undo);
        if (found) return true;
    }
    return false;
}

TEST(Template, CanBeSearchedToTheEnd) {
    int won = 0;
    for (std::uint64_t number = 1; number <= 20; ++number) {
        auto position = dealt<template_game>(number);
        std::set<std::uint64_t> seen;
        won += winnable(position, seen) ? 1 : 0;
        EXPECT_TRUE(position == dealt<template_game>(number));
    }
    EXPECT_GT(won, 0);
}

TEST(Template, IsPlayedAtRandom) {
    for (std::uint64_t number = 1; number <= 200; ++number) {
        auto position = dealt<template_game>(number);
        Dice dice(number);
        MoveList<template_game> listed;
        for (int ply = 0; ply < 100; ++ply) {
            generate(position, listed);
            const auto move = pick_move(position, listed, dice, taste(number));
            if (!move) break;
            position.play(*move);
            const auto read = parse_position<template_game>(position_text(position));
            ASSERT_TRUE(read) << to_text(read.error());
            ASSERT_EQ(read->key(), position.key());
        }
    }
}

}  // namespace
}  // namespace quincunx::testing
