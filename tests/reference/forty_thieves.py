"""Forty Thieves, from tests/games/forty-thieves.md."""

from cards import ACES, NEXT_DOWN, NEXT_UP
from table import Table, first_reason, lowest_empty, lowest_that_wants


class FortyThieves(Table):
    tableau_size = 10

    def __init__(self, game="forty-thieves"):
        super().__init__(game)
        self.stock = []
        self.waste = []

    def deal(self, cards):
        for number, card in enumerate(cards[:40]):
            self.tableau[number % 10].append(card)
        self.stock = cards[40:][::-1]

    # ---- the moves, following the rules

    def fits_foundation(self, card, foundation):
        return card == NEXT_UP[foundation[-1]] if foundation else card in ACES

    def fits_tableau(self, card, pile):
        return not pile or card == NEXT_DOWN[pile[-1]]

    def refusal(self, move):
        if move.word == "draw":
            return None if self.stock else "the stock is empty"
        if move.word:
            return "Forty Thieves has no such move"
        if self.misnamed(move):
            return self.misnamed(move)
        if move.count > 1:
            return "one card at a time"
        if self.idle(move):
            return self.idle(move)
        source = self.pile(move.source, move.source_index)
        target = self.pile(move.target, move.target_index)
        fits = self.fits_foundation if move.target == "F" else self.fits_tableau
        return None if fits(source[-1], target) else f"{source[-1]} does not fit there"

    def make(self, move):
        if move.word == "draw":
            self.waste.append(self.stock.pop())
        else:
            card = self.pile(move.source, move.source_index).pop()
            self.pile(move.target, move.target_index).append(card)

    # ---- the list of legal moves

    def listed(self):
        moves = ["draw"] if self.stock else []
        wanted = lowest_that_wants(self.foundations, ACES, NEXT_UP)
        space = lowest_empty(self.tableau)
        sources = [(f"T{number}", pile) for number, pile in enumerate(self.tableau, 1)]
        for source, pile in [*sources, ("W", self.waste)]:
            if not pile:
                continue
            card = pile[-1]
            if card in wanted:
                moves.append(f"{source}>{wanted[card]}")
            for target_number, target in enumerate(self.tableau, 1):
                if target and card == NEXT_DOWN[target[-1]]:
                    moves.append(f"{source}>T{target_number}")
            if space is not None and not (source != "W" and len(pile) == 1):  # A7
                moves.append(f"{source}>T{space + 1}")
        return sorted(moves)

    # ---- A8

    def invalid(self):
        return first_reason(
            self.too_long("F", self.foundations, 13),
            self.too_long("T", self.tableau, 16),
            "the stock holds more than 64" if len(self.stock) > 64 else None,
            "the waste holds more than 64" if len(self.waste) > 64 else None,
            self.unsorted_foundation(1, 8, ACES, NEXT_UP),
        )
