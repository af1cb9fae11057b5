#include "apps/cli/days.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <memory>
#include <vector>

#include "apps/common/command.hpp"
#include "apps/common/deal_search.hpp"
#include "apps/common/json.hpp"
#include "apps/common/limits.hpp"
#include "lab/study/many.hpp"
#include "games/all.hpp"

/// `quincunx days`: the deals of the day, and their table.
namespace quincunx::cli {

namespace {

struct DaysOptions {
    std::string game;
    std::string from;
    std::string to;
    bool make = false;
    bool verify = false;
    int threads = 1;
    bool json = false;
};

Date date_argument(const std::string& option, const std::string& text) {
    const std::optional<Date> date = parse_date(text);
    if (!date) refuse(option + ": expected a date such as 2026-12-24, not \"" + shown(text) + '"');
    return *date;
}

/// One game and one of its days.
struct Day {
    std::string game;
    Date date;
};

/// The days that were asked about, game by game. Those to be made go to the end of the table, others to the last
/// day of each game.
std::vector<Day> days_of(const DaysOptions& options) {
    const Date start = deals::start_of_table();
    const Date from = options.from.empty() ? start : date_argument("--from", options.from);
    const Date end = options.to.empty() ? deals::end_of_table() : date_argument("--to", options.to);
    if (from < start || end > deals::end_of_table() || from > end)
        refuse("days: the dates are from " + date_text(start) + " to " + date_text(deals::end_of_table()) +
               ", the earlier one first");
    const std::unique_ptr<deals::DealMaker> maker = options.game.empty() ? nullptr : deal_maker(options.game);
    // Days can be made for a game that has none yet.
    const bool possible =
        !maker || deals::has_days(maker->rules()) || (options.make && maker->rules().variant_of.empty());
    if (!possible) refuse(deals::no_deal_of_day(maker->rules(), from));
    std::vector<Day> days;
    games::for_each_game([&]<const Rules & rules>() {
        if (maker ? maker->rules() != rules : !deals::has_days(rules)) return;
        const std::optional<Date> last = options.make ? end : deals::last_day(rules.id);
        const Date first = std::max(from, deals::first_day(rules.id).value_or(from));
        for (Date date = first; date <= end && last && date <= *last; date += std::chrono::days(1))
            days.push_back({std::string(rules.id), date});
    });
    if (days.empty()) refuse("days: no game has a deal of these days");
    return days;
}

std::optional<int> level_of(const deals::DealMaker& maker, Date date) {
    const int levels = maker.panel().levels();
    return levels > 1 ? std::optional(deals::level_of_day(levels, date)) : std::nullopt;
}

/// Does something for each day, on several threads; throws what a thread throws. The first days, as many as the result
/// says, have been done: not all of them after an interruption.
template <class Work>
ManyResult for_each_day(const std::vector<Day>& days, int threads, Work&& work) {
    // The days are deals like any others: a list of them is worked off as deals are.
    std::string list;
    for (const Day& day : days)
        list += day.game + '#' + std::to_string(deals::first_candidate(day.game, day.date)) + '\n';
    const DealList deals_of_days = DealList::lines("the days", list);
    return run_many(
        deals_of_days, nullptr, 0, threads,
        [&](Queue& queue) {
            std::map<std::string, std::unique_ptr<deals::DealMaker>> makers;
            while (const std::optional<std::uint64_t> place = queue.take()) {
                const Day& day = days[static_cast<std::size_t>(*place)];
                std::unique_ptr<deals::DealMaker>& maker = makers[day.game];
                if (!maker) maker = deal_maker(day.game);
                work(*maker, day, static_cast<std::size_t>(*place));
                queue.put(*place, {}, [] {});
            }
        },
        [] { return std::string("days"); });
}

/// The table as deals/days_table.inc has it: a line for each month.
std::string table_text(const std::vector<Day>& days, const std::string& letters) {
    std::string text =
        "// Written by quincunx days --make. Each letter stands for a day; see deals/days.cpp.\n";
    for (std::size_t i = 0; i < days.size(); ++i) {
        const std::chrono::year_month_day date(days[i].date);
        const bool new_game = i == 0 || days[i - 1].game != days[i].game;
        const bool last = i + 1 == days.size() || days[i + 1].game != days[i].game;
        if (new_game) text += "Days{\"" + days[i].game + "\",\n";
        if (new_game || date.day() == std::chrono::day(1)) text += "    \"";
        text += letters[i];
        const std::chrono::year_month_day next(days[i].date + std::chrono::days(1));
        if (last || next.day() == std::chrono::day(1)) text += last ? "\"},\n" : "\"\n";
    }
    return text;
}

Exit make_table(const DaysOptions& options) {
    const std::vector<Day> days = days_of(options);
    std::string letters(days.size(), ' ');
    const auto find = [&](deals::DealMaker& maker, const Day& day, std::size_t place) {
        const std::uint64_t first = deals::first_candidate(day.game, day.date);
        const deals::Found found = find_deal(maker, first, level_of(maker, day.date));
        const std::optional<char> letter =
            deals::letter_of_candidate(static_cast<int>(*found.number - first));
        if (!letter)
            throw Failure(Exit::no, day.game + ", " + date_text(day.date) +
                                        ": the first good candidate is too far away for the table");
        letters[place] = *letter;
    };
    end_of_many(for_each_day(days, options.threads, find));
    write_out(table_text(days, letters));
    return Exit::yes;
}

/// Proves that every deal can be won, and compares its level with that of the day: date by date, so that what is left
/// after an interruption begins with a date.
Exit verify(const DaysOptions& options) {
    std::vector<Day> days = days_of(options);
    std::stable_sort(days.begin(), days.end(), [](const Day& a, const Day& b) { return a.date < b.date; });
    std::vector<std::string> wrong(days.size());
    const ManyResult result =
        for_each_day(days, options.threads, [&](deals::DealMaker& maker, const Day& day, std::size_t place) {
            const std::optional<std::uint64_t> number = deals::deal_of_day(day.game, day.date);
            if (!number) {
                wrong[place] = "is missing";
                return;
            }
            const std::optional<deals::Rating> rating = rate(maker, {day.game, number, {}}, {});
            const std::optional<int> level = level_of(maker, day.date);
            if (rating->verdict != Verdict::winnable) {
                wrong[place] = std::string("is ") + std::string(to_text(rating->verdict));
            } else if (level && rating->level != *level) {
                wrong[place] = fmt::format("has level {}, not {}", rating->level, *level);
            }
        });
    const auto done = static_cast<std::size_t>(result.pace.deals);
    std::uint64_t count = 0;
    std::string text;
    for (std::size_t i = 0; i < done; ++i) {
        if (wrong[i].empty()) continue;
        ++count;
        text += days[i].game + ", " + date_text(days[i].date) + ": the deal " + wrong[i] + '\n';
    }
    write_out(options.json ? json_text({{"days", done}, {"wrong", count}})
                           : text + fmt::format("{}, {} wrong\n", counted(done, "day"), count));
    end_of_many(result, done < days.size() ? "--from " + date_text(days[done].date) : "");
    return count == 0 ? Exit::yes : Exit::no;
}

Exit list_days(const DaysOptions& options) {
    Json list = Json::array();
    std::string text;
    std::map<std::string, std::unique_ptr<deals::DealMaker>> makers;
    for (const Day& day : days_of(options)) {
        std::unique_ptr<deals::DealMaker>& maker = makers[day.game];
        if (!maker) maker = deal_maker(day.game);
        const DayDeal deal = deal_of_day(*maker, day.date);
        list.push_back({{"game", day.game},
                        {"date", date_text(day.date)},
                        {"deal", deal_text(deal.deal)},
                        {"level", deal.level ? Json(*deal.level) : Json()}});
        text += date_text(day.date) + ' ' + deal_text(deal.deal) +
                (deal.level ? fmt::format(" level {}", *deal.level) : "") + '\n';
    }
    write_out(options.json ? json_text(list) : text);
    return Exit::yes;
}

Exit days(const DaysOptions& options) {
    if (options.make && options.json) refuse("--make writes the table, not JSON");
    if (options.make) return make_table(options);
    return options.verify ? verify(options) : list_days(options);
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

DayDeal deal_of_day(const deals::DealMaker& maker, Date date) {
    const std::string id(maker.rules().id);
    const std::optional<std::uint64_t> number = deals::deal_of_day(id, date);
    if (!number) refuse(deals::no_deal_of_day(maker.rules(), date));
    return {{id, number, {}}, level_of(maker, date)};
}

Date day_argument(const std::string& text) {
    if (text == "today") return today();
    const std::optional<Date> date = parse_date(text);
    if (!date) refuse("--day: expected today or a date such as 2026-12-24, not \"" + shown(text) + '"');
    return *date;
}

void add_days(Program& program) {
    const auto [command, options] =
        program.add<DaysOptions>("days", "List the deals of the day, or prove that each can be won", days);
    command.add_option("game", options.game, "The game; without it, all games")->type_name("GAME");
    command.add_option("--from", options.from, "The first date")->type_name("DATE");
    command.add_option("--to", options.to, "The last date")->type_name("DATE");
    CLI::Option* const check = command.add_flag("--verify", options.verify,
                                                "Prove that each deal can be won and is of the day's level");
    command
        .add_flag("--make", options.make,
                  "Look for the deals, and print the table that the program is built with")
        ->excludes(check)
        ->group(lab);
    add_number(command, "--threads", "How many days to work on at the same time, at most 1024, by default 1",
               1, 1024, options.threads);
    add_json_flag(command, options.json);
    add_examples(command,
                 {{"quincunx days GAME --from 2026-12-01 --to 2026-12-31", "the deals of a month"},
                  {"quincunx days --verify --threads 2", "a proof for every day and game; takes minutes"}});
}

}  // namespace quincunx::cli
