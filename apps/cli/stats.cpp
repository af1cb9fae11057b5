#include <fmt/format.h>

#include <array>

#include "apps/cli/commands.hpp"
#include "apps/common/described.hpp"
#include "apps/common/file.hpp"
#include "stats/statistics.hpp"
#include "wire/games_json.hpp"

/// `quincunx stats`: what a player has done, from files that the page has exported.
namespace quincunx::cli {

namespace {

using stats::GamesFile;
using stats::Help;
using stats::Statistics;

struct StatsOptions {
    std::vector<std::string> files;
    std::string kind;
    std::string aid;
    std::string out;
    bool force = false;
    bool json = false;
};

GamesFile read_games(const std::string& name) {
    Expected<GamesFile> file = wire::read_games(read_file(name, stats::max_copy_bytes));
    if (file) return *std::move(file);
    const TextError& error = file.error();
    throw Failure(Exit::no,
                  fmt::format("{}:{}:{}: {}", file_name(name), error.line, error.column, error.message),
                  error);
}

/// "3:05", "1:02:03"
std::string clock_text(std::uint64_t milliseconds) {
    const std::uint64_t seconds = milliseconds / 1000;
    if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

template <class Text>
std::string spread_text(const stats::Spread& spread, Text text) {
    if (!spread.best) return "-";
    if (!spread.median) return text(*spread.best);
    return fmt::format("{}/{}/{}", text(*spread.best), text(*spread.median), text(*spread.last));
}

double share(std::uint64_t part, std::uint64_t whole) {
    return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string row(const std::string& name, const Statistics& all) {
    return fmt::format("{:<22}{:>6}{:>6}{:>8}{:>8}{:>13}{:>25}\n", name, all.played, all.won,
                       all.played == 0 ? "-" : fmt::format("{:.1f} %", share(all.won, all.played)),
                       fmt::format("{}/{}", all.streak, all.longest),
                       spread_text(all.moves, [](std::uint64_t moves) { return std::to_string(moves); }),
                       spread_text(all.time, clock_text));
}

/// Nothing if nobody knows par, nor what was thrown away.
std::string quality_row(const std::string& name, const Statistics& all) {
    if (all.with_par == 0 && all.judged == 0) return {};
    const auto over = static_cast<double>(all.over_par) / static_cast<double>(all.with_par);
    return fmt::format("{:<22}{:>6}{:>9}{:>9}{:>9}{:>13}{:>13}\n", name, all.with_par,
                       all.with_par == 0 ? "-" : fmt::format("{:+.1f}", over),
                       all.best_to_par ? fmt::format("{:+}", *all.best_to_par) : "-", all.at_par, all.judged,
                       all.judged == 0 ? "-" : fmt::format("{:.1f} %", share(all.thrown, all.judged * 1000)));
}

/// `filter` has the things that rows of a table have in common; each has one more.
struct Group {
    std::string title;
    std::vector<std::pair<std::string, stats::Filter>> rows;
};

std::vector<Group> groups(const GamesFile& file, const stats::Filter& filter) {
    std::vector<Group> all{{"games", {}}};
    for (const std::string& game : stats::games_in(file)) {
        all[0].rows.emplace_back(game, filter);
        all[0].rows.back().second.games = {game};
    }
    if (filter.kind.empty()) {
        all.push_back({"kinds of deals", {}});
        for (const std::string& kind : stats::kinds_in(file)) {
            all.back().rows.emplace_back(kind, filter);
            all.back().rows.back().second.kind = kind;
        }
    }
    if (!filter.help) {
        all.push_back({"help used", {}});
        for (const Help help : {Help::none, Help::fair, Help::all_known}) {
            all.back().rows.emplace_back(stats::to_text(help), filter);
            all.back().rows.back().second.help = help;
        }
    }
    return all;
}

std::string table(const GamesFile& file, const stats::Filter& filter) {
    const Statistics all = stats::statistics(file, filter);
    std::string text = counted(all.played, "game");
    if (all.days > 0)
        text += fmt::format(" on {} from {} to {}", counted(all.days, "day"), all.first_day, all.last_day);
    if (all.in_progress > 0) text += fmt::format(", and {} in progress", all.in_progress);
    text += fmt::format("\n\n{:<22}{:>6}{:>6}{:>8}{:>8}{:>13}{:>25}\n", "", "played", "won", "", "streak",
                        "moves", "time") +
            row("all", all);
    std::string quality = quality_row("all", all);
    for (const Group& group : groups(file, filter)) {
        std::string rows;
        std::string quality_rows;
        for (const auto& [name, one] : group.rows) {
            const Statistics some = stats::statistics(file, one);
            if (some.played + some.in_progress == 0 && !some.moves.best) continue;
            rows += row("  " + name, some);
            quality_rows += quality_row("  " + name, some);
        }
        if (!rows.empty()) text += group.title + '\n' + rows;
        if (!quality_rows.empty()) quality += group.title + '\n' + quality_rows;
    }
    text +=
        "\nA game counts when it is won or given up. streak: now/longest;\n"
        "moves and time: best/median/last, of games won.\n";
    if (quality.empty()) return text;
    return text +
           fmt::format("\n{:<22}{:>6}{:>9}{:>9}{:>9}{:>13}{:>13}\n", "", "par of", "over par", "best",
                       "at par", "judged", "thrown away") +
           quality +
           "\npar of: games won whose par is known; over par: on average; judged: games of\n"
           "which it is known what chance was thrown away, on average.\n";
}

Json json_of(const Statistics& statistics) {
    return described(wire::Course{statistics});
}

Json json_answer(const GamesFile& file, const stats::Filter& filter) {
    Json answer{{"all", json_of(stats::statistics(file, filter))}};
    constexpr std::array keys{"games", "kinds", "help"};
    for (const Group& group : groups(file, filter)) {
        Json rows = Json::object();
        for (const auto& [name, one] : group.rows) rows[name] = json_of(stats::statistics(file, one));
        const std::size_t key = group.title == "games" ? 0 : group.title == "help used" ? 2 : 1;
        answer[keys.at(key)] = std::move(rows);
    }
    return answer;
}

Exit show_stats(const StatsOptions& options) {
    if (options.force && options.out.empty()) refuse("--force is for --out");
    refuse_two_outputs(options.out, options.json);
    stats::Filter filter;
    if (!options.kind.empty() && !stats::is_filter_kind(options.kind))
        refuse(
            "--kind: expected any, winnable, level, level-1 to level-5, day, day-DATE, set-up or puzzle, "
            "not " +
            shown(options.kind));
    filter.kind = options.kind;
    for (const Help help : {Help::none, Help::fair, Help::all_known})
        if (options.aid == stats::to_text(help)) filter.help = help;
    if (!options.out.empty()) NewFile::refuse(options.out, options.force);
    GamesFile file;
    for (const std::string& name : options.files) file = stats::merged(std::move(file), read_games(name));
    if (!options.out.empty()) {
        // The moves of games that are over are left out where there is no room, as the document says; no others.
        if (stats::make_fit(file) > 0)
            refuse(shown(options.out) + ": the file would be longer than 8 MiB, so it is not written");
        const std::string text = stats::games_text(file);
        NewFile out(options.out, options.force);
        out.write(text);
        out.complete();
        if (options.out == "-") return Exit::yes;
    }
    write_out(options.json ? json_text(json_answer(file, filter)) : table(file, filter));
    return Exit::yes;
}

}  // namespace

void add_stats(Program& program) {
    const auto [command, options] = program.add<StatsOptions>(
        "stats", "Say how somebody has played, from files that the page has exported", show_stats);
    command.add_option("file", options.files, "The exported files, which are merged, in any order")
        ->type_name("FILE")
        ->required();
    command
        .add_option(
            "--kind", options.kind,
            "Only deals of a kind: any, winnable, level or level-3, day or day-2026-12-24, set-up, puzzle")
        ->type_name("NAME");
    command
        .add_option("--aid", options.aid, "Only games in which this help was used: none, fair or all-known")
        ->type_name("NAME")
        ->check(one_of({"none", "fair", "all-known"}));
    command.add_option("--out", options.out, "Write the merged file")->type_name("FILE");
    command.add_flag("--force", options.force, "Replace the file that --out would overwrite");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx stats quincunx.games", "games, streaks, best and median wins"},
                           {"quincunx stats phone.games laptop.games --out all.games",
                            "all.games has the games of both"}});
}

}  // namespace quincunx::cli
