"""The parts that games have in common: piles of cards, their names, and their texts (docs/notation.md).

A pile is a list of cards from bottom to top. Piles of a kind are numbered from 0 in the program, from 1 in texts.
"""

import re
from collections import namedtuple

from cards import PACK


class NotationError(Exception):
    """A text that cannot be read."""


class Refused(Exception):
    """A move that the rules do not allow, or a position that A8 refuses."""


# Either `word` is a complete move ("draw"), or there are a source and a target.
Move = namedtuple("Move", "word source source_index card target target_index count")

WORDS = {"draw", "redeal", "by1", "by2"}
NUM = "[1-9][0-9]*"
CARD_MOVE = re.compile(
    f"(?:([TF])({NUM})|(W)|(R)({NUM})(?:@([A23456789TJQK][CDHS]))?)>([TFR])({NUM})(?:[*]({NUM}))?"
)


def read_move(text, from_foundations=False, whole_runs=False):
    if text in WORDS:
        return Move(text, None, None, None, None, None, None)
    match = CARD_MOVE.fullmatch(text)
    if not match:
        raise NotationError(f"{text!r} is not a move")
    t, t_number, w, r, r_number, card, target, target_number, count = match.groups()
    if t == "F" and not from_foundations:
        raise NotationError(f"{text!r}: cards on foundations stay there")
    if count is not None and (t != "T" or target not in ("TF" if whole_runs else "T") or count == "1"):
        raise NotationError(f"{text!r}: *n is for two or more cards from tableau to tableau")
    source_index = 0 if w else int(t_number or r_number) - 1
    return Move(None, t or w or r, source_index, card, target, int(target_number) - 1, int(count or 1))


def lowest_empty(piles):
    """The index of the first empty pile; None if there is none."""
    for index, pile in enumerate(piles):
        if not pile:
            return index
    return None


class Table:
    """The piles of a game. What it lacks is None, or an empty list for kinds of which there are several.

    `AnyGame` gives listed(), refusal(move), make(move), and whether several cards go to a foundation or come back from it.
    """

    def __init__(self, game, foundations, tableau, reserve):
        self.game = game
        self.foundations = [[] for _ in range(foundations)]
        self.tableau = [[] for _ in range(tableau)]
        self.reserve = [[] for _ in range(reserve)]
        self.face_down = None  # for each tableau pile: how many of its cards, from the bottom
        self.reserve_down = None  # the same for the reserve
        self.waste = None
        self.stock = None  # its last card is the next one
        self.redeals = None
        self.choice = None

    # ---- play

    def play(self, text):
        """Makes the move; raises Refused if it is not accepted, NotationError if it is not a move at all."""
        move = read_move(text, self.from_foundations, self.whole_runs)
        reason = self.refusal(move)
        if reason:
            raise Refused(reason)
        self.make(move)

    def accepts(self, text):
        return self.refusal(read_move(text, self.from_foundations, self.whole_runs)) is None

    def status(self, listed=None):
        """`listed` saves work if the caller already has the list."""
        if self.won():
            return "won"
        return "playing" if (self.listed() if listed is None else listed) else "stuck"

    def pile(self, kind, index):
        """A pile by its name; None if the game does not have it."""
        if kind == "W":
            return self.waste
        piles = {"T": self.tableau, "F": self.foundations, "R": self.reserve}[kind]
        return piles[index] if index < len(piles) else None

    def misnamed(self, move):
        """Why the piles in a card move do not exist; None if they do."""
        for kind, index in ((move.source, move.source_index), (move.target, move.target_index)):
            if self.pile(kind, index) is None:
                return f"there is no pile {kind}" + ("" if kind == "W" else str(index + 1))
        return None

    def idle(self, move):
        """Why a card move between piles that exist changes nothing; None if it does."""
        source = self.pile(move.source, move.source_index)
        if not source:
            return "there is no card to move"
        if source is self.pile(move.target, move.target_index):
            return "source and target are the same"
        return None

    # ---- texts

    def named_piles(self):
        """All piles with their names, in the order in which they are written."""
        for letter, piles in (("F", self.foundations), ("T", self.tableau), ("R", self.reserve)):
            for number, pile in enumerate(piles, 1):
                yield f"{letter}{number}", pile
        if self.waste is not None:
            yield "W", self.waste
        if self.stock is not None:
            yield "S", self.stock

    def position(self):
        """The lines of the position."""
        lines = [f"game {self.game}"]
        if self.redeals is not None:
            lines.append(f"redeals {self.redeals}")
        if self.choice is not None:
            lines.append(f"choice {self.choice}")
        for name, pile in self.named_piles():
            lines.append(f"{name} {' '.join(pile) or '-'}")
        first = len(lines) - len(self.tableau) - len(self.reserve) - (self.waste is not None) - (self.stock is not None)
        piles = [("T", number, pile) for number, pile in enumerate(self.tableau)]
        piles += [("R", number, pile) for number, pile in enumerate(self.reserve)]
        for line, (kind, number, pile) in enumerate(piles, first):
            hidden = ({"T": self.face_down, "R": self.reserve_down}[kind] or {number: 0})[number]
            if hidden:
                lines[line] = f"{kind}{number + 1} {' '.join(pile[:hidden] + ['|'] + pile[hidden:])}"
        return lines

    def fill_from(self, lines):
        """Places the cards as the lines say (all but the first, which names the game)."""
        rest = list(lines)

        def take(word):
            if not rest:
                raise NotationError(f"the line {word} is missing")
            line = rest.pop(0)
            if not line.startswith(word + " "):
                raise NotationError(f"{line!r} found where the line {word} was expected")
            return line[len(word) + 1 :]

        if self.redeals is not None:
            redeals = take("redeals")
            if not re.fullmatch("unlimited" if self.redeals == "unlimited" else f"0|{NUM}", redeals):
                raise NotationError(f"{redeals!r} is not a number of redeals")
            if self.redeals != "unlimited":
                self.redeals = int(redeals)
        if self.choice is not None:
            self.choice = take("choice")
            if self.choice not in ("-", "by1", "by2"):
                raise NotationError(f"{self.choice!r} is not a choice")
        for name, pile in self.named_piles():
            content = take(name)
            pile[:] = [] if content == "-" else content.split(" ")
            if "|" in pile:
                self.turn_down(name, pile)
            for card in pile:
                if card not in PACK:
                    raise NotationError(f"{card!r} in {name} is not a card")
        if rest:
            raise NotationError(f"{rest[0]!r} is one line too many")

    def turn_down(self, name, pile):
        hidden = pile.index("|")
        if hidden == 0:
            raise NotationError(f"nothing is face down in {name}")
        face_down = {"T": self.face_down, "R": self.reserve_down}.get(name[0])
        if not face_down:
            raise Refused(f"no card of {name} may be face down")
        del pile[hidden]
        face_down[int(name[1:]) - 1] = hidden


def first_reason(*reasons):
    """The first reason that is not None."""
    return next((reason for reason in reasons if reason), None)
