"""Grandfather and Grandfather Classic, from docs/rules/grandfather.md."""

from cards import ACES, KINGS, NEXT_DOWN, NEXT_UP
from table import Table, first_reason, lowest_empty


class Grandfather(Table):
    tableau_size = 20

    def __init__(self, game="grandfather"):
        super().__init__(game)
        self.stock_fills = game == "grandfather"
        self.waste = []
        self.stock = []
        self.redeals = 1

    def deal(self, cards):
        for pile, card in zip(self.tableau, cards):
            pile.append(card)
        self.stock = cards[20:][::-1]

    # ---- the moves, following the rules

    def fits_foundation(self, card, index):
        foundation = self.foundations[index]
        first, starts, after = (0, ACES, NEXT_UP) if index < 4 else (4, KINGS, NEXT_DOWN)
        if foundation:
            return card == after[foundation[-1]]
        group = self.foundations[first : first + 4]
        return card in starts and all(not other or other[0] != card for other in group)

    def refusal(self, move):
        if move.word == "draw":
            return None if self.stock else "the stock is empty"
        if move.word == "redeal":
            return self.no_redeal()
        if move.word:
            return "Grandfather has no such choice"
        if self.misnamed(move):
            return self.misnamed(move)
        source = self.pile(move.source, move.source_index)
        if not source:
            return "there is no card to move"
        if move.target == "F":
            fits = self.fits_foundation(source[-1], move.target_index)
            return None if fits else f"{source[-1]} does not fit there"
        if move.source == "T":
            return "a tableau card goes only to a foundation"
        if move.count > 1:
            return "one card at a time"
        return None if len(self.tableau[move.target_index]) < 2 else "the pile is full"

    def no_redeal(self):
        """Why a redeal is not possible now; None if it is."""
        if self.stock:
            return "the stock is not empty"
        if not self.waste:
            return "there is nothing to turn over"
        return None if self.redeals else "there is no redeal left"

    def make(self, move):
        if move.word == "draw":
            self.waste.append(self.stock.pop())
        elif move.word == "redeal":
            self.stock = self.waste[::-1]
            self.waste = []
            self.redeals -= 1
        else:
            source = self.pile(move.source, move.source_index)
            self.pile(move.target, move.target_index).append(source.pop())
            if move.source == "T" and not source:
                self.fill(source)

    def fill(self, pile):
        """H1."""
        if self.stock_fills and self.stock:
            pile.append(self.stock.pop())
        elif self.waste:
            pile.append(self.waste.pop())

    # ---- the list of legal moves

    def listed(self):
        moves = []
        if self.stock:
            moves.append("draw")
        if not self.no_redeal():
            moves.append("redeal")
        takers = self.takers()
        for index, pile in enumerate(self.tableau, 1):
            if pile:
                moves += [f"T{index}>{name}" for name in takers.get(pile[-1], ())]
        if self.waste:
            moves += [f"W>{name}" for name in takers.get(self.waste[-1], ())]
            space = lowest_empty(self.tableau)
            for index, pile in enumerate(self.tableau):
                if len(pile) == 1 or index == space:
                    moves.append(f"W>T{index + 1}")
        return sorted(moves)

    def takers(self):
        """For each card that fits on a foundation: the names of the foundations, of empty ones only the first (A5)."""
        takers = {}
        for first, starts, after in ((0, ACES, NEXT_UP), (4, KINGS, NEXT_DOWN)):
            group = self.foundations[first : first + 4]
            for number, pile in enumerate(group, first + 1):
                if pile:
                    takers.setdefault(after[pile[-1]], []).append(f"F{number}")
            space = lowest_empty(group)
            if space is not None:
                for card in starts - {pile[0] for pile in group if pile}:
                    takers.setdefault(card, []).append(f"F{first + space + 1}")
        return takers

    # ---- A8

    def invalid(self):
        emptied = lowest_empty(self.tableau)
        return first_reason(
            self.too_long("F", self.foundations, 13),
            self.too_long("T", self.tableau, 2),
            "the stock holds more than 84" if len(self.stock) > 84 else None,
            "the waste holds more than 84" if len(self.waste) > 84 else None,
            self.unsorted_foundation(1, 4, ACES, NEXT_UP),
            self.unsorted_foundation(5, 8, KINGS, NEXT_DOWN),
            self.suit_twice(1, 4),
            self.suit_twice(5, 8),
            f"T{emptied + 1} is empty although there are cards to fill it"
            if self.stock_fills and emptied is not None and (self.stock or self.waste)
            else None,
            "more than one redeal is left" if self.redeals > 1 else None,
        )
