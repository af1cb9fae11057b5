#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "apps/cli/command.hpp"
#include "apps/cli/fair_search.hpp"
#include "apps/cli/study/deal_list.hpp"
#include "apps/cli/study/interrupts.hpp"
#include "apps/cli/study/line_reader.hpp"
#include "apps/cli/study/statistics.hpp"
#include "engine/text.hpp"

/// `quincunx fair`: many games played by a player who sees only the table.
namespace quincunx::cli {

namespace {

constexpr std::string_view kind = "quincunx-fair";
constexpr int format_version = 1;
constexpr std::size_t most_list_bytes = std::size_t{64} << 20U;

struct FairOptions {
    std::string what;
    std::string player = "fair";
    FairLimits limits;
    int threads = 1;
    bool odds = false;
    std::string lines;
    bool resume = false;
    std::string summary;
    std::string out;
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

Json header_json(const DealList& deals, const FairOptions& options) {
    return {{"kind", kind},
            {"format", format_version},
            {"version", QUINCUNX_VERSION},
            {"deals", deals.name()},
            {"count", deals.size()},
            {"games", deals.games()},
            {"player", options.player},
            {"seconds", options.limits.seconds > 0 ? Json(options.limits.seconds) : Json()},
            {"samples", options.limits.samples ? Json(*options.limits.samples) : Json()},
            {"odds", options.odds}};
}

std::string line_of(const std::string& deal, const FairGame& game) {
    Json json{{"deal", deal},
              {"won", game.won},
              {"moves", game.moves},
              {"nodes", game.nodes},
              {"ms", std::round(game.milliseconds * 1000) / 1000},
              {"longest_ms", std::round(game.longest * 1000) / 1000}};
    if (game.odds) {
        json["odds"] = odds_json(*game.odds);
        json["odds"]["ply"] = game.odds_ply;
        json["odds"]["unseen"] = game.odds_unseen;
    }
    if (game.defective) json["defect"] = true;
    return json_text(json);
}

FairRun run_of(const LineReader& reader, std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    try {
        return {json.at("deal").get<std::string>(), json.at("won").get<bool>(), json.at("moves").size(),
                json.at("ms").get<double>(), json.at("longest_ms").get<double>()};
    } catch (const Json::exception&) {
        reader.fail("this line does not describe a game");
    }
}

Json read_header(const LineReader& reader, std::string_view line) {
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("kind") || json["kind"] != Json(kind))
        reader.fail("this is not a file of games: its first line is not a header");
    if (!json.contains("format") || json["format"] != Json(format_version))
        reader.fail("this file of games has a format that this version cannot read");
    return json;
}

/// Wins, moves and times, by game.
class FairSummary {
  public:
    void add(FairRun run) {
        runs_[run.deal.substr(0, run.deal.find_first_of("#:"))].push_back(std::move(run));
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

/// The lines of games, in the order of the deals; an interrupted file is a prefix of the complete one.
class GameFile {
  public:
    GameFile(const FairOptions& options, const DealList& deals, FairSummary& summary)
        : file_(File::for_update(options.lines)) {
        const Json header = header_json(deals, options);
        if (file_.regular() && !file_.lock())
            throw Failure(Exit::misuse, file_.name() + ": another process is writing to it");
        if (!file_.regular() && options.resume)
            throw Failure(Exit::misuse, file_.name() + ": only a file can be resumed");
        if (!file_.regular() || file_.size() == 0) {
            file_.write(json_text(header));
            return;
        }
        if (!options.resume)
            throw Failure(Exit::misuse, file_.name() + ": already exists; continue it with --resume");
        LineReader reader(file_);
        const std::optional<std::string_view> first = reader.next();
        if (!first) reader.fail("this is not a file of games: its first line is not a header", 1);
        const Json there = read_header(reader, *first);
        for (const auto& [key, value] : header.items())
            if (!there.contains(key) || there.at(key) != value)
                reader.fail("the file was started with another " + key +
                            "; resume with the same, or use another file");
        while (const std::optional<std::string_view> line = reader.next()) {
            FairRun run = run_of(reader, *line);
            if (done_ == deals.size()) reader.fail("there are more deals than requested");
            if (run.deal != deals.text(done_))
                reader.fail("the deal is " + shown(run.deal) + ", not " + shown(deals.text(done_)));
            summary.add(std::move(run));
            ++done_;
        }
        file_.cut(reader.good());
    }
    std::uint64_t done() const { return done_; }
    void add(const std::string& line) { file_.write(line); }

  private:
    File file_;
    std::uint64_t done_ = 0;
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

/// Hands out deals to threads, and takes their games in order.
class GameQueue {
  public:
    GameQueue(const DealList& deals, const FairOptions& options, GameFile* file, FairSummary& summary,
              std::uint64_t done)
        : deals_(deals), options_(options), file_(file), summary_(summary), next_(done), written_(done) {}

    void work(const Interrupts& interrupts) {
        try {
            std::map<std::string, std::unique_ptr<fair::FairAdvisor>> advisors;
            const auto go_on = [&] { return interrupts.signal() == 0 && !failed_; };
            for (std::uint64_t place = next_++; place < deals_.size() && go_on(); place = next_++) {
                const DealText deal = deals_.deal(place);
                const Expected<std::unique_ptr<Game>> start = deal_game(deal);
                if (!start)
                    throw Failure(Exit::misuse,
                                  "the deal " + deals_.text(place) + ": " + start.error().message);
                std::unique_ptr<fair::FairAdvisor>& advisor = advisors[deal.id];
                if (!advisor) advisor = fair::make_fair_advisor(deal.id);
                const fair::OddsLimits odds;
                const FairGame game = play_fairly(*advisor, **start, (*start)->shown(), options_.who(),
                                                  options_.limits, options_.odds ? &odds : nullptr, go_on);
                if (game.stopped) return;
                put(place, deal, game);
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            failed_ = true;
        }
    }
    std::uint64_t written() const { return written_; }
    /// Throws if something went wrong in a thread.
    void check() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void put(std::uint64_t place, const DealText& deal, const FairGame& game) {
        const std::lock_guard lock(mutex_);
        if (game.defective)
            throw Failure(Exit::misuse,
                          deals_.text(place) +
                              ": the solver found a solution that does not replay, which is a bug in the "
                              "program");
        if (!options_.out.empty())
            File::for_writing(options_.out + "/" + file_stem(deal) + ".pat").write(record_of(deal, game));
        waiting_[place] = {{deals_.text(place), game.won, game.moves.size(), game.milliseconds, game.longest},
                           line_of(deals_.text(place), game)};
        for (auto first = waiting_.find(written_); first != waiting_.end();
             first = waiting_.find(++written_)) {
            if (file_ != nullptr) file_->add(first->second.second);
            summary_.add(std::move(first->second.first));
            waiting_.erase(first);
        }
    }
    /// "carthage-12345", or the place of a deal that has no number.
    std::string file_stem(const DealText& deal) const {
        std::string stem = deal_text(deal);
        std::replace(stem.begin(), stem.end(), '#', '-');
        if (stem.find(':') != std::string::npos) stem = deal.id + "-deal-" + std::to_string(written_ + 1);
        return stem;
    }

    const DealList& deals_;
    const FairOptions& options_;
    GameFile* file_;
    FairSummary& summary_;
    std::atomic<std::uint64_t> next_;
    std::uint64_t written_;
    std::atomic<bool> failed_ = false;
    std::exception_ptr failure_;
    std::mutex mutex_;
    std::map<std::uint64_t, std::pair<FairRun, std::string>> waiting_;
};

Exit play_many(const DealList& deals, const FairOptions& options) {
    FairSummary summary;
    std::optional<GameFile> file;
    if (!options.lines.empty()) file.emplace(options, deals, summary);
    const Interrupts interrupts;
    GameQueue queue(deals, options, file ? &*file : nullptr, summary, file ? file->done() : 0);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < options.threads; ++i) threads.emplace_back([&] { queue.work(interrupts); });
    }
    queue.check();
    const Json header = header_json(deals, options);
    if (options.lines != "-")
        write_out(options.json ? json_text(summary.json(header)) : summary.text(header));
    if (interrupts.signal() == 0) return Exit::yes;
    constexpr int signal_base = 128;
    throw Failure(static_cast<Exit>(signal_base + interrupts.signal()),
                  options.lines.empty() || options.lines == "-" ? "interrupted"
                                                                : "interrupted; continue with --resume");
}

Exit print_summary(const FairOptions& options) {
    File file = File::for_reading(options.summary);
    LineReader reader(file);
    const std::optional<std::string_view> first = reader.next();
    if (!first) reader.fail("this is not a file of games: its first line is not a header", 1);
    const Json header = read_header(reader, *first);
    FairSummary summary;
    while (const std::optional<std::string_view> line = reader.next()) summary.add(run_of(reader, *line));
    try {
        write_out(options.json ? json_text(summary.json(header)) : summary.text(header));
    } catch (const Json::exception&) {
        reader.fail("the header is incomplete", 1);
    }
    return Exit::yes;
}

Exit fair_games(const FairOptions& options) {
    if (!options.summary.empty()) return print_summary(options);
    if (options.what.empty())
        throw Failure(Exit::misuse, "fair: expected a deal, a range of deals, or a file");
    if (!names_deal(options.what)) {
        const std::string text = read_file(options.what, most_list_bytes);
        if (text.size() > most_list_bytes)
            throw Failure(Exit::misuse, file_name(options.what) + ": longer than 64 MiB");
        return play_many(DealList::lines(options.what, text), options);
    }
    if (DealList::is_range(options.what)) return play_many(DealList::range(options.what), options);
    deal_subject(options.what);  // says what is wrong with it
    return play_many(DealList::lines("the command line", options.what + "\n"), options);
}

}  // namespace

void add_fair(Program& program) {
    const auto options = std::make_shared<FairOptions>();
    CLI::App& command = program.add("fair", "Play deals to their end as someone does who sees only the table",
                                    [options] { return fair_games(*options); });
    const CLI::Validator names_file = not_empty("a file name");
    CLI::Option* const what =
        command
            .add_option(
                "deal", options->what,
                "game#number, game:cards, a range game#first..last, a file with one deal per line, or - for "
                "standard input")
            ->check(not_empty("a deal or a file name"));
    command
        .add_option("--player", options->player,
                    "fair (with thought), instant (its answer within a millisecond) or novice (a simple rule "
                    "of thumb)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"fair", "instant", "novice"}));
    add_seconds(command, "Seconds for a move, by default 2; 0 for no limit", options->limits.seconds);
    add_samples(command, options->limits.samples);
    command
        .add_option("--threads", options->threads, "How many games to play at the same time, by default 1")
        ->type_name("NUMBER")
        ->check(CLI::Range(1, 1024));
    command.add_flag("--odds", options->odds,
                     "Estimate the odds once in each game, and write them to its line");
    CLI::Option* const lines =
        command.add_option("--lines", options->lines, "Write a line of JSON for each game")
            ->type_name("FILE")
            ->check(names_file);
    command.add_flag("--resume", options->resume, "Resume an interrupted run and its file of lines")
        ->needs(lines);
    command.add_option("--summary", options->summary, "Print the summary of lines written earlier")
        ->type_name("FILE")
        ->check(names_file)
        ->excludes(what)
        ->excludes(lines);
    command.add_option("--out", options->out, "Write the record of each game into this folder")
        ->type_name("FOLDER")
        ->check(not_empty("a folder"))
        ->check(CLI::ExistingDirectory);
    add_json_flag(command, options->json);
}

}  // namespace quincunx::cli
