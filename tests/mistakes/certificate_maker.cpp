// Writes the content of a certificate of one game's position, not compressed, to standard output. The tests compile it
// with mistakes planted in the headers (tests/certificate_mistakes_test.py).
//
//     certificate_maker (plain | reasons) < position
//
// Exit status: 0 if the position is lost, 1 if it can be won, 2 if it cannot be read.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "solver/certificate/closed_set.hpp"

namespace {

using namespace quincunx;  // NOLINT(google-build-using-namespace): QUINCUNX_GAME names one of its games

int make(const std::string& text, bool reasons) {
    constexpr const Rules& rules = games::QUINCUNX_GAME;
    const Expected<Position<rules>> start = parse_position<rules>(text);
    if (!start) return 2;
    const auto write = [](std::string_view bytes) { std::fwrite(bytes.data(), 1, bytes.size(), stdout); };
    write("quincunx-certificate 1\nposition\n" + text + "end\n");
    write(reasons ? "reasons fixpoint safe_play twin_play\n" : "reasons\n");
    solver::certificate::ClosedSet<rules> set(*start, reasons, std::size_t{1} << 28U);
    while (!set.step(1000, write)) {
    }
    return set.outcome() == solver::certificate::Outcome::closed ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    return make(text, count == 2 && std::string_view(words[1]) == "reasons");
}
