"""Each ruling in the rules pages, by the reference engine."""

import unittest

from cards import RANKS, SUITS
from games import from_deal
from setups import line, played, set_up, up_to
from table import NotationError, Refused


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
