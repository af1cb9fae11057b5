#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::rank_chains {

/// Pruning rules, as bits of a `PruneSet` of rules that are off. Throughout, "x" is a rank, a pile
/// "wants" x when x is its next card and "needs" x when x is wanted now or later, and the "tail" of a pile at
/// x is the number of cards from x to its end (x included). A pile needs a rank at most once, because no pile
/// is longer than there are ranks, so as many piles need x as there are copies of x to be played. All
/// arguments are about states: "if the state is winnable, so is the state after the rule", so that they may
/// be combined with each other and with the table.
enum Prune : PruneSet {
    /// Of several piles that want x, serve the one with the longest tail. Let a win serve Q where P has a
    /// longer tail. Serve P instead and mimic the win with P and Q changing roles. They tie at the latest
    /// when the win has served P as often as Q, and that happens, since P's tail is longer and it is
    /// completed; from the tie on both lines are in the same state.
    longest_tail = 1 << 0,
    /// A cell's card of rank x that is wanted is played at once, if no pile that needs x has a longer tail at
    /// x than the one that gets it. (Without the condition it is wrong: the card may be better kept for a
    /// longer pile that will want x a little later.) Let P be the pile. A win serves P some time with a card
    /// Y of rank x. If Y is the card itself, play it at once: nothing is hurt by a cell that is freed
    /// earlier. If the card goes to a pile Q before P is served, both want x at that time and by
    /// `longest_tail` P may be served instead. Otherwise Y comes first: play the card now, and when the win
    /// plays Y put Y into the cell that was freed (or leave it in its own); only ranks matter.
    cell_at_once = 1 << 1,
    /// A tableau top of rank x is played at once when every pile that needs x wants it now. A win plays the
    /// card to one of them; it can be played there at once, since no other pile can come to want x: each copy
    /// has its place. An uncovered card is only an option more, nothing is forced by it.
    no_competition = 1 << 2,
    /// Of several tops of the same wanted rank x, one that is the last card of its pile is not played while
    /// another one is there, and only one of several such last cards is. Let a win play the last card X where
    /// Y could be. Play Y instead; when the win plays Y (from wherever it then is), play X. X is in nobody's
    /// way: nothing is under it, and it is never stored.
    last_card_waits = 1 << 3,
    /// A tableau top of wanted rank x is played at once, if the condition of `cell_at_once` holds and no
    /// other copy of x can be the first to be played. Such a rival is none that lies (a) in a pile whose top
    /// is an x: tops of rank x stay there until an x is played, since storing one only makes it a card that
    /// is played at once; (b) at the bottom of its pile: when it is uncovered, `last_card_waits` prefers the
    /// top; (c) under more cards than cells can be free, of ranks that cannot be played before x is: no
    /// foundation that needs x gets past it. So the tops are the first x to be played in some win; one of
    /// them can be played now, and if that is to another foundation Q than the one that is served here, both
    /// want x at that time and `longest_tail` applies. If several tops are not last cards, only they are
    /// tried.
    no_rival = 1 << 4,
    /// A card is moved to a cell only when the card under it is then moved, too: the move is "store k cards
    /// of one pile, play the next". Delay each storing until the card below is moved; if the stored card is
    /// played earlier than that, play it from the tableau. No cell is taken that the win did not take. Cards
    /// that would be played at once from the cell (`cell_at_once`) are not stored at all.
    store_to_play = 1 << 5,
    /// A state that was searched before is not searched again. The key is exact: the sizes of the tableau
    /// piles, the ranks in the cells and the lengths of the foundations tell everything. The state always
    /// shrinks, so nothing in the table can be on the present path.
    transposition = 1 << 6,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    shorter_tail,  ///< a foundation whose tail is shorter is not served
    equal_tail,    ///< of foundations with equal tails one is not served
    cell_at_once,
    no_competition,
    last_waits,       ///< the last card of a pile is not played, as a top that covers another is there
    one_of_last,      ///< of several tops that are last cards one is not played
    first_x,          ///< `no_rival`: one top is played at once
    first_xs,         ///< `no_rival`: several tops, nothing else is tried
    under_top,        ///< either, with another copy under a top of the same rank
    lowest,           ///< either, with another copy that is the lowest card of its pile
    buried,           ///< either, with another copy under more cards than cells can be free
    store_for_later,  ///< a card is not stored, as the card under it is not played next
    store_closed,     ///< a card is not stored, as it would be played from the cell at once
    transposition,
    count
};

}  // namespace quincunx::solver::rank_chains
