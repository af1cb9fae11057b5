#pragma once

#include <string_view>

#include "games/all.hpp"

/// Rules that are no games of the list: how often they can be won says what a rule of a listed game is worth.
/// Only the command line's commands for many deals and for experiments take them, and nothing lists them. They have the
/// fast searches of their kind; a page's modules leave them out.
namespace quincunx::games {

template <class Change>
constexpr Rules lab_game(const Rules& parent, std::string_view id, std::string_view summary, Change change) {
    Rules rules = parent;
    rules.id = rules.name = id;
    rules.variant_of = parent.id;
    rules.summary = summary;
    change(rules);
    return rules;
}

/// The choice made in advance, and any number of cells.
constexpr Rules stalactites_by(std::string_view id, std::string_view summary, int step) {
    return lab_game(stalactites, id, summary, [step](Rules& rules) {
        rules.increments = {};
        rules.foundations[0].build.step = step;
    });
}
constexpr Rules stalactites_with(std::string_view id, std::string_view summary, int cells) {
    return lab_game(stalactites, id, summary, [cells](Rules& rules) { rules.reserve.piles = cells; });
}

inline constexpr Rules stalactites_by_ones =
    stalactites_by("stalactites-by-ones", "Foundations are built by ones.", 1);
inline constexpr Rules stalactites_by_twos =
    stalactites_by("stalactites-by-twos", "Foundations are built by twos.", 2);
inline constexpr Rules stalactites_one_cell =
    stalactites_with("stalactites-one-cell", "There is one cell.", 1);
inline constexpr Rules stalactites_three_cells =
    stalactites_with("stalactites-three-cells", "There are three cells.", 3);
inline constexpr Rules grandfather_no_redeal =
    lab_game(grandfather, "grandfather-no-redeal", "The waste is not turned over.",
             [](Rules& rules) { rules.stock.redeal.count = 0; });
inline constexpr Rules gargantua_no_redeal =
    lab_game(gargantua, "gargantua-no-redeal", "The waste is not turned over.",
             [](Rules& rules) { rules.stock.redeal = {}; });
inline constexpr Rules gargantua_two_redeals =
    lab_game(gargantua_classic, "gargantua-two-redeals", "The whole waste is turned over, twice.",
             [](Rules& rules) { rules.stock.redeal.count = 2; });

#define QUINCUNX_LAB_GAMES(DO)  \
    DO(stalactites_by_ones)     \
    DO(stalactites_by_twos)     \
    DO(stalactites_one_cell)    \
    DO(stalactites_three_cells) \
    DO(grandfather_no_redeal)   \
    DO(gargantua_no_redeal)     \
    DO(gargantua_two_redeals)

// NOLINTBEGIN(bugprone-macro-parentheses)
#define QUINCUNX_ADD_TO_LIST(game) \
    +List<game> {                  \
    }
// NOLINTEND(bugprone-macro-parentheses)
using Lab = decltype(List<> {} QUINCUNX_LAB_GAMES(QUINCUNX_ADD_TO_LIST));
#undef QUINCUNX_ADD_TO_LIST

/// As `with_first`, among the games of the lab.
template <class Property, class Function>
constexpr bool with_first_of_lab(Property&& property, Function&& function) {
    bool found = false;
    for_each_in(Lab{}, [&]<const Rules & rules>() {
        if (found || !property(rules)) return;
        found = true;
        function.template operator()<rules>();
    });
    return found;
}

}  // namespace quincunx::games
