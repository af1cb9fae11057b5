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
    std::size_t played = 0;
    std::size_t won = 0;
    std::size_t in_progress = 0;
    std::size_t streak = 0;
    std::size_t longest = 0;
    Spread moves;
    Spread time;
    std::size_t with_par = 0;
    std::int64_t over_par = 0;
    std::optional<std::int64_t> best_to_par;
    std::size_t at_par = 0;
    std::size_t judged = 0;
    std::uint64_t thrown = 0;
    std::size_t days = 0;
    std::string first_day;
    std::string last_day;
    char unit = 'd';              ///< of the periods: day, week, month or year
    std::vector<Period> periods;  ///< from the first to the last, without gaps
    std::vector<Bin> move_bins;
    std::vector<Bin> time_bins;  ///< in seconds
};

// Descriptions as wire/table/json.hpp has them.
void describe(auto& v, const Spread& spread) {
    v.is("Spread", "Values of games in the order in which they ended.");
    v("best", spread.best, "the least");
    v("median", spread.median, "the one in the middle");
    v("last", spread.last, "of the last game");
}
void describe(auto& v, const Bin& bin) {
    v.is("Bin", "How many values are from `from` on and less than `to`.");
    v("from", bin.from, "the least");
    v("to", bin.to, "more than the most");
    v("count", bin.count, "how many");
}
void describe(auto& v, const Period& period) {
    v.is("Period", "The games that ended within some time.");
    v("first", period.first, "its first day");
    v("played", period.played, "games won or lost");
    v("won", period.won, "games won");
    v("moves", period.moves, "the median");
    v("time", period.time, "the median, ms");
}
void describe(auto& v, const Statistics& all) {
    v.is("Part", "The games that fit.");
    v("played", all.played, "won or lost");
    v("won", all.won, "games won");
    v("inProgress", all.in_progress, "games that are not over");
    v("streak", all.streak, "won since the last loss");
    v("longest", all.longest, "the longest streak");
    v("moves", all.moves, "of games won");
    v("time", all.time, "of games won, ms");
    v("withPar", all.with_par, "games won whose par is known");
    v("overPar", all.over_par, "the sum of their differences to par");
    v("atPar", all.at_par, "games with as many moves as par, or fewer");
    v("bestToPar", all.best_to_par, "the least difference");
    v("judged", all.judged, "games over of which it is known what was thrown away");
    v("thrown", all.thrown, "the sum, in thousandths");
    v("days", all.days, "on which a game ended");
    v("firstDay", all.first_day, "\"\" if there is none");
    v("lastDay", all.last_day, "\"\" if there is none");
}

Statistics statistics(const GamesFile& file, const Filter& filter);

/// The ids of the games in a file, sorted; the same of kinds.
std::vector<std::string> games_in(const GamesFile& file);
std::vector<std::string> kinds_in(const GamesFile& file);

}  // namespace quincunx::stats
