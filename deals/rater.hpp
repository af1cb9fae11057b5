#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "deals/deal_maker.hpp"
#include "deals/weak_game.hpp"
#include "solver/solver.hpp"

namespace quincunx::deals {

/// The limits of every search for a verdict here: the same on every machine, so that every machine offers
/// the same deals. The nodes are spent before the memory is, if the solver is new: one that has solved other
/// deals keeps some of their memory, and may have to search in a narrower beam for lack of it.
inline constexpr solver::Limits verdict_limits{.nodes = 20'000, .memory = std::size_t{32} << 20};

/// Rates a deal by how forgiving it is: solves it, and if it can be won, counts the wins of weak players.
template <const Rules& rules>
class Rater {
  public:
    static constexpr Panel panel = solver::tuning_of(rules).panel;

    /// With a `wanted` level, the rating ends as soon as it cannot be that one; 0 asks for the verdict alone.
    void start(const Position<rules>& deal, std::optional<int> wanted = {}) {
        deal_ = deal;
        wanted_ = wanted;
        rating_ = {.levels = panel.levels()};
        game_ = -1;
        solver_.emplace();
        solver_->start(deal_, verdict_limits);
        phase_ = Phase::solving;
    }
    /// Goes on for about `budget` nodes, of which a weak player's move counts as one; true when it is done.
    bool step(std::uint64_t budget) {
        const std::uint64_t until = nodes() + budget;
        while (phase_ != Phase::over && nodes() < until)
            phase_ == Phase::solving ? solve(until - nodes()) : play();
        return phase_ == Phase::over;
    }
    Rating rating() const {
        Rating rating = rating_;
        rating.nodes = nodes();
        return rating;
    }

  private:
    enum class Phase : std::uint8_t { solving, playing, over };

    std::uint64_t nodes() const {
        if (phase_ == Phase::solving) return solver_->progress().nodes;
        return rating_.nodes + (phase_ == Phase::playing ? weak_.nodes() : 0);
    }
    void solve(std::uint64_t budget) {
        if (!solver_->step(budget)) return;
        rating_.verdict = solver_->verdict();
        rating_.defective = solver_->defective();
        rating_.nodes = solver_->progress().nodes;
        const bool plays = rating_.verdict == solver::Verdict::winnable && panel.levels() > 1 && wanted_ != 0;
        phase_ = plays ? Phase::playing : Phase::over;
        if (plays) begin_game();
    }
    void play() {
        if (!weak_.step()) return;
        ++rating_.games;
        rating_.won += weak_.won() ? 1 : 0;
        rating_.nodes += weak_.nodes();
        if (rating_.games == panel.games()) {
            rating_.level = panel.level(rating_.won);
            phase_ = Phase::over;
        } else if (missed()) {
            phase_ = Phase::over;
        } else {
            begin_game();
        }
    }
    /// Whether the level can no longer be the wanted one, whatever happens in the games that are left.
    bool missed() const {
        if (!wanted_) return false;
        const int most = rating_.won + panel.games() - rating_.games;
        return panel.level(rating_.won) < *wanted_ || panel.level(most) > *wanted_;
    }
    /// The rates of errors take turns, so that a rating that ends early has seen all of them.
    void begin_game() {
        ++game_;
        constexpr int rates = static_cast<int>(panel.errors.size());
        const int round = game_ / rates;
        // Games of the novice cost little, so they come first.
        const bool instant = round >= panel.novice;
        const WeakPlayer who{instant, panel.errors[at(game_ % rates)]};
        weak_.start(deal_, who, hash::mix(seed_of(deal_) + static_cast<std::uint64_t>(game_)));
    }

    Position<rules> deal_;
    std::optional<solver::Solver<rules>> solver_;  ///< a new one for each deal
    WeakGame<rules> weak_;
    std::optional<int> wanted_;
    Rating rating_{.levels = panel.levels()};
    int game_ = -1;
    Phase phase_ = Phase::over;
};

}  // namespace quincunx::deals
