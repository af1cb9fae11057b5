#include "deals/days.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/deal.hpp"
#include "engine/fnv.hpp"
#include "engine/hash.hpp"
#include "games/days.hpp"

namespace quincunx::deals {

namespace {

using namespace std::chrono_literals;

/// Letters for the candidates 0, 1 and so on.
constexpr std::string_view letters =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+,-./:;<=>@[]^_{|}~";

/// A letter for each date of a game, from its first on.
struct Days {
    std::string_view game;
    std::string_view letters;
};
constexpr std::array table{
    Days{"", ""},
#include "deals/days_table.inc"
};

}  // namespace

std::optional<Date> first_day(std::string_view game) {
    return parse_date(games::daily_since(game));
}
std::optional<Date> last_day(std::string_view game) {
    const std::optional<Date> first = first_day(game);
    for (const Days& days : table)
        if (first && days.game == game)
            return *first + std::chrono::days(static_cast<int>(days.letters.size()) - 1);
    return std::nullopt;
}
Date start_of_table() {
    return *parse_date(std::ranges::min(games::daily, {}, &games::Daily::since).since);
}
Date end_of_table() {
    return 2036y / 12 / 31;
}

std::uint64_t first_candidate(std::string_view game, Date date) {
    // Like random deals: numbers that JavaScript can represent, also those of later candidates.
    constexpr std::uint64_t most = last_random_deal - 1000;
    const std::uint64_t drawn = hash::mix(hash::Fnv1a().add(game).add(' ').add(date_text(date)).value());
    return first_twister_deal + drawn % (most - first_twister_deal);
}

int level_of_day(int levels, Date date) {
    const auto since_monday = static_cast<int>(std::chrono::weekday(date).iso_encoding()) - 1;
    return 1 + (since_monday * (levels - 1) + 3) / 6;
}

std::optional<int> candidate_of_day(std::string_view game, Date date) {
    const std::optional<Date> last = last_day(game);
    if (!last || date < *first_day(game) || date > *last) return std::nullopt;
    const auto place = static_cast<std::size_t>((date - *first_day(game)).count());
    for (const Days& days : table) {
        if (days.game != game) continue;
        const std::size_t candidate = letters.find(days.letters[place]);
        if (candidate != std::string_view::npos) return static_cast<int>(candidate);
    }
    return std::nullopt;
}

std::optional<std::uint64_t> deal_of_day(std::string_view game, Date date) {
    const std::optional<int> candidate = candidate_of_day(game, date);
    if (!candidate) return std::nullopt;
    return first_candidate(game, date) + static_cast<std::uint64_t>(*candidate);
}

TextError no_deal_of_day(const Rules& rules, Date date) {
    const auto error = [](std::string_view text, ParameterList parameters) {
        return text_error(0, 0, "no-deal-of-day", text, parameters).value();
    };
    if (!rules.variant_of.empty())
        return error("{game} has no deal of the day; it is a variant of {parent}",
                     {{"game", rules.id}, {"parent", rules.variant_of}});
    const std::optional<Date> last = last_day(rules.id);
    if (!last) return error("{game} has no deal of the day", {{"game", rules.id}});
    return error("{game} has no deal of the day for {date}; the dates are {first} to {last}",
                 {{"game", rules.id},
                  {"date", date_text(date)},
                  {"first", date_text(*first_day(rules.id))},
                  {"last", date_text(*last)}});
}

bool has_days(const Rules& rules) {
    return last_day(rules.id).has_value();
}

std::optional<char> letter_of_candidate(int candidate) {
    if (candidate < 0 || static_cast<std::size_t>(candidate) >= letters.size()) return std::nullopt;
    return letters[at(candidate)];
}

}  // namespace quincunx::deals
