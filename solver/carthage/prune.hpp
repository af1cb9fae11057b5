#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::carthage {

/// The pruning rules, as bits of a `PruneSet` of rules that are off.
enum Prune : PruneSet {
    /// A card is played to its foundation at once if all cards of its suit below its rank are home.
    /// Its twin cannot compete for the slot (the lower foundation has reached rank - 1, so both
    /// foundations take it or the higher one is past it), and nothing can ever be laid on it again
    /// (both copies of the rank below are home). Take a winning line, move the play to its front,
    /// drop the card's other moves: what it covered is only open earlier, what it occupied only
    /// free earlier. Nothing in Carthage is forced by that. In a strict game it may change who is
    /// dealt to, so there it waits until the stock is empty.
    safe_play = 1U << 0,
    /// After an irreversible move every run that can be laid on the end of another with the spaces
    /// at hand is laid there. The move can be taken back in the same way, so both positions are won
    /// or both are not. After a reversible move this holds for single cards only: what takes one
    /// back is a dig. Digs are free in the count of moves to a win by which the search gets on
    /// among states of equal progress, so the merged state is as near to the win. In no case is a
    /// card laid on a single one whose place is still open though no space is left: that would
    /// decide that it lies on the tableau.
    merge_runs = 1U << 1,
    /// A move that only fills a space (dig) is made only as part of a block that ends with a move
    /// that needs it. In a winning line take the first move that is no dig; the digs before it that
    /// it does not need, directly or through another dig, can be made after it: it neither used the
    /// cards they uncover nor the cards they moved. Two things may be missing then, and for each of
    /// them digs are made for themselves after the last deal. A pile of the tableau: where runs of
    /// two cards and more lie on every pile, no single card can be built on; there every dig that
    /// divides a run. A space to change places: the card that a dig opens, the last of a reserve or
    /// the highest of a run, can only be carried between reserve and tableau as long as a space is
    /// left, and the postponed dig may fill the last one; so a pile is dug down to it where a space
    /// stays free. Before the last deal only digs from tableau to tableau are postponed: a deal
    /// covers the reserves, and what lies on the tableau stays there.
    postpone_digs = 1U << 2,
    /// After the last deal, without a space, a state is given up if no space can come free even in
    /// a game in which a card that was once open, or once the end of a run, stays so, and
    /// foundations only rise (`Reach`). Every sequence of moves without a space is one in that
    /// game, and before the game is won a space comes free.
    dead_when_full = 1U << 3,
    /// After the last deal a card at the end of a run is played at once on the higher foundation of
    /// its suit if the lower one is but one rank behind. Follow a winning line without the card,
    /// and think of it where the line has it. Nothing need be laid on it: the one card that fits
    /// there can go home. If the line plays its twin first, the twin takes the place where the card
    /// is thought to be, and twins are equal. The same for the top of a reserve if the twin lies in
    /// it, too: the line moves the card first.
    twin_play = 1U << 4,
    /// After the last deal a move that frees no space, after which none is left, is made only if
    /// the move that frees the next space can need it, directly or through others (`Reach`). In a
    /// winning line take the first move that frees a space. Those before it that it does not need
    /// can be made after it, in their order: nothing of what they use has changed, and they have
    /// one more space. They have their piles of the tableau, too: as long as no space is left every
    /// single card stays in its pile, so no two moves build on the same one, and afterwards each of
    /// these piles is still there. So the line begins with needed moves only, and after each of them
    /// the next space comes free by it. Nothing is asked of digs that are made for themselves: the
    /// place that they give is not seen (see `postpone_digs`).
    needed_moves = 1U << 5,
    /// A state after the last deal is given up if the reserves cannot be dug in any order even in a
    /// game in which the cards out of them can be laid on each other and played home at will, and
    /// only need room (`Bag`). In a real win there is room after every card that is dug.
    bag = 1U << 6,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    safe_run,         ///< `safe_play` of the end of a run
    safe_stack,       ///< … of the top of a reserve
    safe_dug,         ///< no deeper digs are made in a pile where one of them opens such a card
    merged_single,    ///< `merge_runs` of a single card
    merged_run,       ///< … of a longer run
    postponed_early,  ///< `postpone_digs` of a run's end before the last deal
    postponed_run,    ///< … of a run's end after it
    postponed_stack,  ///< … of a reserve's top
    dead,             ///< `dead_when_full`
    twin_run,         ///< `twin_play` of the end of a run
    twin_stack,       ///< … of the top of a reserve that holds the twin
    needless_home,    ///< `needed_moves` of a card that goes home
    needless_run,     ///< … of a card of a run that is laid on another
    needless_stack,   ///< … of a card of a reserve
    no_room,          ///< `bag`
    count
};

}  // namespace quincunx::solver::carthage
