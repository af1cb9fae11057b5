#pragma once

#include <span>
#include <string_view>

#include "session/game.hpp"

/// The rules in games/files/, which programs have with them: docs/decisions/shipped-rules.md. `read_game_ref` finds them, too.
namespace quincunx {

/// Not in the page's modules, which are given the file.
#ifdef __wasm__
inline constexpr bool has_shipped_rules = false;
#else
inline constexpr bool has_shipped_rules = reads_own_rules;
#endif

struct ShippedRules {
    std::string_view name;  ///< of the file, by which people call the game
    std::string_view text;
};

/// All of them, sorted by name.
std::span<const ShippedRules> shipped_rules();

/// The text of those that are called so; "" if none are.
std::string_view shipped_text(std::string_view name);

/// The game by them that is called so, or has this id; null if there is none, or a listed game of that name.
SharedRules shipped_game(std::string_view ref);

/// A deal of a game, under the id of its rules if it names the file.
inline decltype(auto) of_game(const DealText& deal, const SharedRules& rules) {
    if constexpr (has_shipped_rules) {
        const SharedRules shipped = shipped_game(deal.id);
        DealText named = deal;
        if (shipped && shipped->rules().id == rules->rules().id) named.id = rules->rules().id;
        return named;
    } else {
        return (deal);
    }
}

}  // namespace quincunx
