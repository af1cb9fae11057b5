#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/advisor.hpp"
#include "engine/text.hpp"

namespace quincunx::wire {

/// Answers requests for advice with JSON texts, one after another. Whoever asks calls `step` again and again,
/// so that progress can be reported and the search given up in between: the clock is the asker's.
///
///     record \n<record>            the position at which a record stands; lines found before are kept
///     position \n<lines>           a position by its lines
///     start [nodes=<n>] [mb=<n>]   begins a search
///     step <nodes>                 -> done, verdict, nodes, layer, best, line
///     guess                        -> guess: the fair hint as long as nothing is known, for who cannot wait
///     shorten <moves>              -> as step: the line found, made shorter
///     analyze [nodes=<n>] [mb=<n>] \n<record> | step-analysis <nodes> | skip-analysis
///                                  -> done, verdicts, lastWinnable, thrownAway, nodes, line
///
/// An error leaves everything as it was. `mb` bounds the whole module while one search is at work; one that
/// begins while the other still has work to do has its own bound beside it.
class SolverRequests {
  public:
    /// Never fails: whatever is asked, the answer is a JSON text with `ok`.
    std::string answer(std::string_view request);

  private:
    std::optional<advice::Limits> read_limits() const;
    advice::Advisor& advisor_of(const Rules& rules);

    std::string position(std::string_view lines);
    std::string record(std::string_view text);
    std::string set_position(const Game& game);
    std::string analyze(std::string_view text);
    std::string step(std::uint64_t budget);
    std::string report(bool done) const;

    std::unique_ptr<advice::Advisor> advisor_;  ///< of the game last asked about, with the lines it remembers
    bool has_position_ = false;
    std::vector<Word> words_;
};

}  // namespace quincunx::wire
