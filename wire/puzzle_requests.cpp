#include "wire/puzzle_requests.hpp"

#include <vector>

#include "advice/puzzle.hpp"
#include "engine/notation.hpp"
#include "session/game.hpp"
#include "wire/table/json.hpp"
#include "wire/table/table_json.hpp"

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
    std::vector<std::string> play;
    for (const Move& move : progress.play) play.push_back(move_text(rules, move));
    JsonWriter json = ok();
    json.member("right", progress.right)
        .member("neutral", progress.neutral)
        .member("made", progress.made)
        .member("solved", progress.solved);
    json.member("play", play).key("next");
    progress.next ? json.value(move_text(rules, *progress.next)) : json.null();
    json.member("decision", progress.decision).member("decisions", progress.decisions).key("why");
    if (progress.why) {
        json.begin_object().member("code", progress.why->code);
        write_parameters(json, progress.why->parameters);
        json.member("text", progress.why->text).end_object();
    } else {
        json.null();
    }
    return json.end_object().take();
}

}  // namespace

std::optional<std::string> puzzle_answer(std::string_view line, std::string_view payload) {
    if (line != "puzzle") return std::nullopt;
    const std::optional<std::string_view> solution = take_line(payload, "solution");
    const std::optional<std::string_view> made = solution ? take_line(payload, "made") : std::nullopt;
    if (!made) return failed("puzzle, and lines solution <moves>, made <moves> and of a position");
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
