// Makes up rules, plays games of them, and records both for the referee of rules (tests/reference/rules_referee.py), which
// is written from docs/notation.md alone; and says how texts from there are read.
//
//     rules_trace FIRST COUNT     makes rules up with the seeds FIRST … FIRST+COUNT-1
//     rules_trace --games SEED    reads rules, one text to a line, and plays the same with them
//     rules_trace --read          reads rules, one text to a line, and answers `ok NAME CANONICAL` or `refused CODE PATH`
//     rules_trace --positions     reads positions, each ended by a line `end`, and answers `ok` or `refused`
//     rules_trace --records       reads records, each followed by a line `next`, and writes them again, or `refused`

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "session/rules_text.hpp"
#include "session/session.hpp"
#include "tests/rules/any_rules.hpp"

namespace quincunx::testing {
namespace {

constexpr int longest_game = 60;

/// A record or a position of several lines, between a word and a line `end`.
void write_lines(std::string_view word, const std::string& lines) {
    std::cout << word << '\n' << lines << "end\n";
}

void write_moves(std::string_view word, const std::vector<std::string>& moves) {
    std::cout << word << ' ' << moves.size();
    for (const std::string& move : moves) std::cout << ' ' << move;
    std::cout << '\n';
}

void write_ply(const Session& session, int turn) {
    write_moves("legal", session.legal());
    std::cout << "status " << to_text(session.status()) << "\nkey "
              << static_cast<std::uint64_t>(session.game().position().key()) << '\n';
    if (turn % 3 == 0) write_lines("position", session.position_text());
    if (turn % 7 == 0) write_lines("view", session.player_text());
    if (turn % 11 == 0) write_moves("accepted", session.accepted());
}

void write_game(const SharedRules& rules, std::uint64_t seed) {
    Dice dice(seed);
    const std::uint64_t number = deal_number(dice.below(1'000'000));
    Session session = Session::from_deal(rules, DealText{std::string(rules->rules().id), number, {}}).value();
    std::cout << "game " << session.deal() << '\n';
    BasicMoveList<Given> listed;
    for (int turn = 0; turn < longest_game; ++turn) {
        write_ply(session, turn);
        if (dice.chance(0.1) && session.undo()) {
            std::cout << "undo\n";
            continue;
        }
        if (dice.chance(0.05) && session.redo()) {
            std::cout << "redo\n";
            continue;
        }
        generate(session.game().position(), listed);
        const std::optional<Move> move = pick_move(session.game().position(), listed, dice, taste(seed));
        if (!move) break;
        const std::string text = move_text(session.rules(), *move);
        std::cout << "play " << text << '\n';
        if (const std::optional<Failure> failure = session.play(text))
            std::cout << "failed " << to_text(failure->error) << '\n';
    }
    std::cout << "record\n" << session.record_text() << "endgame\n";
}

/// The answer to a text of rules; the rules, if they are accepted.
SharedRules answer(std::string_view text) {
    const Expected<SharedRules> read = parse_rules(text);
    if (read) {
        std::cout << "ok " << (*read)->rules().id << ' ' << canonical_rules((*read)->rules()) << '\n';
        return *read;
    }
    std::cout << "refused " << read.error().code << ' ';
    for (const auto& [name, value] : read.error().parameters)
        if (name == "path") std::cout << value;
    std::cout << '\n';
    return nullptr;
}

void write_rules(const std::string& text, std::uint64_t seed) {
    std::cout << "text " << text << '\n';
    if (const SharedRules read = answer(text)) write_game(read, seed);
}

void write_made_up(std::uint64_t seed) {
    Rules rules = any_rules(seed);
    rules.id = rules.variant_of = rules.summary = {};
    rules.routes &= 2 * foundation_to_tableau - 1;
    write_rules(rules_text(rules), seed);
}

void answer_position(const std::string& text) {
    const Expected<Session> session = Session::from_position(text);
    std::cout << (session ? "ok" : "refused " + to_text(session.error())) << '\n';
}

void answer_record(const std::string& text) {
    const Expected<Session> session = Session::from_record(text);
    std::cout << (session ? session->record_text() : "refused " + to_text(session.error()) + '\n')
              << "next\n";
}

template <class Answer>
void answer_texts(std::string_view last, Answer&& answer_text) {
    std::string text;
    for (std::string line; std::getline(std::cin, line);) {
        if (line != last) {
            text += line + '\n';
            continue;
        }
        answer_text(text);
        text.clear();
    }
}

int run(int argc, char** argv) {
    const std::string_view how = argc > 1 ? argv[1] : "";
    if (how == "--read" && argc == 2) {
        for (std::string line; std::getline(std::cin, line);) answer(line);
    } else if (how == "--positions" && argc == 2) {
        answer_texts("end", answer_position);
    } else if (how == "--records" && argc == 2) {
        answer_texts("next", answer_record);
    } else if (argc == 3) {
        const std::uint64_t number = std::strtoull(argv[2], nullptr, 10);
        if (how == "--games") {
            for (std::string line; std::getline(std::cin, line);) write_rules(line, number);
            return 0;
        }
        const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
        for (std::uint64_t seed = first; seed < first + number; ++seed) write_made_up(seed);
    } else {
        std::fputs("usage: rules_trace FIRST COUNT | --games SEED | --read | --positions | --records\n",
                   stderr);
        return 2;
    }
    return 0;
}

}  // namespace
}  // namespace quincunx::testing

int main(int argc, char** argv) {
    return quincunx::testing::run(argc, argv);
}
