#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "apps/common/certificate.hpp"
#include "apps/common/command.hpp"
#include "apps/common/json.hpp"
#include "lab/many_options.hpp"
#include "lab/study/study.hpp"
#include "apps/common/subject.hpp"
#include "engine/text.hpp"
#include "games/lab.hpp"

namespace quincunx::cli {

namespace {

int usual_threads() {
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
}

struct SolveOptions {
    std::string what;
    std::string out;
    std::optional<Part> part;
    StudyOptions study;
    CertificateOptions certificate;
    bool json = false;

    SolveOptions() { study.threads = usual_threads(); }
};

/// The game up to the position asked about, followed by the winning moves.
std::string win_record(const Subject& subject, const Answer& answer) {
    Record record = subject.start;
    for (const std::string& move : answer.line) record.moves.push_back({move});
    record.result = Status::won;
    return record_text(record);
}

Json to_json(const Subject& subject, const Answer& answer, const std::optional<Certificate>& certificate) {
    const std::string deal = subject.deal();
    Json json{{"deal", deal.empty() ? Json() : Json(deal)},
              {"game", subject.start.game},
              {"at", subject.start.moves.size()},
              {"verdict", to_text(answer.verdict)}};
    if (answer.verdict == advice::Verdict::winnable) json["moves"] = answer.line;
    json["nodes"] = answer.nodes;
    json["ms"] = answer.milliseconds;
    if (certificate)
        json["certificate"] = {{"states", certificate->states},
                               {"sum", certificate->sum},
                               {"bytes", certificate->bytes},
                               {"ms", certificate->milliseconds}};
    return json;
}

std::string to_text(const Subject& subject, const Answer& answer, const SolveOptions& options,
                    const std::optional<Certificate>& certificate) {
    std::string text = subject.name + ": " + std::string(to_text(answer.verdict));
    if (answer.verdict == advice::Verdict::winnable) text += " in " + counted(answer.line.size(), "move");
    if (answer.verdict == advice::Verdict::unknown) text += " within " + cli::to_text(options.study.limits);
    text += fmt::format(" ({}, {:.0f} ms)\n", counted(answer.nodes, "node"), answer.milliseconds);
    if (certificate)
        text += fmt::format("{}: {}, {}, {:.0f} ms, sum of hashes {}\n", shown(options.certificate.file),
                            counted(certificate->states, "state"), counted(certificate->bytes, "byte"),
                            certificate->milliseconds, certificate->sum);
    return text + wrapped(answer.line);
}

Answer answer_for(const Subject& subject, const StudyOptions& options) {
    const std::unique_ptr<advice::Advisor> advisor = advisor_for(subject);
    Answer answer = search(*advisor, options.limits, options.shorten, {});
    complain_of_defect(answer.defective, subject.name);
    return answer;
}

/// A win that is found while a certificate is made contradicts a proven loss.
void complain_of_win(const Subject& subject, const Answer& answer) {
    if (answer.verdict == advice::Verdict::unwinnable)
        refuse(subject.name + ": a defect in the solver: it says unwinnable, but there is a win");
}

/// Writes the certificate, if the position is lost. If the search did not decide it, the certificate does.
std::optional<Certificate> certify(const Subject& subject, Answer& answer,
                                   const CertificateOptions& options) {
    if (options.file.empty() || answer.verdict == advice::Verdict::winnable) return std::nullopt;
    std::optional<Certificate> certificate = write_certificate(subject, options);
    if (certificate) {
        answer.verdict = advice::Verdict::unwinnable;
    } else {
        complain_of_win(subject, answer);
    }
    return certificate;
}

/// The short certificates of the lost deals among many. Those that the limits do not suffice for are named in
/// comments.
Exit certify_many(const DealList& deals, const SolveOptions& options) {
    NewFile out(options.certificate.short_file, options.certificate.force);
    out.write("quincunx-short 1\n");
    std::uint64_t certified = 0;
    std::uint64_t states = 0;
    std::uint64_t open = 0;
    for (std::uint64_t i = 0; i < deals.size(); ++i) {
        const Subject subject = deal_subject(deals.text(i));
        const Answer answer = answer_for(subject, options.study);
        if (answer.verdict == advice::Verdict::winnable) continue;
        try {
            const std::optional<Certificate> certificate = short_certificate(subject, options.certificate);
            if (!certificate) {
                complain_of_win(subject, answer);
                continue;
            }
            out.write(fmt::format("{} {} {}\n", subject.name, certificate->states, certificate->sum));
            ++certified;
            states += certificate->states;
        } catch (const LimitReached& limit) {
            out.write(fmt::format("# {}\n", limit.what()));
            ++open;
        }
    }
    out.write("end\n");
    out.complete();
    if (options.certificate.short_file != "-")
        write_out(fmt::format("{}: {} of {} certified, {}; limits too small for {}\n",
                              shown(options.certificate.short_file), counted(certified, "lost deal"),
                              counted(deals.size(), "deal"), counted(states, "state"),
                              counted(open, "deal")));
    return open == 0 ? Exit::yes : Exit::no;
}

Exit solve_one(const Subject& subject, const SolveOptions& options) {
    // Before the search, which may take hours.
    for (const std::string& file : {options.out, options.certificate.file})
        if (!file.empty()) NewFile::refuse(file, options.certificate.force);
    Answer answer = answer_for(subject, options.study);
    const std::optional<Certificate> certificate = certify(subject, answer, options.certificate);
    const bool won = answer.verdict == advice::Verdict::winnable;
    if (won && !options.out.empty())
        write_record(options.out, options.certificate.force, win_record(subject, answer));
    if (!won || options.out != "-")
        write_out(options.json ? json_text(to_json(subject, answer, certificate))
                               : to_text(subject, answer, options, certificate));
    return won ? Exit::yes : Exit::no;
}

Exit solve_many(const DealList& deals, const SolveOptions& options) {
    if (!options.out.empty())
        refuse("--out is for the solution of one deal; --lines writes the verdicts of many to a file");
    if (!options.certificate.file.empty())
        refuse("--certify is for one deal or position; --certify-short is for many");
    if (!options.certificate.short_file.empty()) return certify_many(deals, options);
    const StudyResult result = run_study(deals, options.study);
    const bool lines_on_output = options.study.lines.file == "-";
    const std::string text = options.json ? json_text(result.summary.json(result.header, result.run.pace))
                                          : result.summary.text(result.header, result.run.pace);
    if (!lines_on_output) write_out(text);
    const bool kept = !options.study.lines.file.empty();
    return end_of_many(result.run, kept && !lines_on_output ? "--resume" : "");
}

Exit print_summary(const SolveOptions& options) {
    StudyHeader header;
    Summary summary({});
    const LinesRead read = read_study(
        options.study.lines.summary, options.study.lines.replay,
        [&](const StudyHeader& found) {
            header = found;
            summary = Summary(header.games);
        },
        [&](const SolvedDeal& solved, std::string_view) { summary.add(solved); });
    if (options.json) {
        Json json = summary.json(header, {});
        json.update(checks_json(read, options.study.lines.replay));
        write_out(json_text(json));
    } else {
        write_out(summary.text(header, {}) +
                  checks_text(read, options.study.lines.replay, summary.won(), "win"));
    }
    return Exit::yes;
}

Exit solve(const SolveOptions& options) {
    if (options.certificate.force && options.out.empty() && options.certificate.file.empty() &&
        options.certificate.short_file.empty())
        refuse("--force is for --out, --certify and --certify-short");
    refuse_two_outputs(options.out, options.json);
    if (options.certificate.file == "-")
        refuse("--certify: a certificate goes to a file, not to standard output");
    const LinesOptions& lines = options.study.lines;
    if (!lines.summary.empty()) return print_summary(options);
    if (!options.certificate.short_file.empty() && !lines.file.empty())
        refuse("--certify-short writes no verdicts: use --lines in another run");
    if (options.what.empty()) refuse("solve: expected a deal, a range of deals, or a file");
    const bool file = !names_deal(options.what);
    if (!file && DealList::is_range(options.what)) {
        const DealList range = DealList::range(options.what);
        return solve_many(options.part ? range.part(*options.part) : range, options);
    }
    if (options.part) refuse("--part is for a range of deals, game#first..last");
    std::string text;
    if (file) {
        text = read_list(options.what);
        if (!holds_position(text)) return solve_many(DealList::lines(options.what, text), options);
    }
    if (!options.certificate.short_file.empty()) {
        if (file) refuse("--certify-short is for deals; --certify also takes positions");
        return certify_many(DealList::lines("the command line", options.what), options);
    }
    if (!lines.file.empty())
        refuse("--lines is for a range or a list of deals; --out writes the solution of one");
    // Nothing but the search knows the games of the lab.
    if (const std::string id = options.what.substr(0, options.what.find_first_of("#:"));
        !file && lab_game(id))
        return solve_many(DealList::lines("the command line", options.what), options);
    return solve_one(file ? text_subject(options.what, text) : deal_subject(options.what), options);
}

}  // namespace

void add_solve(Program& program) {
    const auto [command, options] =
        program.add<SolveOptions>("solve", "Decide whether deals or a position can be won", solve);
    CLI::Option* const what =
        command
            .add_option("deal", options.what,
                        "game#number, game:cards, a range game#first..last, a record, a file with one deal "
                        "per line, or - for standard input")
            ->type_name("DEALS");
    add_limits(command, options.study.limits, "a deal");
    add_number(command, "--threads",
               "How many deals to solve at the same time, at most 1024, by default one per processor", 1,
               1024, options.study.threads);
    command.add_flag("--shorten", options.study.shorten, "Shorten the solutions");
    command.add_option("--out", options.out, "Write the solution of one deal as a record")->type_name("FILE");
    add_part(command, what, options.part);
    add_lines_options(command, what, "each of many deals", "win", options.study.lines);
    command
        .add_flag("--no-solutions", options.study.no_solutions,
                  "Write only the lengths of solutions into the lines, a fifth of the bytes")
        ->needs(command.get_option("--lines"));
    add_certificate_options(command, options.certificate);
    command.add_flag("--force", options.certificate.force,
                     "Replace files that --out and the certificates would overwrite");
    add_json_flag(command, options.json);
    add_examples(
        command,
        {{"quincunx solve GAME#12345 --out win.pat", "can it be won? win.pat gets the moves"},
         {"quincunx solve game.pat --shorten", "from the current position of a record, in fewer moves"},
         {"quincunx solve GAME#1..5000 --lines runs.jsonl --resume",
          "a study of 5,000 deals; the same command goes on after an interruption"},
         {"quincunx solve --summary runs.jsonl", "what the study has found so far"},
         {"quincunx solve GAME#1..5000 --part 3/50 --lines part-3.jsonl",
          "the third of fifty parts, which quincunx merge puts together"},
         {"quincunx solve GAME#1000036 --certify lost.cert",
          "a certificate of a loss, which quincunx-check checks"}});
}

}  // namespace quincunx::cli
