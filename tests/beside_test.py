"""lab/beside_solvitaire.py, with a stand-in for Solvitaire that keeps the deals that it is given."""
import json
import subprocess
import sys

from builds import BUILD, InFolder, ROOT

STAND_IN = """#!/usr/bin/env python3
import json, sys
if "--deal-only" in sys.argv:
    pack = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "CDHS"]
    print(json.dumps(dict([("tableau piles", [pack[pile::8][:6] for pile in range(8)]), ("cells", [[card] for card in pack[48:]] + [""] * 4)])))
    sys.exit()
if "--random" in sys.argv:
    print(", solved, 5, 100, , unsolvable")
    sys.exit()
with open("{folder}/given", "a") as file:
    file.write(open(sys.argv[-1]).read() + "\\n")
print(", solved, 5, 100, , unsolvable")
"""


class BesideSolvitaire(InFolder):
    def setUp(self):
        super().setUp()
        self.stand_in = self.file("solvitaire", STAND_IN.format(folder=self.folder), 0o755)

    def beside(self, *words):
        done = subprocess.run([sys.executable, ROOT / "lab/beside_solvitaire.py", self.folder / "run.jsonl", *words],
                              capture_output=True, text=True, check=False, env={"QUINCUNX_BUILD": str(BUILD), "PATH": "/usr/bin:/bin"})
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.splitlines()

    def test_deals_are_the_same_card_by_card_and_contradictions_are_told(self):
        words = ["--solvitaire", str(self.stand_in), "--games", "freecell", "klondike", "--deals", "1", "--seconds", "100"]
        status, told = self.beside(*words)
        self.assertEqual((status, told[-1]), (1, "CONTRADICTION: klondike#1: winnable, Solvitaire: unwinnable"))
        self.assertIn("CONTRADICTION: freecell#1: winnable, Solvitaire: unwinnable", told)
        self.assertRegex(told[2], r"^\| freecell \| 100\.0 \| 1 \| 1 \| 1 \| \d+\.\d\d \| \d+\.\d\d \|$")
        freecell, _, klondike, _ = map(json.loads, (self.folder / "given").read_text().splitlines())
        self.assertEqual(freecell["tableau piles"][0], "JD KD 2S 4C 3S 6D 6S".split())
        self.assertEqual([len(pile) for pile in freecell["tableau piles"]], [7] * 4 + [6] * 4)
        self.assertEqual(set(freecell), {"tableau piles"})
        for number, pile in enumerate(klondike["tableau piles"]):
            self.assertEqual([card[-1].islower() for card in pile], [True] * number + [False])
        position = subprocess.run([BUILD / "quincunx", "deal", "klondike#1"], check=True, capture_output=True, text=True).stdout
        stock = next(line.split()[1:] for line in position.splitlines() if line.startswith("S "))
        self.assertEqual([card.replace("10", "T") for card in klondike["stock"]], stock)
        cards = [card.upper() for card in sum(klondike["tableau piles"], []) + klondike["stock"]]
        self.assertEqual((len(cards), len(set(cards))), (52, 52))
        # Deals in the file are not solved again, and need no Solvitaire to be told.
        self.assertEqual(self.beside(*words), (1, told))
        self.assertEqual(self.beside(), (1, told))
        self.assertEqual(len((self.folder / "given").read_text().splitlines()), 4)

    def test_deals_with_cards_in_cells_are_solvitaires(self):
        words = ["--games", "eight-off", "--deals", "1", "--seconds", "100"]
        _, told = self.beside("--solvitaire", str(self.stand_in), *words)
        self.assertRegex(told[2], r"^\| eight-off \| 100\.0 \| 1 \| 1 \| 1 \|")
        self.assertFalse((self.folder / "given").exists())

    def test_answers_of_old_need_no_solvitaire(self):
        old = self.file("old.jsonl", json.dumps({"deal": "freecell#1", "seconds": 100.0, "ours": ["unknown", 1], "theirs": ["winnable", 7]}) + "\n")
        _, told = self.beside("--theirs", str(old), "--games", "freecell", "klondike", "--deals", "1", "--seconds", "100")
        self.assertEqual(len(told), 3)
        self.assertRegex(told[2], r"^\| freecell \| 100\.0 \| 1 \| 1 \| 1 \| \d+\.\d\d \| 7\.00 \|$")
