#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/generate.hpp"
#include "engine/shown.hpp"

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
    odds,   ///< to be solved for the odds
    games,  ///< to be played to their end
    moves   ///< to compare two moves
};

/// A player's knowledge of a position: where every card lies that has been seen, and which cards have not
/// been seen. It holds nothing else, so whatever is computed from it is fair.
///
/// A *place* is a pile and a height in it, the bottom card having height 0. A *world* is a position that
/// agrees with the knowledge: every unseen card lies at one of the unseen places. All worlds are equally
/// likely if the cards were well shuffled, since no player's choice depends on what nobody has seen.
template <class Source>
class BasicKnowledge {
  public:
    using World = BasicPosition<Source>;
    struct Place {
        PileId pile;
        int height;
        friend bool operator==(const Place&, const Place&) = default;
    };

    /// Nothing yet.
    explicit BasicKnowledge(const Source& source) : example_(source) {}
    /// Knowledge of a position of which these cards have been seen. Cards that lie face up count as seen.
    BasicKnowledge(const World& position, const CardSet& seen) : example_(position) {
        const CardSet known = seen | shown_cards(position);
        std::vector<Card> cards;  // of all places, with any card at the unseen ones
        std::array<int, face_count> copies{};
        for_each_place(position, [&](PileId pile, int height, Card card) {
            const bool there = known.test(at(card.physical()));
            // The pack of a card is no part of what is seen: packs are given out anew.
            if (!there) places_.push_back({pile, height});
            cards.push_back(there ? card.with_pack(copies[at(card.face())]++) : Card{Rank::ace, Suit::clubs});
        });
        for (int suit = 0; suit < suit_count; ++suit)
            for (int rank = 1; rank <= position.rules().ranks; ++rank) {
                const Card card(rank_of(rank), static_cast<Suit>(suit));
                int& next = copies[at(card.face())];
                for (; next < position.rules().decks; ++next) unseen_.push_back(card.with_pack(next));
            }
        for (const Card card : unseen_) unseen_set_.set(at(card.physical()));
        example_.clear();
        std::size_t next = 0;
        for_each_place(position, [&](PileId pile, int, Card) { example_.append(pile, cards[next++]); });
        for (int i = 0; i < example_.layout().piles(); ++i)
            example_.set_hidden(pile_id(i), position.hidden(pile_id(i)));
        if (position.redeals_left() != unlimited) example_.set_redeals_left(position.redeals_left());
        example_.set_choice(position.choice());
        example_ = world(unseen_);
        identify();
    }
    /// Knowledge of the cards that lie face up, and no others.
    explicit BasicKnowledge(const World& position) : BasicKnowledge(position, shown_cards(position)) {}

    /// One of the worlds, the same for equal knowledge.
    const World& example() const { return example_; }
    std::span<const Place> places() const { return places_; }
    /// The unseen cards in a fixed order, as many as there are places.
    std::span<const Card> unseen() const { return unseen_; }
    /// The cards that have been seen, in any of the worlds.
    CardSet seen() const { return ~unseen_set_; }
    /// Whether all worlds look the same, so that the player knows every card.
    bool complete() const { return unseen_.empty() || unseen_.front() == unseen_.back(); }
    /// The world in which the unseen cards lie at the places in this order.
    World world(std::span<const Card> order) const {
        World result = example_;
        result.clear();
        std::size_t next = 0;
        for_each_place(example_, [&](PileId pile, int height, Card card) {
            const bool unseen = next < places_.size() && places_[next] == Place{pile, height};
            result.append(pile, unseen ? order[next++] : card);
        });
        for (int i = 0; i < example_.layout().piles(); ++i)
            result.set_hidden(pile_id(i), example_.hidden(pile_id(i)));
        if (example_.redeals_left() != unlimited) result.set_redeals_left(example_.redeals_left());
        result.set_choice(example_.choice());
        result.rebuild();
        return result;
    }
    /// A world drawn at random, every world being equally likely.
    World sample(Random& random) const {
        std::vector<Card> order = unseen_;
        for (std::size_t left = order.size(); left > 1; --left)
            std::swap(order[left - 1], order[random.below(left)]);
        return world(order);
    }

    /// A world by its number, random as those of `sample`. It is the same cards at the same places as long as no other
    /// card has been seen: what is said before and after a move that shows nothing differs by the move alone. An unseen
    /// card does not move until it is shown, and heights are counted from the bottom, so moves leave `places` as it is.
    World world(Purpose purpose, int number) const {
        std::uint64_t seed = static_cast<std::uint64_t>(purpose) + 1;
        const auto add = [&](int part) {
            seed = hash::mix(seed * hash::multiplier + static_cast<std::uint64_t>(part));
        };
        for (std::size_t i = 0; i < places_.size(); ++i) {
            add(static_cast<int>(places_[i].pile));
            add(places_[i].height);
            add(unseen_[i].face());
        }
        add(number);
        Random random(seed);
        return sample(random);
    }

    /// A number that is the same for equal knowledge, and different otherwise except by chance (64 bits).
    /// Unlike a position's key, it depends on the order of the piles, so moves keep their meaning.
    std::uint64_t id() const { return id_; }

    /// Whether a move that was made in a world has shown a card that was unseen. `after` is the world after
    /// the move.
    bool revealed(const World& after, const Undo& undo) const {
        if (!undo.turned && undo.filled != Undo::Filled::from_stock && undo.dealt == 0) return false;
        return (shown_cards(after) & unseen_set_).any();
    }
    /// Knowledge of a world after moves that show no unseen card.
    BasicKnowledge after(const World& world) const { return {world, seen()}; }

  private:
    template <class Visit>
    static void for_each_place(const World& position, Visit&& visit) {
        for (int i = 0; i < position.layout().piles(); ++i) {
            int height = 0;
            for (const Card card : position.pile(pile_id(i))) visit(pile_id(i), height++, card);
        }
    }
    void identify() {
        std::uint64_t sum = static_cast<std::uint64_t>(example_.choice()) + 1;
        const auto add = [&](int number) {
            sum = hash::mix(sum * hash::multiplier + static_cast<std::uint64_t>(number));
        };
        add(example_.redeals_left());
        std::size_t next = 0;
        for (int i = 0; i < example_.layout().piles(); ++i) {
            add(face_count + example_.hidden(pile_id(i)));
            int height = 0;
            for (const Card card : example_.pile(pile_id(i))) {
                const bool unseen = next < places_.size() && places_[next] == Place{pile_id(i), height};
                if (unseen) ++next;
                ++height;
                add(unseen ? 0 : card.face());
            }
        }
        id_ = sum;
    }

    World example_;
    std::vector<Place> places_;
    std::vector<Card> unseen_;
    CardSet unseen_set_;
    std::uint64_t id_ = 0;
};

template <const Rules& rules>
using Knowledge = BasicKnowledge<Fixed<rules>>;

}  // namespace quincunx::fair
