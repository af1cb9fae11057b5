#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/line_memory.hpp"
#include "engine/text.hpp"
#include "session/game.hpp"
#include "solver/any_search.hpp"

/// Advice for someone who knows all cards: one object for a game with any rules, whose solutions are texts.
namespace quincunx::advice {

using solver::Limits;
using solver::Progress;
using solver::to_text;
using solver::Verdict;

/// Solves positions of one game, and remembers the solutions it finds.
///
/// To search, call `set_position` and `start`, then `step` until it returns true; to give up, stop calling
/// `step`. The position may be set again at any time. Limits in nodes make the search deterministic; the
/// clock is the caller's business.
class Advisor {
  public:
    explicit Advisor(std::shared_ptr<const GameRules> rules);

    const Rules& rules() const { return rules_->rules(); }

    /// The position to give advice on; it must be of the advisor's game.
    void set_position(const Game& game);
    /// The start position of a deal; an error leaves everything as it was.
    std::optional<TextError> set_deal(const DealText& deal);

    /// Whether solutions are remembered, which they are by default. Remembering is pointless when many deals
    /// are each solved once.
    void remember(bool on);
    /// Starts solving the position; a remembered solution answers immediately.
    void start(const Limits& limits);
    bool step(std::uint64_t budget);
    Verdict verdict() const { return verdict_; }
    /// A solution from the position; empty unless `winnable`.
    std::vector<std::string> line() const;
    /// The first move of the solution, in words; none if there is no solution or the game is won.
    std::optional<Hint> hint() const;
    Progress progress() const { return progress_; }
    /// A move for players who do not want to wait for a verdict, by the rule of thumb, at once and from the view
    /// alone. Nothing is proved about it, so it is shown as a guess and never as a winning move. None if no
    /// move in view helps, or if there is a verdict: then either there is a solution or nothing helps.
    std::optional<Hint> guess() const;
    /// Shortens the solution, trying at most `budget` moves; returns the number of moves removed.
    std::size_t shorten(std::uint64_t budget);
    /// Whether the solver found a solution that does not replay: a bug in the program, never a verdict.
    bool defective() const { return defective_; }

    /// Ends a search that is under way, without a verdict, and frees the memory of all searches.
    void release();

  private:
    void set(const BasicPosition<Given>& position);
    Game as_game() const { return {rules_, position_data(position_)}; }

    std::shared_ptr<const GameRules> rules_;
    BasicPosition<Given> position_;
    std::unique_ptr<solver::AnySearch> search_;
    LineMemory memory_;
    bool remembers_ = true;
    std::vector<Move> line_;
    Verdict verdict_ = Verdict::unknown;
    bool done_ = true;
    bool defective_ = false;
    Progress progress_;
};

}  // namespace quincunx::advice
