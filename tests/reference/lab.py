"""The rules of the lab (games/lab.hpp): those of a game with one thing changed."""

from gargantua import Gargantua
from grandfather import Grandfather
from stalactites import Stalactites


def changed(parent, size=None, **fields):
    """A table of the parent's rules, with other values of some of its fields."""

    class Changed(parent):
        reserve_size = size if size is not None else parent.reserve_size

        def __init__(self, game):
            super().__init__(game)
            for name, value in fields.items():
                setattr(self, name, value)

    return Changed


LAB = {
    "stalactites-by-ones": changed(Stalactites, choice="by1"),
    "stalactites-by-twos": changed(Stalactites, choice="by2"),
    "stalactites-one-cell": changed(Stalactites, size=1),
    "stalactites-three-cells": changed(Stalactites, size=3),
    "grandfather-no-redeal": changed(Grandfather, stock_fills=True, redeals=0),
    "gargantua-no-redeal": changed(Gargantua, redeals=0),
    "gargantua-two-redeals": changed(Gargantua, keeps_playable_top=False, redeals=2),
}

# A win under the rules on the left can be made with the same moves under those on the right.
CARRIES_OVER = [
    ("stalactites-by-ones", "stalactites"), ("stalactites-by-twos", "stalactites"),
    ("stalactites-one-cell", "stalactites"), ("stalactites", "stalactites-three-cells"),
    ("grandfather-no-redeal", "grandfather"),
    ("gargantua-no-redeal", "gargantua"), ("gargantua-no-redeal", "gargantua-classic"),
    ("gargantua-no-redeal", "gargantua-two-redeals"), ("gargantua-classic", "gargantua-two-redeals"),
]
# A deal that is lost under both of the first is lost under the last.
CHOICE = ("stalactites-by-ones", "stalactites-by-twos", "stalactites")
