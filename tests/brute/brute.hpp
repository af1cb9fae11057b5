#pragma once

// A brute-force solver written from the rules pages alone: for positions with few cards left, it decides
// whether they can be won when all cards are known. It is there to check the solver, and shares no code with
// it or with the engine.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/brute/board.hpp"

namespace brute {

enum class Verdict { won, lost, undecided };

/// One of the eight sets of rules, or a smaller relative of one.
struct Game {
    enum class Kind { gargantua, grandfather, gloucestershire, stalactites, carthage };

    Kind kind = Kind::carthage;
    bool variant = false;  ///< gargantua-classic, grandfather-classic, carthage-strict
    int packs = 2;         ///< 1 … 2
    int ranks = 13;        ///< 2 … 13; the highest is the king
    int suits = 4;         ///< 1 … 4, the first ones of C D H S
    int tableau = 8;       ///< piles, at most 20
    int reserve = 0;       ///< piles or cells, at most 6
    int each = 1;          ///< Carthage, Grandfather, Stalactites: cards dealt to each tableau pile
    int reserve_each = 0;  ///< Carthage, Gloucestershire: cards dealt to each reserve pile
    int per_draw = 0;      ///< Carthage: cards that a draw deals to each reserve pile
    int capacity = 0;      ///< Grandfather: how many cards a tableau pile holds
    int redeals = 0;       ///< Gargantua, Grandfather

    bool operator==(const Game&) const = default;

    int cards() const { return packs * suits * ranks; }
    int foundations() const {
        return kind == Kind::grandfather ? 2 * suits
                                         : (kind == Kind::gloucestershire ? suits : packs * suits);
    }
    /// The number of cards in the stock at the start.
    int stock() const;
};

/// The game with this id, one of the eight; nothing if there is none.
std::optional<Game> game_of(std::string_view id);

/// The fault in the sizes of this game; empty if it can be solved.
std::string wrong_with(const Game& game);

/// An exact position: every pile in its place, every card in its order.
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

/// Reads the lines of a position. The first line is `game <id>`; its id is ignored, since the rules are given
/// by the Game. Nothing if the text is not a position or ruling A8 refuses it; `error`, if given, then says
/// why.
std::optional<Position> read(const Game& game, std::string_view text, std::string* error = nullptr);
/// Writes a position in the same notation.
std::string write(const Game& game, std::string_view id, const Position& position);

struct Successor {
    std::string move;
    Position position;
};
/// The listed moves (rulings A5 and A7), in any order, with the positions they lead to.
std::vector<Successor> successors(const Game& game, const Position& position);
/// The position after a move, whether listed or aimed; nothing if the move is not accepted.
std::optional<Position> play(const Game& game, const Position& position, std::string_view move);
bool won(const Game& game, const Position& position);

struct Judgement {
    Verdict verdict = Verdict::undecided;
    std::uint64_t states = 0;       ///< how many were visited
    std::vector<std::string> line;  ///< if won: the winning moves
};
/// Searches depth first, leaving out only positions that have been visited before, regardless of the order of
/// interchangeable piles. Undecided if more than `most_states` positions would have to be visited. Memory is
/// kept between calls, separately for each thread.
Judgement judge(const Game& game, const Position& position, std::uint64_t most_states);

struct Distance {
    Verdict verdict = Verdict::undecided;
    std::uint64_t states = 0;  ///< how many were visited
    int moves = 0;             ///< if won: how many the shortest win takes
};
/// Searches breadth first, with the same keys and limit.
Distance shortest(const Game& game, const Position& position, std::uint64_t most_states);

}  // namespace brute

template <>
struct std::hash<brute::Position> {
    std::size_t operator()(const brute::Position& position) const noexcept {
        return static_cast<std::size_t>(position.hash());
    }
};
