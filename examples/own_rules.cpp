#include <fstream>
#include <iostream>
#include <iterator>

#include "session/rules_text.hpp"
#include "session/session.hpp"

// Plays a deal by the rules in a file, move by move as hints say: own_rules FILE
int main(int count, char** words) {
    using namespace quincunx;
    std::ifstream file(count > 1 ? words[1] : "own.json");
    const auto rules = parse_rules(std::string(std::istreambuf_iterator<char>(file), {}));
    if (!rules) return std::cerr << to_text(rules.error()) << '\n', 2;
    auto session = Session::from_deal("own#12345", *rules).value();
    for (int move = 0; move < 300; ++move) {
        const auto hint = session.hint();
        if (!hint) break;
        std::cout << hint->move << "  " << hint->text << '\n';
        session.play(hint->move);
    }
    std::cout << session.record_text();
}
