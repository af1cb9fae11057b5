#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>

#include "apps/common/fair_search.hpp"
#include "apps/common/game_argument.hpp"
#include "engine/text.hpp"
#include "lab/commands.hpp"
#include "lab/many_options.hpp"
#include "lab/study/build.hpp"
#include "lab/study/many.hpp"
#include "lab/study/statistics.hpp"

/// `quincunx-lab fair`: many games played by a player who sees only the table.
namespace quincunx::cli::lab {

namespace {

struct FairOptions : ManyOptions {
    std::string player = "fair";
    FairLimits limits;
    bool odds = false;
    bool luck = false;
    std::string out;
    bool force = false;

    /// Whether the player also sees the next cards, which is not fair.
    bool ahead() const { return player.ends_with("ahead"); }
    FairPlayer who() const {
        if (player.starts_with("instant")) return FairPlayer::instant;
        return player == "novice" ? FairPlayer::novice : FairPlayer::fair;
    }
};

/// A line as it is kept: everything but the moves.
struct PlayedDeal {
    std::string deal;
    bool won = false;
    std::uint64_t moves = 0;
    double milliseconds = 0;
    double longest = 0;
    std::optional<double> luck{};
};

std::string spoken_choice(std::string_view key, const Json& value, const std::string& text) {
    if (key == "player") return "the " + text + " player";
    if (key == "seconds") return value.is_null() ? "no time limit" : text + " seconds per move";
    if (key == "samples") return value.is_null() ? "the usual samples" : text + " samples";
    if (key == "odds") return value == Json(true) ? "odds" : "no odds";
    return {};
}
constexpr FileKind games_kind{"quincunx-fair", "games", spoken_choice};

Json header_of_games(const DealList& deals, const FairOptions& options) {
    Json json = file_header(games_kind, std::string(fair_build), deals);
    json.update(Json{{"player", options.player},
                     {"seconds", options.limits.seconds > 0 ? Json(options.limits.seconds) : Json()},
                     {"samples", options.limits.samples ? Json(*options.limits.samples) : Json()},
                     {"odds", options.odds},
                     {"times", !options.lines.no_times}});
    if (options.luck) json["luck"] = true;
    return json;
}

std::string line_of(const std::string& deal, const FairGame& game, bool times) {
    Json json{{"deal", deal}, {"won", game.won}, {"moves", game.moves}, {"nodes", game.nodes}};
    if (times) {
        json["ms"] = std::round(game.milliseconds * 1000) / 1000;
        json["longest_ms"] = std::round(game.longest * 1000) / 1000;
    }
    if (game.odds) {
        json["odds"] = odds_json(*game.odds);
        json["odds"]["ply"] = game.odds_ply;
        json["odds"]["unseen"] = game.odds_unseen;
    }
    if (game.luck)
        json["luck"] = {{"start", game.luck->start}, {"cost", game.luck->cost}, {"luck", game.luck->luck}};
    return json_text(json);
}

/// Reads a line; `on_game` gets what it says.
DealLine take_game(const LineReader& reader, std::string_view text, bool times,
                   const std::function<void(PlayedDeal)>& on_game) {
    return read_line(reader, text, "a game", [&](const Json& json, DealLine& line) {
        line.won = json.at("won").get<bool>();
        line.moves = json.at("moves").get<std::vector<std::string>>();
        constexpr double longest = 1e12;
        PlayedDeal played{line.deal, line.won, line.moves.size()};
        if (json.contains("luck")) played.luck = json.at("luck").at("luck").get<double>();
        if (times) {
            played.milliseconds = time_number(json, "ms", longest, reader);
            played.longest = time_number(json, "longest_ms", longest, reader);
        }
        if (line.won && line.moves.empty()) reader.fail("the game is said to be won, but there are no moves");
        return [on_game, played = std::move(played)] { on_game(played); };
    });
}

/// Wins, moves and times, by game.
class FairSummary {
  public:
    void add(PlayedDeal game) { games_[std::string(game_of_deal(game.deal))].push_back(std::move(game)); }

    /// For the line that shows the progress.
    std::string counts() const {
        std::uint64_t sum = 0;
        for (const auto& [id, games] : games_) sum += won(games);
        return fmt::format("won {}", sum);
    }

    std::string text(const Json& header) const {
        std::string text = header.at("deals").get<std::string>() + ", played by the " +
                           header.at("player").get<std::string>() + " player\n";
        for (const auto& [id, games] : games_) {
            const Interval bounds = clopper_pearson(won(games), games.size());
            text += fmt::format(
                "\n{}\n{:<15}{:>10}\n{:<15}{:>10}  {:>7.2f} %  (95 %, Clopper-Pearson: {:.2f} % to {:.2f} "
                "%)\n",
                id, "deals", games.size(), "won", won(games), 100 * share(games), 100 * bounds.low,
                100 * bounds.high);
            if (games.empty()) continue;
            std::vector<std::uint64_t> moves;
            for (const PlayedDeal& game : games)
                if (game.won) moves.push_back(game.moves);
            if (!moves.empty()) text += fmt::format("{:<15}{:>10}\n", "moves of a win", quantile(moves, 0.5));
            text += luck(games);
            if (sum(games) > 0)
                text +=
                    fmt::format("{:<15}{:>10.3f}\n{:<15}{:>10.3f}\n{:<15}{:>10.3f}\n", "s a game",
                                seconds(games), "ms a move", pace(games), "longest move, s", longest(games));
        }
        return text;
    }
    Json json(const Json& header) const {
        Json json = header;
        json["results"] = Json::array();
        for (const auto& [id, games] : games_) {
            const Interval bounds = clopper_pearson(won(games), games.size());
            json["results"].push_back({{"game", id},
                                       {"deals", games.size()},
                                       {"won", won(games)},
                                       {"share", share(games)},
                                       {"clopper_pearson", {bounds.low, bounds.high}},
                                       {"seconds_per_game", seconds(games)},
                                       {"ms_per_move", pace(games)},
                                       {"longest_move_s", longest(games)}});
        }
        return json;
    }

  private:
    using Games = std::vector<PlayedDeal>;
    static std::uint64_t won(const Games& games) {
        return static_cast<std::uint64_t>(
            std::count_if(games.begin(), games.end(), [](const PlayedDeal& game) { return game.won; }));
    }
    static double share(const Games& games) {
        return static_cast<double>(won(games)) / static_cast<double>(std::max<std::size_t>(games.size(), 1));
    }
    /// The mean of a game and its 95 % interval.
    static std::string luck(const Games& games) {
        double count = 0;
        double sum = 0;
        double squares = 0;
        for (const PlayedDeal& game : games) {
            if (!game.luck) continue;
            ++count;
            sum += *game.luck;
            squares += *game.luck * *game.luck;
        }
        if (count < 2) return {};
        const double mean = sum / count;
        const double error = std::sqrt((squares / count - mean * mean) / (count - 1));
        return fmt::format("{:<15}{:>10.4f}  (95 %: {:.4f} to {:.4f}, {} games)\n", "luck of a game", mean,
                           mean - 1.96 * error, mean + 1.96 * error, count);
    }
    static double sum(const Games& games) {
        return std::accumulate(games.begin(), games.end(), 0.0, [](double total, const PlayedDeal& game) {
            return total + game.milliseconds;
        });
    }
    static double seconds(const Games& games) {
        return sum(games) / 1000 / static_cast<double>(games.size());
    }
    static double pace(const Games& games) {
        const double moves = std::accumulate(
            games.begin(), games.end(), 0.0,
            [](double total, const PlayedDeal& game) { return total + static_cast<double>(game.moves); });
        return moves > 0 ? sum(games) / moves : 0;
    }
    static double longest(const Games& games) {
        double most = 0;
        for (const PlayedDeal& game : games) most = std::max(most, game.longest);
        return most / 1000;
    }

    std::map<std::string, Games> games_;
};

/// "carthage-12345"; a deal that has no number gets its place, counted from 1: "carthage-deal-3".
std::string file_stem(const DealText& deal, std::uint64_t place) {
    std::string stem = deal_text(deal);
    std::replace(stem.begin(), stem.end(), '#', '-');
    return stem.find(':') == std::string::npos ? stem : deal.id + "-deal-" + std::to_string(place + 1);
}

/// Plays deals until none are left.
void play_deals(const DealList& deals, const FairOptions& options, Queue& queue, FairSummary& summary) {
    std::map<std::string, std::unique_ptr<fair::FairAdvisor>> advisors;
    const fair::OddsLimits odds;
    while (const std::optional<std::uint64_t> place = queue.take()) {
        const DealText deal = deals.deal(*place);
        const std::string name = deals.text(*place);
        const Expected<Game> start = deals.own() ? deal_game(deals.own(), deal) : deal_game(deal);
        if (!start) refuse("the deal " + name + ": " + start.error().message);
        std::unique_ptr<fair::FairAdvisor>& advisor = advisors[deal.id];
        if (!advisor) advisor = std::make_unique<fair::FairAdvisor>(start->shared_rules());
        const FairGame game = play_fairly(
            *advisor, *start, start->shown(), options.who(), options.limits, options.odds ? &odds : nullptr,
            [&] { return !queue.over(); }, options.ahead(), options.luck);
        if (game.stopped) return;
        complain_of_defect(game.defective, name);
        // A game that goes on may have written this record before, without its line.
        if (!options.out.empty())
            write_record(options.out + "/" + file_stem(deal, *place) + ".pat",
                         options.force || options.lines.manner.resume,
                         record_of(start->rules(), deal, game.moves, game.won));
        const PlayedDeal played{name,
                                game.won,
                                game.moves.size(),
                                game.milliseconds,
                                game.longest,
                                game.luck ? std::optional(game.luck->luck) : std::nullopt};
        queue.put(*place, line_of(name, game, !options.lines.no_times),
                  [played, &summary] { summary.add(played); });
    }
}

Exit fair_games(const FairOptions& options) {
    if (!options.lines.summary.empty())
        return summarize<FairSummary>(options, games_kind, "game", take_game,
                                      [](const Reading& reader, const Json& header) {
                                          if (!header.contains("player") || !header["player"].is_string())
                                              reader.fail("the header is incomplete");
                                      });
    if ((options.odds || options.luck) && options.ahead())
        refuse("--odds and --luck are those of someone who sees only the table");
    const DealList deals = deals_to_work_on("fair", options.what, {}, own_rules(options.rules));
    return work_on_many<FairSummary>(
        deals, options, games_kind, header_of_games(deals, options), take_game,
        [&](Queue& queue, FairSummary& summary) { play_deals(deals, options, queue, summary); });
}

}  // namespace

void add_fair(Program& program) {
    const auto [command, options] = program.add<FairOptions>(
        "fair", "Play deals to their end as someone does who sees only the table", fair_games);
    CLI::Option* const what = add_deals(command, options.what);
    add_rules_option(command, options.rules)->needs(what);
    command
        .add_option(
            "--player", options.player,
            "fair (with thought), instant (its first answer, within some milliseconds) or novice (a simple "
            "rule of thumb); ahead and instant-ahead also see the cards that are shown next, which is not "
            "fair")
        ->type_name("NAME")
        ->check(one_of({"fair", "instant", "novice", "ahead", "instant-ahead"}));
    add_seconds(command, "Seconds for a move, by default 2; 0 for no limit", options.limits.seconds);
    add_samples(command, options.limits.samples);
    add_number(command, "--threads", "How many games to play at the same time, at most 1024, by default 1", 1,
               1024, options.threads);
    command.add_flag("--odds", options.odds,
                     "Estimate the odds once in each game, and write them to its line");
    command.add_flag("--luck", options.luck,
                     "Judge each move, and write to each line what the moves cost and what their cards did");
    add_lines_options(command, what, "each game", "game", options.lines);
    CLI::Option* const out =
        command.add_option("--out", options.out, "Write the record of each game into this folder")
            ->type_name("FOLDER")
            ->check(CLI::Validator(
                [](const std::string& name) {
                    std::error_code error;
                    return std::filesystem::is_directory(name, error) ? ""
                                                                      : "there is no folder " + shown(name);
                },
                ""));
    command.add_flag("--force", options.force, "Replace records that are in the folder already")->needs(out);
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab fair GAME#1..100",
                            "how many of 100 games are won by who sees only the table"},
                           {"quincunx-lab fair GAME#1..100 --player instant", "the same without thinking"},
                           {"quincunx-lab fair GAME#1..500 --lines games.jsonl --resume",
                            "keeps a line for each game; the same command goes on after an interruption"}});
}

}  // namespace quincunx::cli::lab
