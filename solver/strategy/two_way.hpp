#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/strategy.hpp"
#include "solver/strategy/prune_tally.hpp"
#include "solver/strategy/small_array.hpp"
#include "solver/strategy/two_way_order.hpp"
#include "solver/strategy/two_way_playout.hpp"
#include "solver/strategy/two_way_seen.hpp"
#include "solver/strategy/two_way_state.hpp"

/// Solver for games with foundations that go up and down: playouts that win nearly always, restarts with
/// changed weights, and between them an exhaustive search that ends with a verdict where little is left.
/// `docs/solver/two_way.md`.
namespace quincunx::solver::two_way {

/// Pruning rules of the exhaustive search; a `PruneSet` is a set of `1 << rule` that are off.
///
/// Taking a card away from a pile or the waste is never "only an option more" here: an emptied pile is filled
/// at once, and with what depends on what was drawn and played before. The rules below move no draw and no
/// filling.
enum Prune : PruneSet {
    /// The upper card of a pile is played at once if the other card of its face is home.
    /// A win plays it some time, to the only foundation that still takes the face. Play it now instead: in
    /// between, no
    /// move of the win uses it or puts a card on it (the pile was full), the foundation gets no other card
    /// (this one is next), the
    /// lower card need not be touched, no pile becomes empty by it, so each move of the win does the same as
    /// before.
    last_copy = 1 << 0,
    /// Of several piles with the same cards only one is played from, or placed on. Their places tell nothing.
    equal_piles = 1 << 1,
    /// A state that was searched before is not searched again. Keys have 128 bits: the chance that any two of
    /// n
    /// different states have one key is below n² / 2^129, 10^-20 for a billion states. Cards leave the stock,
    /// then the
    /// waste, then the tableau, and never come back but by a redeal, which are numbered: nothing in the table
    /// can be on the present path.
    transposition = 1 << 2,
    /// A state is given up when a closed set shows that it is lost (`Closure`).
    closure = 1 << 3,
    /// A state is given up when its cards cannot go home in any order, even with the stock and the waste at
    /// hand and nothing more to place (`PlayOrder`).
    play_order = 1 << 4,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    last_copy_twin_up,    ///< the twin is on the foundation that goes up
    last_copy_twin_down,  ///< … down
    equal_play,           ///< a play from a pile, of which there is another like it
    equal_place,          ///< a place on a card that lies alone, of which there is another like it
    equal_space,          ///< a place in a space, of which there is another
    transposition,
    closure_up,    ///< some foundation that goes up cannot be completed
    closure_down,  ///< all of them can, but some that goes down cannot
    play_order,
    count
};

/// Keys of states: the piles as a multiset, everything else in order.
template <const Rules& rules>
Key key_of(const State<rules>& state) {
    Key key;
    const auto chain = [&](std::uint64_t word) {
        key.low = detail::mixed(key.low + word);
        key.high = detail::mixed((key.high ^ word) * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u);
    };
    const auto pack = [&](const Face* from, int count) {
        std::uint64_t word = 0;
        for (int i = 0; i < count; ++i) {
            word = word << 8 | from[i];
            if (i % 8 == 7) {
                chain(word);
                word = 0;
            }
        }
        chain(word << 8 | static_cast<std::uint64_t>(count));
    };
    std::uint64_t heights = state.redeals;
    for (int suit = 0; suit < suit_count; ++suit) {
        heights = heights << 8 | static_cast<std::uint64_t>(state.next_up[suit] << 4 | state.next_down[suit]);
    }
    chain(heights);
    pack(state.waste.begin(), state.waste_size);
    pack(state.stock.begin() + state.stock_at, state.stock_size());
    Key piles;
    for (int pile = 0; pile < State<rules>::piles; ++pile) {
        const auto cards = static_cast<std::uint64_t>(state.under[pile] << 8 | state.cover[pile]);
        piles.low += detail::mixed(cards + 0x1000000);
        piles.high += detail::mixed(cards * 0x9E3779B97F4A7C15u + 0x2000003);
    }
    chain(piles.low);
    key.high = detail::mixed(key.high + piles.high);
    return key;
}

/// A cheap proof that a state is lost: what can ever be played if everything that is in doubt goes well?
///
/// Monotone sets: a foundation "can reach" a rank if a card for it can come free; a card "can come free" if
/// it is on top, or in the stock or the waste of a pass that is not the last, or if all that lies on it can
/// be played or stored. Playing one card of a face is taken to serve both foundations. If some foundation
/// cannot reach its end, the state is lost: every real line keeps to the sets, move by move. Covers: a lower
/// card comes free when its upper card can be played. Waste in the last pass: nothing is asked of it but that
/// the piles can take what must be stored.
template <const Rules& rules>
class Closure {
  public:
    /// Whether the state is lost for certain.
    static bool lost(const State<rules>& state) { return refuted_by(state) != Branch::count; }

    /// The branch of the rule that shows that the state is lost, or `count`.
    static Branch refuted_by(const State<rules>& state) {
        FaceSet free = 0;
        for (int i = state.stock_at; i < state.stock_end; ++i) free |= face_bit(state.stock[i]);
        for (int i = 0; i < state.waste_size; ++i) free |= face_bit(state.waste[i]);
        for (int pile = 0; pile < State<rules>::piles; ++pile) free |= face_bit(state.pile_top(pile));
        SmallArray<std::uint8_t, suit_count> up = state.next_up, down = state.next_down;
        for (bool grown = true; grown;) {
            const FaceSet playable = reach(state, free, up, down);
            grown = false;
            for (int pile = 0; pile < State<rules>::piles; ++pile) {
                const FaceSet under = face_bit(state.under[pile]);
                if (state.cover[pile] == 0 || (free & under) != 0) continue;
                if ((playable >> state.cover[pile] & 1) == 0) continue;
                free |= under;
                grown = true;
            }
        }
        for (int suit = 0; suit < suit_count; ++suit)
            if (up[suit] <= rules.ranks) return Branch::closure_up;
        for (int suit = 0; suit < suit_count; ++suit)
            if (down[suit] >= 1) return Branch::closure_down;
        return Branch::count;
    }

  private:
    /// Lets the foundations go as far as the free faces allow; returns the faces they have taken then since
    /// the state. What they took before is another card: one that is still there must wait for the other one.
    static FaceSet reach(const State<rules>& state, FaceSet free, SmallArray<std::uint8_t, suit_count>& up,
                         SmallArray<std::uint8_t, suit_count>& down) {
        FaceSet taken = 0;
        for (int suit = 0; suit < suit_count; ++suit) {
            const int row = suit << 4;
            while (up[suit] <= rules.ranks && (free >> (row + up[suit]) & 1) != 0) ++up[suit];
            while (down[suit] >= 1 && (free >> (row + down[suit]) & 1) != 0) --down[suit];
            for (int rank = 1; rank <= rules.ranks; ++rank) {
                const bool goes_up = rank >= state.next_up[suit] && rank < up[suit];
                const bool goes_down = rank <= state.next_down[suit] && rank > down[suit];
                if (goes_up || goes_down) taken |= face_bit(row + rank);
            }
        }
        return taken;
    }
};

/// Depth-first search through all that can be decided.
template <const Rules& rules, PruneSet off = prune_all>
class Search {
    static constexpr int piles = rules.tableau.piles;
    static constexpr bool on(Prune rule) { return (off & rule) == 0; }

    struct Candidate {
        Decision decision;
        int cost;
        std::size_t place;  ///< breaks ties: earlier first, on every machine
    };
    struct Frame {
        State<rules> state;
        std::uint32_t first;  ///< its candidates begin here in `candidates_`
        std::uint32_t next;   ///< the next one to try
    };

  public:
    void start(const State<rules>& state, std::size_t memory) {
        seen_.clear(memory);
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
    /// The decisions of the win, first to last.
    void solution(std::vector<Decision>& decisions) const {
        for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
            decisions.push_back(candidates_[frames_[i].next - 1].decision);
        }
    }

  private:
    /// Looks at the topmost state for the first time; without candidates it is left at once.
    void enter() {
        const State<rules>& state = frames_.back().state;
        ++nodes_;
        if (state.won()) {
            verdict_ = Verdict::winnable;
            return;
        }
        if (on(transposition) && seen_.visit(key_of(state))) return tally_.add(Branch::transposition);
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

    /// The nodes that this takes count, too: there can be many.
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
                // What could be placed beside is not asked: where there is a draw or a play, something is
                // removed.
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

    SeenTable seen_;
    Judge<rules> judge_{default_weights};
    std::vector<Frame> frames_;
    std::vector<Candidate> candidates_;
    PruneTally<Branch> tally_;
    std::uint64_t nodes_ = 0;
    Verdict verdict_ = Verdict::unknown;
};

/// The strategy for the engine's positions.
template <const Rules& rules, PruneSet off = prune_all>
class Strategy {
  public:
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
    static constexpr bool on(Prune rule) { return (off & rule) == 0; }
    static constexpr int quiet_tries = 4;  ///< playouts before the search gets its first share

    void play_out() {
        Jitter jitter(static_cast<std::uint64_t>(tries_));
        const bool won = playout_.run(root_, weights(jitter), jitter);
        nodes_ += static_cast<std::uint64_t>(playout_.decisions());
        best_home_ = std::max(best_home_, playout_.home());
        if (won) return finish(playout_.begin(), playout_.end());
        ++tries_;
        if (tries_ >= quiet_tries) search_share_ = static_cast<std::uint64_t>(playout_.decisions()) + 1;
    }

    /// The weights of one try: the best first, then others around them.
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

    const Position<rules>* position_ = nullptr;
    Translator<rules> translator_{Position<rules>{}};
    Limits limits_;
    State<rules> root_;
    Playout<rules> playout_;
    Search<rules, off> search_;
    std::vector<Decision> decisions_;
    std::vector<Move> line_;
    std::uint64_t nodes_ = 0;
    std::uint64_t search_share_ = 0;  ///< nodes that the search may use before the next playout
    int tries_ = 0;
    int best_home_ = 0;
    bool searching_ = false;
    Verdict verdict_ = Verdict::unknown;
    bool over_ = true;
};

}  // namespace quincunx::solver::two_way
