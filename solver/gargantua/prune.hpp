#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::gargantua {

/// The pruning rules, as bits. A `PruneSet` is the set of rules that are switched off.
///
/// The proofs search a **relaxed game**: where the rules keep a playable top of the waste at the redeal (G1),
/// the relaxed game lets the player choose freely whether the top is kept. What is lost there is lost under
/// the rules, with or without G1. In the relaxed game, open cards force nothing, so more room, more open
/// cards and fewer cards on the waste never hurt. Under G1 itself, none of the rules below is claimed to be
/// sound while a redeal is still ahead.
///
/// V(S) means "the relaxed game can be won from S".
enum Prune : PruneSet {
    /// A card X = (s, r) is taken to a foundation immediately when both foundations of s have at least r - 1
    /// cards, all four of the other color at least r - 2, and both of the other suit of X's color at least r
    /// - 3 (so X and its twin never compete for a slot).
    ///
    /// Argument: take a winning line, play X first and leave out its later play. Only cards of rank r - 1 and
    /// the other color may have lain on X; their foundations take them as soon as they are open. On those lay
    /// only cards of rank r - 2 of X's color, which are on foundations already (suit s) or are also taken
    /// there immediately; on these lay only cards that are on foundations already. So wherever the line lays
    /// such a card on another, it can go to its foundation instead, and its later plays are left out. The
    /// other cards find at least as much room and foundations at least as high. As for the slots: let n(k) be
    /// the number of copies of rank k of a suit on foundations; a copy of rank k can go to a foundation iff
    /// n(k) < n(k - 1). Taking X and the cards above to foundations raises n(k) only at ranks where n(k - 1)
    /// is 2 (all copies), so no twin loses its slot. If X was the top of the waste, the order of the other
    /// cards there does not change, and they come up earlier.
    safe_home = 1,

    /// A card is drawn only from states that no tableau move has changed since the last draw or play from the
    /// waste.
    ///
    /// Argument: delay. Drawing never makes a tableau move impossible, so a line may draw first and make its
    /// tableau moves afterwards. Hence V(S + tableau moves) implies V(S), and S itself draws.
    lazy = 2,

    /// Tableau moves are searched only for the sake of the top of the waste: while a relaxed closure (every
    /// card that may come up counts as open and as room, and nothing is used up) says that the top may become
    /// playable after them, and not for a play of the top that can be made immediately without a rival. When
    /// no card is left in stock and waste, all tableau moves are searched.
    ///
    /// Argument: after tableau moves T that are not followed by playing the top, a card is drawn, and `lazy`
    /// applies. Suppose that the top can be laid down in S, that a line makes T before laying it down, and
    /// that there is room for the top and for all its rivals in T (cards of its rank and color that are laid
    /// down, and cards on which it could lie that go to foundations: T needs at most one of these places for
    /// each rival, and each rival needs it once, so their order does not matter). Then the top can be laid
    /// down first and T made afterwards, with the same result: laying it down takes nothing else away. The
    /// same goes for taking it to a foundation if both foundations want it or its twin is not among the cards
    /// that may come up. Without a rival, then, V(S + T + top) implies V(S + top). *With* rivals it does not:
    /// the only place may be needed by a card whose move turns up the next place.
    goal = 4,

    /// A state C = S + T + (top of the waste played) is dropped if T without one of its moves e also makes
    /// that play possible, and e can be made afterwards, giving C.
    ///
    /// Argument: let Z be the state before e is made afterwards. Z is searched (or else a state from which
    /// tableau moves lead to Z), it has made fewer moves, and V(C) implies V(Z).
    minimal = 8,

    /// A state is dropped if a relaxed closure, in which every card of the stock and the waste is also open
    /// as soon as it can be, does not turn up every card. (Once all cards are up, they all go to
    /// foundations.)
    ///
    /// Argument: by induction on the line, the closure contains every card that any line can turn up and
    /// every height that any foundation can reach. The closure turns the whole waste over, so this is not
    /// claimed for lines that keep a top which could not be played after any tableau moves. The rules allow
    /// no such lines, and the other arguments here create none: what they put off are tableau moves, which
    /// the closure makes in any case.
    closure = 16,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    safe_base,       ///< `safe_home` of a card that turns up another or leaves a space
    safe_loose,      ///< … of a loose card
    safe_waste,      ///< … of the top of the waste
    lazy_draw,       ///< no card is drawn after tableau moves
    lazy_redeal,     ///< nor is the waste turned over
    goal_no_waste,   ///< there is no top to play
    goal_no_way,     ///< the top cannot be played after any tableau moves
    goal_room,       ///< the top can be laid down immediately without a rival
    goal_space,      ///< the same for a king
    goal_pair,       ///< the top can go to a foundation immediately, and so can its twin
    goal_no_twin,    ///< the top can go to a foundation immediately, and its twin does not come up
    minimal_made,    ///< the step that was not needed is then made by `safe_home`
    minimal_after,   ///< it can be made afterwards
    closure_stock,   ///< a card of stock or waste never comes up
    closure_hidden,  ///< a face-down card never comes up
    count
};

}  // namespace quincunx::solver::gargantua
