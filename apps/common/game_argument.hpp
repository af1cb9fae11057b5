#pragma once

#include <string>
#include <utility>

#include "apps/common/io.hpp"
#include "engine/cleaned.hpp"
#include "engine/notation.hpp"
#include "games/lab.hpp"
#include "session/rules_text.hpp"

namespace quincunx::cli {

/// The game to which a text on the command line refers; throws if there is none.
inline SharedRules game_argument(const std::string& ref) {
    Expected<SharedRules> game = read_game_ref(ref);
    if (game) return *std::move(game);
    refuse("there is no game " + quincunx::quoted(ref) + "; quincunx games lists the games");
}

/// The rules in a file; throws what is wrong with them.
inline SharedRules rules_in_file(const std::string& file) {
    Expected<SharedRules> rules = parse_rules(visible(read_file(file, max_rules_bytes)));
    if (rules) return *std::move(rules);
    throw Failure(Exit::misuse, shown(file_name(file)) + ": " + to_text(rules.error()), rules.error());
}

/// The game of the lab to which a text refers; nullptr if there is none.
inline SharedRules lab_game(std::string_view ref) {
    SharedRules found;
    games::with_first_of_lab([&](const Rules& rules) { return rules.id == ref; },
                             [&]<const Rules & rules>() { found = GameRules::make<rules>(); });
    return found;
}

/// As `game_argument`, also of the lab.
inline SharedRules game_or_lab(const std::string& ref) {
    SharedRules found = lab_game(ref);
    return found ? found : game_argument(ref);
}

/// The deal that a text on the command line names, judged by form alone; throws if it is malformed.
inline DealText deal_argument(const std::string& text) {
    Expected<DealText> deal = parse_deal(text);
    if (deal) return *std::move(deal);
    refuse("the deal " + shown(text) + ", column " + std::to_string(deal.error().column) + ": " +
           deal.error().message);
}

/// Throws, saying what is wrong with the cards of a deal.
[[noreturn]] inline void refuse_deal(const DealText& deal, const TextError& error) {
    refuse("the deal of " + deal.id + ", column " + std::to_string(error.column) + ": " + error.message);
}

/// The start of a deal, also of a game of the lab; throws if there is none.
inline Game game_of(const DealText& deal) {
    Expected<Game> game = deal_game(game_or_lab(deal.id), deal);
    if (game) return *std::move(game);
    refuse_deal(deal, game.error());
}

}  // namespace quincunx::cli
