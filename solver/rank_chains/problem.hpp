#pragma once

#include <cstdint>

#include "engine/position.hpp"
#include "solver/common/small_array.hpp"
#include "solver/rank_chains/kind.hpp"

namespace quincunx::solver::rank_chains {

/// A position in the terms of this search: ranks 1 ... ranks, relabeled so that every foundation goes up by
/// one.
struct Problem {
    struct Foundation {
        std::uint8_t next = 0;  ///< the rank it takes next, if it is not complete
        std::uint8_t left = 0;  ///< cards still to come
    };
    SmallArray<Foundation, 4> foundations{};
    SmallArray<std::uint8_t, 3> cells{};   ///< 0: empty
    SmallArray<std::uint8_t, 8> sizes{};   ///< of the tableau piles
    SmallArray<std::uint8_t, 52> cards{};  ///< tableau piles one after another, bottom to top
};

/// One elementary move of a solution.
struct Step {
    enum class To : std::uint8_t { foundation, cell } to;
    bool from_cell;
    std::uint8_t source;  ///< tableau pile or cell
    std::uint8_t target;  ///< foundation or cell
};

/// Reads a position, in which foundations are built by the increment of this choice (1 or 2); false if the searches do not
/// understand it, since a foundation is empty.
template <const Rules& rules>
    requires(fits(rules))
bool read(const Position<rules>& position, int choice, Problem& problem) {
    const int step = rules.has_choice() ? rules.increments[at(choice - 1)] : rules.foundations[0].build.step;
    int factor = 1;
    while (factor * step % rules.ranks != 1 % rules.ranks) ++factor;
    const auto label = [factor](Card card) {
        return static_cast<std::uint8_t>((number(card.rank()) - 1) * factor % rules.ranks + 1);
    };
    constexpr Layout layout{rules};
    problem = Problem{};
    int next = 0;
    for (int i = 0; i < layout.tableau; ++i) {
        const auto cards = position.pile(PileKind::tableau, i);
        problem.sizes[i] = static_cast<std::uint8_t>(cards.size());
        for (const Card card : cards) problem.cards[next++] = label(card);
    }
    for (int i = 0; i < layout.reserve; ++i) {
        const auto cards = position.pile(PileKind::reserve, i);
        if (!cards.empty()) problem.cells[i] = label(cards[0]);
    }
    bool possible = true;
    for (int i = 0; i < layout.foundations; ++i) {
        const auto cards = position.pile(PileKind::foundation, i);
        possible &= !cards.empty();
        if (cards.empty()) continue;
        const int rank = label(cards.back());
        problem.foundations[i] = {static_cast<std::uint8_t>(rank == rules.ranks ? 1 : rank + 1),
                                  static_cast<std::uint8_t>(rules.foundations[0].length - int(cards.size()))};
    }
    return possible;
}

template <const Rules& rules>
Move move_of(const Step& step) {
    constexpr Layout layout{rules};
    const PileKind from = step.from_cell ? PileKind::reserve : PileKind::tableau;
    const PileKind to = step.to == Step::To::cell ? PileKind::reserve : PileKind::foundation;
    return Move::cards(layout.pile(from, step.source), layout.pile(to, step.target));
}

}  // namespace quincunx::solver::rank_chains
