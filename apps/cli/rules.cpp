#include <algorithm>

#include "apps/common/command.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/json.hpp"
#include "apps/cli/page.hpp"
#include "apps/cli/pages.hpp"

namespace quincunx::cli {

namespace {

struct RulesOptions {
    std::string game = "all";
    bool json = false;
};

/// The name of the page that describes a game: a variant is described on its parent's.
std::string_view page_name(const std::string& game) {
    std::string_view name = "all";
    if (game == name) return name;
    const SharedRules found = game_argument(game);
    name = found->rules().variant_of.empty() ? found->rules().id : found->rules().variant_of;
    return name;
}

Exit show_rules(const RulesOptions& options) {
    const std::string_view name = page_name(options.game);
    const auto page =
        std::find_if(pages().begin(), pages().end(), [&](const Page& one) { return one.name == name; });
    if (page == pages().end()) refuse("there is no rules page for " + shown(options.game));
    if (options.json) {
        write_out(json_text({{"game", options.game}, {"page", page->name}, {"markdown", page->text}}));
    } else {
        write_out(render_page(page->text, terminal_width(), terminal_is_styled()));
    }
    return Exit::yes;
}

}  // namespace

void add_rules(Program& program) {
    const auto [command, options] =
        program.add<RulesOptions>("rules", "Show the rules of a game", show_rules);
    command.add_option("game", options.game, "The game; without it, the rules that all games share")
        ->type_name("GAME");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx rules GAME", "how a game is played"},
                           {"quincunx rules", "what all games have in common"}});
}

}  // namespace quincunx::cli
