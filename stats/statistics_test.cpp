#include "stats/statistics.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace quincunx::stats {
namespace {

constexpr std::uint64_t day = 86'400;
constexpr std::uint64_t christmas = 1'798'070'400;  // 2026-12-24, 00:00 UTC

/// Games with names in their order.
class Games {
  public:
    Played& add(std::string game, State state, std::uint64_t changed, std::uint64_t moves = 10,
                std::uint64_t time = 60'000) {
        Played played;
        played.game = std::move(game);
        played.deal = 1;
        played.state = state;
        played.changed = changed;
        played.ply = played.moves = moves;
        played.time = time;
        return file.games.emplace(Name{file.games.size() + 1, std::string(32, '0')}, played).first->second;
    }
    Statistics all() const { return statistics(file, {}); }

    GamesFile file;
};

TEST(Statistics, CountPuzzlesOnlyWherePuzzlesAreAskedFor) {
    Games games;
    games.add("carthage", State::won, christmas);
    games.add("carthage", State::won, christmas + 1, 3).kind = "puzzle";
    games.add("stalactites", State::given_up, christmas + 2, 1).kind = "puzzle";
    EXPECT_EQ(games.all().played, 1U);
    EXPECT_EQ(games.all().moves.best, 10U);
    Filter puzzles;
    puzzles.kind = "puzzle";
    EXPECT_EQ(statistics(games.file, puzzles).played, 2U);
    EXPECT_EQ(games_in(games.file), std::vector<std::string>{"carthage"});
    EXPECT_EQ(kinds_in(games.file), (std::vector<std::string>{"any", "puzzle"}));
}

TEST(Statistics, HaveNoBestOfAGameThatWasSetUp) {
    Games games;
    games.add("carthage", State::won, christmas, 90, 500'000);
    games.add("carthage", State::won, christmas + 1, 2, 900).kind = "set-up";
    EXPECT_EQ(games.all().won, 2U);
    EXPECT_EQ(games.all().moves, (Spread{90, 2, 2}));
    EXPECT_EQ(games.all().time, (Spread{500'000, 900, 900}));
    Filter parts;
    parts.kind = "set-up";
    EXPECT_EQ(statistics(games.file, parts).moves.best, 2U);
}

TEST(Statistics, OfNothingAreEmpty) {
    const Statistics none = Games().all();
    EXPECT_EQ(none.played, 0U);
    EXPECT_EQ(none.moves, Spread());
    EXPECT_TRUE(none.periods.empty());
    EXPECT_TRUE(none.move_bins.empty());
}

TEST(Statistics, CountGamesAndStreaksInTheOrderOfTheirEnds) {
    Games games;
    games.add("x", State::won, 500, 30, 3000);
    games.add("x", State::won, 100, 20, 9000);
    games.add("x", State::given_up, 300);
    games.add("x", State::won, 200, 40, 6000);
    games.add("y", State::playing, 400);
    const Statistics all = games.all();
    EXPECT_EQ(all.played, 4U);
    EXPECT_EQ(all.won, 3U);
    EXPECT_EQ(all.in_progress, 1U);
    EXPECT_EQ(all.streak, 1U);
    EXPECT_EQ(all.longest, 2U);
    EXPECT_EQ(all.moves, (Spread{20, 30, 30}));
    EXPECT_EQ(all.time, (Spread{3000, 6000, 3000}));
}

TEST(Statistics, TakeTheLowerOfTwoValuesInTheMiddle) {
    Games games;
    for (const std::uint64_t moves : {40U, 10U, 30U, 20U}) games.add("x", State::won, 1, moves);
    EXPECT_EQ(games.all().moves.median, 20U);
}

TEST(Statistics, CompareWithPar) {
    Games games;
    games.add("x", State::won, 1, 10).par = 12;
    games.add("x", State::won, 1, 15).par = 15;
    games.add("x", State::won, 1, 20).par = 13;
    games.add("x", State::won, 1, 20);
    games.add("x", State::given_up, 1, 20).par = 1;  // not won: there is nothing to compare
    const Statistics all = games.all();
    EXPECT_EQ(all.with_par, 3U);
    EXPECT_EQ(all.over_par, 5);
    EXPECT_EQ(all.best_to_par, -2);
    EXPECT_EQ(all.at_par, 2U);
}

TEST(Statistics, AddUpWhatWasThrownAway) {
    Games games;
    games.add("x", State::given_up, 1).thrown = 1000;
    games.add("x", State::won, 1).thrown = 0;
    games.add("x", State::playing, 1).thrown = 500;  // not over
    games.add("x", State::won, 1);
    EXPECT_EQ(games.all().judged, 2U);
    EXPECT_EQ(games.all().thrown, 1000U);
}

TEST(Statistics, CanBeOfSomeGames) {
    Games games;
    games.add("x", State::won, 1).kind = "day-2026-12-24";
    games.add("x", State::won, 1).kind = "day-2026-12-25";
    games.add("x", State::won, 1).kind = "level-2";
    games.add("y", State::won, 1).help = Help::fair;
    games.add("z", State::won, 1).help = Help::all_known;
    const auto count = [&](const Filter& filter) { return statistics(games.file, filter).played; };
    EXPECT_EQ(count({{"x"}, "", {}}), 3U);
    EXPECT_EQ(count({{"y", "z"}, "", {}}), 2U);
    EXPECT_EQ(count({{"none"}, "", {}}), 0U);
    EXPECT_EQ(count({{}, "day", {}}), 2U);
    EXPECT_EQ(count({{}, "day-2026-12-24", {}}), 1U);
    EXPECT_EQ(count({{}, "level", {}}), 1U);
    EXPECT_EQ(count({{}, "any", {}}), 2U);
    EXPECT_EQ(count({{}, "", Help::none}), 3U);
    EXPECT_EQ(count({{"y"}, "any", Help::fair}), 1U);
    EXPECT_EQ(games_in(games.file), (std::vector<std::string>{"x", "y", "z"}));
    EXPECT_EQ(kinds_in(games.file), (std::vector<std::string>{"any", "day", "level-2"}));
    EXPECT_TRUE(is_filter_kind("day"));
    EXPECT_TRUE(is_filter_kind("day-2026-12-24"));
    EXPECT_TRUE(is_filter_kind("set-up"));
    EXPECT_TRUE(is_filter_kind("puzzle"));
    EXPECT_FALSE(is_filter_kind("level-6"));
    EXPECT_FALSE(is_filter_kind("days"));
    EXPECT_FALSE(is_filter_kind("any 1"));
    EXPECT_FALSE(is_filter_kind(""));
}

TEST(Statistics, RememberOlderBests) {
    Games games;
    games.add("x", State::won, 1, 30, 3000);
    games.file.best["x"] = {20, 4000, {}};
    games.file.best["y"] = {1, 1, {}};
    EXPECT_EQ(statistics(games.file, {{"x"}, "", {}}).moves, (Spread{20, 30, 30}));
    EXPECT_EQ(statistics(games.file, {{"x"}, "", {}}).time.best, 3000U);
    // Nobody knows on which kind of deal, or with what help.
    EXPECT_EQ(statistics(games.file, {{"x"}, "any", {}}).moves.best, 30U);
    EXPECT_EQ(statistics(games.file, {{"x"}, "", Help::none}).moves.best, 30U);
    // Nobody knows whether there was help in them.
    EXPECT_EQ(statistics(games.file, {{"x"}, "", {}, false}).moves.best, 30U);
    EXPECT_EQ(statistics(games.file, {{"x"}, "", {}, true}).moves.best, 20U);
    EXPECT_EQ(games_in(games.file), (std::vector<std::string>{"x", "y"}));
}

TEST(Statistics, CountDays) {
    Games games;
    games.add("x", State::won, christmas);
    games.add("x", State::won, christmas + day - 1);
    games.add("x", State::given_up, christmas + day);
    games.add("x", State::playing, christmas + 9 * day);
    games.add("x", State::won, christmas + 2 * day + 5, 33, 5000);
    const Statistics all = games.all();
    EXPECT_EQ(all.days, 3U);
    EXPECT_EQ(all.first_day, "2026-12-24");
    EXPECT_EQ(all.last_day, "2026-12-26");
    EXPECT_EQ(all.unit, 'd');
    ASSERT_EQ(all.periods.size(), 3U);
    EXPECT_EQ(all.periods[0], (Period{"2026-12-24", 2, 2, 10, 60'000}));
    EXPECT_EQ(all.periods[1], (Period{"2026-12-25", 1, 0, {}, {}}));
    EXPECT_EQ(all.periods[2], (Period{"2026-12-26", 1, 1, 33, 5000}));
}

TEST(Statistics, CountThePlayersOwnDays) {
    Games games;
    games.add("x", State::won, christmas - 1).day = "2026-12-24";
    games.add("x", State::won, christmas).day = "2026-12-25";
    games.add("x", State::won, christmas + 5).day = "2026-12-24";  // over the date line
    const Statistics all = games.all();
    EXPECT_EQ(all.days, 2U);
    ASSERT_EQ(all.periods.size(), 2U);
    EXPECT_EQ(all.periods[0].played, 2U);
    EXPECT_EQ(all.periods[1].played, 1U);
}

TEST(Statistics, ChooseWhatAPeriodIs) {
    const auto of = [](std::uint64_t days) {
        Games games;
        games.add("x", State::won, christmas);
        games.add("x", State::won, christmas + days * day);
        return games.all();
    };
    EXPECT_EQ(of(30).unit, 'd');
    EXPECT_EQ(of(30).periods.size(), 31U);
    EXPECT_EQ(of(31).unit, 'w');
    EXPECT_EQ(of(31).periods.front().first, "2026-12-21");  // a Monday
    EXPECT_EQ(of(31).periods.back().first, "2027-01-18");
    EXPECT_EQ(of(300).unit, 'm');
    EXPECT_EQ(of(300).periods.front().first, "2026-12-01");
    EXPECT_EQ(of(300).periods[1].first, "2027-01-01");
    EXPECT_EQ(of(300).periods.size(), 11U);
    EXPECT_EQ(of(2000).unit, 'y');
    EXPECT_EQ(of(2000).periods.front().first, "2026-01-01");
    EXPECT_EQ(of(2000).periods.size(), 7U);
}

TEST(Statistics, SurviveAWrongClock) {
    Games games;
    games.add("x", State::won, 1);
    games.add("x", State::won, 253'402'300'799);
    const Statistics all = games.all();
    EXPECT_EQ(all.first_day, "1970-01-01");
    EXPECT_EQ(all.last_day, "9999-12-31");
    EXPECT_LE(all.periods.size(), 402U);
    EXPECT_EQ(all.periods.back().first, "9999-01-01");
}

TEST(Statistics, SortValuesIntoBins) {
    Games games;
    for (const std::uint64_t moves : {80U, 85U, 99U, 100U, 137U})
        games.add("x", State::won, 1, moves, moves * 1000);
    const std::vector<Bin> bins = games.all().move_bins;
    const std::vector<Bin> expected{{80, 85, 1},   {85, 90, 1},   {90, 95, 0},   {95, 100, 1},
                                    {100, 105, 1}, {105, 110, 0}, {110, 115, 0}, {115, 120, 0},
                                    {120, 125, 0}, {125, 130, 0}, {130, 135, 0}, {135, 140, 1}};
    EXPECT_EQ(bins, expected);
    // One long game does not press all others into two bins.
    games = {};
    for (std::uint64_t i = 0; i < 60; ++i) games.add("x", State::won, i, 100, (120 + 10 * i) * 1000);
    games.add("x", State::won, 60, 100, 10'800'000);
    const std::vector<Bin> most = games.all().time_bins;
    EXPECT_EQ(most.front(), (Bin{120, 180, 6}));
    EXPECT_EQ(most.size(), 11U);
    EXPECT_EQ(most.back(), (Bin{720, 10'860, 1}));
    // A game that was left open over a week is in the last bin.
    games = {};
    for (const std::uint64_t moves : {80U, 85U, 99U, 100U, 137U})
        games.add("x", State::won, 1, moves, moves * 1000);
    games.add("x", State::won, 1, 100, 1'000'000'000'000);
    const std::vector<Bin> times = games.all().time_bins;
    EXPECT_LE(times.size(), 15U);
    EXPECT_GT(times.back().to, 1'000'000'000U);
    EXPECT_EQ(std::accumulate(times.begin(), times.end(), std::size_t{0},
                              [](std::size_t sum, const Bin& bin) { return sum + bin.count; }),
              6U);
}

}  // namespace
}  // namespace quincunx::stats
