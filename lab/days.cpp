#include "apps/common/days.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "apps/common/deal_search.hpp"
#include "apps/common/json.hpp"
#include "apps/common/limits.hpp"
#include "lab/commands.hpp"
#include "lab/study/many.hpp"

/// `quincunx-lab days`: the table of the deals of the day.
namespace quincunx::cli::lab {

namespace {

struct DaysOptions {
    DaysAsked asked;
    bool make = false;
    int threads = 1;
    bool json = false;
};

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
        "// Written by quincunx-lab days --make. Each letter stands for a day; see deals/days.cpp.\n";
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
    const std::vector<Day> days = days_of(options.asked, true);
    std::string letters(days.size(), ' ');
    const auto find = [&](deals::DealMaker& maker, const Day& day, std::size_t place) {
        const std::uint64_t first = deals::first_candidate(day.game, day.date);
        const deals::Found found = find_deal(maker, first, deals::level_of_day(maker, day.date));
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
    std::vector<Day> days = days_of(options.asked);
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
            const std::optional<int> level = deals::level_of_day(maker, day.date);
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

Exit days(const DaysOptions& options) {
    if (options.make && options.json) refuse("--make writes the table, not JSON");
    return options.make ? make_table(options) : verify(options);
}

}  // namespace

void add_days(Program& program) {
    const auto [command, options] = program.add<DaysOptions>(
        "days", "Prove that each deal of the day can be won, or look for such deals", days);
    add_days_asked(command, options.asked);
    command.add_flag("--make", options.make,
                     "Look for the deals, and print the table that the program is built with");
    add_number(command, "--threads", "How many days to work on at the same time, at most 1024, by default 1",
               1, 1024, options.threads);
    add_json_flag(command, options.json);
    add_examples(command,
                 {{"quincunx-lab days --threads 2", "a proof for every day and game; takes minutes"}});
}

}  // namespace quincunx::cli::lab
