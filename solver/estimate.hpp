#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "engine/position.hpp"

namespace quincunx::solver {

/// How far a position seems to be from a win, in a game of any rules: a guess that decides only what is
/// examined first. It counts cards that are not on foundations, and those that lie on a card that a
/// foundation wants before them.
template <const Rules& rules>
class Estimate {
  public:
    explicit Estimate(const Position<rules>& position) { rebuild(position); }

    /// Reads the foundations again.
    void rebuild(const Position<rules>& position) {
        due_.fill(0);
        std::array<std::uint8_t, face_count> due{};
        due.fill(unwanted);
        for (int foundation = 0; foundation < layout.foundations; ++foundation)
            look_at(position, foundation, due);
        for (std::size_t face = 0; face < due.size(); ++face)
            due_[face] = due[face] == unwanted ? std::uint8_t{0} : due[face];
    }

    int operator()(const Position<rules>& position) const {
        int total = weights::left * (rules.card_count() - position.home());
        for (int number = 0; number < layout.tableau; ++number) {
            const PileId pile = layout.pile(PileKind::tableau, number);
            if (position.empty(pile)) {
                total -= weights::space;
                continue;
            }
            total +=
                weights::hidden * position.hidden(pile) + in_the_way(position.pile(pile)) * weights::blocks;
            if constexpr (builds_tableau(rules) && rules.tableau.build.follow != Follow::any_card)
                total += weights::breaks * breaks(position.pile(pile));
        }
        if constexpr (rules.reserve.access == Access::top_card) {
            for (int number = 0; number < layout.reserve; ++number) {
                const PileId pile = layout.pile(PileKind::reserve, number);
                if (position.empty(pile)) continue;
                total += weights::blocks * in_the_way(position.pile(pile));
                if (rules.reserve.capacity > 0) total += weights::cell;
            }
        }
        if constexpr (layout.has_stock) total += weights::undealt * position.size(layout.stock());
        return std::max(total, 0);
    }

  private:
    static constexpr Layout layout{rules};
    static constexpr std::uint8_t unwanted = 255;

    /// Each move already made counts 1. Found by trial on deals of FreeCell.
    struct weights {
        static constexpr int left = 8;
        static constexpr int blocks = 12;
        static constexpr int breaks = 6;
        static constexpr int cell = 6;
        static constexpr int space = 12;
        static constexpr int hidden = 12;
        static constexpr int undealt = 2;
    };

    void look_at(const Position<rules>& position, int foundation,
                 std::array<std::uint8_t, face_count>& due) const {
        const FoundationGroup& group = Position<rules>::group_of(foundation);
        const PileId pile = layout.pile(PileKind::foundation, foundation);
        const int step = position.step(group);
        if (step == 0) return;
        const bool empty = position.empty(pile);
        int rank = empty ? group.start_rank
                         : quincunx::next_rank(number(position.top(pile).rank()), step, group.build.wraps,
                                               rules.ranks);
        const bool one_suit = !empty && group.per_suit > 0;
        for (int steps = 0; steps < group.length - position.size(pile) && rank != 0; ++steps) {
            for (int suit = 0; suit < suit_count; ++suit) {
                if (one_suit && suit != index(position.top(pile).suit())) continue;
                std::uint8_t& known =
                    due[static_cast<std::size_t>(Card(rank_of(rank), static_cast<Suit>(suit)).face())];
                known = std::min(known, static_cast<std::uint8_t>(steps));
            }
            rank = quincunx::next_rank(rank, step, group.build.wraps, rules.ranks);
        }
    }

    std::uint8_t due(Card card) const { return due_[static_cast<std::size_t>(card.face())]; }

    /// The cards that lie on one that is wanted before them.
    int in_the_way(std::span<const Card> cards) const {
        int count = 0;
        std::uint8_t first = unwanted;
        for (const Card card : cards) {
            const std::uint8_t its = due(card);
            if (its > first) ++count;
            first = std::min(first, its);
        }
        return count;
    }
    /// The cards that do not continue the run below them.
    static int breaks(std::span<const Card> cards) {
        int count = 0;
        for (std::size_t i = 1; i < cards.size(); ++i)
            if (!follows(rules.tableau.build, rules.tableau.build.step, rules.ranks, cards[i - 1], cards[i]))
                ++count;
        return count;
    }

    std::array<std::uint8_t, face_count> due_{};  ///< cards that must go to foundations before a face can
};

}  // namespace quincunx::solver
