#pragma once

#include <bit>
#include <cstdint>

#include "engine/position.hpp"
#include "solver/common/small_array.hpp"
#include "solver/two_way/kind.hpp"

/// Compact state of games whose foundations go up and down in suit, once in each direction, with a tableau of
/// piles of at most two cards, fed by a stock and a waste. Grandfather is such a game.
namespace quincunx::solver::two_way {

/// A face in this search: suit * 16 + rank; 0 is no card.
using Face = std::uint8_t;
using FaceSet = std::uint64_t;
constexpr FaceSet face_bit(int face) {
    return FaceSet{1} << face;
}
constexpr int rank_of_face(int face) {
    return face & 15;
}
constexpr int suit_of_face(int face) {
    return face >> 4;
}

/// A decision, in the terms of this search.
struct Decision {
    enum class Kind : std::uint8_t { draw, redeal, place, play_waste, play_pile } kind;
    std::uint8_t pile;  ///< tableau pile of `place` and `play_pile`
    bool up;            ///< the foundation for `play_…`: whether it is the one that goes up
};

template <const Rules& rules>
struct State {
    static_assert(fits(rules));
    static constexpr int piles = rules.tableau.piles;
    static constexpr int cards = rules.card_count();
    static constexpr int ranks = rules.ranks;
    static constexpr bool fills_from_stock = rules.tableau.refill == Refill::from_stock_then_waste;
    static constexpr bool fills_from_waste = rules.tableau.refill != Refill::none;

    SmallArray<std::uint8_t, suit_count>
        next_up;  ///< next rank for the foundation that goes up; ranks + 1: none
    SmallArray<std::uint8_t, suit_count> next_down;  ///< next rank for the foundation that goes down; 0: none
    SmallArray<Face, piles> under;                   ///< the lower card of a pile; 0: the pile is empty
    SmallArray<Face, piles> cover;                   ///< the upper card; 0: there is none
    std::uint8_t stock_at;                           ///< the stock is stock[stock_at] … stock[stock_end - 1]
    std::uint8_t stock_end;
    std::uint8_t waste_size;
    std::uint8_t redeals;
    std::uint8_t home;
    SmallArray<Face, cards> stock;  ///< in the order of drawing
    SmallArray<Face, cards> waste;

    bool won() const { return home == cards; }
    int stock_size() const { return stock_end - stock_at; }
    Face waste_top() const { return waste_size == 0 ? Face{0} : waste[waste_size - 1]; }
    Face pile_top(int pile) const { return cover[pile] != 0 ? cover[pile] : under[pile]; }
    bool goes_up(int face) const { return next_up[suit_of_face(face)] == rank_of_face(face); }
    bool goes_down(int face) const { return next_down[suit_of_face(face)] == rank_of_face(face); }

    /// Plays a card that has already been lifted.
    void play(int face, bool up) {
        if (up) {
            ++next_up[suit_of_face(face)];
        } else {
            --next_down[suit_of_face(face)];
        }
        ++home;
    }
    /// Fills a pile that has just become empty, as the rules say.
    void fill(int pile) {
        under[pile] = 0;
        if (fills_from_stock && stock_at < stock_end) {
            under[pile] = stock[stock_at++];
        } else if (fills_from_waste && waste_size > 0) {
            under[pile] = waste[--waste_size];
        }
    }
    void place(int pile) {
        const Face face = waste[--waste_size];
        (under[pile] == 0 ? under : cover)[pile] = face;
    }
    void draw() { waste[waste_size++] = stock[stock_at++]; }
    bool can_redeal() const { return stock_at == stock_end && waste_size > 0 && redeals > 0; }
    void redeal() {
        --redeals;
        stock = waste;
        stock_at = 0;
        stock_end = waste_size;
        waste_size = 0;
    }
    /// Lifts and plays the top of a pile, and fills the pile if it is then empty.
    void play_pile(int pile, bool up) {
        play(pile_top(pile), up);
        if (cover[pile] != 0) {
            cover[pile] = 0;
        } else {
            fill(pile);
        }
    }
    void make(const Decision& decision) {
        switch (decision.kind) {
            case Decision::Kind::draw:
                return draw();
            case Decision::Kind::redeal:
                return redeal();
            case Decision::Kind::place:
                return place(decision.pile);
            case Decision::Kind::play_waste:
                play(waste_top(), decision.up);
                --waste_size;
                return;
            case Decision::Kind::play_pile:
                return play_pile(decision.pile, decision.up);
        }
    }

    void read(const Position<rules>& position);
};

constexpr Face face_of(Card card) {
    return static_cast<Face>(index(card.suit()) << 4 | number(card.rank()));
}

/// Which foundation of the engine has which suit is decided in the course of the game; this translates.
template <const Rules& rules>
class Translator {
    static constexpr Layout layout{rules};

  public:
    Translator() = default;
    explicit Translator(const Position<rules>& position) {
        for (int i = 0; i < layout.foundations; ++i) {
            const auto cards = position.pile(PileKind::foundation, i);
            const int group = i < suit_count ? 0 : 1;
            if (cards.empty()) continue;
            taken_[group] |= 1u << i % suit_count;
            place_[group][index(cards[0].suit())] = static_cast<std::int8_t>(i);
        }
    }
    /// The engine's move for a decision; `face` is the card that moves.
    Move move(const Decision& decision, int face) {
        using Kind = Decision::Kind;
        switch (decision.kind) {
            case Kind::draw:
                return Move::draw();
            case Kind::redeal:
                return Move::redeal();
            case Kind::place:
                return Move::cards(layout.waste(), layout.pile(PileKind::tableau, decision.pile));
            case Kind::play_waste:
                return Move::cards(layout.waste(), foundation(suit_of_face(face), decision.up));
            case Kind::play_pile:
                break;
        }
        return Move::cards(layout.pile(PileKind::tableau, decision.pile),
                           foundation(suit_of_face(face), decision.up));
    }

  private:
    PileId foundation(int suit, bool up) {
        const int group = up ? 0 : 1;
        std::int8_t& place = place_[group][suit];
        if (place < 0) {  // it starts now, on the lowest empty one
            const int lowest = std::countr_one(taken_[group]);
            taken_[group] |= 1u << lowest;
            place = static_cast<std::int8_t>(group * suit_count + lowest);
        }
        return layout.pile(PileKind::foundation, place);
    }

    SmallArray<std::uint32_t, 2> taken_{};
    SmallArray<SmallArray<std::int8_t, suit_count>, 2> place_{{{{-1, -1, -1, -1}}, {{-1, -1, -1, -1}}}};
};

template <const Rules& rules>
void State<rules>::read(const Position<rules>& position) {
    constexpr Layout layout{rules};
    *this = State{};
    next_up.fill(1);
    next_down.fill(ranks);
    for (int i = 0; i < layout.foundations; ++i) {
        const auto pile = position.pile(PileKind::foundation, i);
        if (pile.empty()) continue;
        const int suit = index(pile[0].suit());
        if (i < suit_count) {
            next_up[suit] = static_cast<std::uint8_t>(pile.size() + 1);
        } else {
            next_down[suit] = static_cast<std::uint8_t>(static_cast<std::size_t>(ranks) - pile.size());
        }
        home = static_cast<std::uint8_t>(home + pile.size());
    }
    for (int i = 0; i < piles; ++i) {
        const auto pile = position.pile(PileKind::tableau, i);
        if (!pile.empty()) under[i] = face_of(pile[0]);
        if (pile.size() > 1) cover[i] = face_of(pile[1]);
    }
    const auto drawn = position.pile(layout.waste());
    for (const Card card : drawn) waste[waste_size++] = face_of(card);
    const auto undrawn = position.pile(layout.stock());
    for (std::size_t i = undrawn.size(); i-- > 0;) stock[stock_end++] = face_of(undrawn[i]);
    redeals = static_cast<std::uint8_t>(position.redeals_left());
}

}  // namespace quincunx::solver::two_way
