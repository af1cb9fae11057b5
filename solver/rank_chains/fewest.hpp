#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/common/small_array.hpp"
#include "solver/rank_chains/kind.hpp"
#include "solver/rank_chains/problem.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver::rank_chains {

/// Moves that `Fewest` need not try, as bits; a `PruneSet` is what it tries nevertheless. Each argument is a claim about states:
/// "if the state can be won with n more cards put into cells, so can the state after the rule, with at most n". The terms
/// are those of `Prune`. Its rules `cell_at_once` and `no_rival` are not among them: they may cost a cell.
enum Sparing : PruneSet {
    /// If several foundations want x, the one with the longest tail is served. `Prune` has the argument; the line in which
    /// two foundations exchange roles puts the same cards into cells.
    serve_longest = 1 << 0,
    /// A tableau top or a card in a cell is played immediately if every foundation that needs its rank wants it now. A win
    /// plays it to one of them some time. Nothing else goes there before, and the other cards of this rank go to the others,
    /// which want them already. So all other moves stay possible if it goes now, and if the win puts it into a cell first,
    /// that is saved.
    play_unrivaled = 1 << 1,
    /// Among tops of the same wanted rank, one that is the last card of its pile is not played while there is one that
    /// is not, and of several last cards only one is. Suppose a win plays the last card X where it could play Y. Play Y
    /// instead. When the win puts Y into a cell, do nothing, since what lay under it is free already; when it plays Y, play
    /// X, which has stayed where it is.
    last_waits = 1 << 2,
    /// Cards are put into cells only as "put the k top cards of a pile into cells, and play the next one". Delay each
    /// until the card under it is moved; if it is played before that, it goes straight from its pile, and a cell is saved.
    cell_to_play = 1 << 3,
};

/// Finds a solution with the fewest moves, and proves it: every card to come is played once, so it is the one that puts the
/// fewest cards into cells. States are gone through in the order of that number, each once. Where there is a choice of
/// increments, it is made by the first move, and both are searched together.
template <const Rules& rules>
    requires(fits(rules) && rules.has_choice() && rules.reserve.piles <= 2)
class Fewest {
  public:
    /// Without the rules in `off`.
    explicit Fewest(PruneSet off = nothing_off) : off_(off) {}

    /// Begins. At most about `memory` bytes are used.
    void start(const Position<rules>& position, std::size_t memory) {
        memory_ = memory;
        states_.clear();
        known_.assign(std::size_t{1} << 10, none);
        for (auto& layer : layers_) layer.clear();
        waiting_ = 0;
        spent_ = 0;
        nodes_ = 0;
        line_.clear();
        verdict_ = Verdict::unknown;
        over_ = false;
        for (int choice = 1; choice <= 2; ++choice) {
            Side& side = sides_[choice - 1];
            if (position.choice() != 0 && position.choice() != choice) continue;
            side.choice = position.choice() == 0 ? choice : 0;
            if (!read(position, choice, side.problem)) {
                over_ = true;
                return;
            }
            State root = first_state(side, choice - 1);
            settle(root, nothing);
            add({key(root), none, {}}, 0);
        }
    }

    /// Goes on for about `budget` nodes; true when it is over.
    bool step(std::uint64_t budget) {
        const std::uint64_t stop = nodes_ + budget;
        while (!over_ && nodes_ < stop) {
            while (spent_ < most_spent && layers_[spent_].empty()) ++spent_;
            if (spent_ == most_spent) {
                over_ = true;
                verdict_ = Verdict::unwinnable;
                break;
            }
            const Reached reached = layers_[spent_].back();
            layers_[spent_].pop_back();
            --waiting_;
            if (!note(reached)) continue;
            ++nodes_;
            const State state = state_of(reached.key);
            if (won(state)) return finish();
            expand(state, static_cast<std::uint32_t>(states_.size() - 1));
            if (bytes() > memory_) over_ = true;
        }
        return over_;
    }

    /// winnable: `line` is a shortest solution. unwinnable: there is none. unknown: memory was not enough, or it is not over.
    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr int piles = rules.tableau.piles;
    static constexpr int cells = rules.reserve.piles;
    static constexpr int foundations = rules.foundations[0].piles;
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr int most_spent = rules.card_count() + 1;
    static_assert(rules.ranks < 16 && rules.foundations[0].length < 16, "four bits each");

    struct Side {
        Problem problem;
        int choice = 0;  ///< that the first move makes; 0: it has been made
        SmallArray<std::uint8_t, piles>
            first{};  ///< of each pile, where its lowest card is in `problem.cards`
        SmallArray<std::uint8_t, piles> shift{};  ///< of its size in a key
    };
    struct State {
        int side;
        SmallArray<std::uint8_t, piles> size{};
        SmallArray<std::uint8_t, foundations> left{};
        SmallArray<std::uint8_t, cells> cell{};
    };
    /// `stored` cards of a pile are put into cells, and then its top is played; or a card is played from a cell.
    struct Choice {
        bool from_cell = false;
        std::uint8_t source = 0;
        std::uint8_t stored = 0;
        std::uint8_t target = 0;
        bool only_store = false;  ///< nothing is played (only without `cell_to_play`)
    };
    struct Reached {
        std::uint64_t key;
        std::uint32_t from;  ///< the state before, by its index
        Choice choice;
    };

    // --- Keys: foundations, cells and piles in the bits of a number ---

    static State first_state(Side& side, int number) {
        State state{.side = number};
        int first = 0, shift = 1 + 4 * (foundations + cells);
        for (int i = 0; i < piles; ++i) {
            const auto size = static_cast<unsigned>(side.problem.sizes[i]);
            state.size[i] = side.problem.sizes[i];
            side.first[i] = static_cast<std::uint8_t>(first);
            side.shift[i] = static_cast<std::uint8_t>(shift);
            first += static_cast<int>(size);
            shift += static_cast<int>(std::bit_width(size));
        }
        for (int i = 0; i < foundations; ++i) state.left[i] = side.problem.foundations[i].left;
        state.cell = {};
        for (int i = 0; i < cells; ++i) state.cell[i] = side.problem.cells[i];
        return state;
    }
    /// Cells are alike, so the lower rank comes first.
    std::uint64_t key(const State& state) const {
        std::uint64_t key = static_cast<std::uint64_t>(state.side);
        int shift = 1;
        const auto put = [&](std::uint64_t four) {
            key |= four << shift;
            shift += 4;
        };
        for (int i = 0; i < foundations; ++i) put(state.left[i]);
        if constexpr (cells == 2) {
            put(std::min(state.cell[0], state.cell[1]));
            put(std::max(state.cell[0], state.cell[1]));
        } else {
            put(state.cell[0]);
        }
        for (int i = 0; i < piles; ++i) key |= std::uint64_t{state.size[i]} << sides_[state.side].shift[i];
        return key;
    }
    State state_of(std::uint64_t key) const {
        State state{.side = static_cast<int>(key & 1)};
        const Side& side = sides_[state.side];
        std::uint64_t rest = key >> 1;
        const auto take = [&] {
            const auto four = static_cast<std::uint8_t>(rest & 15);
            rest >>= 4;
            return four;
        };
        for (int i = 0; i < foundations; ++i) state.left[i] = take();
        for (int i = 0; i < cells; ++i) state.cell[i] = take();
        for (int i = 0; i < piles; ++i) {
            const int width = static_cast<int>(std::bit_width(static_cast<unsigned>(side.problem.sizes[i])));
            state.size[i] = static_cast<std::uint8_t>(key >> side.shift[i] & ((1u << width) - 1));
        }
        return state;
    }

    // --- Questions ---

    static bool won(const State& state) {
        return std::all_of(state.left.begin(), state.left.end(), [](int left) { return left == 0; });
    }
    /// The rank of a pile's card under `others` more; 0 if there is none.
    int card(const State& state, int pile, int others) const {
        const Side& side = sides_[state.side];
        return others < state.size[pile]
                   ? side.problem.cards[side.first[pile] + state.size[pile] - 1 - others]
                   : 0;
    }
    /// How many cards a foundation takes before x, if it takes x at all; -1 otherwise.
    int before(const State& state, int foundation, int x) const {
        const Problem::Foundation& start = sides_[state.side].problem.foundations[foundation];
        const int next = (start.next - 1 + start.left - state.left[foundation]) % rules.ranks + 1;
        const int count = (x - next + rules.ranks) % rules.ranks;
        return count < state.left[foundation] ? count : -1;
    }
    bool wants(const State& state, int foundation, int x) const {
        return x != 0 && before(state, foundation, x) == 0;
    }
    /// The foundation that wants x and has the longest tail; -1 if there is none.
    int target(const State& state, int x) const {
        int best = -1;
        for (int i = 0; i < foundations; ++i) {
            if (wants(state, i, x) && (best < 0 || state.left[i] > state.left[best])) best = i;
        }
        return best;
    }
    bool unrivaled(const State& state, int x) const {
        for (int i = 0; i < foundations; ++i) {
            if (before(state, i, x) > 0) return false;
        }
        return true;
    }
    static int free_cells(const State& state) {
        return static_cast<int>(std::count(state.cell.begin(), state.cell.end(), 0));
    }
    bool on(Sparing rule) const { return (off_ & rule) == 0; }

    // --- Changes ---

    static constexpr auto nothing = [](const Step&) {};

    /// Makes the moves of a choice, and hands each to `record`.
    template <class Record>
    void apply(State& state, const Choice& choice, Record&& record) const {
        if (choice.from_cell) {
            record(Step{Step::To::foundation, true, choice.source, choice.target});
            state.cell[choice.source] = 0;
            --state.left[choice.target];
            return;
        }
        for (int k = 0; k < choice.stored; ++k) {
            const auto cell = static_cast<std::uint8_t>(std::find(state.cell.begin(), state.cell.end(), 0) -
                                                        state.cell.begin());
            record(Step{Step::To::cell, false, choice.source, cell});
            state.cell[cell] = static_cast<std::uint8_t>(card(state, choice.source, 0));
            --state.size[choice.source];
        }
        if (choice.only_store) return;
        record(Step{Step::To::foundation, false, choice.source, choice.target});
        --state.size[choice.source];
        --state.left[choice.target];
    }
    /// Makes all moves of `play_unrivaled`.
    template <class Record>
    void settle(State& state, Record&& record) const {
        if (!on(play_unrivaled)) return;
        const auto go = [&](bool from_cell, int source, int x) {
            const int foundation = target(state, x);
            if (foundation < 0 || !unrivaled(state, x)) return false;
            apply(state,
                  {from_cell, static_cast<std::uint8_t>(source), 0, static_cast<std::uint8_t>(foundation)},
                  record);
            return true;
        };
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < cells && !again; ++i) again = go(true, i, state.cell[i]);
            for (int i = 0; i < piles && !again; ++i) again = go(false, i, card(state, i, 0));
        }
    }

    // --- The search ---

    void add(const Reached& reached, int spent) {
        layers_[spent].push_back(reached);
        ++waiting_;
    }
    /// False if the state has been reached before, with as few cards put into cells, or fewer.
    bool note(const Reached& reached) {
        if (2 * (states_.size() + 1) > known_.size()) {
            known_.assign(2 * known_.size(), none);
            for (std::size_t i = 0; i < states_.size(); ++i) known_[place(states_[i].key)] = std::uint32_t(i);
        }
        std::uint32_t& known = known_[place(reached.key)];
        if (known != none) return false;
        known = static_cast<std::uint32_t>(states_.size());
        states_.push_back(reached);
        return true;
    }
    /// Where the state is in the table, or would be.
    std::size_t place(std::uint64_t key) const {
        const std::size_t mask = known_.size() - 1;
        std::size_t at = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 32) & mask;
        while (known_[at] != none && states_[known_[at]].key != key) at = (at + 1) & mask;
        return at;
    }
    std::size_t bytes() const {
        return (states_.size() + waiting_) * sizeof(Reached) + known_.size() * sizeof(std::uint32_t);
    }

    void try_choice(const State& before, std::uint32_t from, const Choice& choice) {
        State state = before;
        apply(state, choice, nothing);
        settle(state, nothing);
        const std::uint64_t reached = key(state);
        if (known_[place(reached)] == none) add({reached, from, choice}, spent_ + choice.stored);
    }
    /// Plays x to each foundation that is worth trying.
    void try_plays(const State& state, std::uint32_t from, Choice choice, int x) {
        for (int i = 0; i < foundations; ++i) {
            if (on(serve_longest) ? i != target(state, x) : !wants(state, i, x)) continue;
            choice.target = static_cast<std::uint8_t>(i);
            try_choice(state, from, choice);
        }
    }
    void expand(const State& state, std::uint32_t from) {
        for (int i = 0; i < cells; ++i) {
            if (state.cell[i] == 0 || (i == 1 && state.cell[0] == state.cell[1])) continue;
            try_plays(state, from, {.from_cell = true, .source = std::uint8_t(i)}, state.cell[i]);
        }
        unsigned covering = 0, last = 0;  // ranks of tops
        for (int i = 0; i < piles; ++i) {
            if (state.size[i] > 1) covering |= 1u << card(state, i, 0);
        }
        const int room = free_cells(state);
        for (int i = 0; i < piles; ++i) {
            const int top = card(state, i, 0);
            if (top == 0) continue;
            const bool waits = state.size[i] == 1 && ((covering | last) >> top & 1) != 0;
            if (state.size[i] == 1) last |= 1u << top;
            if (!waits || !on(last_waits)) try_plays(state, from, {.source = std::uint8_t(i)}, top);
            for (int stored = 1; stored <= room; ++stored) {
                if (!on(cell_to_play) && stored == 1)
                    try_choice(state, from, {.source = std::uint8_t(i), .stored = 1, .only_store = true});
                if (!on(cell_to_play)) break;
                try_plays(state, from, {.source = std::uint8_t(i), .stored = std::uint8_t(stored)},
                          card(state, i, stored));
            }
        }
    }

    bool finish() {
        over_ = true;
        verdict_ = Verdict::winnable;
        std::vector<Choice> choices;
        std::uint32_t at = static_cast<std::uint32_t>(states_.size() - 1);
        const int number = static_cast<int>(states_[at].key & 1);
        for (; states_[at].from != none; at = states_[at].from) choices.push_back(states_[at].choice);
        if (sides_[number].choice != 0) line_.push_back(Move::choose(sides_[number].choice));
        const auto record = [this](const Step& step) { line_.push_back(move_of<rules>(step)); };
        State state = first_state(sides_[number], number);
        settle(state, record);
        for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
            // A key has its cells in order, and a choice names them in that order.
            apply(state, in_cells_of(state, *choice), record);
            settle(state, record);
        }
        return true;
    }
    /// The choice with the cell in which the card is that it plays.
    Choice in_cells_of(const State& state, Choice choice) const {
        if (!choice.from_cell) return choice;
        SmallArray<std::uint8_t, cells> ordered = state.cell;
        std::sort(ordered.begin(), ordered.end());
        const auto cell = std::find(state.cell.begin(), state.cell.end(), ordered[choice.source]);
        choice.source = static_cast<std::uint8_t>(cell - state.cell.begin());
        return choice;
    }

    PruneSet off_;
    SmallArray<Side, 2> sides_{};
    std::size_t memory_ = 0;
    std::vector<Reached> states_;       ///< reached so far
    std::vector<std::uint32_t> known_;  ///< a hash table of them
    SmallArray<std::vector<Reached>, most_spent + 1>
        layers_{};  ///< still to be looked at, by cards put into cells
    std::size_t waiting_ = 0;
    int spent_ = 0;
    std::uint64_t nodes_ = 0;
    std::vector<Move> line_;
    Verdict verdict_ = Verdict::unknown;
    bool over_ = true;
};

}  // namespace quincunx::solver::rank_chains
