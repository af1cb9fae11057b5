"""Deals of Gargantua that the solver calls unwinnable, refuted a second time, independently, from the rules alone.

The refutation is a closed set: assume that every card of the stock is always available, that a card once uncovered is
a place forever, and that places never fill up and no foundation is ever taken by the other copy. If even then some
face-down card cannot be turned up, no play can win.
"""
import subprocess
import unittest

from builds import PROGRAM
from cards import RANKS, is_red, rank
from games import from_deal

LOST = [1125616, 1242275, 1246831, 1363857, 1772853]


def closed_set(table) -> list[list[str]]:
    """The cards that stay in each pile at best; all piles are empty if the deal may be winnable."""
    piles = [list(pile) for pile in table.tableau]
    at_hand = set(table.stock) | {pile[-1] for pile in piles}

    def home(card: str) -> bool:
        return all(lower + card[1] in at_hand for lower in RANKS[: rank(card)])

    def leaves(card: str) -> bool:
        if card[0] == "K" and not all(piles):
            return True
        return home(card) or any(rank(other) == rank(card) + 1 and is_red(other) != is_red(card) for other in at_hand)

    while True:
        moving = [pile for pile in piles if pile and leaves(pile[-1])]
        if not moving:
            return piles
        for pile in moving:
            pile.pop()
            at_hand |= set(pile[-1:])


class LostDeals(unittest.TestCase):
    def test_they_have_a_closed_set(self):
        for number in LOST:
            with self.subTest(deal=number):
                self.assertTrue(any(closed_set(from_deal(f"gargantua#{number}"))))

    def test_a_won_deal_has_none(self):
        for number in range(1_000_001, 1_000_101):
            self.assertFalse(any(closed_set(from_deal(f"gargantua#{number}"))), number)

    def test_the_solver_says_so(self):
        for game in ("gargantua", "gargantua-classic"):
            for number in LOST:
                with self.subTest(game=game, deal=number):
                    said = subprocess.run([PROGRAM, "solve", f"{game}#{number}"], stdout=subprocess.PIPE, text=True,
                                          check=False)
                    self.assertIn("unwinnable", said.stdout)
