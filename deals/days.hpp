#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/rules.hpp"
#include "engine/text.hpp"
#include "session/date.hpp"

/// The deal of the day: for each game and date one deal that can be won, the same for everybody
/// (docs/difficulty.md).
///
/// The date and the game give a sequence of candidates. Which of them is the deal was found out once and
/// stands in a table, so that no later version of the program gives another one.
namespace quincunx::deals {

/// The first and the last date that have a deal of a game; none if it has no deals of the day.
std::optional<Date> first_day(std::string_view game);
std::optional<Date> last_day(std::string_view game);
/// The first date that has a deal of any game, and the date up to which the table is made.
Date start_of_table();
Date end_of_table();

/// The first candidate of a game and date; the next ones have the next numbers.
std::uint64_t first_candidate(std::string_view game, Date date);

/// The level of a date, in a game with so many levels: the easiest on Monday, the hardest on Sunday.
int level_of_day(int levels, Date date);

/// Which candidate is the deal of a date, from 0; none if the table has no such game or date.
std::optional<int> candidate_of_day(std::string_view game, Date date);

/// The number of the deal of a date; none if the table has none.
std::optional<std::uint64_t> deal_of_day(std::string_view game, Date date);

/// Why a game has no deal of a date.
TextError no_deal_of_day(const Rules& rules, Date date);

/// Whether the table has days of the game. Variants and games that are not released have none.
bool has_days(const Rules& rules);

/// How the table writes a candidate; none if there are not as many letters.
std::optional<char> letter_of_candidate(int candidate);

}  // namespace quincunx::deals
