#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "apps/common/file.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/subject.hpp"
#include "deals/puzzle_maker.hpp"
#include "engine/text.hpp"
#include "games/all.hpp"
#include "lab/commands.hpp"
#include "lab/many_options.hpp"
#include "lab/study/build.hpp"
#include "lab/study/many.hpp"

/// `quincunx-lab puzzles`: looks for puzzles in games of many deals, and makes a file of the best (docs/puzzles.md).
namespace quincunx::cli::lab {

namespace {

struct PuzzlesOptions : ManyOptions {
    std::vector<std::string> whats;
    std::optional<Part> part;
    int pick = 0;  ///< how many; 0 to look for them
};

/// A line as it is kept.
struct CaughtPuzzle {
    std::string deal;
    std::uint64_t looked = 0;
    std::uint64_t found = 0;
    std::string puzzle;  ///< a line of a file of puzzles; empty if there is none
    double surprise = 0;
};

std::string spoken_nothing(std::string_view, const Json&, const std::string&) {
    return {};
}
constexpr FileKind catches_kind{"quincunx-puzzles", "puzzles", spoken_nothing};

Json header_of_catches(const DealList& deals, const PuzzlesOptions& options) {
    Json json = file_header(catches_kind, std::string(puzzle_build), deals);
    json["times"] = !options.lines.no_times;
    if (deals.own_part()) json.update(Json{{"part", deals.own_part()->text()}, {"of", deals.whole()}});
    return json;
}

Json catch_json(const std::string& deal, const deals::PuzzleCatch& caught) {
    Json json{{"deal", deal}, {"looked", caught.looked}, {"found", caught.found}};
    if (!caught.best) return json;
    const deals::Puzzle& best = *caught.best;
    json["puzzle"] =
        fmt::format("{};{};{}@{};{};{}", best.key, best.grade, deal, best.ply, best.line, best.position);
    json["surprise"] = std::round(best.surprise * 1000) / 1000;
    json["listed"] = best.traits.listed;
    json["novice"] = best.traits.novice_right;
    json["quiet"] = best.traits.quiet;
    json["ways"] = best.traits.ways;
    json["neutral"] = best.traits.neutral;
    json["hidden"] = best.traits.hidden;
    json["alike"] = best.traits.alike;
    json["refutation"] = best.traits.refutation;
    return json;
}

/// Points that are taken off a puzzle which is dull among others: only two ways to play, or a move that has to be
/// found more than once.
double dullness(std::string_view puzzle, double ways) {
    for (int field = 0; field < 3; ++field)
        puzzle.remove_prefix(std::min(puzzle.find(';'), puzzle.size() - 1) + 1);
    std::set<std::string_view> different;
    int decisions = 0;
    for (const Word& word : split_words(puzzle.substr(0, puzzle.find(';'))))
        if (!word.text.starts_with('+')) {
            different.insert(word.text);
            ++decisions;
        }
    return (ways < 3 ? 1.5 : 0) + 0.5 * (decisions - static_cast<int>(different.size()));
}

DealLine take_catch(const LineReader& reader, std::string_view text, bool /*times*/,
                    const std::function<void(CaughtPuzzle)>& on_deal) {
    constexpr std::uint64_t most = 1'000'000'000;
    return read_line(reader, text, "puzzles", [&](const Json& json, const DealLine& line) {
        CaughtPuzzle caught{line.deal,
                            whole_number(json, "looked", 0, most, reader),
                            whole_number(json, "found", 0, most, reader),
                            {},
                            0};
        if (json.contains("puzzle")) {
            caught.puzzle = json.at("puzzle").get<std::string>();
            caught.surprise =
                json.at("surprise").get<double>() - dullness(caught.puzzle, json.at("ways").get<double>());
        }
        return [on_deal, caught = std::move(caught)] { on_deal(caught); };
    });
}

class CatchSummary {
  public:
    void add(const CaughtPuzzle& caught) {
        ++deals_;
        looked_ += caught.looked;
        found_ += caught.found;
        if (!caught.puzzle.empty()) ++best_;
    }
    std::string counts() const { return fmt::format("puzzles {}", best_); }
    std::string text(const Json& header) const {
        return fmt::format("{}: {}, {} looked at, {} in {}\n", header.at("deals").get<std::string>(),
                           counted(deals_, "deal"), counted(looked_, "position"), counted(found_, "puzzle"),
                           counted(best_, "deal"));
    }
    Json json(const Json& header) const {
        Json json = header;
        json.update(Json{{"done", deals_}, {"looked", looked_}, {"found", found_}, {"with", best_}});
        return json;
    }

  private:
    std::uint64_t deals_ = 0;
    std::uint64_t looked_ = 0;
    std::uint64_t found_ = 0;
    std::uint64_t best_ = 0;
};

void look_at_deals(const DealList& list, const PuzzlesOptions& options, Queue& queue, CatchSummary& summary) {
    std::map<std::string, std::unique_ptr<deals::PuzzleMaker>> makers;
    while (const std::optional<std::uint64_t> place = queue.take()) {
        const DealText deal = list.deal(*place);
        const std::string name = list.text(*place);
        const Expected<Game> start = deal_game(deal);
        if (!start) refuse("the deal " + name + ": " + start.error().message);
        std::unique_ptr<deals::PuzzleMaker>& maker = makers[deal.id];
        if (!maker) maker = std::make_unique<deals::PuzzleMaker>(start->shared_rules());
        const advice::Stopwatch watch;
        const deals::PuzzleCatch caught = maker->look(*start, [&] { return queue.over(); });
        if (queue.over()) return;
        Json json = catch_json(name, caught);
        if (!options.lines.no_times) json["ms"] = std::round(watch.milliseconds() * 1000) / 1000;
        CaughtPuzzle kept{name, caught.looked, caught.found, caught.best ? "puzzle" : "", 0};
        queue.put(*place, json_text(json), [kept, &summary] { summary.add(kept); });
    }
}

/// Makes a file of the best puzzles of files of lines: all parts of one range, in any order.
Exit pick(const PuzzlesOptions& options) {
    std::vector<CaughtPuzzle> all;
    std::set<std::string> parts;
    std::string range;
    std::uint64_t count = 0;
    std::string game;
    for (const std::string& name : options.whats) {
        const LinesRead read = read_lines(
            name, catches_kind, false,
            [&](const Reading& reader, const FileHeader& header) {
                const std::string whole = header.part ? header.whole : header.deals;
                if (!range.empty() && range != whole)
                    reader.fail("these are parts of another range of deals");
                if (header.json.at("games").size() != 1) reader.fail("these are deals of more than one game");
                range = whole;
                game = header.json.at("games").at(0).get<std::string>();
                const Part part = header.part.value_or(Part{});
                count = part.count;
                if (!parts.insert(part.text()).second) reader.fail("this part was given already");
            },
            [&](const LineReader& reader, std::string_view line) {
                return take_catch(reader, line, true, [&](const CaughtPuzzle& caught) {
                    if (!caught.puzzle.empty()) all.push_back(caught);
                });
            });
        if (read.lines < read.count) refuse(file_name(name) + " is unfinished; --resume continues it");
    }
    if (parts.size() != count)
        refuse(fmt::format("puzzles: there are {}, and {} of them", counted(count, "part"), parts.size()));
    std::stable_sort(all.begin(), all.end(), [](const CaughtPuzzle& a, const CaughtPuzzle& b) {
        return a.surprise != b.surprise ? a.surprise > b.surprise : a.puzzle < b.puzzle;
    });
    std::set<std::string> keys;
    std::string lines;
    int picked = 0;
    for (const CaughtPuzzle& one : all) {
        if (picked == options.pick || !keys.insert(one.puzzle.substr(0, one.puzzle.find(';'))).second)
            continue;
        lines += one.puzzle + '\n';
        ++picked;
    }
    write_out(fmt::format("quincunx-puzzles 2\ngame {}\npuzzles {}\n", game, picked) + lines);
    return Exit::yes;
}

Exit puzzles(PuzzlesOptions options) {
    if (!options.lines.summary.empty())
        return summarize<CatchSummary>(options, catches_kind, "deal", take_catch,
                                       [](const Reading&, const Json&) {});
    if (options.pick > 0) return pick(options);
    if (options.whats.size() > 1) refuse("puzzles: expected one range of deals, or --pick and files");
    const DealList deals =
        deals_to_work_on("puzzles", options.whats.empty() ? "" : options.whats[0], options.part);
    return work_on_many<CatchSummary>(
        deals, options, catches_kind, header_of_catches(deals, options), take_catch,
        [&](Queue& queue, CatchSummary& summary) { look_at_deals(deals, options, queue, summary); });
}

}  // namespace

void add_puzzles(Program& program) {
    const auto [command, options] = program.add<PuzzlesOptions>(
        "puzzles", "Look for positions in which only one move wins, and pick the best", puzzles);
    CLI::Option* const what =
        command
            .add_option("deal", options.whats,
                        "game#number, a range game#first..last, a file with one deal per line; "
                        "with --pick, files of lines")
            ->type_name("DEALS");
    add_number(command, "--pick",
               "Make a file of the best, at most so many, from the lines of all parts of a range", 1,
               1'000'000, options.pick);
    add_number(command, "--threads", "How many deals to look at at the same time, at most 1024, by default 1",
               1, 1024, options.threads);
    add_part(command, what, options.part);
    add_lines_options(command, what, "each deal", "", options.lines);
    add_json_flag(command, options.json);
    add_examples(command,
                 {{"quincunx-lab puzzles GAME#1..5000 --lines p.jsonl --no-times",
                   "looks for puzzles in 5,000 deals; --resume goes on after an interruption"},
                  {"quincunx-lab puzzles --pick 1000 p.jsonl", "the best of them, as the page takes them"}});
}

}  // namespace quincunx::cli::lab
