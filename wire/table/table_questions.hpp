#pragma once

#include "wire/table/question.hpp"

namespace quincunx::wire {

/// Questions for `table.wasm`, one table at a time: a line, and for some a text after it.
inline constexpr Question table_questions[] = {
    {"games", "", "{ games: GameInfo[] }", "all games"},
    {"new", "<deal>", "SentTable", "a deal, `game#12345` or `game:7HKS…`"},
    {"load", "\n<record>", "SentTable", "a record (.pat)"},
    {"setup", "\n<position>", "SentTable", "a game that starts from position lines"},
    {"check", "\n<position>", "PositionCheck", "the same lines, complete or not; the table stays as it is"},
    {"table", "", "SentTable", "the table again, without events"},
    {"view", "<ply>", "{ view: View }", "how it lay there, or will lie; the table stays as it is"},
    {"play", "<move>", "SentTable", "any accepted move; a refused one is an error with a `refusal`"},
    {"undo", "", "SentTable", "the player's move with the automatic moves that followed it"},
    {"redo", "", "SentTable", "the same again"},
    {"goto", "<ply>", "SentTable", "from 0 to `plies`; what comes after it can be made again"},
    {"automatic", "never|safe|all", "SentTable", "automatic play from now on; the record keeps it"},
    {"finish", "", "SentTable", "plays the rest automatically; only if `view.finishable`"},
    {"mark", "<text>", "SentTable", "a bookmark at the current ply; a second one there replaces it"},
    {"unmark", "<ply>", "SentTable", "takes it away"},
    {"meta", "<key> <text>", "SentTable", "stores a text in the record; an empty one removes it"},
    {"why", "<move>", "{ refusal: Refusal | null }", "why it is refused, if it is"},
    {"hint", "", "{ hint: Hint | null }", "by a rule of thumb, from the view alone"},
    {"field", "<text>", "FieldAnswer", "what a player typed; a move is played at once"},
};

/// Besides for `own-table.wasm`, which also reads records and positions with rules.
inline constexpr Question own_table_questions[] = {
    {"rules", "\n<rules>", "{ game: GameInfo; form: string; text: string }",
     "the game that `own#12345` is a deal of from now on, the form in which `solver.wasm` takes its "
     "rules, and the rules with all that they are based on"},
};

}  // namespace quincunx::wire
