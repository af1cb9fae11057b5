#include <sys/queue.h>
#include <sys/types.h>

// needs those before it
#include <lowdown.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "apps/cli/commands.hpp"
#include "apps/cli/pages.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/json.hpp"
#include "session/shipped_rules.hpp"

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

/// Markdown as text in lines that fit on the terminal.
std::string rendered(std::string_view markdown) {
    constexpr std::size_t deepest = 128;
    constexpr std::size_t margin = 4;  // lowdown may add it to the columns of a nested paragraph
    lowdown_opts options{};
    options.type = LOWDOWN_TERM;
    options.maxdepth = deepest;
    options.cols = static_cast<std::size_t>(terminal_width()) - margin;
    options.oflags =
        LOWDOWN_TERM_NOLINK | (terminal_is_styled() ? LOWDOWN_TERM_NOCOLOUR : LOWDOWN_TERM_NOANSI);
    char* text = nullptr;
    std::size_t size = 0;
    if (lowdown_buf(&options, markdown.data(), markdown.size(), &text, &size, nullptr) == 0)
        refuse("the page cannot be shown; --json gives it as it is");
    const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
    return {text, size};
}

Exit show_rules(const RulesOptions& options) {
    if (const std::string_view text = shipped_text(options.game);
        !text.empty() && !listed_game(options.game)) {
        write_out(options.json ? json_text({{"game", options.game}, {"rules", Json::parse(text)}})
                               : std::string(text));
        return Exit::yes;
    }
    const std::string_view name = page_name(options.game);
    const auto page = std::ranges::find(pages(), name, &Page::name);
    if (page == pages().end()) refuse("there is no rules page for " + shown(options.game));
    if (options.json) {
        write_out(json_text({{"game", options.game}, {"page", page->name}, {"markdown", page->text}}));
    } else {
        write_out(rendered(page->text));
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
    add_examples(command, {{"quincunx rules GAME",
                            "how a game is played; of well-known games, a file of rules to change"},
                           {"quincunx rules", "what all games have in common"}});
}

}  // namespace quincunx::cli
