#pragma once

#include <cstdint>

#include "engine/card.hpp"

/// Cards as the compact states of the searches represent them, and sets of cards.
namespace quincunx::solver {

/// The face of a card: suit in bits 4-5, rank in bits 0-3; 0: no card. The card of the next higher rank has
/// the next higher number, so a set of faces is moved by one rank with a shift.
using Face = std::uint8_t;

constexpr int suit(Face card) {
    return card >> 4;
}
constexpr int rank(Face card) {
    return card & 15;
}
constexpr Face face(int suit, int rank) {
    return static_cast<Face>(suit << 4 | rank);
}
constexpr Face face_of(Card card) {
    return static_cast<Face>(card.face());
}
/// A card with a given face.
constexpr Card card_of(Face face) {
    return Card(rank_of(rank(face)), static_cast<Suit>(suit(face)));
}
/// The set that contains one face.
constexpr std::uint64_t bit(int face) {
    return std::uint64_t{1} << face;
}

}  // namespace quincunx::solver
