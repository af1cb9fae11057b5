#include "apps/cli/position_json.hpp"

#include <string>

namespace quincunx::cli {

Json position_json(const Rules& rules, const PositionText& position, bool as_player) {
    const Layout layout(rules);
    Json json{{"game", rules.id}};
    if (rules.stock.redeal.count != 0) json["redeals"] = position.redeals;  // unlimited is -1
    if (rules.has_choice())
        json["choice"] = position.choice == 0 ? "-" : "by" + std::to_string(position.choice);
    Json piles = Json::array();
    for (std::size_t number = 0; number < position.piles.size(); ++number) {
        const PileId pile = pile_id(static_cast<int>(number));
        const auto face_down = static_cast<std::size_t>(position.hidden[number]);
        const bool stock = layout.kind(pile) == PileKind::stock;
        Json cards = Json::array();
        for (const Card card : position.piles[number])
            cards.push_back(as_player && (stock || cards.size() < face_down) ? "??" : to_text(card));
        piles.push_back({{"name", pile_name(layout, pile)}, {"cards", cards}, {"face_down", face_down}});
    }
    json["piles"] = piles;
    return json;
}

}  // namespace quincunx::cli
