"""The games by name, and the texts that give a starting position."""

import re

from cards import PACK, is_whole, numbered_order
from carthage import Carthage
from forty_thieves import FortyThieves
from freecell import FreeCell
from gargantua import Gargantua
from gloucestershire import Gloucestershire
from grandfather import Grandfather
from lab import LAB
from stalactites import Stalactites
from table import NUM, NotationError, Refused

# The games that are released.
GAMES = {
    "gargantua": Gargantua,
    "gargantua-classic": Gargantua,
    "grandfather": Grandfather,
    "grandfather-classic": Grandfather,
    "gloucestershire": Gloucestershire,
    "stalactites": Stalactites,
    "carthage": Carthage,
    "carthage-strict": Carthage,
}
# The games above and the others of tests/games/list.hpp.
KNOWN = GAMES | {"freecell": FreeCell, "forty-thieves": FortyThieves}


def empty_table(game):
    known = KNOWN | LAB
    if game not in known:
        raise NotationError(f"there is no game {game!r}")
    return known[game](game)


def from_deal(text):
    """The table dealt from the text of a deal, before the first move."""
    game, mark, rest = re.fullmatch("([^#:]*)([#:]?)(.*)", text, re.DOTALL).groups()
    table = empty_table(game)
    if mark == "#":
        if not re.fullmatch(NUM, rest):
            raise NotationError(f"{rest!r} is not a deal number")
        try:
            cards = numbered_order(table.packs, int(rest))
        except ValueError as error:
            raise NotationError(str(error)) from None
    elif mark == ":":
        cards = [rest[at : at + 2] for at in range(0, len(rest), 2)]
        for card in cards:
            if card not in PACK:
                raise NotationError(f"{card!r} is not a card")
        reason = is_whole(cards, table.packs)
        if reason:
            raise Refused(reason)
    else:
        raise NotationError(f"{text!r} is not a deal: the game must be followed by # and a number or : and cards")
    table.deal(cards)
    return table


def from_position(lines):
    """The table for a position; raises Refused if A8 refuses it."""
    if not lines or not lines[0].startswith("game "):
        raise NotationError("a position starts with its game")
    table = empty_table(lines[0][len("game ") :])
    table.fill_from(lines[1:])
    reason = table.refused_position()
    if reason:
        raise Refused(reason)
    return table
