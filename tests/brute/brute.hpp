#pragma once

// A brute force that is written from the rules pages alone: it says of positions with few cards left whether
// they can be won when all cards are known. It is there to judge the solver, and shares no code with it or
// the engine.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/brute/board.hpp"

namespace brute {

enum class Verdict { won, lost, undecided };

/// One of the eight rule values, or a smaller relative of one.
struct Game {
    enum class Kind { gargantua, grandfather, gloucestershire, stalactites, carthage };

    Kind kind = Kind::carthage;
    bool variant = false;  ///< gargantua-classic, grandfather-classic, carthage-strict
    int packs = 2;         ///< 1 … 2
    int ranks = 13;        ///< 2 … 13; the highest is the king
    int suits = 4;         ///< 1 … 4, of C D H S the first ones
    int tableau = 8;       ///< piles, to 20
    int reserve = 0;       ///< piles or cells, to 6
    int each = 1;          ///< Carthage, Grandfather, Stalactites: cards dealt to each tableau pile
    int reserve_each = 0;  ///< Carthage, Gloucestershire: cards dealt to each reserve pile
    int per_draw = 0;      ///< Carthage: cards that a draw deals to a reserve pile
    int capacity = 0;      ///< Grandfather: how many cards a tableau pile holds
    int redeals = 0;       ///< Gargantua, Grandfather

    bool operator==(const Game&) const = default;

    int cards() const { return packs * suits * ranks; }
    int foundations() const {
        return kind == Kind::grandfather ? 2 * suits
                                         : (kind == Kind::gloucestershire ? suits : packs * suits);
    }
    /// The cards that are in the stock at the start.
    int stock() const;
};

/// The game with this id, one of the eight, if there is one.
std::optional<Game> game_of(std::string_view id);

/// What is wrong with the sizes of this game; empty if it can be judged.
std::string wrong_with(const Game& game);

/// A position, exact: piles in their places, cards in their order.
class Position {
  public:
    Position() = default;
    explicit Position(const Board& board) : board_(board) {}

    bool operator==(const Position&) const = default;
    const Board& board() const { return board_; }
    std::uint64_t hash() const;

  private:
    Board board_;
};

/// Reads the lines of a position. The first line `game <id>` is read, and its id ignored: the Game says the
/// rules. Nothing if the text is no position or ruling A8 refuses it; `error`, if there is one, then says
/// why.
std::optional<Position> read(const Game& game, std::string_view text, std::string* error = nullptr);
/// The same notation.
std::string write(const Game& game, std::string_view id, const Position& position);

struct Successor {
    std::string move;
    Position position;
};
/// The listed moves (rulings A5 and A7) in any order, with the positions they lead to.
std::vector<Successor> successors(const Game& game, const Position& position);
/// The position after a move, listed or aimed; nothing if it is not accepted.
std::optional<Position> play(const Game& game, const Position& position, std::string_view move);
bool won(const Game& game, const Position& position);

struct Judgement {
    Verdict verdict = Verdict::undecided;
    std::uint64_t states = 0;       ///< how many were visited
    std::vector<std::string> line;  ///< if won: moves that win
};
/// Searches depth first and leaves nothing out but positions that were visited before, in whatever order
/// interchangeable piles lie. Undecided once more than `most_states` would have to be visited.
/// Memory is kept from call to call, for each thread.
Judgement judge(const Game& game, const Position& position, std::uint64_t most_states);

}  // namespace brute

template <>
struct std::hash<brute::Position> {
    std::size_t operator()(const brute::Position& position) const noexcept {
        return static_cast<std::size_t>(position.hash());
    }
};
