#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/generate.hpp"
#include "engine/shown.hpp"
#include "fair/worlds.hpp"

namespace quincunx::fair {

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
    using Place = fair::Place;

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
        unseen_ = other_cards(position.rules(), copies);
        for (const Card card : unseen_) unseen_set_.set(at(card.physical()));
        example_.clear();
        std::size_t next = 0;
        for_each_place(position, [&](PileId pile, int, Card) { example_.append(pile, cards[next++]); });
        for (int i = 0; i < example_.layout().piles(); ++i)
            example_.set_hidden(pile_id(i), position.hidden(pile_id(i)));
        if (position.redeals_left() != unlimited) example_.set_redeals_left(position.redeals_left());
        example_.set_choice(position.choice());
        example_ = world(unseen_);
        id_ = id_after(example_);
    }
    /// Knowledge of the cards that lie face up, and no others.
    explicit BasicKnowledge(const World& position) : BasicKnowledge(position, shown_cards(position)) {}
    /// The same as the first, of a position that moves from `start` have led to: its numbered worlds are those of the start,
    /// in which each card that was shown since has changed places with the one that lay there.
    BasicKnowledge(const World& position, const CardSet& seen, const World& start)
        : BasicKnowledge(position, seen) {
        const BasicKnowledge then(start);
        if (then.places_ == places_) return;
        std::vector<Card> cards;
        for (const Place& place : then.places_)
            cards.push_back(start.pile(place.pile)[static_cast<std::size_t>(place.height)]);
        first_ = first_worlds(then.places_, then.unseen_, cards, places_);
    }

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
        shuffle(order, random);
        return world(order);
    }

    /// A world by its number, random as those of `sample`. It is the same cards at the same places as long as no other
    /// card has been seen: what is said before and after a move that shows nothing differs by the move alone. An unseen
    /// card does not move until it is shown, and heights are counted from the bottom, so moves leave `places` as it is.
    /// After a card was shown, as little as can be is different: the card that lay there in this world has gone to where
    /// the one that was shown would have come from. So no chance changes because other worlds were drawn.
    World world(Purpose purpose, int number) const {
        return world(numbered_order(purpose, number, places_, unseen_, first_.get()));
    }
    /// Equal for knowledge whose numbered worlds are made from the same start.
    std::uint64_t worlds_id() const { return first_ ? first_->id() : 0; }

    /// A number that is the same for equal knowledge, and different otherwise except by chance (64 bits).
    /// Unlike a position's key, it depends on the order of the piles, so moves keep their meaning.
    std::uint64_t id() const { return id_; }

    /// Whether a move that was made in a world has shown a card that was unseen. `after` is the world after
    /// the move.
    bool revealed(const World& after, const Undo& undo) const {
        if (!undo.turned && !undo.filler_turned && undo.filled != Undo::Filled::from_stock && undo.dealt == 0)
            return false;
        return (shown_cards(after) & unseen_set_).any();
    }
    /// Knowledge of a world after moves that show no unseen card.
    BasicKnowledge after(const World& world) const {
        BasicKnowledge knowledge{world, seen()};
        knowledge.first_ = first_;
        return knowledge;
    }
    /// The number of that knowledge, for less.
    std::uint64_t id_after(const World& world) const {
        std::uint64_t sum = static_cast<std::uint64_t>(world.choice()) + 1;
        const auto add = [&](int number) {
            sum = hash::mix(sum * hash::multiplier + static_cast<std::uint64_t>(number));
        };
        add(world.redeals_left());
        std::size_t next = 0;
        for (int i = 0; i < world.layout().piles(); ++i) {
            add(face_count + world.hidden(pile_id(i)));
            int height = 0;
            for (const Card card : world.pile(pile_id(i))) {
                const bool unseen = next < places_.size() && places_[next] == Place{pile_id(i), height};
                if (unseen) ++next;
                ++height;
                add(unseen ? 0 : card.face());
            }
        }
        return sum;
    }

  private:
    template <class Visit>
    static void for_each_place(const World& position, Visit&& visit) {
        for (int i = 0; i < position.layout().piles(); ++i) {
            int height = 0;
            for (const Card card : position.pile(pile_id(i))) visit(pile_id(i), height++, card);
        }
    }

    World example_;
    std::vector<Place> places_;
    std::vector<Card> unseen_;
    CardSet unseen_set_;
    /// The start that the numbered worlds are made from, if cards have been shown since.
    std::shared_ptr<const FirstWorlds> first_;
    std::uint64_t id_ = 0;
};

template <const Rules& rules>
using Knowledge = BasicKnowledge<Fixed<rules>>;

}  // namespace quincunx::fair
