"""Ways to break the solver that the hunt for wrong verdicts must detect (tools/verdict_hunt.py --mutants).

Each loosens a condition of a pruning rule, so that the rule prunes more than its argument allows and a winnable
position may be called lost. A change gives a file, a text that occurs in it exactly once, and its replacement.
A dig is a move that only fills a space (docs/solver/carthage.md).
"""
MUTANTS = [
    # Carthage's earlier rule: digs that open a card are postponed like all others.
    {"name": "carthage: opened cards are not carried in time", "seeds": 3, "changes": [
        ("solver/carthage/expand.hpp", "return last_ && pruning_.on(Prune::postpone_digs) && digs < free_;",
         "return digs < 0;"),
        ("solver/carthage/expand.hpp", "above + 1 == stacks().size(stack) ? room_for_last : room_left", "room_left"),
    ]},
    # No state has more runs than piles, so this never makes digs that divide runs.
    {"name": "carthage: runs on every pile are not divided", "changes": [
        ("solver/carthage/expand.hpp", "crowded_ = last_ && built == State::piles;", "crowded_ = last_ && built > State::piles;"),
    ]},
    # The lower foundation may be two ranks behind, so the card may still be needed to build on.
    {"name": "carthage: twin_play one rank too early", "changes": [
        ("solver/carthage/state.hpp",
         "higher(suit(card)) == rank(card) - 1 && lower(suit(card)) == rank(card) - 2;",
         "higher(suit(card)) == rank(card) - 1 && lower(suit(card)) >= rank(card) - 3;"),
    ]},
    # A card may be placed on one whose own place was still open, which forces that one to the tableau.
    {"name": "carthage: merge_runs decides an open place", "changes": [
        ("solver/carthage/settle.hpp", "if (free == 0 && table().is_undecided(state, onto)) continue;", ""),
    ]},
    # Moves of a card that something was placed on no longer count as depending on that.
    {"name": "carthage: needed_moves forgets what a card lies on", "changes": [
        ("solver/carthage/reach.hpp", "with_ends_ |= bit(card) | (bit(card + 1) & ends_);", "with_ends_ |= bit(card);"),
    ]},
    # A card that could cover either way is played one way immediately; the other foundation may then lack its card.
    {"name": "two_way: last_copy with the twin at large", "changes": [
        ("solver/two_way/depth_first.hpp", "if (on(last_copy) && state.cover[pile] != 0 && twin_is_home(state, face) &&",
         "if (on(last_copy) && state.cover[pile] != 0 &&"),
    ]},
    # The card that a descending foundation takes next no longer frees what it covers.
    {"name": "two_way: closure one rank short", "changes": [
        ("solver/two_way/closure.hpp", "const bool goes_down = rank <= state.next_down[suit] && rank > down[suit];",
         "const bool goes_down = rank < state.next_down[suit] && rank > down[suit];"),
    ]},
    # A foundation whose tail is one longer loses its card to the one that wants it now.
    {"name": "rank_chains: a longer tail by one is not seen", "changes": [
        ("solver/rank_chains/depth_first.hpp", "unsigned(tail(x, target) + 1)", "unsigned(tail(x, target) + 2)"),
    ]},
    # A copy that can be reached by using every free cell counts as out of reach.
    {"name": "rank_chains: no_rival with one cell less", "changes": [
        ("solver/rank_chains/depth_first.hpp", "if (stored <= room) return true;", "if (stored < room) return true;"),
    ]},
    # A whole unit that lies on another card no longer moves to a space.
    {"name": "gloucestershire: no whole unit to a space", "changes": [
        ("solver/gloucestershire/expand.hpp", "target == 0 ? count < whole.size :", "target == 0 ? count < whole.run :"),
    ]},
    # A reserve card is placed on the tableau only while its twin is also in the reserve.
    {"name": "gloucestershire: no single reserve card is laid", "changes": [
        ("solver/gloucestershire/expand.hpp", "if (state_.reserved(card) == 0 || (target != 0",
         "if (state_.reserved(card) <= 1 || (target != 0"),
    ]},
    # A card goes to its foundation although another card, not yet playable there, could be placed on it.
    {"name": "gargantua: safe_home one rank too early", "changes": [
        ("solver/gargantua/state.hpp", "below > other[at(color_of_suit(suit))] + 1",
         "below > other[at(color_of_suit(suit))] + 2"),
    ]},
    # The top card takes the only place for a card whose move would turn up the next place.
    {"name": "gargantua: goal with one rival more than places", "changes": [
        ("solver/gargantua/closure.hpp", "G::room_for(state, face) <= rivals_for_room(game, face)",
         "G::room_for(state, face) < rivals_for_room(game, face)"),
    ]},
]
