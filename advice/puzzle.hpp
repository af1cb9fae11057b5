#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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

/// The positions that neutral moves lead to from one. A move of cards is neutral if it can be taken back at once: the same
/// cards may go back, and then all is as before. So either all of these positions can be won, or none. Positions
/// that differ only in the order of equal piles count once.
class NeutralSet {
  public:
    /// A move that is not neutral.
    struct Exit {
        std::size_t from;  ///< index of the position
        Move move;
        std::uint64_t key;  ///< after it
    };

    /// Looks at no more positions than `most`.
    NeutralSet(const BasicPosition<Given>& start, std::size_t most);

    /// Whether these are all: if not, there are no exits.
    bool whole() const { return whole_; }
    /// The first is the one at the start.
    const std::vector<BasicPosition<Given>>& positions() const { return positions_; }
    bool has(std::uint64_t key) const { return index_.contains(key); }
    const std::vector<Exit>& exits() const { return exits_; }
    /// The neutral moves from the start to a position; none if it is not among these.
    std::vector<Move> path(std::size_t index) const;
    std::vector<Move> path_to(std::uint64_t key) const {
        const auto found = index_.find(key);
        return found == index_.end() ? std::vector<Move>{} : path(found->second);
    }

  private:
    struct Step {
        std::size_t from;
        Move move;
    };
    std::vector<BasicPosition<Given>> positions_;
    std::vector<Step> steps_;
    std::unordered_map<std::uint64_t, std::size_t> index_;
    std::vector<Exit> exits_;
    bool whole_ = true;
};

/// As many positions may differ from that of a decision only by neutral moves.
inline constexpr std::size_t most_neutral = 200;

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
    bool neutral = false;  ///< the last move made loses nothing, and is not the one that is asked for
    std::size_t made = 0;  ///< moves that are right or neutral, of those made
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
