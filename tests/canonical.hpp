#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/position.hpp"

namespace quincunx::testing {

/// The exact canonical form of a position as bytes: equal for two positions if and only if they differ at
/// most in the order of interchangeable piles, in which of two equal cards lies where, and in which
/// foundation of a group has which contents. This is what `Position::key` hashes, without the hashing.
template <const Rules& rules>
std::string canonical_bytes(const Position<rules>& position) {
    constexpr Layout layout{rules};
    const auto bytes_of = [&](PileId pile) {
        std::string bytes(1, static_cast<char>(position.hidden(pile) + 1));
        for (const Card card : position.pile(pile)) bytes += static_cast<char>(card.face());
        return bytes;
    };
    std::string result;
    const auto add = [&](std::vector<std::string> piles, bool sorted) {
        if (sorted) std::sort(piles.begin(), piles.end());
        for (const std::string& pile : piles) result += pile + '\0';
        result += '\0';
    };
    int foundation = 0;
    for (const FoundationGroup& group : rules.foundations) {
        std::vector<std::string> piles;
        for (int i = 0; i < group.piles; ++i, ++foundation) {
            const PileId pile = layout.pile(PileKind::foundation, foundation);
            std::string bytes(1, static_cast<char>(position.size(pile) + 1));
            if (!position.empty(pile)) {
                const Card top = position.top(pile);
                bytes += static_cast<char>(group.per_suit > 0 ? index(top.suit()) + 1 : number(top.rank()));
            }
            piles.push_back(std::move(bytes));
        }
        add(std::move(piles), true);
    }
    for (const PileKind kind : {PileKind::tableau, PileKind::reserve, PileKind::waste, PileKind::stock}) {
        std::vector<std::string> piles;
        piles.reserve(static_cast<std::size_t>(layout.count(kind)));
        for (int i = 0; i < layout.count(kind); ++i) piles.push_back(bytes_of(layout.pile(kind, i)));
        const bool open = rules.open(kind);
        if (open) {
            std::string all;
            for (const std::string& pile : piles) all += pile.substr(1);
            std::sort(all.begin(), all.end());
            piles.assign(1, all);
        }
        add(std::move(piles), (kind == PileKind::tableau && position.spaces_alike()) ||
                                  (kind == PileKind::reserve && position.reserves_equal()));
    }
    result += static_cast<char>(position.redeals_left() + 1);
    result += static_cast<char>(position.choice() + 1);
    return result;
}

}  // namespace quincunx::testing
