"""Puzzles (docs/puzzles.md): the page's files hold what they claim, by programs that share no code with the one that found
them; and the same deals give the same puzzles. A few of each file are proven; with QUINCUNX_PUZZLES=all, every one."""
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pytest

import prove_puzzles as prove
from builds import InFolder, LAB, ROOT
from certificates import sip_hash

FULL = os.environ.get("QUINCUNX_PUZZLES") == "all"
FILES = sorted((ROOT / "web/src/puzzles/data").glob("*.puzzles"))
SAMPLE = 5


def run(*words):
    return subprocess.run([LAB, "puzzles", *map(str, words)], capture_output=True, text=True)


def key(table):
    """The first digits of the hash of a position, by its bytes as docs/solver/certificates.md has them."""
    def byte(card):
        rank = "A23456789TJQK".index(card[0]) + 1
        return rank if table.game == "stalactites" else rank + 16 * "CDHS".index(card[1])

    def pile(cards, *more):
        return bytes([len(cards), *more, *map(byte, cards)])

    def home(suit, piles):
        return sorted((len(pile) for pile in piles if pile and pile[0][1] == suit), reverse=True)

    up, down = table.foundations, []
    if table.game == "grandfather":
        up, down = table.foundations[:4], table.foundations[4:]
    if table.game == "stalactites":
        start = sorted((16 * len(pile) + byte(pile[-1]) for pile in up), reverse=True)
    else:
        each = 1 if down else 2
        start = [count for piles in (up, down) if piles for suit in "CDHS" for count in (home(suit, piles) + [0, 0])[:each]]
    start += {"stalactites": [("-", "by1", "by2").index(table.choice or "-")], "carthage": [len(table.stock or [])]}.get(
        table.game, [table.redeals])
    piles = sorted(pile(cards, *([table.face_down[i]] if table.face_down else [])) for i, cards in enumerate(table.tableau))
    reserve = list(map(pile, table.reserve))
    if not table.stock:
        reserve.sort()
    hidden = [0] if table.face_down else []
    ends = [] if table.waste is None else [pile(table.waste, *hidden), pile(table.stock, *hidden)]
    return f"{sip_hash(bytes(start) + b''.join(piles + reserve + ends)):032x}"[:10]


class Files(unittest.TestCase):
    def test_there_are_some(self):
        self.assertIn("stalactites.puzzles", [file.name for file in FILES])

    def test_say_what_the_notation_asks(self):
        for file in FILES:
            game, puzzles = prove.read(file.read_text(encoding="utf-8"))
            self.assertEqual(game, file.stem)
            self.assertEqual(prove.write(game, puzzles), file.read_text(encoding="utf-8"))
            for what in ("key", "text"):
                self.assertEqual(len({getattr(one, what) for one in puzzles}), len(puzzles), what)
            self.assertEqual(len({one.source.split("@")[0] for one in puzzles}), len(puzzles), "deals")
            for one in puzzles:
                self.assertRegex(one.key, "^[0-9a-f]{10}$")
                self.assertTrue(400 <= one.grade <= 3000, one.key)
                self.assertRegex(one.source, f"^{game}#[1-9][0-9]*@(0|[1-9][0-9]*)$")

    def test_are_named_by_their_positions(self):
        for file in FILES:
            _, puzzles = prove.read(file.read_text(encoding="utf-8"))
            for one in puzzles:
                self.assertEqual(key(prove.from_position(one.lines)), one.key, one.source)

    @pytest.mark.full
    def test_one_move_wins_and_every_other_loses(self):
        for file in FILES:
            _, puzzles = prove.read(file.read_text(encoding="utf-8"))
            for one in puzzles if FULL else puzzles[::max(1, len(puzzles) // SAMPLE)]:
                with self.subTest(puzzle=one.key):
                    self.assertTrue(prove.proven(one))

    def test_a_wrong_one_is_noticed(self):
        file = next(file for file in FILES if file.stem == "stalactites")
        _, puzzles = prove.read(file.read_text(encoding="utf-8"))
        one = puzzles[0]
        table = prove.from_position(one.lines)
        other = next(move for move in table.listed() if move != one.line[0])
        with self.assertRaises(ValueError):
            prove.proven(one._replace(line=[other]))
        table.play(one.line[0])
        with self.assertRaises(Exception):
            prove.proven(one._replace(lines=table.position()))
        for bad in (("puzzles 2", "puzzles 1"), ("puzzles 2", "puzzles 3"), ("\npuzzles 1", "\npuzzles 2")):
            with self.assertRaises(ValueError):
                prove.read(file.read_text(encoding="utf-8").replace(*bad, 1))

    def test_what_is_no_file_is_refused_without_a_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            empty, half = Path(folder, "empty"), Path(folder, "half")
            empty.touch()
            half.write_text("".join(FILES[0].read_text(encoding="utf-8").splitlines(keepends=True)[:5]), encoding="utf-8")
            for bad in (empty, half, Path(folder, "none")):
                done = subprocess.run([sys.executable, ROOT / "lab/prove_puzzles.py", bad], capture_output=True, text=True)
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"prove_puzzles.py: error: {bad}: ", done.stderr)

    def test_surroundings_are_the_same_from_everywhere(self):
        some = False
        for file in FILES:
            _, puzzles = prove.read(file.read_text(encoding="utf-8"))
            for one in puzzles[::max(1, len(puzzles) // SAMPLE)]:
                table = prove.from_position(one.lines)
                around, others = prove.neutral(table)
                if len(around) == 1:
                    continue
                some = True
                self.assertIsNone(prove.neutral(table, len(around) - 1)[1])
                other = list(around.values())[-1]
                self.assertEqual(set(prove.neutral(other)[0]), set(around))
                self.assertEqual({then.same() for then in prove.neutral(other)[1]},
                                 {then.same() for then in others})
        self.assertTrue(some)

    def test_another_move_that_wins_may_lead_to_the_same_surroundings(self):
        lines = ("game carthage/F1 AC 2C 3C 4C 5C 6C 7C 8C 9C TC/F2 AD 2D 3D 4D 5D 6D 7D/F3 AH 2H 3H 4H 5H 6H 7H 8H 9H/"
                 "F4 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS/F5 AD 2D 3D 4D 5D/F6 AH/F7 -/F8 -/T1 QC JC/T2 5C/T3 QS/T4 5S/"
                 "T5 9S 8S/T6 KD QD JD TD/T7 QH/T8 JC/R1 3C KS/R2 6D KC 4H JH 4C 9D KH TH AS KS 4S 8H 2C/"
                 "R3 TS 5H 9H TD KC 2H 7C/R4 6S 9C QC 6C 8C KD TH 3S QH/R5 7H 3H QD 9D JD JS/"
                 "R6 2S 6H 7S JH AC 7D TC 8D 8D KH/S -").split("/")
        table = prove.from_position(lines)
        other = prove.after(table, "T1>F1").position()
        puzzle = prove.Puzzle("key", 0, "", ["T8>F1"], lines, "")
        lost = prove.decision(puzzle, table, "T8>F1", 2)
        self.assertTrue(lost)
        self.assertNotIn(other, lost)


class Mining(InFolder):
    def mine(self, name, *words):
        file = self.folder / name
        done = run(*words, "--no-times", "--lines", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        return file

    def picked(self, *words):
        done = run("--pick", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_equal_deals_have_equal_puzzles(self):
        deals = "stalactites#1000001..1000006"
        one = self.mine("one", deals)
        two = self.mine("two", deals, "--threads", "2")
        self.assertEqual(one.read_bytes(), two.read_bytes())
        parts = [self.mine(f"part{n}", deals, "--part", f"{n}/2") for n in (1, 2)]
        whole = self.picked(100, one)
        self.assertEqual(self.picked(100, *reversed(parts)), whole)
        _, puzzles = prove.read(whole)
        self.assertGreater(len(puzzles), 3)
        self.assertEqual(len(prove.read(self.picked(2, one))[1]), 2)
        self.assertEqual(prove.read(self.picked(2, one))[1], puzzles[:2])
        # Files that another program would continue in another way are told by the build.
        build = re.search(r'puzzle_build = "(\w+)"', (ROOT / "lab/study/build.hpp").read_text()).group(1)
        self.assertEqual(hashlib.sha256(whole.encode()).hexdigest()[:16], build)

    def test_unfinished_or_missing_parts_are_refused(self):
        deals = "stalactites#1000001..1000004"
        part = self.mine("part", deals, "--part", "1/2")
        other = self.mine("other", "stalactites#1000001..1000003", "--part", "2/2")
        for words, why in (((part,), "there are 2 parts, and 1 of them"), ((part, part), "was given already"),
                           ((part, other), "of another range")):
            done = run("--pick", 10, *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(why, done.stderr)
        lines = part.read_text().splitlines(keepends=True)
        cut = self.folder / "cut"
        cut.write_text("".join(lines[:-1]))
        self.assertIn("unfinished", run("--pick", 10, cut).stderr)
        self.assertIn("expected one range", run("stalactites#1", "stalactites#2").stderr)
