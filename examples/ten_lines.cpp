#include <iostream>

#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "games/carthage.hpp"

int main() {
    using namespace quincunx;
    Position<games::carthage> position;
    position.deal(numbered_deal<games::carthage>(12345));
    for (const std::string& move : legal_move_texts(position)) std::cout << move << '\n';
    position.play(*parse_move<games::carthage>("draw"));
    std::cout << position_text(position);
}
