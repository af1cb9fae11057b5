#pragma once

#include <string>
#include <utility>

#include "apps/cli/io.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"

namespace quincunx::cli {

/// Calls `function.template operator()<rules>()` for the game of an id; throws where there is none.
template <class Function>
void on_game(const std::string& id, Function&& function) {
    if (!games::with_game(id, std::forward<Function>(function)))
        throw Failure(Exit::misuse,
                      "there is no game " + quincunx::quoted(id) + "; quincunx games lists them");
}

/// The deal that a text on the command line names, by its form alone; throws where it has none.
inline DealText deal_argument(const std::string& text) {
    Expected<DealText> deal = parse_deal(text);
    if (deal) return *std::move(deal);
    throw Failure(Exit::misuse, "the deal " + shown(text) + ", column " +
                                    std::to_string(deal.error().column) + ": " + deal.error().message);
}

/// Calls `function.template operator()<rules>(position)` with the dealt position; throws where the text names
/// no deal.
template <class Function>
void on_deal(const DealText& deal, Function&& function) {
    on_game(deal.id, [&]<const Rules & rules>() {
        const Expected<CardList<rules>> cards = deal_cards<rules>(deal);
        if (!cards)
            throw Failure(Exit::misuse, "the deal of " + deal.id + ", column " +
                                            std::to_string(cards.error().column) + ": " +
                                            cards.error().message);
        Position<rules> position;
        position.deal(*cards);
        function.template operator()<rules>(position);
    });
}

}  // namespace quincunx::cli
