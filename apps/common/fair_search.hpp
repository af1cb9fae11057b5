#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/common/json.hpp"
#include "apps/common/search.hpp"
#include "apps/common/subject.hpp"
#include "fair/fair_advisor.hpp"

/// Fair advice by the clock, and whole games played by fair players.
namespace quincunx::cli {

/// How much thought a fair player may give to one move.
struct FairLimits {
    double seconds = 2;          ///< after which the best so far is taken; 0 for no limit
    std::optional<int> samples;  ///< worlds sampled for plans, and again to try them; by default what pays

    bool instant() const { return samples == 0; }
};

/// Declares --samples.
CLI::Option* add_samples(CLI::App& command, std::optional<int>& samples);

/// The effort that the limits ask for.
fair::Effort effort_of(const fair::FairAdvisor& advisor, const FairLimits& limits);

/// Decides on the advisor's position, and estimates the chance if there are limits for that.
fair::Advice advise(fair::FairAdvisor& advisor, const FairLimits& limits,
                    const std::optional<fair::OddsLimits>& chance = {});

/// Estimates the odds of the advisor's position.
fair::Odds estimate(fair::FairAdvisor& advisor, const fair::OddsLimits& limits, double seconds);

/// An advisor that knows what the player of a subject can know.
std::unique_ptr<fair::FairAdvisor> fair_advisor_for(const Subject& subject);

Json odds_json(const fair::Odds& odds);

/// The player of a game by moves that are fair.
enum class FairPlayer {
    fair,     ///< with thought
    instant,  ///< by the instant answer alone
    novice    ///< by the general rule of thumb, which plays weakly
};

/// Where a chance went: at the start, less what the moves cost, and with what the cards did that they showed, it is 1 or 0,
/// the end of the game.
struct Luck {
    double start = 0;
    double cost = 0;
    double luck = 0;
};

/// How a game ended.
struct FairGame {
    bool won = false;
    std::vector<std::string> moves;
    double milliseconds = 0;
    double longest = 0;  ///< milliseconds for the slowest move
    std::uint64_t nodes = 0;
    bool defective = false;  ///< a solution did not replay
    /// The odds before one of the moves, drawn by the start alone, if they were asked for.
    std::optional<fair::Odds> odds;
    std::size_t odds_ply = 0;
    std::size_t odds_unseen = 0;  ///< cards that had not been seen then
    /// None unless it was asked for, or if a view could not be judged.
    std::optional<Luck> luck;
    bool stopped = false;
};

/// Plays a game to its end, from what is known at its start. With `ahead`, the player also sees the next cards, which is
/// not fair. `go_on` is asked before each move. With `luck`, each move is judged, and a game that is known to be lost ends.
FairGame play_fairly(fair::FairAdvisor& advisor, const Game& start, CardSet seen, FairPlayer player,
                     const FairLimits& limits, const fair::OddsLimits* odds,
                     const std::function<bool()>& go_on, bool ahead = false, bool luck = false);

}  // namespace quincunx::cli
