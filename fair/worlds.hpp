#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/card.hpp"
#include "engine/facts.hpp"
#include "engine/hash.hpp"

namespace quincunx::fair {

/// Random numbers for sampling: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() { return hash::mix(state_ += hash::multiplier); }
    /// 0 … bound - 1, all equally likely.
    std::size_t below(std::size_t bound) {
        const std::uint64_t rest = (~std::uint64_t{0} % bound + 1) % bound;
        for (;;) {
            const std::uint64_t number = next();
            if (number <= ~std::uint64_t{0} - rest) return static_cast<std::size_t>(number % bound);
        }
    }

  private:
    std::uint64_t state_;
};

/// The purpose for which worlds are drawn. They do not depend on those drawn for another.
enum class Purpose : std::uint8_t {
    odds,  ///< to be solved for the odds
    games  ///< to be played to their end
};

/// A pile and a height in it.
struct Place {
    PileId pile;
    int height;
    friend bool operator==(const Place&, const Place&) = default;
};

/// The unseen places of the start of a game, and the cards that have been shown there since.
struct FirstWorlds {
    static constexpr std::size_t none = ~std::size_t{0};
    std::vector<Place> places;
    std::vector<Card> unseen;
    std::vector<std::size_t> card;   ///< of `unseen`, by place; `none` as long as it was not shown
    std::vector<std::size_t> place;  ///< by card
    /// Equal for the same start and the same cards.
    std::uint64_t id() const;
};
/// `cards`: those at the places at the start, of which only the ones that are not `hidden` any more are read.
std::shared_ptr<const FirstWorlds> first_worlds(std::vector<Place> places, std::vector<Card> unseen,
                                                std::span<const Card> cards, std::span<const Place> hidden);

/// The cards of the packs without so many copies of each face.
std::vector<Card> other_cards(const Rules& rules, std::array<int, face_count> copies);

void shuffle(std::vector<Card>& cards, Random& random);
/// The order in which the unseen cards lie at the places in a numbered world. After a card was shown, the card that lay there
/// in a world of the start lies where the one that was shown lay.
std::vector<Card> numbered_order(Purpose purpose, int number, std::span<const Place> places,
                                 std::span<const Card> unseen, const FirstWorlds* first);

}  // namespace quincunx::fair
