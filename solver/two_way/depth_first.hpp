#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/common/key_set.hpp"
#include "solver/common/prune_tally.hpp"
#include "solver/strategy.hpp"
#include "solver/two_way/closure.hpp"
#include "solver/two_way/key.hpp"
#include "solver/two_way/order.hpp"
#include "solver/two_way/playout.hpp"
#include "solver/two_way/prune.hpp"
#include "solver/two_way/state.hpp"

namespace quincunx::solver::two_way {

/// Depth-first search over all decisions.
template <const Rules& rules>
class DepthFirst {
    static constexpr int piles = rules.tableau.piles;

    struct Candidate {
        Decision decision;
        int cost;
        std::size_t place;  ///< breaks ties: the earlier first, on every machine
    };
    struct Frame {
        State<rules> state;
        std::uint32_t first;  ///< index of its first candidate in `candidates_`
        std::uint32_t next;   ///< the next one to try
    };

  public:
    /// Without the pruning rules in `off`.
    explicit DepthFirst(PruneSet off = nothing_off) : off_(off) {}

    void start(const State<rules>& state, std::size_t memory) {
        seen_.clear();
        seen_.set_limit(memory);
        frames_.clear();
        candidates_.clear();
        nodes_ = 0;
        tally_.clear();
        verdict_ = state.won() ? Verdict::winnable : Verdict::unknown;
        frames_.push_back({state, 0, 0});
        if (!state.won()) enter();
    }

    bool step(std::uint64_t budget) {
        const std::uint64_t stop = nodes_ + budget;
        while (verdict_ == Verdict::unknown && nodes_ < stop) {
            Frame& frame = frames_.back();
            if (frame.next == candidates_.size()) {
                candidates_.resize(frame.first);
                frames_.pop_back();
                if (frames_.empty()) verdict_ = Verdict::unwinnable;
                continue;
            }
            const Decision decision = candidates_[frame.next++].decision;
            const auto end = static_cast<std::uint32_t>(candidates_.size());
            frames_.push_back({frame.state, end, end});
            frames_.back().state.make(decision);
            enter();
        }
        return verdict_ != Verdict::unknown;
    }

    Verdict verdict() const { return verdict_; }
    std::uint64_t nodes() const { return nodes_; }
    const PruneTally<Branch>& tally() const { return tally_; }
    /// The decisions of the win, in order.
    void solution(std::vector<Decision>& decisions) const {
        for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
            decisions.push_back(candidates_[frames_[i].next - 1].decision);
        }
    }

  private:
    /// Examines the topmost state for the first time; a state without candidates is left immediately.
    void enter() {
        const State<rules>& state = frames_.back().state;
        ++nodes_;
        if (state.won()) {
            verdict_ = Verdict::winnable;
            return;
        }
        if (on(transposition) && !seen_.insert(key_of(state))) return tally_.add(Branch::transposition);
        if (on(closure)) {
            const Branch refuted = Closure<rules>::refuted_by(state);
            if (refuted != Branch::count) return tally_.add(refuted);
        }
        if (on(play_order) && has_no_order(state)) return tally_.add(Branch::play_order);
        generate(state);
        const auto from = candidates_.begin() + static_cast<std::ptrdiff_t>(frames_.back().first);
        std::sort(from, candidates_.end(), [](const Candidate& a, const Candidate& b) {
            return a.cost != b.cost ? a.cost < b.cost : a.place < b.place;
        });
    }

    /// The nodes that this takes are counted, too, because there can be many.
    bool has_no_order(const State<rules>& state) {
        PlayOrder<rules> order(state);
        const bool lost = order.lost();
        nodes_ += static_cast<std::uint64_t>(order.nodes());
        return lost;
    }

    void add(Decision::Kind kind, int pile, bool up, int cost) {
        candidates_.push_back({{kind, static_cast<std::uint8_t>(pile), up}, cost, candidates_.size()});
    }

    static constexpr int play_cost = -1000000;
    static constexpr int lone_cost = -900000;

    void generate(const State<rules>& state) {
        for (int pile = 0; pile < piles; ++pile) {
            const int face = state.pile_top(pile);
            if (face == 0) continue;
            if (on(equal_piles) && has_equal_before(state, pile)) {
                if (state.goes_up(face) || state.goes_down(face)) tally_.add(Branch::equal_play);
                continue;
            }
            if (on(last_copy) && state.cover[pile] != 0 && twin_is_home(state, face) &&
                (state.goes_up(face) || state.goes_down(face))) {
                // Other possible placements are not counted: if a draw or a play is possible, something is
                // left out in any case.
                if (candidates_.size() > frames_.back().first || state.stock_size() > 0 || state.can_redeal())
                    tally_.add(state.goes_up(face) ? Branch::last_copy_twin_down : Branch::last_copy_twin_up);
                candidates_.resize(frames_.back().first);
                return add(Decision::Kind::play_pile, pile, state.goes_up(face), play_cost);
            }
            const int cost = state.cover[pile] != 0 ? play_cost : lone_cost;
            if (state.goes_up(face)) add(Decision::Kind::play_pile, pile, true, cost);
            if (state.goes_down(face)) add(Decision::Kind::play_pile, pile, false, cost);
        }
        if (state.waste_size > 0) {
            const int face = state.waste_top();
            if (state.goes_up(face)) add(Decision::Kind::play_waste, 0, true, play_cost);
            if (state.goes_down(face)) add(Decision::Kind::play_waste, 0, false, play_cost);
            judge_.look(state);
            for (int pile = 0; pile < piles; ++pile) {
                if (state.cover[pile] != 0) continue;
                if (on(equal_piles) && has_equal_before(state, pile)) {
                    tally_.add(state.under[pile] != 0 ? Branch::equal_place : Branch::equal_space);
                    continue;
                }
                add(Decision::Kind::place, pile, false, judge_.placing(state, pile));
            }
        }
        const int leaving = state.waste_size > 0 ? judge_.leaving(state) : 0;
        if (state.stock_size() > 0) add(Decision::Kind::draw, 0, false, leaving);
        if (state.can_redeal()) add(Decision::Kind::redeal, 0, false, leaving);
    }
    static bool has_equal_before(const State<rules>& state, int pile) {
        for (int other = 0; other < pile; ++other) {
            if (state.under[other] == state.under[pile] && state.cover[other] == state.cover[pile])
                return true;
        }
        return false;
    }
    /// Whether only one card of the face is not on a foundation.
    static bool twin_is_home(const State<rules>& state, int face) {
        const int suit = suit_of_face(face);
        const int rank = rank_of_face(face);
        return rank < state.next_up[suit] || rank > state.next_down[suit];
    }

    bool on(Prune rule) const { return (off_ & rule) == 0; }

    PruneSet off_;
    KeySet<Key, KeyKind> seen_;
    Judge<rules> judge_{default_weights};
    std::vector<Frame> frames_;
    std::vector<Candidate> candidates_;
    PruneTally<Branch> tally_;
    std::uint64_t nodes_ = 0;
    Verdict verdict_ = Verdict::unknown;
};

}  // namespace quincunx::solver::two_way
