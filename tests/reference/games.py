"""The games by name, and the texts that give a starting position."""

import re

from any_game import AnyGame, from_own_deal, from_own_position
from lab import LAB
from own_rules import LISTED
from table import NotationError

# The games of tests/games, those of them that are listed in tests/games/list.hpp, and those that are released.
KNOWN = LISTED
IN_TESTS = [game for game in KNOWN if game != "freecell"]
GAMES = [game for game in IN_TESTS if game != "forty-thieves"]


def rules_of(game):
    known = KNOWN | LAB
    if game not in known:
        raise NotationError(f"there is no game {game!r}")
    return known[game]


def empty_table(game):
    return AnyGame(rules_of(game))


def rules_of_deal(text):
    return rules_of(re.match("[^#:]*", text)[0])


def from_deal(text):
    """The table dealt from the text of a deal, before the first move."""
    return from_own_deal(rules_of_deal(text), text)


from_position = from_own_position
