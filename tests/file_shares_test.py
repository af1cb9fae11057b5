"""lab/file_shares.py: bounds from the verdicts of a study, what is open, and what is apart from published bounds."""
import json
import subprocess
import sys

import pytest

from builds import BUILD, InFolder, ROOT


@pytest.mark.full
class FileShares(InFolder):
    def study(self, name: str, won: int, lost: int, unknown: int) -> None:
        verdicts = ["winnable"] * won + ["unwinnable"] * lost + ["unknown"] * unknown
        lines = [json.dumps({"nodes": 1000}), *(json.dumps({"verdict": verdict}) for verdict in verdicts)]
        (self.folder / f"{name}.jsonl").write_text("\n".join(lines) + '\n{"deal":"half a li')

    def shares(self, *words: str) -> tuple[int, list[str]]:
        done = subprocess.run([sys.executable, ROOT / "lab/file_shares.py", self.folder, *words], capture_output=True, text=True,
                              check=False, env={"QUINCUNX_BUILD": str(BUILD), "PATH": "/usr/bin:/bin"})
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.splitlines()[2:]

    def test_unknown_deals_count_both_ways(self):
        self.study("fan", 50, 30, 20)
        self.study("freecell", 9999, 1, 0)
        self.study("klondike-three", 8195, 1805, 0)
        self.study("mrs-mop", 0, 1000, 0)
        self.assertEqual(self.shares(), (0, [
            "| fan | 100 | 50 | 30 | 20 | 1,000 | 39.83 to 78.76 |  | open |",
            "| freecell | 10,000 | 9,999 | 1 | 0 | 1,000 | 99.944 to 99.99975 |  |  |",
            "| klondike-three | 10,000 | 8,195 | 1,805 | 0 | 1,000 | 81.18 to 82.70 | 81.861 to 82.029 |  |",
            "| mrs-mop | 1,000 | 0 | 1,000 | 0 | 1,000 | 0.00 to 0.37 | 97.913 to 98.071 | theirs: single aces go home |"]))

    def test_bounds_apart_from_the_published_ones(self):
        self.study("klondike-three", 700, 300, 0)
        status, told = self.shares()
        self.assertEqual((status, told[0].rpartition("| ")[2]), (1, "open, APART |"))

    def test_solves_what_is_missing(self):
        words = ("--deals", "2", "--nodes", "300", "--games", "seahaven-towers")
        _, told = self.shares(*words)
        self.assertRegex(told[0], r"^\| seahaven-towers \| 2 \|")
        self.assertEqual(self.shares(*words)[1], told)
