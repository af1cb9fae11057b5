#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::rank_chains {

/// Pruning rules, as bits. A `PruneSet` is the set of rules that are switched off. Throughout, "x" is a rank;
/// a foundation "wants" x if x is its next card, and "needs" x if it wants x now or later; the "tail" of a
/// foundation at x is the number of cards from x to its end (x included). A foundation needs a rank at most
/// once, because no foundation is longer than there are ranks, so as many foundations need x as there are
/// copies of x still to be played. Each argument is a claim about states, "if the state can be won, so can
/// the state after the rule", so the rules can be combined with each other and with the table.
enum Prune : PruneSet {
    /// If several foundations want x, the one with the longest tail is served. Suppose a win serves Q
    /// although P has a longer tail. Serve P instead and mimic the win with P and Q exchanging roles. They
    /// tie at the latest when the win has served P as often as Q, which is bound to happen, since P's tail is
    /// longer and P is completed; from the tie on, both lines are in the same state.
    longest_tail = 1 << 0,
    /// A wanted card of rank x in a cell is played immediately if no foundation that needs x has a longer
    /// tail at x than the one that gets it. (Without this condition the rule is wrong: it may be better to
    /// keep the card for a foundation with a longer tail that will want x a little later.) Let P be the
    /// foundation that gets it. At some time a win serves P with a card Y of rank x. If Y is the card itself,
    /// play it immediately: freeing a cell earlier does no harm. If the card goes to a foundation Q before P
    /// is served, both want x at that time, and by `longest_tail` P may be served instead. Otherwise Y comes
    /// first: play the card now, and when the win plays Y, put Y into the cell that was freed (or leave it in
    /// its own); only ranks matter.
    cell_at_once = 1 << 1,
    /// A tableau top of rank x is played immediately if every foundation that needs x wants it now. A win
    /// plays the card to one of them; it can be played there immediately, since no other foundation can come
    /// to want x: each copy has its place. Uncovering a card only adds an option and forces nothing.
    no_competition = 1 << 2,
    /// If there are several tops of the same wanted rank x, one that is the last card of its pile is not
    /// played while there is one that is not, and of several such last cards only one is played. Suppose a
    /// win plays the last card X where it could play Y. Play Y instead; when the win plays Y (from wherever
    /// it is by then), play X. X is in nobody's way: nothing lies under it, and it is never stored.
    last_card_waits = 1 << 3,
    /// A tableau top of wanted rank x is played immediately if the condition of `cell_at_once` holds and no
    /// other copy of x can be the first to be played. A copy is not such a rival if it lies (a) in a pile
    /// whose top is an x: tops of rank x stay there until an x is played, since storing one only makes it a
    /// card that is played immediately; (b) at the bottom of its pile: when it is uncovered,
    /// `last_card_waits` prefers the top; (c) under more cards that cannot be played before x is than there
    /// are cells that can be free; those cards cannot be played because no foundation that needs x gets past
    /// it. So in some win the first x to be played is one of the tops. It can be played now, and if it goes
    /// to a foundation Q other than the one served here, both want x at that time and `longest_tail` applies.
    /// If several tops are not last cards, only they are tried.
    no_rival = 1 << 4,
    /// A card is moved to a cell only if the card under it is moved next: the move is "store k cards of one
    /// pile, play the next". Delay each storing until the card below is moved; if the stored card is played
    /// before that, play it from the tableau. No cell is taken that the win did not take. Cards that would be
    /// played from the cell immediately (`cell_at_once`) are not stored at all.
    store_to_play = 1 << 5,
    /// A state that has been searched is not searched again. The key is exact: the sizes of the tableau
    /// piles, the ranks in the cells and the lengths of the foundations determine everything. The state
    /// always shrinks, so nothing in the table can be on the current path.
    transposition = 1 << 6,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    shorter_tail,  ///< a foundation with a shorter tail is not served
    equal_tail,    ///< of foundations with equal tails, all but one are not served
    cell_at_once,
    no_competition,
    last_waits,       ///< the last card of a pile is not played because another top covers a card
    one_of_last,      ///< of several tops that are last cards, all but one are not played
    first_x,          ///< `no_rival`: one top is played immediately
    first_xs,         ///< `no_rival`: there are several tops, and nothing else is tried
    under_top,        ///< either of these, with another copy under a top of the same rank
    lowest,           ///< either of these, with another copy that is the lowest card of its pile
    buried,           ///< either of these, with another copy under more cards than cells can be free
    store_for_later,  ///< a card is not stored because the card under it is not played next
    store_closed,     ///< a card is not stored because it would be played from the cell immediately
    transposition,
    count
};

}  // namespace quincunx::solver::rank_chains
