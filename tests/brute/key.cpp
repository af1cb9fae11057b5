#include "tests/brute/key.hpp"

#include <algorithm>
#include <cstring>

namespace brute {
namespace {

/// For a few values that are nearly sorted: a move changes two piles.
template <class Value>
void sort_few(Value* first, int count) {
    for (int next = 1; next < count; ++next) {
        const Value moved = first[next];
        int place = next;
        for (; place > 0 && moved < first[place - 1]; --place) first[place] = first[place - 1];
        first[place] = moved;
    }
}

bool reserve_is_free(const Game& game, const State& state) {
    return game.kind == Game::Kind::stalactites ||
           (game.kind == Game::Kind::carthage && state.pile[stock_pile(game)] == Piles::empty);
}

}  // namespace

void tidy_reserve(const Game& game, Piles& piles, State& state) {
    if (game.kind != Game::Kind::gloucestershire || game.reserve == 0) return;
    Byte cards[most_cards];
    int count = 0;
    for (int pile = reserve_pile(game, 0); pile < reserve_pile(game, game.reserve); ++pile) {
        count += cards_of(piles, state.pile[pile], cards + count);
        state.pile[pile] = Piles::empty;
    }
    std::sort(cards, cards + count);
    Piles::Id& first = state.pile[reserve_pile(game, 0)];
    for (int at = 0; at < count; ++at) first = piles.push(first, cards[at]);
}

void write_key(const Game& game, const State& state, std::uint32_t* key) {
    const int piles = foundation_pile(game, 0);
    std::memcpy(key, state.pile.at, static_cast<std::size_t>(piles) * sizeof(*key));
    sort_few(key, game.tableau);
    if (reserve_is_free(game, state)) sort_few(key + game.tableau, game.reserve);
    Few<Byte, most_foundations> foundation = state.foundation;
    const int foundations = game.foundations();
    // In Grandfather, the ascending and the descending foundations are two groups.
    const int group = game.kind == Game::Kind::grandfather ? game.suits : foundations;
    for (int first = 0; first < foundations; first += group) sort_few(foundation.at + first, group);
    key += piles;
    std::memcpy(key, foundation.at, most_foundations);
    key += most_foundations / 4;
    *key = std::uint32_t{state.choice} << 16 | std::uint32_t{state.redeals} << 8 | state.left;
}

void read_key(const Game& game, const std::uint32_t* key, State& state) {
    const int piles = foundation_pile(game, 0);
    state = State();
    std::memcpy(state.pile.at, key, static_cast<std::size_t>(piles) * sizeof(*key));
    key += piles;
    std::memcpy(state.foundation.at, key, most_foundations);
    key += most_foundations / 4;
    state.choice = byte(static_cast<int>(*key >> 16));
    state.redeals = byte(static_cast<int>(*key >> 8 & 255));
    state.left = byte(static_cast<int>(*key & 255));
}

}  // namespace brute
