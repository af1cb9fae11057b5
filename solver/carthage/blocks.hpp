#pragma once

#include <cstdint>
#include <vector>

#include "solver/carthage/state.hpp"
#include "solver/carthage/table.hpp"

/// The moves of a search: blocks, and the single events that make them up.
namespace quincunx::solver::carthage {

/// An event in a state, kept so that a solution can be written down.
struct Event {
    enum Kind : std::uint8_t { to_space, to_home, onto, park, deal } kind = to_space;
    std::uint8_t count = 1;  ///< cards of a run; otherwise 1
    bool from_stack = false;
    std::uint8_t reserve = 0;  ///< index of the stack (`from_stack`, before the last phase)
    std::uint8_t target = 0;   ///< `park`: index of the reserve
    std::uint16_t from = 0;    ///< the run or stack that the card leaves, as it was before
    Run to = 0;                ///< `onto`: the run as it was before
};

/// Digs and the move that needs them. Runs and reserves are given by their numbers in the state before the
/// block.
struct Block {
    enum Kind : std::uint32_t {
        play_home,
        onto_run,        ///< onto a card of a run, after the cards on it have been dug
        onto_dug_run,    ///< onto a card of a run that is itself dug
        onto_dug_stack,  ///< onto a card that is dug from another stack
        onto_own_dug,    ///< onto a card that is dug from the same stack
        dug_onto_dug,    ///< a dug card onto one that is dug later from the same run or stack
        into_space,      ///< digs alone
        park_in,         ///< to an empty reserve, while the stock is not empty
        deal
    };
    std::uint32_t kind : 4, from_run : 1, source : 5, source_digs : 4, target : 5, target_digs : 4, card : 6;
};

static_assert(sizeof(Block) == 4);

/// Where the card of a block comes from.
struct Source {
    bool is_run;
    int index;
};
constexpr Source source_of(const Block& block) {
    return {block.from_run != 0, static_cast<int>(block.source)};
}
constexpr Block block_of(Block::Kind kind, Source source, int digs, Face card, int target = 0,
                         int target_digs = 0) {
    Block block{};
    block.kind = kind & 15U;
    block.from_run = source.is_run ? 1 : 0;
    block.source = static_cast<std::uint32_t>(source.index) & 31U;
    block.source_digs = static_cast<std::uint32_t>(digs) & 15U;
    block.card = card & 63U;
    block.target = static_cast<std::uint32_t>(target) & 31U;
    block.target_digs = static_cast<std::uint32_t>(target_digs) & 15U;
    return block;
}

/// Makes moves on the states of a game. If `events` is given, what happens is appended to it.
template <const Rules& rules>
class Moves {
  public:
    using State = carthage::State<rules>;

    explicit Moves(Table<rules>& table, std::vector<Event>* events = nullptr)
        : table_(table), events_(events) {}

    const Table<rules>& table() const { return table_; }
    void record(const Event& event) {
        if (events_ != nullptr) events_->push_back(event);
    }

    /// Makes a block's moves; false if that is not possible.
    bool make(State& state, const Block& block) {
        const Source source = source_of(block);
        const auto card = static_cast<Face>(block.card);
        const int source_digs = static_cast<int>(block.source_digs);
        int target = static_cast<int>(block.target);
        int target_digs = static_cast<int>(block.target_digs);
        switch (block.kind) {
            case Block::play_home:
                dig(state, source, source_digs);
                take(state, source, card, {.kind = Event::to_home});
                state.raise(card);
                return true;
            case Block::onto_run:
                dig_run(state, target, target_digs);
                dig(state, source, source_digs);
                return lay(state, source, card, table_.can_take(state, target) ? target : -1);
            case Block::onto_dug_run:
                dig_run(state, target, target_digs);
                target = state.runs - 1;
                dig(state, source, source_digs);
                return lay(state, source, card, table_.can_take(state, target) ? target : -1);
            case Block::onto_dug_stack:
                if (stacks().size(state.reserve[at(target)]) == target_digs) --target_digs;
                dig_stack(state, target, target_digs);
                dig(state, source, source_digs);
                return lay_on_single(state, source, card);
            case Block::onto_own_dug:
                dig(state, source, source_digs);
                return lay_on_single(state, source, card);
            case Block::dug_onto_dug: {
                const bool all =
                    !source.is_run && stacks().size(state.reserve[at(source.index)]) == source_digs;
                dig(state, source, source_digs - (all ? 1 : 0));
                return lay_on_single(state, {true, single_of(state, card)}, card);
            }
            case Block::into_space:
                dig(state, source, source_digs);
                return true;
            case Block::park_in:
                dig(state, source, source_digs);
                take(state, source, card, {.kind = Event::park, .target = static_cast<std::uint8_t>(target)});
                state.reserve[at(target)] = table_.stacks.push(0, card);
                return true;
            default:
                deal(state);
                return true;
        }
    }
    /// Takes away the open card of the source; `event` says where to.
    void take(State& state, Source source, Face card, Event event) {
        const bool stack = !source.is_run && state.reserve[at(source.index)] != 0;
        event.count = 1;
        event.from_stack = stack;
        event.reserve = static_cast<std::uint8_t>(source.index);
        if (stack) {
            event.from = state.reserve[at(source.index)];
            record(event);
            pop_stack(state, source.index);
            return;
        }
        const int i = source.is_run ? source.index : opened_up(state, card);
        event.from = cards_of(state.run[at(i)]);
        record(event);
        pop_run(state, i);
    }
    static bool can_deal(const State& state) {
        if constexpr (!strict) return true;
        return state.open_reserves() > 0;
    }

  private:
    static constexpr int R = State::reserves;
    static constexpr bool strict = rules.stock.deal_to == DealTo::empty_reserves;

    const Stacks& stacks() const { return table_.stacks; }
    /// Takes the end card off a run. A card that is left alone stays where it was.
    static void pop_run(State& state, int i) {
        Run& run = state.run[at(i)];
        if (is_single(run)) {
            state.remove_run(i);
        } else {
            ++run;
            if (is_single(run)) run |= on_tableau;
        }
    }
    void pop_stack(State& state, int i) {
        state.reserve[at(i)] = stacks().below(state.reserve[at(i)]);
        table_.open_up(state, i);
    }
    void dig_run(State& state, int i, int count) {
        for (; count > 0; --count) {
            const Run run = cards_of(state.run[at(i)]);
            record({Event::to_space, 1, false, 0, 0, run, 0});
            pop_run(state, i);
            state.add_run(single(end_of(run)));
            table_.fix_places(state);
        }
    }
    void dig_stack(State& state, int i, int count) {
        for (; count > 0; --count) {
            const Stack stack = state.reserve[at(i)];
            record({Event::to_space, 1, true, static_cast<std::uint8_t>(i), 0, stack, 0});
            pop_stack(state, i);
            state.add_run(single(stacks().top(stack)));
            table_.fix_places(state);
        }
    }

    void dig(State& state, Source source, int count) {
        if (source.is_run) {
            dig_run(state, source.index, count);
        } else {
            dig_stack(state, source.index, count);
        }
    }
    /// The single card that was the last one of a stack.
    static int opened_up(const State& state, Face card) {
        int found = -1;
        for (int i = 0; i < state.runs; ++i) {
            if (cards_of(state.run[at(i)]) != single(card)) continue;
            if ((state.run[at(i)] & in_reserve) != 0) return i;
            found = i;
        }
        return found;
    }
    static int single_of(const State& state, Face card) {
        int i = state.runs - 1;
        while (cards_of(state.run[at(i)]) != single(card)) --i;
        return i;
    }
    int single_that_takes(const State& state, Face card, int but) const {
        for (int i = 0; i < state.runs; ++i)
            if (i != but && cards_of(state.run[at(i)]) == single(card) && table_.can_take(state, i)) return i;
        return -1;
    }

    bool lay_on_single(State& state, Source source, Face card) {
        const int but = source.is_run ? source.index : -1;
        return lay(state, source, card, single_that_takes(state, static_cast<Face>(card + 1), but));
    }
    bool lay(State& state, Source source, Face card, int target) {
        if (target < 0) return false;
        const Run before = cards_of(state.run[at(target)]);
        state.run[at(target)] = static_cast<Run>(before - 1);
        take(state, source, card, {.kind = Event::onto, .to = before});
        return true;
    }
    void deal(State& state) {
        record({.kind = Event::deal});
        unsigned empty = 0;
        for (int i = 0; i < R; ++i) empty |= (state.reserve[at(i)] == 0 ? 1U : 0U) << i;
        const unsigned piles = strict ? empty : (1U << R) - 1;
        for (int round = 0; round < rules.stock.each; ++round)
            for (int i = 0; i < R && state.dealt < table_.stock.size(); ++i) {
                if ((piles >> i & 1U) == 0) continue;
                state.reserve[at(i)] = table_.stacks.push(state.reserve[at(i)], table_.stock[state.dealt++]);
            }
        for (int i = 0; i < R; ++i) table_.open_up(state, i);
    }

    Table<rules>& table_;
    std::vector<Event>* events_;
};

}  // namespace quincunx::solver::carthage
