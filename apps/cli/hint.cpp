#include <fmt/format.h>

#include <memory>
#include <utility>

#include "apps/cli/commands.hpp"
#include "apps/cli/game_analysis.hpp"
#include "apps/common/fair_search.hpp"
#include "apps/common/subject.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

struct HintOptions {
    SubjectOptions subject;
    bool fair = false;
    SearchLimits limits;
    std::optional<int> samples;
    bool json = false;
};

Exit say(const HintOptions& options, Exit status, const Json& json, const std::string& text) {
    write_out(options.json ? json_text(json) : text + '\n');
    return status;
}

/// The best move for someone who knows what the player can know.
Exit fair_hint(const Subject& subject, const HintOptions& options) {
    const std::unique_ptr<fair::FairAdvisor> advisor = fair_advisor_for(subject);
    const fair::Advice advice =
        advise(*advisor, {.seconds = options.limits.seconds, .samples = options.samples}, fair::OddsLimits{});
    const bool saw_more = subject.session.saw_more();
    Json json = described(advice);
    const Status status = subject.session.status();
    json.update({{"status", to_text(status)}, {"sawMore", saw_more}});
    if (!advice.hint) {
        const bool lost = advice.basis == fair::Basis::certain_loss;
        return say(options, Exit::no, json,
                   status == Status::won ? "the game is won"
                   : lost                ? "no move helps: " + sureness(advice)
                                         : "no move helps");
    }
    std::string text = advice.hint->move + "  " + advice.hint->text;
    if (const std::string what = purpose(advice); !what.empty()) text += ' ' + what;
    if (const std::string sure = sureness(advice); !sure.empty()) text += ' ' + sure;
    if (saw_more) text += "\nThis does not use the cards that were seen before moves were taken back.";
    return say(options, Exit::yes, json, text);
}

/// For an unwinnable position: the latest point in the game at which it could be won.
Exit lost_hint(const Subject& subject, const HintOptions& options, Json json) {
    const GameAnalysis game = analyze_game(subject.session, subject.session.ply(), options.limits);
    const advice::AnalysisReport& report = game.report;
    json["analysis"] = described(game);
    std::string text = "unwinnable";
    if (report.last_winnable >= 0) {
        const std::size_t back = subject.start.moves.size() - static_cast<std::size_t>(report.last_winnable);
        text += fmt::format("; {}it could be won before move {}, {} ({} to take back), with {}",
                            report.thrown_away ? "" : "as far as is known ", report.last_winnable + 1,
                            subject.start.moves[static_cast<std::size_t>(report.last_winnable)].text, back,
                            report.line.front());
    } else if (report.verdicts.front() == advice::Verdict::unwinnable) {
        text += " from the start";
    } else {
        text += "; no earlier position is known to be winnable within " + to_text(options.limits);
    }
    return say(options, Exit::no, json, text);
}

/// For an undecided position: a move that looks good, but about which nothing is proved.
Exit undecided_hint(const HintOptions& options, const advice::Advisor& advisor, const Json& json) {
    const std::optional<quincunx::Hint> guess = advisor.guess();
    std::string text = "no solution was found within " + to_text(options.limits);
    if (guess) text += "; a guess, not proved: " + guess->move + "  " + guess->text;
    return say(options, Exit::no, json, text);
}

Exit winning_hint(const Subject& subject, const HintOptions& options) {
    const std::unique_ptr<advice::Advisor> advisor = advisor_for(subject);
    const Answer answer = search(*advisor, options.limits, false, {});
    complain_of_defect(answer.defective, subject.name);
    Json json = described(wire::Solution{answer.verdict, answer.nodes, answer.line, advisor->hint()});
    json["analysis"] = Json();
    switch (answer.verdict) {
        case advice::Verdict::unwinnable:
            return lost_hint(subject, options, std::move(json));
        case advice::Verdict::unknown:
            return undecided_hint(options, *advisor, json);
        case advice::Verdict::winnable:
            break;
    }
    if (answer.line.empty()) return say(options, Exit::no, json, "the game is won");
    return say(options, Exit::yes, json,
               fmt::format("{}  wins in {}", answer.line.front(), counted(answer.line.size(), "move")));
}

Exit give_hint(const HintOptions& options) {
    const Subject subject = read_subject(options.subject);
    return options.fair ? fair_hint(subject, options) : winning_hint(subject, options);
}

}  // namespace

void add_hint(Program& program) {
    const auto [command, options] = program.add<HintOptions>(
        "hint", "Give the next move of a solution, or a fair hint with its reason", give_hint);
    add_subject(command, options.subject);
    CLI::Option* const fair = command.add_flag(
        "--fair", options.fair, "The best move for someone who sees only the table, with its reason");
    add_samples(command, options.samples)->needs(fair);
    add_limits(command, options.limits, "a position");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx hint game.pat", "the next move of a win"},
                           {"quincunx hint game.pat --fair", "the best move by what its player can see"}});
}

}  // namespace quincunx::cli
