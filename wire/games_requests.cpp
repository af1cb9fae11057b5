#include <map>

#include "engine/notation.hpp"
#include "wire/games_json.hpp"
#include "wire/solver_answers.hpp"
#include "wire/text_requests.hpp"

namespace quincunx::wire {

using stats::GamesFile;

namespace {

/// The lines of one that are not the same in the other.
template <class Key, class Value>
std::map<Key, Value> without(const std::map<Key, Value>& lines, const std::map<Key, Value>& others) {
    std::map<Key, Value> result;
    for (const auto& [key, value] : lines)
        if (const auto had = others.find(key); had == others.end() || had->second != value)
            result.emplace_hint(result.end(), key, value);
    return result;
}

}  // namespace

std::string games_stats(std::string_view games, std::string_view kind, std::string_view contents) {
    stats::Filter filter;
    while (!games.empty()) {
        const std::size_t end = std::min(games.find(','), games.size());
        filter.games.emplace_back(games.substr(0, end));
        games.remove_prefix(std::min(end + 1, games.size()));
    }
    if (!kind.empty() && !stats::is_filter_kind(kind)) return refused("bad-request");
    filter.kind = kind;
    const Expected<GamesFile> file = read_contents(contents);
    if (!file) return failed(file.error());
    Played played{stats::statistics(*file, filter), {}, {}, stats::games_in(*file), stats::kinds_in(*file)};
    filter.helped = false;
    played.unaided = stats::statistics(*file, filter);
    filter.helped = true;
    played.helped = stats::statistics(*file, filter);
    return answered(played);
}

std::string games_file(std::string_view contents) {
    Expected<GamesFile> file = read_contents(contents);
    if (!file) return failed(file.error());
    const std::size_t left = stats::make_fit(*file);
    return answered(SavedGames{stats::games_text(*file), file->games.size(), left});
}

std::string games_merge(std::string_view bytes_of_own, std::string_view payload) {
    const std::optional<std::uint64_t> size = parse_number(bytes_of_own);
    if (!size || *size > payload.size()) return refused("bad-request");
    const auto bytes = static_cast<std::size_t>(*size);
    const Expected<GamesFile> own = read_contents(payload.substr(0, bytes));
    if (!own) return refused("bad-request");
    const Expected<GamesFile> from = read_games(payload.substr(bytes));
    if (!from) return failed(from.error());
    const GamesFile all = stats::merged(*own, *from);
    const stats::MergeCounts counts = stats::counts_of(*own, *from, all);
    GamesFile news;
    news.games = without(all.games, own->games);
    news.gone = without(all.gone, own->gone);
    news.won = without(all.won, own->won);
    news.best = without(all.best, own->best);
    news.rules = without(all.rules, own->rules);
    news.other = without(all.other, own->other);
    if (all.settings != own->settings) news.settings = all.settings;
    return answered(MergedGames{counts, contents_json(news)});
}

}  // namespace quincunx::wire
