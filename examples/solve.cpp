#include <iostream>

#include "advice/advisor.hpp"
#include "session/session.hpp"

// Whether a position of a game can be won by someone who knows all cards, and how: solve DEAL
int main(int count, char** words) {
    using namespace quincunx;
    const auto session = Session::from_deal(count > 1 ? words[1] : "carthage#12345");
    if (!session) return std::cerr << session.error().message << '\n', 2;
    const auto advisor = std::make_unique<advice::Advisor>(session->game().shared_rules());
    advisor->set_position(session->game());
    advisor->start({.nodes = 1'000'000});
    while (!advisor->step(10'000)) std::cerr << advisor->progress().nodes << " nodes\n";
    std::cout << advice::to_text(advisor->verdict()) << '\n';
    for (const std::string& move : advisor->line()) std::cout << move << ' ';
    std::cout << '\n';
}
