#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/generate.hpp"

namespace quincunx::deals {

/// How wide a beam is and what it is ordered by: the moves that still seem to be needed, in twelfths of a move. The
/// figures were fitted to deals 9,000,001 to 9,000,030.
struct Beam {
    std::size_t width = 140;  ///< positions
    std::size_t rounds = 4;   ///< from so many places along a solution
    int same_suit = 12;       ///< a card over one of its own suit that goes home earlier: it must move away
    int earlier = 3;          ///< a card over any other one that goes home earlier: it may have to
    int hidden = 1;           ///< a card that lies face down
    int waste = 3;  ///< what cards over others count in the waste, in twelfths of what they count elsewhere
    int last = 9;   ///< and where it can't be turned over any more
    int again = 8;  ///< a card of the waste while it can be turned over
};
constexpr Beam beam_for(const Rules& rules) {
    // Piles that fill themselves take cards from the stock or the waste without a move.
    if (rules.tableau.refill != Refill::none)
        return {.width = 60, .rounds = 3, .earlier = 2, .waste = 2, .last = 2, .again = 0};
    // The deals to reserves are few, and so is what can be moved between two of them.
    if (rules.deals_to_reserves()) return {.width = 150, .rounds = 8, .earlier = 2};
    return {};
}

/// A beam search for a short solution: of all positions after one more move it keeps the `width` that seem nearest to
/// the win, and never one that it has had before. It finds far shorter solutions than a search in depth, and proves
/// nothing; where it finds none, there may be one. (Beam search: B. T. Lowerre, The Harpy speech recognition system,
/// 1976.)
template <const Rules& rules>
class BeamSearch {
  public:
    explicit BeamSearch(const Beam& plan) : plan_(plan) {}

    /// `known`: a solution, of which the beam always keeps the position that is furthest along. So it finds one that is
    /// not longer, unless a move of `known` is not listed.
    void start(const Position<rules>& position, std::span<const Move> known) {
        along_.clear();
        Position<rules> later = position;
        for (const Move& move : known) {
            later.play(move);
            along_[later.key()] = along_.size() + 1;
        }
        most_ = known.size();
        layers_.clear();
        seen_ = {position.key()};
        line_.clear();
        over_ = false;
        beam_.assign(1, Node{.position = position});
        judge(beam_.front());
    }
    /// Makes one move more; the number of moves that were tried.
    std::uint64_t step() {
        std::uint64_t tried = 0;
        candidates_.clear();
        MoveList<rules> moves;
        for (std::uint32_t at = 0; at < beam_.size() && !over_; ++at) {
            Node& node = beam_[at];
            generate(node.position, moves);
            tried += moves.size();
            const Move* const free = at == 0 ? nullptr : costs_nothing(node, moves);
            for (const Move& move : moves) {
                if (free != nullptr && &move != free) continue;
                const Undo undo = node.position.play(move);
                if (node.position.won()) {
                    take(at, move);
                    break;
                }
                if (!seen_.contains(node.position.key()))
                    candidates_.push_back({after(node, undo), at, node.position.key(), move});
                node.position.unplay(undo);
            }
        }
        if (!over_) next();
        return tried;
    }
    bool over() const { return over_; }
    /// Empty if none was found.
    std::span<const Move> line() const { return line_; }

  private:
    static constexpr Layout layout{rules};
    static constexpr auto pile_count = static_cast<std::size_t>(layout.piles());
    static constexpr int never = std::numeric_limits<std::uint8_t>::max();

    struct Node {
        Position<rules> position;
        /// How many cards must go to the foundations of its suit before one can, by suit and rank
        std::array<std::array<std::uint8_t, max_ranks>, suit_count> need{};
        std::array<int, pile_count> costs{};
        int cost = 0;  ///< of all piles
    };
    struct Candidate {
        int cost;
        std::uint32_t parent;
        std::uint64_t key;
        Move move;
    };
    struct Link {
        Move move;
        std::uint32_t parent;
    };

    /// A move to a foundation of a card on which hardly any other will be needed: it seldom makes a solution longer, and
    /// leaves room in the beam.
    static const Move* costs_nothing(const Node& node, const MoveList<rules>& moves) {
        const auto needed = [&](Card card) {
            const Build& build = rules.tableau.build;
            if (build.follow == Follow::any_card) return true;
            if (build.follow == Follow::nothing) return false;
            const int rank = node.position.next_rank(number(card.rank()), build.step, build.wraps);
            if (rank == 0) return false;
            for (std::size_t suit = 0; suit < suit_count; ++suit) {
                const int need = node.need[suit][static_cast<std::size_t>(rank - 1)];
                if (need != 0 && need != never &&
                    node.position.follows(build, build.step, card,
                                          Card(rank_of(rank), static_cast<Suit>(suit))))
                    return true;
            }
            return false;
        };
        const Move* const found = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
            return touches_foundation(move) && !needed(lifted_card(node.position, move));
        });
        return found == moves.end() ? nullptr : found;
    }

    void next() {
        over_ = true;
        if (candidates_.empty() || layers_.size() + 1 >= most_) return;
        const auto nearer = [](const Candidate& a, const Candidate& b) {
            return a.cost != b.cost ? a.cost < b.cost : a.parent < b.parent;
        };
        std::stable_sort(candidates_.begin(), candidates_.end(), nearer);
        std::vector<Link> links;
        spare_.clear();
        const auto furthest = std::max_element(
            candidates_.begin(), candidates_.end(),
            [&](const Candidate& a, const Candidate& b) { return along(a.key) < along(b.key); });
        if (along(furthest->key) > 0) std::rotate(candidates_.begin(), furthest, furthest + 1);
        for (const Candidate& candidate : candidates_) {
            if (spare_.size() == plan_.width) break;
            if (!seen_.insert(candidate.key).second) continue;
            Node& node = spare_.emplace_back(beam_[candidate.parent]);
            judge_after(node, node.position.play(candidate.move));
            links.push_back({candidate.move, candidate.parent});
        }
        std::swap(beam_, spare_);
        layers_.push_back(std::move(links));
        over_ = beam_.empty();
    }
    std::size_t along(std::uint64_t key) const {
        const auto found = along_.find(key);
        return found == along_.end() ? 0 : found->second;
    }
    void take(std::uint32_t at, const Move& last) {
        over_ = true;
        line_ = {last};
        for (std::size_t layer = layers_.size(); layer-- > 0;) {
            line_.push_back(layers_[layer][at].move);
            at = layers_[layer][at].parent;
        }
        std::reverse(line_.begin(), line_.end());
    }

    // --- How far away the win seems -------------------------------------------------------------

    static bool touches_foundation(const Move& move) {
        return move.kind == MoveKind::cards && layout.kind(move.to) == PileKind::foundation;
    }
    /// Calls with each pile that a move has changed, but for foundations.
    template <class Function>
    static void for_changed(const Undo& undo, Function&& function) {
        if (undo.move.kind != MoveKind::cards) {
            for (int pile = 0; pile < layout.piles(); ++pile) function(pile_id(pile));
            return;
        }
        function(undo.move.from);
        function(undo.move.to);
        if constexpr (rules.stock.deal_to == DealTo::waste) {
            if (undo.filled == Undo::Filled::from_stock) function(layout.stock());
            if (undo.filled == Undo::Filled::from_waste) function(layout.waste());
        }
    }
    /// The cost of the position that a move has led to.
    int after(Node& node, const Undo& undo) const {
        if (touches_foundation(undo.move)) {
            const auto need = node.need;
            see_foundations(node);
            int cost = 0;
            for (int pile = 0; pile < layout.piles(); ++pile) cost += cost_of(node, pile_id(pile));
            node.need = need;
            return cost;
        }
        int cost = node.cost;
        for_changed(undo, [&](PileId pile) { cost += cost_of(node, pile) - node.costs[at(pile)]; });
        return cost;
    }
    void judge_after(Node& node, const Undo& undo) const {
        if (touches_foundation(undo.move)) return judge(node);
        for_changed(undo, [&](PileId pile) {
            const int cost = cost_of(node, pile);
            node.cost += cost - node.costs[at(pile)];
            node.costs[at(pile)] = cost;
        });
    }
    void judge(Node& node) const {
        see_foundations(node);
        node.cost = 0;
        for (int pile = 0; pile < layout.piles(); ++pile)
            node.cost += node.costs[at(pile_id(pile))] = cost_of(node, pile_id(pile));
    }
    void see_foundations(Node& node) const {
        const Position<rules>& position = node.position;
        for (auto& suit : node.need) suit.fill(never);
        int first = 0;
        for (const FoundationGroup& group : rules.foundations) {
            std::array<int, suit_count> begun{};
            for (int number = first; number < first + group.piles; ++number) {
                const std::span<const Card> cards = position.pile(PileKind::foundation, number);
                if (cards.empty()) continue;
                const auto suit = static_cast<std::size_t>(cards.back().suit());
                ++begun[suit];
                count(node.need[suit], position, group,
                      position.next_rank(static_cast<int>(cards.back().rank()), position.step(group),
                                         group.build.wraps),
                      group.length - static_cast<int>(cards.size()));
            }
            for (std::size_t suit = 0; suit < suit_count; ++suit)
                if (begun[suit] < group.per_suit)
                    count(node.need[suit], position, group, group.start_rank, group.length);
            first += group.piles;
        }
    }
    static void count(std::array<std::uint8_t, max_ranks>& need, const Position<rules>& position,
                      const FoundationGroup& group, int rank, int left) {
        for (int away = 0; away < left && rank != 0; ++away) {
            auto& known = need[static_cast<std::size_t>(rank - 1)];
            known = std::min(known, static_cast<std::uint8_t>(away));
            rank = position.next_rank(rank, position.step(group), group.build.wraps);
        }
    }
    int cost_of(const Node& node, PileId pile) const {
        const Position<rules>& position = node.position;
        const std::span<const Card> cards = position.pile(pile);
        const auto size = static_cast<int>(cards.size());
        switch (layout.kind(pile)) {
            case PileKind::foundation:
                return 0;
            case PileKind::stock:
                return size * 12 + 12 * (size + each - 1) / each;
            case PileKind::waste:
                return size * 12 +
                       over(node, cards, size, false) *
                           (position.redeals_left() != 0 ? plan_.waste : plan_.last) / 12 +
                       (position.redeals_left() != 0 ? size * plan_.again : 0);
            case PileKind::reserve:
                if constexpr (rules.reserve.access == Access::every_card) return size * 12;
                return size * 12 + over(node, cards, 0, false);
            case PileKind::tableau:
                break;
        }
        const int hidden = position.hidden(pile);
        return size * 12 + hidden * plan_.hidden +
               over(node, cards, hidden, rules.tableau.unit != Unit::top_card);
    }
    /// The cost of cards that lie over others that are needed earlier; those that move together cost as one.
    int over(const Node& node, std::span<const Card> cards, int hidden, bool units) const {
        std::array<int, suit_count> lowest;
        lowest.fill(never);
        int lowest_of_all = never;
        int sum = 0;
        bool counted = false;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const Card card = cards[i];
            const auto suit = static_cast<std::size_t>(card.suit());
            const int need = node.need[suit][static_cast<std::size_t>(static_cast<int>(card.rank()) - 1)];
            const int cost = lowest[suit] < need ? plan_.same_suit : lowest_of_all < need ? plan_.earlier : 0;
            const bool unit =
                units && static_cast<int>(i) > hidden &&
                node.position.follows(rules.tableau.build, rules.tableau.build.step, cards[i - 1], card);
            if (!unit || !counted) {
                sum += cost;
                counted = cost > 0;
            }
            lowest[suit] = std::min(lowest[suit], need);
            lowest_of_all = std::min(lowest_of_all, need);
        }
        return sum;
    }

    /// How many cards one move takes from the stock.
    static constexpr int each = rules.deals_to_reserves() ? std::max(1, rules.stock.each* rules.reserve.piles)
                                                          : std::max(1, rules.stock.each);

    Beam plan_;
    std::size_t most_ = 0;
    std::vector<Node> beam_;
    std::vector<Node> spare_;
    std::vector<Candidate> candidates_;
    std::vector<std::vector<Link>>
        layers_;  ///< how each position of the beam came about, by the number of moves
    std::unordered_set<std::uint64_t> seen_;
    std::unordered_map<std::uint64_t, std::size_t> along_;  ///< how far along the known solution, by key
    std::vector<Move> line_;
    bool over_ = false;
};

}  // namespace quincunx::deals
