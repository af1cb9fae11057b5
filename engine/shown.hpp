#pragma once

#include <bitset>
#include <cstddef>

#include "engine/position.hpp"

namespace quincunx {

/// A set of cards, each a physical one (`Card::physical`).
using CardSet = std::bitset<physical_count>;

/// The cards of a position that lie face up, which anyone at the table sees.
template <const Rules& rules>
CardSet shown_cards(const Position<rules>& position) {
    constexpr Layout layout{rules};
    CardSet shown;
    for (int i = 0; i < Position<rules>::piles; ++i) {
        const PileId pile = pile_id(i);
        if (layout.kind(pile) == PileKind::stock) continue;
        for (const Card card : position.pile(pile).subspan(static_cast<std::size_t>(position.hidden(pile))))
            shown.set(static_cast<std::size_t>(card.physical()));
    }
    return shown;
}

}  // namespace quincunx
