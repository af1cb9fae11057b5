#include <iostream>

#include "games/template.hpp"
#include "session/session.hpp"

// A game that the library does not know: the template's, with two cells.
int main() {
    using namespace quincunx;
    Rules rules = games::template_game;
    rules.id = "mine";
    rules.reserve = {.piles = 2, .access = Access::top_card, .capacity = 1};
    rules.routes = rules.routes | tableau_to_reserve | reserve_to_tableau | reserve_to_foundation;
    const auto game = GameRules::make(rules);
    if (!game) return std::cerr << game.error().path() << ": " << game.error().text << '\n', 1;
    auto session = Session::from_deal(*game, {.id = "mine", .number = 1, .cards = {}});
    while (const auto hint = session->hint()) session->play(hint->move);
    std::cout << session->position_text();
}
