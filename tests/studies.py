"""Files of many deals, written by short commands, and their checksums, for the tests of them."""
import contextlib
import io
import json

import referee
from commands import InFolder

LIMITS = ["--time", "0", "--nodes", "400"]
FAIR = ["--player", "instant", "--time", "0"]


class Sum:
    """The checksum of the notation page, written from it."""

    def __init__(self):
        self.state = 0xcbf29ce484222325

    def add(self, text: str) -> str:
        state = self.state  # a local variable: some tests add ten million bytes
        for byte in text.encode() + b"\n":
            state = (state ^ byte) * 0x100000001b3 & 0xffffffffffffffff
        self.state = state
        return f"{state:016x}"


def sealed(lines: list[dict]) -> str:
    """The lines of a file with their checksums."""
    text, rolling = "", Sum()
    for line in lines:
        line = {key: value for key, value in line.items() if key != "sum"}
        body = line["raw"] if "raw" in line else json.dumps(line, separators=(",", ":"))[:-1]
        text += f'{body},"sum":"{rolling.add(body)}"}}\n'
    return text


def parsed(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


class WithFolder(InFolder):
    def study(self, name: str = "study.jsonl", *more, deals: str = "stalactites#1..12") -> str:
        self.good("lab", "solve", deals, *LIMITS, "--lines", self.folder / name, *more)
        return (self.folder / name).read_text()

    def games(self, name: str = "fair.jsonl", *more, deals: str = "stalactites#1..12") -> str:
        self.good("fair", deals, *FAIR, "--lines", self.folder / name, *more)
        return (self.folder / name).read_text()

    def ratings(self, name: str = "rate.jsonl", *more, deals: str = "stalactites#1..12") -> str:
        self.good("rate", deals, "--check", "2", "--lines", self.folder / name, *more)
        return (self.folder / name).read_text()

    def replayed(self, path) -> tuple[list[dict], str]:
        """The lines of a study, whose wins the reference engine has replayed, and what that says."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), path.open(encoding="utf-8") as file:
            self.assertEqual(referee.solutions(file), 0, said.getvalue())
        return parsed(path.read_text())[1:], said.getvalue()

    def files(self):
        yield "solve", self.study()
        yield "fair", self.games()
        yield "rate", self.ratings()
