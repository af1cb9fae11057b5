#include "stats/days.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "engine/notation.hpp"

namespace quincunx::stats {

namespace {

using std::chrono::year_month_day;

constexpr std::int64_t day_length = 86'400;
/// Days earn a free day, so many of them.
constexpr int to_earn = 7;
/// A clock that has changed by more than summer time does has been taken somewhere.
constexpr std::int64_t journey = 7200;

/// A deal of the day that was finished on its day.
struct Finish {
    Date day;
    std::int64_t at = 0;    ///< seconds since 1970
    std::int64_t zone = 0;  ///< how far the player's clock was ahead of UTC, seconds
    bool unaided = true;

    auto order() const { return std::tuple(at, zone); }
};

std::optional<std::int64_t> number_in(std::string_view text, std::size_t most_digits) {
    const std::optional<std::uint64_t> number = parse_number(text);
    if (!number || text.size() > most_digits) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

/// "1795780800-36000,help"
std::optional<Finish> finish_of(const Played& played) {
    const auto field = played.more.find("finished");
    if (field == played.more.end() || !played.kind.starts_with("day-")) return std::nullopt;
    const std::optional<Date> day = parse_date(std::string_view(played.kind).substr(4));
    std::string_view text = field->second;
    Finish finish;
    constexpr std::string_view help = ",help";
    if (text.ends_with(help)) {
        finish.unaided = false;
        text.remove_suffix(help.size());
    }
    const std::size_t sign = text.find_first_of("+-");
    if (!day || sign == std::string_view::npos) return std::nullopt;
    const std::optional<std::int64_t> at = number_in(text.substr(0, sign), 12);
    const std::optional<std::int64_t> zone = number_in(text.substr(sign + 1), 5);
    if (!at || !zone) return std::nullopt;
    finish.day = *day;
    finish.at = *at;
    finish.zone = text[sign] == '-' ? -*zone : *zone;
    const auto there = std::chrono::sys_seconds(std::chrono::seconds(finish.at + finish.zone));
    if (std::chrono::floor<std::chrono::days>(there) != *day) return std::nullopt;
    return finish;
}

/// Days between two finishes on which somebody could have played. A day that was there has taken 24 hours, whatever
/// a clock says, and whoever flies over the date line may never see one.
std::int64_t missed(const Finish& from, const Finish& to) {
    const std::int64_t between = (to.day - from.day).count() - 1;
    const std::int64_t skipped = std::abs(to.zone - from.zone) >= journey ? 1 : 0;
    return std::max<std::int64_t>(0, std::min(between - skipped, (to.at - from.at) / day_length));
}

/// The streaks of days, each of which has its finishes in the order of time.
void count(Days& result, const std::map<Date, std::vector<Finish>>& finishes) {
    std::vector<Finish> begins;
    std::vector<Finish> ends;
    for (const auto& [day, all] : finishes) {
        begins.push_back(all.front());
        ends.push_back(all.back());
    }
    // A clock that was set back makes nothing longer: of what came later the first counts, of the rest the last.
    for (std::size_t i = begins.size(); i-- > 1;)
        if (begins[i].at < begins[i - 1].at) {
            const Date day = begins[i - 1].day;
            begins[i - 1] = begins[i];
            begins[i - 1].day = day;
        }
    for (std::size_t i = 1; i < ends.size(); ++i)
        if (ends[i - 1].at > ends[i].at) {
            const Date day = ends[i].day;
            ends[i] = ends[i - 1];
            ends[i].day = day;
        }
    int earned = 0;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::int64_t out = i == 0 ? 0 : missed(ends[i - 1], begins[i]);
        if (out > (result.free ? 1 : 0)) {
            result.now.reset();
            earned = 0;
        } else if (out > 0) {
            const std::string day = date_text(begins[i].day - std::chrono::days(1));
            result.now->forgiven.push_back(day);
            result.forgiven.push_back(day);
        }
        if (out > 0) result.free = false;
        if (!result.now) result.now.emplace();
        result.now->days.push_back(date_text(begins[i].day));
        if (!result.free && ++earned == to_earn) {
            result.free = true;
            earned = 0;
        }
        const std::vector<std::string>& run = result.now->days;
        if (!result.longest || run.size() > result.longest->count)
            result.longest = Longest{run.size(), run.front(), run.back()};
    }
}

/// "100/20261127/20270309"
std::optional<Longest> kept_longest(const GamesFile& file, Which which) {
    const auto line = file.other.find({"streak", std::string(to_text(which))});
    if (line == file.other.end()) return std::nullopt;
    const auto field = line->second.find("longest");
    if (field == line->second.end()) return std::nullopt;
    const std::string_view text = field->second;
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos || text.size() != slash + 18 || text[slash + 9] != '/')
        return std::nullopt;
    const auto date = [&](std::size_t start) {
        const std::string day(text.substr(start, 8));
        return day.substr(0, 4) + '-' + day.substr(4, 2) + '-' + day.substr(6);
    };
    const std::optional<std::int64_t> days = number_in(text.substr(0, slash), 5);
    Longest longest{static_cast<std::size_t>(days.value_or(0)), date(slash + 1), date(slash + 10)};
    if (longest.count == 0 || !parse_date(longest.first) || !parse_date(longest.last)) return std::nullopt;
    return longest;
}

std::string_view medal(std::size_t days, std::string_view month) {
    const Date first = parse_date(std::string(month) + "-01").value();
    const year_month_day date(first);
    const auto all = static_cast<unsigned>((date.year() / date.month() / std::chrono::last).day());
    return days >= all ? "gold" : days >= 20 ? "silver" : days >= 10 ? "bronze" : "none";
}

/// Whether the games that were listed on a day are all among some; not on a day that has none.
bool has_all(const std::set<std::string>& some, const Listed& listed, Date day) {
    std::size_t wanted = 0;
    for (const auto& [game, since] : listed) {
        if (since > day) continue;
        if (!some.contains(game)) return false;
        ++wanted;
    }
    return wanted > 0;
}

}  // namespace

std::string_view to_text(Which which) {
    return which == Which::unaided ? "unaided" : "all";
}

Days days(const GamesFile& file, Which which, const Listed& listed) {
    std::map<Date, std::vector<Finish>> finishes;
    std::map<Date, std::set<std::string>> games;
    for (const auto& [name, played] : file.games) {
        const std::optional<Finish> finish = finish_of(played);
        if (!finish || (which == Which::unaided && !finish->unaided)) continue;
        finishes[finish->day].push_back(*finish);
        games[finish->day].insert(played.game);
    }
    for (auto& [day, all] : finishes)
        std::sort(all.begin(), all.end(),
                  [](const Finish& one, const Finish& other) { return one.order() < other.order(); });
    Days result;
    count(result, finishes);
    // The later one of two that are equally long, as when files are merged.
    const auto rank = [](const Longest& one) { return std::tie(one.count, one.first, one.last); };
    if (std::optional<Longest> kept = kept_longest(file, which);
        kept && (!result.longest || rank(*kept) > rank(*result.longest)))
        result.longest = std::move(kept);
    for (const auto& [day, some] : games) {
        result.days.push_back(date_text(day));
        const std::string month = result.days.back().substr(0, 7);
        if (result.months.empty() || result.months.back().month != month)
            result.months.push_back({month, 0, {}, 0});
        ++result.months.back().days;
        if (!has_all(some, listed, day)) continue;
        result.stars.push_back(result.days.back());
        ++result.months.back().stars;
    }
    for (Month& month : result.months) month.medal = medal(month.days, month.month);
    return result;
}

}  // namespace quincunx::stats
