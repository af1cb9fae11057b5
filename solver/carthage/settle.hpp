#pragma once

#include <cstdint>

#include "solver/carthage/blocks.hpp"
#include "solver/carthage/prune.hpp"
#include "solver/common/prune_tally.hpp"

namespace quincunx::solver::carthage {

/// The longest run that is merged after a block that can be taken back. A block of digs alone divides a run;
/// what it divided is not put together again.
constexpr int longest_merge(const Block& block) {
    return block.kind == Block::into_space && source_of(block).is_run ? 0 : 1;
}

/// Whether `safe_play` applies in a state.
template <const Rules& rules>
bool plays_safe(const Table<rules>& table, const Pruning<Branch>& pruning, const State<rules>& state) {
    constexpr bool strict = rules.stock.deal_to == DealTo::empty_reserves;
    return pruning.on(Prune::safe_play) && (!strict || table.last_phase(state));
}

/// The normal form of states: what the rules `safe_play`, `twin_play` and `merge_runs` do immediately, and a
/// canonical order for whatever has no order of its own.
template <const Rules& rules>
class NormalForm {
  public:
    using State = carthage::State<rules>;

    NormalForm(Moves<rules>& moves, Pruning<Branch>& pruning) : moves_(moves), pruning_(pruning) {}

    /// Brings a state into normal form and returns its progress. If that equals the progress before, runs of
    /// more than `longest` cards are not merged.
    int settle(State& state, int dealt_before, int progress_before, int longest = 1) {
        table().fix_places(state);
        Look look = look_at(state);
        if (plays_safe(state) && ((look.ends | look.tops) & faces_to_play(state)) != 0) {
            play_safe(state);
            look = look_at(state);
        }
        int progress = state.progress(look.buried);
        const bool irreversible = state.dealt != dealt_before || progress != progress_before;
        if (pruning_.on(Prune::merge_runs) && (look.heads << 1 & look.ends) != 0 &&
            merge_runs(state, irreversible ? rules.ranks : longest, look)) {
            if (plays_safe(state)) play_safe(state);
            progress = progress_of(state);
        }
        sort(state);
        return progress;
    }
    /// The same for the very first state.
    int settle(State& state) { return settle(state, -1, -1); }
    int progress_of(const State& state) const { return state.progress(look_at(state).buried); }

  private:
    const Table<rules>& table() const { return moves_.table(); }
    bool plays_twins(const State& state) const {
        return pruning_.on(Prune::twin_play) && table().last_phase(state);
    }
    bool plays_safe(const State& state) const { return carthage::plays_safe(table(), pruning_, state); }

    /// The result of one look at all piles, as bit sets of faces.
    struct Look {
        std::uint64_t heads = 0;  ///< highest cards of runs
        std::uint64_t ends = 0;   ///< lowest cards of runs
        std::uint64_t tops = 0;   ///< top cards of reserves
        int buried = 0;           ///< cards of reserves above the last ones
    };
    Look look_at(const State& state) const {
        Look look;
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            look.heads |= bit(head_of(run));
            look.ends |= bit(end_of(run));
        }
        for (const Stack stack : state.reserve) {
            const StackNode& node = table().stacks[stack];
            look.tops |= bit(node.card);
            look.buried += node.size > 1 ? node.size - 1 : 0;
        }
        return look;
    }
    /// The cards that may be played immediately, some of them only from a run (`is_twin_safe`).
    std::uint64_t faces_to_play(const State& state) const {
        std::uint64_t faces = state.safe_faces();
        if (!plays_twins(state)) return faces;
        for (int s = 0; s < suit_count; ++s) {
            const int rank = state.higher(s) + 1;
            if (state.lower(s) == rank - 2) faces |= bit(face(s, rank));
        }
        return faces;
    }
    void play_safe(State& state) {
        for (bool any = true; any;) {
            any = false;
            const bool twins = plays_twins(state);
            for (int i = 0; i < state.runs;) {
                const Face card = end_of(state.run[at(i)]);
                if (!state.is_safe(card) && !(twins && state.is_twin_safe(card))) {
                    ++i;
                    continue;
                }
                pruning_.add(state.is_safe(card) ? Branch::safe_run : Branch::twin_run);
                moves_.take(state, {true, i}, card, {.kind = Event::to_home});
                state.raise(card);
                table().fix_places(state);
                any = true;
            }
            for (int i = 0; i < State::reserves; ++i)
                while (state.reserve[at(i)] != 0) {
                    const Stack stack = state.reserve[at(i)];
                    const Face card = table().stacks.top(stack);
                    if (!state.is_safe(card) &&
                        !(twins && state.is_twin_safe(card) &&
                          table().stacks.depth(table().stacks.below(stack))[card] != Stacks::absent))
                        break;
                    pruning_.add(state.is_safe(card) ? Branch::safe_stack : Branch::twin_stack);
                    moves_.take(state, {false, i}, card, {.kind = Event::to_home});
                    state.raise(card);
                    table().fix_places(state);
                    any = true;
                }
        }
    }

    bool merge_runs(State& state, int longest, Look look) {
        bool any = false;
        for (; merge_one(state, longest, look.ends); any = true) {
            table().fix_places(state);
            look = look_at(state);
        }
        return any;
    }
    bool merge_one(State& state, int longest, std::uint64_t ends) {
        const int free = table().free_spaces(state);
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            if ((ends >> (face(run_suit(run), high(run)) + 1) & 1U) == 0) continue;
            if (length(run) - 1 > free || length(run) > longest) continue;
            for (int j = 0; j < state.runs; ++j) {
                const Run onto = state.run[at(j)];
                if (run_suit(onto) != run_suit(run) || low(onto) != high(run) + 1 ||
                    !table().can_take(state, j))
                    continue;
                if (free == 0 && table().is_undecided(state, onto)) continue;
                pruning_.add(is_single(run) ? Branch::merged_single : Branch::merged_run);
                moves_.record({.kind = Event::onto,
                               .count = static_cast<std::uint8_t>(length(run)),
                               .from = cards_of(run),
                               .to = cards_of(onto)});
                state.run[at(j)] = with_low(onto, low(run));
                state.remove_run(i);
                return true;
            }
        }
        return false;
    }
    void sort(State& state) const {
        sort_down(state.run.data(), state.runs);
        if (table().last_phase(state)) sort_down(state.reserve.data(), State::reserves);
    }
    static void sort_down(std::uint16_t* values, int count) {
        for (int i = 1; i < count; ++i) {
            const std::uint16_t value = values[i];
            int j = i;
            for (; j > 0 && values[j - 1] < value; --j) values[j] = values[j - 1];
            values[j] = value;
        }
    }

    Moves<rules>& moves_;
    Pruning<Branch>& pruning_;
};

}  // namespace quincunx::solver::carthage
