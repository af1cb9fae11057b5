"""FreeCell, which is not one of the program's games: a program with just this game serves it like any other (see
tests/freecell/ and cmake/OtherGame.cmake)."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASED = Path(os.environ.get("QUINCUNX_PROGRAM", ROOT / "build/release/quincunx"))
PROGRAM = Path(os.environ.get("QUINCUNX_FREECELL", ROOT / "build/release/tests/quincunx_freecell"))
REFEREE = ROOT / "tests/reference/referee.py"


def run(*command, program=PROGRAM, given: str = "") -> subprocess.CompletedProcess:
    return subprocess.run([program, *map(str, command)], input=given, capture_output=True, text=True, timeout=300)


class FreeCell(unittest.TestCase):
    def good(self, *command, given: str = "") -> str:
        done = run(*command, given=given)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def test_it_is_not_released(self):
        ids = [game["id"] for game in json.loads(run("games", "--json", program=RELEASED).stdout)]
        self.assertNotIn("freecell", ids)
        self.assertEqual(run("deal", "freecell#1", program=RELEASED).returncode, 2)
        self.assertEqual([game["id"] for game in json.loads(self.good("games", "--json"))], ["freecell"])

    def test_the_commands_serve_it(self):
        self.assertIn("Cells: four", self.good("rules", "freecell"))
        self.assertIn("\nT8 5H 3H 3C 7S 7D TC\n", self.good("deal", "freecell#1"))
        self.assertEqual(self.good("perft", "freecell#1", "4").split()[-1], "6581")
        said = self.good("protocol", given="position freecell#1\nlegal\nplay T1>R1\nsolve nodes 100000\nquit\n")
        self.assertIn("legal 8 ", said)
        self.assertIn("verdict winnable", said)
        self.assertIn("T", self.good("hint", "freecell#1", "--fair"))

    def test_records_are_replayed_by_both_engines(self):
        record = ROOT / "tests/freecell/won.pat"
        self.assertTrue(self.good("replay", record).rstrip().endswith("won"))
        done = subprocess.run([sys.executable, REFEREE, "replay", record], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_win_can_be_kept_and_replayed(self):
        """The solution that an unordered search found here had 191,535 moves, too many for a record."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "win.pat")
            self.good("solve", "freecell#1000011", "--out", path)
            self.assertTrue(self.good("replay", path).rstrip().endswith("won"))
            self.assertLess(path.stat().st_size, 4096)

    def test_deals_are_decided_by_lines_that_can_be_followed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "lines.jsonl")
            self.good("solve", "freecell#1..20", "--time", "10", "--threads", "1", "--shorten", "--lines", path)
            _, *lines = map(json.loads, path.read_text().splitlines())
            done = subprocess.run([sys.executable, REFEREE, "solutions", path], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(lines), 20)
        self.assertGreaterEqual(sum(line["verdict"] != "unknown" for line in lines), 19)
        for line in lines:
            self.assertLessEqual(len(line.get("moves", [])), 400, line["deal"])


if __name__ == "__main__":
    unittest.main()
