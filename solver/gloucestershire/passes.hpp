#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/common/beam.hpp"
#include "solver/gloucestershire/blocks.hpp"
#include "solver/gloucestershire/score.hpp"
#include "solver/gloucestershire/state.hpp"

namespace quincunx::solver::gloucestershire {

/// How wide the beams are, and which moves they use. Affects the search, not its verdicts.
struct Plan {
    std::uint32_t width = 1;
    std::uint32_t growth = 4;
    std::uint32_t complete_from = 1U << 13;  ///< width of the first pass that uses all moves
    int first_bridge = 3;  ///< longest bridge in the first pass; the later passes have no limit
    Weights weights = tuned;
};

/// Beams of growing width in layers of irreversible progress. The first passes use only a few kinds of moves
/// and find wins. The last ones are complete: they use all moves, and the search is over when nothing was cut
/// off.
template <const Rules& rules>
class Passes {
  public:
    using State = gloucestershire::State<rules>;
    using Beam = solver::Beam<State, Block>;
    using Candidate = typename Beam::Candidate;

    /// Called before the first `begin_pass` of a game; sets the memory limit in bytes.
    void start(const Plan& plan, std::size_t memory) {
        plan_ = plan;
        width_ = 0;
        complete_ = false;
        over_ = false;
        beam_.forget_lost_states();
        beam_.layers.set_limits(layer_count, memory);
    }
    /// Forgets what was seen and begins the next pass, which then needs its first state (`insert_first`).
    void begin_pass() {
        beam_.layers.clear();
        if (width_ >= 64)  // what is kept from other deals must not influence when the memory is used up
            beam_.layers.release();
        width_ = width_ == 0                               ? plan_.width
                 : width_ > Beam::unlimited / plan_.growth ? Beam::unlimited
                                                           : width_ * plan_.growth;
        complete_ = complete_ || width_ >= plan_.complete_from;
        longest_bridge_ = width_ == plan_.width ? plan_.first_bridge : rules.ranks;
    }
    /// Whether the pass uses all moves.
    bool complete() const { return complete_; }
    /// How many reserve cards a bridge may have in a pass that is not complete.
    int longest_bridge() const { return longest_bridge_; }
    std::uint32_t width() const { return width_; }

    /// Inserts the state with which the pass begins.
    void insert_first(const State& state, int progress, std::size_t elsewhere) {
        beam_.begin_pass(at(progress));
        insert(state, progress, Beam::Layers::none, Block{}, elsewhere);
    }
    void insert(const State& state, int progress, std::uint32_t parent, const Block& block,
                std::size_t elsewhere) {
        beam_.use_elsewhere(elsewhere);
        beam_.insert(beam_.layers[at(progress)], state, Beam::Layers::hash(state), parent, block);
    }

    bool has_next() const { return beam_.has_next(); }
    const Candidate& next() { return beam_.next(); }
    /// Picks more states, or goes to another layer. False if the pass is over: then either another pass
    /// begins or the search is over (`over`).
    template <class Score>
    bool go_on(const Score& score) {
        return beam_.pick(width_, closure, score) || next_layer();
    }
    /// Whether everything has been seen.
    bool over() const { return over_; }
    Beam& beam() { return beam_; }

  private:
    static constexpr std::size_t layer_count = 5 * rules.card_count() + 1;
    static constexpr float closure = 0.5F;  ///< share of the width for each further round in a layer

    bool next_layer() {
        beam_.leave_layer(false);
        while (beam_.layer() + 1 < beam_.layers.count()) {
            beam_.go_to(beam_.layer() + 1);
            if (beam_.layers.in_use(beam_.layer())) return true;
        }
        if (beam_.out_of_memory()) return true;
        if (beam_.cut() || (!complete_ && longest_bridge_ < rules.ranks)) return false;
        over_ = complete_;
        complete_ = true;
        width_ = 0;
        return false;
    }

    Plan plan_;
    Beam beam_;
    std::uint32_t width_ = 0;
    int longest_bridge_ = 0;
    bool complete_ = false;
    bool over_ = false;
};

}  // namespace quincunx::solver::gloucestershire
