#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deals/days.hpp"
#include "engine/notation.hpp"
#include "session/game.hpp"
#include "solver/strategy.hpp"
#include "solver/tuning.hpp"

/// Deals worth playing: proven winnable, of a level, with a par. One object for a game with any rules.
namespace quincunx::deals {

using solver::Panel;
using solver::Verdict;

/// Someone who plays weakly: by the general rule of thumb (the novice) or by the instant answer, and now
/// and then by chance.
struct WeakPlayer {
    bool instant = false;
    int errors = 0;  ///< of a hundred moves, how many are drawn from all listed ones
    friend bool operator==(const WeakPlayer&, const WeakPlayer&) = default;
};

/// How forgiving a deal is.
struct Rating {
    Verdict verdict = Verdict::unknown;
    int level = 0;   ///< 1 is the easiest; 0 if it is not known or the game has no levels
    int levels = 1;  ///< of the game; 1 if it has none
    int won = 0;     ///< by weak players, of
    int games = 0;
    std::uint64_t nodes = 0;
    bool defective = false;  ///< a solution did not replay, which is a bug in the program
};

/// The result of a search for a deal, so far.
struct Found {
    std::optional<std::uint64_t> number;
    Rating rating;  ///< of that deal; only the verdict if no level was asked for
    int tries = 0;  ///< candidates looked at, with that one
    std::uint64_t nodes = 0;
    bool defective = false;
};

/// The shortest solution found.
struct Par {
    Verdict verdict = Verdict::unknown;
    std::vector<std::string> line;  ///< its moves
    std::size_t moves = 0;
    std::size_t first = 0;  ///< moves of the solution that was found first
    bool proven = false;    ///< no solution has fewer moves
    std::uint64_t nodes = 0;
    bool defective = false;
};

/// How a player who took no part in a rating did in games of the same deal.
struct HeldOut {
    WeakPlayer player;
    int won = 0;
    int games = 0;
};

/// Rates a deal, looks for one, and finds its par, each by itself. `start_…` begins; `step_…` goes on for about `budget`
/// nodes and is true when all is done, also if that was not begun. Equal questions get equal answers on every machine, however the work is divided
/// into steps. Not shared between threads.
class DealMaker {
  public:
    /// A search gives up after so many candidates: with the rarest level that is a chance of less than
    /// 10^-40.
    static constexpr int most_tries = 1000;

    virtual ~DealMaker() = default;
    virtual const Rules& rules() const = 0;
    virtual const Panel& panel() const = 0;
    /// Whether winnable deals are offered.
    virtual bool offers() const = 0;

    virtual std::optional<TextError> start_rating(const DealText& deal) = 0;
    virtual bool step_rating(std::uint64_t budget) = 0;
    virtual Rating rating() const = 0;

    /// Begins to look for a winnable deal of a level, or of any, from a number on.
    virtual std::optional<TextError> start_find(std::uint64_t from, std::optional<int> level) = 0;
    virtual bool step_find(std::uint64_t budget) = 0;
    virtual Found found() const = 0;

    virtual std::optional<TextError> start_par(const DealText& deal) = 0;
    virtual bool step_par(std::uint64_t budget) = 0;
    virtual Par par() const = 0;

    /// Lets the players who are held out from ratings play a deal, each so many times.
    virtual std::vector<HeldOut> check(const DealText& deal, int games, std::uint64_t seed) = 0;
};

/// The level of a day's deal; none in a game without levels.
inline std::optional<int> level_of_day(const DealMaker& maker, Date date) {
    const int levels = maker.panel().levels();
    return levels > 1 ? std::optional(level_of_day(levels, date)) : std::nullopt;
}

/// The deal of a day.
struct DayDeal {
    std::string deal;  ///< `game#12345`
    std::optional<int> level;
};
inline Expected<DayDeal> deal_of_day(const DealMaker& maker, Date date) {
    const Rules& rules = maker.rules();
    const std::optional<std::uint64_t> number = deal_of_day(rules.id, date);
    if (!number) return tl::unexpected<TextError>(no_deal_of_day(rules, date));
    return DayDeal{std::string(rules.id) + '#' + number_text(*number), level_of_day(maker, date)};
}

/// A maker for a game. For rules that the compiler does not know it has neither levels nor winnable deals to offer.
std::unique_ptr<DealMaker> make_deal_maker(const SharedRules& rules);

}  // namespace quincunx::deals
