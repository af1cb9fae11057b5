#include "session/shipped_rules.hpp"

#include <algorithm>
#include <vector>

#include "session/rules_text.hpp"

namespace quincunx {

std::string_view shipped_text(std::string_view name) {
    const auto found = std::ranges::find(shipped_rules(), name, &ShippedRules::name);
    return found == shipped_rules().end() ? std::string_view() : found->text;
}

SharedRules shipped_game(std::string_view ref) {
    if (listed_game(ref)) return nullptr;
    if (const std::string_view text = shipped_text(ref); !text.empty()) return *parse_rules(text);
    if (!ref.starts_with("own-")) return nullptr;
    static const std::vector<SharedRules> games = [] {
        std::vector<SharedRules> all;
        for (const ShippedRules& rules : shipped_rules()) all.push_back(*parse_rules(rules.text));
        return all;
    }();
    const auto found =
        std::ranges::find(games, ref, [](const SharedRules& game) { return game->rules().id; });
    return found == games.end() ? nullptr : *found;
}

}  // namespace quincunx
