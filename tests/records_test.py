"""The golden records: the program and the reference engine both replay what is in tests/records, and in tests/games for
the games that are not released."""
import json
import subprocess
import sys
import unittest
from pathlib import Path

from builds import LONG, PROGRAM, ROOT
from game_lists import games_of

FILES = sorted([*(ROOT / "tests/records").glob("*.pat"), *(ROOT / "tests/games").glob("*.pat")])


def game(path: Path) -> str:
    return path.stem.rsplit("-", 1)[0]


def result(path: Path) -> str:
    return path.stem.rsplit("-", 1)[1]


# The records of the program's games.
RECORDS = [path for path in FILES if game(path) in games_of(PROGRAM)]


class GoldenRecords(unittest.TestCase):
    def test_every_game_has_its_records(self):
        listed = json.loads(subprocess.run([PROGRAM, "games", "--json"], capture_output=True, check=True).stdout)
        self.assertGreater(len(listed), 0)
        own = {one["id"] for one in listed if not one["variantOf"]}
        self.assertLessEqual(own, {game(path) for path in RECORDS if result(path) == "won"})
        self.assertLessEqual({one["id"] for one in listed}, {game(path) for path in RECORDS})

    def test_the_name_says_what_the_record_is(self):
        for path in RECORDS:
            lines = path.read_text().splitlines()
            self.assertIn(f"game {game(path)}", lines, path)
            self.assertIn(f"result {result(path)}", lines, path)

    def test_the_program_replays_them(self):
        for path in RECORDS:
            done = subprocess.run([PROGRAM, "replay", path], capture_output=True, text=True, timeout=LONG)
            self.assertEqual((done.returncode, done.stderr), (0, ""), path)
            self.assertTrue(done.stdout.rstrip().endswith(result(path)), done.stdout)

    def test_the_reference_engine_replays_them(self):
        done = subprocess.run([sys.executable, ROOT / "tests/reference/referee.py", "replay", *RECORDS],
                              capture_output=True, text=True, timeout=LONG)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), len(RECORDS))

    def test_one_wrong_move_is_noticed(self):
        for path in RECORDS:
            text = path.read_text()
            start = text.index("moves\n") + len("moves\n")
            broken = text[:start] + "T1>T1 " + text[start:]
            done = subprocess.run([PROGRAM, "replay", "-"], input=broken, capture_output=True, text=True, timeout=LONG)
            self.assertEqual(done.returncode, 1, path)
            self.assertIn("move 1", done.stderr, path)
