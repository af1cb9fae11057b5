#include <algorithm>
#include <memory>
#include <optional>
#include <random>

#include "apps/cli/commands.hpp"
#include "apps/common/days.hpp"
#include "apps/common/deal_search.hpp"
#include "apps/common/described.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/limits.hpp"

namespace quincunx::cli {

namespace {

struct DealOptions {
    std::string deal;
    std::string rules;  ///< the name of a file
    bool winnable = false;
    std::optional<int> level;
    std::optional<std::uint64_t> from;
    std::string day;
    bool cards = false;
    bool json = false;
};

std::uint64_t random_deal_number() {
    std::random_device device;
    return std::uniform_int_distribution<std::uint64_t>(first_twister_deal, last_random_deal)(device);
}

std::string card_list(const Rules& rules, const DealText& deal) {
    const std::vector<Card> cards = deal_cards(rules, deal).value();
    return deal_text({deal.id, std::nullopt, {cards.begin(), cards.end()}});
}

/// The deal to show, and what is known about how it was chosen.
struct Chosen {
    DealText deal;
    bool named = false;  ///< by its number or cards, so that these need not be said
    std::optional<int> level;
    std::optional<int> tries;
};

/// A number for random deals that leaves room for more candidates.
std::uint64_t random_first_candidate() {
    return std::min(random_deal_number(), last_random_deal - deals::DealMaker::most_tries);
}

Chosen choose(const DealOptions& options, const SharedRules& own) {
    const bool named = options.deal.find_first_of("#:") != std::string::npos;
    if (!options.day.empty() || options.winnable) {
        if (named)
            refuse(std::string(options.winnable ? "--winnable" : "--day") + " is for a game, not for " +
                   shown(options.deal));
        const std::unique_ptr<deals::DealMaker> maker = deal_maker(options.deal);
        if (options.winnable) {
            const deals::Found found =
                find_deal(*maker, options.from.value_or(random_first_candidate()), options.level);
            return {{options.deal, found.number, {}}, false, options.level, found.tries};
        }
        const deals::DayDeal day = cli::deal_of_day(*maker, day_argument(options.day));
        return {deal_argument(day.deal), false, day.level, {}};
    }
    if (named) return {deal_argument(options.deal, own), true, {}, {}};
    const SharedRules rules = game_or_lab(options.deal, own);
    return {{std::string(rules->rules().id), random_deal_number(), {}}, false, {}, {}};
}

Exit show_deal(const DealOptions& options) {
    const SharedRules own = own_rules(options.rules);
    const Chosen chosen = choose(options, own);
    const DealText& deal = chosen.deal;
    const Game game = game_of(deal, own);
    const Rules& rules = game.rules();
    if (options.json) {
        Json json{{"deal", deal_text(deal)}, {"cards", card_list(rules, deal)}};
        if (options.winnable || !options.day.empty())
            json["level"] = chosen.level ? Json(*chosen.level) : Json();
        if (chosen.tries) json["tries"] = *chosen.tries;
        json.update(described(rules, position_data(game.position())));
        write_out(json_text(json));
        return Exit::yes;
    }
    write_out((chosen.named ? "" : "deal " + deal_text(deal) + '\n') +
              (options.cards ? card_list(rules, deal) + '\n' : game.text(false)));
    return Exit::yes;
}

}  // namespace

void add_deal(Program& program) {
    const auto [command, options] =
        program.add<DealOptions>("deal", "Show a deal, by number or by cards, or a random one", show_deal);
    command.add_option("deal", options.deal, "game#number, game:cards, or just the game for a random deal")
        ->required()
        ->type_name("DEAL");
    CLI::Option* const own = add_rules_option(command, options.rules);
    CLI::Option* const winnable = command.add_flag("--winnable", options.winnable,
                                                   "Look for a deal of the game that is proven winnable");
    add_number(command, "--level", "Of this level, from 1, the easiest, to 5; some games have fewer", 1,
               deals::Panel::most_levels, options.level)
        ->needs(winnable);
    add_deal_number(command, "--from", "Look at the deals from this number on, by default a random one",
                    options.from)
        ->needs(winnable);
    command.add_option("--day", options.day, "The game's deal of this date, such as 2026-12-24, or of today")
        ->type_name("DATE")
        ->excludes(winnable)
        ->excludes(own);
    winnable->excludes(own);
    command.add_flag("--cards", options.cards, "Print the deal as the list of its cards");
    add_json_flag(command, options.json);
    add_examples(command,
                 {{"quincunx deal GAME#12345", "how this deal is laid out"},
                  {"quincunx deal GAME", "a random deal, after its number"},
                  {"quincunx deal GAME --winnable --level 3", "one that can be won, neither easy nor hard"},
                  {"quincunx deal GAME --day today", "the deal of the day"},
                  {"quincunx deal own#12345 --rules own.json",
                   "a deal by rules of one's own, which solve and hint read"},
                  {"quincunx deal GAME#12345 --cards", "the same deal as a list of its cards"}});
}

}  // namespace quincunx::cli
