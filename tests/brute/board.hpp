#pragma once

// Cards and piles as bytes: what a position is made of.

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

/// An array that is indexed by int.
template <class Value, std::size_t N>
struct Few {
    Value at[N]{};

    constexpr Value& operator[](int index) { return at[index]; }
    constexpr Value operator[](int index) const { return at[index]; }
    bool operator==(const Few&) const = default;
};

// A card is 16 times its suit and its rank, which counts from 1, so that no card is 0. Suits in order: C D H
// S. Face down it is 64 more.
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

// A foundation in suit is 32 times its suit and the number of its cards; an empty one is 0.
constexpr Byte in_suit(int suit, int count) {
    return byte(suit * 32 + count);
}
constexpr int foundation_suit(Byte foundation) {
    return foundation / 32;
}
constexpr int foundation_count(Byte foundation) {
    return foundation % 32;
}

// A foundation of any suits is 16 times the rank on top and the number of its cards.
constexpr Byte by_rank(int rank, int count) {
    return byte(rank * 16 + count);
}
constexpr int top_rank(Byte foundation) {
    return foundation / 16;
}
constexpr int rank_count(Byte foundation) {
    return foundation % 16;
}

/// All piles lie one after another in `cards`, bottom first: tableau, reserve, waste, stock (its next card
/// last), and the foundations of a game in which their cards cannot be told from their number. What is not
/// used is 0: two boards are equal if their bytes are.
struct Board {
    Byte choice = 0;
    Byte redeals = 0;
    Few<Byte, most_foundations> foundation;
    Few<Byte, most_piles> size;
    Few<Byte, most_cards> cards;

    bool operator==(const Board&) const = default;
};

}  // namespace brute
