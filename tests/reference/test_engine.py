"""The engine against the reference: games at every ply, and what A8 says about valid and invalid positions.

The engine is represented by the program trace (tests/trace.cpp).
"""

import io
import random
import subprocess
import unittest
from contextlib import redirect_stdout

import referee
from games import IN_TESTS, from_deal, from_position
from changes import changed, judged_alike
from builds import PROGRAMS, VOLUME

TRACE = str(PROGRAMS / "trace")


def scaled(number):
    return max(1, int(number * VOLUME))


def follow(game, count):
    """The referee's answer for that many games of the engine."""
    with subprocess.Popen([TRACE, game, "0", str(count)], stdout=subprocess.PIPE, encoding="ascii") as engine:
        said = io.StringIO()
        with redirect_stdout(said):
            status = referee.check_trace(engine.stdout)
    return status or engine.returncode, said.getvalue()


class Games(unittest.TestCase):
    """500 games of each game and variant, at random, guided, and aimed at equal targets."""

    def compare(self, game):
        status, said = follow(game, scaled(500))
        self.assertEqual(status, 0, said[-4000:])


class Positions(unittest.TestCase):
    """Positions that are nearly right: both must accept or both refuse."""

    def compare(self, game):
        dice = random.Random(game)
        texts = [lines for number in range(scaled(250)) for lines in spoiled(game, number, dice)]
        asked = "".join("\n".join([*lines, "end", ""]) for lines in texts)
        run = subprocess.run([TRACE, "--positions", game], input=asked, capture_output=True, check=True, text=True)
        answers = run.stdout.splitlines()
        judged_alike(self, texts, answers, from_position, 20)


for name in IN_TESTS:
    method = name.replace("-", "_")
    setattr(Games, f"test_{method}", lambda self, game=name: self.compare(game))
    setattr(Positions, f"test_{method}", lambda self, game=name: self.compare(game))


def spoiled(game, number, dice):
    """Positions of a game, and each of them with one to three changes."""
    table = from_deal(f"{game}#{32000 + number}")
    for ply in range(dice.randrange(20, 200)):
        moves = table.listed()
        if not moves:
            break
        home = [move for move in moves if ">F" in move]
        table.play(dice.choice(home if home and dice.random() < 0.9 else moves))
        if ply % 12 == 0:
            lines = table.position()
            yield lines
            for _ in range(3):
                yield changed(lines, dice)
