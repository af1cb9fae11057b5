#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/card.hpp"
#include "engine/facts.hpp"

/// Deals by number, using PySolFC's generators, so that a number means the same deal there and here (ruling
/// A6, docs/deals.md).
namespace quincunx {

/// Deals with this number or a higher one are shuffled by the Mersenne Twister, lower ones by the linear
/// congruential generator.
inline constexpr std::uint64_t first_twister_deal = 32000;
/// Random deals are picked from `first_twister_deal` up to this number, so that JavaScript can represent them
/// exactly.
inline constexpr std::uint64_t last_random_deal = (std::uint64_t{1} << 53) - 1;

/// The 31-bit linear congruential generator of the Microsoft C run-time library.
class MicrosoftRandom {
  public:
    explicit constexpr MicrosoftRandom(std::uint64_t seed) : state_(static_cast<std::uint32_t>(seed)) {}
    constexpr std::size_t below(std::size_t bound) {
        state_ = (state_ * 214013U + 2531011U) & 0x7fffffffU;
        return (state_ >> 16 & 0x7fffU) % bound;
    }

  private:
    std::uint32_t state_;
};

/// MT19937 seeded by `init_by_array` with the words of a number, least significant first (Matsumoto,
/// Nishimura: "Mersenne Twister", 1998, and their 2002 initialization). Numbers are generated lazily, at most
/// 227 words.
class TwisterRandom {
  public:
    explicit TwisterRandom(std::uint64_t seed);
    std::size_t below(std::size_t bound) {
        const std::uint32_t high = next() >> 5;
        const std::uint32_t low = next() >> 6;
        const double unit = (high * 67108864.0 + low) / 9007199254740992.0;
        return static_cast<std::size_t>(unit * static_cast<double>(bound));
    }

  private:
    static constexpr std::size_t length = 624;
    static constexpr std::size_t middle = 397;

    std::uint32_t next() {
        // The first length - middle words need no word of the new generation.
        const std::uint32_t joined = (state_[used_] & 0x80000000U) | (state_[used_ + 1] & 0x7fffffffU);
        std::uint32_t word = state_[used_ + middle] ^ joined >> 1 ^ ((joined & 1U) != 0 ? 0x9908b0dfU : 0U);
        ++used_;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c5680U;
        word ^= word << 15 & 0xefc60000U;
        return word ^ word >> 18;
    }

    /// `init_genrand(19650218)`, the same for every seed. Not `constexpr`: as a constant it would be a twentieth of
    /// `table.wasm` once that is compressed.
    static std::array<std::uint32_t, length> first_state() {
        std::array<std::uint32_t, length> words{};
        words[0] = 19650218U;
        for (std::uint32_t i = 1; i < length; ++i)
            words[i] = 1812433253U * (words[i - 1] ^ words[i - 1] >> 30) + i;
        return words;
    }

    std::array<std::uint32_t, length> state_;
    std::size_t used_ = 0;
};

inline TwisterRandom::TwisterRandom(std::uint64_t seed) {
    static const std::array<std::uint32_t, length> start = first_state();
    const std::array<std::uint32_t, 2> key{static_cast<std::uint32_t>(seed),
                                           static_cast<std::uint32_t>(seed >> 32)};
    const std::size_t words = key[1] == 0 ? 1 : 2;
    state_ = start;
    std::size_t i = 1;
    std::size_t j = 0;
    for (std::size_t k = 0; k < length; ++k) {
        state_[i] = (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1664525U) + key[j] +
                    static_cast<std::uint32_t>(j);
        if (++i == length) {
            state_[0] = state_[length - 1];
            i = 1;
        }
        if (++j == words) j = 0;
    }
    for (std::size_t k = 1; k < length; ++k) {
        state_[i] =
            (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1566083941U) - static_cast<std::uint32_t>(i);
        if (++i == length) {
            state_[0] = state_[length - 1];
            i = 1;
        }
    }
    state_[0] = 0x80000000U;
}

/// All cards of a game, unshuffled: pack by pack, suits in the order C S H D, ranks from the ace up. Deals
/// below 32000 of one-pack games go rank by rank instead, suits in the order C D H S.
inline std::vector<Card> pack_order(const Rules& rules, std::uint64_t number) {
    std::vector<Card> cards;
    cards.reserve(static_cast<std::size_t>(rules.card_count()));
    if (number < first_twister_deal && rules.decks == 1) {
        for (int rank = 1; rank <= rules.ranks; ++rank)
            for (int suit = 0; suit < suit_count; ++suit)
                cards.emplace_back(rank_of(rank), static_cast<Suit>(suit));
        return cards;
    }
    for (int pack = 0; pack < rules.decks; ++pack)
        for (const Suit suit : suits_of_pack)
            for (int rank = 1; rank <= rules.ranks; ++rank) cards.emplace_back(rank_of(rank), suit, pack);
    return cards;
}

/// Puts the cards that are laid out before the deal before the others, which keep their order.
inline void lay_out(const Rules& rules, std::vector<Card>& cards) {
    auto rest = cards.begin();
    for_each_laid_out(rules, [&](Card card) {
        const auto there = std::find(rest, cards.end(), card);
        std::rotate(rest++, there, there + 1);
    });
}

/// The cards of a numbered deal in dealing order. `number` starts at 1.
inline std::vector<Card> numbered_deal(const Rules& rules, std::uint64_t number) {
    static_assert(2 * suit_count * max_ranks <= 113, "the lazy twister gives 227 words");
    std::vector<Card> cards = pack_order(rules, number);
    const auto shuffle = [&cards](auto random) {
        for (std::size_t last = cards.size() - 1; last >= 1; --last)
            std::swap(cards[last], cards[random.below(last + 1)]);
    };
    if (number < first_twister_deal) {
        shuffle(MicrosoftRandom(number));
    } else {
        shuffle(TwisterRandom(number));
    }
    std::reverse(cards.begin(), cards.end());
    lay_out(rules, cards);
    return cards;
}
template <const Rules& rules>
std::vector<Card> numbered_deal(std::uint64_t number) {
    return numbered_deal(rules, number);
}

}  // namespace quincunx
