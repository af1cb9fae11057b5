#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/advisor.hpp"
#include "deals/deal_maker.hpp"
#include "engine/text.hpp"
#include "fair/fair_advisor.hpp"
#include "wire/table/json.hpp"

namespace quincunx::wire {

/// Answers requests for advice with JSON texts, one at a time. The caller calls `step` repeatedly, so that
/// progress can be reported and the search abandoned in between: the clock is the caller's.
///
///     record [ply=<n>] [try=<move>] \n<record>
///                                  the current position of a record, or the one after n of its moves, perhaps
///                                  with another move made there; earlier solutions are kept
///     position \n<lines>           a position given by its lines
///     hint                         -> the fair player's instant answer, like `found` of start-hint
///     start-solve [nodes=<n>] [mb=<n>]
///                                  with all cards known -> verdict, nodes, line
///     start-hint [worlds=<n>] [nodes=<n>] [mb=<n>]
///                                  -> hint, basis, plan, goal, spaces, decided, chance, choices (move, chance, asGood),
///                                     nodes
///     start-judge <move> [worlds=<n>] [nodes=<n>] [mb=<n>]
///                                  -> the same, and judged: null until it is done, then right, after (a chance)
///     start-odds [worlds=<n>] [nodes=<n>] [mb=<n>]
///                                  -> worlds, won, unknown, allKnown, chance, bounds, complete, nodes
///     step <nodes>                 goes on with what was started last -> done
///     found                        what it has found so far
///     stop                         it will do: `found` of start-hint has the best so far, and the next one begins anew
///
/// A move is judged by what is known before it (docs/fair.md, "What a move costs"): `right` is true if it is not clearly
/// worse than the hint, and null if every card is known and it cannot be found out.
///
/// `chance` is one number for one thing (docs/fair.md, "One chance"): it is estimated from so many `worlds`, and `nodes` is
/// most for a decision; equal ones give equal chances. It is the last to come in a hint, which may be shown once it is
/// `decided`.
///
/// Requests for deals worth playing (docs/notation.md, "Requests for deals") have nothing to do with the
/// position:
///
///     levels <game>                -> levels, winnable, days
///     start-find <game> from=<num> [level=<n>]
///                                  -> deal, tries, level, nodes
///     start-par <deal>             -> verdict, par, first, proven, line, nodes
///     day <game> <date>            -> deal, level
///
/// A record or a position that somebody has pasted (engine/cleaned.hpp):
///
///     clean \n<text>              -> text
///
/// The request about a puzzle (docs/notation.md, "Requests for puzzles") has nothing to do with the position either:
///
///     puzzle \nsolution <moves>\nmade <moves>\n<lines of a position>
///                                  -> right, neutral, made, solved, play, next, decision, decisions, why
///
/// Requests about games played (docs/games-file.md, "Requests") are answered from what they contain.
///
/// Hints and odds are for someone who knows what the moves of the record have shown, and nothing else.
///
/// An error leaves everything as it was. `mb` (at least 32) limits the whole module. One search is under way at a time:
/// another one ends it, and only odds keep what they have found. A later position ends those that are about one.
class SolverRequests {
  public:
    /// Never fails: whatever is asked, the answer is a JSON text with `ok`.
    std::string answer(std::string_view request);

    enum class Search : std::uint8_t { solve, hint, judge, odds, find, par };

  private:
    bool read_numbers(
        std::size_t first,
        std::initializer_list<std::pair<std::string_view, std::optional<std::uint64_t>*>> wanted) const;
    void begin(Search search);
    std::string begun();
    bool advance(std::uint64_t budget);

    std::string position(std::string_view lines);
    std::string record(std::string_view text);
    std::string set_position(const Session& session);
    std::string step();
    std::string found() const;
    std::string stop();
    std::string start_solve();
    std::string start_fair(Search search);
    std::string solution() const;
    static JsonWriter advised(const fair::Advice& advice);
    static std::string advice(const fair::Advice& advice);
    std::string judged() const;
    std::string odds() const;
    deals::DealMaker* maker_of(std::string_view game);
    std::string levels();
    std::string day();
    std::string start_find();
    std::string start_par();
    std::string deal() const;
    std::string par() const;

    std::unique_ptr<advice::Advisor> advisor_;  ///< for the game last asked about; keeps its solutions
    std::unique_ptr<fair::FairAdvisor> fair_;   ///< for the same game
    std::unique_ptr<deals::DealMaker> maker_;   ///< for the game last asked about with a request for deals
    Search search_ = Search::solve;             ///< begun last
    bool under_way_ = false;                    ///< it can be stepped, and has something to say
    bool done_ = false;                         ///< its last step said so
    std::vector<Word> words_;
};

}  // namespace quincunx::wire
