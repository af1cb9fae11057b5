#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/generate.hpp"
#include "solver/strategy.hpp"
#include "solver/strategy/carthage_bag.hpp"
#include "solver/strategy/carthage_weights.hpp"
#include "solver/strategy/layers.hpp"
#include "solver/strategy/prune_tally.hpp"

/// Search for games like Carthage: tableau piles built down in suit one card at a time, reserves of which
/// only the top is available and on which a stock is dealt, foundations up in suit. docs/solver/carthage.md
/// has the arguments at length.
namespace quincunx::solver {

/// Whether the rules are of the kind that `CarthageSearch` knows.
constexpr bool is_carthage_kind(const Rules& rules) {
    const FoundationGroup& up = rules.foundations[0];
    const bool foundations = up.start == Start::fixed_rank && up.start_rank == 1 &&
                             up.build.follow == Follow::same_suit && up.build.step == 1 && !up.build.wraps &&
                             up.length == rules.ranks && up.per_suit == rules.decks &&
                             up.piles == suit_count * rules.decks && rules.foundations[1].piles == 0;
    const bool tableau = rules.tableau.build.follow == Follow::same_suit && rules.tableau.build.step == -1 &&
                         !rules.tableau.build.wraps && rules.tableau.unit == Unit::top_card &&
                         rules.tableau.space == Space::any_card && rules.tableau.refill == Refill::none &&
                         rules.tableau.capacity == 0;
    const bool reserve = rules.reserve.access == Access::top_card && rules.reserve.capacity == 1;
    const bool stock =
        rules.stock.deal_to == DealTo::reserves || rules.stock.deal_to == DealTo::empty_reserves;
    constexpr unsigned routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve |
                                reserve_to_tableau | reserve_to_foundation | reserve_to_reserve;
    return foundations && tableau && reserve && stock && rules.routes == routes && rules.decks <= 2 &&
           rules.tableau.piles + rules.reserve.piles <= 20;
}

/// The pruning rules of `CarthageSearch`; each can be switched off (`PruneSet`, a bit each).
enum class CarthagePrune : unsigned {
    /// A card is played to its foundation at once if all cards of its suit below its rank are home.
    /// Its twin cannot compete for the slot (the lower foundation has reached rank - 1, so both
    /// foundations take it or the higher one is past it), and nothing can ever be laid on it again
    /// (both copies of the rank below are home). Take a winning line, move the play to its front,
    /// drop the card's other moves: what it covered is only open earlier, what it occupied only
    /// free earlier. Nothing in Carthage is forced by that. In a strict game it may change who is
    /// dealt to, so there it waits until the stock is empty.
    safe_play,
    /// After an irreversible move every run that can be laid on the end of another with the spaces
    /// at hand is laid there. The move can be taken back in the same way, so both positions are won
    /// or both are not. After a reversible move this holds for single cards only: what takes one
    /// back is a dig. Digs are free in the count of moves to a win by which the search gets on
    /// among states of equal progress, so the merged state is as near to the win. In no case is a
    /// card laid on a single one whose place is still open though no space is left: that would
    /// decide that it lies on the tableau.
    merge_runs,
    /// A move that only fills a space (dig) is made only as part of a block that ends with a move
    /// that needs it. In a winning line take the first move that is no dig; the digs before it that
    /// it does not need, directly or through another dig, can be made after it: it neither used the
    /// cards they uncover nor the cards they moved. Two things may be missing then, and for each of
    /// them digs are made for themselves after the last deal. A pile of the tableau: where runs of
    /// two cards and more lie on every pile, no single card can be built on; there every dig that
    /// divides a run. A space to change places: the card that a dig opens, the last of a reserve or
    /// the highest of a run, can only be carried between reserve and tableau as long as a space is
    /// left, and the postponed dig may fill the last one; so a pile is dug down to it where a space
    /// stays free. Before the last deal only digs from tableau to tableau are postponed: a deal
    /// covers the reserves, and what lies on the tableau stays there.
    postpone_digs,
    /// After the last deal, without a space, a state is given up if no space can come free even in
    /// a game in which a card that was once open, or once the end of a run, stays so, and
    /// foundations only rise (`Reach`). Every sequence of moves without a space is one in that
    /// game, and before the game is won a space comes free.
    dead_when_full,
    /// After the last deal a card at the end of a run is played at once on the higher foundation of
    /// its suit if the lower one is but one rank behind. Follow a winning line without the card,
    /// and think of it where the line has it. Nothing need be laid on it: the one card that fits
    /// there can go home. If the line plays its twin first, the twin takes the place where the card
    /// is thought to be, and twins are equal. The same for the top of a reserve if the twin lies in
    /// it, too: the line moves the card first.
    twin_play,
    /// After the last deal a move that frees no space, after which none is left, is made only if
    /// the move that frees the next space can need it, directly or through others (`Reach`). In a
    /// winning line take the first move that frees a space. Those before it that it does not need
    /// can be made after it, in their order: nothing of what they use has changed, and they have
    /// one more space. They have their piles of the tableau, too: as long as no space is left every
    /// single card stays in its pile, so no two moves build on the same one, and afterwards each of
    /// these piles is still there. So the line begins with needed moves only, and after each of them
    /// the next space comes free by it. Nothing is asked of digs that are made for themselves: the
    /// place that they give is not seen (see `postpone_digs`).
    needed_moves,
    /// A state after the last deal is given up if the reserves cannot be dug in any order even in a
    /// game in which the cards out of them can be laid on each other and played home at will, and
    /// only need room (`CarthageBag`). In a real win there is room after every card that is dug.
    bag,
};

/// The branches of these rules (`PruneTally`).
enum class CarthageBranch : std::uint8_t {
    safe_run,         ///< `safe_play` of the end of a run
    safe_stack,       ///< … of the top of a reserve
    safe_dug,         ///< no deeper digs are made in a pile where one of them opens such a card
    merged_single,    ///< `merge_runs` of a single card
    merged_run,       ///< … of a longer run
    postponed_early,  ///< `postpone_digs` of a run's end before the last deal
    postponed_run,    ///< … of a run's end after it
    postponed_stack,  ///< … of a reserve's top
    dead,             ///< `dead_when_full`
    twin_run,         ///< `twin_play` of the end of a run
    twin_stack,       ///< … of the top of a reserve that holds the twin
    needless_home,    ///< `needed_moves` of a card that goes home
    needless_run,     ///< … of a card of a run that is laid on another
    needless_stack,   ///< … of a card of a reserve
    no_room,          ///< `bag`
    count
};

/// Beams of growing width in layers of irreversible progress; exhausted when nothing was cut off.
template <const Rules& rules>
class CarthageSearch {
    static_assert(is_carthage_kind(rules));

  public:
    static constexpr bool strict = rules.stock.deal_to == DealTo::empty_reserves;

    /// What the linear score of a state is made of: facts of single reserve piles, summed over them, and
    /// facts of the whole state.
    enum Feature : int {
        // Of a pile.
        stack_size,
        stack_size_squared,
        is_open,
        inverted,     ///< cards on a lower card of their suit
        over_lower,   ///< cards on any lower card
        in_sequence,  ///< cards directly on the next higher card of their suit
        reversed,     ///< cards directly on the next lower card of their suit
        by_rank_and_depth,
        // Of a state.
        cards_home = by_rank_and_depth + 20,
        spaces,
        no_space,
        one_space,
        tops_fit,
        second_fits,
        plays,
        built_runs,
        loose_cards,
        kings,
        gap_to_lower,
        gap_to_higher,
        heads_near,  ///< runs whose next higher card is near the top of a pile
        heads_deep,  ///< … in a pile at all
        ends_near,   ///< runs whose next lower card is near the top of a pile
        twin_gap,
        high_squared,
        low_squared,
        next_low_depth,
        next_low_dealt,
        next_low_covered,
        next_high_depth,
        next_high_dealt,
        next_high_covered,
        next_but_one_depth,
        next_but_one_dealt,
        next_but_one_covered,
        least_depth,
        too_deep,
        least_stack,
        reach_sum,  ///< cards that can be dug from one pile with the spaces there are, summed over the piles
        reach_most,
        reach_home,  ///< piles in which digging so reaches a card that goes home
        deal_fits,   ///< cards of the next deal that fit on a run or home
        features,
        pile_features = cards_home
    };
    static constexpr int phases = 6;  ///< by the deals still ahead; five and more are one phase
    static constexpr int factors = phases * features;
    static_assert(factors == carthage_weights.size());
    using Features = std::array<float, features>;

    /// How wide the beams are. Part of the search, not of its verdicts.
    struct Plan {
        std::uint32_t width = 2;   ///< states expanded per layer of irreversible progress
        std::uint32_t growth = 2;  ///< factor from pass to pass, at least 2
        float closure = 0.25F;     ///< share of the width for each further round of reversible moves
        float deals = 3;           ///< times the width: states kept after a deal
        /// After the pass of such a width an attempt to see everything without any score, given up when it
        /// has expanded too many states before the last deal or, if the layers are not kept, in all.
        struct Attempt {
            std::uint32_t after;
            std::uint64_t before_last_deal;
            std::uint64_t states;
        };
        static constexpr std::uint64_t any = ~std::uint64_t{0};
        std::vector<Attempt> attempts =
            strict ? std::vector<Attempt>{{8, any, any}}
                   : std::vector<Attempt>{
                         {128, 20'000, 150'000}, {1024, 100'000, 7'000'000}, {4096, 600'000, any}};
        /// The rule `bag` is used after so many nodes.
        std::uint64_t bag_from = 1000;
        /// Whether a pass goes on from the layers of the one before, as long as the memory suffices; else
        /// every pass begins at the start and gives each layer back when it is done.
        bool keep_layers = true;
        const float* weights = carthage_weights.data();  ///< of the score: `features` for each phase
    };

    explicit CarthageSearch(PruneSet off = prune_all) : off_(off) {}

    void set_plan(const Plan& plan) { plan_ = plan; }

    void start(const Position<rules>& position, const Limits& limits);
    bool step(std::uint64_t budget);

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const { return progress_; }
    /// What the pruning rules left out, for tests.
    const PruneTally<CarthageBranch>& tally() const { return tally_; }
    /// The widest pass that was begun, for statistics.
    std::uint32_t width() const { return width_; }

  private:
    template <const Rules& tuned>
    friend class CarthageTuner;  // bench/tune/carthage.cpp looks into the layers

    static constexpr Layout layout{rules};
    static constexpr int T = layout.tableau;
    static constexpr int R = layout.reserve;
    static constexpr int C = T + R;
    static constexpr int ranks = rules.ranks;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static constexpr std::uint64_t king_faces = (std::uint64_t{1} << ranks) * 0x0001000100010001ULL;
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

    using Face = std::uint8_t;    ///< suit in bits 4-5, rank in bits 0-3; 0: no card
    using Stack = std::uint16_t;  ///< number of a stack in `stacks_`; 0: empty
    /// A run of one suit: suit in bits 8-9, highest rank in bits 4-7, lowest (the top) in bits 0-3.
    using Run = std::uint16_t;
    /// A run of one card that is known to lie on the tableau or in a reserve. Else it may be in either (see
    /// `State`).
    static constexpr Run on_tableau = 1 << 10, in_reserve = 2 << 10, place_mask = 3 << 10;

    /// Until the stock is empty: `run` are the tableau piles, `reserve` the reserve piles in their order.
    ///
    /// After that: a reserve pile with one card or none is a place for one card, so single cards lie on the
    /// tableau or in such a reserve. As long as any space is left, single cards can be permuted through it:
    /// where they lie says nothing, and `run` holds them all, unplaced. When the last space is filled they
    /// are where we wish them to have been: the choice is made when it matters (`can_take`), and what can no
    /// longer be chosen is marked by `on_tableau` and `in_reserve`. `reserve` are the piles of two cards and
    /// more. Both are sorted.
    static constexpr int padding = 4 - (C + R + 3) % 4;
    struct State {
        std::uint32_t homes;  ///< two heights for each suit, the higher one in the upper four bits
        std::uint8_t dealt;   ///< cards dealt from the stock
        std::uint8_t runs;
        std::array<Run, at(C)> run;
        std::array<Stack, at(R)> reserve;
        std::array<std::uint16_t, at(padding)> unused;
        friend bool operator==(const State&, const State&) = default;
    };
    static_assert(std::has_unique_object_representations_v<State> && sizeof(State) % 8 == 0);

    // --- Cards and runs
    // --------------------------------------------------------------------------------------------------

    static constexpr int suit(Face card) { return card >> 4; }
    static constexpr int rank(Face card) { return card & 15; }
    static constexpr Face face(int suit, int rank) { return static_cast<Face>(suit << 4 | rank); }
    static constexpr Run single(Face card) {
        return static_cast<Run>((card >> 4) << 8 | (card & 15) << 4 | (card & 15));
    }
    static constexpr int run_suit(Run run) { return run >> 8 & 3; }
    static constexpr int high(Run run) { return run >> 4 & 15; }
    static constexpr int low(Run run) { return run & 15; }
    static constexpr int length(Run run) { return high(run) - low(run) + 1; }
    static constexpr bool is_single(Run run) { return high(run) == low(run); }
    static constexpr Face end_of(Run run) { return face(run_suit(run), low(run)); }
    static constexpr Run cards_of(Run run) { return run & 0x3ff; }
    /// The run from its highest card down to a rank.
    static constexpr Run with_low(Run run, int low) { return static_cast<Run>((run & 0x3f0) | low); }

    static int higher(const State& state, int suit) { return state.homes >> (8 * suit + 4) & 15; }
    static int lower(const State& state, int suit) { return state.homes >> (8 * suit) & 15; }
    static void raise(State& state, Face card) {
        const bool on_higher = higher(state, suit(card)) == rank(card) - 1;
        state.homes += 1U << (8 * suit(card) + (on_higher ? 4 : 0));
    }
    static int home_count(std::uint32_t homes) {
        homes = (homes & 0x0f0f0f0fU) + (homes >> 4 & 0x0f0f0f0fU);
        return static_cast<int>((homes * 0x01010101U) >> 24);
    }
    /// With one pack the second foundation of every suit counts as complete from the start.
    static constexpr int homes_at_end = 2 * suit_count * ranks;
    static bool is_safe(const State& state, Face card) { return lower(state, suit(card)) == rank(card) - 1; }
    /// Whether a card of a run may be played by `twin_play`.
    static bool is_twin_safe(const State& state, Face card) {
        return higher(state, suit(card)) == rank(card) - 1 && lower(state, suit(card)) == rank(card) - 2;
    }
    static bool fits_home(const State& state, Face card) {
        return higher(state, suit(card)) == rank(card) - 1 || is_safe(state, card);
    }

    bool on(CarthagePrune rule) const { return (off_ >> static_cast<unsigned>(rule) & 1U) == 0; }
    bool last_phase(const State& state) const { return state.dealt == stock_.size(); }
    bool plays_twins(const State& state) const { return on(CarthagePrune::twin_play) && last_phase(state); }
    bool plays_safe(const State& state) const {
        return on(CarthagePrune::safe_play) && (!strict || last_phase(state));
    }

    // --- Stacks: the contents of reserve piles as nodes of a tree, each a card on another stack
    // --------------------------------------------------------------------------------------------------

    struct StackNode {
        Face card;
        std::uint8_t size;
        Stack below;
        std::uint64_t cards;              ///< as a bit set over faces
        std::uint64_t near;               ///< the uppermost four
        std::array<float, phases> value;  ///< its part of the score in each phase
    };
    static constexpr std::uint8_t absent = 255;

    void clear_stacks() {
        bag_.clear();
        stacks_.clear();
        depth_.clear();
        stack_slots_.assign(1024, 0);
        stacks_.push_back({});
        depth_.emplace_back().fill(absent);
        evaluate(0);
    }
    Face top(Stack stack) const { return stacks_[stack].card; }
    Stack below(Stack stack) const { return stacks_[stack].below; }
    int size(Stack stack) const { return stacks_[stack].size; }

    Stack push(Stack stack, Face card) {
        std::size_t slot = stack_slot(stack, card);
        if (stack_slots_[slot] != 0) return stack_slots_[slot];
        if (stacks_.size() > 65535) {
            out_of_memory_ = true;
            return 0;
        }
        if (stacks_.size() * 2 > stack_slots_.size()) {
            stack_slots_.assign(stack_slots_.size() * 4, 0);
            for (std::size_t i = 1; i < stacks_.size(); ++i)
                stack_slots_[stack_slot(stacks_[i].below, stacks_[i].card)] = static_cast<Stack>(i);
            slot = stack_slot(stack, card);
        }
        const auto result = static_cast<Stack>(stacks_.size());
        stack_slots_[slot] = result;
        stacks_.push_back({card, static_cast<std::uint8_t>(stacks_[stack].size + 1), stack, 0, 0, {}});
        std::array<std::uint8_t, 64> depth = depth_[stack];
        for (std::uint8_t& cards : depth)
            if (cards != absent) ++cards;
        depth[card] = 0;
        depth_.push_back(depth);
        evaluate(result);
        return result;
    }
    std::size_t stack_slot(Stack stack, Face card) const {
        const std::uint32_t key = static_cast<std::uint32_t>(stack) << 8 | card;
        std::size_t slot = key * 0x9E3779B1U >> 7;
        for (;; ++slot) {
            slot &= stack_slots_.size() - 1;
            const Stack found = stack_slots_[slot];
            if (found == 0 || (stacks_[found].below == stack && stacks_[found].card == card)) return slot;
        }
    }
    /// The features of a pile.
    void pile_facts(Stack stack, Features& facts) const {
        const auto cards = static_cast<float>(size(stack));
        facts[stack_size] += cards;
        facts[stack_size_squared] += 0.1F * cards * cards;
        facts[is_open] += stack == 0 ? 1.0F : 0.0F;
        int above = 0;
        for (Stack s = stack; s != 0; s = below(s), ++above) {
            const Face card = top(s);
            bool own = false;
            bool any = false;
            for (Stack t = below(s); t != 0; t = below(t)) {
                if (rank(top(t)) >= rank(card)) continue;
                any = true;
                own = own || suit(top(t)) == suit(card);
            }
            facts[inverted] += own ? 1.0F : 0.0F;
            facts[over_lower] += any ? 1.0F : 0.0F;
            if (below(s) != 0) {
                facts[in_sequence] += top(below(s)) == card + 1 ? 1.0F : 0.0F;
                facts[reversed] += top(below(s)) + 1 == card ? 1.0F : 0.0F;
            }
            const int part = 5 * rank(card) / (ranks + 1);
            const int depth = above == 0 ? 0 : above <= 2 ? 1 : above <= 5 ? 2 : 3;
            facts[at(by_rank_and_depth + 4 * part + depth)] += 1.0F;
        }
    }
    void evaluate(Stack stack) {
        StackNode& node = stacks_[stack];
        int above = 0;
        for (Stack s = stack; s != 0; s = below(s), ++above) {
            node.cards |= std::uint64_t{1} << top(s);
            if (above < 4) node.near |= std::uint64_t{1} << top(s);
        }
        Features facts{};
        pile_facts(stack, facts);
        for (int phase = 0; phase < phases; ++phase) {
            const float* const w = plan_.weights + phase * features;
            float value = 0;
            for (int i = 0; i < pile_features; ++i) value += w[i] * facts[at(i)];
            node.value[at(phase)] = value;
        }
    }

    // --- Moves on a state; `recorder_` gets them when a line is written down
    // --------------------------------------------------------------------------------------------------

    struct Event {
        enum Kind : std::uint8_t { to_space, to_home, onto, park, deal } kind = to_space;
        std::uint8_t count = 1;  ///< cards of a run; else 1
        bool from_stack = false;
        std::uint8_t reserve = 0;  ///< index of the stack (`from_stack`, before the last phase)
        std::uint8_t target = 0;   ///< `park`: index of the reserve
        std::uint16_t from = 0;    ///< run or stack that the card leaves, as it was
        Run to = 0;                ///< `onto`: the run as it was
    };
    void record(const Event& event) {
        if (recorder_ != nullptr) recorder_->push_back(event);
    }

    struct Room {
        int open = 0;   ///< reserve piles that are a place for one card
        int free = 0;   ///< spaces
        int built = 0;  ///< runs of two cards and more
        int placed_tableau = 0;
        int placed_reserve = 0;
    };
    Room room(const State& state) const {
        Room room;
        if (last_phase(state))
            for (const Stack stack : state.reserve) room.open += stack == 0;
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            room.built += !is_single(run);
            room.placed_tableau += (run & on_tableau) != 0;
            room.placed_reserve += (run & in_reserve) != 0;
        }
        room.free = T + room.open - state.runs;
        return room;
    }
    static void add_run(State& state, Run run) { state.run[state.runs++] = run; }
    static void remove_run(State& state, int i) {
        state.run[at(i)] = state.run[--state.runs];
        state.run[state.runs] = 0;
    }
    /// Takes the end card off a run. What is left alone lies where it lay.
    static void pop_run(State& state, int i) {
        Run& run = state.run[at(i)];
        if (is_single(run)) {
            remove_run(state, i);
        } else {
            ++run;
            if (is_single(run)) run |= on_tableau;
        }
    }
    void pop_stack(State& state, int i) {
        state.reserve[at(i)] = below(state.reserve[at(i)]);
        open_up(state, i);
    }
    /// In the last phase a single card of a reserve is a run.
    void open_up(State& state, int i) const {
        Stack& stack = state.reserve[at(i)];
        if (stack == 0 || size(stack) != 1 || !last_phase(state)) return;
        add_run(state, single(top(stack)) | in_reserve);
        stack = 0;
    }
    /// Forgets where single cards lie when it does not matter, and marks them when there is no choice.
    void fix_places(State& state) const {
        const int open = last_phase(state) ? open_count(state) : 0;
        if (T + open > state.runs || open == 0) {
            for (Run& run : state.run) run = cards_of(run);
            return;
        }
        const Room now = room(state);
        Run mark = 0;
        if (now.built + now.placed_tableau == T) {
            mark = in_reserve;
        } else if (now.placed_reserve == now.open) {
            mark = on_tableau;
        }
        if (mark == 0) return;
        for (int i = 0; i < state.runs; ++i) {
            Run& run = state.run[at(i)];
            if (is_single(run) && (run & place_mask) == 0) run |= mark;
        }
    }
    /// Whether a run can be built on: a single card must lie on the tableau, or get there.
    bool can_take(const State& state, int i) const {
        const Run run = state.run[at(i)];
        if (!is_single(run)) return true;
        const Room now = room(state);
        if (now.free > 0) return now.built < T;
        if ((run & place_mask) != 0) return (run & on_tableau) != 0;
        return now.built + now.placed_tableau < T;
    }

    /// Whether it is still open where a single card lies, though no space is left.
    bool is_undecided(const State& state, Run run) const {
        return last_phase(state) && is_single(run) && (run & place_mask) == 0 && open_count(state) > 0;
    }

    void dig_run(State& state, int i, int count) {
        for (; count > 0; --count) {
            const Run run = cards_of(state.run[at(i)]);
            record({Event::to_space, 1, false, 0, 0, run, 0});
            pop_run(state, i);
            add_run(state, single(end_of(run)));
            fix_places(state);
        }
    }
    void dig_stack(State& state, int i, int count) {
        for (; count > 0; --count) {
            const Stack stack = state.reserve[at(i)];
            record({Event::to_space, 1, true, static_cast<std::uint8_t>(i), 0, stack, 0});
            pop_stack(state, i);
            add_run(state, single(top(stack)));
            fix_places(state);
        }
    }

    // --- Blocks: digs and the move that needs them
    // --------------------------------------------------------------------------------------------------

    /// A block, as numbers of the state before it: 0 … C-1 are runs, from C on reserves.
    struct Block {
        enum Kind : std::uint32_t {
            play_home,
            onto_run,        ///< on a card of a run, after the cards on it are dug
            onto_dug_run,    ///< on a card of a run that is dug itself
            onto_dug_stack,  ///< on a card that is dug from another stack
            onto_own_dug,    ///< on a card that is dug from the same stack
            dug_onto_dug,    ///< a card that is dug, on one that is dug later from the same run or stack
            into_space,      ///< digs alone
            park_in,         ///< to an empty reserve, while the stock is not empty
            deal
        };
        std::uint32_t kind : 4, source : 5, source_digs : 4, target : 5, target_digs : 4, card : 6;
    };

    struct Source {
        bool is_run;
        int index;
    };
    static Source source_of(const Block& block) {
        const int source = static_cast<int>(block.source);
        return source < C ? Source{true, source} : Source{false, source - C};
    }
    void dig(State& state, Source source, int count) {
        if (source.is_run) {
            dig_run(state, source.index, count);
        } else {
            dig_stack(state, source.index, count);
        }
    }
    /// Takes the open card of the source away; `event` says where to.
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
    /// The single card that was the last of a stack.
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
            if (i != but && cards_of(state.run[at(i)]) == single(card) && can_take(state, i)) return i;
        return -1;
    }

    /// Makes a block's moves; false if it cannot be made.
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
                raise(state, card);
                return true;
            case Block::onto_run:
                dig_run(state, target, target_digs);
                dig(state, source, source_digs);
                return lay(state, source, card, can_take(state, target) ? target : -1);
            case Block::onto_dug_run:
                dig_run(state, target, target_digs);
                target = state.runs - 1;
                dig(state, source, source_digs);
                return lay(state, source, card, can_take(state, target) ? target : -1);
            case Block::onto_dug_stack:
                if (size(state.reserve[at(target)]) == target_digs) --target_digs;
                dig_stack(state, target, target_digs);
                dig(state, source, source_digs);
                return lay_on_single(state, source, card);
            case Block::onto_own_dug:
                dig(state, source, source_digs);
                return lay_on_single(state, source, card);
            case Block::dug_onto_dug: {
                const bool all = !source.is_run && size(state.reserve[at(source.index)]) == source_digs;
                dig(state, source, source_digs - (all ? 1 : 0));
                return lay_on_single(state, {true, single_of(state, card)}, card);
            }
            case Block::into_space:
                dig(state, source, source_digs);
                return true;
            case Block::park_in:
                dig(state, source, source_digs);
                take(state, source, card, {.kind = Event::park, .target = static_cast<std::uint8_t>(target)});
                state.reserve[at(target)] = push(0, card);
                return true;
            default:
                deal(state);
                return true;
        }
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
            for (int i = 0; i < R && state.dealt < stock_.size(); ++i) {
                if ((piles >> i & 1U) == 0) continue;
                state.reserve[at(i)] = push(state.reserve[at(i)], stock_[state.dealt++]);
            }
        for (int i = 0; i < R; ++i) open_up(state, i);
    }
    static bool can_deal(const State& state) {
        if constexpr (!strict) return true;
        for (const Stack stack : state.reserve)
            if (stack == 0) return true;
        return false;
    }

    // --- Normal form
    // --------------------------------------------------------------------------------------------------

    /// What one look at all piles tells, as bit sets over faces.
    struct Look {
        std::uint64_t heads = 0;  ///< highest cards of runs
        std::uint64_t ends = 0;   ///< lowest cards of runs
        std::uint64_t tops = 0;   ///< top cards of reserves
        int buried = 0;           ///< cards of reserves above their last ones
    };
    Look look_at(const State& state) const {
        Look look;
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            look.heads |= std::uint64_t{1} << face(run_suit(run), high(run));
            look.ends |= std::uint64_t{1} << end_of(run);
        }
        for (const Stack stack : state.reserve) {
            const StackNode& node = stacks_[stack];
            look.tops |= std::uint64_t{1} << node.card;
            look.buried += node.size > 1 ? node.size - 1 : 0;
        }
        return look;
    }
    /// The cards that may be played at once: some only from a run (`is_twin_safe`).
    std::uint64_t faces_to_play(const State& state) const {
        std::uint64_t faces = safe_faces(state);
        if (!plays_twins(state)) return faces;
        for (int s = 0; s < suit_count; ++s) {
            const int rank = higher(state, s) + 1;
            if (lower(state, s) == rank - 2) faces |= std::uint64_t{1} << face(s, rank);
        }
        return faces;
    }
    static std::uint64_t safe_faces(const State& state) {
        std::uint64_t faces = 0;
        for (int s = 0; s < suit_count; ++s) faces |= std::uint64_t{1} << face(s, lower(state, s) + 1);
        return faces;
    }
    /// The cards that fit on a foundation.
    static std::uint64_t home_faces(const State& state) {
        std::uint64_t faces = safe_faces(state);
        for (int s = 0; s < suit_count; ++s) faces |= std::uint64_t{1} << face(s, higher(state, s) + 1);
        return faces;
    }
    void play_safe(State& state) {
        for (bool any = true; any;) {
            any = false;
            const bool twins = plays_twins(state);
            for (int i = 0; i < state.runs;) {
                const Face card = end_of(state.run[at(i)]);
                if (!is_safe(state, card) && !(twins && is_twin_safe(state, card))) {
                    ++i;
                    continue;
                }
                tally_.add(is_safe(state, card) ? CarthageBranch::safe_run : CarthageBranch::twin_run);
                take(state, {true, i}, card, {.kind = Event::to_home});
                raise(state, card);
                fix_places(state);
                any = true;
            }
            for (int i = 0; i < R; ++i)
                while (state.reserve[at(i)] != 0) {
                    const Stack stack = state.reserve[at(i)];
                    const Face card = top(stack);
                    if (!is_safe(state, card) &&
                        !(twins && is_twin_safe(state, card) && depth_[below(stack)][card] != absent))
                        break;
                    tally_.add(is_safe(state, card) ? CarthageBranch::safe_stack
                                                    : CarthageBranch::twin_stack);
                    take(state, {false, i}, card, {.kind = Event::to_home});
                    raise(state, card);
                    fix_places(state);
                    any = true;
                }
        }
    }

    bool merge_runs(State& state, int longest, Look look) {
        bool any = false;
        for (; merge_one(state, longest, look.ends); any = true) {
            fix_places(state);
            look = look_at(state);
        }
        return any;
    }
    bool merge_one(State& state, int longest, std::uint64_t ends) {
        const int free = free_spaces(state);
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            if ((ends >> (face(run_suit(run), high(run)) + 1) & 1U) == 0) continue;
            if (length(run) - 1 > free || length(run) > longest) continue;
            for (int j = 0; j < state.runs; ++j) {
                const Run onto = state.run[at(j)];
                if (run_suit(onto) != run_suit(run) || low(onto) != high(run) + 1 || !can_take(state, j))
                    continue;
                if (free == 0 && is_undecided(state, onto)) continue;
                tally_.add(is_single(run) ? CarthageBranch::merged_single : CarthageBranch::merged_run);
                record({.kind = Event::onto,
                        .count = static_cast<std::uint8_t>(length(run)),
                        .from = cards_of(run),
                        .to = cards_of(onto)});
                state.run[at(j)] = with_low(onto, low(run));
                remove_run(state, i);
                return true;
            }
        }
        return false;
    }
    static int open_count(const State& state) {
        int open = 0;
        for (const Stack stack : state.reserve) open += stack == 0;
        return open;
    }

    int free_spaces(const State& state) const {
        return T + (last_phase(state) ? open_count(state) : 0) - state.runs;
    }

    void sort(State& state) const {
        sort_down(state.run.data(), state.runs);
        if (last_phase(state)) sort_down(state.reserve.data(), R);
    }
    static void sort_down(std::uint16_t* values, int count) {
        for (int i = 1; i < count; ++i) {
            const std::uint16_t value = values[i];
            int j = i;
            for (; j > 0 && values[j - 1] < value; --j) values[j] = values[j - 1];
            values[j] = value;
        }
    }

    /// Irreversible progress between deals: cards home and cards dug from reserves. Moves that keep it can be
    /// taken back.
    int progress_of(const State& state) const { return progress_of(state, look_at(state).buried); }
    static int progress_of(const State& state, int buried) {
        return home_count(state.homes) + rules.card_count() - buried;
    }

    /// How long a run may be that is merged after a block that can be taken back. A dig that is made for
    /// itself divides a run; what it divided is not put together again.
    static int longest_merge(const Block& block) {
        return block.kind == Block::into_space && source_of(block).is_run ? 0 : 1;
    }
    /// Brings a state into normal form and gives its progress. If that is the progress before, runs of more
    /// than `longest` cards are not merged.
    int settle(State& state, int dealt_before, int progress_before, int longest = 1) {
        fix_places(state);
        Look look = look_at(state);
        if (plays_safe(state) && ((look.ends | look.tops) & faces_to_play(state)) != 0) {
            play_safe(state);
            look = look_at(state);
        }
        int progress = progress_of(state, look.buried);
        const bool irreversible = state.dealt != dealt_before || progress != progress_before;
        if (on(CarthagePrune::merge_runs) && (look.heads << 1 & look.ends) != 0 &&
            merge_runs(state, irreversible ? ranks : longest, look)) {
            if (plays_safe(state)) play_safe(state);
            progress = progress_of(state);
        }
        sort(state);
        return progress;
    }

    // --- Score
    // --------------------------------------------------------------------------------------------------

    /// Deals ahead; five and more are one phase.
    int phase_of(const State& state) const { return phase_of(state.dealt); }
    int phase_of(int dealt) const {
        constexpr int each = R * rules.stock.each;
        return std::min((static_cast<int>(stock_.size()) - dealt + each - 1) / each, phases - 1);
    }
    float score(const State& state) const {
        const int phase = phase_of(state);
        const float* const w = plan_.weights + phase * features;
        float value = 0;
        for (const Stack stack : state.reserve) value += stacks_[stack].value[at(phase)];
        Features facts{};
        state_facts(state, facts);
        for (int i = pile_features; i < features; ++i) value += w[i] * facts[at(i)];
        return value;
    }
    Features features_of(const State& state) const {
        Features facts{};
        for (const Stack stack : state.reserve) pile_facts(stack, facts);
        state_facts(state, facts);
        return facts;
    }
    void state_facts(const State& state, Features& facts) const {
        const std::uint64_t home = home_faces(state);
        std::uint64_t ends = 0;
        std::uint64_t heads = 0;
        std::uint64_t loose = 0;
        int built = 0;
        int cards = 0;
        int gap_low = 0;
        int gap_high = 0;
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            const int s = run_suit(run);
            const std::uint64_t end = std::uint64_t{1} << end_of(run);
            const std::uint64_t head = std::uint64_t{1} << face(s, high(run));
            ends |= end;
            heads |= head;
            loose |= 2 * head - end;
            built += is_single(run) ? 0 : 1;
            cards += length(run);
            gap_low += low(run) - lower(state, s) - 1;
            gap_high += std::max(low(run) - higher(state, s) - 1, 0);
        }
        const std::uint64_t places = ends >> 1 | home;
        std::uint64_t tops = 0;
        std::uint64_t piles = 0;
        std::uint64_t near = 0;
        int least = absent;
        int open = 0;
        for (const Stack stack : state.reserve) {
            const StackNode& node = stacks_[stack];
            least = std::min<int>(least, node.size);
            open += stack == 0 ? 1 : 0;
            tops |= std::uint64_t{1} << node.card;
            piles |= node.cards;
            near |= node.near;
        }
        const int free = T + (last_phase(state) ? open : 0) - state.runs;
        facts[built_runs] = static_cast<float>(built);
        facts[loose_cards] = static_cast<float>(cards);
        facts[kings] = count(heads & king_faces);
        facts[gap_to_lower] = static_cast<float>(gap_low);
        facts[gap_to_higher] = static_cast<float>(gap_high);
        facts[plays] = count((ends | tops) & home);
        facts[tops_fit] = count(tops & ends >> 1);
        facts[heads_near] = count(heads << 1 & near);
        facts[heads_deep] = count(heads << 1 & piles);
        facts[ends_near] = count(ends >> 1 & near);
        facts[cards_home] = static_cast<float>(home_count(state.homes));
        facts[spaces] = static_cast<float>(free);
        facts[no_space] = free == 0 ? 1.0F : 0.0F;
        facts[one_space] = free == 1 ? 1.0F : 0.0F;
        facts[least_stack] = static_cast<float>(least);
        std::array<std::uint8_t, 64> depth = depth_[state.reserve[0]];
        for (int i = 1; i < R; ++i) depth = lesser(depth, depth_[state.reserve[at(i)]]);
        int nearest = 20;
        for (int s = 0; s < suit_count; ++s) {
            const int a = higher(state, s);
            const int b = lower(state, s);
            facts[twin_gap] += static_cast<float>(a - b);
            facts[high_squared] += 0.1F * static_cast<float>(a * a);
            facts[low_squared] += 0.1F * static_cast<float>(b * b);
            if (b < ranks)
                nearest =
                    std::min(nearest, cover(state, face(s, b + 1), loose, depth, facts, next_low_depth));
            if (a != b && a < ranks)
                nearest =
                    std::min(nearest, cover(state, face(s, a + 1), loose, depth, facts, next_high_depth));
            if (b + 2 <= ranks) cover(state, face(s, b + 2), loose, depth, facts, next_but_one_depth);
        }
        facts[least_depth] = static_cast<float>(std::min(nearest, 10));
        facts[too_deep] = nearest > free ? 1.0F : 0.0F;
        dig_facts(state, facts, places, home, free);
        const int until = std::min<int>(state.dealt + R * rules.stock.each, static_cast<int>(stock_.size()));
        int fits = 0;
        for (int i = state.dealt; i < until; ++i) fits += static_cast<int>(places >> stock_[at(i)] & 1U);
        facts[deal_fits] = static_cast<float>(fits);
    }
    static float count(std::uint64_t faces) { return static_cast<float>(std::popcount(faces)); }
    /// Written so that the compiler compares many at once.
    static std::array<std::uint8_t, 64> lesser(const std::array<std::uint8_t, 64>& a,
                                               const std::array<std::uint8_t, 64>& b) {
        std::array<std::uint8_t, 64> result;
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = a[i] < b[i] ? a[i] : b[i];
        return result;
    }
    /// What comes of digging one pile alone, with the spaces there are.
    void dig_facts(const State& state, Features& facts, std::uint64_t places, std::uint64_t home,
                   int free) const {
        int most = 0;
        int sum = 0;
        int with_home = 0;
        int second = 0;
        for (const Stack stack : state.reserve) {
            std::uint64_t fitting = places;
            int left = free;
            int reach = 0;
            bool plays_home = false;
            Stack s = stack;
            for (; s != 0; s = below(s), ++reach) {
                const std::uint64_t card = std::uint64_t{1} << top(s);
                if ((fitting & card) == 0 && --left < 0) break;
                plays_home = plays_home || (home & card) != 0;
                fitting |= card >> 1 | ((home & card) << 1);
            }
            most = std::max(most, reach);
            sum += reach;
            with_home += plays_home ? 1 : 0;
            if (stack != 0 && below(stack) != 0) {
                const std::uint64_t fits = places | std::uint64_t{1} << top(stack) >> 1;
                second += static_cast<int>(fits >> top(below(stack)) & 1U);
            }
        }
        facts[reach_sum] = static_cast<float>(sum);
        facts[reach_most] = static_cast<float>(most);
        facts[reach_home] = static_cast<float>(with_home);
        facts[second_fits] = static_cast<float>(second);
    }
    /// What it costs that a card is not open: the cards of a run on it (two features on), its depth in a
    /// pile, or the deals until it comes (the next feature). Gives the cards on it.
    int cover(const State& state, Face card, std::uint64_t loose, const std::array<std::uint8_t, 64>& depth,
              Features& facts, int feature) const {
        int cards = absent;
        if ((loose >> card & 1U) != 0) {
            for (int i = 0; i < state.runs; ++i) {
                const Run run = state.run[at(i)];
                if (run_suit(run) == suit(card) && low(run) <= rank(card) && rank(card) <= high(run))
                    cards = std::min(cards, rank(card) - low(run));
            }
            facts[at(feature + 2)] += static_cast<float>(cards);
            return cards;
        }
        cards = depth[card];
        if (cards != absent) {
            facts[at(feature)] += static_cast<float>(std::min(cards + 1, 10));
            return cards;
        }
        const std::array<std::uint8_t, 2>& positions = stock_place_[card];
        const int ahead = (positions[0] >= state.dealt ? positions[0] : positions[1]) - state.dealt;
        facts[at(feature + 1)] += 1.0F + static_cast<float>(ahead) / static_cast<float>(R * rules.stock.each);
        return 20;
    }

    // --- Layers
    // --------------------------------------------------------------------------------------------------

    using Layers = solver::Layers<State, Block>;
    using Candidate = Layers::Candidate;
    using Layer = Layers::Layer;

    struct Child {
        State state;
        Block block;
        std::uint32_t key;
        int layer;  ///< -1: of those just dealt
    };

    /// Layers are known by the cards dealt, then by their progress.
    static constexpr int progress_count = rules.card_count() + homes_at_end + 1;
    static std::size_t layer_of(int dealt, int progress) { return at(dealt * progress_count + progress); }
    void insert(Layer& layer, const State& state, std::uint32_t parent, const Block& block) {
        if (!layers_.insert(layer, state, parent, block, bag_.bytes())) out_of_memory_ = true;
    }

    // --- Expansion
    // --------------------------------------------------------------------------------------------------

    class Reach;
    /// Whether a state after the last deal has no room for all its cards (`bag`).
    bool has_no_room(const State& state) {
        if (!on(CarthagePrune::bag) || progress_.nodes < plan_.bag_from) return false;
        if (const auto known = bag_.find(state.reserve)) return !*known;
        bag_.begin();
        for (int i = 0; i < R; ++i) {
            int height = size(state.reserve[at(i)]);
            if (height <= 1) continue;
            if (height > CarthageBag<rules>::tallest) return false;
            for (Stack stack = state.reserve[at(i)]; stack != 0; stack = below(stack))
                bag_.add(i, height--, static_cast<std::uint8_t>(top(stack)), stack);
        }
        return !bag_.has_room(std::min(limits_.memory / 8, layers_.free_bytes()));
    }
    /// Whether there is no space after the last deal.
    bool is_full(const State& state) const;
    /// Whether a block, made on a state with `next` as its result and no space left, can be put off
    /// (`needed_moves`).
    bool is_needless(const State& before, const State& next, const Block& block) const;

    /// What is done with a step: states, and the questions of `bag`, of which a node takes a quarter as long.
    std::uint64_t work() const { return progress_.nodes + bag_.nodes() / 4; }

    static CarthageBranch needless(const Block& block) {
        if (block.kind == Block::play_home) return CarthageBranch::needless_home;
        return source_of(block).is_run ? CarthageBranch::needless_run : CarthageBranch::needless_stack;
    }
    void child(const State& state, const Block& block) {
        State next = state;
        if (!make(next, block)) return;
        bool alive = false;  // found so without a space
        if (on(CarthagePrune::needed_moves) && now_last_ && block.kind != Block::into_space &&
            is_full(next)) {
            if (is_needless(state, next, block)) return tally_.add(needless(block));
            alive = true;
        }
        const std::uint32_t homes = next.homes;
        const int runs = next.runs;
        const int progress = settle(next, state.dealt, now_progress_, longest_merge(block));
        if (home_count(next.homes) == homes_at_end) {
            win(block);
            return;
        }
        alive = alive && next.homes == homes && next.runs == runs;
        if (on(CarthagePrune::dead_when_full) && !alive && is_full(next) && !Reach(*this, next).frees_space())
            return tally_.add(CarthageBranch::dead);
        progress_.best_home =
            std::max(progress_.best_home, home_count(next.homes) - (2 - rules.decks) * suit_count * ranks);
        if (children_ == waiting_.size()) insert_children();
        Child& child = waiting_[children_++];
        const bool dealt = next.dealt != state.dealt;
        child = {next, block, Layers::hash(next),
                 dealt ? -1 : static_cast<int>(layer_of(next.dealt, progress))};
        Layers::prepare(layer_for(child), child.key);
    }
    Layer& layer_for(const Child& child) {
        return child.layer < 0 ? dealt_to_[child.state.dealt] : layers_[at(child.layer)];
    }
    /// Children wait until the memory where they belong has come.
    void insert_children() {
        for (std::size_t i = 0; i < children_; ++i) {
            const Child& child = waiting_[i];
            if (!layers_.insert_hashed(layer_for(child), child.state, child.key, now_, child.block,
                                       bag_.bytes()))
                out_of_memory_ = true;
        }
        children_ = 0;
    }
    static Block block_of(Block::Kind kind, Source source, int digs, Face card, int target = 0,
                          int target_digs = 0) {
        Block block{};
        block.kind = kind & 15U;
        block.source = static_cast<std::uint32_t>(source.is_run ? source.index : C + source.index) & 31U;
        block.source_digs = static_cast<std::uint32_t>(digs) & 15U;
        block.card = card & 63U;
        block.target = static_cast<std::uint32_t>(target) & 31U;
        block.target_digs = static_cast<std::uint32_t>(target_digs) & 15U;
        return block;
    }

    void expand(const State& state) {
        now_progress_ = progress_of(state);
        now_last_ = last_phase(state);
        now_free_ = free_spaces(state);
        now_ends_ = now_loose_ = 0;
        int built = 0;
        for (int i = 0; i < state.runs; ++i) {
            const std::uint64_t end = std::uint64_t{1} << end_of(state.run[at(i)]);
            built += is_single(state.run[at(i)]) ? 0 : 1;
            now_ends_ |= end;
            now_loose_ |= (end << length(state.run[at(i)])) - end;
        }
        now_crowded_ = now_last_ && built == T;
        now_stacked_.fill(0);
        for (Stack stack : state.reserve)
            for (int k = 1; k <= now_free_ && now_last_ && stack != 0; ++k, stack = below(stack))
                now_stacked_[at(k)] |= std::uint64_t{1} << top(stack);
        for (int k = 1; k <= now_free_ && now_last_; ++k) now_stacked_[at(k)] |= now_stacked_[at(k - 1)];
        for (int i = 0; i < state.runs && !found_; ++i)
            if (i == 0 || state.run[at(i)] != state.run[at(i - 1)]) expand_run(state, i);
        for (int i = 0; i < R && !found_; ++i) {
            if (state.reserve[at(i)] == 0) continue;
            if (now_last_ && i > 0 && state.reserve[at(i)] == state.reserve[at(i - 1)]) continue;
            expand_stack(state, i);
        }
        if (!now_last_ && !found_ && can_deal(state)) child(state, block_of(Block::deal, {true, 0}, 0, 0));
        insert_children();
    }
    void expand_run(const State& state, int i) {
        const Run run = state.run[at(i)];
        const int most = std::min(now_free_, length(run) - 1);
        for (int digs = 0; digs <= most; ++digs) {
            const Face card = face(run_suit(run), low(run) + digs);
            if (!expand_card(state, {true, i}, digs, card)) return;
            if (digs + 2 <= most) child(state, block_of(Block::dug_onto_dug, {true, i}, digs + 2, card));
        }
        if (now_free_ == 0 || is_single(run)) return;
        const bool each = now_crowded_ || !on(CarthagePrune::postpone_digs);
        const int all = length(run) - 1;
        if (each) {
            child(state, block_of(Block::into_space, {true, i}, 1, end_of(run)));
        } else if (all > 1 || !opens_in_time(all)) {
            tally_.add(now_last_ ? CarthageBranch::postponed_run : CarthageBranch::postponed_early);
        }
        if (opens_in_time(all) && !(each && all == 1))
            child(state, block_of(Block::into_space, {true, i}, all, end_of(run)));
    }
    /// Whether so many digs open a single card while a space is left by which it can still change its place.
    bool opens_in_time(int digs) const {
        return now_last_ && on(CarthagePrune::postpone_digs) && digs < now_free_;
    }
    void expand_stack(const State& state, int i) {
        Stack stack = state.reserve[at(i)];
        const int most = now_last_ ? std::min(now_free_, size(stack) - 1) : 0;
        const bool to_space = !now_last_ || !on(CarthagePrune::postpone_digs);
        const int all = size(stack) - 1;
        if (to_space && now_free_ > 0) {
            child(state, block_of(Block::into_space, {false, i}, 1, top(stack)));
        } else if (now_free_ > 0 && (all > 1 || !opens_in_time(all))) {
            tally_.add(CarthageBranch::postponed_stack);
        }
        if (opens_in_time(all)) child(state, block_of(Block::into_space, {false, i}, all, top(stack)));
        std::array<Face, at(C + 1)> dug;
        for (int digs = 0; digs <= most; ++digs, stack = below(stack)) {
            const Face card = top(stack);
            if (!expand_card(state, {false, i}, digs, card)) return;
            for (int k = 0; k < digs; ++k)
                if (dug[at(k)] == card + 1 && rank(card) < ranks) {
                    child(state, block_of(Block::onto_own_dug, {false, i}, digs, card));
                    break;
                }
            for (int k = 0; k < digs && digs < now_free_; ++k)
                if (dug[at(k)] + 1 == card && rank(card) > 1)
                    child(state, block_of(Block::dug_onto_dug, {false, i}, digs + 1, dug[at(k)]));
            dug[at(digs)] = card;
        }
    }
    /// All blocks that move one card, which is open after some digs. False if deeper digs are not needed.
    bool expand_card(const State& state, Source source, int digs, Face card) {
        if (fits_home(state, card)) {
            child(state, block_of(Block::play_home, source, digs, card));
            if (digs > 0 && plays_safe(state) && is_safe(state, card)) {
                tally_.add(CarthageBranch::safe_dug);
                return false;
            }
        }
        if (found_) return false;
        if (rank(card) < ranks) expand_onto(state, source, digs, card);
        if (now_last_) return true;
        for (int j = 0; j < R; ++j) {
            const bool itself = !source.is_run && j == source.index;
            if (state.reserve[at(j)] == 0 && !itself)
                child(state, block_of(Block::park_in, source, digs, card, j));
        }
        return true;
    }
    void expand_onto(const State& state, Source source, int digs, Face card) {
        const int room_left = now_free_ - digs;
        const auto wanted = static_cast<Face>(card + 1);
        if (((room_left == 0 ? now_ends_ : now_loose_) >> wanted & 1U) != 0)
            expand_onto_runs(state, source, digs, card);
        // The card that is wanted takes a space. But if it is the last of its stack, its place is one too: a
        // space must be left to bring it to the tableau, and the digs of the source can fill that afterwards.
        const int room_for_last = digs > 0 ? room_left + 1 : room_left;
        if ((now_stacked_[at(room_for_last)] >> wanted & 1U) == 0) return;
        for (int j = 0; j < R; ++j) {
            const Stack stack = state.reserve[at(j)];
            if (stack == 0 || (!source.is_run && j == source.index)) continue;
            const int above = depth_[stack][wanted];
            if (above == absent) continue;
            if (above + 1 <= (above + 1 == size(stack) ? room_for_last : room_left))
                child(state, block_of(Block::onto_dug_stack, source, digs, card, j, above + 1));
        }
    }
    void expand_onto_runs(const State& state, Source source, int digs, Face card) {
        const int room_left = now_free_ - digs;
        for (int j = 0; j < state.runs; ++j) {
            const Run run = state.run[at(j)];
            if (run_suit(run) != suit(card) || low(run) > rank(card) + 1 || high(run) <= rank(card)) continue;
            if (source.is_run && j == source.index) continue;
            if (j > 0 && run == state.run[at(j - 1)] && !(source.is_run && j - 1 == source.index)) continue;
            const int above = rank(card) + 1 - low(run);
            if (above <= room_left) child(state, block_of(Block::onto_run, source, digs, card, j, above));
            if (above + 1 <= room_left && high(run) > rank(card) + 1)
                child(state, block_of(Block::onto_dug_run, source, digs, card, j, above + 1));
        }
    }

    // --- Passes
    // --------------------------------------------------------------------------------------------------

    void begin_pass();
    void next_pass();
    void advance();
    void end_out_of_memory();
    void next_width();
    bool attempt_is_too_long(const State& state) const;
    void begin_layers();
    void begin_last_phase();
    bool widen_last_phase();
    bool next_selection();
    void leave_layer();
    void next_layer();
    void take_dealt(int dealt);
    std::uint32_t quota(float times) const;
    void choose(Layer& layer, std::vector<std::uint32_t>& choice, std::uint32_t most, bool only_new) {
        layers_.choose(layer, choice, most, only_new, [this](const State& state) { return score(state); });
    }
    static std::uint32_t times(std::uint32_t width, float factor) {
        const double product = static_cast<double>(width) * static_cast<double>(factor);
        return width == none || product >= 4e9 ? none : static_cast<std::uint32_t>(product);
    }
    void win(const Block& block);
    void finish(Verdict verdict) {
        verdict_ = verdict;
        finished_ = true;
    }

    // --- From blocks to moves
    // --------------------------------------------------------------------------------------------------

    class Writer;
    bool write_line(std::uint32_t node, const Block* last);
    State read(const Position<rules>& position);

    PruneSet off_;
    PruneTally<CarthageBranch> tally_;
    Plan plan_;
    Limits limits_;
    Position<rules> position_;
    std::vector<Face> stock_;                                    ///< in the order of dealing
    std::array<std::array<std::uint8_t, 2>, 64> stock_place_{};  ///< where in `stock_` each card lies
    State root_{};

    std::vector<StackNode> stacks_;
    std::vector<std::array<std::uint8_t, 64>> depth_;  ///< cards on the uppermost copy of each card
    std::vector<Stack> stack_slots_;
    CarthageBag<rules> bag_;

    Layers layers_;
    std::vector<Layer> dealt_to_;  ///< states just dealt, by cards dealt

    bool keeps_layers_ = false;  ///< from pass to pass (`Plan::keep_layers`)
    std::uint32_t width_ = 0;
    std::uint32_t beam_ = 0;         ///< width of the last beam
    std::uint32_t beam_before_ = 0;  ///< width of the beam of which the layers are left
    std::size_t attempt_ = 0;        ///< attempts made, this one included
    bool attempting_ = false;
    std::uint64_t attempt_start_ = 0;
    bool cut_ = false;  ///< states of the layers behind were not expanded in this pass
    bool out_of_memory_ = false;
    std::size_t layer_ = 0;
    std::size_t round_ = 0;  ///< choices made in the layer on this visit
    std::uint32_t quota_ = 0;
    std::size_t last_phase_ = 0;  ///< its first layer
    bool cut_before_last_phase_ = false;
    std::uint32_t last_share_ = 0;      ///< for a layer of the last phase on this visit
    std::uint32_t last_share_sum_ = 0;  ///< … on all visits of this pass
    std::vector<std::uint32_t> selected_;
    std::size_t next_ = 0;

    std::array<Child, 16> waiting_{};
    std::size_t children_ = 0;  ///< of `waiting_`
    std::uint32_t now_ = none;
    int now_progress_ = 0;
    int now_free_ = 0;
    bool now_last_ = false;
    bool now_crowded_ = false;     ///< after the last deal, runs of two cards and more on every pile
    std::uint64_t now_ends_ = 0;   ///< cards at the ends of runs
    std::uint64_t now_loose_ = 0;  ///< cards of runs
    std::array<std::uint64_t, at(C + 1)> now_stacked_{};  ///< cards of reserves that so many spaces can free
    bool found_ = false;

    std::vector<Event>* recorder_ = nullptr;
    std::vector<Move> line_;
    Progress progress_;
    Verdict verdict_ = Verdict::unknown;
    bool finished_ = true;
};

}  // namespace quincunx::solver

#include "solver/strategy/carthage_passes.hpp"
#include "solver/strategy/carthage_reach.hpp"
