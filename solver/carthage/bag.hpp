#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/card.hpp"
#include "engine/rules.hpp"
#include "solver/common/fact_table.hpp"
#include "solver/common/key_set.hpp"

namespace quincunx::solver::carthage {

/// A game after the last deal of Carthage in which the cards that are out of the reserves form a bag. They
/// can be laid on each other and played to foundations at will, and only need room: one place for each run,
/// with as few runs as possible. If out(r) cards of rank r of a suit are out, the number of runs is the
/// number of cards, other than aces, that find no card of the next lower rank: the sum of max(0, out(r) -
/// out(r - 1)) over r > 1, since cards on a run that goes down to an ace are on foundations. In a real game
/// there are never fewer runs, and each lies on the tableau or on a reserve with at most one card. So a real
/// win digs out the reserves in an order that leaves room after every card. Whether there is such an order
/// depends on the reserves alone.
///
/// The last two cards of a reserve count as one dig, because the lower one is then on a place. So a dig costs
/// at most one place: for a card of rank r it costs [out(r) >= out(r - 1)] - [out(r + 1) > out(r)].
///
/// **Children.** Call a set of digs (each card with what lies on it) *thrifty* if it costs fewer places than
/// it has digs. Every order that reaches the end completes a thrifty set at some time, since at the end no
/// place is taken; until then each dig takes a place. Of what the order has dug by then, take a smallest
/// thrifty set. If it is made first, it needs no more places than the order needed for the same number of
/// digs, and the other digs of the order can follow: each costs at most one place, and there is one more
/// place than before. So some such order begins with a smallest thrifty set, and these are the children. In
/// such a set, let z, of rank r, be the last card to come out of some reserve. Without z the set is not
/// thrifty, so z costs nothing when dug last: out(r - 1) > out(r) or out(r + 1) > out(r). If the last card of
/// another reserve does not have the rank that makes this true, the set is thrifty without it. Two other
/// reserves are not needed: both cards of that rank would have to be needed, with one card of rank r out, and
/// then the first of the two would cost nothing itself. So such a set comes from one reserve, or from two
/// whose last cards have adjacent ranks.
///
/// **What is dug immediately.** A card that costs nothing is dug without alternatives if its twin cannot come
/// out before it. For every order can be changed to begin with it: cards of the adjacent ranks that come out
/// before it can only lower its cost, and only its twin could raise it. Even its twin cannot if both cards of
/// the next lower or of the next higher rank are out. If no place is left, a more generous game without time
/// decides whether the twin can come out first: all cards that any reserve can reach count as out for the
/// others, so each reserve is dug on its own at the lowest cost. That game gives no answer if room can be
/// gained. If it does not reach the end, neither does the real one.
///
/// After `most` nodes the answer is yes.
template <const Rules& rules>
class Bag {
  public:
    static constexpr int reserves = rules.reserve.piles;
    static constexpr int ranks = rules.ranks;
    static constexpr std::size_t most = 3000;  ///< nodes for one question
    static constexpr int tallest = 31;         ///< cards in a reserve

    /// One number for the contents of each reserve, 0 for none; answers are remembered by these.
    using Contents = std::array<std::uint16_t, static_cast<std::size_t>(reserves)>;

    /// Forgets all answers.
    void clear() { known_.clear(); }
    /// The answer, if the question was asked before.
    std::optional<bool> find(const Contents& contents) const { return known_.find(contents); }
    /// The memory used for answers, in bytes.
    std::size_t bytes() const { return known_.bytes(); }
    /// Nodes of all questions ever asked: a search that clears the answers in the middle of a step can rely
    /// on it.
    std::uint64_t nodes() const { return nodes_; }

    /// Begins a question; all reserves have at most one card so far.
    void begin() {
        where_.fill({});
        root_ = {};
        root_.inside = root_.inside_twice = never_out;
    }
    /// Adds the card at a height (1 to `tallest`) of a reserve with two or more cards. `stack` stands for it
    /// and what lies below it. Faces are suit * 16 + rank.
    void add(int reserve, int height, std::uint8_t face, std::uint16_t stack) {
        Where& where = where_[face];
        Card& card = piles_[at(reserve)][at(height)];
        card = {.stack = stack, .face = face};
        if (where.count != 0 && where.pile[0] == reserve) {
            Card& twin = piles_[at(reserve)][where.height[0]];
            (where.height[0] > height ? card : twin).under_twin = true;
            (where.height[0] > height ? twin : card).on_twin = true;
        }
        (where.count != 0 ? root_.inside_twice : root_.inside) |= bit(face);
        where.pile[where.count] = static_cast<std::uint8_t>(reserve);
        where.height[where.count++] = static_cast<std::uint8_t>(height);
        root_.height[at(reserve)] = std::max(root_.height[at(reserve)], static_cast<std::uint8_t>(height));
    }
    /// False if no order leaves room for the cards. Answers are remembered as long as that takes no more than
    /// `bytes` bytes.
    bool has_room(std::size_t bytes) {
        bytes_ = bytes;
        Node node = root_;
        node.room = rules.tableau.piles;
        for (const std::uint8_t height : node.height) node.room += height == 0 ? 1 : 0;
        node.room -= std::popcount(~node.inside & node.inside << 1 & not_aces);
        if (rules.decks == 2)
            node.room -= std::popcount(~node.inside_twice & node.inside_twice << 1 & not_aces);
        const bool result = node.room >= 0 && can_end(node);
        remember(contents_of(root_), result);
        nodes_ += visited_.size();
        visited_.clear();
        return result;
    }

  private:
    /// Free places for which `add_children` is designed; with more of them the answer is yes.
    static constexpr int farthest = 7;
    static_assert(reserves <= 12 && tallest < 32, "keys have five bits for each height");

    struct Card {
        std::uint16_t stack = 0;
        std::uint8_t face = 0;
        bool under_twin = false;  ///< its twin lies above it
        bool on_twin = false;     ///< its twin lies below it
    };
    /// Where the cards of a face are in the reserves.
    struct Where {
        std::array<std::uint8_t, 2> pile, height;
        std::uint8_t count;
    };
    /// The cards that are not out, as sets of faces. The cards of the rank above the king always count as
    /// inside.
    struct Inside {
        std::uint64_t inside;        ///< faces of which at least one card is not out
        std::uint64_t inside_twice;  ///< faces of which two cards are not out
    };
    struct Node : Inside {
        std::array<std::uint8_t, at(reserves)> height;
        int room;  ///< free places; below 0 there is no room for the cards
    };
    struct Kind : Inside {
        std::array<std::uint8_t, at(reserves)> height;  ///< cards at this height and below cannot come out
    };
    /// A card that the more generous game is asked about: whether its pile is dug to below this height.
    struct Target {
        int pile = -1;
        int height = 0;
    };
    using Targets = std::array<Target, 2>;

    static constexpr std::uint64_t each_suit = 0x0001000100010001ULL;
    static constexpr std::uint64_t not_aces = ((std::uint64_t{2} << ranks) - 4) * each_suit;
    static constexpr std::uint64_t never_out = (std::uint64_t{2} << ranks) * each_suit;
    static constexpr unsigned all_piles = (1U << reserves) - 1;

    static std::uint64_t bit(int face) { return std::uint64_t{1} << face; }
    const Card& card_at(int i, int height) const { return piles_[at(i)][at(height)]; }

    // --- Digging ---------------------------------------------------------------------------------

    /// The cost of a card whose twin is inside or out, depending on the set: `inside_twice` or `inside`.
    static int cost(std::uint64_t inside, int face) {
        return static_cast<int>((inside >> (face - 1) & 1) + (inside >> (face + 1) & 1)) - 1;
    }
    static std::uint64_t& set_with(Inside& node, int face) {
        return (node.inside_twice & bit(face)) != 0 ? node.inside_twice : node.inside;
    }
    static void take_out(Node& node, int face) {
        std::uint64_t& inside = set_with(node, face);
        node.room -= cost(inside, face);
        inside &= ~bit(face);
    }
    void dig(Node& node, int i) const {
        std::uint8_t& height = node.height[at(i)];
        take_out(node, card_at(i, height).face);
        if (--height != 1) return;
        ++node.room;
        take_out(node, card_at(i, 1).face);
        height = 0;
    }
    /// The faces taken out by the dig at a height.
    std::uint64_t faces_at(int i, int height) const {
        return bit(card_at(i, height).face) | (height == 2 ? bit(card_at(i, 1).face) : 0);
    }
    static std::uint64_t between(std::uint64_t inside) { return inside << 1 & inside >> 1; }
    /// The faces that cost nothing.
    static std::uint64_t free_faces(const Inside& node) {
        return (node.inside & ~between(node.inside)) | (node.inside_twice & ~between(node.inside_twice));
    }
    bool is_free(const Node& node, std::uint64_t free, int i) const {
        const int height = node.height[at(i)];
        if (height == 0) return false;
        if (height != 2) return (free & bit(card_at(i, height).face)) != 0;
        Node child = node;
        dig(child, i);
        return child.room >= node.room;
    }

    // --- What is dug immediately ------------------------------------------------------------------

    /// The twin of a card that costs nothing, if it could raise that cost by coming out first.
    Target rival(const Node& node, int i, int height) const {
        const Card& card = card_at(i, height);
        if ((node.inside_twice & bit(card.face)) == 0 || card.on_twin || card.under_twin) return {};
        if ((bit(card.face) & between(node.inside)) == 0) return {};
        const Where& where = where_[card.face];
        const std::size_t other = where.pile[0] == i && where.height[0] == height ? 1 : 0;
        return {where.pile[other], where.height[other]};
    }
    Targets rivals(const Node& node, int i) const {
        const int height = node.height[at(i)];
        Targets targets{rival(node, i, height), height == 2 ? rival(node, i, 1) : Target{}};
        if (targets[0].pile < 0) std::swap(targets[0], targets[1]);
        return targets;
    }
    /// Digs what is free and has no rival. Returns, as bits, the piles whose top is free but has a rival.
    unsigned dig_surely(Node& node) const {
        for (;;) {
            const std::uint64_t free = free_faces(node);
            unsigned unsure = 0;
            bool again = false;
            for (int i = 0; i < reserves && !again; ++i) {
                if (!is_free(node, free, i)) continue;
                again = rivals(node, i)[0].pile < 0;
                if (again) {
                    dig(node, i);
                } else {
                    unsure |= 1U << i;
                }
            }
            if (!again) return unsure;
        }
    }
    static Kind kind_of(const Node& node) { return {{node.inside, node.inside_twice}, node.height}; }
    static int kind_cost(const Node& node, const Kind& kind, const Card& card) {
        const bool twin_inside = (node.inside_twice & bit(card.face)) != 0 && !card.under_twin;
        return cost(twin_inside ? kind.inside_twice : kind.inside, card.face);
    }
    static void take_out(Kind& kind, int face) { set_with(kind, face) &= ~bit(face); }
    /// Plays the more generous game with some of the piles. True if a target is reached or room is gained.
    bool reaches(const Node& node, Kind& kind, unsigned piles, const Targets& targets) const {
        std::array<std::uint64_t, at(reserves)> lessen{};  // the faces that lower the cost of a pile
        unsigned left = piles;
        for (int i = targets[0].pile >= 0 ? targets[0].pile : std::countr_zero(piles);;) {
            left &= ~(1U << i);
            std::uint64_t came = 0;
            lessen[at(i)] = 0;
            int room = node.room;
            int below = kind.height[at(i)];
            for (int height = node.height[at(i)]; height != 0; height = height == 2 ? 0 : height - 1) {
                const std::uint64_t faces = faces_at(i, height);
                room -= kind_cost(node, kind, card_at(i, height));
                if (height == 2) {
                    Kind after = kind;
                    if (height <= below) take_out(after, card_at(i, 2).face);
                    room -= kind_cost(node, after, card_at(i, 1)) - 1;
                }
                lessen[at(i)] |= faces << 1 | faces >> 1;
                if (room < 0) break;
                if (room > node.room) return true;
                if (height > below) continue;
                below = height == 2 ? 0 : height - 1;
                came |= faces;
                take_out(kind, card_at(i, height).face);
                if (height == 2) take_out(kind, card_at(i, 1).face);
            }
            kind.height[at(i)] = static_cast<std::uint8_t>(below);
            if (came != 0) {
                for (const Target& target : targets)
                    if (target.pile >= 0 && kind.height[at(target.pile)] < target.height) return true;
                for (int other = 0; other < reserves; ++other)
                    if ((came & lessen[at(other)]) != 0) left |= 1U << other;
            }
            if (left == 0) return false;
            i = std::countr_zero(left);
        }
    }
    bool may_end(const Node& node) const {
        Kind kind = kind_of(node);
        return reaches(node, kind, all_piles, {}) || is_empty(kind.height);
    }
    /// Whether a pile with a free top that has a rival is dug before that rival in every order.
    bool is_before_rivals(const Node& node, int i) const {
        Kind kind = kind_of(node);
        return !reaches(node, kind, all_piles & ~(1U << i), rivals(node, i));
    }
    static bool is_empty(const std::array<std::uint8_t, at(reserves)>& height) {
        return std::ranges::all_of(height, [](std::uint8_t h) { return h == 0; });
    }

    // --- The search ------------------------------------------------------------------------------

    bool can_end(Node node) {
        unsigned unsure = dig_surely(node);
        if (is_empty(node.height) || node.room > farthest || visited_.size() >= most) return true;
        const std::uint64_t first = key_of(node);
        if (!visited_.insert(first)) return false;
        if (node.room == 0) {
            if (unsure == 0 || !may_end(node)) return false;
            while (unsure != 0) {
                const int i = std::countr_zero(unsure);
                unsure &= unsure - 1;
                if (!is_before_rivals(node, i)) continue;
                dig(node, i);
                unsure = dig_surely(node);
                if (is_empty(node.height)) return true;
                if (node.room > 0) break;
            }
            const std::uint64_t last = key_of(node);
            if (last != first && !visited_.insert(last)) return false;
        }
        if (node.room == 0) return can_end_after(node);
        const Contents contents = contents_of(node);
        if (const auto answer = known_.find(contents)) return *answer;
        const bool result = can_end_after(node);
        remember(contents, result);
        return result;
    }
    bool can_end_after(const Node& node) {
        const std::size_t begin = children_.size();
        add_children(node);
        bool result = false;
        while (children_.size() > begin && !result) {
            const auto best =
                std::max_element(children_.begin() + static_cast<std::ptrdiff_t>(begin), children_.end(),
                                 [](const Node& a, const Node& b) { return a.room < b.room; });
            const Node child = *best;
            *best = children_.back();
            children_.pop_back();
            result = can_end(child);
        }
        children_.resize(begin);
        return result;
    }

    /// The digs of a pile, from its top down, as far as they are not thrifty.
    struct Way {
        int digs = 0;
        std::array<Node, at(farthest + 1)> after;
        std::array<std::uint64_t, at(farthest + 1)> faces;  ///< those taken out by the last dig
    };

    /// Adds the nodes after each smallest thrifty set, and perhaps after some that are not smallest.
    void add_children(const Node& node) {
        const std::uint64_t free = free_faces(node);
        unsigned not_free = 0;
        for (int i = 0; i < reserves; ++i) {
            if (!is_free(node, free, i)) {
                not_free |= node.height[at(i)] != 0 ? 1U << i : 0;
                continue;
            }
            children_.push_back(node);
            dig(children_.back(), i);
        }
        if (node.room == 0) return;
        for (Way& way : ways_) way.digs = 0;
        std::uint64_t on_ways = 0;
        for (; not_free != 0; not_free &= not_free - 1) {
            const int i = std::countr_zero(not_free);
            on_ways |= find_way(node, i, ways_[at(i)]);
        }
        for (int i = 0; i < reserves; ++i)
            for (int digs = 1; digs <= ways_[at(i)].digs; ++digs) {
                const std::uint64_t faces = ways_[at(i)].faces[at(digs)];
                for (std::uint64_t next = (faces << 1 | faces >> 1) & on_ways; next != 0; next &= next - 1)
                    add_sets(node, i, digs, where_[at(std::countr_zero(next))]);
            }
    }
    /// Follows a pile down to its first thrifty set, which is added as a child. Returns the faces on the way
    /// there.
    std::uint64_t find_way(const Node& node, int i, Way& way) {
        std::uint64_t all = 0;
        Node next = node;
        for (int digs = 1; digs <= node.room + 1 && next.height[at(i)] != 0; ++digs) {
            const std::uint64_t faces = faces_at(i, next.height[at(i)]);
            dig(next, i);
            if (next.room > node.room - digs) {
                children_.push_back(next);
                break;
            }
            if (digs > node.room) break;
            way.digs = digs;
            way.after[at(digs)] = next;
            way.faces[at(digs)] = faces;
            all |= faces;
        }
        return all;
    }
    /// Adds the thrifty sets that combine some digs of a pile with the digs of another that take out a card
    /// of a face.
    void add_sets(const Node& node, int i, int digs, const Where& where) {
        for (std::size_t k = 0; k < where.count; ++k) {
            const int j = where.pile[k];
            const int more = node.height[at(j)] - std::max<int>(where.height[k], 2) + 1;
            // A set from these two piles is also found from the other one.
            if (j <= i || more < 1 || more > ways_[at(j)].digs || digs + more > node.room + 1) continue;
            Node both = ways_[at(i)].after[at(digs)];
            for (int n = 0; n < more; ++n) dig(both, j);
            if (both.room > node.room - digs - more) children_.push_back(both);
        }
    }

    // --- Memory ----------------------------------------------------------------------------------

    static std::uint64_t key_of(const Node& node) {
        std::uint64_t key = 1;
        for (const std::uint8_t height : node.height) key = key << 5 | height;
        return key;
    }
    Contents contents_of(const Node& node) const {
        Contents contents{};
        for (int i = 0; i < reserves; ++i)
            if (node.height[at(i)] != 0) contents[at(i)] = card_at(i, node.height[at(i)]).stack;
        std::ranges::sort(contents, std::greater<>());
        return contents;
    }
    void remember(const Contents& contents, bool result) {
        if (known_.bytes_to_insert() <= bytes_) known_.insert(contents, result);
    }

    FactTable<at(reserves)> known_;
    std::size_t bytes_ = 0;
    std::uint64_t nodes_ = 0;
    Node root_{};
    std::array<std::array<Card, at(tallest + 1)>, at(reserves)> piles_{};  ///< by height
    std::array<Where, 64> where_{};
    std::array<Way, at(reserves)> ways_{};  ///< for `add_children`; too large for WebAssembly's stack
    std::vector<Node> children_;            ///< of the nodes on the way to the current one
    KeySet<std::uint64_t, NumberKey> visited_;
};

}  // namespace quincunx::solver::carthage
