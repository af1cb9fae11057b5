#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fair/interval.hpp"
#include "fair/knowledge.hpp"
#include "solver/any_search.hpp"
#include "solver/solver.hpp"

namespace quincunx::fair {

inline double fair_chance(const solver::Calibration& fit, double share, double unseen) {
    const double logit = fit.a + fit.b * std::log(share / (1 - share)) + fit.c * unseen;
    return 1 / (1 + std::exp(-logit));
}

/// The chance that the fair player wins where that share of worlds can be won with all cards known. Rules to which nothing
/// was fitted (`solver::Calibration`) take it as it is.
inline double chance_of(const Rules& rules, double share, std::size_t unseen) {
    const std::optional<solver::Calibration> fit = solver::tuning_of(rules).odds;
    return fit ? fair_chance(*fit, share,
                             static_cast<double>(unseen) / static_cast<double>(rules.card_count()))
               : share;
}

/// The results of sampled worlds for a position.
struct Odds {
    int worlds = 0;   ///< sampled and searched
    int won = 0;      ///< of these, can be won with all cards known
    int unknown = 0;  ///< of these, undecided within the limit of nodes
    /// Share of all worlds that can be won with all cards known: 95 % bounds, for which undecided worlds count
    /// as lost below and as won above.
    Interval all_known;
    /// The chance that the fair player wins, who does not know the unseen cards, and 95 % bounds for it as far
    /// as they come from the number of worlds. None if no world has been searched, or if none has been decided and
    /// no fit says what that means (`solver::Calibration`).
    std::optional<double> fair;
    Interval fair_bounds;
    /// The chance was fitted to games that were played by such rules; otherwise it is the share of worlds that can be won.
    bool fitted = false;
    bool complete = false;  ///< every card is known: then there is one world, and no chance
    std::uint64_t nodes = 0;
    std::vector<bool> wins;  ///< which of the worlds can be won, in their order
};

/// Says of counts what they mean: the bounds and the chance.
inline void conclude(Odds& odds, const Rules& rules, std::size_t unseen) {
    const auto worlds = static_cast<std::uint64_t>(odds.worlds);
    odds.fitted = solver::tuning_of(rules).odds.has_value();
    if (odds.complete) {
        // One world, which was judged or was not.
        const bool known = odds.worlds > 0 && odds.unknown == 0;
        if (known) odds.all_known = {static_cast<double>(odds.won), static_cast<double>(odds.won)};
        if (known) odds.fair = odds.won;
        odds.fair_bounds = odds.all_known;
        return;
    }
    const Interval sure = wilson(static_cast<std::uint64_t>(odds.won), worlds);
    odds.all_known = {sure.low, wilson(static_cast<std::uint64_t>(odds.won + odds.unknown), worlds).high};
    // If no cards can be unseen in the game, there is no chance to estimate.
    if (odds.worlds == 0 || !(has_face_down(rules) || rules.has_stock())) return;
    if (!odds.fitted) {
        odds.fair_bounds = odds.all_known;
        const int decided = odds.worlds - odds.unknown;
        if (decided > 0) odds.fair = (odds.won + 0.5) / (decided + 1);
        return;
    }
    const double share = (odds.won + 0.5) / (odds.worlds + 1);
    const double least = 0.5 / (odds.worlds + 1);
    odds.fair = chance_of(rules, share, unseen);
    odds.fair_bounds = {chance_of(rules, std::max(sure.low, least), unseen),
                        chance_of(rules, std::min(sure.high, 1 - least), unseen)};
}

/// The odds if so many more of the same worlds were won.
inline Odds with_more(Odds odds, int more, const Rules& rules, std::size_t unseen) {
    odds.won = std::clamp(odds.won + more, 0, odds.worlds);
    odds.unknown = std::min(odds.unknown, odds.worlds - odds.won);
    odds.fair.reset();
    conclude(odds, rules, unseen);
    return odds;
}

struct OddsLimits {
    int worlds = 64;                       ///< sampled at most
    std::uint64_t nodes = 3000;            ///< most for each world
    std::uint64_t certain_nodes = 450000;  ///< where every card is known
    std::size_t memory = std::size_t{64} << 20;
};

/// Samples worlds and solves each. The figures become narrower with every world. As long as no card is shown, the worlds
/// stay the same, and they are not those of the player, whose plans must not be judged by what they were made for.
template <class Source>
class BasicOddsMaker {
  public:
    explicit BasicOddsMaker(const Source& source = Source())
        : knowledge_(source), solver_(solver::make_search(source)), world_(source) {}

    /// `plan`: moves that are made in each of the worlds first.
    void start(const BasicKnowledge<Source>& knowledge, const OddsLimits& limits,
               std::vector<Move> plan = {}) {
        knowledge_ = knowledge;
        limits_ = limits;
        plan_ = std::move(plan);
        odds_ = {};
        odds_.complete = knowledge.complete();
        over_ = false;
        next();
    }
    /// Goes on for about `budget` nodes; true when all worlds are done.
    bool step(std::uint64_t budget) {
        const std::uint64_t until = nodes() + budget;
        while (!over_ && nodes() < until) {
            if (!solver_->step(until - nodes())) continue;
            odds_.nodes += solver_->progress().nodes;
            running_ = false;
            ++odds_.worlds;
            odds_.wins.push_back(solver_->verdict() == solver::Verdict::winnable);
            if (odds_.wins.back()) ++odds_.won;
            if (solver_->verdict() == solver::Verdict::unknown) ++odds_.unknown;
            next();
        }
        return over_;
    }
    /// Ends an estimate with what is known, and frees the memory of its search.
    void stop() {
        odds_.nodes = nodes();
        running_ = false;
        over_ = true;
        solver_->release();
    }
    /// The same, and frees the memory of all its searches.
    void release() {
        stop();
        solver_->clear();
    }
    Odds odds() const {
        Odds odds = odds_;
        odds.nodes = nodes();
        conclude(odds, world_.rules(), knowledge_.places().size());
        return odds;
    }
    std::uint64_t nodes() const { return odds_.nodes + (running_ ? solver_->progress().nodes : 0); }

  private:
    void next() {
        if (odds_.worlds >= (odds_.complete ? 1 : limits_.worlds)) {
            stop();
            return;
        }
        world_ = odds_.complete ? knowledge_.example() : knowledge_.world(Purpose::odds, odds_.worlds);
        for (const Move& move : plan_) world_.play(move);
        solver_->start(world_, {.nodes = odds_.complete ? limits_.certain_nodes : limits_.nodes,
                                .memory = limits_.memory});
        running_ = true;
    }

    BasicKnowledge<Source> knowledge_;
    OddsLimits limits_;
    std::vector<Move> plan_;
    decltype(solver::make_search(std::declval<Source>())) solver_;
    BasicPosition<Source> world_;
    Odds odds_;
    bool running_ = false;
    bool over_ = true;
};

template <const Rules& rules>
using OddsMaker = BasicOddsMaker<Fixed<rules>>;

}  // namespace quincunx::fair
