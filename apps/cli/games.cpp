#include "apps/cli/commands.hpp"
#include "apps/common/described.hpp"
#include "games/all.hpp"
#include "session/shipped_rules.hpp"

namespace quincunx::cli {

namespace {

Exit list_games(bool as_json) {
    Json list = Json::array();
    std::string text;
    const auto add = [&](std::string id, std::string_view summary) {
        constexpr std::size_t column = 22;
        id.resize(std::max(column, id.size() + 1), ' ');
        text += id.append(summary) + '\n';
    };
    games::for_each_game([&]<const Rules & rules>() {
        list.push_back(described(rules));
        add((rules.variant_of.empty() ? "" : "  ") + std::string(rules.id), rules.summary);
    });
    text += "\nWell-known games, by their rules alone:\n";
    for (const ShippedRules& shipped : shipped_rules())
        if (const SharedRules game = shipped_game(shipped.name))
            add(std::string(shipped.name), game->rules().summary);
    write_out(as_json ? json_text(list) : text);
    return Exit::yes;
}

}  // namespace

void add_games(Program& program) {
    const auto [command, as_json] =
        program.add<bool>("games", "List the games and their variants", list_games);
    add_json_flag(command, as_json);
    add_examples(command,
                 {{"quincunx games", "the names that other commands take, and a line about each game"}});
}

}  // namespace quincunx::cli
