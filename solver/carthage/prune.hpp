#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::carthage {

/// The pruning rules, as bits. A `PruneSet` is the set of rules that are switched off.
enum Prune : PruneSet {
    /// A card is played to its foundation immediately if all cards of its suit below its rank are on
    /// foundations. Its twin cannot compete for the place (the lower foundation has reached rank - 1, so
    /// either both foundations take the card or the higher one is already past it), and nothing can ever be
    /// laid on the card again (both copies of the rank below are on foundations). Take a winning line, move
    /// this play to the front and drop the card's other moves: what it covered is only uncovered earlier, and
    /// what it occupied is only freed earlier. In Carthage that forces nothing. In a strict game it may
    /// change which piles are dealt to, so there the rule waits until the stock is empty.
    safe_play = 1U << 0,
    /// After an irreversible move, every run that can be laid on the end of another with the spaces available
    /// is laid there. The move can be taken back in the same way, so either both positions can be won or
    /// neither can. After a reversible move this holds for single cards only, since a single card is taken
    /// back by a dig. Among states of equal progress, the search makes headway by the number of moves left to
    /// a win, and digs do not count as moves there, so the merged state is just as near to the win. A card is
    /// never laid on a single card whose place is still undecided while no space is left: that would decide
    /// that the single card lies on the tableau.
    merge_runs = 1U << 1,
    /// A move that only fills a space (a dig) is made only as part of a block that ends with a move that
    /// needs it. In a winning line, take the first move that is not a dig; those digs before it that it does
    /// not need, directly or through another dig, can be made after it, because it used neither the cards
    /// they uncover nor the cards they moved. Two things may be missing then, and for each of them there are
    /// blocks of digs alone after the last deal. (1) A pile of the tableau: if there are runs of two or more
    /// cards on every pile, no single card can be built on; in that case every dig that divides a run is a
    /// block of its own. (2) A space for changing places: the card that a dig opens, the last of a reserve or
    /// the highest of a run, can be carried between reserve and tableau only as long as a space is left, and
    /// the postponed dig may fill the last one; so a pile is dug down to that card if a space stays free.
    /// Before the last deal, only digs from tableau to tableau are postponed: a deal covers the reserves,
    /// whereas what lies on the tableau stays there.
    postpone_digs = 1U << 2,
    /// After the last deal, if no space is left, a state is given up if none can come free even in a game in
    /// which a card that was once open, or once the end of a run, remains so, and foundations only rise
    /// (`Reach`). Every sequence of moves without a space is also a sequence of that game, and a space must
    /// come free before the game is won.
    dead_when_full = 1U << 3,
    /// After the last deal, a card at the end of a run is played immediately to the higher foundation of its
    /// suit if the lower one is only one rank behind. Follow a winning line without the card, imagining the
    /// card wherever the line has it. Nothing need be laid on it: the one card that fits there can go to a
    /// foundation instead. If the line plays the card's twin first, the twin takes the place where the card
    /// is imagined to be, and twins are equal. The same is true of the top of a reserve if the twin lies in
    /// the same reserve: then the line moves the card first.
    twin_play = 1U << 4,
    /// After the last deal, a move that frees no space and leaves none is made only if the move that frees
    /// the next space can need it, directly or through others (`Reach`). In a winning line, take the first
    /// move that frees a space. Those moves before it that it does not need can be made after it, in the same
    /// order: nothing they use has changed, and they have one more space. They also have their piles of the
    /// tableau: as long as no space is left, every single card stays in its pile, so no two moves build on
    /// the same one, and afterwards each of these piles is still there. So the line begins with needed moves
    /// only, and each of them is needed by the move that frees the next space. Blocks of digs
    /// alone are exempt: `Reach` does not see the place that they provide (see `postpone_digs`).
    needed_moves = 1U << 5,
    /// A state after the last deal is given up if the reserves cannot be dug out in any order, even in a game
    /// in which the cards out of the reserves can be laid on each other and played to foundations at will and
    /// only need room (`Bag`). In a real win there is room after every card that is dug out.
    bag = 1U << 6,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    safe_run,         ///< `safe_play` of the end of a run
    safe_stack,       ///< … of the top of a reserve
    safe_dug,         ///< no deeper digs are made in a pile if one of its digs opens such a card
    merged_single,    ///< `merge_runs` of a single card
    merged_run,       ///< … of a longer run
    postponed_early,  ///< `postpone_digs` of a run's end before the last deal
    postponed_run,    ///< … of a run's end after the last deal
    postponed_stack,  ///< … of a reserve's top
    dead,             ///< `dead_when_full`
    twin_run,         ///< `twin_play` of the end of a run
    twin_stack,       ///< … of the top of a reserve that holds the twin
    needless_home,    ///< `needed_moves` of a card that goes to a foundation
    needless_run,     ///< … of a card of a run that is laid on another
    needless_stack,   ///< … of a card of a reserve
    no_room,          ///< `bag`
    count
};

}  // namespace quincunx::solver::carthage
