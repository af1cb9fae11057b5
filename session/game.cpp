#include "session/game.hpp"

#include "games/all.hpp"
#include "session/game_of.hpp"

namespace quincunx {

namespace {

Expected<std::unique_ptr<Game>> no_game(std::string_view id, int column) {
    return text_error(1, column, "no-game", "there is no game \"{text}\"", id);
}

}  // namespace

Expected<std::unique_ptr<Game>> deal_game(const DealText& deal) {
    Expected<std::unique_ptr<Game>> game = no_game(deal.id, 1);
    games::with_game(deal.id, [&]<const Rules & rules>() {
        const Expected<std::vector<Card>> cards = deal_cards(rules, deal);
        if (cards) {
            game = std::make_unique<GameOf<rules>>(*cards);
        } else {
            game = tl::unexpected<TextError>(cards.error());
        }
    });
    return game;
}

Expected<std::unique_ptr<Game>> set_up_game(std::string_view id, std::string_view lines) {
    Expected<std::unique_ptr<Game>> game =
        no_game(id, static_cast<int>(std::string_view("game ").size()) + 1);
    games::with_game(id, [&]<const Rules & rules>() {
        const Expected<Position<rules>> position = parse_position<rules>(lines);
        if (position) {
            game = std::make_unique<GameOf<rules>>(*position);
        } else {
            game = tl::unexpected<TextError>(position.error());
        }
    });
    return game;
}

}  // namespace quincunx
