"""FreeCell and Forty Thieves, which are not released: the tests' program, whose list has them too (tests/games/list.hpp),
serves them like any other game."""
import subprocess
import sys

from builds import ROOT
from game_lists import RELEASED
from studies import WithFolder

REFEREE = ROOT / "tests/reference/referee.py"


class OtherGames(WithFolder):
    def test_they_are_not_released(self):
        for game in ("freecell", "forty-thieves"):
            self.assertNotIn(game, RELEASED)
        ids = [game["id"] for game in self.good_json("games")]
        self.assertEqual(ids, [*RELEASED, "freecell", "forty-thieves"])

    def test_the_commands_serve_it(self):
        self.assertIn("Cells: four", self.good("rules", "freecell"))
        self.assertIn("\nT8 5H 3H 3C 7S 7D TC\n", self.good("deal", "freecell#1"))
        self.assertEqual(self.good("perft", "freecell#1", "4").split()[-1], "6581")
        said = self.good("protocol", given="position freecell#1\nlegal\nplay T1>R1\nsolve nodes 100000\nquit\n")
        self.assertIn("legal 8 ", said)
        self.assertIn("verdict winnable", said)
        self.assertIn("T", self.good("hint", "freecell#1", "--fair"))

    def test_records_are_replayed_by_both_engines(self):
        record = ROOT / "tests/games/freecell-won.pat"
        self.assertTrue(self.good("replay", record).rstrip().endswith("won"))
        done = subprocess.run([sys.executable, REFEREE, "replay", record], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_win_can_be_kept_and_replayed(self):
        """The solution that an unordered search found here had 191,535 moves, too many for a record."""
        path = self.folder / "win.pat"
        self.good("solve", "freecell#1000011", "--out", path)
        self.assertTrue(self.good("replay", path).rstrip().endswith("won"))
        self.assertLess(path.stat().st_size, 4096)

    def test_deals_are_decided_by_lines_that_can_be_followed(self):
        path = self.folder / "lines.jsonl"
        self.good("lab", "solve", "freecell#1..20", "--time", "10", "--threads", "1", "--shorten", "--lines", path)
        lines, _ = self.replayed(path)
        self.assertEqual(len(lines), 20)
        self.assertGreaterEqual(sum(line["verdict"] != "unknown" for line in lines), 19)
        for line in lines:
            self.assertLessEqual(len(line.get("moves", [])), 400, line["deal"])

    def test_forty_thieves_has_odds_of_its_own(self):
        """Worlds that could not be decided say nothing of it: nothing was fitted to rules of its kind."""
        odds = self.good_json("odds", "forty-thieves#1", "--samples", "4", "--time", "0")
        self.assertEqual((odds["worlds"], odds["unknown"]), (4, 4))
        self.assertEqual((odds["chance"], odds["bounds"]), (None, [0, 1]))
