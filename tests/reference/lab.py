"""The rules of the lab (games/lab.hpp): those of a game with one thing changed."""

from own_rules import LISTED, named_rules


def in_steps_of(step):
    foundations = {"piles": 4, "start": "dealt_card", "build": {"follow": "any_suit", "step": step, "wraps": True}, "length": 13}
    return {"based_on": "stalactites", "increments": [], "foundations": [foundations]}


LAB = named_rules({
    "stalactites-by-ones": in_steps_of(1),
    "stalactites-by-twos": in_steps_of(2),
    "stalactites-one-cell": {"based_on": "stalactites", "reserve": {"piles": 1}},
    "stalactites-three-cells": {"based_on": "stalactites", "reserve": {"piles": 3}},
    "grandfather-no-redeal": {"based_on": "grandfather", "stock": {"redeal": {"count": 0}}},
    "gargantua-no-redeal": {"based_on": "gargantua", "stock": {"redeal": {"count": 0, "keep_playable_top": False}}},
    "gargantua-two-redeals": {"based_on": "gargantua-classic", "stock": {"redeal": {"count": 2}}},
}, LISTED)

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
