#include "apps/cli/commands.hpp"
#include "apps/common/described.hpp"
#include "games/all.hpp"

namespace quincunx::cli {

namespace {

Exit list_games(bool as_json) {
    Json list = Json::array();
    std::string text;
    games::for_each_game([&]<const Rules & rules>() {
        list.push_back(described(rules));
        constexpr std::size_t column = 22;
        std::string id = rules.variant_of.empty() ? std::string(rules.id) : "  " + std::string(rules.id);
        id.resize(std::max(column, id.size() + 1), ' ');
        text += id + std::string(rules.summary) + '\n';
    });
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
