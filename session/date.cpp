#include "session/date.hpp"

#include <algorithm>
#include <cstddef>

#include "engine/text.hpp"

namespace quincunx {

namespace {

std::optional<int> two_digits(std::string_view text) {
    const auto digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    if (text.size() != 2 || !digit(text[0]) || !digit(text[1])) return std::nullopt;
    return (text[0] - '0') * 10 + (text[1] - '0');
}

std::string padded(unsigned number, std::size_t digits) {
    const std::string text = number_text(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const std::optional<int> century = two_digits(text.substr(0, 2));
    const std::optional<int> year = two_digits(text.substr(2, 2));
    const std::optional<int> month = two_digits(text.substr(5, 2));
    const std::optional<int> day = two_digits(text.substr(8, 2));
    if (!century || !year || !month || !day) return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(*century * 100 + *year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day)));
    return date.ok() ? std::optional<Date>(date) : std::nullopt;
}

std::string date_text(Date date) {
    const std::chrono::year_month_day parts(date);
    return padded(static_cast<unsigned>(static_cast<int>(parts.year())), 4) + '-' +
           padded(static_cast<unsigned>(parts.month()), 2) + '-' +
           padded(static_cast<unsigned>(parts.day()), 2);
}

}  // namespace quincunx
