"""Rules of one's own wherever the programs name a game: --rules FILE, the line protocol, files of many deals."""
import json
import re
import subprocess

from builds import ROOT
from commands import MISUSE, NO, YES, InFolder, command_line, of_a_release, run
from saved_games import file_of, game

EITHER_COLOR = (ROOT / "examples/own.json").read_text()
# Sixteen cards, which are searched in no time.
SMALL = """{ "name": "Small", "ranks": 4,
  "foundations": [{ "piles": 4, "build": { "follow": "same_suit", "step": 1 }, "length": 4, "per_suit": 1 }],
  "tableau": { "piles": 4, "build": { "follow": "other_color", "step": -1 }, "unit": "ordered_run", "space": "any_card" },
  "stock": { "deal_to": "waste" },
  "routes": ["tableau_to_tableau", "tableau_to_foundation", "waste_to_tableau", "waste_to_foundation"],
  "deal": [{ "rounds": 2 }] }
"""


class OwnRules(InFolder):
    def setUp(self):
        super().setUp()
        self.rules = self.file("own.json", SMALL)
        self.named = ["--rules", self.rules]
        self.id = self.good_json("deal", "own#1", *self.named)["game"]

    def test_a_deal_says_its_rules(self):
        told = self.good_json("deal", "own#1", *self.named)
        self.assertRegex(self.id, "^own-[a-z]{14}$")
        self.assertEqual((told["deal"], told["rules"]["id"], told["rules"]["name"]), (f"{self.id}#1", self.id, "Small"))
        again = self.file("again.json", json.dumps(told["rules"]))
        self.assertEqual(self.good_json("deal", f"{self.id}#1", "--rules", again), told)
        self.assertTrue(self.good("deal", "own", *self.named).startswith(f"deal {self.id}#"))
        self.assertTrue(self.good("deal", "own", "--cards", *self.named).split()[2].startswith(f"{self.id}:"))
        self.assertNotIn("rules", self.good_json("deal", "carthage#1"))

    def test_every_command_takes_them(self):
        start = self.good("deal", "own#1", *self.named)
        won = self.folder / "won.pat"
        self.good("solve", "own#1", *self.named, "--out", won)
        solved = self.good_json("solve", f"{self.id}#1", *self.named)
        self.assertEqual((solved["verdict"], solved["game"], solved["deal"]), ("winnable", self.id, f"{self.id}#1"))
        self.assertEqual(self.good("solve", "-", *self.named, given=start).partition("(")[0],
                         self.good("solve", "own#1", *self.named).partition("(")[0].replace(f"{self.id}#1", "standard input"))
        self.assertEqual(self.good_json("hint", "own#1", *self.named)["line"], solved["line"])
        self.assertEqual(self.good_json("odds", "own#1", *self.named)["game"], self.id)
        shortest = self.folder / "par.pat"
        self.good("par", "own#1", *self.named, "--out", shortest)
        self.assertEqual(len(self.good_json("show", shortest)["rules"]["deal"]), 1)
        self.assertEqual(self.good_json("par", f"{self.id}#1", *self.named)["line"], solved["line"])
        self.assertEqual(self.good_json("hint", "own#1", "--fair", "--samples", "2", *self.named)["status"], "playing")
        self.assertEqual(self.good_json("analyze", won)["verdicts"], self.good_json("analyze", won, *self.named)["verdicts"])
        self.assertEqual(self.good_json("show", won)["rules"], self.good_json("show", won, *self.named)["rules"])
        self.assertEqual(self.good_json("show", won)["rules"]["id"], self.id)
        self.assertEqual(self.good("perft", "own#1", "3", *self.named),
                         self.good("protocol", *self.named, given="position own#1\nperft 3\n").partition("ok\n")[2])

    def test_a_position_by_hand_calls_them_own(self):
        lines = self.good("deal", "own#1", *self.named).splitlines(keepends=True)
        self.assertEqual([line.split()[0] for line in lines[:2]], ["game", "rules"])
        by_hand = "game own\n" + "".join(lines[2:])
        told = self.good("show", "-", *self.named, given=by_hand)
        self.assertEqual(told.splitlines()[:2], [line.rstrip("\n") for line in lines[:2]])
        self.assertEqual(self.good("show", "-", *self.named, given=f"game {self.id}\n" + "".join(lines[2:])), told)
        self.assertIn('1:6: there is no game "own"', self.bad(NO, "show", "-", given=by_hand))
        self.assertIn("standard input:3:4: ", self.bad(NO, "show", "-", *self.named, given=by_hand.replace("F2 -", "F2 AX")))
        other = self.file("other.json", EITHER_COLOR)
        self.assertIn(f"and not {self.id}", self.bad(MISUSE, "show", "-", "--rules", other, given="".join(lines)))

    def test_what_is_wrong_is_said(self):
        self.assertIn("the rules of own are not here: --rules FILE", self.bad(MISUSE, "solve", "own#1"))
        self.assertIn(f"--rules has the game {self.id}, own for short, and not carthage", self.bad(MISUSE, "solve", "carthage#1", *self.named))
        hard = ["--rules", self.file("hard.json", SMALL.replace("any_card", "stays_empty"))]
        lost = next(deal for deal in (f"own#{number}" for number in range(1, 100)) if run("solve", deal, *hard).returncode == NO)
        self.assertIn("only losses of listed games have certificates",
                      self.bad(MISUSE, "solve", lost, *hard, "--certify", self.folder / "x.cert"))
        self.assertFalse((self.folder / "x.cert").exists())
        for text, why in (("{\n", "own.json: 2:1"), ('{"decks":1,"decks":1}', "/decks: the field is there twice"), ('{"decks":3}', "/decks: a game has one or two decks"),
                          ("[" * 20_000, "16384 bytes"), ("", "1:1 not JSON"), ("\0", "not JSON")):
            self.rules.write_text(text)
            for command in (["deal", "own#1"], ["show", "-"], ["solve", "own#1"], ["hint", "own#1"], ["odds", "own#1"], ["protocol"],
                            ["analyze", "-"], ["lab", "solve", "own#1..2"], ["fair", "own#1"], ["perft", "own#1", "1"]):
                self.assertIn(why, self.bad(MISUSE, *command, *self.named), (text, command))
        told = json.loads(run("deal", "own#1", *self.named, "--json").stdout)
        self.assertEqual((told["error"]["code"], told["error"]["column"]), ("no-json", 1))

    @of_a_release
    def test_hostile_rules_take_little_memory(self):
        """Deep, huge, doubled and endless, in a file and in all that carries rules."""
        most = 16 * 1024
        texts = ["[" * most, '{"deal":' * (most // 8), '{"decks":1,' * (most // 12) + '"x":1}', '{"routes":[' + '"x",' * 3000 + '"x"]}',
                 '{"deal":[' + '{"rounds":2000000000},' * 700 + "{}]}", '{"decks":' + "9" * 16_000 + "}", '{"name":"' + "\\u0000" * 2000 + '"}',
                 '{"based_on":"' + "x" * 16_000 + '"}', '{"ranks":13,"deal":[{"rounds":2147483647,"shift":2147483647,"first":2147483647}]}',
                 '{"tableau":{"piles":2147483647},"reserve":{"piles":-2147483648}}', "{" * 200_000, " " * 10_000_000]
        for text in texts:
            lines = f"game own-abc\nrules {text}\n"
            for command, given, file in ((["deal", "own#1", *self.named], "", text), (["solve", "-"], f"quincunx-record 1\n{lines}deal own-abc#1\nmoves\nend\n", ""),
                                         (["show", "-"], f"{lines}F1 -\n", ""), (["protocol"], f"rules {text}\nposition text\n{lines}end\n", "")):
                self.rules.write_text(file)
                with self.subTest(command=command, text=text[:40]):
                    within = ["bash", "-c", f'ulimit -t 2 -v {64 * 1024} && exec "$@"', "-", *map(str, command_line(*command))]
                    done = subprocess.run(within, input=given, capture_output=True, text=True)
                    if command == ["protocol"]:
                        self.assertEqual((done.returncode, [line[:6] for line in done.stdout.splitlines()]), (YES, ["error "] * 2))
                    else:
                        self.assertIn(done.returncode, (NO, MISUSE))
                        self.assertLess(len(done.stderr), 1500)
                    self.assertNotIn("memory", done.stderr)

    def test_rules_that_are_played_like_a_listed_game_are_that_game(self):
        self.rules.write_text('{"based_on": "carthage", "name": "Mine"}')
        self.assertEqual(self.good("deal", "own#7", *self.named), self.good("deal", "carthage#7"))
        nodes = [self.good_json("solve", deal, *more, "--nodes", "20000")["nodes"] for deal, more in (("own#7", self.named), ("carthage#7", []))]
        self.assertEqual(nodes[0], nodes[1])

    def solved(self, deals: str, *more) -> list:
        lines = self.good("lab", "solve", deals, *more, "--lines", "-", "--no-times", "--no-solutions").splitlines()
        return [(told["verdict"], told.get("length"), told["nodes"]) for told in map(json.loads, lines[1:])]

    def test_the_lab_counts_as_the_page_does(self):
        # web/src/workshop/chance.test.ts solves the same deals in the page's module.
        limits = ["--time", "0", "--nodes", "100000", "--memory", "64"]
        for rules, said in json.loads((ROOT / "tests/workshop.json").read_text()):
            with self.subTest(rules=rules):
                file = self.file("workshop.json", json.dumps(rules))
                told = self.solved(f"own#1..{len(said)}", "--rules", file, *limits)
                self.assertEqual([f"{verdict} {nodes}" for verdict, _, nodes in told], said)

    def test_rules_near_a_known_game_have_its_search(self):
        # Dealt otherwise, and with fewer redeals, a position is one of the listed game.
        for rules in ('{"based_on": "grandfather", "deal": [{"rounds": 2}], "stock": {"redeal": {"count": 0}}}',
                      '{"based_on": "carthage", "deal": [{"rounds": 1}, {"kind": "reserve", "rounds": 7}]}'):
            self.rules.write_text(rules)
            lines = self.good("deal", "own#2", *self.named)
            head = f"game {json.loads(rules)['based_on']}" + "\nredeals 0" * ("redeal" in rules)
            listed = re.sub(r"^game .*\nrules .*$", head, lines, count=1, flags=re.MULTILINE)
            told = [self.good_json("solve", "-", given=text) for text in (lines, listed)]
            self.assertEqual(told[0]["verdict"], "winnable")
            self.assertEqual(told[0]["nodes"], told[1]["nodes"])
            self.assertEqual(told[0]["line"], told[1]["line"])
        # No position of the listed game, where cards of a pile always follow one another.
        self.rules.write_text('{"based_on": "carthage", "deal": [{"rounds": 2}, {"kind": "reserve", "rounds": 5}]}')
        listed = re.sub(r"^game .*\nrules .*$", "game carthage", self.good("deal", "own#1", *self.named), count=1, flags=re.MULTILINE)
        self.assertIn("not in sequence", self.bad(NO, "solve", "-", given=listed))
        self.assertEqual(self.solved("own#1", *self.named, "--nodes", "500")[0][0], "unknown")

    def test_the_protocol(self):
        line = " ".join(EITHER_COLOR.split())
        answers = self.protocol("rules " + line, "position own#5", "legal", "play draw", "show", "games", "rules {}", "position own#1", "undo",
                                'rules {"based_on":"carthage"}', "position own#5", "view 0", "rules", "rate own#1", "rate carthage#1", "position own-abc#1")
        named = answers[0].split(maxsplit=2)
        self.assertEqual((named[0], named[2]), ("game", "Carthage in either color"))
        self.assertEqual(answers[1], "ok")
        self.assertEqual(answers[3], "ok")
        self.assertEqual(answers[4], f"game {named[1]}")
        self.assertTrue(answers[5].startswith("rules {"))
        rest = answers[answers.index("ok", answers.index("game carthage Carthage")):]
        self.assertEqual(rest[:6], ["ok", "error /foundations: a game has 1 to 16 foundations", "ok", "error nothing to undo", "game carthage Carthage", "ok"])
        self.assertTrue(rest[-3].startswith("rating "), rest[-3])
        self.assertEqual(rest[-4:], ["error rules needs rules", rest[-2], rest[-2], 'error the deal: there is no game "own-abc"'])
        self.assertEqual(self.good("protocol", *self.named, given="position own#1\n"), "ok\n")

    def test_what_the_page_for_programmers_types(self):
        page = (ROOT / "docs/embedding.md").read_text().partition("## Change a rule")[2].partition("## Add a game")[0]
        rules, commands, lines, _ = re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        self.assertEqual(rules, EITHER_COLOR)
        self.assertIn(rules, (ROOT / "docs/notation.md").read_text())
        self.file("own.json", rules)
        *first, last = [command.split() for command in commands.splitlines()]
        for program, *words in first:
            done = run(*["lab"] * program.endswith("lab"), *words, cwd=self.folder)
            self.assertIn(done.returncode, (YES, NO), done.stderr)
            self.assertEqual(done.stderr, "")
        self.assertEqual(last[:2], ["quincunx", "protocol"])
        done = run(*last[1:], given=lines, cwd=self.folder)
        self.assertEqual(done.stdout.splitlines()[0], "ok")
        self.assertNotIn("error", done.stdout)
        for answer in ("legal ", "hint ", "game own-", "status playing"):
            self.assertIn(f"\n{answer}", done.stdout)

    def test_files_of_many_deals_carry_them(self):
        lines, parts = self.folder / "all.jsonl", [self.folder / f"{part}.jsonl" for part in (1, 2)]
        self.good("lab", "solve", "own#1..20", *self.named, "--lines", lines, "--no-times")
        header = json.loads(lines.read_text().splitlines()[0])
        self.assertEqual((header["deals"], header["games"], header["rules"]["id"]), (f"{self.id}#1..20", [self.id], self.id))
        for number, part in enumerate(parts, 1):
            self.good("lab", "solve", "own#1..20", *self.named, "--part", f"{number}/2", "--lines", part, "--no-times")
        whole = self.folder / "whole.jsonl"
        self.good("merge", *parts, "--out", whole)
        self.assertEqual(whole.read_bytes(), lines.read_bytes())
        told = self.good_json("lab", "solve", "--summary", whole, "--replay")
        self.assertEqual((told["results"][0]["game"], told["results"][0]["deals"], told["replayed"]), (self.id, 20, True))
        # Begun with names of one's own, and continued by others who call it otherwise.
        renamed = self.file("renamed.json", SMALL.replace("Small", "Little"))
        with lines.open("r+b") as file:
            file.truncate(len(lines.read_bytes()) // 2)
        self.good("lab", "solve", "own#1..20", "--rules", renamed, "--lines", lines, "--no-times", "--resume")
        self.assertEqual(whole.read_bytes(), lines.read_bytes())
        self.assertIn("the rules of own-", self.bad(MISUSE, "lab", "solve", f"{self.id}#1..20"))

    def test_games_of_players(self):
        lines = self.folder / "games.jsonl"
        self.good("fair", "own#1..3", *self.named, "--player", "instant", "--lines", lines, "--out", self.folder)
        self.assertEqual(self.good_json("fair", "--summary", lines, "--replay")["results"][0]["deals"], 3)
        record = self.folder / f"{self.id}-2.pat"
        self.assertIn("\nrules {", record.read_text())
        self.good("replay", record)

    def test_files_of_games_keep_them_apart(self):
        other = self.good_json("deal", "own#1", "--rules", self.file("other.json", EITHER_COLOR))["game"]
        won = self.folder / "won.pat"
        self.good("solve", "own#1", *self.named, "--out", won)
        carried = won.read_text().replace("\\", "\\\\").replace("\n", "\\n")
        file = self.file("mine.games", file_of(
            game(1, f"{self.id}#1"), f"record {carried}", game(2, f"{other}#1", state="given-up"), game(3, state="given-up"),
            game(4, f"{self.id}#2", state="given-up")))
        told = {key: (one["played"], one["won"]) for key, one in self.good_json("stats", file)["games"].items()}
        self.assertEqual(told, {self.id: (2, 1), other: (1, 0), "carthage": (1, 0)})
        self.assertEqual(self.good("stats", file, "--out", "-"), file.read_text())

    def test_a_header_with_other_rules_is_refused(self):
        lines = self.folder / "all.jsonl"
        self.good("lab", "solve", "own#1..2", *self.named, "--lines", lines)
        for old, new, why in (('"name":"Small"', '"name":"Small","decks":3', "the rules in the header: /decks"),
                              ('"ranks":4', '"ranks":4,"sum":1', "/sum: there is no such field"),
                              ('"id":"own-', '"id":"owl-', "/id: these rules are called")):
            text = lines.read_text()
            self.assertIn(old, text)
            head, _, rest = text.replace(old, new, 1).partition("\n")
            damaged = self.file("damaged.jsonl", sealed(head) + "\n" + rest)
            self.assertIn(why, self.bad(MISUSE, "lab", "solve", "--summary", damaged))


def sealed(line: str) -> str:
    """A header with the checksum that belongs to it: docs/notation.md."""
    body = line[:line.rindex(',"sum":"')]
    return f'{body},"sum":"{fnv(body + chr(10)):016x}"}}'


def fnv(text: str) -> int:
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return value
