#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/date.hpp"
#include "stats/games_file.hpp"

/// Days on which a deal of the day was finished: docs/games-file.md, "Days". The page counts them in the same way
/// (web/src/days), and tests/days.json has what both must say.
namespace quincunx::stats {

/// One after the other; no free day is one of them.
struct Run {
    std::vector<std::string> days;
    std::vector<std::string> forgiven;  ///< between them
};

struct Longest {
    std::size_t count = 0;
    std::string first;
    std::string last;
};

struct Month {
    std::string month;  ///< "2026-11"
    std::size_t days = 0;
    std::string_view medal;  ///< "none", "bronze", "silver", "gold"
    std::size_t stars = 0;
};

struct Days {
    std::optional<Run> now;  ///< the streak up to the last day
    std::optional<Longest> longest;
    bool free = false;                  ///< there is a free day
    std::vector<std::string> days;      ///< all that count
    std::vector<std::string> forgiven;  ///< all that a free day was used for
    std::vector<std::string> stars;     ///< days on which all their deals were finished
    std::vector<Month> months;
};

/// Deals finished without help, or with and without it.
enum class Which : std::uint8_t { unaided, all };
std::string_view to_text(Which which);

/// Games that have a deal each day, and since when.
using Listed = std::map<std::string, Date>;

Days days(const GamesFile& file, Which which, const Listed& listed);

}  // namespace quincunx::stats
