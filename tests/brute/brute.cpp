#include "tests/brute/brute.hpp"

#include <array>
#include <memory>

#include "tests/brute/rules.hpp"
#include "tests/brute/text.hpp"

namespace brute {
namespace {

using Kind = Game::Kind;

struct Named {
    std::string_view id;
    Game game;
};

constexpr Game gargantua = {.kind = Kind::gargantua, .tableau = 9, .redeals = 1};
constexpr Game grandfather = {.kind = Kind::grandfather, .tableau = 20, .capacity = 2, .redeals = 1};
constexpr Game gloucestershire = {.kind = Kind::gloucestershire, .reserve = 2, .reserve_each = 26};
constexpr Game stalactites = {.kind = Kind::stalactites, .packs = 1, .reserve = 2, .each = 6};
constexpr Game carthage = {.kind = Kind::carthage, .reserve = 6, .reserve_each = 6, .per_draw = 2};

constexpr Game variant_of(Game game) {
    game.variant = true;
    return game;
}

constexpr std::array<Named, 8> games = {{{"gargantua", gargantua},
                                         {"gargantua-classic", variant_of(gargantua)},
                                         {"grandfather", grandfather},
                                         {"grandfather-classic", variant_of(grandfather)},
                                         {"gloucestershire", gloucestershire},
                                         {"stalactites", stalactites},
                                         {"carthage", carthage},
                                         {"carthage-strict", variant_of(carthage)}}};

}  // namespace

int Game::stock() const {
    switch (kind) {
        case Kind::gargantua:
            return cards() - tableau * (tableau + 1) / 2;
        case Kind::grandfather:
            return cards() - tableau * each;
        case Kind::carthage:
            return cards() - tableau * each - reserve * reserve_each;
        default:
            return 0;
    }
}

std::optional<Game> game_of(std::string_view id) {
    for (const Named& named : games) {
        if (named.id == id) return named.game;
    }
    return std::nullopt;
}

std::string wrong_with(const Game& game) {
    const auto within = [](int value, int least, int most) { return value >= least && value <= most; };
    if (!within(game.packs, 1, 2) || !within(game.ranks, 2, 13) || !within(game.suits, 1, 4)) {
        return "packs, ranks or suits";
    }
    if (!within(game.tableau, 1, most_tableau) || !within(game.reserve, 0, most_reserve)) return "piles";
    if (game.tableau + game.reserve + 2 + game.foundations() > most_piles && keeps_foundations(game)) {
        return "too many piles";
    }
    if (!within(game.redeals, 0, 9) || game.stock() < 0) return "redeals or stock";
    if (!within(game.per_draw, 0, most_cards) || !within(game.capacity, 0, most_cards))
        return "per_draw or capacity";
    return {};
}

std::uint64_t Position::hash() const {
    static_assert(sizeof(Board) == 2 + most_foundations + most_piles + most_cards,
                  "no byte that says nothing");
    std::uint64_t sum = 0xcbf29ce484222325;  // FNV-1a
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&board_);
    for (std::size_t at = 0; at < sizeof(Board); ++at) sum = (sum ^ bytes[at]) * 0x100000001b3;
    return sum;
}

std::vector<Successor> successors(const Game& game, const Position& position) {
    Piles piles;
    const State state = state_of(game, piles, position.board());
    const Rules& rules = rules_of(game);
    const auto moves = std::make_unique<Moves>();
    rules.list(game, View(piles, state), *moves);
    std::vector<Successor> result;
    for (int at = 0; at < moves->size(); ++at) {
        State next = state;
        rules.make(game, piles, (*moves)[at], next);
        result.push_back({move_text(game, (*moves)[at]), Position(board_of(game, piles, next))});
    }
    return result;
}

std::optional<Position> play(const Game& game, const Position& position, std::string_view move) {
    Piles piles;
    State state = state_of(game, piles, position.board());
    const View view(piles, state);
    const Rules& rules = rules_of(game);
    const std::optional<Move> read = read_move(game, view, move);
    if (!read || !rules.accepts(game, view, *read)) return std::nullopt;
    rules.make(game, piles, *read, state);
    return Position(board_of(game, piles, state));
}

bool won(const Game& game, const Position& position) {
    for (int pile = 0; pile < foundation_pile(game, 0); ++pile) {
        if (position.board().size[pile] != 0) return false;
    }
    return true;
}

}  // namespace brute
