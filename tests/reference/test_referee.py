"""The referee: traces, solutions and records, right and wrong."""

import contextlib
import io
import json
import os
import random
import tempfile
import unittest

import referee
from cards import RANKS, SUITS
from games import KNOWN, from_deal
from record import read_record
from setups import played


def sorted_deal(game):
    """The cards of a deal in which each card comes up exactly when a foundation wants it."""
    ranks = range(13)
    if game == "stalactites":
        wanted = [RANKS[r] + suit for r in ranks for suit in SUITS]
        return wanted[4:][::-1] + wanted[:4]
    if game == "gloucestershire":
        return ([RANKS[r] + suit for r in ranks for suit in SUITS] * 2)[::-1]
    if game.startswith("grandfather"):
        return [RANKS[r] + suit for n in ranks for r in (n, 12 - n) for suit in SUITS]
    if game == "freecell":
        return [RANKS[r] + suit for r in ranks for suit in SUITS][::-1]
    wanted = [RANKS[r] + suit for r in ranks for suit in SUITS * 2]
    if game == "forty-thieves":
        return wanted[:40][::-1] + wanted[40:]
    if game.startswith("gargantua"):
        return wanted[:45][::-1] + wanted[45:]
    deals = [wanted[at : at + 12][::-1] for at in range(44, 104, 12)]
    return wanted[:44][::-1] + [card for deal in deals for card in deal]


def winning_moves(deal):
    """Plays to a foundation whenever a card fits, to the lowest first; otherwise from the stock."""
    table = from_deal(deal)
    moves = []
    while table.status() == "playing":
        listed = table.listed()
        home = [move for move in listed if ">F" in move]
        if home:
            moves.append(min(home, key=lambda move: len(table.foundations[int(move[-1]) - 1])))
        else:
            moves.append(next(move for move in ("draw", "by1") if move in listed))
        table.play(moves[-1])
    return moves


def a_trace(game, number, plies=60):
    dice = random.Random(number)
    table = from_deal(f"{game}#{number}")
    lines = [f"game {game}#{number}"]
    for ply in range(plies):
        listed = table.listed()
        lines += [" ".join(["legal", str(len(listed)), *listed]), f"status {table.status()}"]
        if ply % 5 == 0:
            lines += ["position", *table.position(), "end"]
        if not listed:
            break
        lines.append(f"play {dice.choice(listed)}")
        table.play(lines[-1][5:])
    return lines + ["endgame"]


class Referee(unittest.TestCase):
    def call(self, check, *arguments):
        """The exit status and the output."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = check(*arguments)
        return status, output.getvalue()

    def trace(self, lines):
        return self.call(referee.check_trace, io.StringIO("\n".join(lines) + "\n"))

    def test_good_traces(self):
        lines = [line for game in KNOWN for number in (3, 32003) for line in a_trace(game, number)]
        plies = sum(line.startswith("play ") for line in lines)
        self.assertEqual(self.trace(lines), (0, f"{2 * len(KNOWN)} games, {plies} plies, 0 mismatches\n"))

    def test_bad_traces(self):
        good = a_trace("carthage", 3)
        legal = [n for n, line in enumerate(good) if line.startswith("legal")][7]
        position = [n for n, line in enumerate(good) if line == "position"][1]

        def with_line(at, *new):
            return good[:at] + list(new) + good[at + 1 :]

        first, *moves = good[legal].split(" ")[1:]
        for bad, ply, message in (
            (with_line(legal, f"legal {int(first) - 1} {' '.join(moves[1:])}"), 7, "not listed: " + moves[0]),
            (with_line(legal, f"legal {int(first) + 1} T1>T1 {' '.join(moves)}"), 7, "listed wrongly: T1>T1"),
            (with_line(legal, f"legal {first} {' '.join(moves[::-1])}"), 7, "order"),
            (with_line(legal, f"legal {int(first) + 1} {' '.join(moves)}"), 7, "count"),
            (with_line(legal), 7, "plays before it gives"),
            (with_line(legal + 1, "status won"), 7, "status: won, not playing"),
            (with_line(position + 3, "F3 AS"), 5, "'F3 AS'"),
            (good[:position] + ["position", "end"] + good[position:], 5, "a position starts with its game"),
            (with_line(legal + 1, good[legal + 1], "play T1>T1"), 7, "play, T1>T1: "),
            (with_line(legal, "fish"), 7, "'fish' is not allowed here"),
            (good[:1] + good[-1:], 0, "says nothing"),
            (with_line(0, "game carthage#0"), 0, "the deal is refused"),
        ):
            status, output = self.trace(bad + a_trace("stalactites", 5))
            self.assertEqual(status, 1)
            self.assertIn(f", ply {ply}: ", output)
            self.assertIn(message, output)
            self.assertIn("2 games, ", output)
            self.assertIn(" 1 mismatches", output)
        self.assertIn("cut off", self.trace(good[:-1])[1])
        self.assertIn("cut off", self.trace(good[: position + 3])[1])
        self.assertEqual(self.trace(["legal 0"])[0], 1)
        self.assertEqual(self.call(referee.check_trace, io.StringIO(""))[0], 2)

    def test_solutions(self):
        good = []
        for game in KNOWN:
            deal = f"{game}:{''.join(sorted_deal(game))}"
            good.append({"deal": deal, "verdict": "winnable", "moves": winning_moves(deal)})
        good.append({"deal": "carthage#5", "verdict": "unwinnable", "moves": []})
        good.append({"deal": "carthage#6", "verdict": "unknown", "ms": 3})
        output = self.call(referee.solutions, map(json.dumps, good))
        self.assertEqual(output, (0, f"{len(KNOWN)} winnable, 1 unwinnable, 1 unknown, 0 failures\n"))
        header = {"kind": "quincunx-study", "format": 1}
        self.assertEqual(self.call(referee.solutions, map(json.dumps, [header, *good])), output)
        self.assertEqual(self.call(referee.solutions, map(json.dumps, [*good, header]))[0], 1)
        self.assertEqual(self.call(referee.solutions, [json.dumps(header)])[0], 2)
        first = good[0]
        for change in (
            {"moves": first["moves"][:-1]},
            {"moves": ["T1>T1"] + first["moves"]},
            {"moves": None},
            {"moves": [1]},
            {"verdict": "lost"},
            {"deal": "carthage#0"},
            {"deal": 7},
        ):
            status, output = self.call(referee.solutions, map(json.dumps, [first | change, good[1]]))
            self.assertEqual(status, 1, change)
            self.assertIn("line 1, ", output)
            self.assertIn(", 1 failures", output)
        for text in ("{", "[]", "{}", "7", '"x"'):
            self.assertEqual(self.call(referee.solutions, [text])[0], 1)
        self.assertEqual(self.call(referee.solutions, [])[0], 2)

    def replay(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "one.pat")
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
            status, output = self.call(referee.main, ["replay", path])
            return status, output.replace(path, "one.pat")

    def test_records(self):
        won = f"stalactites:{''.join(sorted_deal('stalactites'))}"
        moves = winning_moves(won)
        head = f"quincunx-record 1\ngame stalactites\ndeal {won}\nmoves\n"
        text = head + "\n".join(["# a comment", " ".join(moves[:9]), "", " +".join(["", *moves[9:]])]) + "\n"
        self.assertEqual(self.replay(text + "result won\nend\n"), (0, f"one.pat: {len(moves)} moves, won\n"))
        self.assertEqual(self.replay((text + "result won\nend").replace("\n", "\r\n"))[0], 0)
        tail = "at 5\nmark 0 the start\nmark 3 hm\nmeta time 312\nmeta whim of mine\nresult playing\nend\n"
        self.assertEqual(self.replay(text + tail)[0], 0)
        self.assertEqual(self.replay(text + "at 5\nresult won\nend\n")[0], 1)
        self.assertEqual(self.replay(text + "result stuck\nend\n")[0], 1)
        self.assertIn("move 1, T1>R1: choose by1 or by2 first", self.replay(head + "T1>R1\nend\n")[1])
        self.assertIn("cut off", self.replay(text)[1])
        for bad in (
            b"", b"\xff\xfe", "quincunx-record 2\n" + text.partition("\n")[2] + "end\n", text + "at 99\nend\n",
            text + "at 5\nat 5\nend\n", text + "fish\nend\n", text + "result lost\nend\n", text + "end\nend\n",
            text.replace("game stalactites", "game carthage") + "end\n", text.replace("moves\n", "") + "end\n",
            text + "#" * 2**20 + "\nend\n", text + "mark 99 x\nend\n",
        ):  # fmt: skip
            self.assertEqual(self.replay(bad)[0], 2, bad[:50])

    def test_record_with_position(self):
        position = "\n".join(played(from_deal("carthage#8"), "draw").position())
        text = f"quincunx-record 1\ngame carthage\nposition\n{position}\nend\nmoves\ndraw draw\nresult playing\nend\n"
        self.assertEqual(self.replay(text)[0], 0)
        self.assertEqual(len(read_record(text.encode()).moves), 2)
        self.assertEqual(self.replay(text.replace("draw draw", "draw draw draw draw draw"))[0], 1)
        self.assertEqual(self.replay(text.replace("KS", "KC"))[0], 2)
        self.assertEqual(self.replay(text[:300])[0], 2)

    def test_command_line(self):
        for line in ("", "replay", "fish", "solutions", "check-trace a b", "replay /no/file", "solutions /no/file"):
            self.assertEqual(self.call(referee.main, line.split())[0], 2, line)
