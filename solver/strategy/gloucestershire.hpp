#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/generate.hpp"
#include "solver/strategy.hpp"
#include "solver/strategy/layers.hpp"
#include "solver/strategy/prune_tally.hpp"

/// Search for games like Gloucestershire: everything lies open, runs in alternating colors that go round the
/// corner move as a unit without limit, reserve cards are available at any time, one foundation a suit goes
/// round as often as there are packs. docs/solver/gloucestershire.md has the arguments at length.
namespace quincunx::solver {

/// Whether the rules are of the kind that `GloucestershireSearch` knows.
constexpr bool is_gloucestershire_kind(const Rules& rules) {
    const FoundationGroup& up = rules.foundations[0];
    const bool foundations = up.start == Start::fixed_rank && up.start_rank == 1 &&
                             up.build.follow == Follow::same_suit && up.build.step == 1 && up.build.wraps &&
                             up.length == rules.ranks * rules.decks && up.per_suit == 1 &&
                             up.piles == suit_count && rules.foundations[1].piles == 0;
    const bool tableau = rules.tableau.build.follow == Follow::other_color &&
                         rules.tableau.build.step == -1 && rules.tableau.build.wraps &&
                         rules.tableau.unit == Unit::ordered_run && rules.tableau.space == Space::any_card &&
                         rules.tableau.refill == Refill::none && rules.tableau.capacity == 0;
    const bool reserve = rules.reserve.access == Access::every_card && rules.reserve.capacity == 0;
    constexpr unsigned routes =
        tableau_to_tableau | tableau_to_foundation | reserve_to_tableau | reserve_to_foundation;
    return foundations && tableau && reserve && rules.stock.deal_to == DealTo::nowhere &&
           rules.routes == routes && rules.decks <= 2;
}

/// The pruning rules of `GloucestershireSearch`'s complete passes.
enum class GloucestershirePrune : unsigned {
    /// A reserve card is laid on the tableau only to be built on at once, by a unit or by another such card;
    /// so a chain of them ends under a unit. In a winning line a reserve card that is laid and next leaves by
    /// itself can stay in the reserve and be played from there; one that is built on later can be laid just
    /// before that: until then nothing needs it on the tableau, and the end it covers is only open longer.
    lay_to_build,
    /// A pile that is one unit is laid on an end that takes it, at once after an irreversible move. It can be
    /// moved back to the space, so both positions are won or both are not.
    merge_piles,
};

/// The branches of these rules, and what else the complete passes leave out (`PruneTally`).
enum class GloucestershireBranch : std::uint8_t {
    laid_on_card,       ///< `lay_to_build`: only the card that was laid on another is built on
    laid_in_space,      ///< the same of a card in a space
    merge_on_progress,  ///< `merge_piles` after an irreversible move
    merge_when_built,   ///< the same when a laid card has been built on
    equal_target,       ///< a play from a pile, of which there is another like it
    equal_source,       ///< a move of a part of a pile, of which there is another like it
    second_space,       ///< a move to a space, of which there is another
    pile_to_space,      ///< a move of a whole pile to a space
    count
};

/// Beams of growing width in layers of irreversible progress. First passes use few kinds of moves and find
/// wins; the last ones use all moves and are exhausted when nothing was cut off.
template <const Rules& rules>
class GloucestershireSearch {
    static_assert(is_gloucestershire_kind(rules));

  public:
    enum Feature : int {
        home,
        disorder,
        spaces,
        laid,
        next_card,
        second_card,
        third_card,
        spread,
        lowest,
        split,
        single_copy,
        buried_low,
        features
    };
    using Weights = std::array<float, features>;
    static constexpr Weights tuned{1.0F,  -1.0F,  1.0F, -0.5F, -0.3F, -0.2F,
                                   -0.1F, -0.02F, 0.1F, -0.1F, 0.0F,  0.0F};

    struct Plan {
        std::uint32_t width = 1;
        std::uint32_t growth = 4;
        std::uint32_t complete_from = 1U << 13;  ///< width of the first pass that uses all moves
        int first_bridge = 3;  ///< longest bridge of the first pass; the later ones know no limit
        Weights weights = tuned;
    };

    explicit GloucestershireSearch(PruneSet off = prune_all) : off_(off) {}
    void set_plan(const Plan& plan) { plan_ = plan; }

    void start(const Position<rules>& position, const Limits& limits);
    bool step(std::uint64_t budget);

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const { return progress_; }
    std::uint32_t width() const { return width_; }
    /// Of the complete passes.
    const PruneTally<GloucestershireBranch>& tally() const { return tally_; }

  private:
    using Branch = GloucestershireBranch;
    static constexpr Layout layout{rules};
    static constexpr int T = layout.tableau;
    static constexpr int ranks = rules.ranks;
    static constexpr int top_height = rules.ranks * rules.decks;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

    using Face = std::uint8_t;   ///< suit in bits 4-5, rank in bits 0-3; 0: no card
    using Pile = std::uint32_t;  ///< number of a pile's contents in `nodes_`; 0: empty

    struct State {
        std::array<std::uint64_t, 2> reserve;  ///< two bits for the number of each face
        std::array<Pile, at(T)> pile;          ///< sorted
        std::array<std::uint8_t, suit_count> height;
        std::uint8_t
            pending;  ///< 1 + the pile whose top was laid from the reserve and must be built on; 0: none
        std::array<std::uint8_t, at(7 - (4 * T + 4) % 8)> unused;
        friend bool operator==(const State&, const State&) = default;
    };
    static_assert(std::has_unique_object_representations_v<State>);

    static constexpr int suit(Face card) { return card >> 4; }
    static constexpr int rank(Face card) { return card & 15; }
    static constexpr Face face(int suit, int rank) { return static_cast<Face>(suit << 4 | rank); }
    static constexpr Face face_of(Card card) { return face(index(card.suit()), number(card.rank())); }
    static constexpr bool red(Face card) { return suit(card) == 1 || suit(card) == 2; }
    static constexpr int rank_below(int rank) { return rank == 1 ? ranks : rank - 1; }
    static constexpr int rank_above(int rank) { return rank == ranks ? 1 : rank + 1; }
    static constexpr bool follows(Face lower, Face upper) {
        return red(lower) != red(upper) && rank(upper) == rank_below(rank(lower));
    }

    static int reserved(const State& state, Face card) {
        return static_cast<int>(state.reserve[card >> 5] >> (2 * (card & 31)) & 3);
    }
    static void reserve_add(State& state, Face card, int count) {
        state.reserve[card >> 5] += static_cast<std::uint64_t>(count) << (2 * (card & 31));
    }
    static int reserve_count(const State& state) {
        int count = 0;
        for (const std::uint64_t word : state.reserve)
            count +=
                std::popcount(word & 0x5555555555555555ULL) + 2 * std::popcount(word & 0xAAAAAAAAAAAAAAAAULL);
        return count;
    }
    /// The card that a foundation takes next, or 0.
    static Face wanted(const State& state, int suit) {
        const int height = state.height[at(suit)];
        return height == top_height ? Face{0} : face(suit, height % ranks + 1);
    }
    static bool is_wanted(const State& state, Face card) { return wanted(state, suit(card)) == card; }
    /// Copies of a card that are not home.
    static int copies_out(const State& state, Face card) {
        return rules.decks - (state.height[at(suit(card))] + ranks - rank(card)) / ranks;
    }
    static int home_count(const State& state) {
        int count = 0;
        for (const std::uint8_t height : state.height) count += height;
        return count;
    }

    // --- Piles: contents as nodes of a tree, each a card on another pile
    // --------------------------------------------------------------------------------------------------

    struct Node {
        Pile below;
        Pile base;  ///< the pile without its top unit
        Face card;
        Face head;         ///< lowest card of the top unit
        std::uint8_t run;  ///< cards of the top unit
        std::uint8_t size;
        std::uint8_t units;
    };
    static constexpr std::uint8_t absent = 100;

    void clear_piles() {
        nodes_.clear();
        cover_.clear();
        if (slots_.size() > (1U << 16)) slots_.clear();
        slots_.assign(std::max<std::size_t>(slots_.size(), 4096), 0);
        nodes_.push_back({});
        cover_.emplace_back().fill(absent);
    }
    const Node& node(Pile pile) const { return nodes_[pile]; }

    Pile push(Pile pile, Face card) {
        std::size_t slot = slot_of(pile, card);
        if (slots_[slot] != 0) return slots_[slot];
        if (nodes_.size() * 2 > slots_.size()) {
            slots_.assign(slots_.size() * 4, 0);
            for (std::size_t i = 1; i < nodes_.size(); ++i)
                slots_[slot_of(nodes_[i].below, nodes_[i].card)] = static_cast<Pile>(i);
            slot = slot_of(pile, card);
        }
        const auto result = static_cast<Pile>(nodes_.size());
        slots_[slot] = result;
        const Node under = nodes_[pile];
        Node added{pile,
                   pile,
                   card,
                   card,
                   1,
                   static_cast<std::uint8_t>(under.size + 1),
                   static_cast<std::uint8_t>(under.units + 1)};
        std::array<std::uint8_t, 64> cover = cover_[pile];
        if (pile != 0 && follows(under.card, card)) {
            added.base = under.base;
            added.head = under.head;
            added.run = static_cast<std::uint8_t>(under.run + 1);
            added.units = under.units;
        } else {
            for (std::uint8_t& units : cover) units = static_cast<std::uint8_t>(units + (units < absent - 1));
        }
        cover[card] = 0;
        nodes_.push_back(added);
        cover_.push_back(cover);
        return result;
    }
    std::size_t slot_of(Pile pile, Face card) const {
        std::size_t slot = (pile * 64U + card) * 0x9E3779B1U >> 5;
        for (;; ++slot) {
            slot &= slots_.size() - 1;
            const Pile found = slots_[slot];
            if (found == 0 || (nodes_[found].below == pile && nodes_[found].card == card)) return slot;
        }
    }
    /// Lays the top `count` cards of a pile on another.
    Pile lay(Pile onto, Pile from, int count) {
        std::array<Face, at(rules.card_count())> cards;
        for (int i = 0; i < count; ++i, from = node(from).below) cards[at(i)] = node(from).card;
        while (count-- > 0) onto = push(onto, cards[at(count)]);
        return onto;
    }
    Pile without(Pile pile, int count) const {
        for (; count > 0; --count) pile = node(pile).below;
        return pile;
    }

    // --- Moves on a state; `recorder_` gets them when a line is written down
    // --------------------------------------------------------------------------------------------------

    struct Event {
        enum Kind : std::uint8_t { run, lay_reserve, home_pile, home_reserve } kind = run;
        Face card = 0;
        std::uint8_t count = 0;
        Pile from = 0;  ///< contents before
        Pile to = 0;
    };
    void record(const Event& event) {
        if (recorder_ != nullptr) recorder_->push_back(event);
    }
    void move_run(State& state, int from, int count, int to) {
        Pile& source = state.pile[at(from)];
        Pile& target = state.pile[at(to)];
        record({Event::run, 0, static_cast<std::uint8_t>(count), source, target});
        target = lay(target, source, count);
        source = without(source, count);
    }
    void lay_reserve(State& state, Face card, int to) {
        Pile& target = state.pile[at(to)];
        record({Event::lay_reserve, card, 1, 0, target});
        reserve_add(state, card, -1);
        target = push(target, card);
    }
    void play_pile(State& state, int from) {
        Pile& pile = state.pile[at(from)];
        record({Event::home_pile, node(pile).card, 1, pile, 0});
        ++state.height[at(suit(node(pile).card))];
        pile = node(pile).below;
    }
    void play_reserve(State& state, Face card) {
        record({Event::home_reserve, card, 1, 0, 0});
        ++state.height[at(suit(card))];
        reserve_add(state, card, -1);
    }
    static int space_of(const State& state) {
        for (int i = 0; i < T; ++i)
            if (state.pile[at(i)] == 0) return i;
        return -1;
    }

    // --- Blocks
    // --------------------------------------------------------------------------------------------------

    struct Block {
        enum Kind : std::uint8_t {
            move,         ///< the top `count` cards of a pile to another, over a bridge of reserve cards
            home_pile,    ///< a pile's top
            home_reserve  ///< a reserve card
        };
        Kind kind;
        std::uint8_t from;
        std::uint8_t to;
        std::uint8_t count;
        std::uint8_t bridge;  ///< reserve cards laid first
        Face card;
        std::uint16_t suits;  ///< bit for each bridge card: the second suit of its color
    };
    /// The suits of a color: black clubs and spades, red diamonds and hearts.
    static constexpr Face of_color(bool is_red, int second, int rank) {
        return face(is_red ? 1 + second : 3 * second, rank);
    }
    void make(State& state, const Block& block) {
        switch (block.kind) {
            case Block::home_pile:
                play_pile(state, block.from);
                return;
            case Block::home_reserve:
                play_reserve(state, block.card);
                return;
            case Block::move:
                break;
        }
        for (int i = 0; i < block.bridge; ++i) {
            const Face end = node(state.pile[block.to]).card;
            const bool is_red = end == 0 ? suit(block.card) == 1 || suit(block.card) == 2 : !red(end);
            const int next = end == 0 ? rank(block.card) : rank_below(rank(end));
            lay_reserve(state, of_color(is_red, block.suits >> i & 1, next), block.to);
        }
        if (block.count > 0) move_run(state, block.from, block.count, block.to);
        const bool waits = complete_ && block.count == 0 && on(GloucestershirePrune::lay_to_build);
        state.pending = static_cast<std::uint8_t>(waits ? block.to + 1 : 0);
    }

    /// What is always done at once in the passes that only look for wins.
    void play_plain(State& state) {
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < T; ++i)
                while (state.pile[at(i)] != 0 && is_wanted(state, node(state.pile[at(i)]).card)) {
                    play_pile(state, i);
                    again = true;
                }
            if (again) continue;
            for (int s = 0; s < suit_count; ++s) {
                const Face card = wanted(state, s);
                if (card == 0) continue;
                const int here = reserved(state, card);
                if (here == 0 || here < copies_out(state, card)) continue;
                play_reserve(state, card);
                again = true;
            }
        }
    }
    /// Lays piles of one unit on ends that take them.
    bool merge_piles(State& state) {
        bool any = false;
        for (int i = 0; i < T; ++i) {
            const Pile pile = state.pile[at(i)];
            if (pile == 0 || node(pile).units != 1) continue;
            for (int j = 0; j < T; ++j) {
                if (j == i || state.pile[at(j)] == 0 ||
                    !follows(node(state.pile[at(j)]).card, node(pile).head))
                    continue;
                move_run(state, i, node(pile).run, j);
                any = true;
                break;
            }
        }
        return any;
    }
    /// After every block. A position that waits for its laid card to be built on is left as it is.
    void settle(State& state) {
        const Pile waiting = state.pending == 0 ? Pile{0} : state.pile[at(state.pending - 1)];
        if (!complete_) {
            do play_plain(state);
            while (merge_piles(state));
        } else if (waiting == 0 && on(GloucestershirePrune::merge_piles) &&
                   (now_pending_ || progress_of(state) != now_progress_)) {
            if (merge_piles(state)) {
                tally_.add(now_pending_ ? Branch::merge_when_built : Branch::merge_on_progress);
                while (merge_piles(state)) {
                }
            }
        }
        std::sort(state.pile.begin(), state.pile.end(), std::greater<>());
        if (waiting == 0) return;
        const auto place = std::find(state.pile.begin(), state.pile.end(), waiting);
        state.pending = static_cast<std::uint8_t>(place - state.pile.begin() + 1);
    }
    bool on(GloucestershirePrune rule) const { return (off_ >> static_cast<unsigned>(rule) & 1U) == 0; }

    /// Irreversible progress: cards home, cards laid from the reserve, cards that lie in order on another.
    int progress_of(const State& state) const {
        const int count = home_count(state) * 2;
        int disorders = 0;
        for (const Pile pile : state.pile)
            if (pile != 0) disorders += node(pile).units - 1;
        return count + 2 * rules.card_count() - disorders - reserve_count(state);
    }

    // --- Score
    // --------------------------------------------------------------------------------------------------

    float score(const State& state) const {
        const Weights& w = plan_.weights;
        int free = 0;
        int units = 0;
        for (const Pile pile : state.pile) {
            free += pile == 0;
            if (pile != 0) units += node(pile).units - 1;
        }
        float value = w[disorder] * static_cast<float>(units) + w[spaces] * static_cast<float>(free);
        int least = top_height;
        int total = 0;
        for (int s = 0; s < suit_count; ++s) {
            const int height = state.height[at(s)];
            least = std::min(least, height);
            total += height;
            for (int k = 0; k < 3 && height + k < top_height; ++k) {
                const Face card = face(s, (height + k) % ranks + 1);
                if (reserved(state, card) > 0) continue;
                int cover = absent;
                for (const Pile pile : state.pile) cover = std::min<int>(cover, cover_[pile][card]);
                value += w[at(next_card + k)] * static_cast<float>(cover);
            }
            value += w[spread] * static_cast<float>(height * height);
        }
        return value + w[home] * static_cast<float>(total) + w[lowest] * static_cast<float>(least) -
               w[laid] * static_cast<float>(reserve_count(state));
    }

    // --- Layers
    // --------------------------------------------------------------------------------------------------

    using Layers = solver::Layers<State, Block>;
    using Candidate = Layers::Candidate;

    static constexpr int layer_count = 5 * rules.card_count() + 1;
    void insert(const State& state, std::uint32_t parent, const Block& block) {
        const std::size_t piles = nodes_.size() * (sizeof(Node) + 80);
        if (!layers_.insert(layers_[at(progress_of(state))], state, parent, block, piles))
            out_of_memory_ = true;
    }

    // --- Expansion
    // --------------------------------------------------------------------------------------------------

    void child(const State& state, const Block& block) {
        if (found_) return;
        State next = state;
        make(next, block);
        settle(next);
        const int home_cards = home_count(next);
        if (home_cards == rules.card_count()) {
            win(block);
            return;
        }
        progress_.best_home = std::max(progress_.best_home, home_cards);
        insert(next, now_, block);
    }
    static Block move_block(int from, int count, int to, int bridge = 0, unsigned suits = 0, Face base = 0) {
        return {Block::move,
                static_cast<std::uint8_t>(from),
                static_cast<std::uint8_t>(to),
                static_cast<std::uint8_t>(count),
                static_cast<std::uint8_t>(bridge),
                base,
                static_cast<std::uint16_t>(suits)};
    }
    /// Which reserve cards bridge from an end to a head; false if some are missing. Of two suits the one that
    /// the reserve has twice, else the one that is wanted later.
    bool bridge(const State& state, Face end, Face head, int most, int& length, unsigned& suits) const {
        length = (rank(end) - rank(head) - 1 + 2 * ranks) % ranks;
        const bool odd = (red(end) == red(head));
        if (length > most || (length % 2 == 1) != odd) return false;
        suits = 0;
        bool is_red = red(end);
        int next = rank(end);
        for (int i = 0; i < length; ++i) {
            is_red = !is_red;
            next = rank_below(next);
            const Face a = of_color(is_red, 0, next);
            const Face b = of_color(is_red, 1, next);
            const int has_a = reserved(state, a);
            const int has_b = reserved(state, b);
            if (has_a + has_b == 0) return false;
            const bool second = has_a == 0 || (has_b > 0 && wait(state, b) * has_b > wait(state, a) * has_a);
            suits |= (second ? 1U : 0U) << i;
        }
        return true;
    }
    /// Cards of the suit that go home before a card is wanted.
    static int wait(const State& state, Face card) {
        return (rank(card) - 1 - state.height[at(suit(card))] % ranks + 2 * ranks) % ranks;
    }

    void expand_plain(const State& state) {
        const int space = space_of(state);
        for (int i = 0; i < T && !found_; ++i) {
            const Pile pile = state.pile[at(i)];
            if (pile == 0 || (i > 0 && state.pile[at(i - 1)] == pile)) continue;
            const Node top = node(pile);
            for (int j = 0; j < T; ++j) {
                const Pile target = state.pile[at(j)];
                if (j == i || target == 0) continue;
                int length = 0;
                unsigned suits = 0;
                if (bridge(state, node(target).card, top.head, longest_bridge_, length, suits))
                    child(state, move_block(i, top.run, j, length, suits));
            }
            if (space >= 0 && top.units > 1) child(state, move_block(i, top.run, space));
            expand_parts(state, i, space);
        }
        for (int s = 0; s < suit_count; ++s) {
            const Face card = wanted(state, s);
            if (card == 0 || reserved(state, card) == 0) continue;
            child(state, {Block::home_reserve, 0, 0, 0, 0, card, 0});
        }
    }
    /// Parts of a unit that cover a card that is wanted.
    void expand_parts(const State& state, int i, int space) {
        Pile pile = state.pile[at(i)];
        const int run = node(pile).run;
        Face head = node(pile).card;
        for (int count = 1; count < run; ++count) {
            head = node(pile).card;
            pile = node(pile).below;
            if (!is_wanted(state, node(pile).card)) continue;
            for (int j = 0; j < T; ++j) {
                const Pile target = state.pile[at(j)];
                if (j == i || target == 0) continue;
                int length = 0;
                unsigned suits = 0;
                if (bridge(state, node(target).card, head, longest_bridge_, length, suits))
                    child(state, move_block(i, count, j, length, suits));
            }
            if (space >= 0) child(state, move_block(i, count, space));
        }
    }

    /// Every move. A reserve card that was laid must be built on first (`lay_to_build`).
    void expand_all(const State& state) {
        if (state.pending != 0) {
            const Pile waiting = state.pile[at(state.pending - 1)];
            tally_.add(node(waiting).below != 0 ? Branch::laid_on_card : Branch::laid_in_space);
            build_on(state, state.pending - 1);
            return;
        }
        const int space = space_of(state);
        for (int j = 0; j < T && !found_; ++j) {
            const Pile target = state.pile[at(j)];
            if (target == 0 && j != space) {
                tally_.add(Branch::second_space);
                continue;
            }
            if (target != 0 && is_repeated(state, j)) {
                if (is_wanted(state, node(target).card)) tally_.add(Branch::equal_target);
                continue;
            }
            build_on(state, j);
            if (target != 0 && is_wanted(state, node(target).card))
                child(state, {Block::home_pile, static_cast<std::uint8_t>(j), 0, 0, 0, 0, 0});
        }
        for (int s = 0; s < suit_count; ++s) {
            const Face card = wanted(state, s);
            if (card != 0 && reserved(state, card) > 0)
                child(state, {Block::home_reserve, 0, 0, 0, 0, card, 0});
        }
    }
    /// Whether the pile before has the same contents; equal piles stand together.
    static bool is_repeated(const State& state, int j) {
        return j > 0 && state.pile[at(j)] == state.pile[at(j - 1)];
    }
    /// Everything that can be laid on a pile: parts of other piles, reserve cards.
    void build_on(const State& state, int j) {
        const Pile target = state.pile[at(j)];
        for (int i = 0; i < T; ++i) {
            const Pile pile = state.pile[at(i)];
            if (i == j || pile == 0) continue;
            if (!is_repeated(state, i) || i - 1 == j)
                lay_parts(state, i, j);
            else if (target != 0 ? follows(node(target).card, node(pile).card) : node(pile).size > 1)
                tally_.add(Branch::equal_source);
        }
        for (int s = 0; s < suit_count; ++s)
            for (int r = 1; r <= ranks; ++r) {
                const Face card = face(s, r);
                if (reserved(state, card) == 0 || (target != 0 && !follows(node(target).card, card)))
                    continue;
                const unsigned second = (red(card) ? s == 2 : s == 3) ? 1U : 0U;
                child(state, move_block(0, 0, j, 1, second, card));
            }
    }
    /// The top cards of pile `i` that go on pile `j`; not a whole pile to a space, which changes nothing.
    void lay_parts(const State& state, int i, int j) {
        const Pile target = state.pile[at(j)];
        Pile part = state.pile[at(i)];
        const Node whole = node(part);
        for (int count = 1; count <= whole.run; ++count) {
            const Face head = node(part).card;
            part = node(part).below;
            if (target == 0 ? count < whole.size : follows(node(target).card, head))
                child(state, move_block(i, count, j));
            else if (target == 0)
                tally_.add(Branch::pile_to_space);
        }
    }

    // --- Passes
    // --------------------------------------------------------------------------------------------------

    void begin_pass();
    void advance();
    bool next_selection();
    void next_layer();
    void win(const Block& block);
    void finish(Verdict verdict) {
        verdict_ = verdict;
        finished_ = true;
    }
    class Writer;
    bool write_line(std::uint32_t node, const Block* last);
    State read(const Position<rules>& position);

    PruneSet off_;
    Plan plan_;
    Limits limits_;
    Position<rules> position_;
    State root_{};

    std::vector<Node> nodes_;
    std::vector<std::array<std::uint8_t, 64>> cover_;  ///< units on the uppermost copy of each card
    std::vector<Pile> slots_;

    Layers layers_;

    std::uint32_t width_ = 0;
    int longest_bridge_ = 0;
    bool complete_ = false;
    bool cut_ = false;
    bool out_of_memory_ = false;
    std::size_t layer_ = 0;
    std::size_t looked_ = 0;
    std::uint32_t quota_ = 0;
    std::vector<std::uint32_t> selected_;
    std::size_t next_ = 0;
    std::uint32_t now_ = none;
    int now_progress_ = 0;
    bool now_pending_ = false;
    bool found_ = false;

    std::vector<Event>* recorder_ = nullptr;
    std::vector<Move> line_;
    Progress progress_;
    PruneTally<Branch> tally_;
    Verdict verdict_ = Verdict::unknown;
    bool finished_ = true;
};

// --- Start
// --------------------------------------------------------------------------------------------------------

template <const Rules& rules>
GloucestershireSearch<rules>::State GloucestershireSearch<rules>::read(const Position<rules>& position) {
    State state{};
    for (int i = 0; i < layout.foundations; ++i) {
        const std::span<const Card> cards = position.pile(PileKind::foundation, i);
        if (!cards.empty())
            state.height[at(index(cards.back().suit()))] = static_cast<std::uint8_t>(cards.size());
    }
    for (int i = 0; i < T; ++i)
        for (const Card card : position.pile(PileKind::tableau, i))
            state.pile[at(i)] = push(state.pile[at(i)], face_of(card));
    for (int i = 0; i < layout.reserve; ++i)
        for (const Card card : position.pile(PileKind::reserve, i)) reserve_add(state, face_of(card), 1);
    return state;
}

template <const Rules& rules>
void GloucestershireSearch<rules>::start(const Position<rules>& position, const Limits& limits) {
    position_ = position;
    limits_ = limits;
    line_.clear();
    progress_ = {};
    tally_.clear();
    progress_.best_home = position.home();
    verdict_ = Verdict::unknown;
    finished_ = false;
    found_ = false;
    out_of_memory_ = false;
    recorder_ = nullptr;
    clear_piles();
    root_ = read(position);
    width_ = 0;
    complete_ = false;
    now_ = none;
    layers_.set_limits(at(layer_count), limits.memory);
    begin_pass();
}

// --- Passes
// --------------------------------------------------------------------------------------------------------

template <const Rules& rules>
void GloucestershireSearch<rules>::begin_pass() {
    layers_.clear();
    if (width_ >= 64)  // what is kept from other deals must not decide when the memory is used up
        layers_.release();
    width_ = width_ == 0 ? plan_.width : width_ > none / plan_.growth ? none : width_ * plan_.growth;
    complete_ = complete_ || width_ >= plan_.complete_from;
    longest_bridge_ = width_ == plan_.width ? plan_.first_bridge : ranks;
    cut_ = false;
    layer_ = 0;
    looked_ = 0;
    quota_ = width_;
    selected_.clear();
    next_ = 0;
    State root = root_;
    now_progress_ = -1;
    now_pending_ = false;
    settle(root);
    if (home_count(root) == rules.card_count()) {
        finish(write_line(none, nullptr) ? Verdict::winnable : Verdict::unknown);
        return;
    }
    layer_ = at(progress_of(root));
    insert(root, none, Block{});
}

template <const Rules& rules>
bool GloucestershireSearch<rules>::step(std::uint64_t budget) {
    const std::uint64_t until = progress_.nodes + budget;
    while (!finished_ && progress_.nodes < until) advance();
    return finished_;
}

template <const Rules& rules>
void GloucestershireSearch<rules>::advance() {
    if (next_ == selected_.size()) {
        if (!next_selection()) next_layer();
        if (!finished_ && out_of_memory_) finish(Verdict::unknown);
        return;
    }
    const Candidate& candidate = layers_.states(layer_)[selected_[next_++]];
    const State state = candidate.state;
    now_ = layers_.keep(candidate);
    ++progress_.nodes;
    now_progress_ = static_cast<int>(layer_);
    now_pending_ = state.pending != 0;
    if (complete_) {
        expand_all(state);
    } else {
        expand_plain(state);
    }
    if (finished_) return;
    if (out_of_memory_ || progress_.nodes >= limits_.nodes) finish(Verdict::unknown);
}

template <const Rules& rules>
bool GloucestershireSearch<rules>::next_selection() {
    selected_.clear();
    next_ = 0;
    if (!layers_.in_use(layer_)) return false;
    const std::vector<Candidate>& states = layers_.states(layer_);
    for (std::size_t i = looked_; i < states.size(); ++i) selected_.push_back(static_cast<std::uint32_t>(i));
    looked_ = states.size();
    if (layers_.keep_best(states, selected_, quota_, [this](const State& state) { return score(state); }))
        cut_ = true;
    if (width_ != none) quota_ /= 2;
    return !selected_.empty();
}

/// Goes to the next layer that has states; after the last one the pass is over.
template <const Rules& rules>
void GloucestershireSearch<rules>::next_layer() {
    if (layers_.in_use(layer_)) layers_.give_back(layer_);
    looked_ = 0;
    quota_ = width_;
    while (++layer_ < layers_.count())
        if (layers_.in_use(layer_)) return;
    if (out_of_memory_) return;  // what is missing may be what wins
    if (cut_ || (!complete_ && longest_bridge_ < ranks)) {
        begin_pass();
    } else if (complete_) {
        finish(Verdict::unwinnable);
    } else {
        complete_ = true;
        width_ = 0;
        begin_pass();
    }
}

template <const Rules& rules>
void GloucestershireSearch<rules>::win(const Block& block) {
    found_ = true;
    progress_.best_home = rules.card_count();
    finish(write_line(now_, &block) ? Verdict::winnable : Verdict::unknown);
}

// --- The line in the engine's moves
// --------------------------------------------------------------------------------------------------------

/// Makes recorded events on a position: piles are known by their contents.
template <const Rules& rules>
class GloucestershireSearch<rules>::Writer {
  public:
    Writer(const GloucestershireSearch& search, std::vector<Move>& line)
        : search_(search), position_(search.position_), line_(line) {
        line_.clear();
    }
    bool write(const std::vector<Event>& events) {
        for (const Event& event : events)
            if (!write(event)) return false;
        return position_.won();
    }

  private:
    bool holds(PileId id, Pile pile) const {
        const std::span<const Card> cards = position_.pile(id);
        for (std::size_t i = cards.size(); i-- > 0; pile = search_.node(pile).below)
            if (pile == 0 || search_.node(pile).card != face_of(cards[i])) return false;
        return pile == 0;
    }
    PileId find(Pile pile, PileId but = no_pile) const {
        for (int i = 0; i < T; ++i) {
            const PileId id = layout.pile(PileKind::tableau, i);
            if (id != but && holds(id, pile)) return id;
        }
        return no_pile;
    }
    PileId reserve_with(Face card) const {
        for (int i = 0; i < layout.reserve; ++i)
            for (const Card held : position_.pile(PileKind::reserve, i))
                if (face_of(held) == card) return layout.pile(PileKind::reserve, i);
        return no_pile;
    }
    bool write(const Event& event) {
        const Card card = Card(rank_of(rank(event.card)), static_cast<Suit>(suit(event.card)));
        PileId from = no_pile;
        PileId to = no_pile;
        if (event.kind == Event::run || event.kind == Event::home_pile) {
            from = find(event.from);
        } else {
            from = reserve_with(event.card);
        }
        if (from == no_pile) return false;
        if (event.kind == Event::home_pile || event.kind == Event::home_reserve) {
            const unsigned homes = position_.foundations_for(card);
            if (homes == 0) return false;
            to = layout.pile(PileKind::foundation, std::countr_zero(homes));
        } else {
            to = find(event.to, from);
        }
        if (to == no_pile) return false;
        const bool reserve = event.kind == Event::lay_reserve || event.kind == Event::home_reserve;
        const Move move = reserve ? Move::from_open(from, card, to) : Move::cards(from, to, event.count);
        position_.play(move);
        line_.push_back(move);
        return true;
    }

    const GloucestershireSearch& search_;
    Position<rules> position_;
    std::vector<Move>& line_;
};

template <const Rules& rules>
bool GloucestershireSearch<rules>::write_line(std::uint32_t node, const Block* last) {
    std::vector<Block> blocks = layers_.way_to(node);
    if (last != nullptr) blocks.push_back(*last);
    std::vector<Event> events;
    recorder_ = &events;
    State state = root_;
    now_progress_ = -1;
    now_pending_ = false;
    settle(state);
    for (const Block& block : blocks) {
        now_progress_ = progress_of(state);
        now_pending_ = state.pending != 0;
        make(state, block);
        settle(state);
    }
    recorder_ = nullptr;
    Writer writer(*this, line_);
    if (writer.write(events)) return true;
    line_.clear();
    return false;
}

}  // namespace quincunx::solver
