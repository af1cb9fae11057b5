#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/common/command.hpp"
#include "deals/days.hpp"
#include "deals/deal_maker.hpp"

/// Deals of the day, for commands.
namespace quincunx::cli {

/// Throws if the game or the date has no deal of the day.
deals::DayDeal deal_of_day(const deals::DealMaker& maker, Date date);

/// The date that --day names: "today" or "2026-12-24"; throws if it is neither.
Date day_argument(const std::string& text);

/// One game and one of its days.
struct Day {
    std::string game;
    Date date;
};

/// The days that somebody asks about: all that there are, unless a game or dates are given.
struct DaysAsked {
    std::string game;
    std::string from;
    std::string to;
};

/// Declares the game, --from and --to.
void add_days_asked(CLI::App& command, DaysAsked& asked);

/// The days that were asked about, game by game. With `make` they go to the end of the table, otherwise to the last day
/// of each game.
std::vector<Day> days_of(const DaysAsked& asked, bool make = false);

}  // namespace quincunx::cli
