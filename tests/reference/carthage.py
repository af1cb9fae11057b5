"""Carthage and Carthage Strict, from docs/rules/carthage.md."""

from cards import ACES, NEXT_DOWN, NEXT_UP
from table import Table, first_reason, lowest_empty, lowest_that_wants


class Carthage(Table):
    tableau_size = 8
    reserve_size = 6

    def __init__(self, game="carthage"):
        super().__init__(game)
        self.strict = game == "carthage-strict"
        self.stock = []

    def deal(self, cards):
        coming = iter(cards)
        for pile in self.tableau:
            pile.append(next(coming))
        for _ in range(6):
            for pile in self.reserve:
                pile.append(next(coming))
        self.stock = list(coming)[::-1]

    # ---- the moves, following the rules

    def fits_foundation(self, card, foundation):
        return card == NEXT_UP[foundation[-1]] if foundation else card in ACES

    def fits_tableau(self, card, pile):
        return not pile or card == NEXT_DOWN[pile[-1]]

    def piles_dealt_to(self):
        """K2: the reserve piles to which a draw deals now."""
        return [pile for pile in self.reserve if not (self.strict and pile)]

    def refusal(self, move):
        if move.word == "draw":
            if not self.stock:
                return "the stock is empty"
            return None if self.piles_dealt_to() else "no reserve pile is empty"
        if move.word:
            return "Carthage has no such move"
        if self.misnamed(move):
            return self.misnamed(move)
        if move.card:
            return "only the top card of a reserve pile can be played"
        if move.count > 1:
            return "one card at a time"
        if self.idle(move):
            return self.idle(move)
        source = self.pile(move.source, move.source_index)
        target = self.pile(move.target, move.target_index)
        if move.target == "R":
            return "the reserve pile is not empty" if target else None
        fits = self.fits_foundation if move.target == "F" else self.fits_tableau
        return None if fits(source[-1], target) else f"{source[-1]} does not fit there"

    def make(self, move):
        if move.word == "draw":
            for pile in self.piles_dealt_to() * 2:  # the list is fixed before the first card is dealt
                if self.stock:
                    pile.append(self.stock.pop())
        else:
            card = self.pile(move.source, move.source_index).pop()
            self.pile(move.target, move.target_index).append(card)

    # ---- the list of legal moves

    def listed(self):
        moves = []
        if self.stock and self.piles_dealt_to():
            moves.append("draw")
        wanted = lowest_that_wants(self.foundations, ACES, NEXT_UP)
        space = lowest_empty(self.tableau)
        free = [number for number, pile in enumerate(self.reserve, 1) if not pile]
        if not self.stock:
            del free[1:]  # all equivalent if nothing will be dealt to them (A5)
        for letter, piles in (("T", self.tableau), ("R", self.reserve)):
            for number, pile in enumerate(piles, 1):
                if not pile:
                    continue
                source, card = f"{letter}{number}", pile[-1]
                alone = len(pile) == 1
                if card in wanted:
                    moves.append(f"{source}>{wanted[card]}")
                for target_number, target in enumerate(self.tableau, 1):
                    if target and card == NEXT_DOWN[target[-1]]:
                        moves.append(f"{source}>T{target_number}")
                if space is not None and not (alone and letter == "T"):  # A7
                    moves.append(f"{source}>T{space + 1}")
                if not (alone and letter == "R" and not self.stock):  # A7
                    moves += [f"{source}>R{target_number}" for target_number in free]
        return sorted(moves)

    # ---- A8

    def invalid(self):
        return first_reason(
            self.too_long("F", self.foundations, 13),
            "the stock holds more than 60" if len(self.stock) > 60 else None,
            self.unsorted_foundation(1, 8, ACES, NEXT_UP),
            *(self.untidy_pile(number, pile) for number, pile in enumerate(self.tableau, 1)),
            self.too_long("R", self.reserve, self.reserve_limit()),
        )

    def reserve_limit(self):
        if self.strict:
            return 6  # cards are dealt only to an empty pile
        dealt = 60 - len(self.stock)
        deals = (dealt + 11) // 12  # an unfinished deal counts
        return 6 + 2 * deals

    def untidy_pile(self, number, pile):
        for under, over in zip(pile, pile[1:]):
            if over != NEXT_DOWN[under]:
                return f"T{number} is not a run"
        return None
