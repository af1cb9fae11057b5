"""The rules in games/files/: what the engine does by them is what the reference does, they are dealt as in PySolFC, and each
of their fields has a source."""

import json
import re
import unittest

from any_game import from_own_deal
from builds import ROOT, VOLUME
from own_rules import read_rules
from perft import perft
from rules_referee import follow, said

FILES = {path.stem: path.read_text() for path in sorted((ROOT / "games/files").glob("*.json"))}
RULES = {name: read_rules(text.encode()) for name, text in FILES.items()}
GAMES = max(1, int(VOLUME))
MOST_LEAVES = int(200 * VOLUME)
# Fields with a source in every file, and those with one where the file says something of them.
ALWAYS = {"/decks", "/foundations", "/tableau/build", "/tableau/unit", "/tableau/space", "/routes", "/deal"}
IF_SAID = {"/tableau/run", "/tableau/refill", "/reserve", "/stock"}
# Suits that are one suit to PySolFC, where the rules only look away.
ALIKE = {"spider-two-suits": str.maketrans("SD", "CH"), "spider-one-suit": str.maketrans("SDH", "CCC")}


def table_of(game, number):
    return from_own_deal(RULES[game], f"{RULES[game].id}#{number}")


def piles(game, number):
    """The piles of a deal that are not empty as PySolFC's are written, the foundations in any order."""
    lines = [line for line in table_of(game, number).position()[1:] if re.match("[FTRWS]", line) and not line.endswith(" -")]
    lines = [re.sub("(?<= .)[CDHS]", lambda found: found[0].translate(ALIKE.get(game, {})), line) for line in lines]
    return sorted(line.partition(" ")[2] for line in lines if line[0] == "F"), [line for line in lines if line[0] != "F"]


class Files(unittest.TestCase):
    def test_the_engine_plays_them(self):
        plies = 0
        for game, text in FILES.items():
            for seed in range(1, GAMES + 1):
                wrong, counts = follow(said("--games", seed, asked=[json.dumps(json.loads(text))]))
                self.assertEqual((wrong[:1], counts["accepted"]), ([], 1), game)
                plies += counts["plies"]
        self.assertGreater(plies, 20 * GAMES * len(FILES))

    def test_they_are_games_of_their_own(self):
        self.assertEqual(len({own.form for own in RULES.values()}), len(FILES))
        self.assertEqual(len({json.loads(text)["name"] for text in FILES.values()}), len(FILES))
        for game, text in FILES.items():
            self.assertTrue(json.loads(text)["summary"], game)

    def test_they_are_dealt_as_in_pysolfc(self):
        dealt = set()
        for line in (ROOT / "tests/reference/pysolfc_deals.txt").read_text().splitlines():
            if line.startswith("#"):
                continue
            deal, _, there = line.partition(" ")
            game, _, number = deal.partition("#")
            there = there.split("; ")
            homes = sorted(pile.partition(" ")[2] for pile in there if pile[0] == "F")
            self.assertEqual(piles(game, number), (homes, [pile for pile in there if pile[0] != "F"]), deal)
            dealt.add(game)
        self.assertEqual(dealt, set(FILES) - {"thirty-six"})  # whose aces PySolFC lays out while it deals

    def test_each_field_has_a_source(self):
        sourced = {}
        for line in (ROOT / "games/files/sources.txt").read_text().splitlines():
            if re.match("[a-z]", line):
                fields = sourced[line] = {}
            elif line.startswith("  /"):
                field, _, said_there = line.strip().partition(": ")
                self.assertNotIn(field, fields)
                fields[field] = said_there
            elif line.startswith("    "):
                fields[field] += " " + line.strip()
        self.assertEqual(set(sourced), set(FILES))
        for game, fields in sourced.items():
            rules = json.loads(FILES[game])
            there = {field for field in IF_SAID if field[1:].split("/")[-1] in {**rules, **rules["tableau"]}}
            self.assertEqual(set(fields), ALWAYS | there, game)
            for field, text in fields.items():
                self.assertRegex(text, r"^[A-Z].*\. \[(PySolFC|Solvitaire) .*\]$", (game, field))

    def test_counts_are_those_of_the_engine(self):
        for line in (ROOT / "tests/perft/files.txt").read_text().splitlines():
            if line.startswith("#"):
                continue
            start, _, leaves = line.partition(":")
            deal, *moves = start.split()
            table = table_of(*deal.split("#"))
            for move in moves:
                table.play(move)
            for depth, expected in enumerate(map(int, leaves.split()), 1):
                if expected > MOST_LEAVES:
                    break
                self.assertEqual(perft(table, depth), expected, f"{start}, depth {depth}")
