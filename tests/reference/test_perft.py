"""Counts the sequences of listed moves (tests/perft/*.perft) again, as deep as the slow reference engine allows."""

import unittest
from pathlib import Path

from builds import VOLUME
from games import KNOWN, from_deal, from_position
from perft import perft

PERFT = Path(__file__).resolve().parent.parent / "perft"
MOST_LEAVES = int(6000 * VOLUME)


def entries(path):
    """For each entry, the table, its name, and its leaves by depth."""
    lines = iter(path.read_text().splitlines())
    for line in lines:
        word, _, text = line.partition(" ")
        if word == "deal":
            name, table = text, from_deal(text)
        elif word == "position":
            position = []
            for inner in lines:
                if inner == "end":
                    break
                position.append(inner)
            name, table = text, from_position(position)
        elif word == "leaves":
            yield name, table, [int(number) for number in text.split()]


class Perft(unittest.TestCase):
    def compare(self, game):
        for name, table, leaves in entries(PERFT / f"{game}.perft"):
            self.assertEqual(table.game, game)
            for depth, expected in enumerate(leaves, 1):
                if expected > MOST_LEAVES:
                    break
                self.assertEqual(perft(table, depth), expected, f"{name}, depth {depth}")


for name in KNOWN:
    setattr(Perft, "test_" + name.replace("-", "_"), lambda self, game=name: self.compare(game))
