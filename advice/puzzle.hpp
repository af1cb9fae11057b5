#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "engine/text.hpp"
#include "session/game.hpp"

/// Puzzles: positions in which exactly one listed move wins (docs/puzzles.md, and "Puzzles" in docs/notation.md).
namespace quincunx::advice {

/// A move of a puzzle's solution.
struct PuzzleMove {
    Move move;
    bool by_itself = false;  ///< it is the only one, or safe
    friend bool operator==(const PuzzleMove&, const PuzzleMove&) = default;
};
using PuzzleLine = std::vector<PuzzleMove>;

/// The numbers of decisions, and of moves to decide between at the first one, that a puzzle may have.
inline constexpr int most_decisions = 5;
inline constexpr int least_listed = 4;

/// Whether whoever sees the table knows everything, now and later: no card is face down, and none ever will be.
bool shows_all(const BasicPosition<Given>& position);

/// The move that plays itself: the only listed one, or one that is safe.
std::optional<Move> plays_itself(const BasicPosition<Given>& position);

/// "T3>R1 +T4>F2 T5>F1"
std::string puzzle_line_text(const Rules& rules, const PuzzleLine& line);
Expected<PuzzleLine> parse_puzzle_line(const Rules& rules, std::string_view text);

/// Why a move is wrong: something that decides it, or nothing.
struct WhyWrong {
    std::string code;
    Parameters parameters;
    std::string text;
};

/// How far somebody has come with a puzzle.
struct PuzzleProgress {
    bool right = true;
    std::size_t made = 0;  ///< moves that are right, of those made
    bool solved = false;
    std::vector<Move> play;    ///< what plays itself now
    std::optional<Move> next;  ///< the next decision, after those
    int decision = 0;          ///< decisions made right, of
    int decisions = 0;
    std::optional<WhyWrong> why;
};

/// Follows a puzzle from its position. The line must fit it, and the moves made must be legal; if not, the column of the
/// error is the number of the move.
Expected<PuzzleProgress> follow_puzzle(const Game& start, const PuzzleLine& line,
                                       const std::vector<Move>& made);

/// Why a move from a position loses in which only the move `right` wins.
std::optional<WhyWrong> why_wrong(const BasicPosition<Given>& position, const Move& right, const Move& wrong);

}  // namespace quincunx::advice
