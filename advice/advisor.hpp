#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text.hpp"
#include "session/game.hpp"
#include "solver/strategy.hpp"

/// The solver for front ends: one object for a game with any rules, whose solutions are texts.
namespace quincunx::advice {

using solver::Limits;
using solver::Progress;
using solver::to_text;
using solver::Verdict;

/// What an analysis of a game has found so far.
struct AnalysisReport {
    std::vector<Verdict> verdicts;   ///< after 0, 1, … moves
    int last_winnable = -1;          ///< ply; -1 if none is known
    std::optional<int> thrown_away;  ///< ply after the move that threw the win away, if known exactly
    std::vector<std::string> line;   ///< wins from `last_winnable`
    std::uint64_t nodes = 0;
    bool done = false;
};

/// Solves positions of one game, remembers the solutions it finds, and analyzes games.
///
/// To search, call `set_position` and `start`, then `step` until it returns true; to give up, stop calling
/// `step`. The position may be set again at any time. Limits in nodes make the search deterministic; the
/// clock is the caller's business.
class Advisor {
  public:
    virtual ~Advisor() = default;

    virtual const Rules& rules() const = 0;

    /// The position to give advice on; it must be of the advisor's game.
    virtual void set_position(const Game& game) = 0;
    /// The start position of a deal; an error leaves everything as it was.
    virtual std::optional<TextError> set_deal(const DealText& deal) = 0;

    /// Whether solutions are remembered, which they are by default. Remembering is pointless when many deals
    /// are each solved once.
    virtual void remember(bool on) = 0;
    /// Starts solving the position; a remembered solution answers immediately.
    virtual void start(const Limits& limits) = 0;
    virtual bool step(std::uint64_t budget) = 0;
    virtual Verdict verdict() const = 0;
    /// A solution from the position; empty unless `winnable`.
    virtual std::vector<std::string> line() const = 0;
    /// The first move of the solution, in words; none if there is no solution or the game is won.
    virtual std::optional<Hint> hint() const = 0;
    virtual Progress progress() const = 0;
    /// A move for players who do not want to wait for a verdict: the fair hint, found at once from the view
    /// alone. Nothing is proved about it, so it is shown as a guess and never as a winning move. None if no
    /// move in view helps, or if there is a verdict: then either there is a solution or nothing helps.
    virtual std::optional<Hint> guess() const = 0;
    /// Shortens the solution, trying at most `budget` moves; returns the number of moves removed.
    virtual std::size_t shorten(std::uint64_t budget) = 0;
    /// Whether the solver found a solution that does not replay: a bug in the program, never a verdict.
    virtual bool defective() const = 0;

    /// Starts analyzing a game with the advisor's rules: its start and its moves, all of them legal.
    virtual void analyze(const Game& start, const std::vector<Move>& moves, const Limits& limits_each) = 0;
    /// Continues the analysis; true when it is finished.
    virtual bool step_analysis(std::uint64_t budget) = 0;
    /// The ply whose position is being solved, or -1.
    virtual int analyzing() const = 0;
    /// Gives up the position that is being solved.
    virtual void skip_analysis() = 0;
    virtual AnalysisReport report() const = 0;

    /// Ends a search that is under way, without a verdict, and frees the memory of all searches. An analysis
    /// will begin again with the position that it was solving.
    virtual void release() = 0;
};

/// An advisor for a game by its id; nullptr if there is no such game.
std::unique_ptr<Advisor> make_advisor(std::string_view game);

}  // namespace quincunx::advice
