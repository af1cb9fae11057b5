"""The results of many deals, whatever file they come in: files of lines and tables of the study.

What is compared is their content (docs/notation.md, "Folded studies"): of each deal, in the order of numbers, a row of the table.
"""
import hashlib
import itertools
import json
import re
import subprocess
from typing import NamedTuple

SLICES = 100  # of a part at most, each with a short hash of its own
LEAST = 5  # deals in a slice, unless the part has fewer
DIGITS = 8  # of that hash


class Contradiction(Exception):
    """Two runs that cannot both be right, or data that disagree with themselves."""


class BadFile(Exception):
    """A file that cannot be read; the message says which, and why."""


class Range:
    """game#first..last"""

    def __init__(self, text, where):
        found = re.fullmatch(r"([a-z-]+)#(\d+)\.\.(\d+)", str(text))
        if not found or int(found[3]) < int(found[2]):
            raise BadFile(f"{where}: {text!r} is not a range of deals")
        self.text, self.game, self.first, self.last = found[0], found[1], int(found[2]), int(found[3])

    def __len__(self):
        return self.last - self.first + 1

    def __contains__(self, number):
        return self.first <= number <= self.last

    def cut(self, parts):
        """Into so many parts, as (first, last), of sizes that differ by at most one."""
        at = [self.first + len(self) * i // parts for i in range(parts + 1)]
        return [(first, after - 1) for first, after in itertools.pairwise(at)]


class Result(NamedTuple):
    """The result of a deal. A player who does not win has lost; moves of the solver are those of a solution, or 0."""
    verdict: str
    moves: int
    nodes: int


HEAD = "deal,verdict,moves,nodes\n"
WORDS = {"winnable": "won", "unwinnable": "lost", "unknown": "unknown"}


def row(number, result):
    return f"{number},{result.verdict},{result.moves or ''},{result.nodes}\n"


def content(results, first, last):
    """The hash of these deals: SHA-256 of their rows."""
    return hashlib.sha256("".join(row(number, results[number]) for number in range(first, last + 1)).encode()).hexdigest()


def slices_of(part):
    return part.cut(max(1, min(SLICES, len(part) // LEAST)))


def hashes(results, part):
    """The hashes that a folded study keeps of what its deals have taken, whose verdicts alone it lists."""
    return {"content": content(results, part.first, part.last),
            "slices": "".join(content(results, *each)[:DIGITS] for each in slices_of(part))}


class Results:
    """The content of a file of `solve` or `fair`, perhaps packed by zstd: `results` by number."""

    def __init__(self, path):
        self.path, self.results = path, {}
        self.by_ones = set()  # deals in which a player chose that
        try:
            raw = path.read_bytes()
            raw = raw if raw.startswith(b"{") else unpacked(path)
            self.header = json.loads(raw[:raw.index(b"\n")])
            self._lines(raw[raw.index(b"\n") + 1:raw.rfind(b"\n") + 1].decode().splitlines())
            self._check()
        except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
            raise BadFile(f"{path}: not a whole file of `solve` or `fair` ({error})") from None

    def _check(self):
        header = self.header
        if len(header["games"]) != 1:
            raise BadFile(f"{self.path}: deals of {len(header['games'])} games")
        self.game, self.build, self.player = header["games"][0], header["build"], header.get("player")
        if header.get("seconds") is not None:
            raise BadFile(f"{self.path}: a run with a limit of time does not repeat exactly; use --time 0")
        self.limits = {} if self.player else {"nodes": header["nodes"], "mebibytes": header["mebibytes"]}
        self.range = None if header["deals"].startswith("list:") else Range(header["deals"], self.path)
        if len(self.results) != header["count"] or (self.range and set(self.results) != set(range(self.range.first, self.range.last + 1))):
            raise BadFile(f"{self.path}: {len(self.results)} of {header['count']} deals; finish it first")

    def _lines(self, lines):
        for line in map(json.loads, lines):
            number = int(line["deal"].split("#")[1])
            if line.get("defect"):
                raise BadFile(f"{self.path}: deal {number} has a defect")
            verdict = ("won" if line["won"] else "lost") if "won" in line else WORDS[line["verdict"]]
            moves = line.get("moves", ())
            self.results[number] = Result(verdict, line.get("length", len(moves)), line["nodes"])
            if moves[:1] == ["by1"]:
                self.by_ones.add(number)


def zstd(*words, given=None):
    try:
        return subprocess.run(["zstd", *words], input=given, capture_output=True, check=False)
    except FileNotFoundError:
        raise BadFile("the program zstd is not there (Debian's package zstd)") from None


def pack(path, packed):
    """Puts a packed file in the place of a file of lines."""
    unfinished = packed.with_name(f"{packed.name}.unfinished")
    done = zstd("-9", "-qf", path, "-o", unfinished)  # -19 takes longer than the search, for a sixth of the bytes
    if done.returncode != 0:
        raise BadFile(f"{path}: {done.stderr.decode().strip()}")
    unfinished.rename(packed)
    path.unlink()


def unpacked(path):
    done = zstd("-dcq", path)
    if done.returncode != 0:
        raise BadFile(f"{path}: neither a file of lines nor a whole one packed by zstd")
    return done.stdout


def header_of(path):
    """The header of a file of lines, perhaps packed by zstd."""
    if not path.exists():
        raise BadFile(f"{path}: there is no such file")
    with path.open("rb") as file:
        first = file.readline()
    try:
        return json.loads(first if first.startswith(b"{") else unpacked(path).partition(b"\n")[0])
    except ValueError:
        raise BadFile(f"{path}: not a file of lines") from None


# ---- tables of the study


def write_table(path, results):
    """All of it, packed by zstd if its name says so."""
    text = HEAD + "".join(row(number, results[number]) for number in sorted(results))
    if path.suffix != ".zst":
        path.write_text(text)
        return
    path.write_bytes(zstd("-19", "-cq", given=text.encode()).stdout)


def read_table(path):
    text = (unpacked(path) if path.suffix == ".zst" else path.read_bytes()).decode()
    head, *lines = text.splitlines(keepends=True)
    try:
        if head != HEAD:
            raise ValueError(f"its first line is {head!r}")
        cells = (line.rstrip("\n").split(",") for line in lines)
        return {int(number): Result(verdict, int(moves or 0), int(nodes)) for number, verdict, moves, nodes in cells}
    except ValueError as error:
        raise BadFile(f"{path}: not a table of results ({error})") from None
