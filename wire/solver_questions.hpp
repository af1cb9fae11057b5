#pragma once

#include "wire/table/question.hpp"

namespace quincunx::wire {

inline constexpr Option limit_of_worlds{"worlds", 1, 100'000, "64", "for the chance"};
inline constexpr Option limit_of_nodes{"nodes", 1, ~0ULL, "", "at most about so many in all"};
inline constexpr Option limit_of_memory{"mb", 1, ~0ULL, "64", "of memory, for the whole module; it needs 32"};

inline constexpr Option form_of_rules{.name = "rules", .is = "<form>"};
inline constexpr Option where_in_a_record[] = {
    {.name = "ply", .least = 0}, {.name = "try", .is = "<move>"}, form_of_rules};
inline constexpr Option rules_of_a_game[] = {form_of_rules};
inline constexpr Option limits_of_a_search[] = {limit_of_nodes, limit_of_memory};
inline constexpr Option limits_of_advice[] = {limit_of_worlds, limit_of_nodes, limit_of_memory};
inline constexpr Option where_to_find[] = {
    {"from", 1, ~0ULL, "", "the number of the first deal; it must be there"},
    {"level", 1, 1000, "", "of a game that has so many"},
    form_of_rules};
inline constexpr Option which_games[] = {{.name = "game", .is = "<ids>"}, {.name = "kind", .is = "<kind>"}};

/// Questions for `solver.wasm`: a line, and for some a text after it. What is found of a position is for someone who
/// knows what the moves of the record have shown, and nothing else, but for `start-solve`. The rules of a game that is not
/// listed come with it, in the form that `own-table.wasm` answers.
inline constexpr Question solver_questions[] = {
    {"record", "\n<record>", "{}",
     "the position of a record, or the one after so many of its moves, perhaps with another one made there; "
     "what was found before is kept",
     where_in_a_record},
    {"position", "\n<position>", "{}", "a position given by its lines", rules_of_a_game},
    {"hint", "", "FairAdvice", "the instant answer"},
    {"start-solve", "", "Solution", "begins to solve the position with all cards known", limits_of_a_search},
    {"start-hint", "", "FairAdvice", "begins to decide on a move; the chance comes last", limits_of_advice},
    {"start-judge", "<move>", "MoveAdvice",
     "begins to compare a move with the hint, by what is known before it", limits_of_advice},
    {"start-odds", "", "Odds", "begins to estimate the chance; equal numbers give that of the hint",
     limits_of_advice},
    {"start-find", "<game>", "Found", "begins to look for the first winnable deal from a number on",
     where_to_find},
    {"start-par", "<deal>", "Par", "begins to look for the shortest solution of a deal", rules_of_a_game},
    {"step", "<nodes>", "{ done: boolean }",
     "goes on for about so many with what was begun last, which ends what was begun before; nothing changes "
     "once it is done"},
    {"found", "", "", "what has been found so far: the answer that belongs to what was begun"},
    {"stop", "", "{}", "that will do: the hint is the best so far, and the next one begins anew"},
    {"levels", "<game>", "Levels", "which deals are offered", rules_of_a_game},
    {"day", "<game> <date>", "DayDeal", "the deal of a day, such as 2026-12-24"},
    {"puzzle", "\nsolution <moves>\nmade <moves>\n<position>", "PuzzleProgress",
     "follows whoever solves a puzzle"},
    {"clean", "\n<text>", "{ text: string }", "a record or a position that somebody has pasted"},
    {"games-stats", "\n<contents>", "Statistics", "of games played", which_games},
    {"games-file", "\n<contents>", "SavedGames", "the file of games played"},
    {"games-merge", "<bytes>\n<contents><file>", "MergedGames", "what a file has that is not yet here"},
};

}  // namespace quincunx::wire
