#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/position.hpp"

namespace quincunx::solver::general {

/// A position in 128 bits: two that differ share it by chance alone, once in 10^38 pairs. Positions
/// share it on purpose if they differ only in what the rules do not see: the order of interchangeable piles, which of
/// two equal cards lies where, and suits, or suits of one color, where no rule asks for them.
struct Fingerprint {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    Fingerprint& operator+=(const Fingerprint& other) {
        low += other.low;
        high += other.high;
        return *this;
    }
    Fingerprint& operator-=(const Fingerprint& other) {
        low -= other.low;
        high -= other.high;
        return *this;
    }
    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// How much of a card's suit the rules see.
enum class Sight : std::uint8_t { rank, color, suit };

constexpr Sight sight(const Rules& rules) {
    const auto sees = [](Follow follow) {
        switch (follow) {
            case Follow::same_suit:
                return Sight::suit;
            case Follow::other_color:
            case Follow::same_color:
                return Sight::color;
            default:
                return Sight::rank;
        }
    };
    Sight most = std::max(sees(rules.tableau.build.follow), sees(rules.tableau.run));
    for (const FoundationGroup& group : rules.foundations)
        if (group.piles > 0) most = std::max(most, sees(group.build.follow));
    return most;
}

/// Computes the fingerprint of a position, pile by pile.
template <class Source>
class Fingerprints : Source {
    using Source::layout;
    using Source::rules;
    using Position = BasicPosition<Source>;

  public:
    explicit Fingerprints(const Source& source) : Source(source) {
        const Sight sees = sight(rules());
        for (int face = 0; face < face_count; ++face) {
            const int rank = face & 15;
            const int suit = face >> 4;
            const int color = suit == 1 || suit == 2 ? 1 : 0;
            const int seen = sees == Sight::suit ? suit : sees == Sight::color ? color : 0;
            seen_[static_cast<std::size_t>(face)] = static_cast<std::uint8_t>(1 + rank + 16 * seen);
        }
    }

    Fingerprint of(const Position& position) const {
        Fingerprint sum = counters(position);
        for (int pile = 0; pile < layout().piles(); ++pile) sum += part(position, pile_id(pile));
        return sum;
    }
    /// The part of redeals and the choice.
    static Fingerprint counters(const Position& position) {
        return mixed(static_cast<std::uint64_t>(position.redeals_left() + 1) * 4 +
                         static_cast<std::uint64_t>(position.choice()),
                     0x10);
    }
    /// The part of a pile.
    Fingerprint part(const Position& position, PileId pile) const {
        const PileKind kind = this->facts().kind[at(pile)];
        const std::span<const Card> cards = position.pile(pile);
        switch (kind) {
            case PileKind::foundation: {
                if (cards.empty()) return {};
                const FoundationGroup& group = this->group_of(layout().number(pile));
                const Card top = cards.back();
                const bool by_rank = group.per_suit == 0 && group.build.follow == Follow::any_suit;
                const std::uint64_t same =
                    by_rank ? static_cast<std::uint64_t>(number(top.rank())) : seen(top);
                return mixed(cards.size() * 128 + same,
                             0x20U + static_cast<std::uint64_t>(&group - rules().foundations.data()));
            }
            case PileKind::reserve:
                if (rules().open_reserve()) {
                    Fingerprint sum;
                    for (const Card card : cards) sum += mixed(seen(card), 0x30);
                    return sum;
                }
                if (cards.empty()) return {};
                return of_cards(
                    cards, position.hidden(pile),
                    position.reserves_equal() && !rules().refills_from_reserve() ? 0x40U : 0x100U + at(pile));
            case PileKind::tableau:
                if (cards.empty()) return {};
                return of_cards(cards, position.hidden(pile),
                                position.spaces_alike() ? 0x50U : 0x100U + at(pile));
            case PileKind::waste:
                return of_cards(cards, 0, 0x60);
            case PileKind::stock:
                return of_cards(cards, 0, 0x70);
        }
        return {};
    }

  private:
    std::uint64_t seen(Card card) const { return seen_[static_cast<std::size_t>(card.face())]; }

    static Fingerprint mixed(std::uint64_t value, std::uint64_t salt) {
        const std::uint64_t low = hash::mix(value * hash::multiplier + salt);
        return {low, hash::mix(value * 0xd6e8feb86659fd93U + (salt ^ 0xa0761d6478bd642fU))};
    }
    /// Two polynomials. The salt is mixed, because cards would make up for small differences.
    Fingerprint of_cards(std::span<const Card> cards, int hidden, std::uint64_t salt) const {
        std::uint64_t low = hash::mix(salt);
        std::uint64_t high = hash::mix(~salt);
        for (const Card card : cards) {
            const std::uint64_t code = seen(card);
            low = (low + code) * 0x9e3779b97f4a7c15U;
            high = (high ^ code) * 0xd6e8feb86659fd93U;
        }
        low += 0x51ed270b9f652295U * static_cast<std::uint64_t>(hidden);
        high ^= 0x8bb84b93962eacc9U * static_cast<std::uint64_t>(hidden);
        return {hash::mix(low), hash::mix(high)};
    }

    std::array<std::uint8_t, face_count> seen_{};
};

}  // namespace quincunx::solver::general
