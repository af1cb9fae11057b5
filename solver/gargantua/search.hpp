#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/exhaustive.hpp"
#include "solver/gargantua/beam.hpp"
#include "solver/gargantua/bridge.hpp"
#include "solver/gargantua/exact.hpp"
#include "solver/strategy.hpp"

/// Solves Gargantua and games like it: increasingly wide beams and, between them, exhaustive searches with
/// increasing limits. See docs/solver/gargantua.md.
namespace quincunx::solver::gargantua {

template <const Rules& rules>
    requires(fits(rules))
class Search {
  public:
    /// Without the pruning rules in `off`.
    explicit Search(PruneSet off = nothing_off) : off_(off) {}

    void start(const Position<rules>& position, const Limits& limits) {
        position_ = position;
        limits_ = limits;
        line_.clear();
        verdict_ = Verdict::unknown;
        nodes_before_ = 0;
        best_home_ = 0;
        phases_ = limits.dives ? std::span<const Phase>(diving_phases) : std::span<const Phase>(plain_phases);
        phase_ = 0;
        relaxed_won_ = false;
        beam_.trim(kept_memory);
        exact_.trim(kept_memory);
        over_ = false;
        const auto start = compact(position, game_);
        fallback_on_ = !start.has_value();
        if (fallback_on_) {
            fallback_.start(position, limits);
            return;
        }
        start_ = *start;
        start_phase();
    }

    bool step(std::uint64_t budget) {
        if (fallback_on_) return step_fallback(budget);
        const std::uint64_t until = nodes() + budget;
        while (!over_ && nodes() < until) run(std::min(until, limits_.nodes) - nodes());
        return over_;
    }

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const {
        if (fallback_on_) return fallback_.progress();
        return {.nodes = nodes(), .layer = layer(), .best_home = std::max(best_home_, beam_.best_home())};
    }

  private:
    using Beam = gargantua::Beam<rules>;
    using Exact = ExactSearch<rules>;

    enum class Kind : std::uint8_t {
        beam,   ///< of a given width
        exact,  ///< of the relaxed game, up to a number of nodes
        plain   ///< a beam of a given width without any pruning; decides what the relaxed game cannot
    };
    struct Phase {
        Kind kind;
        std::uint64_t size;
        std::uint32_t weights = 0;  ///< the set of weights (`weights_of`) of a beam
    };
    /// Ordered by cost; each width wins most of the deals that the previous widths did not.
    static constexpr std::array plain_phases{
        Phase{Kind::beam, 6},        Phase{Kind::beam, 24},
        Phase{Kind::exact, 500},     Phase{Kind::beam, 96},
        Phase{Kind::exact, 5000},    Phase{Kind::beam, 384},
        Phase{Kind::exact, 40000},   Phase{Kind::plain, 1000},
        Phase{Kind::beam, 1536},     Phase{Kind::exact, 400000},
        Phase{Kind::beam, 6144},     Phase{Kind::plain, 16000},
        Phase{Kind::exact, 2000000}, Phase{Kind::beam, 24576},
        Phase{Kind::beam, 98304},    Phase{Kind::exact, ~std::uint64_t{0}}};
    /// With dives: narrower beams first, and several beams of one width, which see more than one that is four times as
    /// wide. Proofs have the places that they have without.
    static constexpr std::array diving_phases = [] {
        constexpr Kind beam = Kind::beam;
        constexpr Kind exact = Kind::exact;
        constexpr Kind plain = Kind::plain;
        return std::array{Phase{beam, 1},        Phase{beam, 2},       Phase{beam, 6},
                          Phase{beam, 24},       Phase{exact, 500},    Phase{beam, 24, 1},
                          Phase{beam, 24, 2},    Phase{beam, 96},      Phase{beam, 96, 1},
                          Phase{beam, 96, 2},    Phase{beam, 96, 3},   Phase{exact, 5000},
                          Phase{beam, 384},      Phase{beam, 384, 1},  Phase{beam, 384, 2},
                          Phase{beam, 384, 3},   Phase{beam, 384, 4},  Phase{exact, 40000},
                          Phase{plain, 1000},    Phase{beam, 1536},    Phase{beam, 1536, 1},
                          Phase{beam, 1536, 2},  Phase{beam, 1536, 3}, Phase{beam, 1536, 4},
                          Phase{exact, 400000},  Phase{beam, 6144},    Phase{beam, 6144, 1},
                          Phase{beam, 6144, 2},  Phase{beam, 6144, 3}, Phase{plain, 16000},
                          Phase{exact, 2000000}, Phase{beam, 24576},   Phase{beam, 24576, 1},
                          Phase{beam, 24576, 2}, Phase{beam, 98304},   Phase{exact, ~std::uint64_t{0}}};
    }();
    /// Memory that is kept from one deal to the next.
    static constexpr std::size_t kept_memory = std::size_t{6} << 20;
    /// Phases up to this size make do with the memory that is kept.
    static constexpr std::uint64_t small_phase = 384;

    /// Positions that no deal leads to may have more cards in stock or face down than a compact state can
    /// hold.
    bool step_fallback(std::uint64_t budget) {
        if (over_ || !fallback_.step(budget)) return over_;
        verdict_ = fallback_.verdict();
        line_.assign(fallback_.line().begin(), fallback_.line().end());
        over_ = true;
        return true;
    }

    bool in_exact() const { return phase_ < phases_.size() && phases_[phase_].kind == Kind::exact; }
    std::uint64_t nodes() const {
        if (phase_ == phases_.size()) return nodes_before_;
        return nodes_before_ + (in_exact() ? exact_.nodes() : beam_.nodes());
    }
    int layer() const {
        const int redeals = in_exact() ? exact_.redeals() : beam_.redeals();
        const int drawn = in_exact() ? exact_.drawn() : beam_.drawn();
        return (start_.redeals - redeals) * game_.setup.stock + drawn;
    }
    /// Whether the relaxed game of the proofs may allow more than the real one.
    bool relaxed() const { return rules.stock.redeal.keep_playable_top && start_.redeals > 0; }

    bool skipped(const Phase& phase) const {
        if (phase.kind == Kind::exact) return relaxed_won_;
        return phase.kind == Kind::plain && !relaxed_won_;
    }
    void start_phase() {
        while (phase_ < phases_.size() && skipped(phases_[phase_])) ++phase_;
        if (phase_ == phases_.size()) {
            over_ = true;
            return;
        }
        const Phase& phase = phases_[phase_];
        // Memory kept from other deals must not influence when the memory is used up. The exact search may keep one
        // of five equal shares; the beam may keep three, which allows for the growth of its lists; and the last is
        // for a small beam itself (which takes less than a third of it).
        const std::size_t kept =
            phase.size < small_phase && limits_.memory >= 5 * kept_memory ? kept_memory : 0;
        beam_.trim(kept);
        exact_.trim(kept);
        if (phase.kind == Kind::exact) {
            const typename Exact::Options options{
                .nodes = phase.size, .memory = memory_without(beam_.bytes()), .off = off_};
            exact_.start(game_, start_.state, start_.drawn, start_.redeals, options);
        } else {
            typename Beam::Options options;
            options.width = static_cast<std::size_t>(phase.size);
            options.rounds = phase.kind == Kind::plain ? 0 : 12;
            options.safe_home = plays_safe();
            options.weights = weights_of(phase.weights);
            options.memory = memory_without(exact_.bytes());
            beam_.start(game_, start_.state, start_.drawn, start_.redeals, options);
        }
    }
    /// The limit less what the other search keeps.
    std::size_t memory_without(std::size_t kept) const {
        return limits_.memory - std::min(limits_.memory, kept);
    }
    bool plays_safe() const { return phases_[phase_].kind == Kind::beam && (off_ & safe_home) == 0; }

    void run(std::uint64_t budget) {
        if (phases_[phase_].kind == Kind::exact)
            run_exact(budget);
        else
            run_beam(budget);
        if (!over_ && nodes() >= limits_.nodes) over_ = true;
    }
    void run_beam(std::uint64_t budget) {
        const auto end = beam_.step(budget);
        if (end == Beam::End::running) return;
        if (end == Beam::End::won) {
            const std::vector<Step> steps = beam_.line();
            if (writer_.write(position_, game_, start_, steps, plays_safe(), line_))
                verdict_ = Verdict::winnable;
            over_ = true;
        } else if (beam_.complete() && (!plays_safe() || !relaxed())) {
            decide(Verdict::unwinnable);
        } else {
            next_phase();
        }
    }
    void run_exact(std::uint64_t budget) {
        const auto end = exact_.step(budget);
        if (end == Exact::End::running) return;
        if (end == Exact::End::lost) {
            decide(Verdict::unwinnable);
            return;
        }
        if (end == Exact::End::won) relaxed_won_ = true;
        next_phase();
    }
    void decide(Verdict verdict) {
        verdict_ = verdict;
        over_ = true;
    }
    void next_phase() {
        nodes_before_ = nodes();
        best_home_ = std::max(best_home_, beam_.best_home());
        ++phase_;
        start_phase();
    }

    Position<rules> position_;
    Limits limits_;
    PruneSet off_;
    Game<rules> game_;
    Start start_;
    Beam beam_;
    Exact exact_;
    LineWriter<rules> writer_;
    ExhaustiveSearch<rules> fallback_;
    bool fallback_on_ = false;
    std::vector<Move> line_;
    Verdict verdict_ = Verdict::unknown;
    std::uint64_t nodes_before_ = 0;
    int best_home_ = 0;
    std::span<const Phase> phases_ = plain_phases;
    std::size_t phase_ = 0;
    bool relaxed_won_ = false;
    bool over_ = true;
};

}  // namespace quincunx::solver::gargantua
