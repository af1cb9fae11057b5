#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/strategy.hpp"
#include "solver/strategy/gargantua_beam.hpp"
#include "solver/strategy/gargantua_bridge.hpp"

namespace quincunx::solver {

/// Solves Gargantua and games like it (`gargantua::fits`); see docs/solver/gargantua.md.
template <const Rules& rules>
    requires(gargantua::fits(rules))
class Gargantua {
  public:
    void start(const Position<rules>& position, const Limits& limits) {
        position_ = position;
        limits_ = limits;
        progress_ = {};
        line_.clear();
        verdict_ = Verdict::unknown;
        nodes_before_ = 0;
        beam_.trim(std::size_t{1} << 23);
        const auto start = gargantua::compact(position, game_);
        over_ = !start.has_value();
        if (over_) return;
        start_ = *start;
        width_ = 6;
        start_beam();
    }

    bool step(std::uint64_t budget) {
        while (!over_ && budget > 0) {
            const std::uint64_t part = std::min<std::uint64_t>(budget, 4096);
            run(part);
            budget -= part;
        }
        return over_;
    }

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const {
        Progress p;
        p.nodes = nodes_before_ + beam_.nodes();
        p.layer = beam_.drawn();
        p.best_home = beam_.best_home();
        return p;
    }
    std::size_t width() const { return width_; }

  private:
    using Beam = gargantua::Beam<rules>;

    void start_beam() {
        typename Beam::Options options;
        options.width = width_;
        options.memory = limits_.memory;
        beam_.start(game_, start_.state, start_.drawn, start_.redeals, options);
    }
    void run(std::uint64_t budget) {
        const auto end = beam_.step(budget);
        if (nodes_before_ + beam_.nodes() >= limits_.nodes) over_ = true;
        if (end == Beam::End::running) return;
        if (end == Beam::End::won) {
            const std::vector<gargantua::Step> steps = beam_.line();
            if (writer_.write(position_, game_, start_, steps, true, line_)) verdict_ = Verdict::winnable;
            over_ = true;
            return;
        }
        nodes_before_ += beam_.nodes();
        width_ *= 4;
        if (width_ > 100000)
            over_ = true;
        else
            start_beam();
    }

    Position<rules> position_;
    Limits limits_;
    Progress progress_;
    gargantua::Game<rules> game_;
    gargantua::Start start_;
    Beam beam_;
    gargantua::LineWriter<rules> writer_;
    std::vector<Move> line_;
    Verdict verdict_ = Verdict::unknown;
    std::uint64_t nodes_before_ = 0;
    std::size_t width_ = 0;
    bool over_ = true;
};

}  // namespace quincunx::solver
