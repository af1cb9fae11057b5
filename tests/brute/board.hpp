#pragma once

// Cards and piles as bytes: what a position is made of, and what a search copies.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace brute {

using Byte = std::uint8_t;

constexpr Byte byte(int value) {
    return static_cast<Byte>(value);
}

constexpr int most_cards = 104;
constexpr int most_tableau = 20;
constexpr int most_reserve = 6;
constexpr int most_foundations = 8;
constexpr int most_piles = most_tableau + most_reserve + 2;

/// An array that is indexed by int.
template <std::size_t N>
struct Bytes {
    Byte at[N]{};

    constexpr Byte& operator[](int index) { return at[index]; }
    constexpr Byte operator[](int index) const { return at[index]; }
    bool operator==(const Bytes&) const = default;
};

// A card is 16 times its suit and its rank, which counts from 1, so that no card is 0. Suits in order: C D H
// S.
constexpr Byte card_of(int suit, int rank) {
    return byte(suit * 16 + rank);
}
constexpr int suit_of(Byte card) {
    return card >> 4;
}
constexpr int rank_of(Byte card) {
    return card & 15;
}
constexpr bool is_red(Byte card) {
    return suit_of(card) == 1 || suit_of(card) == 2;
}

// A foundation in suit is 32 times its suit and the number of its cards; an empty one is 0.
constexpr Byte in_suit(int suit, int count) {
    return byte(suit * 32 + count);
}
constexpr int foundation_suit(Byte foundation) {
    return foundation >> 5;
}
constexpr int foundation_count(Byte foundation) {
    return foundation & 31;
}

// A foundation of any suits is 16 times the rank on top and the number of its cards.
constexpr Byte by_rank(int rank, int count) {
    return byte(rank * 16 + count);
}
constexpr int top_rank(Byte foundation) {
    return foundation >> 4;
}
constexpr int rank_count(Byte foundation) {
    return foundation & 15;
}

/// All piles lie one after another in `cards`, bottom first: tableau, reserve, waste, stock, and the
/// foundations of a game in which their cards cannot be told from their number. The stock alone lies with its
/// next card first, so that drawing moves no card: the first of the stock becomes the last of the waste. What
/// is not used is 0: two boards are equal if their bytes are.
struct Board {
    Byte choice = 0;
    Byte redeals = 0;
    Byte used = 0;  ///< how many of `cards`
    Bytes<most_foundations> foundation;
    Bytes<most_piles> size;
    Bytes<most_tableau> down;     ///< how many cards of a tableau pile are face down
    Bytes<most_cards + 8> cards;  // eight more, so that eight can be read at once from any card

    bool operator==(const Board&) const = default;
};

/// A board and where its piles begin.
struct View {
    const Board& board;
    Bytes<most_piles + 1> start;

    explicit View(const Board& of) : board(of) {
        int next = 0;
        for (int pile = 0; pile < most_piles; ++pile) {
            start[pile] = byte(next);
            next += of.size[pile];
        }
        start[most_piles] = byte(next);
    }

    int size(int pile) const { return board.size[pile]; }
    Byte card(int pile, int index) const { return board.cards[start[pile] + index]; }
    /// 0 if the pile is empty.
    Byte top(int pile) const { return size(pile) == 0 ? Byte{0} : card(pile, size(pile) - 1); }
};

/// Moves `count` cards that lie from `index` on in the pile `from` to the top of the pile `to`. The view is
/// of the board as it is before.
inline void move_cards(const View& view, Board& board, int from, int index, int count, int to) {
    Byte moved[most_cards];
    Byte* const cards = board.cards.at;
    const int source = view.start[from] + index;
    const int target = view.start[to] + view.size(to);
    const auto bytes = static_cast<std::size_t>(count);
    std::memcpy(moved, cards + source, bytes);
    if (target > source) {
        const int between = target - source - count;
        std::memmove(cards + source, cards + source + count, static_cast<std::size_t>(between));
        std::memcpy(cards + source + between, moved, bytes);
    } else {
        std::memmove(cards + target + count, cards + target, static_cast<std::size_t>(source - target));
        std::memcpy(cards + target, moved, bytes);
    }
    board.size[from] = byte(view.size(from) - count);
    board.size[to] = byte(view.size(to) + count);
}

/// Takes a card out of the board.
inline void remove_card(const View& view, Board& board, int from, int index) {
    Byte* const cards = board.cards.at;
    const int source = view.start[from] + index;
    --board.used;
    std::memmove(cards + source, cards + source + 1, static_cast<std::size_t>(board.used - source));
    cards[board.used] = 0;
    --board.size[from];
}

}  // namespace brute
