#include "deals/days.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "deals/deal_maker.hpp"
#include "engine/deal.hpp"
#include "games/all.hpp"
#include "tests/games/forty_thieves.hpp"
#include "tests/playout.hpp"

namespace quincunx::deals {
namespace {

using namespace std::chrono_literals;

TEST(Days, DatesAreThoseOfTheCalendar) {
    EXPECT_EQ(date_text(*parse_date("2026-12-24")), "2026-12-24");
    EXPECT_EQ(date_text(*parse_date("2028-02-29")), "2028-02-29");
    for (const char* const bad :
         {"", "2027-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31", "2026-1-01", "26-01-01",
          "2026-01-01 ", " 2026-01-01", "2026/01/01", "20260101", "+026-01-01", "2026-01-+1", "2026-0x-01"})
        EXPECT_FALSE(parse_date(bad)) << bad;
}

TEST(Days, LevelsRiseFromMondayToSunday) {
    const Date monday = 2026y / 11 / 30;
    const auto week = [&](int levels) {
        std::string text;
        for (int day = 0; day < 7; ++day)
            text += std::to_string(level_of_day(levels, monday + std::chrono::days(day)));
        return text;
    };
    EXPECT_EQ(week(1), "1111111");
    EXPECT_EQ(week(4), "1223344");
    EXPECT_EQ(week(5), "1223445");
}

/// The sequence is part of what stays the same: docs/difficulty.md describes it.
TEST(Days, CandidatesAreThoseOfTheDocument) {
    EXPECT_EQ(first_candidate("carthage", 2026y / 12 / 24), 8929969586739858U);
    EXPECT_EQ(first_candidate("stalactites", 2031y / 12 / 31), 8634279951581530U);
    std::set<std::uint64_t> all;
    for (Date date = start_of_table(); date <= end_of_table(); date += std::chrono::days(1)) {
        const std::uint64_t number = first_candidate("carthage", date);
        EXPECT_GE(number, first_twister_deal);
        EXPECT_LE(number, last_random_deal - 1000);
        all.insert(number);
    }
    EXPECT_EQ(all.size(), static_cast<std::size_t>((end_of_table() - start_of_table()).count()) + 1);
}

TEST(Days, EveryReleasedGameHasThem) {
    games::for_each_game([]<const Rules & rules>() {
        if (!rules.variant_of.empty()) {
            EXPECT_FALSE(has_days(rules)) << rules.id;
        }
    });
#define QUINCUNX_EXPECT_DAYS(game) \
    EXPECT_EQ(has_days(games::game), games::game.variant_of.empty()) << games::game.id;
    QUINCUNX_RELEASED_GAMES(QUINCUNX_EXPECT_DAYS)
#undef QUINCUNX_EXPECT_DAYS
}

TEST(Days, EveryDayOfTheTableHasADeal) {
    games::for_each_game([]<const Rules & rules>() {
        if (!has_days(rules)) {
            EXPECT_FALSE(deal_of_day(rules.id, start_of_table())) << rules.id;
            return;
        }
        ASSERT_TRUE(last_day(rules.id)) << rules.id;
        EXPECT_LE(*last_day(rules.id), end_of_table());
        for (Date date = *first_day(rules.id); date <= *last_day(rules.id); date += std::chrono::days(1))
            ASSERT_TRUE(deal_of_day(rules.id, date)) << rules.id << ' ' << date_text(date);
        EXPECT_FALSE(deal_of_day(rules.id, *first_day(rules.id) - std::chrono::days(1)));
        EXPECT_FALSE(deal_of_day(rules.id, *last_day(rules.id) + std::chrono::days(1)));
    });
    EXPECT_FALSE(deal_of_day("", start_of_table()));
    EXPECT_FALSE(deal_of_day("nowhere", start_of_table()));
}

/// Days are not changed, whatever becomes of the ratings. Dates that are added later do not count here.
TEST(Days, TheTableStaysAsItIs) {
    std::uint64_t sum = 0;
    const auto add = [&](const Rules& rules) {
        for (Date date = start_of_table(); date <= Date(2027y / 1 / 31); date += std::chrono::days(1))
            sum = hash::mix(sum + deal_of_day(rules.id, date).value_or(0));
    };
#define QUINCUNX_ADD_DAYS(game) add(games::game);
    QUINCUNX_RELEASED_GAMES(QUINCUNX_ADD_DAYS)
#undef QUINCUNX_ADD_DAYS
    EXPECT_EQ(sum, 6164198081087069870U);
}

/// A day in two months of each game, at full volume; tests/days_test.py does the same for all of them with the program.
TEST(Days, DealsCanBeWonAndHaveTheLevelOfTheDay) {
    const std::chrono::days step(std::lround(61 / std::min(testing::volume(), 1.0)));
    games::for_each_game([step]<const Rules & rules>() {
        if (!has_days(rules)) return;
        const std::unique_ptr<DealMaker> maker = make_deal_maker(GameRules::make<rules>());
        for (Date date = *first_day(rules.id); date <= *last_day(rules.id); date += step) {
            ASSERT_FALSE(maker->start_rating({std::string(rules.id), deal_of_day(rules.id, date), {}}));
            while (!maker->step_rating(1'000'000)) {
            }
            EXPECT_EQ(maker->rating().verdict, Verdict::winnable) << rules.id << ' ' << date_text(date);
            EXPECT_EQ(maker->rating().level, level_of_day(maker->panel().levels(), date))
                << rules.id << ' ' << date_text(date);
        }
    });
}

TEST(Days, SaysWhyThereAreNone) {
    EXPECT_EQ(no_deal_of_day(games::carthage_strict, start_of_table()).message,
              "carthage-strict has no deal of the day; it is a variant of carthage");
    EXPECT_EQ(no_deal_of_day(games::forty_thieves, start_of_table()).message,
              "forty-thieves has no deal of the day");
    EXPECT_EQ(no_deal_of_day(games::carthage, start_of_table() - std::chrono::days(1)).message,
              "carthage has no deal of the day for 2026-11-24; the dates are 2026-11-25 to 2036-12-31");
}

TEST(Days, CandidatesHaveLetters) {
    std::set<char> all;
    for (int candidate = 0; letter_of_candidate(candidate); ++candidate)
        all.insert(*letter_of_candidate(candidate));
    EXPECT_GE(all.size(), 85U);
    EXPECT_EQ(all.count('"') + all.count('\\') + all.count('?') + all.count('\n'), 0U);
    EXPECT_FALSE(letter_of_candidate(static_cast<int>(all.size())));
    EXPECT_FALSE(letter_of_candidate(-1));
}

}  // namespace
}  // namespace quincunx::deals
