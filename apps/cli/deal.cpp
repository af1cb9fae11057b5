#include <memory>
#include <random>

#include "apps/cli/command.hpp"
#include "apps/cli/on_game.hpp"
#include "apps/cli/position_json.hpp"

namespace quincunx::cli {

namespace {

struct DealOptions {
    std::string deal;
    bool cards = false;
    bool json = false;
};

std::uint64_t random_deal_number() {
    std::random_device device;
    return std::uniform_int_distribution<std::uint64_t>(first_twister_deal, last_random_deal)(device);
}

template <const Rules& rules>
std::string card_list(const DealText& deal) {
    const CardList<rules> cards = deal_cards<rules>(deal).value();
    return deal_text({std::string(rules.id), std::nullopt, {cards.begin(), cards.end()}});
}

Exit show_deal(const DealOptions& options) {
    const bool random = options.deal.find_first_of("#:") == std::string::npos;
    const DealText deal =
        random ? DealText{options.deal, random_deal_number(), {}} : deal_argument(options.deal);
    on_deal(deal, [&]<const Rules & rules>(const Position<rules>& position) {
        if (options.json) {
            Json json{{"deal", deal_text(deal)}, {"cards", card_list<rules>(deal)}};
            json.update(position_json(rules, position_data(position), false));
            write_out(json_text(json));
            return;
        }
        std::string text = random ? "deal " + deal_text(deal) + '\n' : "";
        text += options.cards ? card_list<rules>(deal) + '\n' : position_text(position);
        write_out(text);
    });
    return Exit::yes;
}

}  // namespace

void add_deal(Program& program) {
    const auto options = std::make_shared<DealOptions>();
    CLI::App& command = program.add("deal", "Show a deal, by number or by cards, or a random one",
                                    [options] { return show_deal(*options); });
    command.add_option("deal", options->deal, "game#number, game:cards, or just the game for a random deal")
        ->required()
        ->type_name("DEAL");
    command.add_flag("--cards", options->cards, "Print the deal as the list of its cards");
    add_json_flag(command, options->json);
    add_examples(command, {{"quincunx deal GAME#12345", "how this deal is laid out"},
                           {"quincunx deal GAME", "a random deal, after its number"},
                           {"quincunx deal GAME#12345 --cards", "the same deal as a list of its cards"}});
}

}  // namespace quincunx::cli
