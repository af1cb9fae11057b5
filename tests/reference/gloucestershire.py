"""Gloucestershire, from docs/rules/gloucestershire.md."""

from cards import ACES, ALTERNATING_AROUND, NEXT_UP_AROUND
from table import Table, first_reason, lowest_empty


class Gloucestershire(Table):
    tableau_size = 8
    foundation_size = 4
    reserve_size = 2

    def deal(self, cards):
        coming = iter(cards)
        for first in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7):  # the first pile that gets a card in this round
            for pile in self.tableau[first:]:
                pile.append(next(coming))
        for pile in self.reserve:
            pile += [next(coming) for _ in range(26)]

    # ---- the moves, following the rules

    def fits_foundation(self, card, foundation):
        if foundation:
            return len(foundation) < 26 and card == NEXT_UP_AROUND[foundation[-1]]
        return card in ACES and all(not other or other[0] != card for other in self.foundations)

    def fits_tableau(self, card, pile):
        return not pile or card in ALTERNATING_AROUND[pile[-1]]

    @staticmethod
    def is_run(cards):
        return all(over in ALTERNATING_AROUND[under] for under, over in zip(cards, cards[1:]))

    def refusal(self, move):
        if move.word:
            return "Gloucestershire has no such move"
        if self.misnamed(move):
            return self.misnamed(move)
        source = self.pile(move.source, move.source_index)
        target = self.pile(move.target, move.target_index)
        if move.target == "R":
            return "nothing goes to the reserve"
        if move.source == "R":
            if move.card is None:
                return "say which card of the reserve"
            if move.card not in source:
                return f"{move.card} is not there"
            card = move.card
        else:
            if len(source) < move.count:
                return "there are not that many cards to move"
            cards = source[-move.count :]
            if not self.is_run(cards):
                return "the cards are not a run"
            if source is target:
                return "source and target are the same"
            card = cards[0]
        fits = self.fits_foundation if move.target == "F" else self.fits_tableau
        return None if fits(card, target) else f"{card} does not fit there"

    def make(self, move):
        source = self.pile(move.source, move.source_index)
        target = self.pile(move.target, move.target_index)
        if move.source == "R":
            source.remove(move.card)  # the lower one if there are two
            target.append(move.card)
        else:
            target.extend(source[-move.count :])
            del source[-move.count :]

    # ---- the list of legal moves

    def listed(self):
        moves = []
        # for each card of the reserve, the lowest pile that holds it, since one of two copies stands for both (A5)
        reserve = {card: f"R{number}@{card}" for number in (2, 1) for card in self.reserve[number - 1]}
        tops = {f"T{number}": pile[-1] for number, pile in enumerate(self.tableau, 1) if pile}
        takers = self.takers()
        for source, card in tops.items():
            if card in takers:
                moves.append(f"{source}>{takers[card]}")
        for card, source in reserve.items():
            if card in takers:
                moves.append(f"{source}>{takers[card]}")

        runs = [self.run_on_top(pile) for pile in self.tableau]
        space = lowest_empty(self.tableau)
        for target_index, target in enumerate(self.tableau):
            if not target and target_index != space:
                continue
            name = f"T{target_index + 1}"
            takes = ALTERNATING_AROUND[target[-1]] if target else reserve.keys()
            moves += [f"{reserve[card]}>{name}" for card in takes if card in reserve]
            for index, run in enumerate(runs):
                if index == target_index:
                    continue
                for count, card in enumerate(reversed(run), 1):
                    # any card can go to a space, but not the whole pile (A7)
                    if card in takes if target else count < len(self.tableau[index]):
                        several = f"*{count}" if count > 1 else ""
                        moves.append(f"T{index + 1}>{name}{several}")
        return sorted(moves)

    def takers(self):
        """For each card that fits on a foundation: the foundation's name, the first if several are empty (A5)."""
        takers = {}
        for number, pile in enumerate(self.foundations, 1):
            if pile and len(pile) < 26:
                takers[NEXT_UP_AROUND[pile[-1]]] = f"F{number}"
        space = lowest_empty(self.foundations)
        if space is not None:
            for card in ACES - {pile[0] for pile in self.foundations if pile}:
                takers[card] = f"F{space + 1}"
        return takers

    @staticmethod
    def run_on_top(pile):
        """The longest run ending at the top of the pile."""
        start = max(len(pile) - 1, 0)
        while start > 0 and pile[start] in ALTERNATING_AROUND[pile[start - 1]]:
            start -= 1
        return pile[start:]

    # ---- A8

    def invalid(self):
        return first_reason(
            self.too_long("F", self.foundations, 26),
            self.too_long("R", self.reserve, 26),
            self.unsorted_foundation(1, 4, ACES, NEXT_UP_AROUND),
            self.suit_twice(1, 4),
        )
