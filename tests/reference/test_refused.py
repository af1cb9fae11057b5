"""Positions that A8 refuses, and those that it does not."""

import unittest

from cards import RANKS, rank
from games import KNOWN, from_deal, from_position
from setups import played
from table import NotationError, Refused


class RefusedPositions(unittest.TestCase):
    """A8."""

    def refused(self, table, why):
        with self.assertRaises(Refused) as caught:
            from_position(table.position())
        self.assertIn(why, str(caught.exception))

    def pull(self, table, card):
        """Takes one copy of the card off the table, but not from a foundation."""
        for name, pile in table.named_piles():
            if name[0] != "F" and card in pile:
                pile.remove(card)
                return card
        raise AssertionError(card)

    def cards_of_a_suit_home(self, table, suit, number, last="K"):
        """Builds a suit up to a rank on a foundation."""
        for rank in RANKS[: RANKS.index(last) + 1]:
            table.foundations[number - 1].append(self.pull(table, rank + suit))

    def test_cards_missing_and_doubled(self):
        for game in KNOWN:
            table = from_deal(game + "#2")
            card = table.tableau[7].pop(0)
            self.refused(table, f"{card} is missing")
            table = from_deal(game + "#2")
            table.tableau[7][0:1] *= 2
            self.refused(table, f"there is one {card} too many")

    def test_foundation(self):
        table = from_deal("gargantua#2")
        table.foundations[3].append(table.stock.pop())
        self.refused(table, "F4 does not start with")
        table = from_deal("carthage#2")
        table.foundations[0] += [self.pull(table, "AS"), self.pull(table, "3S")]
        self.refused(table, "F1 has 3S on AS")
        table = from_deal("grandfather#2")
        table.foundations[0].append(table.stock.pop(table.stock.index("KS")))
        self.refused(table, "F1 does not start with")
        table = from_deal("grandfather#2")
        table.foundations[4] += [table.stock.pop(table.stock.index("KS")), table.stock.pop(table.stock.index("JS"))]
        self.refused(table, "F5 has JS on KS")
        table = from_deal("gloucestershire#2")
        table.foundations[0] += [self.pull(table, "KS"), self.pull(table, "AS")]
        self.refused(table, "F1 does not start with")

    def test_long_gloucestershire_foundation(self):
        table = from_deal("gloucestershire#2")
        self.cards_of_a_suit_home(table, "S", 1)
        self.cards_of_a_suit_home(table, "S", 1, "3")
        self.assertIsNone(table.refused_position())

    def test_one_suit_twice(self):
        table = from_deal("gloucestershire#2")
        self.cards_of_a_suit_home(table, "S", 1, "2")
        self.cards_of_a_suit_home(table, "S", 4, "A")
        self.refused(table, "start with the suit S")
        for first, card in ((0, "AD"), (4, "KD")):
            table = from_deal("grandfather#2")
            for index in (first, first + 2):
                table.foundations[index].append(self.pull(table, card))
            for pile in table.tableau:
                if not pile:
                    pile.append(table.stock.pop())
            self.refused(table, "start with the suit D")
        table = from_deal("carthage#2")
        self.cards_of_a_suit_home(table, "S", 1, "2")
        self.cards_of_a_suit_home(table, "S", 4, "A")
        self.assertIsNone(table.refused_position())

    def test_limits(self):
        table = from_deal("grandfather#2")
        table.tableau[2] += [table.stock.pop(), table.stock.pop()]
        self.refused(table, "T3 holds more than 2")
        table = from_deal("grandfather#2")
        for _ in range(85 - len(table.stock)):
            table.stock.append(table.tableau[4].pop())
        self.refused(table, "the stock holds more than 84")
        table = played(from_deal("stalactites#2"), "by1")
        table.reserve[1] += [table.tableau[0].pop(), table.tableau[0].pop()]
        self.refused(table, "R2 holds more than 1")
        table = played(from_deal("stalactites#2"), "by1")
        table.tableau[1].append(table.tableau[0].pop())
        self.refused(table, "T2 holds more than 6")
        table = from_deal("gloucestershire#2")
        table.reserve[0].append(table.reserve[1].pop())
        self.refused(table, "R1 holds more than 26")
        table = from_deal("gargantua#2")
        table.stock.append(table.tableau[0].pop())
        self.refused(table, "the stock holds more than 59")
        table = from_deal("gargantua#2")
        table.tableau[0] = table.tableau[8] + table.tableau[7] + table.tableau[0]
        table.tableau[8], table.tableau[7] = [], []
        table.face_down = [17, 1, 2, 3, 4, 5, 6, 0, 0]
        self.refused(table, "T1 holds more than 13")

    def test_face_down(self):
        table = from_deal("gargantua#2")
        table.face_down[3] = 4
        self.refused(table, "the top of T4 is face down")
        for game in set(KNOWN) - {"gargantua", "gargantua-classic"}:
            lines = from_deal(game + "#2").position()
            with self.assertRaises(Refused, msg=game):
                from_position([line[:5] + " |" + line[5:] if line.startswith("T3 ") else line for line in lines])
        lines = from_deal("gargantua#2").position()
        with self.assertRaises(Refused):
            from_position(lines[:-1] + [lines[-1][:4] + " |" + lines[-1][4:]])

    def test_runs(self):
        table = from_deal("gargantua#2")
        table.face_down[8] = 0
        self.refused(table, "the face-up part of T9 is not a run")
        table = from_deal("carthage#2")
        table.tableau[3].append(table.reserve[0].pop())
        self.refused(table, "T4 is not a run")

    def test_empty_grandfather_pile(self):
        for game in ("grandfather", "grandfather-classic"):
            for where in ("stock", "waste"):
                table = from_deal(game + "#2")
                if where == "waste":
                    table.waste, table.stock = table.stock, table.waste
                table.tableau[1].append(table.tableau[5].pop())
                if game == "grandfather":
                    self.refused(table, "T6 is empty although")
                else:
                    self.assertIsNone(table.refused_position())

    def test_redeals(self):
        for game in ("gargantua", "gargantua-classic", "grandfather", "grandfather-classic"):
            table = from_deal(game + "#2")
            table.redeals = 2
            self.refused(table, "redeal")
            table.redeals = 0
            self.assertIsNone(table.refused_position())

    def test_choice(self):
        table = from_deal("stalactites#2")
        table.reserve[0].append(table.tableau[0].pop())
        self.refused(table, "no choice has been made")
        table.choice = "by2"
        self.assertIsNone(table.refused_position())
        table = played(from_deal("stalactites#2"), "by2")
        first = table.foundations[0][0]
        follower = RANKS[(rank(first) + 1) % 13]
        card = next(pile for pile in table.tableau for card in pile if card[0] == follower)
        table.foundations[0].append(card.pop(next(i for i, c in enumerate(card) if c[0] == follower)))
        self.refused(table, f"F1 has {follower}")
        table.choice = "by1"
        self.assertIsNone(table.refused_position())
        table = played(from_deal("stalactites#2"), "by1")
        table.reserve[0].append(table.foundations[2].pop())
        self.refused(table, "F3 is empty")

    def test_carthage_reserve(self):
        for deals, limit in ((0, 6), (1, 8), (5, 16)):
            table = from_deal("carthage#2")
            for _ in range(deals):
                table.play("draw")
            self.assertIsNone(table.refused_position())
            table.reserve[1].append(table.reserve[2].pop())
            self.refused(table, f"R2 holds more than {limit}")
        table = from_deal("carthage-strict#2")
        table.reserve[1].append(table.stock.pop())
        self.refused(table, "R2 holds more than 6")
        table = from_deal("carthage#2")
        for _ in range(2):  # an unfinished deal, which cannot occur in play
            table.reserve[1].append(table.stock.pop())
        self.assertIsNone(table.refused_position())
        table = from_deal("carthage-strict#2")
        table.stock.append(table.reserve[1].pop())
        self.refused(table, "the stock holds more than 60")

    def test_texts(self):
        good = from_deal("gargantua#2").position()
        self.assertEqual(from_position(good).position(), good)
        deck = " ".join(from_deal("gargantua#2").tableau[0])
        for bad in (
            [],
            good[1:],
            good[:1] + good[2:],
            good[:-1],
            good + ["S -"],
            good + [""],
            [good[0], good[1], *good[3:]],
            [good[0], good[1], good[3], good[2], *good[4:]],
            ["game chess"] + good[1:],
            [good[0], "redeals +1"] + good[2:],
            [good[0], "redeals 01"] + good[2:],
            [line.replace("T1 " + deck, "T1 | " + deck) for line in good],
            [line.replace("T1 " + deck, "T1  " + deck) for line in good],
            [line.replace("T1 " + deck, "T1 " + deck + " ") for line in good],
            [line.replace("T1 " + deck, "T1 " + deck.lower()) for line in good],
            [line.replace("T1 " + deck, "T1 ??") for line in good],
            [line.replace("T1 " + deck, "T1 ") for line in good],
            [line.replace("T1 " + deck, "T1") for line in good],
            [line.replace(" | ", " | | ") for line in good],
        ):
            with self.assertRaises(NotationError, msg=bad):
                from_position(bad)
