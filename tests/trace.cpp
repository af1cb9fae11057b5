// Plays games and records them for the referee (tests/reference/referee.py check-trace): every ply with its
// listed moves and status, and every second ply with its position.
//
//     trace GAME FIRST COUNT       plays games FIRST … FIRST+COUNT-1 of a fixed series of deals
//     trace --perft GAME           reads positions likewise and counts up to some 300,000 leaves
//     trace --positions GAME       reads positions, each ended by a line `end`, and answers `ok` or `refused`

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "games/all.hpp"
#include "tests/playout.hpp"

namespace quincunx::testing {
namespace {

constexpr int longest_game = 400;

std::string_view word(Status status) {
    return status == Status::won ? "won" : (status == Status::stuck ? "stuck" : "playing");
}

template <const Rules& rules>
void write_ply(const Position<rules>& position, int ply, std::string& out) {
    const std::vector<std::string> moves = legal_move_texts(position);
    out += "legal " + std::to_string(moves.size());
    for (const std::string& move : moves) out += ' ' + move;
    out += "\nstatus ";
    out += word(status(position));
    out += '\n';
    if (ply % 2 == 0) out += "position\n" + position_text(position) + "end\n";
}

template <const Rules& rules>
void write_game(std::uint64_t i) {
    Dice dice(i + 1);
    Position<rules> position;
    const std::uint64_t number = deal_number(i);
    position.deal(numbered_deal<rules>(number));
    std::string out = "game " + std::string(rules.id) + '#' + std::to_string(number) + '\n';
    MoveList<rules> listed;
    for (int ply = 0;; ++ply) {
        write_ply(position, ply, out);
        generate(position, listed);
        const std::optional<Move> move = pick_move(position, listed, dice, taste(i));
        if (!move || ply == longest_game) break;
        out += "play " + move_text(rules, *move) + '\n';
        position.play(*move);
    }
    out += "position\n" + position_text(position) + "end\nendgame\n";
    std::cout << out;
}

std::string leaves_text(const std::vector<std::uint64_t>& leaves) {
    std::string text = "leaves";
    for (const std::uint64_t number : leaves) text += ' ' + std::to_string(number);
    return text;
}

template <const Rules& rules>
void count_lines(Position<rules> position) {
    std::vector<std::uint64_t> leaves;
    do {
        leaves.push_back(perft(position, static_cast<int>(leaves.size()) + 1));
    } while (leaves.back() > 0 && leaves.back() < 40000 && leaves.size() < 12);
    std::cout << leaves_text(leaves) << '\n';
}

template <const Rules& rules>
void judge_positions(bool count) {
    std::string text;
    for (std::string line; std::getline(std::cin, line);) {
        if (line != "end") {
            text += line + '\n';
            continue;
        }
        const Expected<Position<rules>> position = parse_position<rules>(text);
        if (count && position) {
            count_lines<rules>(*position);
        } else {
            std::cout << (position ? "ok" : "refused " + to_text(position.error())) << '\n';
        }
        text.clear();
    }
}

int run(int argc, char** argv) {
    const bool leaves = argc == 3 && std::string_view(argv[1]) == "--perft";
    const bool positions = leaves || (argc == 3 && std::string_view(argv[1]) == "--positions");
    if (!positions && argc != 4) {
        std::fputs("usage: trace GAME FIRST COUNT | trace --positions GAME | trace --perft GAME\n", stderr);
        return 2;
    }
    const std::string_view id = argv[positions ? 2 : 1];
    const bool found = games::with_game(id, [&]<const Rules & rules>() {
        if (positions) {
            judge_positions<rules>(leaves);
            return;
        }
        const std::uint64_t first = std::strtoull(argv[2], nullptr, 10);
        const std::uint64_t count = std::strtoull(argv[3], nullptr, 10);
        for (std::uint64_t i = first; i < first + count; ++i) write_game<rules>(i);
    });
    return found ? 0 : 2;
}

}  // namespace
}  // namespace quincunx::testing

int main(int argc, char** argv) {
    return quincunx::testing::run(argc, argv);
}
