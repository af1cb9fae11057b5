#pragma once

#include <string_view>

#include "games/carthage.hpp"
#include "games/gargantua.hpp"
#include "games/gloucestershire.hpp"
#include "games/grandfather.hpp"
#include "games/list.hpp"
#include "games/stalactites.hpp"

/// The games and variants that are released. A parent comes before its variants. (A macro, because only by name can a
/// template be instantiated once for all files.)
#define QUINCUNX_RELEASED_GAMES(DO) \
    DO(gargantua)                   \
    DO(gargantua_classic)           \
    DO(grandfather)                 \
    DO(grandfather_classic)         \
    DO(gloucestershire)             \
    DO(stalactites)                 \
    DO(carthage)                    \
    DO(carthage_strict)

/// The only list of games and variants; everything that iterates over all games reads it. A build can have another
/// one: QUINCUNX_LIST names the header that defines it instead.
#ifdef QUINCUNX_LIST
#include QUINCUNX_LIST
#else
#define QUINCUNX_EACH_GAME(DO) QUINCUNX_RELEASED_GAMES(DO)
#endif

namespace quincunx::games {

// An operand of the sum below, so without parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define QUINCUNX_ADD_TO_LIST(game) \
    +List<game> {                  \
    }
// NOLINTEND(bugprone-macro-parentheses)
/// The list as a type.
using All = decltype(List<> {} QUINCUNX_EACH_GAME(QUINCUNX_ADD_TO_LIST));
#undef QUINCUNX_ADD_TO_LIST

template <const Rules&... rules, class Function>
constexpr void for_each_in(List<rules...>, Function&& function) {
    (function.template operator()<rules>(), ...);
}

/// Calls `function.template operator()<rules>()` for every game and variant, in the list's order.
template <class Function>
constexpr void for_each_game(Function&& function) {
    for_each_in(All{}, function);
}

/// The game or variant with an id; nullptr if there is none.
constexpr const Rules* find(std::string_view id) {
    const Rules* found = nullptr;
    for_each_game([&]<const Rules & rules>() {
        if (rules.id == id) found = &rules;
    });
    return found;
}

/// Calls `function.template operator()<rules>()` for the game or variant that has a property; false if there is none.
template <class Property, class Function>
constexpr bool with_first(Property&& property, Function&& function) {
    bool found = false;
    for_each_game([&]<const Rules & rules>() {
        if (found || !property(rules)) return;
        found = true;
        function.template operator()<rules>();
    });
    return found;
}
/// The same for the one with an id.
template <class Function>
constexpr bool with_game(std::string_view id, Function&& function) {
    return with_first([&](const Rules& rules) { return rules.id == id; }, function);
}
/// The same for the one with equal rules.
template <class Function>
constexpr bool with_rules(const Rules& wanted, Function&& function) {
    return with_first([&](const Rules& rules) { return rules == wanted; }, function);
}

}  // namespace quincunx::games
