#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "advice/shorten.hpp"
#include "deals/deal_maker.hpp"
#include "solver/rank_chains/fewest.hpp"
#include "solver/solver.hpp"

namespace quincunx::deals {

/// Looks for a short solution of a deal. Where only rank matters, it finds a shortest one, and proves it. Elsewhere, and
/// should memory not be enough for that, it solves the deal, shortens the solution, and then searches again from
/// positions along it, since another end may be shorter. All limits are in nodes, so the par of a deal is the same on
/// every machine.
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
            if (!solver_->step(until - nodes())) continue;
            par_.nodes += solver_->progress().nodes;
            running_ = false;
            par_.defective = par_.defective || solver_->defective();
            phase_ == Phase::solving ? take_first() : take_other();
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
    enum class Phase : std::uint8_t { solving, proving, again, over };
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
    static constexpr std::uint64_t again_nodes = 3000;
    static constexpr std::size_t memory = std::size_t{32} << 20;
    static constexpr std::uint64_t first_tries = 1'000'000;  ///< moves tried to shorten the first solution
    static constexpr std::uint64_t again_tries = 200'000;    ///< and each other one
    static constexpr std::uint64_t tries_per_node = 50;      ///< that take about as long
    static constexpr std::size_t stride = 16;  ///< plies between positions that are searched again
    static constexpr int most_rounds = 3;

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
            begin_again();
        }
    }
    void take_fewest() {
        par_.nodes += fewest_.nodes();
        phase_ = Phase::over;
        const std::span<const Move> line = fewest_.line();
        if (fewest_.verdict() == Verdict::unknown) return begin_again();
        par_.defective =
            par_.defective || line.empty() || line.size() > line_.size() || !solver::replays(deal_, line);
        if (par_.defective) return;
        line_.assign(line.begin(), line.end());
        par_.proven = true;
    }
    void begin_again() {
        shorten({}, first_tries);
        phase_ = Phase::again;
        at_ = 0;
        round_ = 0;
        better_ = false;
        next();
    }
    void take_other() {
        if (solver_->verdict() == Verdict::winnable) {
            std::vector<Move> other(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(at_));
            other.insert(other.end(), solver_->line().begin(), solver_->line().end());
            better_ = shorten(std::move(other), again_tries) || better_;
        }
        at_ += stride;
        next();
    }
    /// Searches from the next position; after a round that helped, there is another one.
    void next() {
        if (at_ >= line_.size()) {
            at_ = 0;
            if (++round_ == most_rounds || !better_ || line_.empty()) {
                phase_ = Phase::over;
                return;
            }
            better_ = false;
        }
        Position<rules> position = deal_;
        for (std::size_t ply = 0; ply < at_; ++ply) position.play(line_[ply]);
        begin(position, {.nodes = again_nodes, .memory = memory});
    }
    /// Shortens a solution, or the present one if none is given, and keeps it if it is the shortest so far.
    bool shorten(std::vector<Move> other, std::uint64_t tries) {
        advice::Shortener<rules> shortener(deal_, other.empty() ? line_ : other, tries);
        std::vector<Move> shorter = shortener.run();
        par_.nodes += (tries - shortener.left()) / tries_per_node;
        if (shorter.size() >= line_.size() || !solver::replays(deal_, std::span<const Move>(shorter)))
            return false;
        line_ = std::move(shorter);
        return true;
    }

    Position<rules> deal_;
    std::optional<solver::Solver<rules>> solver_;  ///< a new one for each deal, as in `Rater`
    [[no_unique_address]] Fewest fewest_;
    std::vector<Move> line_;
    std::size_t at_ = 0;
    int round_ = 0;
    bool better_ = false;
    bool running_ = false;
    Par par_;  ///< but for the line
    Phase phase_ = Phase::over;
};

}  // namespace quincunx::deals
