"""Gargantua and Gargantua Classic, from docs/rules/gargantua.md."""

from cards import ACES, ALTERNATING, KINGS, NEXT_UP
from table import Table, first_reason, lowest_empty, lowest_that_wants


class Gargantua(Table):
    tableau_size = 9

    def __init__(self, game="gargantua"):
        super().__init__(game)
        self.keeps_playable_top = game == "gargantua"
        self.face_down = [0] * 9
        self.waste = []
        self.stock = []
        self.redeals = 1

    def deal(self, cards):
        coming = iter(cards)
        for first in range(1, 9):  # T2 to T9, then T3 to T9, and so on
            for index in range(first, 9):
                self.tableau[index].append(next(coming))
                self.face_down[index] += 1
        for pile in self.tableau:
            pile.append(next(coming))
        self.stock = list(coming)[::-1]

    # ---- the moves, following the rules

    def fits_foundation(self, card, foundation):
        return card == NEXT_UP[foundation[-1]] if foundation else card in ACES

    def fits_tableau(self, card, pile):
        return card in ALTERNATING[pile[-1]] if pile else card in KINGS

    def top_of_waste_is_playable(self):
        card = self.waste[-1]
        return any(self.fits_foundation(card, foundation) for foundation in self.foundations) or any(
            self.fits_tableau(card, pile) for pile in self.tableau
        )

    def kept_by_redeal(self):
        """How many cards stay on the waste in a redeal (G1)."""
        return 1 if self.keeps_playable_top and self.waste and self.top_of_waste_is_playable() else 0

    def no_redeal(self):
        """Why a redeal is not possible now; None if it is."""
        if self.stock:
            return "the stock is not empty"
        if not self.redeals:
            return "there is no redeal left"
        return None if len(self.waste) > self.kept_by_redeal() else "there is nothing to turn over"

    def refusal(self, move):
        if move.word == "draw":
            return None if self.stock else "the stock is empty"
        if move.word == "redeal":
            return self.no_redeal()
        if move.word:
            return "Gargantua has no such choice"
        if self.misnamed(move):
            return self.misnamed(move)
        if move.source == "W":
            cards = self.waste[-1:]
        else:
            cards = self.tableau[move.source_index][self.face_down[move.source_index] :][-move.count :]
        if len(cards) < move.count:
            return "there are not that many cards to move"
        target = self.pile(move.target, move.target_index)
        if move.target == "F":
            return None if self.fits_foundation(cards[0], target) else f"{cards[0]} does not fit there"
        if target is self.tableau[move.source_index] and move.source == "T":
            return "source and target are the same"
        return None if self.fits_tableau(cards[0], target) else f"{cards[0]} does not fit there"

    def make(self, move):
        if move.word == "draw":
            self.waste.append(self.stock.pop())
        elif move.word == "redeal":
            turned = len(self.waste) - self.kept_by_redeal()
            self.stock = self.waste[:turned][::-1]
            self.waste = self.waste[turned:]
            self.redeals -= 1
        else:
            source = self.pile(move.source, move.source_index)
            self.pile(move.target, move.target_index).extend(source[-move.count :])
            del source[-move.count :]
            if move.source == "T" and source and self.face_down[move.source_index] == len(source):
                self.face_down[move.source_index] -= 1

    # ---- the list of legal moves

    def listed(self):
        moves = []
        if self.stock:
            moves.append("draw")
        if not self.no_redeal():
            moves.append("redeal")
        wanted = lowest_that_wants(self.foundations, ACES, NEXT_UP)
        space = lowest_empty(self.tableau)
        if self.waste:
            card = self.waste[-1]
            if card in wanted:
                moves.append(f"W>{wanted[card]}")
            for index, target in enumerate(self.tableau):
                if (target or index == space) and self.fits_tableau(card, target):
                    moves.append(f"W>T{index + 1}")
        for index, pile in enumerate(self.tableau):
            if not pile:
                continue
            if pile[-1] in wanted:
                moves.append(f"T{index + 1}>{wanted[pile[-1]]}")
            run = pile[self.face_down[index] :]
            for target_index, target in enumerate(self.tableau):
                if target_index == index or not (target or target_index == space):
                    continue
                takes = ALTERNATING[target[-1]] if target else KINGS
                for count, card in enumerate(reversed(run), 1):
                    if card in takes and (target or count < len(pile)):  # not the whole pile to a space (A7)
                        several = f"*{count}" if count > 1 else ""
                        moves.append(f"T{index + 1}>T{target_index + 1}{several}")
        return sorted(moves)

    # ---- A8

    def invalid(self):
        return first_reason(
            self.too_long("F", self.foundations, 13),
            *(f"T{n} holds more than {n + 12}" for n in range(1, 10) if len(self.tableau[n - 1]) > n + 12),
            "the stock holds more than 59" if len(self.stock) > 59 else None,
            "the waste holds more than 59" if len(self.waste) > 59 else None,
            self.unsorted_foundation(1, 8, ACES, NEXT_UP),
            *(self.untidy_pile(index) for index in range(9)),
            "more than one redeal is left" if self.redeals > 1 else None,
        )

    def untidy_pile(self, index):
        pile, hidden = self.tableau[index], self.face_down[index]
        if pile and hidden == len(pile):
            return f"the top of T{index + 1} is face down"
        for under, over in zip(pile[hidden:], pile[hidden + 1 :]):
            if over not in ALTERNATING[under]:
                return f"the face-up part of T{index + 1} is not a run"
        return None
