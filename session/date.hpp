#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace quincunx {

/// A date in UTC.
using Date = std::chrono::sys_days;

/// "2026-12-24"; none if the text is not a date of the calendar.
std::optional<Date> parse_date(std::string_view text);
std::string date_text(Date date);

}  // namespace quincunx
