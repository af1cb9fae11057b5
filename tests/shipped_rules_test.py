"""Well-known games by their names: the rules in games/files/, which the programs have with them."""
import json

from builds import ROOT
from commands import MISUSE, NO, InFolder, run

FILES = {path.stem: path for path in sorted((ROOT / "games/files").glob("*.json"))}
NAME = "limited"  # no game of the tests, as some others are
RULES = ["--rules", FILES[NAME]]


class Shipped(InFolder):
    def test_a_name_is_that_file(self):
        text = self.good("deal", f"{NAME}#5")
        self.assertRegex(text, "^game own-[a-z]{14}\nrules {")
        self.assertEqual(text, self.good("deal", "own#5", *RULES))
        game = text.split()[1]
        self.assertEqual(self.good("deal", f"{game}#5"), text)
        self.assertTrue(self.good("deal", NAME).startswith(f"deal {game}#"))
        cards = self.good("deal", f"{NAME}#5", "--cards").split()[-1]
        self.assertEqual(self.good("deal", f"{NAME}:{cards.partition(':')[2]}"), text)
        for command in (["hint"], ["solve"], ["odds"]):
            self.assertEqual(run(*command, f"{NAME}#5", "--json", "--nodes", "2000").returncode,
                             run(*command, "own#5", *RULES, "--json", "--nodes", "2000").returncode, command)
        self.assertEqual(self.good("perft", f"{NAME}#5", "3"), self.good("perft", "own#5", "3", *RULES))
        answers = self.good("protocol", given=f"position {NAME}#5\nshow\nquit\n")
        self.assertIn(text.splitlines()[1], answers)
        self.assertIn("there is no game", self.bad(MISUSE, "deal", "limitless#5"))

    def test_texts_by_hand_may_use_it(self):
        text = self.good("deal", f"{NAME}#5")
        by_hand = f"game {NAME}\n" + text.partition("\n")[2].partition("\n")[2]
        self.assertEqual(self.good("show", "-", given=by_hand), self.good("show", "-", given=text))
        record = f"quincunx-record 1\ngame {NAME}\ndeal {NAME}#5\nmoves\ndraw\nend\n"
        told = self.good("replay", "-", given=record)
        self.assertEqual(told, self.good("replay", "-", given=record.replace(NAME, text.split()[1])))
        self.bad(NO, "replay", "-", given=record.replace(f"deal {NAME}", "deal maria"))

    def test_studies_carry_the_rules(self):
        lines = self.folder / "all.jsonl"
        self.good("lab", "solve", f"{NAME}#1..2", "--nodes", "100", "--lines", lines)
        header = json.loads(lines.read_text().splitlines()[0])
        self.assertEqual(header["games"], [header["rules"]["id"]])
        deals = self.file("deals.txt", f"{NAME}#1\n{NAME}#2\n")
        of_list = self.folder / "list.jsonl"
        self.good("lab", "solve", deals, "--nodes", "100", "--lines", of_list)
        self.assertEqual(json.loads(of_list.read_text().splitlines()[0])["rules"], header["rules"])
        for other in ("maria#1", "carthage#1"):
            deals.write_text(f"{NAME}#1\n{other}\n")
            self.assertIn("in a file of their own", self.bad(MISUSE, "lab", "solve", deals, "--nodes", "100"))

    def test_its_rules_can_be_changed(self):
        self.assertEqual(self.good("rules", NAME), FILES[NAME].read_text())
        self.assertEqual(self.good_json("rules", NAME)["rules"], json.loads(FILES[NAME].read_text()))
        changed = self.file("changed.json", json.dumps({"based_on": NAME, "stock": {"redeal": {"count": 1}}}))
        rules = self.good_json("deal", "own#5", "--rules", changed)["rules"]
        self.assertEqual((rules["name"], rules["stock"]["redeal"]["count"], rules.get("variant_of", "")), ("Limited, changed", 1, ""))
        carried = self.file("carried.json", json.dumps(rules))
        self.assertEqual(self.good_json("deal", "own#5", "--rules", carried)["rules"], rules)
        changed.write_text(json.dumps({"based_on": "carthage", "variant_of": NAME, "decks": 2, "name": "x", "deal": [{"rounds": 1}]}))
        self.assertIn("/variant_of: there is no game", self.bad(MISUSE, "deal", "own#5", "--rules", changed))

    def test_a_deal_that_can_be_won_is_of_listed_games(self):
        self.bad(MISUSE, "deal", NAME, "--winnable")
        self.bad(MISUSE, "deal", NAME, "--day", "today")


class KnownFacts(InFolder):
    def test_of_the_deals_of_microsoft_11982_is_lost(self):
        for number, verdict in ((11981, "winnable"), (11982, "unwinnable"), (11983, "winnable")):
            told = run("solve", f"freecell#{number}", "--json")
            self.assertEqual(json.loads(told.stdout)["verdict"], verdict, number)
