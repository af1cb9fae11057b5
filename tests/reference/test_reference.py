#!/usr/bin/env python3
"""Tests of the reference engine and the referee. Run: pytest tests/reference"""

import contextlib
import io
import json
import os
import random
import tempfile
import unittest
from collections import Counter

import referee
from cards import PACK, RANKS, SUITS, numbered_order, rank
from games import KNOWN, empty_table, from_deal, from_position
from record import read_record
from table import NotationError, Refused, read_move

VOLUME = float(os.environ.get("QUINCUNX_VOLUME", "1"))


def set_up(game, **piles):
    """A table with these cards and no others (so A8 would refuse it): T1="KH | QS", redeals=0, choice="by1"."""
    table = empty_table(game)
    named = dict(table.named_piles())
    for name, content in piles.items():
        if name in ("redeals", "choice"):
            setattr(table, name, content)
            continue
        pile = named[name]
        pile[:] = content.split()
        if "|" in pile:
            table.turn_down(name, pile)
    return table


def played(table, *moves):
    for move in moves:
        table.play(move)
    return table


def line(table, name):
    """One line of the position, without its name."""
    return next(text for text in table.position() if text.startswith(name + " "))[len(name) + 1 :]


def up_to(last, suit):
    """The sequence in suit from the ace to this rank."""
    return " ".join(rank + suit for rank in RANKS[: RANKS.index(last) + 1])


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


class Rulings(unittest.TestCase):
    """Each ruling in the rules pages, tested on small positions."""

    def lists(self, table, moves):
        self.assertEqual(table.listed(), sorted(moves.split()))

    def accepts(self, table, *moves):
        for move in moves:
            self.assertTrue(table.accepts(move), move)

    def refuses(self, table, *moves):
        for move in moves:
            with self.assertRaises((Refused, NotationError), msg=move):
                table.play(move)

    def test_A1(self):
        table = set_up("gargantua", F1="AS 2S", T1="3H")
        self.lists(table, "")
        self.refuses(table, "F1>T1")

    def test_A2(self):
        for game in ("gargantua", "gargantua-classic", "grandfather", "grandfather-classic"):
            table = from_deal(game + "#3")
            self.assertEqual(table.waste, [])
            stock = len(table.stock)
            table.play("draw")
            self.assertEqual((len(table.waste), len(table.stock)), (1, stock - 1))

    def test_A3(self):
        full = " ".join(rank + "{0}" for rank in RANKS)
        piles = {f"F{n + 1}": full.format(SUITS[n % 4]) for n in range(8)}
        self.assertEqual(set_up("carthage", **piles).status(), "won")
        piles["F8"], piles["T3"] = full.format("S")[:-3], "KS"
        self.assertEqual(set_up("carthage", **piles).status(), "playing")
        piles["F8"], piles["T3"], piles["T2"] = full.format("S")[:-6], "QS", "KS"
        self.assertEqual(played(set_up("carthage", **piles), "T3>F8", "T2>F8").status(), "won")
        aces = dict(choice="by1", F1="AC", F2="AD", F3="AH", F4="AS")
        self.assertEqual(set_up("stalactites", T1="3H", R1="5C", R2="5D", **aces).status(), "stuck")
        # can no longer be won, but is not stuck
        self.assertEqual(set_up("stalactites", T1="3H", R1="5C", **aces).status(), "playing")

    def test_A4(self):
        table = set_up("gargantua", F1="AS", T1="KD 4H | 2S", T2="5S")
        self.assertEqual(line(played(table, "T1>F1"), "T1"), "KD | 4H")
        self.lists(table, "T1>T2")
        self.assertEqual(line(played(table, "T1>T2"), "T1"), "KD")
        table = set_up("grandfather", F1="AS", T1="2S", S="9D 8D")
        self.assertEqual(line(played(table, "T1>F1"), "T1"), "8D")

    def test_A5_spaces(self):
        table = set_up("gargantua", T1="5C", T2="6C", T5="9C | KD", W="KH", T3="7C", T6="2C", T7="5S", T8="2S")
        self.lists(table, "T5>T4 W>T4")  # T9 is a space too
        self.accepts(table, "W>T9", "T5>T9")
        self.assertEqual(line(played(table, "W>T9"), "T9"), "KH")

    def test_A5_reserve_piles(self):
        table = set_up("carthage", T1="5C", T2="7D", R3="9H 8H", S="AS", **{f"T{n}": "9C" for n in range(3, 9)})
        moves = "draw " + " ".join(f"T{t}>R{r}" for t in range(1, 9) for r in (1, 2, 4, 5, 6))
        self.lists(table, moves + " R3>R1 R3>R2 R3>R4 R3>R5 R3>R6")
        table.stock = []
        self.lists(table, " ".join(f"T{t}>R1" for t in range(1, 9)) + " R3>R1")
        self.accepts(table, "T1>R6", "R3>R5")
        self.assertEqual(line(played(table, "R3>R5"), "R5"), "8H")

    def test_A5_cells(self):
        table = set_up("stalactites", choice="by1", T1="4H", T2="4S", F1="9C", F2="9S", F3="9D", F4="9H")
        self.lists(table, "T1>R1 T2>R1")
        self.assertEqual(line(played(table, "T1>R2"), "R2"), "4H")
        table = set_up("stalactites", choice="by1", R1="TH", R2="TS", F1="9C", F2="2C", F3="2C", F4="2C")
        self.lists(table, "R1>F1 R2>F1")  # two cells with the same rank count separately

    def test_A5_foundations(self):
        table = set_up("stalactites", choice="by2", F1="JS KC", F2="JD KD", F3="KS", F4="QD", T1="2H", R1="4C", R2="4D")
        self.lists(table, "T1>F1 T1>F3")
        self.assertEqual(line(played(table, "T1>F2"), "F2"), "JD KD 2H")
        table = set_up("carthage", F2="AS", F4="AS", T1="AH", T2="2S", R1="3S", **{f"T{n}": "9C" for n in range(3, 9)})
        self.assertEqual([move for move in table.listed() if ">F" in move], ["T1>F1", "T2>F2"])
        self.accepts(table, "T1>F8", "T2>F4")
        self.refuses(table, "T2>F1", "T1>F2")

    def test_A5_foundations_of_two_groups(self):
        table = set_up("grandfather", F2=up_to("6", "S"), F7="KS QS JS TS 9S 8S", T1="7S", T2="AH", T3="KD", T4="AS")
        self.lists(table, "T1>F2 T1>F7 T2>F1 T3>F5")

    def test_A5_reserve_cards(self):
        others = {f"T{n}": "4H" for n in range(3, 9)}
        table = set_up("gloucestershire", T1="8S", T2="8C", R1="7H 2C 7H", R2="2C", **others)
        self.lists(table, "R1@7H>T1 R1@7H>T2")
        self.assertEqual(line(played(table, "R1@7H>T2"), "R1"), "2C 7H")
        table = set_up("gloucestershire", T1="8S", T2="4H", R1="3D", R2="7D 7H", **others)
        self.lists(table, "R2@7D>T1 R2@7H>T1")
        table.reserve[0].append("7H")
        self.lists(table, "R1@7H>T1 R2@7D>T1")
        self.assertEqual(line(played(table, "R2@7H>T1"), "R2"), "7D")

    def test_A5_equal_tableau_piles_are_two(self):
        table = set_up("gargantua", T1="8S", T2="8S", T3="7H", T4="7H", **{f"T{n}": "2C" for n in range(5, 10)})
        self.lists(table, "T3>T1 T3>T2 T4>T1 T4>T2")

    def test_A6(self):
        self.assertEqual(from_deal("grandfather#32000").tableau[:4], [["KH"], ["9H"], ["TD"], ["6D"]])
        self.assertEqual(from_deal("stalactites#1").tableau[0], ["JD", "KD", "2S", "4C", "3S", "6D"])
        self.assertEqual(from_deal("gargantua#1").waste, [])

    def test_A7_tableau(self):
        table = set_up("gargantua", T1="KS QH JC", redeals=0)
        self.lists(table, "")
        self.assertEqual(table.status(), "stuck")
        self.accepts(table, "T1>T2*3", "T1>T9*3")
        self.refuses(table, "T1>T2*2", "T1>T2", "T1>T1*3", "T1>T2*4")
        self.assertEqual(line(played(table, "T1>T9*3"), "T9"), "KS QH JC")
        table = set_up("gargantua", T1="4C | KS QH")
        self.lists(table, "T1>T2*2")
        table = set_up("gloucestershire", T3="9S 8H")
        self.lists(table, "T3>T1")
        self.accepts(table, "T3>T1*2")
        table = set_up("carthage", T2="9S 8S", T4="4H")
        table.reserve = [["KC"] for _ in range(6)]
        self.assertEqual([move for move in table.listed() if move[0] == "T"], ["T2>T1"])
        self.accepts(table, "T4>T8", "T2>T8")

    def test_A7_reserve(self):
        piles = {f"T{n}": "9C" for n in range(1, 9)}
        table = set_up("carthage", R2="5H", R4="7C 6C", **piles)
        tableau = [f"T{n}>R1" for n in range(1, 9)]
        self.assertEqual(table.listed(), ["R4>R1"] + tableau)
        self.accepts(table, "R2>R1", "R2>R6")
        table.stock = ["KD"]
        from_R2 = [move for move in table.listed() if move.startswith("R2")]
        self.assertEqual(from_R2, ["R2>R1", "R2>R3", "R2>R5", "R2>R6"])
        table = set_up("carthage-strict", R2="5H", S="KD", **piles)
        self.assertIn("R2>R6", table.listed())

    def test_G1_order(self):
        table = set_up("gargantua", W="3C 5D 9H")
        table.tableau = [["4C"] for _ in range(9)]
        self.lists(table, "redeal")
        self.assertEqual((line(played(table, "redeal"), "S"), line(table, "W"), table.redeals), ("9H 5D 3C", "-", 0))
        self.assertEqual(line(played(table, "draw"), "W"), "3C")
        self.refuses(played(table, "draw", "draw"), "redeal")
        self.assertEqual(table.status(), "stuck")

    def test_G1_kept(self):
        for kept in (dict(T1="TS"), dict(F3=up_to("8", "H"))):
            table = set_up("gargantua", W="3C 5D 9H", **kept)
            played(table, "redeal")
            self.assertEqual((line(table, "S"), line(table, "W")), ("5D 3C", "9H"))
            self.assertEqual(line(played(table, "draw"), "W"), "9H 3C")
        classic = set_up("gargantua-classic", T1="TS", W="3C 5D 9H")
        self.assertEqual(line(played(classic, "redeal"), "S"), "9H 5D 3C")

    def test_G1_king_for_a_space(self):
        self.assertEqual(line(played(set_up("gargantua", W="3C KH"), "redeal"), "W"), "KH")
        table = set_up("gargantua", W="3C KH")
        table.tableau = [["4C"] for _ in range(9)]
        self.assertEqual(line(played(table, "redeal"), "W"), "-")

    def test_G1_only_the_kept_card(self):
        self.lists(set_up("gargantua", W="KH"), "W>T1")
        self.lists(set_up("gargantua-classic", W="KH"), "W>T1 redeal")
        self.lists(set_up("gargantua", W="QH"), "redeal")

    def test_G1_only_with_an_empty_stock(self):
        self.refuses(set_up("gargantua", W="3C", S="4C"), "redeal")
        self.refuses(set_up("gargantua", S="4C"), "redeal")
        self.refuses(set_up("gargantua"), "redeal", "draw")

    def test_G2(self):
        others = {f"T{n}": "2S" for n in range(5, 10)}
        table = set_up("gargantua", T1="2C 3C | 9S 8H 7C", T2="TD", T3="9C", T4="8D", **others)
        self.lists(table, "T1>T2*3 T1>T3*2 T1>T4 T3>T2 T4>T3")
        self.refuses(table, "T1>T2*4", "T1>T2", "T1>T3*3")

    def test_H1(self):
        piles = dict(F1="AS", T7="2S", W="5C 6C", S="9D 8D")
        self.assertEqual(line(played(set_up("grandfather", **piles), "T7>F1"), "T7"), "8D")
        table = played(set_up("grandfather-classic", **piles), "T7>F1")
        self.assertEqual((line(table, "T7"), line(table, "S")), ("6C", "9D 8D"))
        for game in ("grandfather", "grandfather-classic"):
            table = played(set_up(game, F1="AS", T7="2S", W="5C 6C"), "T7>F1")
            self.assertEqual((line(table, "T7"), line(table, "W"), table.redeals), ("6C", "5C", 1))
            table = played(set_up(game, F1="AS", T7="2S"), "T7>F1")
            self.assertEqual(line(table, "T7"), "-")
            table = played(set_up(game, F1="AS", T7="9C 2S", S="8D"), "T7>F1")
            self.assertEqual(line(table, "T7"), "9C")

    def test_H1_classic_space(self):
        piles = {f"T{n}": "3C 4C" for n in range(1, 21)} | dict(F1="AS", T7="2S", T9="-", S="KH 8D")
        table = set_up("grandfather-classic", **piles)
        table.tableau[8] = []
        self.lists(played(table, "T7>F1"), "draw")  # T7 and T9 stay empty
        self.lists(played(table, "draw"), "W>T7 draw")
        self.accepts(table, "W>T9")
        self.assertEqual(line(played(table, "W>T9"), "T9"), "8D")
        self.lists(played(table, "draw"), "W>F5 W>T7 W>T9 redeal")

    def test_H2(self):
        table = set_up("grandfather", W="5C", T3="9H", redeals=0, **{f"T{n}": "9H 9D" for n in (1, 2, *range(4, 21))})
        self.lists(table, "W>T3")
        self.assertEqual(table.status(), "playing")
        self.assertEqual(played(table, "W>T3").status(), "stuck")

    def test_H3(self):
        table = set_up("grandfather", S="5C", F1="AS", T1="2S", **{f"T{n}": "9H 9D" for n in range(2, 21)})
        self.lists(table, "T1>F1 draw")

    def test_grandfather_moves(self):
        table = set_up("grandfather", F2="AS", T1="AS", T2="3C", T3="KS", T4="2S", W="9D", redeals=0)
        for pile in table.tableau[4:]:
            pile[:] = ["4C", "5C"]
        self.lists(table, "T3>F5 T4>F2 W>T1 W>T2 W>T3 W>T4")
        self.refuses(table, "T1>F1", "T2>T1", "T4>F5", "W>T5", "T3>F1", "draw", "redeal")

    def test_P1(self):
        table = from_deal("gloucestershire#1")
        self.assertEqual([len(pile) for pile in table.tableau + table.reserve], [3, 4, 5, 6, 7, 8, 9, 10, 26, 26])
        self.assertNotIn("|", " ".join(table.position()))

    def test_P2(self):
        table = set_up("gloucestershire", T1="AS", T2="KH", T3="QC", **{f"T{n}": "4C" for n in range(4, 9)})
        self.lists(table, "T1>F1 T2>T1 T3>T2")
        self.refuses(table, "T1>T2")
        self.accepts(played(table, "T2>T1", "T3>T1"), "T1>T2*2")

    def test_P3(self):
        others = {f"T{n}": "2C" for n in range(5, 9)}
        table = set_up("gloucestershire", T1="7H 9S 8H 7C", T2="8C", T3="9C", T4="TD", **others)
        self.lists(table, "T1>T3*2 T1>T4*3 T3>T4")
        self.refuses(table, "T1>T2*4", "T1>T4*4", "T1>T4*2")

    def test_P4(self):
        table = set_up("gloucestershire", F2="AS", T1="AS", R1="AS AH")
        self.assertEqual([move for move in table.listed() if ">F" in move], ["R1@AH>F1"])
        self.accepts(table, "R1@AH>F4")
        self.refuses(table, "T1>F1", "R1@AS>F3")
        table = set_up("gloucestershire", F2=up_to("K", "S"), R2="AS", **{f"T{n}": "4C" for n in range(1, 9)})
        self.lists(table, "R2@AS>F2")
        twice = f"{up_to('K', 'S')} {up_to('K', 'S')}"
        table = set_up("gloucestershire", F2=twice, R2="AS")
        self.lists(table, "R2@AS>T1")
        self.refuses(table, "R2@AS>F1", "R2@AS>F2")

    def test_P5(self):
        # all 104 cards in one run: down and around eight times, each color every other card, each card twice
        run = [RANKS[-1 - n % 13] + "CDSH"[n % 2 + 2 * (n // 26 % 2)] for n in range(104)]
        table = set_up("gloucestershire", T8=" ".join(run))
        self.assertIsNone(table.refused_position())
        self.lists(table, " ".join(["T8>F1", "T8>T1"] + [f"T8>T1*{n}" for n in range(2, 104)]))
        self.assertEqual(line(played(table, "T8>T1*104"), "T1"), " ".join(run))
        # several lengths of one run fit on the same pile
        run = [RANKS[-1 - n % 13] + "CD"[n % 2] for n in range(40)]
        table = set_up("gloucestershire", T1=" ".join(run), T2="KS", **{f"T{n}": "9D" for n in range(3, 9)})
        self.assertEqual([move for move in table.listed() if move.startswith("T1>T2")], ["T1>T2*13", "T1>T2*39"])

    def test_C1(self):
        table = from_deal("stalactites#4")
        sizes = [[len(pile) for pile in piles] for piles in (table.tableau, table.foundations, table.reserve)]
        self.assertEqual(sizes, [[6] * 8, [1] * 4, [0] * 2])

    def test_C2(self):
        table = from_deal("stalactites#4")
        self.lists(table, "by1 by2")
        self.refuses(table, "T1>R1", "draw")
        self.refuses(played(table, "by2"), "by1", "by2")
        for choice, takes in (("by1", {"KC": "AH", "QC": "KH"}), ("by2", {"KC": "2H", "QC": "AH", "5S": "7D"})):
            for under, over in takes.items():
                table = set_up("stalactites", choice=choice, F3=under, T2=over, R1="9C", R2="9C")
                for pile in (table.foundations[n] for n in (0, 1, 3)):
                    pile.append("9D")
                self.lists(table, "T2>F3")

    def test_stalactites_moves(self):
        table = set_up("stalactites", choice="by1", T1="5C 9H", R2="6H", F1="8C", F2="4C 5D", F3="2C", F4="2D")
        self.lists(table, "R2>F2 T1>F1 T1>R1")
        self.refuses(table, "T1>T2", "R2>R1", "R2>T3", "T1>R2", "R1>F1", "T2>F1", "T1>F2")

    def test_stalactites_full_foundation(self):
        full = " ".join(rank + "C" for rank in RANKS)
        table = set_up("stalactites", choice="by1", T1="AH", R1="5C", R2="5D", F1=full, F2="3C", F3="3D", F4="3H")
        self.lists(table, "")
        self.refuses(table, "T1>F1")

    def test_K1(self):
        table = set_up("carthage", T1="9C", R1="5H 4H", R2="7C", S="KD", **{f"R{n}": "2D" for n in range(4, 7)})
        for pile in table.tableau[1:]:
            pile[:] = ["TC"]
        self.accepts(table, "T1>R3", "R1>R3", "R2>R3", "T1>T2")
        self.refuses(table, "T1>R1", "R1>R2", "R2>R2", "R3>R2", "R1@4H>R3", "T1>T2*2")

    def test_K2(self):
        table = set_up("carthage", R2="5H", S="2D 3D 4D 5D 6D 7D 8D 9D")
        played(table, "draw")
        self.assertEqual([line(table, f"R{n}") for n in range(1, 7)], ["9D 3D", "5H 8D 2D", "7D", "6D", "5D", "4D"])
        self.refuses(table, "draw", "redeal")
        table = from_deal("carthage#6")
        for deals in range(1, 6):
            played(table, "draw")
            self.assertEqual([len(pile) for pile in table.reserve], [6 + 2 * deals] * 6)
        self.refuses(table, "draw")

    def test_K2_strict(self):
        full = {f"T{n}": "9C" for n in range(1, 9)}
        table = set_up("carthage-strict", R1="5H", R3="6H", R4="7H", R6="8H 9H", S="2D 3D 4D 5D 6D", **full)
        played(table, "draw")
        self.assertEqual([line(table, f"R{n}") for n in (1, 2, 3, 5)], ["5H", "6D 4D", "6H", "5D 3D"])
        self.assertEqual(line(table, "S"), "2D")
        self.refuses(table, "draw")
        self.assertEqual(table.status(), "stuck")  # with a card in the stock
        table = set_up("carthage-strict", R1="5H", S="2D 3D 4D 5D 6D 7D")
        table.reserve[3:] = [["KC"], ["KD"], ["KH"]]
        played(table, "draw")
        self.assertEqual([line(table, f"R{n}") for n in (1, 2, 3)], ["5H", "7D 5D", "6D 4D"])


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
        self.refused(table, "which is not by2")
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


class Playouts(unittest.TestCase):
    def test_random_games(self):
        for game in KNOWN:
            dice = random.Random(game)
            for number in range(32000, 32000 + max(3, round(15 * VOLUME))):
                self.play_out(from_deal(f"{game}#{number}"), dice, homeward=number % 3 / 2)

    def play_out(self, table, dice, homeward):
        """Plays at random, but with probability `homeward` to a foundation if possible."""
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
            home = [move for move in moves if ">F" in move]
            table.play(dice.choice(home if home and dice.random() < homeward else moves))
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


def sorted_deal(game):
    """The cards of a deal in which each card comes up exactly when a foundation wants it."""
    ranks = range(13)
    if game == "stalactites":
        wanted = [RANKS[r] + suit for r in ranks for suit in SUITS]
        return wanted[4:][::-1] + wanted[:4]
    if game == "gloucestershire":
        return ([RANKS[r] + suit for r in ranks for suit in SUITS] * 2)[::-1]
    if game.startswith("grandfather"):
        return [RANKS[r] + suit for n in ranks for r in (n, 12 - n) for suit in SUITS]
    if game == "freecell":
        return [RANKS[r] + suit for r in ranks for suit in SUITS][::-1]
    wanted = [RANKS[r] + suit for r in ranks for suit in SUITS * 2]
    if game == "forty-thieves":
        return wanted[:40][::-1] + wanted[40:]
    if game.startswith("gargantua"):
        return wanted[:45][::-1] + wanted[45:]
    deals = [wanted[at : at + 12][::-1] for at in range(44, 104, 12)]
    return wanted[:44][::-1] + [card for deal in deals for card in deal]


def winning_moves(deal):
    """Plays to a foundation whenever a card fits, to the lowest first; otherwise from the stock."""
    table = from_deal(deal)
    moves = []
    while table.status() == "playing":
        listed = table.listed()
        home = [move for move in listed if ">F" in move]
        if home:
            moves.append(min(home, key=lambda move: len(table.foundations[int(move[-1]) - 1])))
        else:
            moves.append(next(move for move in ("draw", "by1") if move in listed))
        table.play(moves[-1])
    return moves


def a_trace(game, number, plies=60):
    dice = random.Random(number)
    table = from_deal(f"{game}#{number}")
    lines = [f"game {game}#{number}"]
    for ply in range(plies):
        listed = table.listed()
        lines += [" ".join(["legal", str(len(listed)), *listed]), f"status {table.status()}"]
        if ply % 5 == 0:
            lines += ["position", *table.position(), "end"]
        if not listed:
            break
        lines.append(f"play {dice.choice(listed)}")
        table.play(lines[-1][5:])
    return lines + ["endgame"]


class Referee(unittest.TestCase):
    def call(self, check, *arguments):
        """The exit status and the output."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = check(*arguments)
        return status, output.getvalue()

    def trace(self, lines):
        return self.call(referee.check_trace, io.StringIO("\n".join(lines) + "\n"))

    def test_good_traces(self):
        lines = [line for game in KNOWN for number in (3, 32003) for line in a_trace(game, number)]
        plies = sum(line.startswith("play ") for line in lines)
        self.assertEqual(self.trace(lines), (0, f"{2 * len(KNOWN)} games, {plies} plies, 0 mismatches\n"))

    def test_bad_traces(self):
        good = a_trace("carthage", 3)
        legal = [n for n, line in enumerate(good) if line.startswith("legal")][7]
        position = [n for n, line in enumerate(good) if line == "position"][1]

        def with_line(at, *new):
            return good[:at] + list(new) + good[at + 1 :]

        first, *moves = good[legal].split(" ")[1:]
        for bad, ply, message in (
            (with_line(legal, f"legal {int(first) - 1} {' '.join(moves[1:])}"), 7, "not listed: " + moves[0]),
            (with_line(legal, f"legal {int(first) + 1} T1>T1 {' '.join(moves)}"), 7, "listed wrongly: T1>T1"),
            (with_line(legal, f"legal {first} {' '.join(moves[::-1])}"), 7, "order"),
            (with_line(legal, f"legal {int(first) + 1} {' '.join(moves)}"), 7, "count"),
            (with_line(legal), 7, "plays before it gives"),
            (with_line(legal + 1, "status won"), 7, "status: won, not playing"),
            (with_line(position + 3, "F3 AS"), 5, "position: 'F3 AS', not"),
            (good[:position] + ["position", "end"] + good[position:], 5, "position: 0 lines"),
            (with_line(legal + 1, good[legal + 1], "play T1>T1"), 7, "play, T1>T1: "),
            (with_line(legal, "fish"), 7, "'fish' is not allowed here"),
            (good[:1] + good[-1:], 0, "says nothing"),
            (with_line(0, "game carthage#0"), 0, "the deal is refused"),
        ):
            status, output = self.trace(bad + a_trace("stalactites", 5))
            self.assertEqual(status, 1)
            self.assertIn(f", ply {ply}: ", output)
            self.assertIn(message, output)
            self.assertIn("2 games, ", output)
            self.assertIn(" 1 mismatches", output)
        self.assertIn("cut off", self.trace(good[:-1])[1])
        self.assertIn("cut off", self.trace(good[: position + 3])[1])
        self.assertEqual(self.trace(["legal 0"])[0], 1)
        self.assertEqual(self.call(referee.check_trace, io.StringIO(""))[0], 2)

    def test_solutions(self):
        good = []
        for game in KNOWN:
            deal = f"{game}:{''.join(sorted_deal(game))}"
            good.append({"deal": deal, "verdict": "winnable", "moves": winning_moves(deal)})
        good.append({"deal": "carthage#5", "verdict": "unwinnable", "moves": []})
        good.append({"deal": "carthage#6", "verdict": "unknown", "ms": 3})
        output = self.call(referee.solutions, map(json.dumps, good))
        self.assertEqual(output, (0, f"{len(KNOWN)} winnable, 1 unwinnable, 1 unknown, 0 failures\n"))
        header = {"kind": "quincunx-study", "format": 1}
        self.assertEqual(self.call(referee.solutions, map(json.dumps, [header, *good])), output)
        self.assertEqual(self.call(referee.solutions, map(json.dumps, [*good, header]))[0], 1)
        self.assertEqual(self.call(referee.solutions, [json.dumps(header)])[0], 2)
        first = good[0]
        for change in (
            {"moves": first["moves"][:-1]},
            {"moves": ["T1>T1"] + first["moves"]},
            {"moves": None},
            {"moves": [1]},
            {"verdict": "lost"},
            {"deal": "carthage#0"},
            {"deal": 7},
        ):
            status, output = self.call(referee.solutions, map(json.dumps, [first | change, good[1]]))
            self.assertEqual(status, 1, change)
            self.assertIn("line 1, ", output)
            self.assertIn(", 1 failures", output)
        for text in ("{", "[]", "{}", "7", '"x"'):
            self.assertEqual(self.call(referee.solutions, [text])[0], 1)
        self.assertEqual(self.call(referee.solutions, [])[0], 2)

    def replay(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "one.pat")
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
            status, output = self.call(referee.main, ["replay", path])
            return status, output.replace(path, "one.pat")

    def test_records(self):
        won = f"stalactites:{''.join(sorted_deal('stalactites'))}"
        moves = winning_moves(won)
        head = f"quincunx-record 1\ngame stalactites\ndeal {won}\nmoves\n"
        text = head + "\n".join(["# a comment", " ".join(moves[:9]), "", " +".join(["", *moves[9:]])]) + "\n"
        self.assertEqual(self.replay(text + "result won\nend\n"), (0, f"one.pat: {len(moves)} moves, won\n"))
        self.assertEqual(self.replay((text + "result won\nend").replace("\n", "\r\n"))[0], 0)
        tail = "at 5\nmark 0 the start\nmark 3 hm\nmeta time 312\nmeta whim of mine\nresult playing\nend\n"
        self.assertEqual(self.replay(text + tail)[0], 0)
        self.assertEqual(self.replay(text + "at 5\nresult won\nend\n")[0], 1)
        self.assertEqual(self.replay(text + "result stuck\nend\n")[0], 1)
        self.assertIn("move 1, T1>R1: choose by1 or by2 first", self.replay(head + "T1>R1\nend\n")[1])
        self.assertIn("cut off", self.replay(text)[1])
        for bad in (
            b"", b"\xff\xfe", "quincunx-record 2\n" + text.partition("\n")[2] + "end\n", text + "at 99\nend\n",
            text + "at 5\nat 5\nend\n", text + "fish\nend\n", text + "result lost\nend\n", text + "end\nend\n",
            text.replace("game stalactites", "game carthage") + "end\n", text.replace("moves\n", "") + "end\n",
            text + "#" * 2**20 + "\nend\n", text + "mark 99 x\nend\n",
        ):  # fmt: skip
            self.assertEqual(self.replay(bad)[0], 2, bad[:50])

    def test_record_with_position(self):
        position = "\n".join(played(from_deal("carthage#8"), "draw").position())
        text = f"quincunx-record 1\ngame carthage\nposition\n{position}\nend\nmoves\ndraw draw\nresult playing\nend\n"
        self.assertEqual(self.replay(text)[0], 0)
        self.assertEqual(len(read_record(text.encode()).moves), 2)
        self.assertEqual(self.replay(text.replace("draw draw", "draw draw draw draw draw"))[0], 1)
        self.assertEqual(self.replay(text.replace("KS", "KC"))[0], 2)
        self.assertEqual(self.replay(text[:300])[0], 2)

    def test_command_line(self):
        for line in ("", "replay", "fish", "solutions", "check-trace a b", "replay /no/file", "solutions /no/file"):
            self.assertEqual(self.call(referee.main, line.split())[0], 2, line)


if __name__ == "__main__":
    unittest.main()
