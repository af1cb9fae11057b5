#pragma once

#include <cstdint>

#include "solver/strategy.hpp"

namespace quincunx::solver::gargantua {

/// The pruning rules, as bits of a `PruneSet` of rules that are off.
///
/// The proofs search a **relaxed game**: where the rules keep a playable top of the waste at the redeal (G1),
/// the relaxed game lets the player choose freely whether the top is kept. What is lost there is lost under
/// the rules, with or without G1. In the relaxed game nothing is forced by what lies open, so more room, more
/// open cards and fewer cards on the waste never hurt; under G1 itself none of the rules below is claimed
/// while a redeal is ahead.
///
/// Write V(S) for "the relaxed game can be won from S".
enum Prune : PruneSet {
    /// A card X = (s, r) is taken home at once when both foundations of s have r - 1 cards or more, all four
    /// of the other color r - 2, and both of the suit of its color r - 3 (so it and its twin never compete
    /// for a slot).
    ///
    /// Argument: take a winning line, play X first and leave its later play out. Only cards of rank r - 1 and
    /// the other color may have lain on X; their foundations take them as soon as they are open; on those lay
    /// only cards of rank r - 2 of X's color, which are home (suit s) or are taken at once too; on these lay
    /// cards that are home already. So wherever the line lays such a card on another, it can go home instead,
    /// and later plays of it are left out. The other cards find at least as much room and as high
    /// foundations. The slots: let n(k) be the copies of rank k of a suit that are home; a copy of rank k
    /// goes home iff n(k) < n(k - 1). Taking X and the cards above home raises n(k) only at ranks whose n(k -
    /// 1) is 2 (all copies), so no twin loses its slot. If X was the waste's top, the order of the others
    /// does not change, and what is open comes earlier.
    safe_home = 1,

    /// A card is drawn only from states that no tableau move has changed since the last draw or play from the
    /// waste.
    ///
    /// Argument: delay. Tableau moves never become impossible by drawing, so a line may draw first and make
    /// them afterwards. Hence V(S + tableau moves) implies V(S), and S itself draws.
    lazy = 2,

    /// Tableau moves are only searched for the sake of the waste's top, while it may be played after them
    /// according to a relaxed closure (every card that may come up counts as open and as room, and nothing is
    /// used up), and no longer for a way in which it can be played at once without a rival. With no card left
    /// in stock and waste all tableau moves are searched.
    ///
    /// Argument: after tableau moves T that are not followed by playing the top, a card is drawn, and `lazy`
    /// applies. If the top can be laid down in S, a line makes T before it lays it down, and there is room
    /// for the top and all its rivals in T (cards of its rank and color that are laid, cards on which it
    /// could lie that go home: T needs no more of this room than one for each, and each of them once, so
    /// their order does not matter), then it can be laid down first and T be made after, with the same
    /// result: laying it takes nothing else away. Likewise for taking it home when both foundations want it
    /// or its twin is not among the cards that may come up. Without a rival, then, V(S + T + top) implies V(S
    /// + top). *With* rivals it does not: the one place may be needed by a card whose move turns up the next
    /// place.
    goal = 4,

    /// A state C = S + T + (waste top played) is dropped when T without one of its moves e makes the same
    /// play possible and e can be made afterwards, giving C.
    ///
    /// Argument: call Z the state before e is made afterwards. Z is searched (or a state is from which
    /// tableau moves lead to Z), has made fewer moves, and V(C) implies V(Z).
    minimal = 8,

    /// A state is dropped when a relaxed closure, in which every card of stock and waste is open too as
    /// soon as it can be, does not turn up every card. (When all are up, all go home.)
    ///
    /// Argument: the closure holds every card that any line can turn up and every height any foundation
    /// can reach, by induction on the line. It turns the whole waste over, so this is not said of lines
    /// that keep a top which could not be played after any tableau moves. The rules have no such lines,
    /// and the other arguments here make none: what they put off are tableau moves, which the closure
    /// makes in any case.
    closure = 16,
};

/// The branches of these rules (`PruneTally`).
enum class Branch : std::uint8_t {
    safe_base,       ///< `safe_home` of a card that turns up another, or leaves a space
    safe_loose,      ///< … of a loose card
    safe_waste,      ///< … of the waste's top
    lazy_draw,       ///< no card is drawn after tableau moves
    lazy_redeal,     ///< nor is the waste turned over
    goal_no_waste,   ///< there is no top to be played
    goal_no_way,     ///< the top cannot be played after any tableau moves
    goal_room,       ///< the top can be laid down at once without a rival
    goal_space,      ///< the same of a king
    goal_pair,       ///< the top can go home at once, as its twin can
    goal_no_twin,    ///< the top can go home at once, and its twin does not come up
    minimal_made,    ///< the step that was not needed is made by `safe_home` then
    minimal_after,   ///< it can be made afterwards
    closure_stock,   ///< a card of stock or waste never comes up
    closure_hidden,  ///< a face-down card never does
    count
};

}  // namespace quincunx::solver::gargantua
