"""The referee of rules: judges what the engine says about rules made up at random, and plays its games along.

It reads the traces that tests/rules_trace.cpp writes.
"""

import subprocess

from any_game import from_own_deal, take_rules
from builds import PROGRAMS
from own_rules import RulesRefused, read_rules
from record import read_record
from referee import lines_to
from table import NotationError, Refused

# The codes of texts that cannot be read; those of rules that make no sense are the engine's.
OF_TEXTS = {"rules-too-long", "no-json", "no-field", "second-field", "other-kind", "no-whole-number", "no-word",
            "too-many-items", "no-plain-text", "no-game", "other-id", "no-rules"}


def said(*how, asked=(), within=()):
    """The lines that the engine answers to these; `within` is a command that limits it."""
    given = "".join(line + "\n" for line in asked).encode("utf-8", "surrogateescape")
    command = [*within, PROGRAMS / "rules_trace", *map(str, how)]
    run = subprocess.run(command, input=given, capture_output=True, check=True)
    return run.stdout.decode().split("\n")[:-1]


class Mismatch(Exception):
    """The engine and the reference disagree."""


def equal(what, said, expected):
    if said != expected:
        raise Mismatch(f"{what}: {said}, not {expected}")


def judge_answer(text, answer):
    """The rules in a text if the engine has accepted them; Mismatch if that is wrong."""
    word, _, rest = answer.partition(" ")
    try:
        own, errors = read_rules(text), set()
    except RulesRefused as error:
        own, errors = None, error.errors
    if word == "ok":
        name, _, form = rest.partition(" ")
        if errors:
            raise Mismatch(f"accepted, but the reference finds {errors}")
        equal("canonical form", form, own.form)
        equal("name", name, own.id)
        return own
    code, _, path = rest.partition(" ")
    if errors:
        named_wrongly = errors == {("other-id", "/id")}  # found in rules that make sense
        if (code, path) not in errors and not (named_wrongly and code not in OF_TEXTS):
            raise Mismatch(f"refused as {code} at {path or 'the text'}, but the reference finds {errors}")
    elif code in OF_TEXTS:
        raise Mismatch(f"refused as {code} at {path or 'the text'}, but the reference finds nothing")
    return None


class Game:
    """Follows one game."""

    def __init__(self, own, deal):
        self.own = own
        self.table = from_own_deal(own, deal)
        self.deal = deal
        self.moves = []
        self.ply = 0
        self.keys = {}  # what is the same in the reference for a key of the engine, and the other way round

    def at(self, ply):
        table = from_own_deal(self.own, self.deal)
        for move in self.moves[:ply]:
            table.play(move)
        return table

    def line(self, word, text, rest):
        table = self.table
        if word in ("legal", "accepted"):
            moves = table.listed() if word == "legal" else all_accepted(table)
            equal(word, text.split(" "), [str(len(moves)), *moves])
        elif word == "status":
            equal(word, text, table.status())
        elif word == "key":
            same = table.same()
            for key, value in ((text, same), (same, text)):
                if self.keys.setdefault(key, value) != value:
                    raise Mismatch(f"key {text}: {same} and {self.keys[key]}")
        elif word in ("position", "view"):
            own, lines = take_rules(lines_to(rest, "end"))
            equal("rules of the position", own.form, self.own.form)
            equal(word, lines, (table.position() if word == "position" else table.view())[1:])
            if word == "position":
                reason = table.refused_position()
                if reason:
                    raise Mismatch(f"reached in play, but {reason}")
        elif word == "play":
            table.play(text)
            if self.moves[self.ply : self.ply + 1] != [text]:
                self.moves[self.ply :] = [text]
            self.ply += 1
        elif word in ("undo", "redo"):
            self.ply += 1 if word == "redo" else -1
            self.table = self.at(self.ply)
        elif word == "record":
            record = record_of(lines_to(rest, "endgame"))
            equal("deal", record.deal, self.deal)
            equal("moves", record.moves, self.moves)
            equal("ply", record.at, self.ply)
            equal("result", record.result, table.status())
            equal("position", record.table.position(), table.position())
        else:
            raise Mismatch(f"{word} {text}")


def record_of(lines):
    """A record whose table is as it is at its ply; those moves are made, too, that were taken back."""
    record = read_record("\n".join(lines).encode())
    record.at = record.present()
    later = record.table.copy()
    for move in record.moves:
        later.play(move)
    for move in record.moves[: record.at]:
        record.table.play(move)
    return record


def all_accepted(table):
    """All moves that the reference accepts, sorted by bytes."""
    words = [word for word in ("draw", "redeal", "by1", "by2") if table.accepts(word)]
    sources = [f"T{index + 1}" for index, pile in enumerate(table.tableau) if pile]
    sources += [f"F{index + 1}" for index, pile in enumerate(table.foundations) if pile] if table.from_foundations else []
    sources += ["W"] if table.waste else []
    for index, pile in enumerate(table.reserve):
        sources += [f"R{index + 1}@{card}" for card in sorted(set(pile))] if table.open else [f"R{index + 1}"]
    targets = [name for name, _ in table.named_piles() if name[0] in "FTR"]
    texts = [f"{source}>{target}" for source in sources for target in targets]
    longest = max(map(len, table.tableau), default=0)
    texts += [f"{source}>{target}*{count}" for source in sources if source[0] == "T" for target in targets
              if target[0] == "T" or target[0] == "F" and table.whole_runs for count in range(2, longest + 1)]
    return sorted(words + [text for text in texts if table.accepts(text)])


def follow(lines):
    """Mismatches in a trace, one for each set of rules, and how many sets, accepted ones and plies there are."""
    lines = iter(lines)
    wrong, counts = [], {"rules": 0, "accepted": 0, "plies": 0}
    text = own = game = None
    failed = False
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "text":
            text, failed, game = rest, False, None
            counts["rules"] += 1
            continue
        if failed:
            continue
        try:
            if word in ("ok", "refused"):
                own = judge_answer(text.encode(), line)
                counts["accepted"] += own is not None
            elif word == "game":
                game = Game(own, rest)
            else:
                counts["plies"] += word == "play"
                game.line(word, rest, lines)
        except (Mismatch, NotationError, Refused, RulesRefused) as error:
            failed = True
            played = [f"{game.deal} {' '.join(game.moves[: game.ply])}", *game.table.position()] if game else []
            wrong.append("\n".join([text, *played, f"{type(error).__name__} {error}"]))
    return wrong, counts
