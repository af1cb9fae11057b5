"""The engine against the reference: games at every ply, and what A8 says about valid and invalid positions.

The engine is represented by the program trace (tests/trace.cpp).
"""

import io
import random
import subprocess
import unittest
from contextlib import redirect_stdout

import referee
from cards import PACK
from games import KNOWN, from_deal, from_position
from table import NotationError, Refused
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
        self.assertEqual(len(answers), len(texts))
        refused = 0
        for lines, answer in zip(texts, answers):
            reason = why_refused(lines)
            refused += reason is not None
            self.assertEqual(answer.split()[0], "refused" if reason else "ok",
                             "\n".join([answer, f"reference: {reason}", *lines]))
        self.assertGreater(refused, len(texts) // 20)
        self.assertGreater(len(texts) - refused, len(texts) // 20)


for name in KNOWN:
    method = name.replace("-", "_")
    setattr(Games, f"test_{method}", lambda self, game=name: self.compare(game))
    setattr(Positions, f"test_{method}", lambda self, game=name: self.compare(game))


def why_refused(lines):
    try:
        from_position(lines)
    except (Refused, NotationError) as error:
        return str(error) or "refused"
    return None


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
                changed = [line.split(" ") for line in lines]
                for _ in range(dice.randrange(1, 4)):
                    dice.choice(CHANGES)(changed, dice)
                yield [" ".join(line) for line in changed]


def piles_of(lines):
    return [line for line in lines if line[0] not in ("game", "redeals", "choice")]


def held(pile):
    """The places of the cards on a line."""
    return [place for place in range(1, len(pile)) if pile[place] in PACK]


def take(pile, place):
    card = pile.pop(place)
    if len(pile) > 1 and pile[1] == "|":
        del pile[1]
    if len(pile) == 1:
        pile.append("-")
    return card


def put(pile, card):
    if pile[1] == "-":
        pile.pop()
    pile.append(card)


def move_top(lines, dice):
    move_cards(lines, dice, 1)


def move_many(lines, dice):
    move_cards(lines, dice, dice.choice((2, 5, 12, 30)))


def move_cards(lines, dice, count):
    """Moves cards from the top of one pile to another, whatever the rules say; often to one of the same kind."""
    piles = piles_of(lines)
    source = dice.choice([pile for pile in piles if held(pile)])
    for target in (dice.choice(piles), dice.choice([pile for pile in piles if pile[0][0] == source[0][0]])):
        for _ in range(count):
            if target is not source and held(source):
                put(target, take(source, len(source) - 1))


def swap(lines, dice):
    one, other = (dice.choice([pile for pile in piles_of(lines) if held(pile)]) for _ in range(2))
    a, b = dice.choice(held(one)), dice.choice(held(other))
    one[a], other[b] = other[b], one[a]


def swap_equal_rank_or_suit(lines, dice):
    """Swaps two cards of the same rank or the same suit."""
    one = dice.choice([pile for pile in piles_of(lines) if held(pile)])
    a = dice.choice(held(one))
    kind = dice.randrange(2)
    places = [(pile, place) for pile in piles_of(lines) for place in held(pile) if pile[place][kind] == one[a][kind]]
    other, b = dice.choice(places)
    one[a], other[b] = other[b], one[a]


def double(lines, dice):
    pile = dice.choice([pile for pile in piles_of(lines) if held(pile)])
    pile[dice.choice(held(pile))] = dice.choice(PACK)


def lose(lines, dice):
    pile = dice.choice([pile for pile in piles_of(lines) if held(pile)])
    take(pile, dice.choice(held(pile)))


def turn(lines, dice):
    """Makes the face-down part of a pile longer or shorter, mostly in piles that may have one."""
    pile = dice.choice(piles_of(lines))
    if "|" in pile:
        pile.remove("|")
    elif pile[0][0] != "T" and dice.random() < 0.9:
        return
    if held(pile) and dice.random() < 0.8:
        pile.insert(dice.randrange(2, len(pile) + 1), "|")


def counters(lines, dice):
    for line in lines:
        if line[0] == "redeals":
            line[1] = dice.choice("0012")
        if line[0] == "choice":
            line[1] = dice.choice(("-", "by1", "by2"))


def rename_piles(lines, dice):
    """Swaps two piles of a kind."""
    piles = piles_of(lines)
    one = dice.choice(piles)
    other = dice.choice([pile for pile in piles if pile[0][0] == one[0][0]])
    one[1:], other[1:] = other[1:], one[1:]


CHANGES = (move_top, move_top, move_many, swap, swap_equal_rank_or_suit, double, lose, turn, counters, rename_piles,
           rename_piles)
