#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "apps/cli/command.hpp"
#include "apps/cli/json.hpp"
#include "apps/cli/study/study.hpp"
#include "apps/cli/subject.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

constexpr std::size_t most_list_bytes = std::size_t{64} << 20U;

struct SolveOptions {
    std::string what;
    std::string out;
    std::string summary;
    StudyOptions study;
    bool json = false;
};

int usual_threads() {
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
}

/// The game up to the position asked about, followed by the winning moves.
std::string win_record(const Subject& subject, const Answer& answer) {
    Record record = subject.start;
    for (const std::string& move : answer.line) record.moves.push_back({move});
    record.result = Status::won;
    return record_text(record);
}

Json to_json(const Subject& subject, const Answer& answer) {
    const std::string deal = subject.deal();
    Json json{{"deal", deal.empty() ? Json() : Json(deal)},
              {"game", subject.start.game},
              {"at", subject.start.moves.size()},
              {"verdict", to_text(answer.verdict)}};
    if (answer.verdict == advice::Verdict::winnable) json["moves"] = answer.line;
    json["nodes"] = answer.nodes;
    json["ms"] = answer.milliseconds;
    return json;
}

std::string to_text(const Subject& subject, const Answer& answer, const SearchLimits& limits) {
    std::string text = subject.name + ": " + std::string(to_text(answer.verdict));
    if (answer.verdict == advice::Verdict::winnable) text += " in " + counted(answer.line.size(), "move");
    if (answer.verdict == advice::Verdict::unknown) text += " within " + cli::to_text(limits);
    text += fmt::format(" ({}, {:.0f} ms)\n", counted(answer.nodes, "node"), answer.milliseconds);
    return text + wrapped(answer.line);
}

Exit solve_one(const Subject& subject, const SolveOptions& options) {
    const std::unique_ptr<advice::Advisor> advisor = advisor_for(subject);
    const Answer answer = search(*advisor, options.study.limits, options.study.shorten, {});
    complain_of_defect(answer, subject.name);
    const bool won = answer.verdict == advice::Verdict::winnable;
    if (won && !options.out.empty()) File::for_writing(options.out).write(win_record(subject, answer));
    if (!won || options.out != "-")
        write_out(options.json ? json_text(to_json(subject, answer))
                               : to_text(subject, answer, options.study.limits));
    return won ? Exit::yes : Exit::no;
}

Exit solve_many(const DealList& deals, const SolveOptions& options) {
    if (!options.out.empty())
        throw Failure(Exit::misuse,
                      "--out is for the solution of one deal; --lines writes the verdicts of many to a file");
    const StudyResult result = run_study(deals, options.study);
    const bool lines_on_output = options.study.lines == "-";
    const std::string text = options.json ? json_text(result.summary.json(result.header, result.pace))
                                          : result.summary.text(result.header, result.pace);
    if (!lines_on_output) write_out(text);
    if (result.signal == 0) return Exit::yes;
    constexpr int signal_base = 128;
    const bool kept = !options.study.lines.empty() && !lines_on_output;
    throw Failure(static_cast<Exit>(signal_base + result.signal),
                  kept ? "interrupted; continue with --resume" : "interrupted");
}

Exit print_summary(const SolveOptions& options) {
    StudyHeader header;
    Summary summary({});
    read_study(
        options.summary,
        [&](const StudyHeader& read) {
            header = read;
            summary = Summary(header.games);
        },
        [&](const Run& run) { summary.add(run); });
    write_out(options.json ? json_text(summary.json(header, {})) : summary.text(header, {}));
    return Exit::yes;
}

Exit solve(const SolveOptions& options) {
    if (!options.summary.empty()) return print_summary(options);
    if (options.what.empty())
        throw Failure(Exit::misuse, "solve: expected a deal, a range of deals, or a file");
    const bool file = !names_deal(options.what);
    if (!file && DealList::is_range(options.what)) return solve_many(DealList::range(options.what), options);
    std::string text;
    if (file) {
        text = read_file(options.what, most_list_bytes);
        if (text.size() > most_list_bytes)
            throw Failure(Exit::misuse, file_name(options.what) + ": longer than 64 MiB");
        if (!holds_position(text)) return solve_many(DealList::lines(options.what, text), options);
    }
    if (!options.study.lines.empty())
        throw Failure(Exit::misuse,
                      "--lines is for a range or a list of deals; --out writes the solution of one");
    return solve_one(file ? text_subject(options.what, text) : deal_subject(options.what), options);
}

}  // namespace

void add_solve(Program& program) {
    const auto options = std::make_shared<SolveOptions>();
    options->study.threads = usual_threads();
    CLI::App& command = program.add("solve", "Decide whether deals or a position can be won",
                                    [options] { return solve(*options); });
    const CLI::Validator names_file = not_empty("a file name");
    CLI::Option* const what =
        command
            .add_option("deal", options->what,
                        "game#number, game:cards, a range game#first..last, a record, a file with one deal "
                        "per line, or - for standard input")
            ->check(not_empty("a deal or a file name"));
    add_limits(command, options->study.limits, "a deal");
    command
        .add_option("--threads", options->study.threads,
                    "How many deals to solve at the same time, by default one per processor")
        ->type_name("NUMBER")
        ->check(CLI::Range(1, 1024));
    command.add_flag("--shorten", options->study.shorten, "Shorten the solutions");
    command.add_option("--out", options->out, "Write the solution of one deal as a record")
        ->type_name("FILE")
        ->check(names_file);
    CLI::Option* const lines =
        command.add_option("--lines", options->study.lines, "Write a line of JSON for each of many deals")
            ->type_name("FILE")
            ->check(names_file);
    command.add_flag("--resume", options->study.resume, "Resume an interrupted run and its file of lines")
        ->needs(lines);
    command.add_option("--summary", options->summary, "Print the summary of lines written earlier")
        ->type_name("FILE")
        ->check(names_file)
        ->excludes(what)
        ->excludes(lines);
    add_json_flag(command, options->json);
}

}  // namespace quincunx::cli
