#pragma once

#include <optional>
#include <string>

#include "apps/common/io.hpp"
#include "deals/days.hpp"
#include "deals/deal_maker.hpp"

namespace quincunx::cli {

/// The deal of a day, and its level if the game has levels.
struct DayDeal {
    DealText deal;
    std::optional<int> level;
};

/// Throws if the game or the date has no deal of the day.
DayDeal deal_of_day(const deals::DealMaker& maker, Date date);

/// The date that --day names: "today" or "2026-12-24"; throws if it is neither.
Date day_argument(const std::string& text);

}  // namespace quincunx::cli
