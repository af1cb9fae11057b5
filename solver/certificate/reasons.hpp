#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/generate.hpp"

/// Reasons why not all children of a state need to be in a closed set. Each is argued in
/// docs/solver/certificates.md, and a checker can see it in the state alone.
namespace quincunx::solver::certificate {

enum class Reason : std::uint8_t { children = 0, fixpoint = 1, safe_play = 2, twin_play = 3 };

// The kinds of rules for which the forced plays are argued. They are told apart by what the arguments use.

/// Piles of at most two cards that only foundations take cards from.
template <const Rules& rules>
inline constexpr bool shelves =
    rules.tableau.capacity == 2 && rules.tableau.build.follow == Follow::any_card &&
    !rules.has(tableau_to_tableau);
/// Runs in alternating colors that end with the ace, and a stock that is drawn card by card.
template <const Rules& rules>
inline constexpr bool klondike_like =
    rules.tableau.build.follow == Follow::other_color && !rules.tableau.build.wraps &&
    !rules.foundations[0].build.wraps && rules.stock.deal_to == DealTo::waste && rules.stock.each == 1 &&
    rules.foundations[0].per_suit == rules.decks && rules.foundations[0].start_rank == 1;
/// Runs in alternating colors that go round the corner, and one foundation for both copies of a suit.
template <const Rules& rules>
inline constexpr bool around_the_corner =
    rules.tableau.build.follow == Follow::other_color && rules.tableau.build.wraps && rules.open_reserve() &&
    rules.foundations[0].length == 2 * rules.ranks && rules.decks == 2;
/// Runs in suit that are moved card by card, and reserves that take one card when they are empty.
template <const Rules& rules>
inline constexpr bool builds_in_suit =
    rules.deals_to_reserves() && rules.tableau.build.follow == Follow::same_suit &&
    rules.tableau.build.step == -1 && !rules.tableau.build.wraps && rules.tableau.unit == Unit::top_card &&
    rules.tableau.space == Space::any_card && rules.reserve.capacity == 1 && rules.decks == 2 &&
    rules.foundations[0].per_suit == 2 && rules.foundations[0].start_rank == 1;

template <const Rules& rules>
inline constexpr bool has_safe_play =
    shelves<rules> || klondike_like<rules> || around_the_corner<rules> || builds_in_suit<rules>;
template <const Rules& rules>
inline constexpr bool has_twin_play = builds_in_suit<rules>;

/// All cards that could ever come free if nothing were ever lost: a card that could once be taken off the card below it
/// is off for good, a card that was once a top can be built on for good, every card of stock and waste is at
/// hand, foundations only rise. If a foundation stays unfinished even so, the position is lost.
template <const Rules& rules>
class Fixpoint {
    static constexpr Layout layout{rules};

  public:
    bool lost(const Position<rules>& position) {
        if (rules.has_choice() && position.choice() == 0) return false;
        start(position);
        do {
            changed_ = false;
            look_at_piles(position);
            raise_foundations(position);
        } while (changed_);
        return !complete_;
    }

  private:
    static constexpr std::size_t most = static_cast<std::size_t>(rules.card_count()) + 1;
    static constexpr std::size_t stacks = static_cast<std::size_t>(layout.tableau + layout.reserve);

    static std::size_t slot(Card card) { return at(card.face()); }

    void start(const Position<rules>& position) {
        for (auto& off : off_) off.fill(false);
        base_.fill(false);
        goes_home_.fill(false);
        at_hand_.fill(0);
        space_ = cell_ = false;
        loose_.clear();
        const auto add = [&](PileId pile) {
            for (const Card card : position.pile(pile)) loose_.push_back(card);
        };
        if constexpr (rules.open_reserve())
            for (int i = 0; i < layout.reserve; ++i) add(layout.pile(PileKind::reserve, i));
        if constexpr (layout.has_waste) add(layout.waste());
        if constexpr (layout.has_stock) add(layout.stock());
    }
    void set(bool& fact) {
        changed_ |= !fact;
        fact = true;
    }
    bool on_tableau(Card card) const {
        const Build& build = rules.tableau.build;
        if (space_ && (rules.tableau.space == Space::any_card ||
                       (rules.tableau.space == Space::kings_only && number(card.rank()) == rules.ranks)))
            return true;
        if (build.follow == Follow::nothing) return false;
        if (build.follow == Follow::any_card) return true;
        for (int suit = 0; suit < suit_count; ++suit) {
            const int under = next_rank(number(card.rank()), -build.step, build.wraps, rules.ranks);
            if (under == 0) return false;
            const Card other(rank_of(under), static_cast<Suit>(suit));
            if (base_[slot(other)] && follows(build, build.step, rules.ranks, other, card)) return true;
        }
        return false;
    }
    void look_at_piles(const Position<rules>& position) {
        std::array<int, face_count> at_hand{};
        for (const Card card : loose_) {
            ++at_hand[slot(card)];
            if (on_tableau(card)) set(base_[slot(card)]);
        }
        for (std::size_t i = 0; i < stacks; ++i) {
            const bool tableau = i < static_cast<std::size_t>(layout.tableau);
            if (!tableau && rules.open_reserve()) break;
            const auto index = static_cast<int>(i);
            look_at_pile(position,
                         tableau ? layout.pile(PileKind::tableau, index)
                                 : layout.pile(PileKind::reserve, index - layout.tableau),
                         tableau, off_[i], at_hand);
        }
        changed_ |= at_hand != at_hand_;
        at_hand_ = at_hand;
    }
    void look_at_pile(const Position<rules>& position, PileId pile, bool tableau, std::array<bool, most>& off,
                      std::array<int, face_count>& at_hand) {
        const bool builds = rules.has(tableau ? tableau_to_tableau : reserve_to_tableau);
        const bool parks = rules.has(tableau ? tableau_to_reserve : reserve_to_reserve);
        const std::span<const Card> cards = position.pile(pile);
        if (cards.empty()) set(tableau ? space_ : cell_);
        bool movable = false;
        for (std::size_t i = cards.size(); i-- > 0;) {
            const Card card = cards[i];
            const bool top = i + 1 == cards.size() || off[i + 1];
            const bool joined =
                tableau && rules.tableau.unit != Unit::top_card && i + 1 < cards.size() &&
                static_cast<int>(i) >= position.hidden(pile) &&
                follows(rules.tableau.build, rules.tableau.build.step, rules.ranks, card, cards[i + 1]);
            movable = top || (movable && joined);
            if (top) ++at_hand[slot(card)];
            const bool placed = on_tableau(card);
            if (top && (tableau || (builds && placed))) set(base_[slot(card)]);
            if ((top && goes_home_[slot(card)]) || (movable && builds && placed) || (top && parks && cell_)) {
                set(off[i]);
                if (i == 0) set(tableau ? space_ : cell_);
            }
        }
    }
    void raise_foundations(const Position<rules>& position) {
        int seen = position.home();
        for (const int copies : at_hand_) seen += copies;
        complete_ = seen == rules.card_count();
        int foundation = 0;
        for (const FoundationGroup& group : rules.foundations) {
            for (int suit = 0; suit < suit_count && group.per_suit > 0 && group.piles > 0; ++suit)
                raise_suit(position, group, foundation, static_cast<Suit>(suit));
            if (group.per_suit == 0)
                for (int i = 0; i < group.piles; ++i)
                    raise_by_rank(position, group, layout.pile(PileKind::foundation, foundation + i));
            foundation += group.piles;
        }
    }
    void raise_by_rank(const Position<rules>& position, const FoundationGroup& group, PileId pile) {
        int rank = position.empty(pile) ? 0 : number(position.top(pile).rank());
        for (int count = position.size(pile); count < group.length; ++count) {
            rank = rank == 0 ? group.start_rank
                             : next_rank(rank, position.step(group), group.build.wraps, rules.ranks);
            bool any = false;
            for (int suit = 0; suit < suit_count; ++suit) {
                const Card card(rank_of(rank), static_cast<Suit>(suit));
                set(goes_home_[slot(card)]);
                any = any || at_hand_[slot(card)] > 0;
            }
            if (any) continue;
            complete_ = false;
            return;
        }
    }
    /// Place by place up the foundations of a suit: how many of them can get that far.
    void raise_suit(const Position<rules>& position, const FoundationGroup& group, int first, Suit suit) {
        std::array<int, 64> sizes{};  // how many foundations of the suit have more than so many cards
        for (int i = 0; i < group.piles; ++i) {
            const PileId pile = layout.pile(PileKind::foundation, first + i);
            if (position.empty(pile) || position.top(pile).suit() != suit) continue;
            for (int k = 0; k < position.size(pile); ++k) ++sizes[at(k)];
        }
        int reach = group.per_suit;
        int rank = group.start_rank;
        for (int place = 0; place < group.length; ++place) {
            const Card card(rank_of(rank), suit);
            const int already = sizes[at(place)];
            int copies = at_hand_[slot(card)] + already;
            for (int earlier = place - rules.ranks; earlier >= 0; earlier -= rules.ranks)
                copies += sizes[at(earlier)] - group.per_suit;
            for (int later = place + rules.ranks; later < group.length; later += rules.ranks)
                copies += sizes[at(later)];
            if (reach > already) set(goes_home_[slot(card)]);
            reach = std::min(reach, copies);
            rank = next_rank(rank, position.step(group), group.build.wraps, rules.ranks);
        }
        if (reach < group.per_suit) complete_ = false;
    }

    std::array<std::array<bool, most>, stacks> off_;
    std::vector<Card> loose_;
    std::array<bool, face_count> base_;
    std::array<bool, face_count> goes_home_;
    std::array<int, face_count> at_hand_;
    bool space_ = false;
    bool cell_ = false;
    bool changed_ = false;
    bool complete_ = false;
};

/// A play to a foundation after which the state is won or lost as before.
struct Forced {
    Reason reason;
    std::uint8_t place;  ///< of the card, as certificates name it
    Move move;
};

/// Finds the first forced play of a position whose piles are in the order of its bytes.
template <const Rules& rules>
class ForcedPlays {
    static constexpr Layout layout{rules};
    static constexpr int first_reserve = 20;
    static constexpr int waste_place = 26;

  public:
    std::optional<Forced> find(const Position<rules>& position) {
        if constexpr (!has_safe_play<rules>) {
            return std::nullopt;
        } else {
            count_home(position);
            for (int i = 0; i < layout.tableau; ++i)
                if (auto play = forced(position, layout.pile(PileKind::tableau, i), i, Reason::safe_play))
                    return play;
            if constexpr (!rules.open_reserve())
                for (int i = 0; i < layout.reserve; ++i)
                    if (auto play = forced(position, layout.pile(PileKind::reserve, i), first_reserve + i,
                                           Reason::safe_play))
                        return play;
            if constexpr (layout.has_waste)
                if (auto play = forced(position, layout.waste(), waste_place, Reason::safe_play)) return play;
            if constexpr (has_twin_play<rules>)
                for (int i = 0; i < layout.tableau; ++i)
                    if (auto play = forced(position, layout.pile(PileKind::tableau, i), i, Reason::twin_play))
                        return play;
            return std::nullopt;
        }
    }

  private:
    /// How many cards of a suit the foundations hold: those of the first group, the most and the fewest of
    /// one foundation; and of the second group.
    struct Heights {
        int high = 0, low = 0, down = 0;
    };

    void count_home(const Position<rules>& position) {
        heights_.fill({});
        for (int f = 0; f < layout.foundations; ++f) {
            const PileId pile = layout.pile(PileKind::foundation, f);
            if (position.empty(pile)) continue;
            Heights& of = heights_[at(index(position.top(pile).suit()))];
            const int size = position.size(pile);
            if (f >= rules.foundations[0].piles) {
                of.down = size;
            } else {
                of.low = std::max(of.low, std::min(of.high, size));
                of.high = std::max(of.high, size);
            }
        }
        if constexpr (rules.foundations[0].per_suit == 1)
            for (Heights& of : heights_) of.low = of.high;
    }
    std::optional<Forced> forced(const Position<rules>& position, PileId pile, int place,
                                 Reason reason) const {
        if (position.empty(pile)) return std::nullopt;
        const Card card = position.top(pile);
        const unsigned takers = position.foundations_for(card);
        if (takers == 0) return std::nullopt;
        const bool tableau = layout.kind(pile) == PileKind::tableau;
        const bool good = reason == Reason::safe_play ? safe(position, card, tableau, position.size(pile))
                                                      : twin(position, card);
        if (!good) return std::nullopt;
        // The foundation of the suit that has as many cards as are below the card's rank.
        const PileId target = layout.pile(PileKind::foundation, std::countr_zero(takers));
        return Forced{reason, static_cast<std::uint8_t>(place), Move::cards(pile, target)};
    }
    bool safe(const Position<rules>& position, Card card, bool tableau, int size) const {
        const int rank = number(card.rank());
        const Heights& own = heights_[at(index(card.suit()))];
        const auto others_have = [&](int count) {
            for (int suit = 0; suit < suit_count; ++suit)
                if (color(static_cast<Suit>(suit)) != card.color() && heights_[at(suit)].low < count)
                    return false;
            return true;
        };
        if constexpr (shelves<rules>) {
            return tableau && size == 2 && (own.high >= rank || own.down >= rules.ranks + 1 - rank);
        } else if constexpr (klondike_like<rules>) {
            if (rules.stock.redeal.keep_playable_top && position.redeals_left() != 0) return false;
            return own.low >= rank - 1 && (rank <= 2 || others_have(rank - 1));
        } else if constexpr (around_the_corner<rules>) {
            return tableau && own.high >= rules.ranks &&
                   others_have(rank == 1 ? 2 * rules.ranks : rules.ranks + rank - 1);
        } else {
            if (rules.stock.deal_to == DealTo::empty_reserves && !position.empty(layout.stock()))
                return false;
            return own.low >= rank - 1;
        }
    }
    bool twin(const Position<rules>& position, Card card) const {
        if constexpr (!has_twin_play<rules>) return false;
        if (!position.reserves_equal()) return false;
        const int rank = number(card.rank());
        const Heights& own = heights_[at(index(card.suit()))];
        return own.high == rank - 1 && own.low == rank - 2;
    }

    std::array<Heights, suit_count> heights_{};
};

}  // namespace quincunx::solver::certificate
