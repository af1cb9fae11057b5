#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/carthage/blocks.hpp"
#include "solver/carthage/dives.hpp"
#include "solver/carthage/state.hpp"
#include "solver/carthage/weights.hpp"
#include "solver/common/beam.hpp"

namespace quincunx::solver::carthage {

/// How wide the beams are. Affects the search, not its verdicts.
template <const Rules& rules>
struct Plan {
    static constexpr bool strict = rules.stock.deal_to == DealTo::empty_reserves;

    std::uint32_t width = 2;   ///< states expanded per layer of irreversible progress
    std::uint32_t growth = 2;  ///< factor from pass to pass; at least 2
    float closure = 0.25F;     ///< share of the width for each further round of reversible moves
    float deals = 3;           ///< times the width: number of states kept after a deal
    /// After the pass of this width comes an attempt to see everything without using a score. It is given up
    /// when it has expanded too many states before the last deal or, if the layers are not kept, in all.
    struct Attempt {
        std::uint32_t after;
        std::uint64_t before_last_deal;
        std::uint64_t states;
    };
    static constexpr std::uint64_t any = ~std::uint64_t{0};
    std::vector<Attempt> attempts =
        strict
            ? std::vector<Attempt>{{8, any, any}}
            : std::vector<Attempt>{{128, 20'000, 150'000}, {1024, 100'000, 7'000'000}, {4096, 600'000, any}};
    /// Dives come before the first pass, if the limits ask for them. Lost deals are no place for them.
    DivePlan dives{.dives = strict ? 0 : 4};
    /// The rule `bag` is used after this many nodes.
    std::uint64_t bag_from = 1000;
    /// Whether a pass continues from the layers of the previous one, as long as there is enough memory;
    /// otherwise every pass begins at the start and frees each layer when it is done.
    bool keep_layers = true;
    const float* weights = carthage::weights.data();  ///< of the score: `features` factors for each phase
};

/// Beams of growing width in layers of irreversible progress, and which state is expanded next.
template <const Rules& rules>
class Passes {
  public:
    using State = carthage::State<rules>;
    using Plan = carthage::Plan<rules>;
    using Beam = solver::Beam<State, Block>;
    using Candidate = typename Beam::Candidate;
    using Layer = typename Beam::Layer;
    static constexpr std::uint32_t unlimited = Beam::unlimited;

    /// Layers are ordered by the number of cards dealt, then by progress.
    static std::size_t layer_of(int dealt, int progress) {
        return at(dealt * State::progress_count + progress);
    }

    /// Called before the first `begin` of a game, with the number of cards in its stock and the memory limit
    /// in bytes.
    void start(const Plan& plan, int stock, std::size_t memory) {
        plan_ = plan;
        beam_.forget_lost_states();
        over_ = false;
        nodes_ = 0;
        beam_width_ = 0;
        attempt_ = 0;
        attempting_ = false;
        keeps_layers_ = plan_.keep_layers;
        beam_.layers.set_limits(layer_of(rules.card_count() + 1, 0), memory);
        dealt_to_.resize(at(rules.card_count() + 1));
        last_phase_ = layer_of(stock, 0);
    }
    /// Forgets what was seen and begins a pass at the first state, which has this progress.
    void begin(const State& root, int progress) {
        root_ = root;
        root_progress_ = progress;
        beam_.layers.clear();
        for (Layer& layer : dealt_to_) beam_.layers.empty(layer);
        width_before_ = 0;
        next_pass();
        insert(layer_of(root.dealt, progress), root, Beam::Layers::none, Block{});
    }
    /// Begins the next pass: on the layers that were kept, or on new ones.
    void begin_pass() {
        if (!keeps_layers_) {
            begin(State(root_), root_progress_);
            return;
        }
        beam_.put_back();
        next_pass();
    }

    bool has_next() const { return beam_.has_next(); }
    /// The next state to be expanded.
    const Candidate& next() {
        ++nodes_;
        return beam_.next();
    }
    /// Picks more states, or goes to another layer, so that eventually there is a next state or the search is
    /// over. `score` gives the scores of states, `progress_of` their progress.
    template <class Score, class ProgressOf>
    void go_on(const Score& score, const ProgressOf& progress_of) {
        const bool in_last_beam = keeps_layers_ && beam_.layer() >= last_phase_;
        if (!beam_.pick(in_last_beam ? last_share_ : quota(1), plan_.closure, score))
            next_layer(score, progress_of);
    }
    /// Whether everything has been seen.
    bool over() const { return over_; }
    /// Number of states expanded in all passes.
    std::uint64_t nodes() const { return nodes_; }
    /// The width of the pass; `unlimited` if it is to see everything.
    std::uint32_t width() const { return width_; }
    Beam& beam() { return beam_; }
    const Beam& beam() const { return beam_; }
    /// The layer of a state reached by a block; states just dealt wait until the best of them are chosen.
    static int layer_number(int dealt, int progress, bool just_dealt) {
        return just_dealt ? -1 : static_cast<int>(layer_of(dealt, progress));
    }
    Layer& layer(int number, int dealt) {
        return number < 0 ? dealt_to_[at(dealt)] : beam_.layers[at(number)];
    }

    /// Whether an attempt has expanded too many states; `last_phase` says whether the latest one is after the
    /// last deal.
    bool attempt_is_too_long(bool last_phase) const {
        if (!attempting_) return false;
        const typename Plan::Attempt& attempt = plan_.attempts[attempt_ - 1];
        const std::uint64_t in_all = keeps_layers_ ? Plan::any : attempt.states;
        return nodes_ - attempt_start_ >= (last_phase ? in_all : attempt.before_last_deal);
    }
    /// Called when states are missing. If the pass used the layers of previous ones, it is made again without
    /// them; otherwise an attempt is given up. True if a new `begin` is needed; false if a beam cannot go on.
    bool narrow() {
        if (keeps_layers_) {
            keeps_layers_ = false;
            if (attempting_) {
                attempting_ = false;
                --attempt_;
            } else {
                beam_width_ = width_before_;
            }
        } else if (!attempting_) {
            return false;
        }
        beam_.forget_lost_states();
        return true;
    }

  private:
    void insert(std::size_t layer, const State& state, std::uint32_t parent, const Block& block) {
        insert(beam_.layers[layer], state, parent, block);
    }
    void insert(Layer& layer, const State& state, std::uint32_t parent, const Block& block) {
        beam_.insert(layer, state, Beam::Layers::hash(state), parent, block);
    }

    void next_pass() {
        next_width();
        beam_.begin_pass(0);
        if (last_phase_ == 0) begin_last_phase();
    }
    void next_width() {
        if (!attempting_ && attempt_ < plan_.attempts.size() &&
            beam_width_ >= plan_.attempts[attempt_].after) {
            ++attempt_;
            attempting_ = true;
            attempt_start_ = nodes_;
            width_ = unlimited;
            return;
        }
        attempting_ = false;
        if (keeps_layers_) width_before_ = beam_width_;
        beam_width_ = beam_width_ == 0                         ? plan_.width
                      : beam_width_ > unlimited / plan_.growth ? unlimited
                                                               : beam_width_ * plan_.growth;
        width_ = beam_width_;
    }
    /// How many more states this pass expands in a layer or, of those that have just been dealt, keeps.
    std::uint32_t quota(float factor) const {
        return width_ == unlimited
                   ? unlimited
                   : std::max(1U, Beam::times(width_, factor)) - Beam::times(width_before_, factor);
    }

    /// Goes to the next layer that has states; after the last one the pass is over.
    template <class Score, class ProgressOf>
    void next_layer(const Score& score, const ProgressOf& progress_of) {
        beam_.leave_layer(keeps_layers_);
        const std::size_t end = last_phase_ + State::progress_count;
        for (;;) {
            while (beam_.layer() + 1 < end) {
                beam_.go_to(beam_.layer() + 1);
                if (beam_.layer() % State::progress_count == 0)
                    take_dealt(static_cast<int>(beam_.layer()) / State::progress_count, score, progress_of);
                if (beam_.layer() == last_phase_) begin_last_phase();
                if (beam_.layers.in_use(beam_.layer())) return;
            }
            if (beam_.out_of_memory()) return;
            if (!beam_.cut()) {
                over_ = true;
                return;
            }
            if (!widen_last_phase()) break;
            if (beam_.layers.in_use(beam_.layer())) return;
        }
        begin_pass();
    }
    /// Moves the best of the states that have just been dealt to their layers.
    template <class Score, class ProgressOf>
    void take_dealt(int dealt, const Score& score, const ProgressOf& progress_of) {
        Layer& from = dealt_to_[at(dealt)];
        if (from.states.empty()) return;
        std::vector<std::uint32_t> best;
        beam_.layers.choose(from, best, quota(plan_.deals), false, score);
        for (const std::uint32_t i : best) {
            const Candidate& candidate = from.states[i];
            insert(layer_of(dealt, progress_of(candidate.state)), candidate.state, candidate.parent,
                   candidate.block);
        }
        beam_.set_cut(beam_.cut() || !from.open.empty());
        if (!keeps_layers_ || !beam_.cut()) beam_.layers.empty(from);
    }

    /// If layers are kept, the last phase is searched by beams of its own: narrow ones first, since the cards
    /// lie open and the win is often near. In the end they are as wide as the pass, or wider if nothing is
    /// left to do before the last deal.
    void begin_last_phase() {
        cut_before_last_phase_ = beam_.cut();
        last_share_ = last_share_sum_ = 1;
    }
    bool widen_last_phase() {
        if (!keeps_layers_) return false;
        const std::uint32_t most = cut_before_last_phase_ ? quota(1) : unlimited;
        if (last_share_sum_ >= most) return false;
        const std::uint32_t wanted =
            last_share_sum_ >= (1U << 20) ? unlimited : last_share_sum_ * (plan_.growth - 1);
        last_share_ = std::min(wanted, most - last_share_sum_);
        last_share_sum_ += last_share_;
        beam_.set_cut(cut_before_last_phase_);
        beam_.go_to(last_phase_);
        return true;
    }

    Plan plan_;
    Beam beam_;
    std::vector<Layer> dealt_to_;  ///< states that have just been dealt, by number of cards dealt
    State root_{};
    int root_progress_ = 0;
    bool over_ = false;
    std::uint64_t nodes_ = 0;

    bool keeps_layers_ = false;  ///< from pass to pass (`Plan::keep_layers`)
    std::uint32_t width_ = 0;
    std::uint32_t beam_width_ = 0;    ///< width of the latest beam
    std::uint32_t width_before_ = 0;  ///< width of the beam whose layers are left
    std::size_t attempt_ = 0;         ///< number of attempts made, including the current one
    bool attempting_ = false;
    std::uint64_t attempt_start_ = 0;
    std::size_t last_phase_ = 0;  ///< its first layer
    bool cut_before_last_phase_ = false;
    std::uint32_t last_share_ = 0;      ///< for one layer of the last phase on this visit
    std::uint32_t last_share_sum_ = 0;  ///< … on all visits of this pass
};

}  // namespace quincunx::solver::carthage
