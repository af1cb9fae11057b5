#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/strategy.hpp"
#include "solver/two_way/closure.hpp"
#include "solver/two_way/depth_first.hpp"
#include "solver/two_way/kind.hpp"
#include "solver/two_way/order.hpp"
#include "solver/two_way/playout.hpp"
#include "solver/two_way/state.hpp"

/// Solver for games with foundations that go up and down: playouts, which nearly always win; restarts with
/// changed weights; and between them an exhaustive search, which reaches a verdict if little is left. See
/// `docs/solver/two_way.md`.
namespace quincunx::solver::two_way {

/// The search as applied to the engine's positions.
template <const Rules& rules>
class Search {
  public:
    /// Without the pruning rules in `off`.
    explicit Search(PruneSet off = nothing_off) : off_(off), search_(off) {}

    void start(const Position<rules>& position, const Limits& limits) {
        position_ = &position;
        translator_ = Translator<rules>(position);
        limits_ = limits;
        root_.read(position);
        line_.clear();
        nodes_ = 0;
        tries_ = 0;
        search_share_ = 0;
        searching_ = false;
        best_home_ = root_.home;
        verdict_ = Verdict::unknown;
        over_ = false;
        if ((on(closure) && Closure<rules>::lost(root_)) ||
            (on(play_order) && PlayOrder<rules>(root_).lost())) {
            verdict_ = Verdict::unwinnable;
            over_ = true;
        }
    }

    bool step(std::uint64_t budget) {
        const std::uint64_t stop = std::min(limits_.nodes, nodes_ + budget);
        while (!over_ && nodes_ < stop) {
            if (search_share_ > 0) {
                search(std::min(search_share_, stop - nodes_));
            } else {
                play_out();
            }
        }
        if (nodes_ >= limits_.nodes) over_ = true;
        return over_;
    }

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const { return {nodes_, 0, best_home_}; }

  private:
    bool on(Prune rule) const { return (off_ & rule) == 0; }
    static constexpr int quiet_tries = 4;  ///< playouts before the exhaustive search gets its first share

    void play_out() {
        Jitter jitter(static_cast<std::uint64_t>(tries_));
        const bool won = playout_.run(root_, weights(jitter), jitter);
        nodes_ += static_cast<std::uint64_t>(playout_.decisions());
        best_home_ = std::max(best_home_, playout_.home());
        if (won) return finish(playout_.begin(), playout_.end());
        ++tries_;
        if (tries_ >= quiet_tries) search_share_ = static_cast<std::uint64_t>(playout_.decisions()) + 1;
    }

    /// The weights for one try: the best ones first, then others around them.
    Weights weights(Jitter& jitter) const {
        Weights tried = default_weights;
        if (tries_ == 0) return tried;
        const auto change = [&](int& weight) {
            const int z = jitter.below(64) + jitter.below(64) - 64;
            weight += weight * z / 96 + z / 8;
        };
        for (int* weight : {&tried.slot_early, &tried.slot_late, &tried.fit, &tried.block, &tried.block_each,
                            &tried.leave_early, &tried.need_early, &tried.leave_late, &tried.inversion,
                            &tried.order, &tried.space, &tried.farther, &tried.per_stock}) {
            change(*weight);
        }
        tried.jitter = jitter.below(4) * jitter.below(64);
        return tried;
    }

    void search(std::uint64_t budget) {
        if (!searching_) {
            search_.start(root_, limits_.memory);
            searching_ = true;
        }
        const std::uint64_t before = search_.nodes();
        const bool done = search_.step(budget);
        const std::uint64_t used = std::max<std::uint64_t>(search_.nodes() - before, 1);
        nodes_ += used;
        search_share_ -= std::min(search_share_, used);
        if (!done) return;
        over_ = true;
        verdict_ = search_.verdict();
        if (verdict_ != Verdict::winnable) return;
        decisions_.clear();
        search_.solution(decisions_);
        finish(decisions_.data(), decisions_.data() + decisions_.size());
    }

    void finish(const Decision* begin, const Decision* end) {
        verdict_ = Verdict::winnable;
        over_ = true;
        best_home_ = rules.card_count();
        State<rules> state = root_;
        for (const Decision* decision = begin; decision != end; ++decision) {
            const int face = decision->kind == Decision::Kind::play_pile ? state.pile_top(decision->pile)
                                                                         : state.waste_top();
            line_.push_back(translator_.move(*decision, face));
            state.make(*decision);
        }
    }

    PruneSet off_;
    const Position<rules>* position_ = nullptr;
    Translator<rules> translator_;
    Limits limits_;
    State<rules> root_;
    Playout<rules> playout_;
    DepthFirst<rules> search_;
    std::vector<Decision> decisions_;
    std::vector<Move> line_;
    std::uint64_t nodes_ = 0;
    std::uint64_t search_share_ = 0;  ///< nodes that the exhaustive search may use before the next playout
    int tries_ = 0;
    int best_home_ = 0;
    bool searching_ = false;
    Verdict verdict_ = Verdict::unknown;
    bool over_ = true;
};

}  // namespace quincunx::solver::two_way
