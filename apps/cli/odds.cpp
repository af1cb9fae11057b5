#include <fmt/format.h>

#include <memory>

#include "apps/cli/commands.hpp"
#include "apps/common/described.hpp"
#include "apps/common/fair_search.hpp"

namespace quincunx::cli {

namespace {

struct OddsOptions {
    SubjectOptions subject;
    double seconds = 10;
    std::optional<int> samples;
    std::optional<int> exact;
    FairLimits player;
    bool json = false;
};

std::string percent(double share) {
    return fmt::format("{:.1f} %", share * 100);
}
std::string range(const fair::Interval& bounds) {
    return percent(bounds.low) + " to " + percent(bounds.high);
}

/// Plays games from worlds that agree with what is known, and counts the wins.
struct Exact {
    int games = 0;
    int won = 0;
    fair::Interval bounds() const {
        return fair::wilson(static_cast<std::uint64_t>(won), static_cast<std::uint64_t>(games));
    }
};
Exact play_out(const Subject& subject, const OddsOptions& options) {
    const std::unique_ptr<fair::FairAdvisor> worlds = fair_advisor_for(subject);
    const std::unique_ptr<fair::FairAdvisor> player = fair_advisor_for(subject);
    Exact exact;
    for (; exact.games < options.exact.value_or(0); ++exact.games) {
        // In every world the same cards have been seen, at the same places.
        const Game world = worlds->world(exact.games);
        exact.won +=
            play_fairly(*player, world, worlds->seen(), FairPlayer::fair, options.player, nullptr, {}).won;
    }
    return exact;
}

Exit odds(const OddsOptions& options) {
    const Subject subject = read_subject(options.subject);
    const std::unique_ptr<fair::FairAdvisor> advisor = fair_advisor_for(subject);
    fair::OddsLimits limits;
    limits.worlds = options.samples.value_or(limits.worlds);
    const fair::Odds odds = estimate(*advisor, limits, options.seconds);
    const Exact exact = play_out(subject, options);
    const bool saw_more = subject.session.saw_more();
    if (options.json) {
        Json json = described(odds);
        json["game"] = subject.start.game;
        json["at"] = subject.start.moves.size();
        json["sawMore"] = saw_more;
        if (exact.games > 0)
            json["exact"] = {{"games", exact.games},
                             {"won", exact.won},
                             {"bounds", {exact.bounds().low, exact.bounds().high}}};
        write_out(json_text(json));
        return Exit::yes;
    }
    std::string text;
    if (odds.complete) {
        text = odds.unknown > 0 ? "every card is known; undecided within the limits\n"
               : odds.won > 0   ? "every card is known, and the game can be won\n"
                                : "every card is known, and the game can no longer be won\n";
    } else {
        const std::string_view name = fair::chance_name(odds.fitted);
        text = odds.fair ? fmt::format("the {} is {} ({})\n", name, fair::chance_text(*odds.fair),
                                       range(odds.fair_bounds))
                         : fmt::format("the {} is not known within the limits\n", name);
    }
    if (exact.games > 0)
        text += fmt::format("games played: {} ({}), {} of {} won\n",
                            percent(static_cast<double>(exact.won) / exact.games), range(exact.bounds()),
                            exact.won, exact.games);
    if (saw_more) text += "This does not use the cards that were seen before moves were taken back.\n";
    write_out(text);
    return Exit::yes;
}

}  // namespace

void add_odds(Program& program) {
    const auto [command, options] = program.add<OddsOptions>(
        "odds", "Estimate how likely a player who sees only the table is to win", odds);
    add_subject(command, options.subject);
    add_seconds(command, "Seconds for the estimate, by default 10; 0 for no limit", options.seconds);
    add_number(command, "--samples",
               "Most worlds sampled, by default 64; unlike time, gives the same answer on every run", 1,
               1'000'000, options.samples);
    add_number(command, "--exact", "Also play that many games to their end, and count the wins", 1, 1'000'000,
               options.exact);
    add_json_flag(command, options.json);
    add_examples(command,
                 {{"quincunx odds GAME#12345", "the chances at the start of a deal"},
                  {"quincunx odds game.pat --exact 100", "also plays 100 games from there to their end"}});
}

}  // namespace quincunx::cli
