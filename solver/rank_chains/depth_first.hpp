#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/common/prune_tally.hpp"
#include "solver/common/small_array.hpp"
#include "solver/rank_chains/kind.hpp"
#include "solver/rank_chains/problem.hpp"
#include "solver/rank_chains/prune.hpp"
#include "solver/rank_chains/visited.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver::rank_chains {

/// Depth-first search of one problem.
template <const Rules& rules>
class DepthFirst {
    static_assert(fits(rules));
    static constexpr int piles = rules.tableau.piles;
    static constexpr int cells = rules.reserve.piles;
    static constexpr int foundations = rules.foundations[0].piles;
    static constexpr int ranks = rules.ranks;
    static constexpr int cards = rules.card_count();

    using PileMask = std::uint8_t;
    using FoundationMask = std::uint32_t;  ///< the high bit of one byte for each foundation
    static constexpr FoundationMask byte_high = 0x80808080u;

    struct State {
        std::uint64_t sizes_key = 0;  ///< sizes of the tableau piles, packed
        std::uint32_t left = 0;       ///< cards still to come, one byte for each foundation
        SmallArray<std::uint8_t, std::max(cells, 2)> cell{};
        SmallArray<std::uint8_t, piles> size{};
        /// at[k][x]: the piles with a card of rank x under k others. Rank 0: those with at most k cards.
        SmallArray<SmallArray<PileMask, 16>, cells + 1> at{};
    };
    /// The demand for a rank that is the next card of some foundation.
    struct Demand {
        int rank;
        int target;        ///< of the foundations that want it, the one with the longest tail
        bool all_want;     ///< no foundation needs it later
        bool none_longer;  ///< no foundation that needs it has a longer tail than `target`
    };
    struct Place {
        std::uint8_t pile;
        std::uint8_t height;  ///< number of cards under it
    };
    struct Copies {
        int count;
        SmallArray<Place, foundations> list;
    };
    struct Choice {
        bool from_cell;
        std::uint8_t source;
        std::uint8_t stored;  ///< cards stored before the play; with `only_store`, nothing is played
        std::uint8_t target;
        bool only_store;
    };
    struct Frame {
        State state;
        SmallArray<PileMask, cells + 1> plays;  ///< untried: piles where the card under k others is played
        PileMask stores;          ///< untried: piles whose top is stored (only without `store_to_play`)
        std::uint8_t cell_plays;  ///< untried: cells
        FoundationMask targets;   ///< untried foundations for `choice`
        Choice choice;            ///< the one being searched
    };

  public:
    /// Without the pruning rules in `off`.
    explicit DepthFirst(PruneSet off = nothing_off) : off_(off) {}

    /// Begins a search. `table` and `tally`, to which it adds, must outlive it. It may find a win or a dead
    /// end immediately.
    void start(const Problem& problem, VisitedTable& table, PruneTally<Branch>& tally) {
        table_ = &table;
        tally_ = &tally;
        stamp_ = table.new_search();
        nodes_ = 0;
        height_ = 0;
        verdict_ = Verdict::unknown;
        State& state = frames_[0].state;
        read(problem, state);
        root_ = state;
        if (state.left == 0) {
            verdict_ = Verdict::winnable;
        } else {
            enter();
        }
    }

    /// Continues until about `budget` more nodes have been searched; true when the verdict is known.
    bool step(std::uint64_t budget) {
        const std::uint64_t stop = nodes_ + budget;
        while (verdict_ == Verdict::unknown && nodes_ < stop) {
            Frame& frame = frames_[height_];
            if (!next_choice(frame)) {
                if (height_-- == 0) verdict_ = Verdict::unwinnable;
                continue;
            }
            Frame& child = frames_[++height_];
            child.state = frame.state;
            apply(child.state, frame.choice);
            enter();
        }
        return verdict_ != Verdict::unknown;
    }

    Verdict verdict() const { return verdict_; }
    std::uint64_t nodes() const { return nodes_; }
    int best_left() const { return best_left_; }

    /// The moves of the win, from the start.
    void solution(std::vector<Step>& steps) const {
        State state = root_;
        const Recorder record{&steps};
        const auto nothing = [](const auto&...) {};
        settle(state, record, nothing, nothing);
        for (int i = 0; i < height_; ++i) {
            apply(state, frames_[i].choice, record);
            settle(state, record, nothing, nothing);
        }
    }

  private:
    struct NoRecorder {
        constexpr void play(bool, int, int) {}
        constexpr void store(int, int) {}
        constexpr void forced(Branch) {}
    };
    /// Counts what is forced in a new state.
    struct Counter : NoRecorder {
        PruneTally<Branch>* tally;
        explicit Counter(PruneTally<Branch>* to) : tally(to) {}
        void forced(Branch branch) { tally->add(branch); }
    };
    struct Recorder {
        std::vector<Step>* steps;
        void play(bool from_cell, int source, int target) {
            steps->push_back({Step::To::foundation, from_cell, static_cast<std::uint8_t>(source),
                              static_cast<std::uint8_t>(target)});
        }
        void store(int source, int cell) {
            steps->push_back(
                {Step::To::cell, false, static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(cell)});
        }
        void forced(Branch) {}
    };

    // --- Reading a problem ---

    void read(const Problem& problem, State& state) {
        state = State{};
        int from = 0, key_bit = 0, slot = 0;
        for (Copies& copies : copies_) copies.count = 0;
        lowest_ = {};
        for (int pile = 0; pile < piles; ++pile) {
            const int size = problem.sizes[pile];
            slot += cells + 1;  // under the lowest card: nothing (rank 0)
            first_[pile] = static_cast<std::uint8_t>(slot);
            for (int below = 0; below <= cells; ++below) card_[slot - 1 - below] = 0;
            for (int i = 0; i < size; ++i) {
                const int rank = problem.cards[from + i];
                card_[slot + i] = static_cast<std::uint8_t>(rank);
                if (i > 0) copies_[rank].list[copies_[rank].count++] = {std::uint8_t(pile), std::uint8_t(i)};
                if (i == 0) lowest_[rank] |= PileMask(1 << pile);
            }
            key_bit_[pile] = static_cast<std::uint8_t>(key_bit);
            state.size[pile] = static_cast<std::uint8_t>(size);
            state.sizes_key |= std::uint64_t(size) << key_bit;
            for (int k = 0; k <= cells; ++k) state.at[k][card_under(state, pile, k)] ^= PileMask(1 << pile);
            slot += size;
            from += size;
            key_bit += static_cast<int>(std::bit_width(static_cast<unsigned>(size)));
        }
        other_bits_ = key_bit;
        key_is_exact_ = other_bits_ + 4 * (foundations + std::max(cells, 2)) <= VisitedTable::key_bits;
        for (int i = 0; i < cells; ++i) state.cell[i] = problem.cells[i];
        read_foundations(problem, state);
        best_left_ = cards;
    }

    void read_foundations(const Problem& problem, State& state) {
        for (int x = 0; x < 16; ++x) tail_[x] = 0x7F7F7F7Fu;
        for (int i = 0; i < foundations; ++i) {
            const auto [next, left] = problem.foundations[i];
            state.left |= std::uint32_t(left) << 8 * i;
            next_[i].fill(0);
            chain_[i].fill(0);
            int rank = next;
            for (int tail = left; tail > 0; --tail) {
                next_[i][tail] = static_cast<std::uint8_t>(rank);
                tail_[rank] = (tail_[rank] & ~(0xFFu << 8 * i)) | std::uint32_t(tail) << 8 * i;
                rank = rank == ranks ? 1 : rank + 1;
            }
            for (int tail = 1; tail <= left; ++tail) {
                chain_[i][tail] = static_cast<std::uint16_t>(chain_[i][tail - 1] | 1u << next_[i][tail]);
            }
        }
    }

    // --- Questions ---

    int card_under(const State& state, int pile, int others) const {
        return card_[first_[pile] + state.size[pile] - 1 - others];
    }
    static int left_of(const State& state, int foundation) { return state.left >> 8 * foundation & 0xFF; }

    /// The foundations that need x now or later: they have at least as many cards to come as the tail at x.
    FoundationMask needing(const State& state, int x) const {
        return ((state.left | byte_high) - tail_[x]) & byte_high;
    }
    /// The foundations whose next card is x.
    FoundationMask wanting(const State& state, int x) const {
        return ~((state.left ^ tail_[x]) + 0x7F7F7F7Fu) & byte_high;
    }
    int tail(int x, int foundation) const { return tail_[x] >> 8 * foundation & 0xFF; }
    static int lowest(FoundationMask mask) { return std::countr_zero(mask) >> 3; }

    /// The foundation with the longest tail at x.
    int longest(int x, FoundationMask mask) const {
        int best = lowest(mask);
        while (mask &= mask - 1) {
            if (tail(x, lowest(mask)) > tail(x, best)) best = lowest(mask);
        }
        return best;
    }
    Demand demand(const State& state, int x) const {
        const FoundationMask wants = wanting(state, x);
        const FoundationMask needs = needing(state, x);
        const int target = longest(x, wants);
        const FoundationMask longer =
            ((tail_[x] | byte_high) - 0x01010101u * unsigned(tail(x, target) + 1)) & byte_high;
        return {x, target, wants == needs, (needs & longer) == 0};
    }
    static int free_cells(const State& state) {
        int count = 0;
        for (int i = 0; i < cells; ++i) count += state.cell[i] == 0;
        return count;
    }

    // --- Changes ---

    void remove(State& state, int pile, int count) const {
        const PileMask bit = PileMask(1 << pile);
        const std::uint8_t* top = &card_[first_[pile] + state.size[pile] - 1];
        for (int k = 0; k <= cells; ++k) {
            state.at[k][top[-k]] ^= bit;
            state.at[k][top[-k - count]] ^= bit;
        }
        state.size[pile] -= static_cast<std::uint8_t>(count);
        state.sizes_key -= std::uint64_t(count) << key_bit_[pile];
    }

    /// One card less for one of the foundations, of which there are at most four (`fits`).
    // NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift): it does not know that a choice names one of these.
    static void serve(State& state, int foundation) { state.left -= 1u << 8 * foundation; }

    template <class Record = NoRecorder>
    void apply(State& state, const Choice& choice, Record record = {}) const {
        if (choice.from_cell) {
            record.play(true, choice.source, choice.target);
            state.cell[choice.source] = 0;
            return serve(state, choice.target);
        }
        const int count = choice.stored + (choice.only_store ? 0 : 1);
        const std::uint8_t* top = &card_[first_[choice.source] + state.size[choice.source] - 1];
        int cell = 0;
        for (int k = 0; k < choice.stored; ++k) {
            while (state.cell[cell] != 0) ++cell;
            state.cell[cell] = top[-k];
            record.store(choice.source, cell);
        }
        if (count > choice.stored) {
            record.play(false, choice.source, choice.target);
            serve(state, choice.target);
        }
        // A pile may hold fewer cards than are looked at below; rank 0 stands for the missing ones.
        for (int k = 0; k < count; ++k) remove(state, choice.source, 1);
    }

    /// Makes the moves that are always right, and hands what is wanted afterwards to `collect`, rank by rank.
    template <class Record = NoRecorder, class Reset, class Collect>
    void settle(State& state, Record record, Reset&& reset, Collect&& collect) const {
        for (bool again = true; again;) {
            again = false;
            reset();
            std::uint32_t seen = 1;
            for (int i = 0; i < foundations && !again; ++i) {
                const int x = next_[i][left_of(state, i)];
                if (seen >> x & 1) continue;
                seen |= 1u << x;
                const Demand now = demand(state, x);
                again = settle_cell(state, now, record) || settle_top(state, now, record);
                if (!again) collect(now);
            }
        }
    }

    template <class Record>
    bool settle_cell(State& state, const Demand& now, Record& record) const {
        if (!on(cell_at_once) || !on(longest_tail) || !now.none_longer) return false;
        for (int i = 0; i < cells; ++i) {
            if (state.cell[i] != now.rank) continue;
            record.forced(Branch::cell_at_once);
            record.play(true, i, now.target);
            state.cell[i] = 0;
            serve(state, now.target);
            return true;
        }
        return false;
    }

    template <class Record>
    bool settle_top(State& state, const Demand& now, Record& record) const {
        if (!on(longest_tail) || state.at[0][now.rank] == 0) return false;
        const PileMask tops = best_tops(state, now.rank);
        if (on(no_competition) && now.all_want) {
            record.forced(Branch::no_competition);
        } else if (one_bit(tops) && can_be_first(state, now, record)) {
            record.forced(Branch::first_x);
        } else {
            return false;
        }
        return play_top(state, std::countr_zero(tops), now.target, record);
    }

    /// Whether one of the tops can be the first x to be played (`no_rival`).
    template <class Record>
    bool can_be_first(const State& state, const Demand& now, Record& record) const {
        return on(no_rival) && on(longest_tail) && now.none_longer && !has_rival(state, now.rank, record);
    }

    static constexpr auto all_piles = PileMask((1u << piles) - 1);
    static constexpr bool one_bit(PileMask mask) { return (mask & (mask - 1)) == 0; }

    /// The piles with top x that are worth trying.
    PileMask best_tops(const State& state, int x) const {
        const PileMask tops = state.at[0][x];
        if (!on(last_card_waits) || one_bit(tops)) return tops;
        const PileMask covering = tops & PileMask(~state.at[1][0]);
        return covering != 0 ? covering : PileMask(tops & -tops);
    }

    /// Whether a copy of the wanted rank x other than the tops may be the first to be played.
    template <class Record>
    bool has_rival(const State& state, int x, Record& record) const {
        if (!on(cell_at_once) && std::find(state.cell.begin(), state.cell.end(), x) != state.cell.end())
            return true;
        const Copies& copies = copies_[x];
        int room = -1;
        std::uint32_t before = 0;
        bool under_top = false;
        for (int i = 0; i < copies.count; ++i) {
            const auto [pile, height] = copies.list[i];
            if (height >= state.size[pile]) continue;
            if (state.at[0][x] >> pile & 1) {
                under_top |= height + 1 < state.size[pile];
                continue;
            }
            if (room < 0) {
                before = playable_before(state, x);
                room = 0;
                for (int c = 0; c < cells; ++c) room += state.cell[c] == 0 || (before >> state.cell[c] & 1);
            }
            const std::uint8_t* lowest = &card_[first_[pile]];
            int stored = 0;
            for (int h = state.size[pile] - 1; h > height; --h) stored += (before >> lowest[h] & 1) == 0;
            if (stored <= room) return true;
        }
        if (under_top) record.forced(Branch::under_top);
        if (room >= 0) record.forced(Branch::buried);
        if ((lowest_[x] & ~(state.at[0][x] | state.at[0][0])) != 0) record.forced(Branch::lowest);
        return false;
    }

    /// The ranks that foundations may take before any takes an x.
    std::uint32_t playable_before(const State& state, int x) const {
        std::uint32_t ranks_before = 0;
        for (int i = 0; i < foundations; ++i) {
            const int left = left_of(state, i);
            const int later = left >= tail(x, i) ? tail(x, i) : 0;
            ranks_before |= chain_[i][left] & ~std::uint32_t{chain_[i][later]};
        }
        return ranks_before;
    }

    template <class Record>
    bool play_top(State& state, int pile, int target, Record& record) const {
        record.play(false, pile, target);
        remove(state, pile, 1);
        serve(state, target);
        return true;
    }

    // --- The tree ---

    /// Examines the state of the topmost frame for the first time; drops the frame if it has been searched
    /// before.
    void enter() {
        Frame& frame = frames_[height_];
        frame.targets = 0;
        frame.stores = 0;
        SmallArray<PileMask, cells + 1> wanted, closing;
        PileMask only = 0;  // if not empty: the tops, one of which can be the first x played
        Counter counter(tally_);
        settle(
            frame.state, counter,
            [&] {
                wanted = {};
                closing = {};
                only = 0;
                frame.cell_plays = 0;
            },
            [&](const Demand& now) {
                const PileMask tops = best_tops(frame.state, now.rank);
                if (tops != frame.state.at[0][now.rank])
                    tally_->add((tops & frame.state.at[1][0]) != 0 ? Branch::one_of_last
                                                                   : Branch::last_waits);
                if (only == 0 && tops != 0 && can_be_first(frame.state, now, counter)) only = tops;
                wanted[0] |= tops;
                for (int k = 0; k <= cells; ++k) {
                    if (k > 0) wanted[k] |= frame.state.at[k][now.rank];
                    if (now.none_longer) closing[k] |= frame.state.at[k][now.rank];
                }
                for (int i = 0; i < cells; ++i)
                    frame.cell_plays |= std::uint8_t((frame.state.cell[i] == now.rank) << i);
            });
        if (frame.state.left == 0) {
            best_left_ = 0;
            verdict_ = Verdict::winnable;
            return;
        }
        ++nodes_;
        best_left_ = std::min(best_left_, static_cast<int>(frame.state.left * 0x01010101u >> 24));
        if (on(transposition) && key_is_exact_ && table_->visit(stamp_, key(frame.state))) {
            tally_->add(Branch::transposition);
            frame.plays = {};
            frame.cell_plays = 0;
            return;
        }
        if (only != 0) {
            tally_->add(Branch::first_xs);
            frame.plays = {only};
            frame.cell_plays = 0;
            return;
        }
        generate(frame, wanted, closing);
    }

    std::uint64_t key(const State& state) const {
        std::uint64_t left = 0;
        for (int i = foundations; i-- > 0;) left = left << 4 | static_cast<std::uint64_t>(left_of(state, i));
        if constexpr (cells == 3) {  // in a deal 24 + 16 + 12 bits, which is one less than there are
            auto cell = state.cell;
            std::sort(cell.begin(), cell.end());
            for (const std::uint8_t rank : cell) left = left << 4 | rank;
            return state.sizes_key | left << other_bits_;
        }
        const auto [low, high] = std::minmax(state.cell[0], state.cell[1]);
        return state.sizes_key | (left << 8 | std::uint64_t(high) << 4 | low) << other_bits_;
    }

    /// `wanted[k]`: piles whose card under k others is wanted; `closing[k]`: piles whose card under k others
    /// must not be stored.
    void generate(Frame& frame, const SmallArray<PileMask, cells + 1>& wanted,
                  const SmallArray<PileMask, cells + 1>& closing) const {
        const State& state = frame.state;
        const int free = free_cells(state);
        frame.plays = {};
        if (on(store_to_play)) {
            PileMask open = PileMask(~PileMask{});
            PileMask stored = 0;
            for (int k = 0; k <= free; ++k) {
                frame.plays[k] = wanted[k] & open;
                if (k > 0) stored |= wanted[k];
                if ((wanted[k] & ~open) != 0) tally_->add(Branch::store_closed);
                if (on(cell_at_once) && on(longest_tail)) open &= PileMask(~closing[k]);
            }
            const auto empty = PileMask(state.at[0][0]);
            if (free > 0 && PileMask(stored | empty) != all_piles) tally_->add(Branch::store_for_later);
        } else {
            frame.plays[0] = wanted[0];
            for (int pile = 0; pile < piles && free > 0; ++pile) {
                frame.stores |= PileMask((state.size[pile] > 0) << pile);
            }
        }
    }

    /// Picks the next untried choice.
    bool next_choice(Frame& frame) const {
        if (frame.targets != 0) return next_target(frame);
        for (int k = 0; k <= cells; ++k) {
            if (frame.plays[k] == 0) continue;
            const int pile = std::countr_zero(frame.plays[k]);
            frame.plays[k] &= PileMask(frame.plays[k] - 1);
            frame.choice = {false, std::uint8_t(pile), std::uint8_t(k), 0, false};
            return first_target(frame, card_under(frame.state, pile, k));
        }
        if (frame.cell_plays != 0) {
            const int cell = std::countr_zero(frame.cell_plays);
            frame.cell_plays &= std::uint8_t(frame.cell_plays - 1);
            frame.choice = {true, std::uint8_t(cell), 0, 0, false};
            return first_target(frame, frame.state.cell[cell]);
        }
        if (frame.stores == 0) return false;
        frame.choice = {false, std::uint8_t(std::countr_zero(frame.stores)), 1, 0, true};
        frame.stores &= PileMask(frame.stores - 1);
        return true;
    }

    bool first_target(Frame& frame, int x) const {
        const FoundationMask wants = wanting(frame.state, x);
        if (on(longest_tail)) {
            const int target = longest(x, wants);
            for (FoundationMask others = wants ^ (0x80u << 8 * target); others != 0; others &= others - 1)
                tally_->add(tail(x, lowest(others)) < tail(x, target) ? Branch::shorter_tail
                                                                      : Branch::equal_tail);
            frame.choice.target = std::uint8_t(target);
            return true;
        }
        frame.targets = wants;
        return next_target(frame);
    }
    bool next_target(Frame& frame) const {
        frame.choice.target = std::uint8_t(lowest(frame.targets));
        frame.targets &= frame.targets - 1;
        return true;
    }

    static constexpr int slots = cards + piles * (cells + 1);
    SmallArray<std::uint8_t, slots> card_{};   ///< tableau piles, each from bottom to top in its own range
    SmallArray<Copies, 16> copies_{};          ///< by rank: the copies that are not the lowest card of a pile
    SmallArray<PileMask, 16> lowest_{};        ///< by rank: the piles whose lowest card has that rank
    SmallArray<std::uint8_t, piles> first_{};  ///< slot of the lowest card
    SmallArray<std::uint8_t, piles> key_bit_{};
    int other_bits_ = 0;
    bool key_is_exact_ = false;  ///< whether all of its bits lie below the stamp; else there is no table
    SmallArray<std::uint32_t, 16>
        tail_{};  ///< by rank: each foundation's tail there, 127 if it is not needed
    SmallArray<SmallArray<std::uint8_t, 16>, 4> next_{};  ///< by foundation and cards to come: the next rank
    SmallArray<SmallArray<std::uint16_t, 16>, 4> chain_{};  ///< by the same: all ranks to come

    bool on(Prune rule) const { return (off_ & rule) == 0; }

    PruneSet off_;
    VisitedTable* table_ = nullptr;
    PruneTally<Branch>* tally_ = nullptr;
    std::uint64_t stamp_ = 0;
    std::uint64_t nodes_ = 0;
    int best_left_ = cards;
    Verdict verdict_ = Verdict::unknown;
    State root_{};
    int height_ = 0;
    SmallArray<Frame, 2 * cards + 2>
        frames_;  // every move lowers (cards in the tableau) + (cards not on foundations)
};

}  // namespace quincunx::solver::rank_chains
