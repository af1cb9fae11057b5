"""FreeCell, from tests/games/freecell.md."""

from cards import ACES, ALTERNATING, NEXT_UP
from table import Table, first_reason, lowest_empty, lowest_that_wants


class FreeCell(Table):
    packs = 1
    tableau_size = 8
    foundation_size = 4
    reserve_size = 4

    def deal(self, cards):
        for number, card in enumerate(cards):
            self.tableau[number % 8].append(card)

    # ---- the moves, following the rules

    def fits_foundation(self, card, foundation):
        return card == NEXT_UP[foundation[-1]] if foundation else card in ACES

    def fits_tableau(self, card, pile):
        return not pile or card in ALTERNATING[pile[-1]]

    def refusal(self, move):
        if move.word:
            return "FreeCell has no stock"
        if self.misnamed(move):
            return self.misnamed(move)
        if move.card:
            return "a cell is named without its card"
        if move.count > 1:
            return "one card at a time"
        if self.idle(move):
            return self.idle(move)
        source = self.pile(move.source, move.source_index)
        target = self.pile(move.target, move.target_index)
        if move.target == "R":
            if move.source == "R":
                return "a card does not go from cell to cell"
            return "the cell is taken" if target else None
        fits = self.fits_foundation if move.target == "F" else self.fits_tableau
        return None if fits(source[-1], target) else f"{source[-1]} does not fit there"

    def make(self, move):
        card = self.pile(move.source, move.source_index).pop()
        self.pile(move.target, move.target_index).append(card)

    # ---- the list of legal moves

    def listed(self):
        moves = []
        wanted = lowest_that_wants(self.foundations, ACES, NEXT_UP)
        space = lowest_empty(self.tableau)
        cell = lowest_empty(self.reserve)
        for letter, piles in (("T", self.tableau), ("R", self.reserve)):
            for number, pile in enumerate(piles, 1):
                if not pile:
                    continue
                source, card = f"{letter}{number}", pile[-1]
                if card in wanted:
                    moves.append(f"{source}>{wanted[card]}")
                for target_number, target in enumerate(self.tableau, 1):
                    if target and card in ALTERNATING[target[-1]]:
                        moves.append(f"{source}>T{target_number}")
                if space is not None and not (letter == "T" and len(pile) == 1):  # A7
                    moves.append(f"{source}>T{space + 1}")
                if cell is not None and letter == "T":
                    moves.append(f"{source}>R{cell + 1}")
        return sorted(moves)

    # ---- A8

    def invalid(self):
        return first_reason(
            self.too_long("F", self.foundations, 13),
            self.too_long("R", self.reserve, 1),
            *(f"T{number} holds more than {limit}" for number, (pile, limit) in
              enumerate(zip(self.tableau, (19,) * 4 + (18,) * 4), 1) if len(pile) > limit),
            self.unsorted_foundation(1, 4, ACES, NEXT_UP),
            self.suit_twice(1, 4),
        )
