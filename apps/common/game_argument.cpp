#include "apps/common/game_argument.hpp"

#include <utility>

#include "engine/cleaned.hpp"
#include "session/rules_text.hpp"
#include "session/shipped_rules.hpp"

namespace quincunx::cli {

CLI::Option* add_rules_option(CLI::App& command, std::string& file) {
    return command.add_option("--rules", file, "The rules of the game own, as a text (docs/notation.md)")
        ->type_name("FILE");
}

SharedRules own_rules(const std::string& file) {
    if (file.empty()) return nullptr;
    Expected<SharedRules> rules = parse_rules(visible(read_file(file, max_rules_bytes)));
    if (rules) return *std::move(rules);
    throw Failure(Exit::misuse, shown(file_name(file)) + ": " + to_text(rules.error()), rules.error());
}

SharedRules game_argument(const std::string& ref, const SharedRules& own) {
    if (names_own(ref, own)) return own;
    if (own) refuse("--rules has the game {}, own for short, and not {}", own->rules().id, shown(ref));
    Expected<SharedRules> game = read_game_ref(ref);
    if (game) return *std::move(game);
    if (ref == "own" || ref.starts_with("own-"))
        refuse("the rules of {} are not here: --rules FILE", shown(ref));
    refuse("there is no game " + quincunx::quoted(ref) + "; quincunx games lists the games");
}

DealText deal_argument(const std::string& text, const SharedRules& own) {
    Expected<DealText> deal = parse_deal(text);
    if (!deal)
        refuse("the deal " + shown(text) + ", column " + std::to_string(deal.error().column) + ": " +
               deal.error().message);
    const SharedRules game = own ? game_argument(deal->id, own) : shipped_game(deal->id);
    if (game) deal->id = game->rules().id;
    return *std::move(deal);
}

void refuse_deal(const DealText& deal, const TextError& error) {
    refuse("the deal of " + deal.id + ", column " + std::to_string(error.column) + ": " + error.message);
}

Game game_of(const DealText& deal, const SharedRules& own) {
    Expected<Game> game = deal_game(game_or_lab(deal.id, own), deal);
    if (game) return *std::move(game);
    refuse_deal(deal, game.error());
}

}  // namespace quincunx::cli
