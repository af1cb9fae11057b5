"""Follows one game that a program has played, line by line."""

from any_game import from_own_deal, take_rules
from record import read_record


class Mismatch(Exception):
    """The reference finds something else."""


def equal(what, said, expected):
    if said != expected:
        raise Mismatch(f"{what}: {said}, not {expected}")


def same_moves(what, said, moves):
    if said == [str(len(moves)), *moves]:
        return
    differences = [("listed wrongly", sorted(set(said[1:]) - set(moves))), ("not listed", sorted(set(moves) - set(said[1:])))]
    text = "; ".join(f"{name}: {' '.join(some)}" for name, some in differences if some)
    raise Mismatch(f"{what}: {text or 'the count or the order is wrong, or a move occurs twice'}")


def lines_to(lines, last):
    taken = []
    for line in lines:
        if line == last:
            return taken
        taken.append(line)
    raise Mismatch("the trace is cut off")


class Game:
    """Follows one game."""

    def __init__(self, own, deal):
        self.own = own
        self.table = from_own_deal(own, deal)
        self.deal = deal
        self.moves = []
        self.ply = 0
        self.listed = None  # the moves, once somebody has asked for them
        self.keys = {}  # what is the same in the reference for a key of the engine, and the other way round

    def at(self, ply):
        table = from_own_deal(self.own, self.deal)
        for move in self.moves[:ply]:
            table.play(move)
        return table

    def line(self, word, text, rest):
        table = self.table
        if word in ("play", "undo", "redo"):
            self.listed = None
        elif self.listed is None:
            self.listed = table.listed()
        if word in ("legal", "accepted"):
            same_moves(word, text.split(" "), self.listed if word == "legal" else all_accepted(table))
        elif word == "status":
            equal(word, text, table.status(self.listed))
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
            raise Mismatch(f"{word!r} is not allowed here")


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
