#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/brute/brute.hpp"
#include "tests/playout.hpp"

/// The laws of the second hunt: what the verdict on one position says about others. No search is needed to know it.
namespace quincunx::hunt {

/// A position whose verdict follows from that of another one.
struct Kin {
    enum class Worth {
        equal,   ///< can be won if and only if the other one can
        better,  ///< can be won if the other one can
    };
    std::string law;
    std::string text;
    Worth worth = Worth::equal;
};
/// Positions that are the same but for the names of suits, ranks or piles, or that have one more of something. Some
/// texts may be no positions of the game, such as those with a pile higher than its place allows.
std::vector<Kin> kin_of(const brute::Game& game, const std::string& text, testing::Dice& dice);

/// A position from which a move leads to a given one.
struct Parent {
    std::string text;
    std::string move;
};
/// One of them, at random, mostly with one card more that is not on foundations; the brute force has made the move.
std::optional<Parent> parent_of(const brute::Game& game, std::string_view id, const brute::Position& position,
                                testing::Dice& dice);

}  // namespace quincunx::hunt
