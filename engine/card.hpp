#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quincunx {

/// Suits in the order of their letters: clubs, diamonds, hearts, spades.
enum class Suit : std::uint8_t { clubs, diamonds, hearts, spades };

/// Colors of suits: diamonds and hearts are red.
enum class Color : std::uint8_t { black, red };

/// An index into a container, from the `int` in which everything is counted.
constexpr std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

inline constexpr int suit_count = 4;
inline constexpr int max_ranks = 13;

/// A rank from 1 (ace) to 13 (king).
enum class Rank : std::uint8_t { ace = 1, jack = 11, queen = 12, king = 13 };

constexpr int number(Rank rank) {
    return static_cast<int>(rank);
}
constexpr Rank rank_of(int number) {
    return static_cast<Rank>(number);
}
constexpr int index(Suit suit) {
    return static_cast<int>(suit);
}
constexpr Color color(Suit suit) {
    return suit == Suit::diamonds || suit == Suit::hearts ? Color::red : Color::black;
}

/// One physical card: a face (rank and suit) and the pack it belongs to.
///
/// Two cards are equal if their faces are; `same_card` also compares the pack. One byte: bits 0-3 rank, bits
/// 4-5 suit, bit 6 pack. The byte 0 means no card.
class Card {
  public:
    Card() = default;
    constexpr Card(Rank rank, Suit suit, int pack = 0)
        : code_(static_cast<std::uint8_t>(number(rank) | index(suit) << 4 | pack << 6)) {}

    constexpr bool valid() const { return code_ != 0; }
    constexpr Rank rank() const { return static_cast<Rank>(code_ & 15); }
    constexpr Suit suit() const { return static_cast<Suit>(code_ >> 4 & 3); }
    constexpr Color color() const { return quincunx::color(suit()); }
    constexpr int pack() const { return code_ >> 6 & 1; }
    /// Rank and suit as one number below 64; equal for equal cards.
    constexpr int face() const { return code_ & 63; }
    /// Rank, suit and pack as one number below 128; different for every card in a game.
    constexpr int physical() const { return code_; }
    constexpr Card with_pack(int pack) const { return Card(rank(), suit(), pack); }

    friend constexpr bool operator==(Card a, Card b) { return a.face() == b.face(); }
    friend constexpr bool same_card(Card a, Card b) { return a.code_ == b.code_; }

  private:
    std::uint8_t code_;  // not initialized, so that making lists of cards and moves costs nothing
};

/// Number of different `Card::face` values (some stand for no card).
inline constexpr int face_count = 64;
/// Number of different `Card::physical` values (some stand for no card).
inline constexpr int physical_count = 128;

inline constexpr std::string_view rank_letters = "A23456789TJQK";
inline constexpr std::string_view suit_letters = "CDHS";

constexpr char letter(Rank rank) {
    return rank_letters[static_cast<std::size_t>(number(rank) - 1)];
}
constexpr char letter(Suit suit) {
    return suit_letters[static_cast<std::size_t>(index(suit))];
}

/// The card named by a rank letter and a suit letter ("7H"), or an invalid card.
constexpr Card card_from_text(std::string_view text) {
    if (text.size() != 2) return {};
    const std::size_t rank = rank_letters.find(text[0]);
    const std::size_t suit = suit_letters.find(text[1]);
    if (rank == std::string_view::npos || suit == std::string_view::npos) return {};
    return Card(rank_of(static_cast<int>(rank) + 1), static_cast<Suit>(suit));
}

}  // namespace quincunx
