#pragma once

#include <string>
#include <utility>

#include "apps/cli/io.hpp"
#include "engine/notation.hpp"
#include "games/lab.hpp"

namespace quincunx::cli {

/// Calls `function.template operator()<rules>()` for the game with an id; throws if there is none.
template <class Function>
void on_game(const std::string& id, Function&& function) {
    if (!games::with_game(id, std::forward<Function>(function)))
        refuse("there is no game " + quincunx::quoted(id) + "; quincunx games lists the games");
}

/// The deal that a text on the command line names, judged by form alone; throws if it is malformed.
inline DealText deal_argument(const std::string& text) {
    Expected<DealText> deal = parse_deal(text);
    if (deal) return *std::move(deal);
    refuse("the deal " + shown(text) + ", column " + std::to_string(deal.error().column) + ": " +
           deal.error().message);
}

/// Throws, saying what is wrong with the cards of a deal.
[[noreturn]] inline void refuse_deal(const DealText& deal, const TextError& error) {
    refuse("the deal of " + deal.id + ", column " + std::to_string(error.column) + ": " + error.message);
}

/// Throws if there is no such game, listed or of the lab.
inline const Rules& game_or_lab(const std::string& id) {
    const Rules* const rules = games::find_with_lab(id);
    if (rules == nullptr) on_game(id, []<const Rules&>() {});
    return *rules;
}

/// Calls `function.template operator()<rules>(position)` with the dealt position, also of a game of the lab; throws if
/// the text does not name a deal.
template <class Function>
void on_deal(const DealText& deal, Function&& function) {
    const auto deal_it = [&]<const Rules & rules>() {
        const Expected<Position<rules>> position = deal_position<rules>(deal);
        if (!position) refuse_deal(deal, position.error());
        function.template operator()<rules>(*position);
    };
    if (!games::with_first_of_lab([&](const Rules& rules) { return rules.id == deal.id; }, deal_it))
        on_game(deal.id, deal_it);
}

}  // namespace quincunx::cli
