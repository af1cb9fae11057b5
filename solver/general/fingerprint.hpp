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

constexpr Sight sight(Follow follow) {
    switch (follow) {
        case Follow::same_suit:
            return Sight::suit;
        case Follow::other_color:
        case Follow::same_color:
            return Sight::color;
        default:
            return Sight::rank;
    }
}
constexpr Sight sight_of_tableau(const Rules& rules) {
    return std::max(sight(rules.tableau.build.follow), sight(rules.tableau.run));
}
constexpr Sight sight(const Rules& rules) {
    Sight most = sight_of_tableau(rules);
    for (const FoundationGroup& group : rules.foundations)
        if (group.piles > 0) most = std::max(most, sight(group.build.follow));
    return most;
}

/// Whether stock and waste can be turned as often as one likes, and nothing else happens then: any card that comes up in
/// one pass comes up in the next. How far they are turned is then worth nothing, unless the waste holds part of what is
/// drawn at once: that part goes with the next pass.
constexpr bool turns_freely(const Rules& rules) {
    const Refill refill = rules.tableau.refill;
    return rules.has_waste() && rules.stock.redeal == Redeal{unlimited, false} && !rules.has_choice() &&
           (refill == Refill::none || refill == Refill::from_reserve);
}

/// The differences that fingerprints keep.
enum class View : std::uint8_t {
    exact,   ///< all that the rules see
    turned,  ///< not how far a stock is turned that `turns_freely`
    hasty  ///< nor suits that only foundations see: two positions with one fingerprint may have different verdicts
};

/// Computes the fingerprint of a position, pile by pile.
template <class Source>
class Fingerprints : Source {
    using Source::layout;
    using Source::rules;
    using Position = BasicPosition<Source>;

  public:
    explicit Fingerprints(const Source& source) : Source(source) { look(View::exact); }

    void look(View view) {
        turned_ = view != View::exact && turns_freely(rules());
        const Sight sees = view == View::hasty ? sight_of_tableau(rules()) : sight(rules());
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
                return turned_ ? turned(cards, position.pile(layout().stock())) : of_cards(cards, 0, 0x60);
            case PileKind::stock:
                return turned_ ? Fingerprint{} : of_cards(cards, 0, 0x70);
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
    class Polynomials {
      public:
        explicit Polynomials(std::uint64_t salt) : low_(hash::mix(salt)), high_(hash::mix(~salt)) {}
        void add(std::uint64_t code) {
            low_ = (low_ + code) * 0x9e3779b97f4a7c15U;
            high_ = (high_ ^ code) * 0xd6e8feb86659fd93U;
        }
        Fingerprint with(std::size_t count) {
            low_ += 0x51ed270b9f652295U * count;
            high_ ^= 0x8bb84b93962eacc9U * count;
            return {hash::mix(low_), hash::mix(high_)};
        }

      private:
        std::uint64_t low_;
        std::uint64_t high_;
    };
    Fingerprint of_cards(std::span<const Card> cards, int hidden, std::uint64_t salt) const {
        Polynomials sum(salt);
        for (const Card card : cards) sum.add(seen(card));
        return sum.with(static_cast<std::size_t>(hidden));
    }
    /// The cards in the order in which they are turned, and how many of them are, where that counts.
    Fingerprint turned(std::span<const Card> waste, std::span<const Card> stock) const {
        Polynomials sum(0x60);
        for (const Card card : waste) sum.add(seen(card));
        for (std::size_t left = stock.size(); left-- > 0;) sum.add(seen(stock[left]));
        const bool between = waste.size() % static_cast<std::size_t>(rules().stock.each) != 0;
        return sum.with(between && !stock.empty() ? waste.size() : 0);
    }

    bool turned_ = false;
    std::array<std::uint8_t, face_count> seen_{};
};

}  // namespace quincunx::solver::general
