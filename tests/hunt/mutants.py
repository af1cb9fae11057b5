"""Ways to break the solver that the hunts for wrong verdicts must detect (lab/verdict_hunt.py --mutants).

Each loosens a condition of a pruning rule, so that the rule prunes more than its argument allows and a winnable
position may be called lost; or makes one key of states that differ. A change gives a file, a text that occurs in it
exactly once, and its replacement: statements, which end with ";", or expressions. All of them are built into one
program, which QUINCUNX_MUTANT tells which is to be made. A dig is a move that only fills a space (docs/solver/carthage.md).
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
         "higher(suit(card)) == rank(card) - 1 && lower(suit(card)) == rank(card) - 2",
         "higher(suit(card)) == rank(card) - 1 && lower(suit(card)) >= rank(card) - 3"),
    ]},
    # A card may be placed on one whose own place was still open, which forces that one to the tableau.
    {"name": "carthage: merge_runs decides an open place", "changes": [
        ("solver/carthage/settle.hpp", "free == 0 && table().is_undecided(state, onto)", "false"),
    ]},
    # Moves of a card that something was placed on no longer count as depending on that.
    {"name": "carthage: needed_moves forgets what a card lies on", "changes": [
        ("solver/carthage/reach.hpp", "with_ends_ |= bit(card) | (bit(card + 1) & ends_);", "with_ends_ |= bit(card);"),
    ]},
    # A card that could cover either way is played one way immediately; the other foundation may then lack its card.
    {"name": "two_way: last_copy with the twin at large", "changes": [
        ("solver/two_way/depth_first.hpp", "state.cover[pile] != 0 && twin_is_home(state, face)", "state.cover[pile] != 0"),
    ]},
    # The card that a descending foundation takes next no longer frees what it covers.
    {"name": "two_way: closure one rank short", "changes": [
        ("solver/two_way/closure.hpp", "rank <= state.next_down[suit] && rank > down[suit]",
         "rank < state.next_down[suit] && rank > down[suit]"),
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
        ("solver/gloucestershire/expand.hpp", "count < whole.size", "count < whole.run"),
    ]},
    # A reserve card is placed on the tableau only while its twin is also in the reserve.
    {"name": "gloucestershire: no single reserve card is laid", "changes": [
        ("solver/gloucestershire/expand.hpp", "if (state_.reserved(card) == 0 || (target != 0 && !Order<rules>::follows(piles_.node(target).card, card))) continue;",
         "if (state_.reserved(card) <= 1 || (target != 0 && !Order<rules>::follows(piles_.node(target).card, card))) continue;"),
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
    # A place less than there is.
    {"name": "carthage: bag with one pile less", "changes": [
        ("solver/carthage/bag.hpp", "node.room = rules.tableau.piles;", "node.room = rules.tableau.piles - 1;"),
    ]},
    # A card that fits on a foundation is taken for one that nothing could be laid on.
    {"name": "carthage: no deeper digs under a card that fits", "changes": [
        ("solver/carthage/expand.hpp", "plays_safe_ && state_.is_safe(card)", "plays_safe_ && state_.fits_home(card)"),
    ]},
    # Carrying the last card of a reserve away no longer counts as freeing a space.
    {"name": "carthage: dead_when_full forgets opened reserves", "changes": [
        ("solver/carthage/reach.hpp", "lasts_ |= bit(card);", ""),
    ]},
    # After a move that can be taken back, long runs are merged, too, so that a run is never divided.
    {"name": "carthage: merge_runs after every move", "changes": [
        ("solver/carthage/settle.hpp", "irreversible ? rules.ranks : longest", "rules.ranks"),
    ]},
    # A play may empty a reserve, which is then dealt to.
    {"name": "carthage-strict: safe_play before the last deal", "changes": [
        ("solver/carthage/settle.hpp", "(!strict || table.last_phase(state))", "true"),
    ]},
    # No other order is tried where the two cards of a face compete.
    {"name": "two_way: play_order tries nothing else", "changes": [
        ("solver/two_way/order.hpp", "here.count() < (here.last ? 1 : 2)", "here.count() < 1"),
    ]},
    # States before and after the redeal have one key.
    {"name": "two_way: key without redeals", "changes": [
        ("solver/two_way/key.hpp", "state.redeals", "std::uint64_t{0}"),
    ]},
    # Piles with the two cards in the other order have one key.
    {"name": "two_way: key without the order in a pile", "changes": [
        ("solver/two_way/key.hpp", "state.under[pile] << 8 | state.cover[pile]", "state.under[pile] + state.cover[pile]"),
    ]},
    # The top of the waste does not count as free.
    {"name": "two_way: closure without the top of the waste", "changes": [
        ("solver/two_way/closure.hpp", "i < state.waste_size", "i + 1 < state.waste_size"),
    ]},
    # Another foundation with a longer tail may need the card in the cell.
    {"name": "rank_chains: cell_at_once whatever the tails", "changes": [
        ("solver/rank_chains/depth_first.hpp", "!now.none_longer", "false"),
    ]},
    # One foundation may need the rank later.
    {"name": "rank_chains: no_competition with one competitor", "changes": [
        ("solver/rank_chains/depth_first.hpp", "wants == needs", "std::popcount(needs) <= std::popcount(wants) + 1"),
    ]},
    # The foundation with the shortest tail gets the card.
    {"name": "rank_chains: the shortest tail", "changes": [
        ("solver/rank_chains/depth_first.hpp", "tail(x, lowest(mask)) > tail(x, best)", "tail(x, lowest(mask)) < tail(x, best)"),
    ]},
    # States that differ in the card of a cell have one key.
    {"name": "rank_chains: key without a cell", "changes": [
        ("solver/rank_chains/depth_first.hpp", "(left << 8 | std::uint64_t(high) << 4 | low)", "(left << 8 | std::uint64_t(high) << 4)"),
    ]},
    # Piles whose tops are equal count as equal.
    {"name": "gloucestershire: equal piles by their tops", "changes": [
        ("solver/gloucestershire/expand.hpp", "state_.pile[at(j)] == state_.pile[at(j - 1)]",
         "piles_.node(state_.pile[at(j)]).card == piles_.node(state_.pile[at(j - 1)]).card"),
    ]},
    # A unit that was divided is put together again at once.
    {"name": "gloucestershire: merge_piles after every move", "changes": [
        ("solver/gloucestershire/settle.hpp", "(before.pending || progress_of(moves_.piles(), state) != before.progress)", "true"),
    ]},
    # The other suit of the color may still need the card.
    {"name": "gargantua: safe_home one rank too early for the other suit", "changes": [
        ("solver/gargantua/state.hpp", "below > mate + 2", "below > mate + 3"),
    ]},
    # The last pass through the stock is left out.
    {"name": "gargantua: closure one pass short", "changes": [
        ("solver/gargantua/closure.hpp", "redeals-- == 0", "redeals-- <= 1"),
    ]},
    # States that differ in a lower foundation have one key.
    {"name": "gargantua: key without the lower foundations", "changes": [
        ("solver/gargantua/key.hpp", "state.heights >> (8 * suit) & 255", "state.heights >> (8 * suit) & 15"),
    ]},
    # States that differ in the card that the redeal keeps have one key.
    {"name": "gargantua: key without the kept card", "changes": [
        ("solver/gargantua/key.hpp", "(state.stock & 1) != 0 ? std::uint64_t{1} << state.kept : 0", "std::uint64_t{0}"),
    ]},
    # No card is drawn after one that the waste has played to a foundation.
    {"name": "gargantua: lazy after a play from the waste", "changes": [
        ("solver/gargantua/exact.hpp", "state.stock != stock || !on(lazy)", "!on(lazy)"),
    ]},
    # The step that was left out may lead elsewhere when it is made afterwards.
    {"name": "gargantua: minimal with another result", "changes": [
        ("solver/gargantua/exact.hpp", "return make(path_[left_out]) && key_of<rules>(state) == key ? Branch::minimal_after : Branch::count;",
         "return make(path_[left_out]) ? Branch::minimal_after : Branch::count;"),
    ]},
    # One twin is no rival.
    {"name": "gargantua: goal with a twin that may go first", "changes": [
        ("solver/gargantua/closure.hpp", "twins > 0", "twins > 1"),
    ]},
]

# Preconditions of safe moves (a name says what may be) and parts of fingerprints of the general search, left out. The tests
# in tests/rules/search_test.cpp find them.
GENERAL = [
    {"name": "general: safe: foundations for a part of the cards", "changes": [
        ("solver/general/safe.hpp", "group.piles != suit_count * rules.decks || group.length != rules.ranks", "false"),
    ]},
    {"name": "general: safe: foundations that start with any cards", "changes": [
        ("solver/general/safe.hpp", "group.start == Start::dealt_card", "false"),
    ]},
    {"name": "general: safe: moves before the choice", "changes": [
        ("solver/general/safe.hpp", "rules.has_choice()", "false"),
    ]},
    {"name": "general: safe: piles are refilled", "changes": [
        ("solver/general/safe.hpp", "rules.refills()", "false"),
    ]},
    {"name": "general: safe: the redeal keeps a card", "changes": [
        ("solver/general/safe.hpp", "rules.stock.redeal.keep_playable_top", "false"),
    ]},
    {"name": "general: safe: deals to empty reserves", "changes": [
        ("solver/general/safe.hpp", "rules.stock.deal_to == DealTo::empty_reserves", "false"),
    ]},
    {"name": "general: safe: deals only to full piles", "changes": [
        ("solver/general/safe.hpp", "rules.deals_to_full_tableau()", "false"),
    ]},
    {"name": "general: safe: any cards move together", "changes": [
        ("solver/general/safe.hpp", "rules.deals_to_tableau() && rules.moves_any_cards()", "false"),
    ]},
    {"name": "general: safe: any card on any card", "changes": [
        ("solver/general/safe.hpp", "build.follow != Follow::any_card", "true"),
    ]},
    {"name": "general: safe: the tableau goes up", "changes": [
        ("solver/general/safe.hpp", "build.step == -1", "true"),
    ]},
    {"name": "general: safe: a twin with no place", "changes": [
        ("solver/general/safe.hpp", "home[at(index(card.suit()))] < rank", "home[at(index(card.suit()))] + 1 < rank"),
    ]},
    {"name": "general: safe: the lower of two foundations is empty", "changes": [
        ("solver/general/safe.hpp", "begun[suit] < group.per_suit", "false"),
    ]},
    {"name": "general: safe: an ace holds a king", "changes": [
        ("solver/general/safe.hpp", "number(card.rank()) == 1 && !build.wraps", "number(card.rank()) == 1"),
    ]},
    {"name": "general: safe: the card below an ace is needed", "changes": [
        ("solver/general/safe.hpp", "!(first_hold && rules().takes_back())", "true"),
    ]},
    {"name": "general: safe: first cards hold, whatever the first rank", "changes": [
        ("solver/general/safe.hpp", "start != 1 || build.wraps", "build.wraps"),
    ]},
    {"name": "general: safe: first cards hold, round the corner", "changes": [
        ("solver/general/safe.hpp", "start != 1 || build.wraps", "start != 1"),
    ]},
    {"name": "general: safe: a first card", "changes": [
        ("solver/general/safe.hpp", "if (rank == 0) return false;", "if (rank == 0) return true;"),
    ]},
    {"name": "general: safe: any suit is the other color", "changes": [
        ("solver/general/safe.hpp", "same = other = std::min(same, other);", ";"),
    ]},
    {"name": "general: safe: the same color is the other one", "changes": [
        ("solver/general/safe.hpp", "other = same;", ";"),
    ]},
    {"name": "general: safe: cards come back", "changes": [
        ("solver/general/safe.hpp", "!rules().takes_back() && other >= rank", "other >= rank"),
    ]},
    {"name": "general: safe: one rank too early", "changes": [
        ("solver/general/safe.hpp", "!rules().takes_back() && other >= rank", "!rules().takes_back() && rank <= other + 1"),
    ]},
    {"name": "general: safe: first cards carry others, and come back", "changes": [
        ("solver/general/safe.hpp", "if (first_hold && rules().takes_back()) return false;", ";"),
    ]},
    {"name": "general: safe: units out of order", "changes": [
        ("solver/general/safe.hpp", "!rules.moves_any_cards()", "true"),
    ]},
    {"name": "general: safe: no way home from the waste", "changes": [
        ("solver/general/safe.hpp", "both(waste_to_tableau, waste_to_foundation)", "true"),
    ]},
    {"name": "general: safe: no way home from the reserve", "changes": [
        ("solver/general/safe.hpp", "both(reserve_to_tableau, reserve_to_foundation)", "true"),
    ]},
    {"name": "general: safe: the other color two ranks behind", "changes": [
        ("solver/general/safe.hpp", "other >= rank - 1", "other >= rank - 2"),
    ]},
    {"name": "general: safe: the same color three ranks behind", "changes": [
        ("solver/general/safe.hpp", "(first_hold && rank == 2 ? 1 : rank - 2)", "(first_hold && rank == 2 ? 1 : rank - 3)"),
    ]},
    {"name": "general: safe: first cards at large", "changes": [
        ("solver/general/safe.hpp", "(first_hold && rank == 2 ? 1 : rank - 2)", "(first_hold && rank == 2 ? 0 : rank - 2)"),
    ]},
    {"name": "general: safe: first cards that hold the last", "changes": [
        ("solver/general/safe.hpp", "!(first_hold && rank == 1)", "true"),
    ]},
    {"name": "general: safe: cards that are drawn together are torn apart", "changes": [
        ("solver/general/safe.hpp", "rules().stock.each == 1 || position.redeals_left() == 0", "true"),
    ]},
    {"name": "general: stock: safe cards between others that are drawn together", "changes": [
        ("solver/general/search.hpp", "turns_ && rules().stock.each == 1", "turns_"),
    ]},
    {"name": "general: stock: turned as often as one likes", "changes": [
        ("solver/general/fingerprint.hpp", "rules.stock.redeal == Redeal{unlimited, false}",
         "!rules.stock.redeal.keep_playable_top"),
    ]},
    {"name": "general: stock: the redeal keeps no card", "changes": [
        ("solver/general/fingerprint.hpp", "rules.stock.redeal == Redeal{unlimited, false}",
         "rules.stock.redeal.count == unlimited"),
    ]},
    {"name": "general: stock: refilled from it", "changes": [
        ("solver/general/fingerprint.hpp", "(refill == Refill::none || refill == Refill::from_reserve)", "true"),
    ]},
    {"name": "general: stock: how far it is turned", "changes": [
        ("solver/general/fingerprint.hpp", "between && !stock.empty() ? waste.size() : 0", "std::size_t{0}"),
    ]},
    {"name": "general: stock: no pass after the redeal", "changes": [
        ("solver/general/search.hpp", "turned < all && turned != waste.size()", "false"),
    ]},
    {"name": "general: hasty: lost after a hasty pass", "changes": [
        ("solver/general/search.hpp", "hasty_failed_ = true; pass_end_ = progress_.nodes; return;", ";"),
    ]},
    {"name": "general: hasty: the last pass", "changes": [
        ("solver/general/search.hpp", "hasty_ ? View::hasty : View::turned", "View::hasty"),
    ]},
    {"name": "general: fingerprint: salts not mixed", "changes": [
        ("solver/general/fingerprint.hpp", "hash::mix(salt)", "(salt)"),
        ("solver/general/fingerprint.hpp", "hash::mix(~salt)", "(~salt)"),
    ]},
    {"name": "general: fingerprint: face-down cards", "changes": [
        ("solver/general/fingerprint.hpp", "0x51ed270b9f652295U", "0U"),
        ("solver/general/fingerprint.hpp", "0x8bb84b93962eacc9U", "0U"),
    ]},
    {"name": "general: fingerprint: suits of the tableau", "changes": [
        ("solver/general/fingerprint.hpp", "std::max(sight(rules.tableau.build.follow), sight(rules.tableau.run))",
         "sight(rules.tableau.run)"),
    ]},
    {"name": "general: fingerprint: suits of runs", "changes": [
        ("solver/general/fingerprint.hpp", "std::max(sight(rules.tableau.build.follow), sight(rules.tableau.run))",
         "sight(rules.tableau.build.follow)"),
    ]},
    {"name": "general: fingerprint: suits of foundations", "changes": [
        ("solver/general/fingerprint.hpp", "most = std::max(most, sight(group.build.follow));", ";"),
    ]},
    {"name": "general: fingerprint: colors", "changes": [
        ("solver/general/fingerprint.hpp", "sees == Sight::color ? color : 0", "0"),
    ]},
    {"name": "general: fingerprint: reserves that are dealt to", "changes": [
        ("solver/general/fingerprint.hpp", "position.reserves_equal()", "true"),
    ]},
    {"name": "general: fingerprint: reserves that refill", "changes": [
        ("solver/general/fingerprint.hpp", "!rules().refills_from_reserve()", "true"),
    ]},
    {"name": "general: fingerprint: piles that are dealt to", "changes": [
        ("solver/general/fingerprint.hpp", "position.spaces_alike()", "true"),
    ]},
    {"name": "general: fingerprint: redeals", "changes": [
        ("solver/general/fingerprint.hpp", "static_cast<std::uint64_t>(position.redeals_left() + 1)", "std::uint64_t{0}"),
    ]},
    {"name": "general: fingerprint: the choice", "changes": [
        ("solver/general/fingerprint.hpp", "static_cast<std::uint64_t>(position.choice())", "std::uint64_t{0}"),
    ]},
    {"name": "general: fingerprint: groups of foundations", "changes": [
        ("solver/general/fingerprint.hpp", "static_cast<std::uint64_t>(&group - rules().foundations.data())", "std::uint64_t{0}"),
    ]},
    {"name": "general: fingerprint: sizes of foundations", "changes": [
        ("solver/general/fingerprint.hpp", "cards.size() * 128", "std::uint64_t{0}"),
    ]},
    {"name": "general: fingerprint: the waste", "changes": [
        ("solver/general/fingerprint.hpp", "of_cards(cards, 0, 0x60)", "Fingerprint{}"),
    ]},
    {"name": "general: fingerprint: the stock", "changes": [
        ("solver/general/fingerprint.hpp", "of_cards(cards, 0, 0x70)", "Fingerprint{}"),
    ]},
]

# Mutants that 10,000 positions do not show to either hunt, with any of their seeds, and those that only the first one finds.
# A mutant that is found no longer, or for the first time, is to be noticed.
NOT_FOUND = {
    "carthage: opened cards are not carried in time",
    "carthage-strict: safe_play before the last deal",
    "carthage: runs on every pile are not divided",
    "carthage: merge_runs decides an open place",
    "carthage: needed_moves forgets what a card lies on",
    "gargantua: goal with one rival more than places",
    "carthage: bag with one pile less",
    "carthage: no deeper digs under a card that fits",
    "carthage: merge_runs after every move",
    "two_way: key without redeals",
    "two_way: key without the order in a pile",
    "rank_chains: key without a cell",
    "gargantua: closure one pass short",
    "gargantua: key without the kept card",
    "gargantua: lazy after a play from the waste",
    "gargantua: minimal with another result",
    "gargantua: goal with a twin that may go first",
}
FIRST_ONLY = {
    "gargantua: safe_home one rank too early for the other suit",
}
