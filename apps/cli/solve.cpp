#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/cli/commands.hpp"
#include "apps/common/certificate.hpp"
#include "apps/common/described.hpp"
#include "apps/common/file.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/search.hpp"
#include "apps/common/subject.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

struct SolveOptions {
    std::vector<std::string> whats;
    std::string rules;  ///< the name of a file
    std::string out;
    SearchLimits limits;
    bool shorten = false;
    CertificateOptions certificate;
    bool json = false;
};

/// The game up to the position asked about, followed by the winning moves.
std::string win_record(const Subject& subject, const Answer& answer) {
    Record record = subject.start;
    for (const std::string& move : answer.line) record.moves.push_back({move});
    record.result = Status::won;
    return record_text(record);
}

Json to_json(const Subject& subject, const Answer& answer, const std::optional<quincunx::Hint>& hint,
             const std::optional<Certificate>& certificate) {
    const std::string deal = subject.deal();
    Json json{{"deal", deal.empty() ? Json() : Json(deal)},
              {"game", subject.start.game},
              {"at", subject.start.moves.size()}};
    json.update(described(wire::Solution{answer.verdict, answer.nodes, answer.line, hint}));
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
    if (answer.verdict == advice::Verdict::unknown) text += " within " + cli::to_text(options.limits);
    text += fmt::format(" ({}, {:.0f} ms)\n", counted(answer.nodes, "node"), answer.milliseconds);
    if (certificate)
        text += fmt::format("{}: {}, {}, {:.0f} ms, sum of hashes {}\n", shown(options.certificate.file),
                            counted(certificate->states, "state"), counted(certificate->bytes, "byte"),
                            certificate->milliseconds, certificate->sum);
    return text + wrapped(answer.line);
}

Exit solve_one(const Subject& subject, const SolveOptions& options) {
    const std::unique_ptr<advice::Advisor> advisor = advisor_for(subject);
    Answer answer = search(*advisor, options.limits, options.shorten, {});
    complain_of_defect(answer.defective, subject.name);
    std::optional<Certificate> certificate;
    if (!options.certificate.file.empty() && answer.verdict != advice::Verdict::winnable) {
        certificate = write_certificate(subject, answer.verdict, options.certificate);
        // The rest, which the search has left open, is decided now.
        if (certificate) answer.verdict = advice::Verdict::unwinnable;
    }
    const bool won = answer.verdict == advice::Verdict::winnable;
    if (won && !options.out.empty())
        write_record(options.out, options.certificate.force, win_record(subject, answer));
    if (!won || options.out != "-")
        write_out(options.json ? json_text(to_json(subject, answer, advisor->hint(), certificate))
                               : to_text(subject, answer, options, certificate));
    return won ? Exit::yes : Exit::no;
}

Exit solve(const SolveOptions& options) {
    const bool files = !options.out.empty() || !options.certificate.file.empty();
    if (files && options.whats.size() > 1) refuse("--out and --certify are for one deal or position");
    if (options.certificate.force && !files) refuse("--force is for --out and --certify");
    refuse_two_outputs(options.out, options.json);
    if (options.certificate.file == "-")
        refuse("--certify: a certificate goes to a file, not to standard output");
    // Before the search, which may take hours.
    for (const std::string& file : {options.out, options.certificate.file})
        if (!file.empty()) NewFile::refuse(file, options.certificate.force);
    const SharedRules own = own_rules(options.rules);
    Exit exit = Exit::yes;
    for (const std::string& what : options.whats) {
        if (what.find("..") != std::string::npos && names_deal(what))
            refuse(shown(what) + ": quincunx-lab solve takes ranges of deals");
        if (solve_one(read_subject(what, own), options) != Exit::yes) exit = Exit::no;
    }
    return exit;
}

}  // namespace

void add_solve(Program& program) {
    const auto [command, options] =
        program.add<SolveOptions>("solve", "Decide whether deals or positions can be won", solve);
    command.add_option("deal", options.whats, "game#number, game:cards, a record, or - for standard input")
        ->required()
        ->type_name("DEAL...");
    add_rules_option(command, options.rules);
    add_limits(command, options.limits, "a deal");
    command.add_flag("--shorten", options.shorten, "Shorten the solutions");
    command.add_option("--out", options.out, "Write the solution as a record")->type_name("FILE");
    CLI::Option* const certify =
        command
            .add_option("--certify", options.certificate.file,
                        "Write a certificate if it is lost; quincunx-check checks it")
            ->type_name("FILE");
    command
        .add_flag("--plain", options.certificate.plain,
                  "Give no reasons in a certificate: it holds every position")
        ->needs(certify);
    add_certificate_limits(command, options.certificate.limits);
    command.add_flag("--force", options.certificate.force,
                     "Replace files that --out and --certify would overwrite");
    add_json_flag(command, options.json);
    add_examples(
        command,
        {{"quincunx solve GAME#12345 --out win.pat", "can it be won? win.pat gets the moves"},
         {"quincunx solve game.pat --shorten", "from the current position of a record, in fewer moves"},
         {"quincunx solve GAME#1000036 --certify lost.cert",
          "a certificate of a loss, which quincunx-check checks"}});
}

}  // namespace quincunx::cli
