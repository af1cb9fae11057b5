#pragma once

#include <cstdint>

#include "engine/card.hpp"
#include "engine/facts.hpp"

namespace quincunx {

enum class MoveKind : std::uint8_t {
    cards,   ///< cards from pile to pile
    draw,    ///< tap the stock
    redeal,  ///< turn the waste into a new stock
    by1,     ///< choose the first increment
    by2      ///< choose the second increment
};

/// A decision by the player. Consequences (turning a card up, filling a pile) are not part of it. Not
/// initialized by default, so that making a list of moves costs nothing.
struct alignas(8) Move {
    MoveKind kind;
    PileId from;
    PileId to;
    std::uint8_t count;  ///< cards moved; 0 for kinds other than `cards`
    Card card;           ///< which card, if every card of a reserve is available; otherwise invalid

    friend constexpr bool operator==(const Move&, const Move&) = default;

    static constexpr Move of(MoveKind kind) { return {kind, no_pile, no_pile, 0, Card{}}; }
    static constexpr Move draw() { return of(MoveKind::draw); }
    static constexpr Move redeal() { return of(MoveKind::redeal); }
    static constexpr Move choose(int which) { return of(which == 1 ? MoveKind::by1 : MoveKind::by2); }
    static constexpr Move cards(PileId from, PileId to, int count = 1) {
        return {MoveKind::cards, from, to, static_cast<std::uint8_t>(count), Card{}};
    }
    /// A card of an open reserve pile. The card's pack does not matter.
    static constexpr Move from_open(PileId from, Card card, PileId to) {
        return {MoveKind::cards, from, to, 1, card.with_pack(0)};
    }
};

/// Why a move is refused; `session` puts it into words.
enum class Refusal : std::uint8_t {
    none,
    choose_first,         ///< the increment has not been chosen yet
    already_chosen,       ///< the increment has already been chosen
    no_choice,            ///< the game has no choice of increments
    no_such_pile,         ///< the game has no such pile
    same_pile,            ///< source and target are the same pile
    no_route,             ///< no card ever goes from this kind of pile to that one
    empty_source,         ///< there is no card
    no_such_card,         ///< the pile does not hold the card
    too_many_cards,       ///< more cards than are face up or than the pile has
    one_at_a_time,        ///< only single cards are moved here
    not_a_run,            ///< the cards are not in order
    too_few_places,       ///< so many cards could not be moved one by one now
    stays_home,           ///< the card on the foundation stays there
    whole_run_only,       ///< the foundation takes nothing but a whole run
    wrong_suit_or_rank,   ///< the card does not follow the target's top in suit or rank
    wrong_color_or_rank,  ///< the same for tableau piles in alternating colors
    wrong_rank,           ///< the same if only rank counts
    foundation_start,     ///< an empty foundation starts with another rank
    suit_taken,           ///< the suit already has its foundation(s)
    foundation_complete,  ///< the foundation has all its cards
    kings_only,           ///< only a king goes on an empty pile
    space_stays_empty,    ///< nothing goes on an empty pile
    no_building,          ///< nothing goes on a tableau pile
    pile_full,            ///< the pile already has as many cards as it may
    reserve_occupied,     ///< the reserve pile is not empty
    reserve_closed,       ///< nothing goes back to the reserve
    no_stock,             ///< the game has no stock
    stock_empty,
    no_empty_reserve,  ///< the stock deals only to empty reserve piles, and none is empty
    space_left,        ///< the stock deals only while no tableau pile is empty
    no_waste,          ///< the game has no waste and therefore no redeal
    stock_not_empty,   ///< a redeal needs an empty stock
    waste_empty,
    no_redeal_left,
    nothing_to_turn,  ///< the playable top of the waste is kept, and there is nothing below it
};

}  // namespace quincunx
