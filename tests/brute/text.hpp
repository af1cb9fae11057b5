#pragma once

// The notation: positions as they are read, before anything is checked, and moves.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/brute/rules.hpp"

namespace brute {

struct Pile {
    std::vector<Byte> cards;  // bottom first, the stock's next card last
    int down = 0;
};

/// The content of the lines of a position.
struct Reading {
    int redeals = 0;
    int choice = 0;
    std::vector<Pile> foundations;
    std::vector<Pile> tableau;
    std::vector<Pile> reserve;
    Pile waste;
    Pile stock;
};

inline bool has_waste(const Game& game) {
    return game.kind == Game::Kind::gargantua || game.kind == Game::Kind::grandfather;
}
inline bool has_stock(const Game& game) {
    return has_waste(game) || game.kind == Game::Kind::carthage;
}

/// Why such a position is refused (ruling A8); empty if it is not.
std::string refusal(const Game& game, const Reading& reading);

std::string card_text(Byte card);
std::string move_text(const Game& game, const Move& move);
/// A move from a pile that holds the cards to a target that exists; whether it is accepted is not checked.
std::optional<Move> read_move(const Game& game, const View& view, std::string_view text);

}  // namespace brute
