#pragma once

#include <bitset>
#include <cstddef>

#include "engine/position.hpp"

namespace quincunx {

/// A set of cards, each a physical one (`Card::physical`).
using CardSet = std::bitset<physical_count>;

/// The cards of a position that lie face up, which anyone at the table sees.
template <class Source>
CardSet shown_cards(const BasicPosition<Source>& position) {
    const Layout& layout = position.layout();
    CardSet shown;
    for (int i = 0; i < layout.piles(); ++i) {
        const PileId pile = pile_id(i);
        if (layout.kind(pile) == PileKind::stock) continue;
        for (const Card card : position.pile(pile).subspan(static_cast<std::size_t>(position.hidden(pile))))
            shown.set(static_cast<std::size_t>(card.physical()));
    }
    return shown;
}

}  // namespace quincunx
