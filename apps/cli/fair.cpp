#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>

#include "apps/cli/command.hpp"
#include "apps/cli/fair_search.hpp"
#include "apps/cli/many_options.hpp"
#include "apps/cli/study/build.hpp"
#include "apps/cli/study/many.hpp"
#include "apps/cli/study/statistics.hpp"
#include "engine/text.hpp"

/// `quincunx fair`: many games played by a player who sees only the table.
namespace quincunx::cli {

namespace {

struct FairOptions {
    std::string what;
    std::string player = "fair";
    FairLimits limits;
    int threads = 1;
    bool odds = false;
    LinesOptions lines;
    std::string out;
    bool force = false;
    bool json = false;

    FairPlayer who() const {
        if (player == "instant") return FairPlayer::instant;
        return player == "novice" ? FairPlayer::novice : FairPlayer::fair;
    }
};

/// What is kept of a line: everything but the moves.
struct FairRun {
    std::string deal;
    bool won = false;
    std::uint64_t moves = 0;
    double milliseconds = 0;
    double longest = 0;
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
    return json_text(json);
}

/// Reads a line; `on_run` gets what it says.
DealLine take_game(const LineReader& reader, std::string_view text, bool times,
                   const std::function<void(FairRun)>& on_run) {
    // The odds are the deepest: an object with arrays.
    constexpr int deepest = 4;
    const auto check_depth = [&](int depth, Json::parse_event_t, const Json&) {
        if (depth > deepest) reader.fail("this line does not describe a game");
        return true;
    };
    const Json json = Json::parse(text, check_depth, false);
    try {
        DealLine line;
        line.deal = json.at("deal").get<std::string>();
        line.won = json.at("won").get<bool>();
        line.moves = json.at("moves").get<std::vector<std::string>>();
        if (json.contains("build")) line.build = json.at("build").get<std::string>();
        constexpr double longest = 1e12;
        FairRun run{line.deal, line.won, line.moves.size()};
        if (times) {
            run.milliseconds = time_number(json, "ms", longest, reader);
            run.longest = time_number(json, "longest_ms", longest, reader);
        }
        if (line.won && line.moves.empty()) reader.fail("the game is said to be won, but there are no moves");
        line.count = [on_run, run = std::move(run)] { on_run(run); };
        return line;
    } catch (const Json::exception&) {
        reader.fail("this line does not describe a game");
    }
}

/// Wins, moves and times, by game.
class FairSummary {
  public:
    void add(FairRun run) { runs_[std::string(game_of_deal(run.deal))].push_back(std::move(run)); }

    /// For the line that shows the progress.
    std::string counts() const {
        std::uint64_t sum = 0;
        for (const auto& [game, runs] : runs_) sum += won(runs);
        return fmt::format("won {}", sum);
    }

    std::string text(const Json& header) const {
        std::string text = header.at("deals").get<std::string>() + ", played by the " +
                           header.at("player").get<std::string>() + " player\n";
        for (const auto& [game, runs] : runs_) {
            const Interval bounds = wilson(won(runs), runs.size());
            text += fmt::format(
                "\n{}\n{:<15}{:>10}\n{:<15}{:>10}  {:>7.2f} %  (95 %: {:.2f} % to {:.2f} %)\n", game, "deals",
                runs.size(), "won", won(runs), 100 * share(runs), 100 * bounds.low, 100 * bounds.high);
            if (runs.empty()) continue;
            std::vector<std::uint64_t> moves;
            for (const FairRun& run : runs)
                if (run.won) moves.push_back(run.moves);
            if (!moves.empty()) text += fmt::format("{:<15}{:>10}\n", "moves of a win", quantile(moves, 0.5));
            if (sum(runs) > 0)
                text += fmt::format("{:<15}{:>10.3f}\n{:<15}{:>10.3f}\n{:<15}{:>10.3f}\n", "s a game",
                                    seconds(runs), "ms a move", pace(runs), "longest move, s", longest(runs));
        }
        return text;
    }
    Json json(const Json& header) const {
        Json json = header;
        json["results"] = Json::array();
        for (const auto& [game, runs] : runs_) {
            const Interval bounds = wilson(won(runs), runs.size());
            json["results"].push_back({{"game", game},
                                       {"deals", runs.size()},
                                       {"won", won(runs)},
                                       {"share", share(runs)},
                                       {"wilson", {bounds.low, bounds.high}},
                                       {"seconds_per_game", seconds(runs)},
                                       {"ms_per_move", pace(runs)},
                                       {"longest_move_s", longest(runs)}});
        }
        return json;
    }

  private:
    using Runs = std::vector<FairRun>;
    static std::uint64_t won(const Runs& runs) {
        return static_cast<std::uint64_t>(
            std::count_if(runs.begin(), runs.end(), [](const FairRun& run) { return run.won; }));
    }
    static double share(const Runs& runs) {
        return static_cast<double>(won(runs)) / static_cast<double>(std::max<std::size_t>(runs.size(), 1));
    }
    static double sum(const Runs& runs) {
        return std::accumulate(runs.begin(), runs.end(), 0.0,
                               [](double total, const FairRun& run) { return total + run.milliseconds; });
    }
    static double seconds(const Runs& runs) { return sum(runs) / 1000 / static_cast<double>(runs.size()); }
    static double pace(const Runs& runs) {
        const double moves = std::accumulate(
            runs.begin(), runs.end(), 0.0,
            [](double total, const FairRun& run) { return total + static_cast<double>(run.moves); });
        return moves > 0 ? sum(runs) / moves : 0;
    }
    static double longest(const Runs& runs) {
        double most = 0;
        for (const FairRun& run : runs) most = std::max(most, run.longest);
        return most / 1000;
    }

    std::map<std::string, Runs> runs_;
};

/// The record of a game, for `--out`.
std::string record_of(const DealText& deal, const FairGame& game) {
    Record record;
    record.game = deal.id;
    record.deal = deal_text(deal);
    for (const std::string& move : game.moves) record.moves.push_back({move});
    record.result = game.won ? Status::won : std::optional<Status>();
    return record_text(record);
}

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
        const Expected<Game> start = deal_game(deal);
        if (!start) throw Failure(Exit::misuse, "the deal " + name + ": " + start.error().message);
        std::unique_ptr<fair::FairAdvisor>& advisor = advisors[deal.id];
        if (!advisor) advisor = fair::make_fair_advisor(deal.id);
        const FairGame game = play_fairly(*advisor, *start, start->shown(), options.who(), options.limits,
                                          options.odds ? &odds : nullptr, [&] { return !queue.over(); });
        if (game.stopped) return;
        if (game.defective)
            throw Failure(Exit::misuse, name +
                                            ": the solver found a solution that does not replay, which is "
                                            "a bug in the program");
        // A run that goes on may have written this record before, without its line.
        if (!options.out.empty())
            write_record(options.out + "/" + file_stem(deal, *place) + ".pat",
                         options.force || options.lines.manner.resume, record_of(deal, game));
        const FairRun run{name, game.won, game.moves.size(), game.milliseconds, game.longest};
        queue.put(*place, line_of(name, game, !options.lines.no_times),
                  [run, &summary] { summary.add(run); });
    }
}

Exit play_many(const DealList& deals, const FairOptions& options) {
    FairSummary summary;
    std::uint64_t done = 0;
    std::optional<LinesFile> file;
    const Json header = header_of_games(deals, options);
    const auto count = [&](FairRun run) {
        summary.add(std::move(run));
        ++done;
    };
    if (!options.lines.file.empty())
        file.emplace(options.lines.file, games_kind, header, deals, options.lines.manner,
                     [&](const LineReader& reader, std::string_view line) {
                         return take_game(reader, line, !options.lines.no_times, count);
                     });
    const ManyResult result = run_many(
        deals, file ? &*file : nullptr, done, options.threads,
        [&](Queue& queue) { play_deals(deals, options, queue, summary); }, [&] { return summary.counts(); });
    const bool on_output = options.lines.file == "-";
    if (!on_output) write_out(options.json ? json_text(summary.json(header)) : summary.text(header));
    return end_of_many(result, options.lines.file.empty() || on_output ? "" : "--resume");
}

Exit print_games(const FairOptions& options) {
    Json header;
    FairSummary summary;
    bool times = true;
    const LinesRead read = read_lines(
        options.lines.summary, games_kind, options.lines.replay,
        [&](const Reading& reader, const FileHeader& found) {
            header = found.json;
            if (!header.contains("player") || !header["player"].is_string())
                reader.fail("the header is incomplete");
            times = !header.contains("times") || header["times"] != Json(false);
        },
        [&](const LineReader& reader, std::string_view line) {
            return take_game(reader, line, times, [&](FairRun run) { summary.add(std::move(run)); });
        });
    if (options.json) {
        Json json = summary.json(header);
        json.update(checks_json(read, options.lines.replay));
        write_out(json_text(json));
    } else {
        write_out(summary.text(header) + checks_text(read, options.lines.replay, read.lines, "game"));
    }
    return Exit::yes;
}

Exit fair_games(const FairOptions& options) {
    if (!options.lines.summary.empty()) return print_games(options);
    if (options.what.empty())
        throw Failure(Exit::misuse, "fair: expected a deal, a range of deals, or a file");
    if (!names_deal(options.what))
        return play_many(DealList::lines(options.what, read_list(options.what)), options);
    if (DealList::is_range(options.what)) return play_many(DealList::range(options.what), options);
    deal_subject(options.what);  // says what is wrong with it
    return play_many(DealList::lines("the command line", options.what + "\n"), options);
}

}  // namespace

void add_fair(Program& program) {
    const auto options = std::make_shared<FairOptions>();
    CLI::App& command = program.add("fair", "Play deals to their end as someone does who sees only the table",
                                    [options] { return fair_games(*options); });
    CLI::Option* const what =
        command
            .add_option(
                "deal", options->what,
                "game#number, game:cards, a range game#first..last, a file with one deal per line, or - for "
                "standard input")
            ->type_name("DEALS");
    command
        .add_option("--player", options->player,
                    "fair (with thought), instant (its answer within a millisecond) or novice (a simple rule "
                    "of thumb)")
        ->type_name("NAME")
        ->check(one_of({"fair", "instant", "novice"}));
    add_seconds(command, "Seconds for a move, by default 2; 0 for no limit", options->limits.seconds);
    add_samples(command, options->limits.samples);
    add_number(command, "--threads", "How many games to play at the same time, at most 1024, by default 1", 1,
               1024, options->threads);
    command.add_flag("--odds", options->odds,
                     "Estimate the odds once in each game, and write them to its line");
    add_lines_options(command, what, "each game", "game", options->lines);
    CLI::Option* const out =
        command.add_option("--out", options->out, "Write the record of each game into this folder")
            ->type_name("FOLDER")
            ->check(CLI::Validator(
                [](const std::string& name) {
                    std::error_code error;
                    return std::filesystem::is_directory(name, error) ? ""
                                                                      : "there is no folder " + shown(name);
                },
                ""));
    command.add_flag("--force", options->force, "Replace records that are in the folder already")->needs(out);
    add_json_flag(command, options->json);
    add_examples(command,
                 {{"quincunx fair GAME#1..100", "how many of 100 games are won by who sees only the table"},
                  {"quincunx fair GAME#1..100 --player instant", "the same without thinking"},
                  {"quincunx fair GAME#1..500 --lines games.jsonl --resume",
                   "keeps a line for each game; the same command goes on after an interruption"}});
}

}  // namespace quincunx::cli
