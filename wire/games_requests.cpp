#include "wire/games_requests.hpp"

#include <array>
#include <map>

#include "engine/notation.hpp"
#include "wire/games_json.hpp"
#include "wire/table/json.hpp"
#include "wire/table/table_json.hpp"

namespace quincunx::wire {

using stats::GamesFile;
using stats::Statistics;

namespace {

void put(JsonWriter& json, std::string_view key, const stats::Spread& spread) {
    json.key(key).begin_object().member("best", spread.best).member("median", spread.median);
    json.member("last", spread.last).end_object();
}

void put(JsonWriter& json, std::string_view key, const std::vector<stats::Bin>& bins) {
    json.array(key, bins, [&](const stats::Bin& bin) {
        json.begin_object().member("from", bin.from).member("to", bin.to);
        json.member("count", bin.count).end_object();
    });
}

void put(JsonWriter& json, const Statistics& all) {
    json.member("played", all.played).member("won", all.won).member("inProgress", all.in_progress);
    json.member("streak", all.streak).member("longest", all.longest);
    put(json, "moves", all.moves);
    put(json, "time", all.time);
    json.member("withPar", all.with_par).member("overPar", all.over_par).member("atPar", all.at_par);
    json.member("bestToPar", all.best_to_par).member("judged", all.judged).member("thrown", all.thrown);
    json.member("days", all.days).member("firstDay", all.first_day).member("lastDay", all.last_day);
    json.member("unit", std::string(1, all.unit));
    json.array("periods", all.periods, [&](const stats::Period& period) {
        json.begin_object().member("first", period.first).member("played", period.played);
        json.member("won", period.won).member("moves", period.moves).member("time", period.time).end_object();
    });
    put(json, "moveBins", all.move_bins);
    put(json, "timeBins", all.time_bins);
}

/// "game=a,b kind=day", in any order; nothing if it is anything else.
std::optional<stats::Filter> read_filter(const std::vector<Word>& words) {
    stats::Filter filter;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::size_t equals = words[i].text.find('=');
        if (equals == std::string_view::npos) return std::nullopt;
        const std::string_view key = words[i].text.substr(0, equals);
        std::string_view value = words[i].text.substr(equals + 1);
        if (key == "game") {
            while (!value.empty()) {
                const std::size_t end = std::min(value.find(','), value.size());
                filter.games.emplace_back(value.substr(0, end));
                value.remove_prefix(std::min(end + 1, value.size()));
            }
        } else if (key == "kind" && stats::is_filter_kind(value)) {
            filter.kind = value;
        } else {
            return std::nullopt;
        }
    }
    return filter;
}

std::string answer_stats(const std::vector<Word>& words, std::string_view contents) {
    std::optional<stats::Filter> filter = read_filter(words);
    if (!filter) return failed("games-stats game=<ids> kind=<kind>");
    const Expected<GamesFile> file = read_contents(contents);
    if (!file) return failed(file.error());
    JsonWriter json = ok();
    put(json, stats::statistics(*file, *filter));
    json.member("games", stats::games_in(*file)).member("kinds", stats::kinds_in(*file));
    for (const bool helped : {false, true}) {
        filter->helped = helped;
        json.key(helped ? "helped" : "unaided").begin_object();
        put(json, stats::statistics(*file, *filter));
        json.end_object();
    }
    return json.end_object().take();
}

std::string answer_file(std::string_view contents) {
    Expected<GamesFile> file = read_contents(contents);
    if (!file) return failed(file.error());
    const std::size_t left = stats::make_fit(*file);
    JsonWriter json = ok();
    json.member("text", stats::games_text(*file)).member("games", file->games.size());
    return json.member("left", left).end_object().take();
}

/// The lines of one that are not the same in the other.
template <class Key, class Value>
std::map<Key, Value> without(const std::map<Key, Value>& lines, const std::map<Key, Value>& others) {
    std::map<Key, Value> result;
    for (const auto& [key, value] : lines)
        if (const auto had = others.find(key); had == others.end() || had->second != value)
            result.emplace_hint(result.end(), key, value);
    return result;
}

std::string answer_merge(const std::vector<Word>& words, std::string_view payload) {
    const std::optional<std::uint64_t> size = words.size() == 2 ? parse_number(words[1].text) : std::nullopt;
    if (!size || *size > payload.size()) return failed("games-merge <bytes of the contents>");
    const auto bytes = static_cast<std::size_t>(*size);
    const Expected<GamesFile> own = read_contents(payload.substr(0, bytes));
    if (!own) return failed("the games kept here: " + to_text(own.error()));
    const Expected<GamesFile> from = read_games(payload.substr(bytes));
    if (!from) return failed(from.error());
    const GamesFile all = stats::merged(*own, *from);
    const stats::MergeCounts counts = stats::counts_of(*own, *from, all);
    GamesFile news;
    news.games = without(all.games, own->games);
    news.gone = without(all.gone, own->gone);
    news.won = without(all.won, own->won);
    news.best = without(all.best, own->best);
    news.other = without(all.other, own->other);
    if (all.settings != own->settings) news.settings = all.settings;
    JsonWriter json = ok();
    json.member("added", counts.added).member("changed", counts.changed);
    json.member("unchanged", counts.unchanged).member("dropped", counts.dropped);
    return json.key("news").raw(contents_json(news)).end_object().take();
}

}  // namespace

std::string statistics_json(const Statistics& statistics) {
    JsonWriter json;
    json.begin_object();
    put(json, statistics);
    return json.end_object().take();
}

std::optional<std::string> games_answer(std::string_view line, std::string_view payload) {
    const std::vector<Word> words = split_words(line);
    const std::string_view verb = words.empty() ? "" : words[0].text;
    if (verb == "games-stats") return answer_stats(words, payload);
    if (verb == "games-file") return answer_file(payload);
    if (verb == "games-merge") return answer_merge(words, payload);
    return std::nullopt;
}

}  // namespace quincunx::wire
