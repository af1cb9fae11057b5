#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "advice/puzzle.hpp"
#include "deals/deal_maker.hpp"
#include "fair/fair_advisor.hpp"
#include "stats/games_file.hpp"
#include "stats/statistics.hpp"
#include "wire/table/table_answers.hpp"

/// The answers of `solver.wasm`.
namespace quincunx::wire {

using deals::DayDeal;
using solver::Verdict;

inline std::string deal_name(const Rules& rules, std::uint64_t number) {
    return std::string(rules.id) + '#' + std::to_string(number);
}

struct Solution {
    Verdict verdict = Verdict::unknown;
    std::uint64_t nodes = 0;
    std::vector<std::string> line;
    std::optional<Hint> hint;
};
struct MoveAdvice {
    fair::Advice advice;
    std::optional<fair::Judgement> judged;
};
struct Days {
    std::string first;
    std::string last;
};
struct Levels {
    int levels = 1;
    bool winnable = false;
    std::optional<Days> days;
};
struct FoundDeal {
    std::optional<std::string> deal;
    int tries = 0;
    std::optional<int> level;
    std::uint64_t nodes = 0;
};
struct Judged {
    advice::PuzzleProgress progress;
    std::vector<std::string> play;
    std::optional<std::string> next;
};
/// All games that fit, and how they went.
struct Course {
    const stats::Statistics& all;
};
/// The same with those without and with help.
struct Played {
    stats::Statistics all;
    stats::Statistics unaided;
    stats::Statistics helped;
    std::vector<std::string> games;
    std::vector<std::string> kinds;
};

struct SavedGames {
    std::string text;
    std::size_t games = 0;
    std::size_t left = 0;
};
/// `news` are contents, as JSON.
struct MergedGames {
    stats::MergeCounts counts;
    std::string news;
};

void describe(auto& v, Verdict /*text*/) {
    v.is("Verdict", "Whether it can be won with all cards known.");
}
void describe(auto& v, fair::Basis /*text*/) {
    v.is("Basis", "How sure a fair player is of a move: `fair/plan.hpp`.");
}

void describe(auto& v, const Solution& found) {
    v.is("Solution", "`start-solve`: with all cards known.");
    v("verdict", found.verdict, "what was found");
    v("nodes", found.nodes, "looked at so far");
    v("line", found.line, "moves that win; [] unless the verdict is \"winnable\"");
    v("hint", found.hint, "the first of them; null if there is none");
}

void describe(auto& v, const fair::Goal& goal) {
    v.is("Goal", "The purpose of a move that gains nothing by itself.");
    v("after", goal.after, "so many moves of the plan");
    v("hint", goal.hint, "the move that gains something");
}
void describe(auto& v, const fair::Choice& choice) {
    v.is("Choice", "One of the moves that a decision weighed.");
    v("move", choice.move, "the first of its best plan");
    v("chance", choice.chance, "of whoever makes it, and then follows the hints");
    v("asGood", choice.as_good, "it and the best cannot be told apart");
}
void describe(auto& v, const fair::Advice& advice) {
    v.is("FairAdvice", "`hint`, `start-hint`: for someone who knows what the moves have shown.");
    v("hint", advice.hint, "null if no move helps, or the game is over");
    v("basis", advice.basis, "how sure it is");
    v("plan", advice.plan, "the move and those that follow, up to the next unseen card");
    v("goal", advice.goal, "what a move that gains nothing by itself prepares");
    v("spaces", advice.spaces, "if the plan ends with a deal from the stock: how many piles are empty then");
    v("decided", advice.decided, "only the chance can still change");
    v("chance", advice.chance, "of whoever follows the hints, from 0 to 1; null until it is known");
    v("fitted", advice.fitted, "it is one of winning; otherwise the share of worlds that can be won");
    v("choices", advice.choices, "the first moves of the best plans, at most three, the hint first");
    v("nodes", advice.nodes, "looked at so far");
}
void describe(auto& v, const fair::Judgement& judgement) {
    v.is("Judgement", "The cost of a move, by what was known before it.");
    v("right", judgement.right, "not clearly worse than the hint; null if it was not found out");
    v("after", judgement.after, "the chance of whoever makes it, and then follows the hints");
}
void describe(auto& v, const MoveAdvice& advice) {
    v.is("MoveAdvice", "`start-judge`: of a move; what `start-hint` says is the hint before it.");
    extend(v, advice.advice);
    v("judged", advice.judged, "null until it is done");
}
void describe(auto& v, const fair::Odds& odds) {
    v.is("Odds", "`start-odds`: shares from 0 to 1; bounds of 95 %.");
    v("worlds", odds.worlds, "looked at so far");
    v("won", odds.won, "so many of them can be won with all cards known");
    v("unknown", odds.unknown, "so many are undecided");
    v("allKnown", odds.all_known, "bounds of the share of all worlds that can be won with all cards known");
    v("chance", odds.fair, "of whoever follows the hints; null where there is none to tell");
    v("fitted", odds.fitted, "it is one of winning; otherwise the share of worlds that can be won");
    v("bounds", odds.fair_bounds, "of the chance");
    v("complete", odds.complete, "every card is known: then there is one world");
    v("nodes", odds.nodes, "looked at so far");
}

void describe(auto& v, const Days& days) {
    v.is("Days", "Dates, such as 2026-12-24.");
    v("first", days.first, "the first that has a deal");
    v("last", days.last, "and the last");
}
void describe(auto& v, const Levels& levels) {
    v.is("Levels", "`levels`: which deals of a game are offered.");
    v("levels", levels.levels, "how many, at most 5; 1: the deals of this game cannot be told apart");
    v("winnable", levels.winnable, "winnable deals are offered");
    v("days", levels.days, "null if the game has no deal of the day");
}
void describe(auto& v, const FoundDeal& found) {
    v.is("Found", "`start-find`: a deal worth playing.");
    v("deal", found.deal, "`game#12345`; null until there is one, or if none of 1,000 is good");
    v("tries", found.tries, "deals looked at so far");
    v("level", found.level, "of that deal; null if none was asked for");
    v("nodes", found.nodes, "looked at so far");
}
void describe(auto& v, const DayDeal& day) {
    v.is("DayDeal", "`day`: the deal of a day.");
    v("deal", day.deal, "`game#12345`");
    v("level", day.level, "null in games without levels");
}
void describe(auto& v, const deals::Rating& rating) {
    v.is("Rating", "How hard a deal is, by how often weak players win it.");
    v("verdict", rating.verdict, "what was found");
    v("level", rating.level > 0 ? std::optional(rating.level) : std::nullopt, "null if it has none");
    v("levels", rating.levels, "of the game");
    v("won", rating.won, "by weak players");
    v("games", rating.games, "that they played");
    v("nodes", rating.nodes, "looked at");
}
void describe(auto& v, const deals::Par& par) {
    v.is("Par", "`start-par`: the shortest solution found.");
    const bool won = par.verdict == Verdict::winnable;
    const auto if_won = [&](std::size_t moves) { return won ? std::optional(moves) : std::nullopt; };
    v("verdict", par.verdict, "what was found");
    v("par", if_won(par.moves), "moves of the shortest solution found");
    v("first", if_won(par.first), "and of the first");
    v("proven", par.proven, "no solution has fewer moves");
    v("line", par.line, "moves of the shortest; only when it is done");
    v("nodes", par.nodes, "looked at so far");
}

void describe(auto& v, const advice::WhyWrong& why) {
    v.is("WhyWrong", "Why a move is wrong, if something decides it.");
    describe_reason(v, why);
}
void describe(auto& v, const Judged& judged) {
    v.is("PuzzleProgress", "`puzzle`: how far somebody has come with one.");
    const advice::PuzzleProgress& progress = judged.progress;
    v("right", progress.right, "all that was made is right or neutral");
    v("neutral", progress.neutral, "the last move can be taken back, and is not what is asked for");
    v("made", progress.made, "moves that are right or neutral; those after a wrong one are not looked at");
    v("solved", progress.solved, "no decision is left");
    v("play", judged.play, "the moves that play themselves now");
    v("next", judged.next, "the move of the next decision, after those; null if there is none");
    v("decision", progress.decision, "decisions made right");
    v("decisions", progress.decisions, "in all");
    v("why", progress.why, "null unless the last move is wrong and something decides it");
}

void describe(auto& v, const Course& course) {
    const stats::Statistics& all = course.all;
    v.is("Course", "All games that fit, and how they went.");
    extend(v, all);
    v("unit", std::string(1, all.unit), "of the periods: day, week, month, year", "'d' | 'w' | 'm' | 'y'");
    v("periods", all.periods, "from the first to the last, without gaps");
    v("moveBins", all.move_bins, "of games won");
    v("timeBins", all.time_bins, "of games won, s");
}
void describe(auto& v, const Played& played) {
    v.is("Statistics", "`games-stats`: of all games that fit.");
    extend(v, Course{played.all});
    v("games", played.games, "ids of those that occur");
    v("kinds", played.kinds, "that occur");
    v("unaided", played.unaided, "without help");
    v("helped", played.helped, "with help of any kind");
}

void describe(auto& v, const SavedGames& saved) {
    v.is("SavedGames", "`games-file`: the file of games played.");
    v("text", saved.text, "the file");
    v("games", saved.games, "in it");
    v("left", saved.left, "games in progress that it has without their moves, for lack of room");
}
void describe(auto& v, const MergedGames& merged) {
    v.is("MergedGames", "`games-merge`: what a file has that is not yet here.");
    v("added", merged.counts.added, "games that are new here");
    v("changed", merged.counts.changed, "games that it has otherwise");
    v("unchanged", merged.counts.unchanged, "games that are here, as new or newer");
    v("dropped", merged.counts.dropped, "games that there is no room for");
    v("news", Raw{merged.news}, "contents that are to be stored");
}

}  // namespace quincunx::wire
