#include "apps/common/days.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>

#include "apps/common/deal_search.hpp"
#include "games/all.hpp"

namespace quincunx::cli {

namespace {

Date date_argument(const std::string& option, const std::string& text) {
    const std::optional<Date> date = parse_date(text);
    if (!date) refuse(option + ": expected a date such as 2026-12-24, not \"" + shown(text) + '"');
    return *date;
}

/// In the calendar of whoever asks: each plays the deal of a date on that date.
Date today() {
    using namespace std::chrono;
    const std::time_t now = system_clock::to_time_t(system_clock::now());
    std::tm here{};
    localtime_r(&now, &here);
    return year{here.tm_year + 1900} / (here.tm_mon + 1) / here.tm_mday;
}

}  // namespace

deals::DayDeal deal_of_day(const deals::DealMaker& maker, Date date) {
    Expected<deals::DayDeal> deal = deals::deal_of_day(maker, date);
    if (deal) return *std::move(deal);
    refuse(deal.error().message);
}

Date day_argument(const std::string& text) {
    if (text == "today") return today();
    const std::optional<Date> date = parse_date(text);
    if (!date) refuse("--day: expected today or a date such as 2026-12-24, not \"" + shown(text) + '"');
    return *date;
}

void add_days_asked(CLI::App& command, DaysAsked& asked) {
    command.add_option("game", asked.game, "The game; without it, all games")->type_name("GAME");
    command.add_option("--from", asked.from, "The first date")->type_name("DATE");
    command.add_option("--to", asked.to, "The last date")->type_name("DATE");
}

std::vector<Day> days_of(const DaysAsked& asked, bool make) {
    const Date start = deals::start_of_table();
    const Date from = asked.from.empty() ? start : date_argument("--from", asked.from);
    const Date end = asked.to.empty() ? deals::end_of_table() : date_argument("--to", asked.to);
    if (from < start || end > deals::end_of_table() || from > end)
        refuse("days: the dates are from " + date_text(start) + " to " + date_text(deals::end_of_table()) +
               ", the earlier one first");
    const std::unique_ptr<deals::DealMaker> maker = asked.game.empty() ? nullptr : deal_maker(asked.game);
    // Days can be made for a game that has none yet.
    const bool possible =
        !maker || deals::has_days(maker->rules()) || (make && maker->rules().variant_of.empty());
    if (!possible) refuse(deals::no_deal_of_day(maker->rules(), from).message);
    std::vector<Day> days;
    games::for_each_game([&]<const Rules & rules>() {
        if (maker ? maker->rules() != rules : !deals::has_days(rules)) return;
        const std::optional<Date> last = make ? end : deals::last_day(rules.id);
        const Date first = std::max(from, deals::first_day(rules.id).value_or(from));
        for (Date date = first; date <= end && last && date <= *last; date += std::chrono::days(1))
            days.push_back({std::string(rules.id), date});
    });
    if (days.empty()) refuse("days: no game has a deal of these days");
    return days;
}

}  // namespace quincunx::cli
