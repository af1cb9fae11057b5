"""The solver's solutions in the slow reference engine: `quincunx solve` over some deals of each game, every solution
replayed.

QUINCUNX_SOLUTIONS is the number of deals for each game (default 10, each limited in nodes; from 100 on, only the
solver's own limits apply); ./test --full takes 1000.
"""
import os
import subprocess

from builds import LAB
from studies import WithFolder

DEALS = int(os.environ.get("QUINCUNX_SOLUTIONS", "10"))
LIMITS = ["--time", "0", "--nodes", "20000"] if DEALS < 100 else []
FIRST = 1_000_001
# The minimum number of wins in ten deals, so that there is something to replay. Deliberately set for each game
# separately.
LEAST_WINS = {"gargantua": 9, "gargantua-classic": 9, "grandfather": 10, "grandfather-classic": 10, "gloucestershire": 9,
              "stalactites": 9, "carthage": 5, "carthage-strict": 0}


class Solutions(WithFolder):
    def check(self, game: str) -> dict[str, int]:
        """How often each verdict is given; every solution has been replayed."""
        path = self.folder / game
        deals = f"{game}#{FIRST}..{FIRST + DEALS - 1}"
        subprocess.run([LAB, "solve", deals, *LIMITS, "--lines", path], check=True, stdout=subprocess.PIPE)
        lines, said = self.replayed(path)
        self.assertEqual([line["deal"] for line in lines], [f"{game}#{FIRST + i}" for i in range(DEALS)])
        verdicts = [line["verdict"] for line in lines]
        counts = {verdict: verdicts.count(verdict) for verdict in ("winnable", "unwinnable", "unknown")}
        self.assertIn(f"{counts['winnable']} winnable, {counts['unwinnable']} unwinnable", said)
        self.assertIn(", 0 failures\n", said)
        print(f"{game}: {counts}", flush=True)
        return counts

    def test_every_win_replays(self):
        for game, least in LEAST_WINS.items():
            with self.subTest(game=game):
                self.assertGreaterEqual(self.check(game)["winnable"], least * DEALS // 10)
