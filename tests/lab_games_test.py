"""The rules that only the lab has (games/lab.hpp): the engine and the searches against the reference engine."""
import subprocess

from builds import PROGRAM, VOLUME
from commands import MISUSE
from studies import WithFolder, parsed
from games import from_deal
from lab import CARRIES_OVER, CHOICE, LAB
from perft import perft

DEALS = 1000 if VOLUME >= 1 else 30
LIMITS = ["--time", "0", "--nodes", "20000"]


class LabGames(WithFolder):
    def solved(self, game: str, deals: str) -> dict[int, str]:
        """The verdict of each deal; every win has been replayed in the reference engine."""
        path = self.folder / f"{game}.jsonl"
        if not path.exists():
            self.good("lab", "solve", f"{game}#{deals}", *LIMITS, "--no-times", "--lines", path)
            self.replayed(path)
        return {int(line["deal"].split("#")[1]): line["verdict"] for line in parsed(path.read_text())[1:]}

    def test_both_engines_list_the_same_moves(self):
        for game in LAB:
            for number in (1, 32000, 4294967296):
                with self.subTest(game=game, number=number):
                    deal = f"{game}#{number}"
                    depth = 4 if game.startswith("stalactites") else 3
                    self.assertEqual(self.good("lab", "perft", deal, str(depth)), f"perft {depth} {perft(from_deal(deal), depth)}\n")

    def test_both_engines_deal_the_same(self):
        """With the redeals that there are, which no count of a few moves shows."""
        for game in LAB:
            deal = f"{game}#32000"
            self.assertEqual(self.good("deal", deal).splitlines(), from_deal(deal).position())

    def test_wins_replay_and_carry_over_to_kinder_rules(self):
        deals = f"1000001..{1000000 + DEALS}"
        verdicts = {game: self.solved(game, deals) for pair in CARRIES_OVER for game in pair}
        for left, right in CARRIES_OVER:
            for number, verdict in verdicts[left].items():
                self.assertFalse(verdict == "winnable" and verdicts[right][number] == "unwinnable", (left, right, number))
        ones, twos, best = (verdicts[name] for name in CHOICE)
        for number, verdict in best.items():
            if "unknown" not in (verdict, ones[number], twos[number]):
                self.assertEqual(verdict == "winnable", "winnable" in (ones[number], twos[number]), number)
        for game in LAB:
            self.assertIn("winnable", verdicts[game].values(), game)

    def test_only_the_lab_has_them(self):
        listed = self.good("games")
        for game in LAB:
            self.assertNotIn(game, listed)
            self.assertIn("won", self.good("lab", "solve", f"{game}#1000001", *LIMITS))
            for command in (["rules", game], ["analyze", f"{game}#1"], ["protocol"]):
                done = subprocess.run([PROGRAM, *command], input=f"position {game}#1\n", capture_output=True, text=True, check=False)
                self.assertIn(game if command != ["protocol"] else "error", done.stderr + done.stdout)
                self.assertEqual(done.returncode, 0 if command == ["protocol"] else MISUSE)
