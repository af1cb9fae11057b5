#pragma once

#include <array>
#include <cstdint>

#include "engine/card.hpp"

/// Hashing for position keys. Piles are hashed as polynomials, so that the top card can be added and taken
/// away in constant time. The key of a position is the sum of the mixed hashes of its piles, so that the
/// order of interchangeable piles does not matter. (A sum, unlike exclusive or, keeps two equal piles from
/// cancelling each other.)
namespace quincunx::hash {

/// The finalizer of SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

inline constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15U;

/// The multiplicative inverse of an odd number modulo 2^64, by Newton's iteration.
constexpr std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t result = odd;
    for (int i = 0; i < 6; ++i) result *= 2 - odd * result;
    return result;
}

inline constexpr std::uint64_t multiplier_inverse = inverse(multiplier);
static_assert(multiplier * multiplier_inverse == 1);

/// A number for every face.
inline constexpr std::array<std::uint64_t, face_count> face_code = [] {
    std::array<std::uint64_t, face_count> codes{};
    for (std::uint64_t face = 0; face < face_count; ++face)
        codes[static_cast<std::size_t>(face)] = mix((face + 1) * multiplier);
    return codes;
}();

constexpr std::uint64_t code(Card card) {
    return face_code[static_cast<std::size_t>(card.face())];
}
constexpr std::uint64_t push(std::uint64_t pile, Card card) {
    return pile * multiplier + code(card);
}
constexpr std::uint64_t pop(std::uint64_t pile, Card card) {
    return (pile - code(card)) * multiplier_inverse;
}

}  // namespace quincunx::hash
