#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stats/games_file.hpp"

namespace quincunx::stats {

/// Which games count; nothing given means all.
struct Filter {
    std::vector<std::string> games;  ///< ids
    std::string kind;                ///< as in a file, or "level" or "day" for all of those
    std::optional<Help> help;
    std::optional<bool> helped = std::nullopt;  ///< with help of any kind, or with none
};

/// Whether a text is a kind that `Filter` knows.
bool is_filter_kind(std::string_view text);

/// A number of values: of games in the order in which they ended.
struct Spread {
    std::optional<std::uint64_t> best;
    std::optional<std::uint64_t> median;
    std::optional<std::uint64_t> last;
    bool operator==(const Spread&) const = default;
};

/// How many values are from `from` on and less than `to`.
struct Bin {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::size_t count = 0;
    bool operator==(const Bin&) const = default;
};

/// The games that ended within some time.
struct Period {
    std::string first;  ///< date of the first day
    std::size_t played = 0;
    std::size_t won = 0;
    std::optional<std::uint64_t> moves;  ///< median
    std::optional<std::uint64_t> time;   ///< median, ms
    bool operator==(const Period&) const = default;
};

struct Statistics {
    std::size_t played = 0;  ///< won or lost
    std::size_t won = 0;
    std::size_t in_progress = 0;
    std::size_t streak = 0;     ///< won since the last loss
    std::size_t longest = 0;    ///< the longest streak
    Spread moves;               ///< of games won
    Spread time;                ///< of games won, ms
    std::size_t with_par = 0;   ///< games won whose par is known
    std::int64_t over_par = 0;  ///< the sum of their differences to par
    std::optional<std::int64_t> best_to_par;
    std::size_t at_par = 0;    ///< games with as many moves as par, or fewer
    std::size_t judged = 0;    ///< games over of which it is known what was thrown away
    std::uint64_t thrown = 0;  ///< the sum, in thousandths
    std::size_t days = 0;      ///< on which a game ended
    std::string first_day;     ///< empty if there is none
    std::string last_day;
    char unit = 'd';              ///< of the periods: day, week, month or year
    std::vector<Period> periods;  ///< from the first to the last, without gaps
    std::vector<Bin> move_bins;
    std::vector<Bin> time_bins;  ///< in seconds
};

Statistics statistics(const GamesFile& file, const Filter& filter);

/// The ids of the games in a file, sorted; the same of kinds.
std::vector<std::string> games_in(const GamesFile& file);
std::vector<std::string> kinds_in(const GamesFile& file);

}  // namespace quincunx::stats
