#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "apps/common/deal_search.hpp"
#include "apps/common/described.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/subject.hpp"
#include "engine/text.hpp"
#include "lab/commands.hpp"
#include "lab/many_options.hpp"
#include "lab/study/build.hpp"
#include "lab/study/many.hpp"
#include "lab/study/statistics.hpp"

/// `quincunx-lab rate`: how forgiving deals are, and whether the levels hold for players who did not rate them.
namespace quincunx::cli::lab {

namespace {

struct RateOptions : ManyOptions {
    int check = 0;
    int seed = 1;
};

/// A line as it is kept.
struct RatedDeal {
    std::string deal;
    Verdict verdict = Verdict::unknown;
    int level = 0;
    int won = 0;
    int games = 0;
    double milliseconds = 0;
    std::vector<deals::HeldOut> check;
};

std::string player_name(const deals::WeakPlayer& player) {
    return player.instant ? "instant" : "novice";
}

std::string spoken_check(std::string_view key, const Json& value, const std::string& text) {
    if (key == "check")
        return value == Json(0) ? "no games to check the levels" : text + " games to check the levels";
    if (key == "seed") return "the seed " + text;
    return {};
}
constexpr FileKind ratings_kind{"quincunx-ratings", "ratings", spoken_check};

Json header_of_ratings(const DealList& deals, const RateOptions& options) {
    Json json = file_header(ratings_kind, std::string(rating_build), deals);
    json.update(Json{{"check", options.check}, {"seed", options.seed}, {"times", !options.lines.no_times}});
    return json;
}

Json rating_json(const std::string& deal, const deals::Rating& rating) {
    Json json{{"deal", deal}};
    json.update(described(rating));
    return json;
}

Json check_json(const std::vector<deals::HeldOut>& check) {
    Json json = Json::array();
    for (const deals::HeldOut& one : check)
        json.push_back({{"player", player_name(one.player)},
                        {"errors", one.player.errors},
                        {"won", one.won},
                        {"games", one.games}});
    return json;
}

/// Reads a line; `on_deal` gets what it says.
DealLine take_rating(const LineReader& reader, std::string_view text, bool times,
                     const std::function<void(RatedDeal)>& on_deal) {
    constexpr std::uint64_t most = 1'000'000'000;
    const auto number = [&](const Json& json, const char* key) {
        return static_cast<int>(whole_number(json, key, 0, most, reader));
    };
    return read_line(reader, text, "a rating", [&](const Json& json, const DealLine& line) {
        RatedDeal rated;
        rated.deal = line.deal;
        const auto verdict = json.at("verdict").get<std::string>();
        for (const Verdict one : {Verdict::winnable, Verdict::unwinnable})
            if (verdict == to_text(one)) rated.verdict = one;
        if (verdict != to_text(rated.verdict))
            reader.fail("there is no verdict " + quincunx::quoted(verdict));
        if (!json.at("level").is_null()) rated.level = number(json, "level");
        rated.won = number(json, "won");
        rated.games = number(json, "games");
        if (times) rated.milliseconds = time_number(json, "ms", 1e12, reader);
        if (rated.won > rated.games || rated.level > deals::Panel::most_levels)
            reader.fail("this line does not describe a rating");
        if (json.contains("check"))
            for (const Json& one : json.at("check"))
                rated.check.push_back(
                    {{one.at("player").get<std::string>() == "instant", number(one, "errors")},
                     number(one, "won"),
                     number(one, "games")});
        return [on_deal, rated = std::move(rated)] { on_deal(rated); };
    });
}

/// The mean share of games won in some deals, and 95 % bounds. The games of one deal are alike, so the
/// deals are what is counted: the bounds come from how their shares differ.
struct MeanShare {
    std::uint64_t deals = 0;
    double sum = 0;
    double squares = 0;

    void add(double share) {
        ++deals;
        sum += share;
        squares += share * share;
    }
    double mean() const { return deals == 0 ? 0 : sum / static_cast<double>(deals); }
    Interval bounds() const {
        if (deals < 2) return {};
        constexpr double z = 1.9599639845400545;
        const auto n = static_cast<double>(deals);
        const double variance = std::max(0.0, (squares - n * mean() * mean()) / (n - 1));
        const double spread = z * std::sqrt(variance / n);
        return {std::max(0.0, mean() - spread), std::min(1.0, mean() + spread)};
    }
};

/// Ratings by game and level.
class RatingSummary {
  public:
    void add(const RatedDeal& rated) {
        Game& game = games_[std::string(game_of_deal(rated.deal))];
        ++game.deals;
        ++game.verdicts[static_cast<std::size_t>(rated.verdict)];
        game.milliseconds.push_back(rated.milliseconds);
        if (rated.verdict != Verdict::winnable) return;
        Level& level = game.levels[rated.level];
        ++level.deals;
        level.won += static_cast<std::uint64_t>(rated.won);
        level.games += static_cast<std::uint64_t>(rated.games);
        for (const deals::HeldOut& one : rated.check)
            if (one.games > 0)
                level.check[{one.player.instant, one.player.errors}].add(static_cast<double>(one.won) /
                                                                         one.games);
    }
    std::string counts() const {
        std::uint64_t winnable = 0;
        for (const auto& [id, game] : games_) winnable += game.winnable();
        return fmt::format("winnable {}", winnable);
    }

    std::string text(const Json& header) const {
        std::string text = header.at("deals").get<std::string>() + '\n';
        for (const auto& [id, game] : games_) {
            text += fmt::format("\n{}\n{:<15}{:>10}\n{:<15}{:>10}\n{:<15}{:>10}\n", id, "deals", game.deals,
                                "winnable", game.winnable(), "undecided", game.of(Verdict::unknown));
            std::vector<double> times = game.milliseconds;
            if (!times.empty() && quantile(times, 1.0) > 0)
                text += fmt::format("{:<15}{:>10.1f}\n{:<15}{:>10.1f}\n", "ms, median", quantile(times, 0.5),
                                    "ms, longest", quantile(times, 1.0));
            for (const auto& [number, level] : game.levels) {
                text += (number == 0 ? std::string("no level") : fmt::format("level {}", number)) +
                        fmt::format(": {}, {:.1f} %", counted(level.deals, "deal"),
                                    percent(level.deals, game.winnable()));
                if (level.games > 0)
                    text += fmt::format("; won {:.1f} % of the games that rate it",
                                        percent(level.won, level.games));
                text += '\n';
                for (const auto& [who, share] : level.check)
                    text += fmt::format("  {}, errors {} %: {:.1f} %  (95 %: {:.1f} % to {:.1f} %)\n",
                                        player_name({who.first, who.second}), who.second, 100 * share.mean(),
                                        100 * share.bounds().low, 100 * share.bounds().high);
            }
        }
        return text;
    }
    Json json(const Json& header) const {
        Json json = header;
        json["results"] = Json::array();
        for (const auto& [id, game] : games_) {
            Json result{{"game", id},
                        {"deals", game.deals},
                        {"winnable", game.winnable()},
                        {"unknown", game.of(Verdict::unknown)},
                        {"levels", Json::array()}};
            for (const auto& [number, level] : game.levels) {
                Json one{{"level", number > 0 ? Json(number) : Json()},
                         {"deals", level.deals},
                         {"won", level.won},
                         {"games", level.games},
                         {"check", Json::array()}};
                for (const auto& [who, share] : level.check)
                    one["check"].push_back({{"player", player_name({who.first, who.second})},
                                            {"errors", who.second},
                                            {"share", share.mean()},
                                            {"bounds", {share.bounds().low, share.bounds().high}}});
                result["levels"].push_back(one);
            }
            json["results"].push_back(result);
        }
        return json;
    }

  private:
    struct Level {
        std::uint64_t deals = 0;
        std::uint64_t won = 0;
        std::uint64_t games = 0;
        std::map<std::pair<bool, int>, MeanShare> check;
    };
    struct Game {
        std::uint64_t deals = 0;
        std::array<std::uint64_t, 3> verdicts{};
        std::vector<double> milliseconds;
        std::map<int, Level> levels;

        std::uint64_t of(Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
        std::uint64_t winnable() const { return of(Verdict::winnable); }
    };
    static double percent(std::uint64_t part, std::uint64_t whole) {
        return 100 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1));
    }

    std::map<std::string, Game> games_;
};

std::string rating_text(const std::string& deal, const deals::Rating& rating) {
    std::string text = deal + ": " + std::string(to_text(rating.verdict));
    if (rating.verdict == Verdict::unknown) text += fmt::format(" within {} nodes", rating.nodes);
    if (rating.verdict == Verdict::winnable && rating.levels == 1) text += "; the game has no levels";
    if (rating.level > 0)
        text += fmt::format(", level {} of {}: weak players won {} of {}", rating.level, rating.levels,
                            rating.won, counted(static_cast<std::uint64_t>(rating.games), "game"));
    return text + '\n';
}

/// Rates deals until none are left.
void rate_deals(const DealList& list, const RateOptions& options, Queue& queue, RatingSummary& summary) {
    std::map<std::string, std::unique_ptr<deals::DealMaker>> makers;
    while (const std::optional<std::uint64_t> place = queue.take()) {
        const DealText deal = list.deal(*place);
        const std::string name = list.text(*place);
        std::unique_ptr<deals::DealMaker>& maker = makers[deal.id];
        if (!maker) maker = deal_maker(deal.id);
        const advice::Stopwatch watch;
        const std::optional<deals::Rating> rating = rate(*maker, deal, [&] { return !queue.over(); });
        if (!rating) return;
        const double milliseconds = watch.milliseconds();
        complain_of_defect(rating->defective, name);
        Json json = rating_json(name, *rating);
        if (!options.lines.no_times) json["ms"] = std::round(milliseconds * 1000) / 1000;
        RatedDeal rated{name, rating->verdict, rating->level, rating->won, rating->games, milliseconds, {}};
        if (options.check > 0 && rating->level > 0) {
            rated.check = maker->check(deal, options.check, static_cast<std::uint64_t>(options.seed));
            json["check"] = check_json(rated.check);
        }
        queue.put(*place, json_text(json), [rated, &summary] { summary.add(rated); });
    }
}

Exit rate_one(const RateOptions& options) {
    const DealText deal = deal_argument(options.what);
    const std::unique_ptr<deals::DealMaker> maker = deal_maker(deal.id);
    const std::optional<deals::Rating> rating = rate(*maker, deal, {});
    complain_of_defect(rating->defective, options.what);
    const std::string name = deal_text(deal);
    write_out(options.json ? json_text(rating_json(name, *rating)) : rating_text(name, *rating));
    return rating->verdict == Verdict::winnable ? Exit::yes : Exit::no;
}

Exit rate_command(const RateOptions& options) {
    if (!options.lines.summary.empty())
        return summarize<RatingSummary>(options, ratings_kind, "rating", take_rating,
                                        [](const Reading&, const Json&) {});
    if (!options.what.empty() && names_deal(options.what) && !DealList::is_range(options.what) &&
        options.lines.file.empty() && options.check == 0)
        return rate_one(options);
    const DealList deals = deals_to_work_on("rate", options.what);
    return work_on_many<RatingSummary>(
        deals, options, ratings_kind, header_of_ratings(deals, options), take_rating,
        [&](Queue& queue, RatingSummary& summary) { rate_deals(deals, options, queue, summary); });
}

}  // namespace

void add_rate(Program& program) {
    const auto [command, options] = program.add<RateOptions>(
        "rate", "Say how hard deals are, by how often weak players win them", rate_command);
    CLI::Option* const what = add_deals(command, options.what);
    add_number(command, "--check",
               "Also let players who do not rate deals play each one so many times, to check the levels", 1,
               100'000, options.check);
    add_number(command, "--seed", "The seed of those games, by default 1", 1, 1'000'000'000, options.seed);
    add_number(command, "--threads", "How many deals to rate at the same time, at most 1024, by default 1", 1,
               1024, options.threads);
    add_lines_options(command, what, "each deal", "", options.lines);
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab rate GAME#12345", "how hard is this deal?"},
                           {"quincunx-lab rate GAME#1..1000", "how many deals of each level there are"},
                           {"quincunx-lab rate GAME#1..2000 --check 20 --lines r.jsonl --resume",
                            "whether the levels hold for other players; goes on after an interruption"}});
}

}  // namespace quincunx::cli::lab
