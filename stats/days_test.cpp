#include "stats/days.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace quincunx::stats {
namespace {

using namespace std::chrono_literals;

/// Games of a day, each finished at noon of it in UTC.
GamesFile finished(Date day, const std::vector<std::string>& games) {
    GamesFile file;
    for (const std::string& game : games) {
        Played played;
        played.game = game;
        played.deal = 1;
        played.kind = "day-" + date_text(day);
        const auto noon = std::chrono::duration_cast<std::chrono::seconds>(day.time_since_epoch()) + 12h;
        played.more["finished"] = std::to_string(noon.count()) + "+0";
        file.games.emplace(Name{file.games.size() + 1, std::string(32, '0')}, played);
    }
    return file;
}

using Dates = std::vector<std::string>;
constexpr Date earlier = 2027y / 2 / 28;
constexpr Date then = 2027y / 3 / 1;
const Listed listed{{"a", 2026y / 11 / 25}, {"b", 2026y / 11 / 25}, {"c", then}};

TEST(Days, AStarIsForTheGamesThatWereListedThen) {
    EXPECT_EQ(days(finished(earlier, {"a", "b"}), Which::all, listed).stars, Dates{"2027-02-28"});
    EXPECT_EQ(days(finished(then, {"a", "b"}), Which::all, listed).stars, Dates{});
    EXPECT_EQ(days(finished(then, {"a", "b", "c"}), Which::all, listed).stars, Dates{"2027-03-01"});
}

TEST(Days, AStarIsForNoOtherGames) {
    EXPECT_EQ(days(finished(earlier, {"a", "c", "a-variant", "nowhere"}), Which::all, listed).stars, Dates{});
    EXPECT_EQ(days(finished(2026y / 11 / 24, {"a", "b"}), Which::all, listed).stars, Dates{});
    EXPECT_EQ(days(finished(then, {"a", "b"}), Which::all, {}).stars, Dates{});
}

}  // namespace
}  // namespace quincunx::stats
