#include <vector>

#include "advice/puzzle.hpp"
#include "engine/notation.hpp"
#include "session/game.hpp"
#include "wire/solver_answers.hpp"
#include "wire/text_requests.hpp"

namespace quincunx::wire {

namespace {

/// Takes the next line, which begins with a word, and returns what follows that; none if it is another line.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view word) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !text.starts_with(word)) return std::nullopt;
    const std::string_view rest = text.substr(word.size(), end - word.size());
    if (!rest.empty() && rest.front() != ' ') return std::nullopt;
    text.remove_prefix(end + 1);
    return rest;
}

std::string progress_json(const Rules& rules, const advice::PuzzleProgress& progress) {
    Judged judged{progress, {}, {}};
    for (const Move& move : progress.play) judged.play.push_back(move_text(rules, move));
    if (progress.next) judged.next = move_text(rules, *progress.next);
    return answered(judged);
}

}  // namespace

std::string puzzle_answer(std::string_view payload) {
    const std::optional<std::string_view> solution = take_line(payload, "solution");
    const std::optional<std::string_view> made = solution ? take_line(payload, "made") : std::nullopt;
    if (!made) return refused("bad-request");
    const Expected<Game> game = set_up_game(payload);
    if (!game) return failed(game.error());
    const Rules& rules = game->rules();
    const Expected<advice::PuzzleLine> moves = advice::parse_puzzle_line(rules, *solution);
    if (!moves) return failed(moves.error());
    std::vector<Move> so_far;
    for (const Word& word : split_words(*made)) {
        const Expected<Move> move = parse_move(rules, word.text);
        if (!move) {
            TextError error = move.error();
            error.line = 0;
            error.column = static_cast<int>(so_far.size()) + 1;
            return failed(error);
        }
        so_far.push_back(*move);
    }
    const Expected<advice::PuzzleProgress> progress = advice::follow_puzzle(*game, *moves, so_far);
    return progress ? progress_json(rules, *progress) : failed(progress.error());
}

}  // namespace quincunx::wire
