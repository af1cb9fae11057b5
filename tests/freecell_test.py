"""Forty Thieves, which is not released but listed by the tests' program (tests/games/list.hpp), is served like any other
game; so is FreeCell, whose rules are a file."""
import json
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
        self.assertEqual(ids, [*RELEASED, "forty-thieves"])

    def test_the_commands_serve_it(self):
        self.assertIn("only the tests build", self.good("rules", "forty-thieves"))
        self.assertIn("FreeCell", self.good("rules", "freecell"))
        self.assertIn("\nT8 5H 3H 3C 7S 7D TC\n", self.good("deal", "freecell#1"))
        self.assertEqual(self.good("perft", "forty-thieves#1", "4").split()[-1], "27")
        for deal, first, listed in (("freecell#1", "T1>R1", 8), ("forty-thieves#1", "T8>T4", 2)):
            said = self.good("protocol", given=f"position {deal}\nlegal\nplay {first}\nsolve nodes 100000\nquit\n")
            self.assertIn(f"legal {listed} ", said)
            self.assertIn("verdict ", said)
            self.assertIn("T", self.good("hint", deal, "--fair"))
        self.assertIn("verdict winnable", self.good("protocol", given="position freecell#1\nsolve nodes 100000\nquit\n"))

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
        _, *lines = map(json.loads, path.read_text().splitlines())
        wins = sum(line["verdict"] == "winnable" for line in lines)
        self.assertIn(f"\n{wins} wins replayed\n", self.good("lab", "solve", "--summary", path, "--replay"))
        self.assertEqual(len(lines), 20)
        self.assertGreaterEqual(sum(line["verdict"] != "unknown" for line in lines), 19)
        for line in lines:
            self.assertLessEqual(len(line.get("moves", [])), 400, line["deal"])

    def test_forty_thieves_has_odds_of_its_own(self):
        """Worlds that could not be decided say nothing of it: nothing was fitted to rules of its kind."""
        odds = self.good_json("odds", "forty-thieves#1", "--samples", "4", "--time", "0")
        self.assertEqual((odds["worlds"], odds["unknown"]), (4, 4))
        self.assertEqual((odds["chance"], odds["bounds"]), (None, [0, 1]))
