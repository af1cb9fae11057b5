#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "fair/plan.hpp"
#include "fair/player.hpp"

namespace quincunx::fair {

/// How a move compares with the best one.
struct Comparison {
    /// It begins with the best plan, or with the same moves in another order.
    bool same = false;
    int worlds = 0;             ///< in which both were tried
    int won = 0;                ///< of these, by the best plan that begins with the move
    int best_won = 0;           ///< and by the best plan
    Difference less;            ///< of the two
    Basis basis = Basis::none;  ///< where every card is known: what the move comes to
};

/// Compares a move with the best plan of a decision, by what is known before the move: the card that it showed in the game
/// has no part in that. The best plan that begins with the move is found as the player would, and then both are tried in
/// worlds that have chosen neither of them.
template <class Source>
class BasicJudge {
    using World = BasicPosition<Source>;

  public:
    explicit BasicJudge(const Source& source = Source())
        : knowledge_(source), player_(source), search_(solver::make_search(source)), world_(source) {}

    /// `move` is accepted in the view that the knowledge is of; `best` begins there.
    void start(const BasicKnowledge<Source>& knowledge, Plan best, const Move& move, const Effort& effort,
               int worlds) {
        release();
        knowledge_ = knowledge;
        best_ = std::move(best);
        plan_ = {{move}};
        best_.won.clear();
        effort_ = effort;
        worlds_ = worlds;
        found_ = {};
        nodes_ = 0;
        World after = knowledge.example();
        const Undo undo = after.play(move);
        found_.same = transposed(move);
        if (found_.same) return;
        if (after.won()) {
            found_.basis = Basis::certain_win;
            if (knowledge.complete()) return;
        }
        if (knowledge.revealed(after, undo) || after.won()) return begin_trials();
        player_.forget();
        player_.set(knowledge.after(after));
        player_.start(effort_, true);
        phase_ = Phase::plan;
    }
    /// Goes on for about `budget` nodes; true when all is done.
    bool step(std::uint64_t budget) {
        const std::uint64_t until = nodes() + budget;
        while (phase_ != Phase::over && nodes() < until) {
            const std::uint64_t left = until - nodes();
            if (phase_ == Phase::plan) {
                if (player_.step(left)) take_plan();
            } else if (search_->step(left)) {
                nodes_ += search_->progress().nodes;
                finish_trial(search_->verdict() == solver::Verdict::winnable);
            }
        }
        return phase_ == Phase::over;
    }
    /// Ends it as it is, and frees the memory of all searches.
    void release() {
        nodes_ = nodes();
        phase_ = Phase::over;
        player_.release();
        search_->clear();
    }
    bool over() const { return phase_ == Phase::over; }
    Comparison found() const { return found_; }
    std::uint64_t nodes() const {
        return nodes_ + (phase_ == Phase::plan ? player_.nodes() : 0) +
               (phase_ == Phase::trials ? search_->progress().nodes : 0);
    }

  private:
    enum class Phase : std::uint8_t { plan, trials, over };

    /// Whether the best plan may as well begin with the move: it comes later in it, and nothing is shown or changed by
    /// making it first.
    bool transposed(const Move& move) const {
        const auto place = std::find(best_.moves.begin(), best_.moves.end(), move);
        if (place == best_.moves.end()) return false;
        World planned = knowledge_.example();
        World other = planned;
        const Undo first = other.play(move);
        for (auto it = best_.moves.begin(); it != place; ++it) {
            planned.play(*it);
            if (knowledge_.revealed(other, first) || !accepts(other, *it)) return false;
            other.play(*it);
        }
        planned.play(move);
        return planned.key() == other.key();
    }
    void take_plan() {
        nodes_ += player_.nodes();
        if (knowledge_.complete()) {
            found_.basis = player_.basis();
            phase_ = Phase::over;
            return release();
        }
        if (!player_.plans().empty())
            for (const Move& next : player_.plans().front().moves) plan_.moves.push_back(next);
        phase_ = Phase::over;
        player_.release();
        begin_trials();
    }
    void begin_trials() {
        second_ = false;
        phase_ = Phase::trials;
        begin_trial(plan_);
    }
    void begin_trial(const Plan& plan) {
        world_ = knowledge_.world(Purpose::moves, found_.worlds);
        for (const Move& move : plan.moves) world_.play(move);
        search_->start(world_, {.nodes = effort_.nodes, .memory = effort_.memory});
    }
    void finish_trial(bool won) {
        Plan& plan = second_ ? best_ : plan_;
        plan.won.push_back(won);
        (second_ ? found_.best_won : found_.won) += won ? 1 : 0;
        if (second_) ++found_.worlds;
        second_ = !second_;
        if (second_ || found_.worlds < worlds_) return begin_trial(second_ ? best_ : plan_);
        found_.less = difference(plan_, best_);
        phase_ = Phase::over;
        search_->clear();
    }

    BasicKnowledge<Source> knowledge_;
    Plan best_;
    Plan plan_;
    Effort effort_;
    BasicPlayer<Source> player_;
    decltype(solver::make_search(std::declval<Source>())) search_;
    World world_;
    Phase phase_ = Phase::over;
    Comparison found_;
    int worlds_ = 0;
    bool second_ = false;  ///< the best plan is being tried
    std::uint64_t nodes_ = 0;
};

}  // namespace quincunx::fair
