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

namespace quincunx::wire {

/// Answers requests for advice with JSON texts, one at a time. The caller calls `step` repeatedly, so that
/// progress can be reported and the search abandoned in between: the clock is the caller's.
///
///     record [ply=<n>] [try=<move>] \n<record>
///                                  the current position of a record, or the one after n of its moves, perhaps
///                                  with another move made there; earlier solutions are kept
///     position \n<lines>           a position given by its lines
///     start [nodes=<n>] [mb=<n>]   starts a search
///     step <nodes>                 -> done, verdict, nodes, layer, best, line, hint (its first move, in words)
///     guess                        -> guess: the rule of thumb's move, until there is a verdict
///     hint                         the fair player's instant answer, like step-hint
///     start-hint [samples=<n>] [worlds=<n>] [nodes=<n>] [mb=<n>] | step-hint <nodes>
///                                  -> done, hint, basis, wins, trials, plan, other, otherWins, otherTrials,
///                                     goal, spaces, decided, chance, choices (move, chance, asGood), nodes
///     stop-hint                    the best so far, like step-hint; the next start-hint begins anew
///     start-judge <move> [worlds=<n>] [nodes=<n>] [mb=<n>] | step-judge <nodes>
///                                  -> as step-hint, and judged: null until it is done, then right, asGood, after
///                                     (a chance), worlds, won, bestWon
///     start-odds [samples=<n>] [nodes=<n>] [mb=<n>] | step-odds <nodes>
///                                  -> done, worlds, won, unknown, allKnown, fair, chance, fairBounds, complete,
///                                     nodes
///
/// A move is judged by what is known before it (docs/fair.md, "What a move costs"): `right` is true if it is not clearly
/// worse than the hint, and null if every card is known and it cannot be found out.
///
/// `chance` is one number for one thing (docs/fair.md, "One chance"): `worlds` of the one and `samples` of the other
/// are how many worlds it is estimated from, and `nodes` is most for a decision; equal ones give equal chances. It is
/// the last to come in a hint, which may be shown once it is `decided`.
///
/// Requests for deals worth playing (docs/notation.md, "Requests for deals") have nothing to do with the
/// position:
///
///     levels <game>                -> levels, winnable, days
///     start-find <game> from=<num> [level=<n>] | step-find <nodes>
///                                  -> done, deal, tries, level, won, games, nodes
///     start-rating <deal> | step-rating <nodes>
///                                  -> done, verdict, level, levels, won, games, nodes
///     start-par <deal> | step-par <nodes>
///                                  -> done, verdict, par, first, proven, line, nodes
///     day <game> <date>            -> deal, level
///
/// A record or a position that somebody has pasted (engine/cleaned.hpp):
///
///     clean \n<text>              -> text
///
/// The request about a puzzle (docs/notation.md, "Requests for puzzles") has nothing to do with the position either:
///
///     puzzle \nsolution <moves>\nmade <moves>\n<lines of a position>
///                                  -> right, made, solved, play, next, decision, decisions, why
///
/// Requests about games played (docs/games-file.md, "Requests") are answered from what they contain.
///
/// Hints and odds are for someone who knows what the moves of the record have shown, and nothing else.
///
/// An error leaves everything as it was. `mb` (at least 32) limits the whole module. One search is under way at a time:
/// another one ends it, and only odds keep what they have found.
class SolverRequests {
  public:
    /// Never fails: whatever is asked, the answer is a JSON text with `ok`.
    std::string answer(std::string_view request);

  private:
    bool read_numbers(
        std::size_t first,
        std::initializer_list<std::pair<std::string_view, std::optional<std::uint64_t>*>> wanted) const;
    std::optional<advice::Limits> read_limits() const;
    enum class Search : std::uint8_t { none, verdict, hint, odds, judge, deal };
    void begin(Search search);

    std::string position(std::string_view lines);
    std::string record(std::string_view text);
    std::string set_position(const Game& game, const fair::Trail& trail);
    std::string step(std::uint64_t budget);
    std::string start_fair(Search search);
    std::string advice(const fair::Advice& advice, bool done, bool judges = false) const;
    std::string odds(bool done) const;
    std::optional<std::string> deal_request(std::string_view verb);
    deals::DealMaker* maker_of(std::string_view game);
    std::string levels();
    std::string day();
    std::string start_find();
    std::string start_deal(bool par);
    std::string step_find(std::uint64_t budget);
    std::string step_rating(std::uint64_t budget);
    std::string step_par(std::uint64_t budget);

    std::unique_ptr<advice::Advisor> advisor_;  ///< for the game last asked about; keeps its solutions
    std::unique_ptr<fair::FairAdvisor> fair_;   ///< for the same game
    std::unique_ptr<deals::DealMaker> maker_;   ///< for the game last asked about with a request for deals
    Search search_ = Search::none;              ///< begun last
    std::vector<Word> words_;
};

}  // namespace quincunx::wire
