#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "advice/shorten.hpp"
#include "deals/beam.hpp"
#include "deals/deal_maker.hpp"
#include "solver/rank_chains/fewest.hpp"
#include "solver/solver.hpp"

namespace quincunx::deals {

/// Looks for a short solution of a deal. Where only rank matters, it finds a shortest one, and proves it; should memory
/// not be enough for that, the first solution is shortened. Elsewhere a beam search goes along that solution, from the
/// start and then from further on. All limits are numbers of nodes and moves, so the par of a deal is the same on every
/// machine.
template <const Rules& rules>
class ParFinder {
  public:
    void start(const Position<rules>& deal) {
        deal_ = deal;
        line_.clear();
        par_ = {};
        solver_.emplace();
        begin(deal_, {.nodes = first_nodes, .memory = memory});
        phase_ = Phase::solving;
    }
    /// Goes on for about `budget` nodes; true when it is done. Some moves tried in shortening count as
    /// one node.
    bool step(std::uint64_t budget) {
        const std::uint64_t until = nodes() + budget;
        while (phase_ != Phase::over && nodes() < until) {
            if constexpr (provable) {
                if (phase_ == Phase::proving) {
                    if (fewest_.step(until - nodes())) take_fewest();
                    continue;
                }
            }
            if (phase_ == Phase::narrowing) {
                narrow();
                continue;
            }
            if (!solver_->step(until - nodes())) continue;
            par_.nodes += solver_->progress().nodes;
            running_ = false;
            par_.defective = par_.defective || solver_->defective();
            take_first();
        }
        return phase_ == Phase::over;
    }
    Par par() const {
        Par par = par_;
        par.moves = line_.size();
        par.nodes = nodes();
        for (const Move& move : line_) par.line.push_back(move_text(rules, move));
        return par;
    }

  private:
    enum class Phase : std::uint8_t { solving, proving, narrowing, over };
    static constexpr bool provable = solver::rank_chains::fits(rules);
    struct Nothing {};
    static auto fewest_of() {
        if constexpr (provable) {
            return std::type_identity<solver::rank_chains::Fewest<rules>>{};
        } else {
            return std::type_identity<Nothing>{};
        }
    }
    using Fewest = typename decltype(fewest_of())::type;
    static constexpr std::uint64_t first_nodes = 100'000;
    static constexpr std::size_t memory = std::size_t{32} << 20;
    static constexpr std::uint64_t first_tries = 1'000'000;  ///< moves tried to shorten the first solution
    static constexpr std::uint64_t last_tries = 200'000;     ///< and the last one
    static constexpr std::uint64_t tries_per_node = 50;      ///< that take about as long
    static constexpr Beam beam_plan = beam_for(rules);

    std::uint64_t nodes() const {
        if constexpr (provable) {
            if (phase_ == Phase::proving) return par_.nodes + fewest_.nodes();
        }
        return par_.nodes + (running_ ? solver_->progress().nodes : 0);
    }
    void begin(const Position<rules>& position, const solver::Limits& limits) {
        solver_->start(position, limits);
        running_ = true;
    }
    void take_first() {
        par_.verdict = solver_->verdict();
        phase_ = Phase::over;
        if (par_.verdict != Verdict::winnable) return;
        line_.assign(solver_->line().begin(), solver_->line().end());
        par_.first = line_.size();
        if constexpr (provable) {
            fewest_.start(deal_, memory);
            phase_ = Phase::proving;
        } else {
            shorten(first_tries);
            round_ = 0;
            next_round();
        }
    }
    void take_fewest() {
        par_.nodes += fewest_.nodes();
        phase_ = Phase::over;
        const std::span<const Move> line = fewest_.line();
        if (fewest_.verdict() == Verdict::unknown) return shorten(first_tries);
        par_.defective =
            par_.defective || line.empty() || line.size() > line_.size() || !solver::replays(deal_, line);
        if (par_.defective) return;
        line_.assign(line.begin(), line.end());
        par_.proven = true;
    }
    /// One move more of a beam that began some way along the solution.
    void narrow() {
        tries_ += beam_.step();
        par_.nodes += tries_ / tries_per_node;
        tries_ %= tries_per_node;
        if (!beam_.over()) return;
        if (const std::span<const Move> end = beam_.line();
            !end.empty() && end.size() < line_.size() - from_) {
            line_.resize(from_);
            line_.insert(line_.end(), end.begin(), end.end());
        }
        ++round_;
        next_round();
    }
    void next_round() {
        if (round_ == beam_plan.rounds) {
            shorten(last_tries);
            phase_ = Phase::over;
            return;
        }
        phase_ = Phase::narrowing;
        from_ = line_.size() * round_ / beam_plan.rounds;
        Position<rules> position = deal_;
        for (std::size_t ply = 0; ply < from_; ++ply) position.play(line_[ply]);
        beam_.start(position, std::span(line_).subspan(from_));
    }
    void shorten(std::uint64_t tries) {
        advice::Shortener<rules> shortener(deal_, line_, tries);
        std::vector<Move> shorter = shortener.run();
        par_.nodes += (tries - shortener.left()) / tries_per_node;
        if (shorter.size() < line_.size() && solver::replays(deal_, std::span<const Move>(shorter)))
            line_ = std::move(shorter);
    }

    Position<rules> deal_;
    std::optional<solver::Solver<rules>> solver_;  ///< a new one for each deal, as in `Rater`
    [[no_unique_address]] Fewest fewest_;
    std::vector<Move> line_;
    BeamSearch<rules> beam_{beam_plan};
    std::size_t round_ = 0;
    std::size_t from_ = 0;     ///< the ply at which the beam began
    std::uint64_t tries_ = 0;  ///< that are not a whole node yet
    bool running_ = false;
    Par par_;  ///< but for the line
    Phase phase_ = Phase::over;
};

}  // namespace quincunx::deals
