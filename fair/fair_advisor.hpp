#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fair/odds.hpp"
#include "fair/player.hpp"
#include "session/game.hpp"
#include "session/session.hpp"

/// Advice for someone who sees only the table: one object for a game with any rules.
namespace quincunx::fair {

/// The purpose of a move that gains nothing by itself.
struct Goal {
    Hint hint;      ///< the first move of the plan that gains something, or the one that shows a card
    int after = 0;  ///< how many moves of the plan come before it
};

/// One of the moves that a decision weighed.
struct Choice {
    std::string move;              ///< the first of its best plan
    std::optional<double> chance;  ///< of whoever plays on like that
    bool as_good = false;  ///< in the same worlds, that plan was not worse than the best by more than luck
};

/// The next move of the fair player, and why.
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
    /// How likely whoever goes on like this is to win; none for an instant answer, or if nothing says it.
    std::optional<double> chance;
    bool fitted = false;          ///< the chance is one of winning: it is certain, or `Odds::fitted`
    std::vector<Choice> choices;  ///< of a decision, at most three, best first; the first is the hint
    bool decided = false;         ///< only the chance can still change
    std::uint64_t nodes = 0;
    bool saw_more = false;  ///< cards were seen by moves that were taken back; the advice does not use them
};

/// The cost of a move, by what is known before it: the card that it showed in the game has no part in that.
struct Judgement {
    /// It is not clearly worse than the hint: the two cannot be told apart, or it costs less than `least_cost`. None if
    /// that is not known: every card is known, and the search was not long enough.
    std::optional<bool> right{};
    bool as_good = false;  ///< the two cannot be told apart (`Difference`)
    /// The chance of whoever makes the move and then plays on by hints, as it is before the card that it shows, if it shows
    /// one; none if not known.
    std::optional<double> after;
    int worlds = 0;    ///< in which it was compared with the hint
    int won = 0;       ///< of these, after the move
    int best_won = 0;  ///< and after the hint
};
/// A move that costs less of the chance is not called wrong.
constexpr double least_cost = 0.05;

/// "certain", "trials", "one-world", "rule", "certain-loss" or "none"
std::string_view to_text(Basis basis);
/// The purpose of the move, in sentences: "Then: Moving 9D from T3 to T4 turns up a card on T3." and "It keeps 2
/// piles empty for the next deal."; empty if there is nothing to say.
std::string purpose(const Advice& advice);
/// How sure an advice is, as a sentence: "The chance of winning is about 70 %."; by rules to which nothing was fitted,
/// "The share of worlds that can be won is about 70 %."
std::string sureness(const Advice& advice);
/// The name of a chance: "chance of winning", or "share of worlds that can be won".
std::string_view chance_name(bool fitted);
/// A chance as people are told it, in tens, since it is not known better: "about 70 %", "below 5 %", "above 95 %".
std::string chance_text(double chance);

/// The way to a position, as far as it says what can be known and decided there.
struct Trail {
    Game shown;               ///< when the last card was shown
    CardSet seen;             ///< from the start on
    std::vector<Move> since;  ///< the moves made since the last card was shown
    /// The start of the game. Without it, other worlds are drawn for each card that is shown, and the chance of each
    /// decision stands for itself, as those do that chances are fitted to (docs/odds.md).
    std::optional<Game> start{};

    /// After a move that has led to `game`.
    void add(const Move& move, const Game& game) {
        since.push_back(move);
        const CardSet now = seen | game.shown();
        if (now == seen) return;
        *this = {game, now, {}, std::move(start)};
    }
};

/// Advises on one game at a time, from knowledge alone; reused for many. Not shared between threads.
///
/// What is said of a view is what was decided there, or before: at the view after the last card was shown, and at each
/// later one to which the player left the plan of the decision before. So whoever follows a plan hears the same chance until
/// its end, and it depends on the moves that were made, not on what was asked on the way (docs/fair.md, "One chance").
/// Whoever leaves a plan has the chance less what that costs, in the same worlds.
class FairAdvisor {
  public:
    explicit FairAdvisor(std::shared_ptr<const GameRules> rules);

    const Rules& rules() const { return rules_->rules(); }

    /// The position to give advice on, of the advisor's game, by the way to it. Only what follows from that is kept
    /// (`Knowledge`). Ends what is under way for the position before.
    void set(const Trail& trail);
    void set(const Session& session);
    /// A position alone. A plan that was made with an effort before is gone on with.
    void set(const Game& game, const CardSet& seen);

    /// Answers within some milliseconds, or goes on with a plan made before.
    Advice instant();
    /// The effort that pays for the game.
    Effort usual() const { return solver::tuning_of(rules()).effort; }
    /// Begins to decide with an effort, and then, with limits, to estimate the chance. `step` goes on for about `budget`
    /// nodes and is true when all is done; `stop` ends it early, and unless that is kept, the next decision begins anew.
    /// `advice` is the best so far.
    void start(const Effort& effort, const std::optional<OddsLimits>& chance = {});
    bool step(std::uint64_t budget) { return !hint_ || advance(budget); }
    void stop(bool keep = true);
    Advice advice() const;
    /// Begins to judge a move that is accepted: first the hint and its chance, with which `advice` answers, then what the
    /// move costs. `step_judge` as `step`.
    void start_judge(const Move& move, const Effort& effort, const OddsLimits& limits);
    bool step_judge(std::uint64_t budget) { return !judged_ || advance(budget); }
    /// None until it is done.
    const std::optional<Judgement>& judgement() const { return judgement_; }
    /// Forgets all that was found before; for another game.
    void forget();
    /// Whether a solution did not replay, which is a bug in the program.
    bool defective() const { return player_.defective(); }

    /// Begins to estimate the odds for whoever decides with that effort; `step_odds` as `step`.
    void start_odds(const OddsLimits& limits, const Effort& effort);
    void start_odds(const OddsLimits& limits) { start_odds(limits, usual()); }
    bool step_odds(std::uint64_t budget) { return hint_ || advance(budget); }
    /// The odds of the decision that the view belongs to.
    Odds odds() const;
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
    using View = BasicKnowledge<Given>;
    /// The plans of a decision, best first.
    struct Decision {
        std::vector<Plan> plans;
        Basis basis = Basis::none;
    };
    struct Decided {
        View view;
        Decision decision;
        std::size_t same_as;  ///< the one whose moves these are in another order, or its own number
    };
    /// A search in worlds: of a view, after a plan, in so many.
    using Trial = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, int>;
    /// Where a view stands in the plan of one of the decisions made.
    struct Place {
        std::size_t decision;
        std::size_t made;  ///< of its moves
    };
    enum class Phase : std::uint8_t { decision, chance, over };
    /// The plans that are followed since the last card was shown: whoever has left them all has each view decided anew.
    static constexpr std::size_t most_plans = 4;
    static constexpr std::size_t most_kept = 8;          ///< plans of a decision
    static constexpr std::size_t most_remembered = 500;  ///< decisions, and chances

    Game as_game(const BasicPosition<Given>& position) const { return {rules_, position_data(position)}; }
    std::optional<Goal> goal_of(const Plan& plan) const;
    int spaces_of(const Plan& plan) const;
    std::vector<Choice> choices(const std::optional<double>& chance) const;
    double chance_with(double more) const;
    const Odds* tried(const View& view, const std::vector<Move>& plan);
    const Odds* tried(const Decided& decided);
    void start_walk(std::vector<Move> since);
    void weigh();
    void compare();
    void judge(Basis after);
    void judge(const Odds& other, const std::optional<double>& after);
    void begin(bool hint, const Effort& effort, const std::optional<OddsLimits>& limits,
               const std::optional<Move>& judged = {});
    bool advance(std::uint64_t budget);
    std::uint64_t nodes() const;
    void walk();
    void take_decision();
    void follow(Decision decision, std::optional<std::size_t> same_as = {});
    void go_on_in_another_order(const View& next);
    void arrive();
    Decision rest(const Decision& decision, std::size_t made) const;
    /// The way to the view is not known, or does not matter. A move is always judged by decisions that can be made again.
    bool alone() const { return alone_ && !judged_; }
    /// Whether the chance of a decision is told from that of the first one since a card was shown.
    bool compares() const { return followed_ || judged_; }
    /// Whether a decision on the view that the walk has come to follows from that view alone, and is remembered.
    bool lasting() const { return !alone() && left_ < most_plans; }

    std::shared_ptr<const GameRules> rules_;
    View knowledge_;
    View shown_;  ///< when the last card was shown
    std::vector<Move> since_;
    bool alone_ = true;      ///< what led to the position is not known
    bool followed_ = false;  ///< from the start of the game
    BasicPlayer<Given> player_;
    BasicOddsMaker<Given> odds_;

    // Findings, each by its view: with the effort, it determines them.
    Effort effort_;
    std::unordered_map<std::uint64_t, Decision> decisions_;
    std::map<Trial, Odds> trials_;

    // The way along the moves since the last card was shown.
    Phase phase_ = Phase::over;
    bool hint_ = false;  ///< a hint is asked for
    std::optional<OddsLimits> limits_;
    View view_;
    std::vector<Move> way_;
    std::size_t walked_ = 0;
    std::vector<Decided> decided_;
    std::size_t left_ = 0;  ///< decisions that were made, and not only put into another order
    std::unordered_map<std::uint64_t, Place> places_;
    View base_;             ///< whose worlds are tried
    std::size_t root_ = 0;  ///< the decision that the view follows from
    Trial trial_;

    Decision said_;
    std::optional<Odds> chance_;  ///< once it is known

    // The move that is to be judged, after the hint.
    enum class Judging : std::uint8_t { hint, move, over };
    std::optional<Move> judged_;
    Judging judging_ = Judging::over;
    Advice advice_;               ///< before it
    const Odds* best_ = nullptr;  ///< and what comes of that
    std::optional<Judgement> judgement_;
    std::uint64_t nodes_ = 0;
};

}  // namespace quincunx::fair
