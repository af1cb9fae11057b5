"""Deals, layouts and random games of the reference engine. Run: pytest tests/reference"""

import random
import unittest
from collections import Counter

from builds import VOLUME
from cards import PACK, numbered_order, rank
from games import KNOWN, from_deal, from_position
from setups import homeward
from table import NotationError, Refused, read_move


# ---- what A5 and A7 say about the list of legal moves, as a condition on accepted moves


def all_moves(table):
    """Every move text that names piles of the table, sensible or not."""
    yield from ("draw", "redeal", "by1", "by2")
    sources = [f"T{n}" for n in range(1, len(table.tableau) + 1)]
    sources += [f"R{n}" for n in range(1, len(table.reserve) + 1)]
    sources += [f"R{n}@{card}" for n in range(1, len(table.reserve) + 1) for card in PACK]
    sources.append("W")
    targets = [f"{letter}{n}" for letter in "TFR" for n in range(1, 21)]
    longest = max(map(len, table.tableau)) + 1
    for source in sources:
        for target in targets:
            kind, index = target[0], int(target[1:]) - 1
            if table.pile(kind, index) is None:
                continue
            yield f"{source}>{target}"
            if source[0] == "T" and kind == "T":
                yield from (f"{source}>{target}*{count}" for count in range(2, longest + 1))


def to_be_listed(table, text):
    """Whether an accepted move belongs on the list."""
    move = read_move(text)
    if move.word:
        return True
    source = table.pile(move.source, move.source_index)
    target = table.pile(move.target, move.target_index)
    reserves_equal = not table.stock
    if not target and move.source == move.target and move.count == len(source) and move.card is None:
        if move.source == "T" or reserves_equal:
            return False
    if move.card and any(move.card in pile for pile in table.reserve[: move.source_index]):
        return False
    lower = {"T": table.tableau, "F": table.foundations, "R": table.reserve}[move.target][: move.target_index]
    if move.target == "F":
        if table.game.startswith("grandfather") and move.target_index >= 4:
            lower = lower[4:]
        if table.game == "stalactites":
            return not any((rank(pile[-1]), len(pile)) == (rank(target[-1]), len(target)) for pile in lower)
        return target not in lower
    if move.target == "R" and not reserves_equal:
        return True
    return bool(target) or all(lower)


class Deals(unittest.TestCase):
    def test_first_cards(self):
        # with one pack, number 1 is the well-known FreeCell number 1
        freecell = """JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C
            4C 5C TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"""
        self.assertEqual(numbered_order(1, 1), freecell.split())
        for packs, number, first in (
            (1, 32000, "7S 4D JS 8D"),
            (2, 1, "3D 5H JC KH"),
            (2, 32000, "KH 9H TD 6D"),
        ):
            cards = numbered_order(packs, number)
            self.assertEqual(" ".join(cards).startswith(first), True, (packs, number))
            self.assertEqual(Counter(cards), Counter(PACK * packs))

    def test_numbers(self):
        for text in ("carthage#1", "carthage#31999", "carthage#18446744073709551615"):
            from_deal(text)
        for number in ("0", "01", "+1", "-1", "", " 1", "1 ", "1\n", "18446744073709551616", "9" * 5000, "1e3", "²"):
            with self.assertRaises(NotationError, msg=number):
                from_deal("carthage#" + number)
        for text in ("", "carthage", "Carthage#1", "chess#1", "carthage-classic#1"):
            with self.assertRaises(NotationError, msg=text):
                from_deal(text)

    def test_more_than_one_word_seeds_the_twister(self):
        self.assertNotEqual(numbered_order(1, 2**40 + 7), numbered_order(1, (2**40 + 7) % 2**32))

    def test_cards(self):
        cards = "".join(numbered_order(1, 5))
        self.assertEqual(from_deal("stalactites:" + cards).position(), from_deal("stalactites#5").position())
        for text in (cards[:-2], cards + "AC", cards[:-2] + cards[:2]):
            with self.assertRaises(Refused):
                from_deal("stalactites:" + text)
        for text in (cards.lower(), cards[:-1], cards + " ", cards[:-2] + "??"):
            with self.assertRaises(NotationError):
                from_deal("stalactites:" + text)

    def test_variants_have_the_same_deals(self):
        for game, parent in (("carthage-strict", "carthage"), ("grandfather-classic", "grandfather")):
            self.assertEqual(from_deal(game + "#9").position()[1:], from_deal(parent + "#9").position()[1:])


class Layouts(unittest.TestCase):
    """The cards of a deal, numbered in dealing order."""

    def sizes(self, piles):
        return [len(pile) for pile in piles]

    def test_gargantua(self):
        order = numbered_order(2, 7)
        table = from_deal("gargantua#7")
        self.assertEqual(self.sizes(table.tableau), [1, 2, 3, 4, 5, 6, 7, 8, 9])
        self.assertEqual(table.face_down, [0, 1, 2, 3, 4, 5, 6, 7, 8])
        self.assertEqual(table.tableau[0], [order[36]])
        self.assertEqual(table.tableau[1], [order[0], order[37]])
        self.assertEqual(table.tableau[2], [order[1], order[8], order[38]])
        self.assertEqual(table.tableau[8][-3:], [order[34], order[35], order[44]])
        self.assertEqual(table.stock, order[45:][::-1])
        self.assertEqual(len(table.stock), 59)

    def test_grandfather(self):
        order = numbered_order(2, 7)
        table = from_deal("grandfather#7")
        self.assertEqual(table.tableau, [[card] for card in order[:20]])
        self.assertEqual(table.stock, order[20:][::-1])

    def test_gloucestershire(self):
        order = numbered_order(2, 7)
        table = from_deal("gloucestershire#7")
        self.assertEqual(self.sizes(table.tableau), [3, 4, 5, 6, 7, 8, 9, 10])
        self.assertEqual(table.tableau[0], [order[0], order[8], order[16]])
        self.assertEqual(table.tableau[1], [order[1], order[9], order[17], order[24]])
        self.assertEqual(table.tableau[7][-1], order[51])
        self.assertEqual(table.reserve, [order[52:78], order[78:]])

    def test_stalactites(self):
        order = numbered_order(1, 7)
        table = from_deal("stalactites#7")
        self.assertEqual(table.tableau, [order[n:48:8] for n in range(8)])
        self.assertEqual(table.foundations, [[card] for card in order[48:]])
        self.assertEqual(table.reserve, [[], []])

    def test_carthage(self):
        order = numbered_order(2, 7)
        table = from_deal("carthage#7")
        self.assertEqual(table.tableau, [[card] for card in order[:8]])
        self.assertEqual(table.reserve, [order[8 + n : 44 : 6] for n in range(6)])
        self.assertEqual(table.stock, order[44:][::-1])
        self.assertEqual(len(table.stock), 60)


class MoveTexts(unittest.TestCase):
    def test_read(self):
        for text in ("draw", "redeal", "by1", "by2", "T1>T2", "T8>T1*104", "W>F1", "R2>R1", "R1@7H>T3", "T10>T20*11"):
            read_move(text)

    def test_not_read(self):
        for text in (
            "", "Draw", "T1", "T1>", "T1>W", "F1>T1", "S>T1", "T0>T1", "T01>T1", "T1>T2*1", "T1>T2*0", "T1>T2*02",
            "T1>F1*2", "T1>R1*2", "W>T1*2", "R1>T1*2", "W1>T1", "R1@>T1", "R1@7h>T1", "R1@1H>T1", "T1@7H>T1",
            "t1>t2", "T1 >T2", "T1>T2 ", "T1>T2\n", "T1>T2*", "T>T1", "T١>T2", "draw>T1", "+draw",
        ):  # fmt: skip
            with self.assertRaises(NotationError, msg=text):
                read_move(text)


class PositionTexts(unittest.TestCase):
    def test_read(self):
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


class Playouts(unittest.TestCase):
    def test_random_games(self):
        for game in KNOWN:
            dice = random.Random(game)
            for number in range(32000, 32000 + max(3, round(15 * VOLUME))):
                self.play_out(from_deal(f"{game}#{number}"), dice, number % 3 / 2)

    def play_out(self, table, dice, share):
        for ply in range(150):
            listed = table.listed()
            lines = table.position()
            place = "\n".join(lines)
            if ply % 8 == 0:
                again = from_position(lines)  # A8 never refuses a position that can be reached
                self.assertEqual(again.position(), lines)
                self.assertEqual(again.listed(), listed)
                self.assertEqual(listed, sorted(set(listed)))
            moves = listed
            if ply % 16 == 0:
                accepted = [move for move in all_moves(table) if table.accepts(move)]
                self.assertEqual(listed, sorted(move for move in accepted if to_be_listed(table, move)), place)
                moves = accepted
            if not moves:
                break
            table.play(homeward(moves, share, dice))
            self.check_cards(table, place)
        self.assertIn(table.status(), ("won", "stuck", "playing"))

    def check_cards(self, table, place):
        cards = Counter(card for _, pile in table.named_piles() for card in pile)
        self.assertEqual(len(cards), 52, place)
        self.assertEqual(set(cards.values()), {table.packs}, place)

    def test_redeals_are_met(self):
        for game in ("gargantua", "gargantua-classic", "grandfather", "grandfather-classic"):
            table = from_deal(game + "#32001")
            dice = random.Random(game)
            redeals = 0
            while table.status() == "playing":
                listed = table.listed()
                hasty = [move for move in listed if move in ("draw", "redeal")]
                move = dice.choice(hasty or listed)
                redeals += move == "redeal"
                table.play(move)
                self.assertIsNone(table.refused_position())
                if not table.stock and not table.redeals:
                    break
            self.assertEqual(redeals, 1)
