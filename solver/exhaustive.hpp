#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/generate.hpp"
#include "solver/common/pile_numbers.hpp"
#include "solver/estimate.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver {

/// Searches every position that can be reached, each once, by exact keys and without any pruning. It works
/// for every game, is slow, and is what the strategies are tested against.
///
/// What looks nearest to a win is examined first. Moves already made count as well, so that the solutions are
/// short enough to be followed. The verdict is `winnable` with the path to a won position, or `unwinnable`
/// when nothing is left to search. Positions are kept as the numbers of their piles (`PileNumbers`):
/// `Position::key` finds them, but two are the same only if their piles are.
template <class Source>
class BasicExhaustiveSearch : private Source {
    using Source::layout;
    using Source::rules;
    using Position = BasicPosition<Source>;

  public:
    explicit BasicExhaustiveSearch(const Source& source = Source()) : Source(source), root_(source) {}

    void start(const Position& position, const Limits& limits) {
        root_ = position;
        limits_ = limits;
        numbers_.clear();
        if (blocks_.size() > 1) blocks_.resize(1);
        count_ = 0;
        slots_.assign(first_slots, 0);
        heads_.clear();
        lowest_ = 0;
        line_.clear();
        progress_ = {.best_home = position.home()};
        verdict_ = Verdict::unknown;
        finished_ = false;
        if (position.won()) {
            verdict_ = Verdict::winnable;
            finished_ = true;
        } else if (!has_room()) {
            finished_ = true;
        } else {
            const Estimate<Source> estimate(position);
            add(position, numbers_of(position), none, 0, estimate);
        }
    }

    bool step(std::uint64_t budget) {
        const std::uint64_t until = progress_.nodes + budget;
        while (!finished_ && progress_.nodes < until) expand();
        return finished_;
    }

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const { return progress_; }

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// The number of each pile, and one for what the player has left: redeals and the choice.
    using Numbers = std::array<std::uint32_t, static_cast<std::size_t>(Source::most_piles) + 1>;
    struct Node {
        Numbers numbers;
        std::uint32_t parent;
        std::uint32_t next;   ///< in the list of nodes that look equally far from a win
        std::uint32_t depth;  ///< moves made
    };
    static constexpr std::size_t block_size = 1024;
    static constexpr std::size_t first_slots = 1024;
    static constexpr std::size_t farthest = 10'000;  ///< beyond this, distances are not distinguished

    // --- Positions as numbers --------------------------------------------------------------------

    bool by_rank(PileId pile) const {
        return layout().kind(pile) == PileKind::foundation &&
               this->group_of(layout().number(pile)).per_suit == 0;
    }
    /// Whether the number of face-down cards is one of a pile's bytes.
    bool has_hidden(PileId pile) const {
        const PileKind kind = layout().kind(pile);
        return (kind == PileKind::tableau || kind == PileKind::reserve) && hides(rules(), kind);
    }

    std::uint32_t number_of(const Position& position, PileId pile) {
        std::array<std::uint8_t, 128> bytes;
        std::size_t size = 0;
        if (has_hidden(pile) && !position.empty(pile))
            bytes[size++] = static_cast<std::uint8_t>(position.hidden(pile));
        const bool ranks = by_rank(pile);
        for (const Card card : position.pile(pile))
            bytes[size++] = static_cast<std::uint8_t>(ranks ? number(card.rank()) : card.face());
        return numbers_.number({bytes.data(), size});
    }
    static std::uint32_t left_to(const Position& position) {
        return static_cast<std::uint32_t>((position.redeals_left() + 1) * 4 + position.choice());
    }
    Numbers numbers_of(const Position& position) {
        Numbers result{};
        for (int pile = 0; pile < layout().piles(); ++pile)
            result[at(pile)] = number_of(position, pile_id(pile));
        result.back() = left_to(position);
        return result;
    }
    /// The numbers after a move, computed from those before it: most piles have not changed.
    Numbers numbers_after(const Position& position, const Numbers& before, const Undo& undo) {
        Numbers result = before;
        const auto changed = [&](PileId pile) { result[at(pile)] = number_of(position, pile); };
        result.back() = left_to(position);
        if (undo.move.kind == MoveKind::cards) {
            changed(undo.move.from);
            changed(undo.move.to);
            if (undo.filled == Undo::Filled::from_stock) changed(layout().stock());
            if (undo.filled == Undo::Filled::from_waste) changed(layout().waste());
            if (undo.filled == Undo::Filled::from_reserve) changed(undo.filler);
            return result;
        }
        const PileKind first = rules().deals_to_tableau() ? PileKind::tableau : PileKind::reserve;
        for (int pile = layout().first(first); pile < layout().piles(); ++pile) changed(pile_id(pile));
        return result;
    }
    Position position_of(const Numbers& numbers) const {
        Position position(*this);
        position.clear();
        for (int pile = 0; pile < layout().piles(); ++pile) {
            const PileId id = pile_id(pile);
            PileNumbers::Bytes bytes = numbers_[numbers[at(id)]];
            if (has_hidden(id) && !bytes.empty()) {
                position.set_hidden(id, bytes.front());
                bytes = bytes.subspan(1);
            }
            const bool ranks = by_rank(id);
            for (const std::uint8_t byte : bytes)
                position.append(id, ranks ? Card(rank_of(byte), Suit::clubs) : card_of_face(byte));
        }
        position.set_redeals_left(static_cast<int>(numbers.back() / 4) - 1);
        position.set_choice(static_cast<int>(numbers.back() % 4));
        position.rebuild();
        return position;
    }
    static Card card_of_face(std::uint8_t face) {
        return Card(static_cast<Rank>(face & 15), static_cast<Suit>(face >> 4));
    }

    /// Whether two positions differ at most in the order of interchangeable piles (ruling A5).
    bool same(const Numbers& a, const Numbers& b) const {
        if (a == b) return true;
        if (a.back() != b.back()) return false;
        int foundation = 0;
        for (const FoundationGroup& group : rules().foundations) {
            if (!same_piles(a, b, foundation, group.piles, true)) return false;
            foundation += group.piles;
        }
        for (int pile = layout().first(PileKind::waste); pile < layout().piles(); ++pile)
            if (a[at(pile)] != b[at(pile)]) return false;
        const bool any_tableau = !rules().deals_to_tableau() || a[at(layout().stock())] == 0;
        if (!same_piles(a, b, layout().first(PileKind::tableau), layout().tableau, any_tableau)) return false;
        if (rules().open_reserve()) return cards_of_reserve(a) == cards_of_reserve(b);
        const bool any_order = !rules().deals_to_reserves() || a[at(layout().stock())] == 0;
        return same_piles(a, b, layout().first(PileKind::reserve), layout().reserve, any_order);
    }
    static bool same_piles(const Numbers& a, const Numbers& b, int first, int count, bool any_order) {
        std::array<std::uint32_t, max_piles> left;
        std::array<std::uint32_t, max_piles> right;
        const auto size = static_cast<std::size_t>(count);
        std::copy_n(a.begin() + first, size, left.begin());
        std::copy_n(b.begin() + first, size, right.begin());
        if (any_order) {
            std::sort(left.begin(), left.begin() + count);
            std::sort(right.begin(), right.begin() + count);
        }
        return std::equal(left.begin(), left.begin() + count, right.begin());
    }
    std::vector<std::uint8_t> cards_of_reserve(const Numbers& numbers) const {
        std::vector<std::uint8_t> cards;
        for (int number = 0; number < layout().reserve; ++number) {
            const PileNumbers::Bytes pile = numbers_[numbers[at(layout().pile(PileKind::reserve, number))]];
            cards.insert(cards.end(), pile.begin(), pile.end());
        }
        std::sort(cards.begin(), cards.end());
        return cards;
    }

    // --- What was seen ---------------------------------------------------------------------------

    Node& node(std::uint32_t which) { return blocks_[which / block_size][which % block_size]; }
    const Node& node(std::uint32_t which) const { return blocks_[which / block_size][which % block_size]; }

    /// The slot of a position: that of a node with the same piles, or a free one. A slot holds the upper half
    /// of the key and the node's number, counted from 1.
    std::size_t slot_of(std::uint64_t key, const Numbers& numbers) const {
        const std::uint64_t half = key >> 32;
        for (auto slot = static_cast<std::size_t>(half);; ++slot) {
            slot &= slots_.size() - 1;
            if (slots_[slot] == 0) return slot;
            if (slots_[slot] >> 32 == half && same(node(node_in(slots_[slot])).numbers, numbers)) return slot;
        }
    }
    static std::uint32_t node_in(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1; }

    void grow_slots() {
        std::vector<std::uint64_t> old(2 * slots_.size(), 0);
        old.swap(slots_);
        for (const std::uint64_t entry : old) {
            if (entry == 0) continue;
            auto slot = static_cast<std::size_t>(entry >> 32);
            while (slots_[slot & (slots_.size() - 1)] != 0) ++slot;
            slots_[slot & (slots_.size() - 1)] = entry;
        }
    }

    /// Whether the successors of one more position fit within the memory limit.
    bool has_room() const {
        const auto most = static_cast<std::size_t>(this->facts().moves);
        const auto cards = static_cast<std::size_t>(rules().card_count());
        if (count_ + most >= none || !numbers_.can_add(most * cards)) return false;
        std::size_t bytes = numbers_.memory_to_add(most, most * cards);
        bytes += blocks_.size() * block_size * sizeof(Node);
        if (count_ + most > blocks_.size() * block_size)
            bytes += (most / block_size + 1) * block_size * sizeof(Node);
        bytes += slots_.size() * sizeof(std::uint64_t);
        if (is_full(count_ + most)) bytes += 2 * slots_.size() * sizeof(std::uint64_t);
        return bytes + 3 * heads_.size() * sizeof(std::uint32_t) <= limits_.memory;
    }
    bool is_full(std::size_t count) const { return 4 * count >= 3 * slots_.size(); }

    /// Keeps a position, unless it was seen before; then the shorter of the two ways to it is kept.
    void add(const Position& position, const Numbers& numbers, std::uint32_t parent, std::uint32_t depth,
             const Estimate<Source>& estimate) {
        const std::size_t slot = slot_of(position.key(), numbers);
        if (slots_[slot] != 0) {
            Node& known = node(node_in(slots_[slot]));
            if (depth < known.depth) {
                known.depth = depth;
                known.parent = parent;
            }
            return;
        }
        const auto which = static_cast<std::uint32_t>(count_++);
        if (which / block_size == blocks_.size()) blocks_.push_back(std::make_unique<Node[]>(block_size));
        node(which) = {numbers, parent, none, depth};
        slots_[slot] = (position.key() >> 32) << 32 | (which + 1);
        if (is_full(count_)) grow_slots();
        progress_.best_home = std::max(progress_.best_home, position.home());
        if (position.won()) {
            verdict_ = Verdict::winnable;
            finished_ = true;
            write_line(which);
            return;
        }
        open(which, static_cast<std::size_t>(estimate(position)) + depth);
    }

    // --- What is looked at next ------------------------------------------------------------------

    void open(std::uint32_t which, std::size_t far) {
        far = std::min(far, farthest);
        if (far >= heads_.size()) heads_.resize(far + 1, none);
        node(which).next = heads_[far];
        heads_[far] = which;
        lowest_ = std::min(lowest_, far);
    }
    void expand() {
        while (lowest_ < heads_.size() && heads_[lowest_] == none) ++lowest_;
        if (lowest_ >= heads_.size()) {
            verdict_ = Verdict::unwinnable;
            finished_ = true;
            return;
        }
        if (progress_.nodes >= limits_.nodes || !has_room()) {
            finished_ = true;
            return;
        }
        const std::uint32_t which = heads_[lowest_];
        heads_[lowest_] = node(which).next;
        ++progress_.nodes;
        const Numbers numbers = node(which).numbers;
        Position position = position_of(numbers);
        Estimate<Source> estimate(position);
        generate(position, list_);
        for (const Move& move : list_) {
            const Undo undo = position.play(move);
            add(position, numbers_after(position, numbers, undo), which, node(which).depth + 1, estimate);
            if (finished_) return;
            position.unplay(undo);
        }
    }

    // --- The line --------------------------------------------------------------------------------

    /// The moves to a position, found again one by one, because a node does not know on which of several
    /// equal piles its parent's moves were made.
    void write_line(std::uint32_t last) {
        std::vector<std::uint32_t> way;
        for (std::uint32_t which = last; node(which).parent != none; which = node(which).parent)
            way.push_back(which);
        Position position = root_;
        for (auto next = way.rbegin(); next != way.rend(); ++next) {
            generate(position, list_);
            for (const Move& move : list_) {
                const Undo undo = position.play(move);
                if (same(numbers_of(position), node(*next).numbers)) {
                    line_.push_back(move);
                    break;
                }
                position.unplay(undo);
            }
        }
    }

    Position root_;
    Limits limits_;
    PileNumbers numbers_;
    std::vector<std::unique_ptr<Node[]>> blocks_;
    std::size_t count_ = 0;
    std::vector<std::uint64_t> slots_;
    std::vector<std::uint32_t> heads_;  ///< the first open node among those that look equally far from a win
    std::size_t lowest_ = 0;            ///< no open node has a lower estimate than this
    std::vector<Move> line_;
    BasicMoveList<Source> list_;
    Progress progress_;
    Verdict verdict_ = Verdict::unknown;
    bool finished_ = true;
};

template <const Rules& rules>
using ExhaustiveSearch = BasicExhaustiveSearch<Fixed<rules>>;

}  // namespace quincunx::solver
