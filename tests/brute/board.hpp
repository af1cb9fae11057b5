#pragma once

// Cards and piles as bytes: the parts of a position.

#include <cstddef>
#include <cstdint>

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

/// An array indexed by int.
template <class Value, std::size_t N>
struct Few {
    Value at[N]{};

    constexpr Value& operator[](int index) { return at[index]; }
    constexpr Value operator[](int index) const { return at[index]; }
    bool operator==(const Few&) const = default;
};

// A card is 16 times its suit plus its rank, which counts from 1, so that no card is 0. The order of suits is
// C D H S. A face-down card has 64 added.
constexpr Byte face_down = 64;

constexpr Byte card_of(int suit, int rank) {
    return byte(suit * 16 + rank);
}
constexpr int suit_of(Byte card) {
    return card / 16 % 4;
}
constexpr int rank_of(Byte card) {
    return card % 16;
}
constexpr bool is_red(Byte card) {
    return suit_of(card) == 1 || suit_of(card) == 2;
}
constexpr bool is_down(Byte card) {
    return card >= face_down;
}

// A foundation built in suit is 32 times its suit plus the number of its cards; an empty one is 0.
constexpr Byte in_suit(int suit, int count) {
    return byte(suit * 32 + count);
}
constexpr int foundation_suit(Byte foundation) {
    return foundation / 32;
}
constexpr int foundation_count(Byte foundation) {
    return foundation % 32;
}

// A foundation built regardless of suit is 16 times its top rank plus the number of its cards.
constexpr Byte by_rank(int rank, int count) {
    return byte(rank * 16 + count);
}
constexpr int top_rank(Byte foundation) {
    return foundation / 16;
}
constexpr int rank_count(Byte foundation) {
    return foundation % 16;
}

/// All piles lie one after another in `cards`, bottom first: tableau, reserve, waste, stock (whose next card
/// is last), and the foundations, if the cards on them cannot be told from their number. Unused bytes are 0:
/// two boards are equal if their bytes are.
struct Board {
    Byte choice = 0;
    Byte redeals = 0;
    Few<Byte, most_foundations> foundation;
    Few<Byte, most_piles> size;
    Few<Byte, most_cards> cards;

    bool operator==(const Board&) const = default;
};

}  // namespace brute
