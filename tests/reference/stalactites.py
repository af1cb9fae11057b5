"""Stalactites, from docs/rules/stalactites.md."""

from cards import rank
from table import Table, first_reason, lowest_empty


class Stalactites(Table):
    packs = 1
    tableau_size = 8
    foundation_size = 4
    reserve_size = 2

    def __init__(self, game="stalactites"):
        super().__init__(game)
        self.choice = "-"

    def deal(self, cards):
        coming = iter(cards)
        for _ in range(6):
            for pile in self.tableau:
                pile.append(next(coming))
        for pile in self.foundations:
            pile.append(next(coming))

    # ---- the moves, following the rules

    def step(self):
        return {"by1": 1, "by2": 2}[self.choice]

    def follows(self, over, under):
        return rank(over) == (rank(under) + self.step()) % 13

    def refusal(self, move):
        if move.word in ("by1", "by2"):
            return None if self.choice == "-" else "the choice has been made"
        if move.word:
            return "Stalactites has no stock"
        if self.choice == "-":
            return "choose by1 or by2 first"
        if self.misnamed(move):
            return self.misnamed(move)
        if move.card:
            return "a cell is named without its card"
        source = self.pile(move.source, move.source_index)
        target = self.pile(move.target, move.target_index)
        if not source:
            return "there is no card to move"
        if move.target == "T":
            return "nothing goes to the tableau"
        if move.target == "R":
            if move.source == "R":
                return "a card in a cell goes only to a foundation"
            return "the cell is taken" if target else None
        fits = len(target) < 13 and self.follows(source[-1], target[-1])
        return None if fits else f"{source[-1]} does not fit there"

    def make(self, move):
        if move.word:
            self.choice = move.word
        else:
            card = self.pile(move.source, move.source_index).pop()
            self.pile(move.target, move.target_index).append(card)

    # ---- the list of legal moves

    def listed(self):
        if self.choice == "-":
            return ["by1", "by2"]
        moves = []
        takers = self.takers()
        cell = lowest_empty(self.reserve)
        for letter, piles in (("T", self.tableau), ("R", self.reserve)):
            for number, pile in enumerate(piles, 1):
                if not pile:
                    continue
                moves += [f"{letter}{number}>{name}" for name in takers.get(rank(pile[-1]), ())]
                if letter == "T" and cell is not None:
                    moves.append(f"T{number}>R{cell + 1}")
        return sorted(moves)

    def takers(self):
        """For each rank: the foundations that take it, of equal ones only the first (A5)."""
        takers = {}
        seen = set()
        for number, pile in enumerate(self.foundations, 1):
            contents = rank(pile[-1]), len(pile)
            if len(pile) < 13 and contents not in seen:
                seen.add(contents)
                takers.setdefault((contents[0] + self.step()) % 13, []).append(f"F{number}")
        return takers

    # ---- A8

    def invalid(self):
        return first_reason(
            self.too_long("F", self.foundations, 13),
            self.too_long("T", self.tableau, 6),
            self.too_long("R", self.reserve, 1),
            *(f"F{number} is empty" for number, pile in enumerate(self.foundations, 1) if not pile),
            self.not_as_dealt() if self.choice == "-" else self.not_as_chosen(),
        )

    def not_as_dealt(self):
        as_dealt = all(len(pile) == 6 for pile in self.tableau) and all(len(pile) == 1 for pile in self.foundations)
        return None if as_dealt else "no choice has been made, but cards have been moved"

    def not_as_chosen(self):
        for number, pile in enumerate(self.foundations, 1):
            for under, over in zip(pile, pile[1:]):
                if not self.follows(over, under):
                    return f"F{number} has {over} on {under}, which is not {self.choice}"
        return None
