#include "tests/brute/key.hpp"

#include <algorithm>
#include <cstring>

namespace brute {
namespace {

bool has_down(const Game& game) {
    return game.kind == Game::Kind::gargantua;
}

template <class Less>
void sort_few(Byte* first, int count, Less less) {
    // Nearly sorted as a rule: a child differs from its parent in two piles.
    for (int next = 1; next < count; ++next) {
        const Byte moved = first[next];
        int place = next;
        for (; place > 0 && less(moved, first[place - 1]); --place) first[place] = first[place - 1];
        first[place] = moved;
    }
}

/// Any order of piles in which none but equal ones are equal.
class PileOrder {
  public:
    PileOrder(const Game& game, const View& view, int first, int count) : view_(view), down_(has_down(game)) {
        for (int pile = first; pile < first + count; ++pile) {
            // The first eight cards tell most piles apart. No card is 0, so that shorter piles differ too.
            const int size = view.size(pile);
            std::uint64_t cards = 0;
            std::memcpy(&cards, view.board.cards.at + view.start[pile], 8);
            if (size < 8) cards &= (std::uint64_t{1} << (8 * size)) - 1;
            cards_[pile] = cards;
        }
    }

    bool operator()(Byte one, Byte two) const {
        if (cards_[one] != cards_[two]) return cards_[one] < cards_[two];
        if (view_.size(one) != view_.size(two)) return view_.size(one) < view_.size(two);
        if (down_ && view_.board.down[one] != view_.board.down[two]) {
            return view_.board.down[one] < view_.board.down[two];
        }
        const Byte* const cards = view_.board.cards.at;
        return std::memcmp(cards + view_.start[one], cards + view_.start[two],
                           static_cast<std::size_t>(view_.size(one))) < 0;
    }

  private:
    const View& view_;
    bool down_;
    std::uint64_t cards_[most_piles];
};

bool reserve_is_free(const Game& game, const View& view) {
    return game.kind == Game::Kind::stalactites ||
           (game.kind == Game::Kind::carthage && view.size(stock_pile(game)) == 0);
}

void sort_piles(const Game& game, const View& view, int first, int count, Byte* order) {
    for (int at = 0; at < count; ++at) order[at] = byte(first + at);
    if (count > 1) sort_few(order, count, PileOrder(game, view, first, count));
}

}  // namespace

// The bytes: choice and redeals, the foundations sorted, the sizes of the piles, in Gargantua how many cards
// of them are face down, and the cards.
void write_key(const Game& game, const View& view, Key& key) {
    const Board& board = view.board;
    const int piles = game.tableau + game.reserve + 2;
    Byte order[most_piles];
    sort_piles(game, view, 0, game.tableau, order);
    if (reserve_is_free(game, view)) {
        sort_piles(game, view, game.tableau, game.reserve, order + game.tableau);
    } else {
        for (int pile = game.tableau; pile < waste_pile(game); ++pile) order[pile] = byte(pile);
    }
    order[waste_pile(game)] = byte(waste_pile(game));
    order[stock_pile(game)] = byte(stock_pile(game));

    Byte* out = key.at;
    *out++ = byte(board.choice * 16 + board.redeals);
    const int foundations = game.foundations();
    std::memcpy(out, board.foundation.at, static_cast<std::size_t>(foundations));
    // In Grandfather those that go up and those that go down are two groups.
    const int group = game.kind == Game::Kind::grandfather ? game.suits : foundations;
    for (int first = 0; first < foundations; first += group) {
        sort_few(out + first, group, [](Byte one, Byte two) { return one < two; });
    }
    out += foundations;
    Byte* const sizes = out;
    for (int at = 0; at < piles; ++at) *out++ = board.size[order[at]];
    if (has_down(game)) {
        for (int at = 0; at < game.tableau; ++at) *out++ = board.down[order[at]];
    }
    Byte* const cards = out;
    for (int at = 0; at < piles; ++at) {
        // Piles are copied by eights: there is room behind the last.
        const Byte* from = board.cards.at + view.start[order[at]];
        const int size = view.size(order[at]);
        for (int done = 0; done < size; done += 8) std::memcpy(out + done, from + done, 8);
        out += size;
    }
    if (game.kind == Game::Kind::gloucestershire && game.reserve != 0) {
        const int begin = view.start[game.tableau];
        const int all = view.start[waste_pile(game)] - begin;
        sort_few(cards + begin, all, [](Byte one, Byte two) { return one < two; });
        std::fill(sizes + game.tableau, sizes + waste_pile(game), Byte{0});
        sizes[game.tableau] = byte(all);
    }
    key.size = static_cast<int>(out - key.at);
}

void read_key(const Game& game, const Byte* key, Board& board) {
    const int piles = game.tableau + game.reserve + 2;
    board = Board();
    board.choice = *key / 16;
    board.redeals = *key % 16;
    ++key;
    std::memcpy(board.foundation.at, key, static_cast<std::size_t>(game.foundations()));
    key += game.foundations();
    std::memcpy(board.size.at, key, static_cast<std::size_t>(piles));
    key += piles;
    if (has_down(game)) {
        std::memcpy(board.down.at, key, static_cast<std::size_t>(game.tableau));
        key += game.tableau;
    }
    int used = 0;
    for (int pile = 0; pile < piles; ++pile) used += board.size[pile];
    std::memcpy(board.cards.at, key, static_cast<std::size_t>(used));
    board.used = byte(used);
}

}  // namespace brute
