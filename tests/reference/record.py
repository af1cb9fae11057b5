"""Records: a start, the moves, and the result (docs/notation.md)."""

import re
from dataclasses import dataclass, field

from any_game import from_own_deal, from_own_position
from games import rules_of
from own_rules import read_rules
from table import NUM, NotationError, Refused, read_move

SIZE_LIMIT = 2**20
ENDINGS = {"at", "mark", "meta", "result", "end"}


@dataclass
class Record:
    table: object  # as before the first move
    deal: str = None  # the text of it; None if the record starts with a position
    moves: list = field(default_factory=list)  # texts without the + of automatic play
    at: int = None  # the current ply; None for the end
    result: str = None

    def present(self):
        return len(self.moves) if self.at is None else self.at


class Lines:
    """The lines that are not blank or comments, one after another, with their numbers."""

    def __init__(self, text):
        self.lines = [
            (number, line.removesuffix("\r"))
            for number, line in enumerate(text.split("\n"), 1)
            if line.strip() and not line.startswith("#")
        ]
        self.at = 0
        self.number = 0  # of the line last taken

    def peek(self):
        return self.lines[self.at][1] if self.at < len(self.lines) else None

    def take(self):
        if self.at == len(self.lines):
            raise NotationError("the record is cut off")
        self.number, line = self.lines[self.at]
        self.at += 1
        return line

    def take_word(self, word):
        line = self.take()
        if not line.startswith(word + " "):
            raise NotationError(f"{line!r} found where {word} was expected")
        return line[len(word) + 1 :]

    def first_word(self):
        return (self.peek() or "").split(" ")[0]


def read_record(data):
    """A Record from the bytes of a file; NotationError or Refused, with the line, if it is not one."""
    if len(data) > SIZE_LIMIT:
        raise NotationError("the record is larger than 1 MiB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"the record is not UTF-8: {error}") from None
    lines = Lines(text)
    try:
        return read_lines(lines)
    except (NotationError, Refused) as error:
        raise type(error)(f"line {lines.number}: {error}") from None


def read_lines(lines):
    if lines.take() != "quincunx-record 1":
        raise NotationError("this is not a record of version 1")
    game = lines.take_word("game")
    own = read_rules(lines.take_word("rules").encode()) if lines.first_word() == "rules" else rules_of(game)
    record = read_start(lines, own)
    if record.table.game != game:
        raise NotationError(f"the start is a position of {record.table.game}, but the record is for {game}")
    if lines.take() != "moves":
        raise NotationError("expected the line moves here")
    while lines.peek() is not None and lines.first_word() not in ENDINGS:
        for text in lines.take().split():
            move = text.removeprefix("+")
            read_move(move, record.table.from_foundations, record.table.whole_runs)
            record.moves.append(move)
    read_ending(lines, record)
    return record


def read_start(lines, own):
    if lines.first_word() == "deal":
        deal = lines.take_word("deal")
        return Record(from_own_deal(own, deal), deal)
    if lines.take() != "position":
        raise NotationError("expected a deal or a position here")
    position = []
    while (line := lines.take()) != "end":
        position.append(line)
    return Record(from_own_position(position, own))


def read_ending(lines, record):
    def ply(text):
        if not re.fullmatch(f"0|{NUM}", text) or int(text) > len(record.moves):
            raise NotationError(f"{text!r} is not a ply of this record")
        return int(text)

    while (line := lines.take()) != "end":
        word, _, rest = line.partition(" ")
        if word == "at" and record.at is None:
            record.at = ply(rest)
        elif word == "mark":
            ply(rest.partition(" ")[0])
        elif word == "meta" and rest:
            pass
        elif word == "result" and record.result is None and rest in ("playing", "won", "stuck"):
            record.result = rest
        else:
            raise NotationError(f"{line!r} is not allowed here")
    if lines.peek() is not None:
        lines.take()
        raise NotationError("nothing may follow end")
