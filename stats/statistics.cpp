#include "stats/statistics.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <tuple>

#include "session/date.hpp"

namespace quincunx::stats {

namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

/// The player's, or the one in UTC if that is not known.
sys_days day_of(const Played& played) {
    if (const std::optional<Date> day = parse_date(played.day)) return *day;
    return sys_days(std::chrono::days(static_cast<int>(played.changed / 86'400)));
}

/// A puzzle is written down like a game, and counts as none.
bool is_game(const Played& played) {
    return played.kind != "puzzle";
}

bool counts(const Played& played, const Filter& filter) {
    if (!filter.games.empty() &&
        std::find(filter.games.begin(), filter.games.end(), played.game) == filter.games.end())
        return false;
    if (filter.help && played.help != *filter.help) return false;
    if (filter.helped && (played.help != Help::none) != *filter.helped) return false;
    if (played.kind == filter.kind) return true;
    if (filter.kind.empty()) return is_game(played);
    return (filter.kind == "level" || filter.kind == "day") && played.kind.starts_with(filter.kind + '-');
}

/// The lower of the two in the middle if their number is even.
std::optional<std::uint64_t> median(std::vector<std::uint64_t> values) {
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// All but the best.
Spread spread(const std::vector<std::uint64_t>& values) {
    if (values.empty()) return {};
    return {{}, median(values), values.back()};
}

void improve(std::optional<std::uint64_t>& best, std::uint64_t value) {
    best = best ? std::min(*best, value) : value;
}

/// At most so many bins are shown.
constexpr std::uint64_t most_bins = 15;

/// Bins that begin at multiples of a width that people count in.
template <std::size_t size>
std::vector<Bin> bins(std::vector<std::uint64_t> values, const std::array<std::uint64_t, size>& widths) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const std::uint64_t least = values.front();
    const std::uint64_t most = values.back();
    // One in twenty of many values may lie far from all others: the last bin takes them.
    const std::uint64_t usual = values[values.size() - 1 - values.size() / 20];
    const auto last_of = [&](std::uint64_t width) { return std::min(most / width, usual / width + 1); };
    std::uint64_t width = widths.back();
    for (std::size_t i = size; i-- > 0;)
        if (last_of(widths[i]) - least / widths[i] < most_bins) width = widths[i];
    // A single one of few values, too, if somebody left a game open.
    const std::uint64_t first = least / width;
    const std::uint64_t last = std::min(last_of(width), first + most_bins - 1);
    std::vector<Bin> result;
    for (std::uint64_t i = first; i <= last; ++i) result.push_back({i * width, (i + 1) * width, 0});
    result.back().to = std::max(result.back().to, (most / width + 1) * width);
    for (const std::uint64_t value : values)
        ++result[static_cast<std::size_t>(std::min(value / width, last) - first)].count;
    return result;
}

constexpr std::array<std::uint64_t, 13> move_widths{1,   2,   5,    10,   20,   50,    100,
                                                    200, 500, 1000, 2000, 5000, 10'000};
constexpr std::array<std::uint64_t, 15> second_widths{1,   2,   5,    10,   15,   30,     60,    120,
                                                      300, 600, 1800, 3600, 7200, 21'600, 86'400};

/// The first day of a day's week (Monday), month or year.
sys_days start_of(char unit, sys_days day) {
    const year_month_day date(day);
    if (unit == 'w') return day - (std::chrono::weekday(day) - std::chrono::Monday);
    if (unit == 'm') return sys_days(date.year() / date.month() / 1);
    if (unit == 'y') return sys_days(date.year() / 1 / 1);
    return day;
}
sys_days next_start(char unit, sys_days start) {
    // No unit has more days than these, and the next is over half of them away.
    const int days = unit == 'd' ? 1 : unit == 'w' ? 7 : unit == 'm' ? 31 : 366;
    return start_of(unit, start + std::chrono::days(days));
}

char unit_for(std::int64_t days) {
    if (days <= 31) return 'd';
    if (days <= 31 * 7) return 'w';
    return days <= 1100 ? 'm' : 'y';
}

using Finished = std::vector<std::pair<const Name*, const Played*>>;

std::vector<Period> periods(Finished games, char unit) {
    // The day after may begin before the day is over, for those who travel.
    std::sort(games.begin(), games.end(),
              [](const auto& one, const auto& other) { return day_of(*one.second) < day_of(*other.second); });
    std::vector<Period> result;
    // Years are few enough in every case; the clock of a device may be wrong by thousands of them.
    constexpr std::size_t most = 400;
    auto game = games.begin();
    for (sys_days start = start_of(unit, day_of(*game->second)); game != games.end();) {
        const sys_days next = next_start(unit, start);
        Period period{date_text(start), 0, 0, {}, {}};
        std::vector<std::uint64_t> moves;
        std::vector<std::uint64_t> time;
        for (; game != games.end() && day_of(*game->second) < next; ++game) {
            ++period.played;
            if (game->second->state != State::won) continue;
            ++period.won;
            moves.push_back(game->second->moves);
            time.push_back(game->second->time);
        }
        period.moves = median(std::move(moves));
        period.time = median(std::move(time));
        result.push_back(std::move(period));
        start = next;
        // A gap that long is skipped.
        if (game != games.end() && result.size() >= most) start = start_of(unit, day_of(*game->second));
    }
    return result;
}

}  // namespace

bool is_filter_kind(std::string_view text) {
    return text == "level" || text == "day" || is_known_kind(text);
}

Statistics statistics(const GamesFile& file, const Filter& filter) {
    Statistics result;
    Finished finished;
    for (const auto& [name, played] : file.games) {
        if (!counts(played, filter)) continue;
        if (played.state == State::playing)
            ++result.in_progress;
        else
            finished.emplace_back(&name, &played);
    }
    std::sort(finished.begin(), finished.end(), [](const auto& one, const auto& other) {
        return std::tie(one.second->changed, *one.first) < std::tie(other.second->changed, *other.first);
    });
    std::vector<std::uint64_t> moves;
    std::vector<std::uint64_t> time;
    // The moves of a game that was set up are those of a part, and no best of others.
    std::optional<std::uint64_t> fewest;
    std::optional<std::uint64_t> fastest;
    std::set<sys_days> days;
    for (const auto& [name, played] : finished) {
        ++result.played;
        days.insert(day_of(*played));
        if (played->thrown) {
            ++result.judged;
            result.thrown += *played->thrown;
        }
        if (played->state != State::won) {
            result.streak = 0;
            continue;
        }
        ++result.won;
        result.longest = std::max(result.longest, ++result.streak);
        moves.push_back(played->moves);
        time.push_back(played->time);
        if (played->kind != "set-up" || played->kind == filter.kind) {
            improve(fewest, played->moves);
            improve(fastest, played->time);
        }
        if (!played->par) continue;
        const auto over = static_cast<std::int64_t>(played->moves) - static_cast<std::int64_t>(*played->par);
        ++result.with_par;
        result.over_par += over;
        result.at_par += over <= 0 ? 1U : 0U;
        result.best_to_par = std::min(result.best_to_par.value_or(over), over);
    }
    result.moves = spread(moves);
    result.time = spread(time);
    result.moves.best = fewest;
    result.time.best = fastest;
    // Whether there was help in those is not known.
    if (filter.kind.empty() && !filter.help && filter.helped != false) {
        for (const auto& [game, best] : file.best) {
            Played any;
            any.game = game;
            any.help = Help::all_known;
            if (!counts(any, filter)) continue;
            improve(result.moves.best, best.moves);
            improve(result.time.best, best.time);
        }
    }
    result.days = days.size();
    if (!finished.empty()) {
        result.first_day = date_text(*days.begin());
        result.last_day = date_text(*days.rbegin());
        result.unit = unit_for((*days.rbegin() - *days.begin()).count() + 1);
        result.periods = periods(finished, result.unit);
    }
    result.move_bins = bins(moves, move_widths);
    for (std::uint64_t& one : time) one /= 1000;
    result.time_bins = bins(time, second_widths);
    return result;
}

std::vector<std::string> games_in(const GamesFile& file) {
    std::set<std::string> found;
    for (const auto& [name, played] : file.games)
        if (is_game(played)) found.insert(played.game);
    for (const auto& [game, best] : file.best) found.insert(game);
    return {found.begin(), found.end()};
}

std::vector<std::string> kinds_in(const GamesFile& file) {
    std::set<std::string> found;
    for (const auto& [name, played] : file.games)
        found.insert(played.kind.starts_with("day-") ? "day" : played.kind);
    return {found.begin(), found.end()};
}

}  // namespace quincunx::stats
