#pragma once

#include "wire/table/question.hpp"

namespace quincunx::wire {

inline constexpr Option limit_of_time{"ms", 0, ~0ULL, "10000", "milliseconds"};

inline constexpr Option limits_of_solve[] = {
    limit_of_time, {"nodes", 0, ~0ULL, "", "at most about that many"}, {"mb", 0, ~0ULL, "1024", "of memory"}};
inline constexpr Option limits_of_hint[] = {
    limit_of_time,
    {"samples", 0, 100'000, "", "of `hint`: worlds, usually what pays for the game; 0: the instant answer"}};
inline constexpr Option limits_of_odds[] = {limit_of_time,
                                            {"samples", 1, 100'000, "64", "of `odds`: worlds"}};
inline constexpr Option deals_to_find[] = {
    {"from", 0, ~0ULL, "", "the number of the first deal; it must be there"},
    {"level", 0, ~0ULL, "", "of a game that has so many"}};

/// Commands of the line protocol. An option is a name and a number; in the line that answers, a name in braces stands for
/// the field of that name. What modules answer, too, is called the same there.
inline constexpr Question protocol_commands[] = {
    {"version", "", "version 1 {version}", "of the protocol, and of the program"},
    {"games", "", "game {id} {name}", "a line for each game and variant, then `ok`"},
    {"rules", "<rules>", "game {id} {name}",
     "[rules](#rules) in one line: from then on deals of this game can be set up, such as `own#1` or "
     "`<id>#1`; `--rules FILE` gives the first"},
    {"position", "<deal> [moves <moves>] | text\n<position>\nend", "ok",
     "sets up a deal, and plays moves from there, or the lines of a position, of which an error is "
     "`error <line>:<column> <why>`"},
    {"show", "", "status {status}", "after the lines of the position, before `ok`"},
    {"view", "[<ply>]", "status {status}",
     "the same, as a player sees it, or saw or will see it after that many of the moves made, also those "
     "that were taken back; ply 0 is the start"},
    {"legal", "", "legal {count} {moves}", "the listed moves, sorted by bytes"},
    {"play", "<move>", "ok", "makes any accepted move"},
    {"undo", "", "ok", "also of moves given with `position`; or `error nothing to undo`"},
    {"redo", "", "ok", "or `error nothing to redo`"},
    {"perft", "<depth>", "perft {depth} {leaves}",
     "the number of ways to make that many listed moves, at most 100; a game that ends earlier has no "
     "leaves"},
    {"solve", "", "verdict {verdict} nodes {nodes} ms {ms}",
     "searches the position; lines `info nodes <n> …` may come before it; after `winnable` one more, "
     "`line {line}`, just `line` if it is won",
     limits_of_solve},
    {"hint", "",
     "hint {move} {code} basis {basis} wins {wins} trials {trials} nodes {nodes} saw-more {sawMore} chance "
     "{chance} choices {count} {choices}",
     "the best move for someone who sees only the table, then a line `plan {plan}`; without a move just "
     "`hint none - …`",
     limits_of_hint},
    {"odds", "",
     "odds worlds {worlds} won {won} unknown {unknown} all-known {allKnown} fair {chance} {bounds} "
     "saw-more {sawMore} chance {chance}",
     "estimates the chances, of the decision to which the position belongs", limits_of_odds},
    {"find", "<game>", "found {deal} tries {tries} level {level} nodes {nodes}",
     "the first deal that is proven winnable, and is of that level ([deals worth playing](difficulty.md))",
     deals_to_find},
    {"rate", "<deal>", "rating {verdict} level {level} of {levels} won {won} games {games} nodes {nodes}",
     "how forgiving a deal is: of games of weak players they won so many"},
    {"day", "<game> <date>", "day {deal} level {level}", "the deal of a day, such as `2026-12-24`"},
    {"par", "<deal>", "par {par} first {first} nodes {nodes} {proven}",
     "moves of the shortest solution found, and of the first; `proven` if none has fewer; then `line {line}` "
     "if there is one"},
    {"stop", "", "",
     "ends the search or the `perft` that is running when it is the next command: a search answers with "
     "what it has, a `perft`, `find`, `rate` or `par` with an error such as `error perft was stopped`"},
    {"quit", "", "", "ends the program with exit status 0"},
};

}  // namespace quincunx::wire
