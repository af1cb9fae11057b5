#pragma once

#include <string>
#include <string_view>

#include "apps/common/command.hpp"
#include "engine/notation.hpp"
#include "games/lab.hpp"
#include "session/game.hpp"

namespace quincunx::cli {

/// Declares --rules, whose value is the name of a file.
CLI::Option* add_rules_option(CLI::App& command, std::string& file);

/// The rules in that file: the game `own` of a command. None without a file; throws what is wrong with them.
SharedRules own_rules(const std::string& file);

/// The game to which a text on the command line refers, which is listed or that of --rules; throws if there is none.
SharedRules game_argument(const std::string& ref, const SharedRules& own = {});

/// The game of the lab to which a text refers; nullptr if there is none.
inline SharedRules lab_game(std::string_view ref) {
    SharedRules found;
    games::with_first_of_lab([&](const Rules& rules) { return rules.id == ref; },
                             [&]<const Rules & rules>() { found = GameRules::make<rules>(); });
    return found;
}

/// As `game_argument`, also of the lab.
inline SharedRules game_or_lab(const std::string& ref, const SharedRules& own = {}) {
    SharedRules found = own ? nullptr : lab_game(ref);
    return found ? found : game_argument(ref, own);
}

/// The deal that a text on the command line names, judged by form alone, in which the game of --rules has its name;
/// throws if it is malformed.
DealText deal_argument(const std::string& text, const SharedRules& own = {});

/// Throws, saying what is wrong with the cards of a deal.
[[noreturn]] void refuse_deal(const DealText& deal, const TextError& error);

/// The start of a deal, also of a game of the lab; throws if there is none.
Game game_of(const DealText& deal, const SharedRules& own = {});

}  // namespace quincunx::cli
