#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/advisor.hpp"
#include "deals/deal_maker.hpp"
#include "engine/text.hpp"
#include "fair/fair_advisor.hpp"
#include "wire/solver_questions.hpp"

namespace quincunx::wire {

/// Answers `solver_questions` with JSON texts, one at a time. The caller calls `step` repeatedly, so that progress can be
/// reported and the search abandoned in between: the clock is the caller's.
///
/// An error leaves everything as it was. One search is under way at a time: another one ends it, and only odds keep what
/// they have found. A later position ends those that are about one.
class SolverRequests {
  public:
    /// Never fails: whatever is asked, the answer is a JSON text with `ok`.
    std::string answer(std::string_view request);

    enum class Search : std::uint8_t { solve, hint, judge, odds, find, par };

  private:
    bool read_arguments(const Form& form);
    std::string go_on(std::size_t asked);
    void begin(Search search);
    std::string begun();
    bool advance(std::uint64_t budget);
    std::string found() const;

    std::string record(std::string_view text);
    std::string position(std::string_view lines);
    std::string set_position(const Replay& replay);
    std::string set_position(const Expected<Session>& session);
    std::string set_position(const Session& session);
    std::string start_solve();
    std::string start_fair(Search search);
    Expected<deals::DealMaker*> maker_of(std::string_view game, std::string_view form);
    std::string levels();
    std::string day();
    std::string start_find();
    std::string start_par();

    std::unique_ptr<advice::Advisor> advisor_;  ///< for the game last asked about; keeps its solutions
    std::unique_ptr<fair::FairAdvisor> fair_;   ///< for the same game
    std::unique_ptr<deals::DealMaker> maker_;   ///< for the game last asked about with a request for deals
    Search search_ = Search::solve;             ///< begun last
    bool under_way_ = false;                    ///< it can be stepped, and has something to say
    bool done_ = false;                         ///< its last step said so
    std::vector<Word> words_;                   ///< of the request
    std::array<std::optional<std::uint64_t>, most_options> numbers_;  ///< its options that are numbers
    std::array<std::string_view, most_options> texts_;                ///< the same as they were written
};

}  // namespace quincunx::wire
