#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fair/odds.hpp"
#include "fair/player.hpp"
#include "session/game.hpp"

/// Advice for someone who sees only the table: one object for a game with any rules.
namespace quincunx::fair {

/// What a move that gains nothing by itself prepares.
struct Goal {
    Hint hint;      ///< the first move of the plan that gains something, or the one that shows a card
    int after = 0;  ///< how many moves of the plan come before it
};

/// What a fair player does next, and why.
struct Advice {
    std::optional<Hint> hint;  ///< the move and its reason; none if no move helps or the game is over
    std::optional<Goal> goal;  ///< if the reason is `prepares` and the plan says what for
    /// If the plan ends with a deal from the stock: the tableau and reserve piles that are empty then.
    int spaces = 0;
    Basis basis = Basis::none;
    int wins = 0;                   ///< worlds that could be won after the plan, of
    int trials = 0;                 ///< those in which it was tried; 0 if it was not tried
    std::vector<std::string> plan;  ///< the move and those that follow, up to the next unseen card
    /// The next best plan that was tried: its last move, which shows the next card, and its wins.
    std::optional<std::string> other;
    int other_wins = 0;
    int other_trials = 0;
    std::uint64_t nodes = 0;
    bool saw_more = false;  ///< cards were seen by moves that were taken back; the advice does not use them
};

/// "certain", "trials", "one-world", "rule", "certain-loss" or "none"
std::string_view to_text(Basis basis);
/// What the move prepares, in sentences: "Then: Moving 9D from T3 to T4 turns up a card on T3." and "It keeps 2
/// piles empty for the next deal."; empty if there is nothing to say.
std::string purpose(const Advice& advice);
/// How sure an advice is, as a sentence: "Won in 14 of 16 trials; the next best plan, ending with
/// draw, in 9 of 16."
std::string sureness(const Advice& advice);
/// A share with four decimals: "0.9375".
std::string share_text(double share);

/// Advises on one game at a time, from knowledge alone; reused for many. Not shared between threads.
class FairAdvisor {
  public:
    explicit FairAdvisor(std::shared_ptr<const GameRules> rules);

    const Rules& rules() const { return rules_->rules(); }

    /// The position to give advice on, of the advisor's game, and the cards that have been seen. Only what
    /// follows from them is kept (`Knowledge`). Ends what is under way for the position before.
    void set(const Game& game, const CardSet& seen);

    /// Answers within about a millisecond, or goes on with a plan made before.
    Advice instant();
    /// The effort that pays for the game.
    Effort usual() const { return solver::tuning_of(rules()).effort; }
    /// Begins to decide with an effort. `step` goes on for about `budget` nodes and is true when the decision
    /// has been made; `stop` ends it early, and unless it is kept, the next one begins anew. `advice` is there then.
    void start(const Effort& effort) { player_.start(effort); }
    bool step(std::uint64_t budget) { return player_.step(budget); }
    void stop(bool keep = true) { player_.stop(keep); }
    Advice advice() const;
    /// Forgets the plans made before; for another game.
    void forget() { player_.forget(); }
    /// Whether a solution did not replay, which is a bug in the program.
    bool defective() const { return player_.defective(); }

    /// Begins to estimate the odds; `step_odds` as `step`.
    void start_odds(const OddsLimits& limits) { odds_.start(knowledge_, limits); }
    bool step_odds(std::uint64_t budget) { return odds_.step(budget); }
    Odds odds() const { return odds_.odds(); }
    /// Ends a decision that is under way without a result, odds with what is known, and frees the memory of all searches.
    void release();
    /// A game that agrees with the knowledge, drawn by a number, and the cards that have been seen in it.
    Game world(int number) const { return as_game(knowledge_.world(Purpose::games, number)); }
    CardSet seen() const { return knowledge_.seen(); }
    /// How many cards have not been seen.
    std::size_t unseen() const { return knowledge_.unseen().size(); }
    /// Whether every card is known, seen or not.
    bool complete() const { return knowledge_.complete(); }

  private:
    Game as_game(const BasicPosition<Given>& position) const { return {rules_, position_data(position)}; }
    std::optional<Goal> goal_of(const Plan& plan) const;
    int spaces_of(const Plan& plan) const;

    std::shared_ptr<const GameRules> rules_;
    BasicKnowledge<Given> knowledge_;
    BasicPlayer<Given> player_;
    BasicOddsMaker<Given> odds_;
};

/// An advisor for a game by its id; nullptr if there is no such game.
std::unique_ptr<FairAdvisor> make_fair_advisor(std::string_view game);

}  // namespace quincunx::fair
