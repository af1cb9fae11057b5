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
template <class Source>
class Estimate {
    using Position = BasicPosition<Source>;

  public:
    /// Reads the foundations. Where the stock `turns` freely, no card in it is nearer than another.
    explicit Estimate(const Position& position, bool turns = false) : turns_(turns) {
        due_.fill(unwanted);
        for (int foundation = 0; foundation < position.layout().foundations; ++foundation)
            look_at(position, foundation);
        std::replace(due_.begin(), due_.end(), unwanted, std::uint8_t{0});
    }

    int operator()(const Position& position) const {
        const Rules& rules = position.rules();
        const Layout& layout = position.layout();
        int total = weights::left * (rules.card_count() - position.home());
        for (int number = 0; number < layout.tableau; ++number) {
            const PileId pile = layout.pile(PileKind::tableau, number);
            if (position.empty(pile)) {
                total -= weights::space;
                continue;
            }
            total +=
                weights::hidden * position.hidden(pile) + in_the_way(position.pile(pile)) * weights::blocks;
            if (builds_tableau(rules) && rules.tableau.build.follow != Follow::any_card)
                total += weights::breaks * breaks(position, pile);
        }
        if (!rules.open_reserve()) {
            for (int number = 0; number < layout.reserve; ++number) {
                const PileId pile = layout.pile(PileKind::reserve, number);
                if (position.empty(pile)) continue;
                total += weights::blocks * in_the_way(position.pile(pile));
                if (rules.reserve.capacity > 0) total += weights::cell;
            }
        }
        if (layout.has_stock) total += weights::undealt * position.size(layout.stock());
        if (turns_) total += weights::undealt * position.size(layout.waste());
        return std::max(total, 0);
    }

  private:
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

    void look_at(const Position& position, int foundation) {
        const FoundationGroup& group = position.group_of(foundation);
        const PileId pile = position.layout().pile(PileKind::foundation, foundation);
        const int step = position.step(group);
        if (step == 0 || group.whole) return;
        const bool empty = position.empty(pile);
        int rank = empty ? position.start_rank(group)
                         : position.next_rank(number(position.top(pile).rank()), step, group.build.wraps);
        const bool one_suit = !empty && group.per_suit > 0;
        for (int steps = 0; steps < group.length - position.size(pile) && rank != 0; ++steps) {
            for (int suit = 0; suit < suit_count; ++suit) {
                if (one_suit && suit != index(position.top(pile).suit())) continue;
                std::uint8_t& known = due_[at(Card(rank_of(rank), static_cast<Suit>(suit)).face())];
                known = std::min(known, static_cast<std::uint8_t>(steps));
            }
            rank = position.next_rank(rank, step, group.build.wraps);
        }
    }

    std::uint8_t due(Card card) const { return due_[at(card.face())]; }

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
    static int breaks(const Position& position, PileId pile) {
        const std::span<const Card> cards = position.pile(pile);
        int count = 0;
        for (std::size_t i = 1; i < cards.size(); ++i)
            if (!position.in_run(cards[i - 1], cards[i])) ++count;
        return count;
    }

    bool turns_;
    std::array<std::uint8_t, face_count> due_{};  ///< cards that must go to foundations before a face can
};

}  // namespace quincunx::solver
