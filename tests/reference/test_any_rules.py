"""The engine under rules that nobody wrote, against the reference that reads any: texts of rules, games at every ply,
positions that are nearly right, and records. The engine is represented by the program rules_trace
(tests/rules_trace.cpp).

QUINCUNX_MADE_UP says how many sets of rules are made up; about a quarter of them make sense.
"""

import copy
import json
import os
import random
import subprocess
import unittest
from collections import Counter

import jsonschema

from any_game import from_own_deal, from_own_position
from any_search import can_be_won
from cards import numbered_order
from changes import changed, judged_alike
from games import IN_TESTS
from own_rules import LISTED, RULES, TEXTS, RulesRefused, read_rules
from following import Mismatch, record_of
from rules_referee import follow, judge_answer, said
from setups import homeward
from table import NotationError, Refused
from builds import PROGRAM, ROOT, VOLUME

MADE_UP = int(os.environ.get("QUINCUNX_MADE_UP", str(max(20, int(1500 * VOLUME)))))
SEED = 1


def accepted_texts(count, first=SEED):
    lines = said(first, count)
    return [line.removeprefix("text ") for line, answer in zip(lines, lines[1:])
            if line.startswith("text ") and answer.startswith("ok ")]


def blocks(texts, last="end"):
    """Texts of several lines as the engine reads them."""
    return [line for text in texts for line in [*text, last]]


class Games(unittest.TestCase):
    def test_the_reference_finds_nothing_wrong(self):
        for first in range(SEED, SEED + MADE_UP, 1000):
            count = min(1000, SEED + MADE_UP - first)
            wrong, counts = follow(said(first, count))
            self.assertEqual(wrong[:1], [], wrong and self.shrunk(wrong[0]))
            self.assertEqual(counts["rules"], count)
            self.assertGreater(counts["accepted"], count // 10)
            self.assertGreater(counts["plies"], counts["accepted"])

    def shrunk(self, wrong):
        """The same mistake with rules of which as much as possible is gone."""
        text, _, _ = wrong.partition("\n")
        kind = wrong.rpartition("\n")[2][:20]
        seeds = range(SEED, SEED + 20)

        def fails(fields):
            for seed in seeds:
                found = follow(said("--games", seed, asked=[json.dumps(fields)]))[0]
                if found and found[0].rpartition("\n")[2][:20] == kind:
                    return found[0]
            return None

        fields, smallest = json.loads(text), wrong
        simpler = True
        while simpler:
            simpler = False
            for less in with_less(fields):
                found = fails(less)
                if found:
                    fields, smallest, simpler = less, found, True
                    break
        return smallest


def with_less(value):
    """The value with one of its parts left out, at any depth."""
    for part in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        less = value.copy()
        del less[part]
        yield less
        for inner in with_less(value[part]):
            less = value.copy()
            less[part] = inner
            yield less


class Positions(unittest.TestCase):
    def test_positions_that_are_nearly_right_are_refused_alike(self):
        dice = random.Random(SEED)
        texts = [lines for text in accepted_texts(MADE_UP) for lines in self.spoiled(text, dice)]
        answers = said("--positions", asked=blocks(texts))
        judged_alike(self, texts, answers, from_own_position, 10)

    def spoiled(self, text, dice):
        own = read_rules(text.encode())
        table = from_own_deal(own, f"{own.id}#{dice.randrange(1, 2**40)}")
        for ply in range(30):
            moves = table.listed()
            if not moves:
                break
            table.play(homeward(moves, 0.5, dice))
            if ply % 10 == 0:
                lines = with_rules(table, text)
                yield lines
                for _ in range(3):
                    yield changed(lines, dice)


class Texts(unittest.TestCase):
    """Texts of rules that are nearly right."""

    def nearly_right(self, count):
        dice = random.Random(SEED)
        lines = said(SEED, max(MADE_UP // 5, 20))
        made_up = [json.loads(line.removeprefix("text ")) for line in lines if line.startswith("text ")]
        return [nearly(dice.choice(made_up), dice) for _ in range(count)]

    def test_texts_are_read_and_refused_alike(self):
        texts = self.nearly_right(MADE_UP * 4)
        answers = said("--read", asked=texts)
        self.assertEqual(len(answers), len(texts))
        read = 0
        for text, answer in zip(texts, answers):
            try:
                read += judge_answer(text.encode("utf-8", "surrogateescape"), answer) is not None
            except Mismatch as error:
                self.fail(f"{text}\n{error}")
        self.assertGreater(read, len(texts) // 100)

    def test_the_schema_accepts_what_is_read(self):
        """… and refuses what is not, but for what only a reader sees."""
        schema = jsonschema.Draft202012Validator(json.loads((ROOT / "docs/rules.schema.json").read_text()))
        schema.check_schema(schema.schema)
        texts = self.nearly_right(MADE_UP)
        verdicts = set()
        for text, answer in zip(texts, said("--read", asked=texts)):
            try:
                value = json.loads(text, parse_float=lambda number: None)  # for a schema 1.0 is a whole number
            except ValueError:
                continue
            valid = schema.is_valid(value)
            verdicts.add((valid, answer.startswith("ok")))
            if answer.startswith("ok"):
                self.assertTrue(valid, text)
            errors = errors_of(text)
            if valid and "second-field" not in errors:
                self.assertLessEqual(errors, TO_A_READER, text)
        self.assertLessEqual({(True, True), (True, False), (False, False)}, verdicts)

    def test_hostile_texts_take_little_room(self):
        """64 MiB are more than enough for all texts together, and each is answered."""
        full = 16 * 1024
        heads = ("", "{", '{"based_on":"carthage",', '{"a":[')
        parts = ("[", "{", '{"a":', "[{", '"', '"\\', "\\u0000", "[],", "{},", '"decks":1,', '"$schema":"",', "1", "-",
                 "9e", "0.", " ", "\t", "\udcff", "\udcf0\udc9f", '{"deal":[', '{"foundations":[{},', '"name":"x",')
        texts = [head + (part * full)[: full - len(head) - len(tail)] + tail
                 for part in parts for head in heads for tail in ("", "}", "]}")]
        for last in (0, 1, 2**31 - 1, -2**31):
            for first in (-2**31, 0, 1, 2**31 - 1):
                texts.append(json.dumps({"deal": [{"rounds": 2**31 - 1, "last": last, "first": first}] * 3}))
        texts += [json.dumps({"based_on": "carthage", name: value}) for name in sorted(RULES) for value in VALUES]
        answers = said("--read", asked=texts, within=("prlimit", f"--as={64 << 20}", "--cpu=60"))
        self.assertEqual(len(answers), len(texts))

    def test_listed_games_are_themselves(self):
        for game in IN_TESTS:
            own = LISTED[game]
            text = json.dumps(own.rules)
            self.assertEqual(said("--read", asked=[text]), [f"ok {game} {own.form}"])


# Errors that a schema cannot name.
TO_A_READER = {"rules-too-long", "no-json", "no-game", "other-id", "no-plain-text"}


def errors_of(text):
    try:
        read_rules(text.encode("utf-8", "surrogateescape"))
    except RulesRefused as error:
        return {code for code, _ in error.errors}
    return set()


# Values that some field takes, or none.
VALUES = [True, False, None, 0, 1, 2, -1, 13, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 10**30, 1.0, 2.5, "", "unlimited",
          "-", "nothing", "any_card", "waste", "carthage", "gargantua-classic", "Carthage", "a  b", " a", "a\nb",
          "ä" * 40, "ä" * 41, "x" * 400, "x" * 401, "\ud800", "\u202e", [], [1], [1, 2], {}, {"follow": "any_suit"},
          [[]]]
NAMES = sorted(TEXTS | RULES) + ["build", "count", "redeal", "kind", "Decks", "a/b~c", "piles ", "", "ä" * 25]


def nearly(value, dice):
    """A text of JSON with some changes: of its values, then of the text."""
    value = json.loads(json.dumps(value))
    for _ in range(dice.randrange(3)):
        where = value
        while True:
            inner = [part for part in (where.values() if isinstance(where, dict) else where)
                     if isinstance(part, (dict, list))]
            if not inner or dice.random() < 0.4:
                break
            where = dice.choice(inner)
        names = list(where) if isinstance(where, dict) else list(range(len(where)))
        if names and dice.random() < 0.7:
            name = dice.choice(names)
            if dice.random() < 0.3:
                del where[name]
            else:
                where[name] = copy.deepcopy(dice.choice(VALUES))
        elif isinstance(where, dict):
            where[dice.choice(NAMES)] = copy.deepcopy(dice.choice(VALUES))
        else:
            where.insert(dice.randrange(len(where) + 1), copy.deepcopy(dice.choice(VALUES)))
    text = json.dumps(value, ensure_ascii=dice.random() < 0.5).replace("\ud800", "")
    if dice.random() < 0.1:  # a field twice
        text = text[:-1] + f', "{dice.choice(NAMES)}": {json.dumps(dice.choice(VALUES))}' + "}"
    if dice.random() < 0.1:
        at = dice.randrange(len(text))
        put = dice.choice(["", "{", "]", ",", '"', "1", "-", "e5", "\\", " ", "/", "\udcff"])
        text = text[:at] + put + text[at + dice.randrange(3):]
    if dice.random() < 0.02:
        text = "[" * dice.randrange(30, 34) + text + "]" * 33
    if dice.random() < 0.02:
        text += " " * (16 * 1024 + dice.randrange(-1, 2) - len(text.encode("utf-8", "surrogateescape")))
    return text.replace("\n", " ")


class Records(unittest.TestCase):
    """Records that the reference writes are read, and written again as they were."""

    def test_records_of_the_reference_are_read(self):
        dice = random.Random(SEED)
        records = [self.written(text, dice) for text in accepted_texts(max(MADE_UP // 2, 75))]
        answers = iter(said("--records", asked=blocks(records, "next")))
        refused = 0
        for lines in records:
            answer = list(iter(lambda: next(answers), "next"))
            try:
                record = record_of(lines)
                good = record.result in (None, record.table.status())
            except (Refused, NotationError, Mismatch):
                good = False
            where = "\n".join([*lines, "", *answer])
            self.assertEqual(not answer[0].startswith("refused"), good, where)
            refused += not good
            if good:
                again = record_of(answer)
                self.assertEqual((again.moves, again.at, again.table.position()),
                                 (record.moves, record.at, record.table.position()), where)
                self.assertEqual(again.result, again.table.status(), where)
        self.assertGreater(refused, 0)
        self.assertGreater(len(records), 2 * refused)

    def written(self, text, dice):
        """A record of a random game that starts in any of the ways."""
        own = read_rules(text.encode())
        deal = f"{own.id}#{dice.randrange(1, 2**40)}"
        table = from_own_deal(own, deal)
        in_cards = f"{own.id}:{''.join(numbered_order(table.packs, int(deal.partition('#')[2]), table.ranks))}"
        position = with_rules(table, text)
        moves = []
        for _ in range(dice.randrange(20)):
            listed = table.listed()
            if not listed:
                break
            moves.append(dice.choice(listed))
            table.play(moves[-1])
        start = dice.choice([[f"deal {deal}"], [f"deal {in_cards}"], ["position", *position, "end"],
                             ["position", position[0], *position[2:], "end"]])
        lines = ["quincunx-record 1", f"game {own.id}", f"rules {text}", *start, "moves", *moves]
        if dice.random() < 0.3:
            lines.append(f"at {dice.randrange(len(moves) + 1)}")
        else:
            lines.append(f"result {table.status() if dice.random() < 0.9 else 'won'}")
        if dice.random() < 0.1 and moves:  # a move that may be none here
            words = ["draw", "redeal", "T1>F1", "T2>T1", "by1", dice.choice(moves)]
            lines[lines.index("moves") + 1 + dice.randrange(len(moves))] = dice.choice(words)
        return [*lines, "end"]


class Verdicts(unittest.TestCase):
    """Late positions and games of few cards, solved by the program and by looking at everything that follows."""

    def test_verdicts_are_those_of_a_brute_force(self):
        dice = random.Random(SEED)
        tables = []
        for text in accepted_texts(MADE_UP):
            own = read_rules(text.encode())
            table = from_own_deal(own, f"{own.id}#{dice.randrange(1, 2**40)}")
            for _ in range(dice.randrange(20)):
                moves = table.listed()
                if not moves:
                    break
                table.play(homeward(moves, 1, dice))
            if not table.won() and table.listed():
                tables.append((text, table))
        asked = [line for text, table in tables
                 for line in ("position text", *with_rules(table, text), "end", "solve nodes 5000 mb 32")]
        with_protocol = subprocess.run([PROGRAM, "protocol"], input="\n".join([*asked, "quit", ""]), check=True,
                                       capture_output=True, text=True).stdout.splitlines()
        answers = iter([line for line in with_protocol if not line.startswith("info ")])
        found = Counter()
        for text, table in tables:
            where = "\n".join(with_rules(table, text))
            self.assertEqual(next(answers), "ok", where)
            verdict = next(answers).split(" ")[1]
            proven = can_be_won(table, 200)
            found[verdict, proven] += 1
            if verdict == "winnable":
                self.assertIsNot(proven, False, where)
                for move in next(answers).split(" ")[1:]:
                    table.play(move)
                self.assertTrue(table.won(), where)
            elif verdict == "unwinnable":
                self.assertIsNot(proven, True, where)
        self.assertGreater(found["winnable", True], len(tables) // 50, found)
        self.assertGreater(found["unwinnable", False], len(tables) // 10, found)


def with_rules(table, text):
    lines = table.position()
    return [lines[0], f"rules {text}", *lines[1:]]


class Rules(unittest.TestCase):
    def test_errors_are_found_by_the_reference(self):
        """The reference must not be content with everything."""
        for text, errors in (
            ("{", {("no-json", "")}),
            ('{"decks": 1, "decks": 1}', {("second-field", "/decks")}),
            ('{"tableau": {"build": {"follow": "a", "wrap": 1}}}',
             {("no-word", "/tableau/build/follow"), ("no-field", "/tableau/build/wrap")}),
            ('{"a/b~": 1, "decks": 1.0}', {("no-field", "/a~1b~0"), ("no-whole-number", "/decks")}),
            ('{"based_on": "carthage", "id": "carthage", "decks": 1}', {("other-id", "/id")}),
        ):
            with self.assertRaises(RulesRefused) as caught:
                read_rules(text.encode())
            self.assertEqual(caught.exception.errors, errors, text)
