// The brute force as a program. It reads positions, each from its line `game <id>` to the next such line.
//
//     brute_force judge [--states N]   `won STATES MOVES…`, `lost STATES`, or `undecided STATES` beyond N
//     brute_force shortest [--states N]   `won STATES MOVES`: how many moves a shortest win takes; or as above
//     brute_force moves                the listed moves, sorted by bytes
//     brute_force play                 the position after the moves in a line `moves m1 m2 …` that follows it
//
// The answer to each position is one line (for play, a position), or `error WHY`.

#include <algorithm>
#include <charconv>
#include <functional>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include "tests/brute/brute.hpp"

namespace {

struct Entry {
    std::string id;
    std::string text;
    std::string moves;
};

std::string judged(const brute::Game& game, const brute::Position& position, std::uint64_t most_states) {
    const brute::Judgement judgement = brute::judge(game, position, most_states);
    std::string answer = "undecided ";
    if (judgement.verdict == brute::Verdict::won) answer = "won ";
    if (judgement.verdict == brute::Verdict::lost) answer = "lost ";
    answer += std::to_string(judgement.states);
    for (const std::string& move : judgement.line) answer += ' ' + move;
    return answer + '\n';
}

std::string measured(const brute::Game& game, const brute::Position& position, std::uint64_t most_states) {
    const brute::Distance distance = brute::shortest(game, position, most_states);
    const std::string states = std::to_string(distance.states);
    if (distance.verdict == brute::Verdict::won)
        return "won " + states + ' ' + std::to_string(distance.moves) + '\n';
    return (distance.verdict == brute::Verdict::lost ? "lost " : "undecided ") + states + '\n';
}

std::string listed(const brute::Game& game, const brute::Position& position) {
    std::vector<std::string> moves;
    for (const brute::Successor& successor : brute::successors(game, position)) {
        moves.push_back(successor.move);
    }
    std::sort(moves.begin(), moves.end());
    std::string answer;
    for (const std::string& move : moves) answer += (answer.empty() ? "" : " ") + move;
    return answer + '\n';
}

std::string played(const brute::Game& game, brute::Position position, const Entry& entry) {
    std::istringstream moves(entry.moves);
    for (std::string move; moves >> move;) {
        const std::optional<brute::Position> next = brute::play(game, position, move);
        if (!next) return "error " + move + " is not accepted\n";
        position = *next;
    }
    return brute::write(game, entry.id, position);
}

template <class Answer>
void answer_entry(const Entry& entry, Answer answer) {
    const std::optional<brute::Game> game = brute::game_of(entry.id);
    if (!game) {
        std::cout << "error there is no game '" << entry.id << "'\n";
        return;
    }
    std::string error;
    const std::optional<brute::Position> position = brute::read(*game, entry.text, &error);
    if (!position) {
        std::cout << "error " << error << '\n';
        return;
    }
    std::cout << answer(*game, *position, entry);
}

/// Calls `use` with each position of the input as soon as the next one begins.
template <class Use>
void for_each_entry(Use use) {
    Entry entry;
    bool begun = false;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.starts_with("game ")) {
            if (begun) use(entry);
            begun = true;
            entry = {.id = line.substr(5), .text = {}, .moves = {}};
            if (entry.id.ends_with('\r')) entry.id.pop_back();
        }
        if (line.starts_with("moves")) {
            entry.moves = line.substr(5);
        } else {
            entry.text += line + '\n';
        }
    }
    if (begun) use(entry);
}

int usage() {
    std::cerr << "usage: brute_force judge [--states N] | shortest [--states N] | moves | play < positions\n";
    return 2;
}

bool read_number(std::string_view text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

int main(int count, char** arguments) {
    std::ios::sync_with_stdio(false);
    const std::string_view command = count > 1 ? arguments[1] : "";
    std::uint64_t states = 10'000'000;
    if ((command == "judge" || command == "shortest") && count == 4 &&
        std::string_view(arguments[2]) == "--states") {
        if (!read_number(arguments[3], states)) return usage();
    } else if (count != 2) {
        return usage();
    }
    std::function<std::string(const brute::Game&, const brute::Position&, const Entry&)> answer;
    if (command == "judge") {
        answer = [states](const auto& game, const auto& position, const Entry&) {
            return judged(game, position, states);
        };
    } else if (command == "shortest") {
        answer = [states](const auto& game, const auto& position, const Entry&) {
            return measured(game, position, states);
        };
    } else if (command == "moves") {
        answer = [](const auto& game, const auto& position, const Entry&) { return listed(game, position); };
    } else if (command == "play") {
        answer = played;
    } else {
        return usage();
    }
    for_each_entry([&](const Entry& entry) { answer_entry(entry, answer); });
    return 0;
}
