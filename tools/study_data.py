"""The data of docs/winnability.md: what is read of files of many deals, how it is kept, and where it contradicts itself.

docs/notation.md, "Folded studies", has the format.
"""
import bisect
import hashlib
import itertools
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/reference"))
from lab import CARRIES_OVER, CHOICE  # noqa: E402

KIND = "quincunx-folded"
LISTED = 10  # hardest wins and easiest losses that are named


class Contradiction(Exception):
    """Two runs that cannot both be right, or data that disagree with themselves."""


class BadFile(Exception):
    """A file that cannot be read; the message says which, and why."""


def gaps(numbers):
    """Each number as the difference to the one before it."""
    return [b - a for a, b in itertools.pairwise([0, *sorted(numbers)])]


def numbers(differences):
    return list(itertools.accumulate(differences))


def rounded(nodes):
    """A number of nodes as histograms have it: with its two highest digits."""
    unit = 10 ** max(0, len(str(nodes)) - 2)
    return nodes // unit * unit


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


# ---- reading what the program writes


class Solved:
    """Verdicts of some deals of one game: of a file of lines, or a compact one."""

    def __init__(self, path):
        self.path = path
        self.moves, self.nodes = Counter(), Counter()
        self.lost, self.unknown, self.won = [], [], []  # (nodes, number); of the wins only those that took most nodes
        self.count = 0
        raw = path.read_bytes()
        self.sha256 = hashlib.sha256(raw).hexdigest()
        try:
            if raw.startswith(b"{"):
                self._lines(raw.decode())
            else:
                done = subprocess.run(["zstd", "-dcq"], input=raw, capture_output=True, check=False)
                if done.returncode != 0:
                    raise BadFile(f"{path}: not a whole compact file")
                self._blocks(done.stdout)
        except (ValueError, KeyError, IndexError, AttributeError) as error:
            raise BadFile(f"{path}: not a whole file of `solve` ({error})") from None
        if self.header["seconds"] is not None:
            raise BadFile(f"{path}: a run with a limit of time does not repeat exactly; solve with --time 0")
        self.limits = {"nodes": self.header["nodes"], "mebibytes": self.header["mebibytes"]}

    def _lines(self, text):
        header, *lines = text[:text.rfind("\n") + 1].splitlines()
        self.header = json.loads(header)
        for line in map(json.loads, lines):
            number = int(line["deal"].split("#")[1])
            self._take(number, line["verdict"], line["nodes"], len(line.get("moves", ())))
        self.range = self.header["deals"]
        self.asked = None

    def _take(self, number, verdict, nodes, moves):
        self.count += 1
        self.nodes[rounded(nodes)] += 1
        {"winnable": self.won, "unwinnable": self.lost, "unknown": self.unknown}[verdict].append((nodes, number))
        if verdict == "winnable":
            self.moves[moves] += 1

    def _blocks(self, data):
        line, _, rest = data.partition(b"\n")
        self.header = json.loads(line)
        self.range = self.header["deals"]
        at = 0

        def varint():
            nonlocal at
            number = shift = 0
            while True:
                byte = rest[at]
                at += 1
                number |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return number

        def places():
            return list(itertools.accumulate(varint() for _ in range(varint())))

        def values(count):
            """The bytes, and the numbers that do not fit a byte by their place."""
            nonlocal at
            part = rest[at:at + count]
            if len(part) < count:
                raise ValueError("it ends within a block")
            at += count
            large, place = {}, part.find(255)
            while place >= 0:
                large[place] = 255 + varint()
                place = part.find(255, place + 1)
            return part, large

        def add(histogram, part, large, round_to=lambda value: value):
            for value, times in Counter(part).items():
                if value < 255:
                    histogram[round_to(value)] += times
            for value in large.values():
                histogram[round_to(value)] += 1

        while at < len(rest):
            first = int.from_bytes(rest[at:at + 8], "little")
            count = int.from_bytes(rest[at + 8:at + 12], "little")
            at += 12
            lost, unknown, defect = places(), places(), places()
            if defect:
                raise BadFile(f"{self.path}: deal {first + defect[0]} has a defect")
            add(self.moves, *values(count - len(lost) - len(unknown)))
            part, large = values(count)
            add(self.nodes, part, large, rounded)
            at += 8
            nodes = {place: large.get(place, part[place]) for place in itertools.chain(lost, unknown, large)}
            self.lost += [(nodes[place], first + place) for place in lost]
            self.unknown += [(nodes[place], first + place) for place in unknown]
            neither = set(lost) | set(unknown)
            self.won += [(value, first + place) for place, value in large.items() if place not in neither]
            self.won = sorted(self.won, key=lambda one: (-one[0], one[1]))[:LISTED]
            self.count += count


def header_of(path):
    """The header of a file of lines or a compact one."""
    with path.open("rb") as file:
        if file.read(1) == b"{":
            return json.loads(b"{" + file.readline())
    unpacked = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=False).stdout
    try:
        return json.loads(unpacked[:unpacked.index(b"\n")])
    except ValueError:
        raise BadFile(f"{path}: neither a file of lines nor a compact file") from None


def played(path):
    """The range of a file of `fair --lines` or `rate --lines`, its header and its lines; every deal of the range has one."""
    text = path.read_text()
    header, *lines = map(json.loads, text[:text.rfind("\n") + 1].splitlines())
    part = Range(header["deals"], path)
    if [line["deal"] for line in lines] != [f"{part.game}#{number}" for number in range(part.first, part.last + 1)]:
        raise BadFile(f"{path}: {len(lines)} of {len(part)} deals; finish it first")
    return part, header, lines


# ---- what is kept


class Study:
    """A folded study: verdicts of deals of one game, or games of one player."""

    def __init__(self, path):
        self.path = path
        try:
            self.json = json.loads(path.read_text())
            self._read()
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadFile(f"{path.name}: not a folded study ({error!r})") from None

    def _read(self):
        data = self.json
        if data["kind"] != KIND or data["format"] != 1:
            raise BadFile(f"{self.path.name}: not a folded study of format 1")
        self.game, self.who, self.limits = data["game"], data["who"], data["limits"]
        self.parts = [Range(part["deals"], self.path.name) for part in data["parts"]]
        self.won, self.lost, self.unknown = (numbers(data[name]) if name in data else None
                                             for name in ("won", "lost", "unknown"))
        self.asked = numbers(data["asked"]) if "asked" in data else None
        self._asked = set(self.asked or ())
        self._sets = {name: set(kept) for name, kept in
                      (("won", self.won), ("lost", self.lost), ("unknown", self.unknown)) if kept is not None}
        self._check()

    def _fail(self, why):
        raise Contradiction(f"{self.path.name}: {why}")

    def _check(self):
        for part, said in zip(self.parts, self.json["parts"], strict=True):
            if part.game != self.game:
                self._fail(f"{part.text} is not of {self.game}")
            if said["count"] != len(part):
                self._fail(f"{part.text} has {len(part)} deals, not {said['count']}")
        for one, other in itertools.pairwise(sorted(self.parts, key=lambda part: part.first)):
            if other.first <= one.last:
                self._fail(f"{one.text} and {other.text} overlap")
        for name, kept in self._sets.items():
            outside = [number for number in kept if not self.has(number)]
            if outside:
                self._fail(f"deal {min(outside)} is {name}, but in no part")
        if self.who == "rated" and len(self.json["forgiving"]) != self.deals:
            self._fail(f"{len(self.json['forgiving'])} ratings of {self.deals} deals")
        both = self._sets.get("lost", set()) & self._sets.get("unknown", set())
        if both:
            self._fail(f"deal {min(both)} is both lost and unknown")
        if self.who == "solver" and self.asked is None:
            for part, said in zip(self.parts, self.json["parts"], strict=True):
                lost, unknown = self.within(self.lost, part), self.within(self.unknown, part)
                found = {"won": len(part) - lost - unknown, "lost": lost, "unknown": unknown}
                if found != {name: said[name] for name in found}:
                    self._fail(f"{part.text} has {found}, but says {said}")
            if sum(self.json["nodes"].values()) != self.deals or sum(self.json["moves"].values()) != self.wins:
                self._fail("the histograms are not those of so many deals")

    @staticmethod
    def within(kept, part):
        return bisect.bisect_right(kept, part.last) - bisect.bisect_left(kept, part.first)

    def has(self, number):
        return any(number in part for part in self.parts) if self.asked is None else number in self._asked

    @property
    def deals(self):
        return len(self.asked) if self.asked is not None else sum(map(len, self.parts))

    @property
    def wins(self):
        return len(self.won) if self.won is not None else self.deals - len(self.lost) - len(self.unknown)

    @property
    def numbers(self):
        """Its deals, in the order of its parts."""
        return list(itertools.chain.from_iterable(range(part.first, part.last + 1) for part in self.parts))

    def says(self, number):
        """won, lost, unknown, or None for a deal that is not in it; a player who does not win has lost nothing."""
        if not self.has(number):
            return None
        for name, kept in self._sets.items():
            if number in kept:
                return name
        return "won" if self.won is None else "unknown"


def fold(paths, out):
    """Folds files of `solve` into `out`, or into what is there already."""
    old = Study(out) if out.exists() else None
    files = sorted((Solved(path) for path in paths), key=lambda one: one.range)
    if not files:
        raise BadFile(f"{out.name}: nothing to fold")
    parts = [dict(part) for part in old.json["parts"]] if old else []
    data = {name: Counter({int(key): value for key, value in old.json[name].items()}) if old else Counter()
            for name in ("moves", "nodes")}
    lost, unknown = (set(old.lost), set(old.unknown)) if old else (set(), set())
    hardest = [tuple(one) for one in old.json["hardest"]] if old else []
    easiest = [tuple(one) for one in old.json["easiest"]] if old else []
    limits = old.limits if old else files[0].limits
    build = old.json["build"] if old else files[0].header["build"]
    for one in files:
        part = Range(one.range, one.path)
        if one.limits != limits:
            raise Contradiction(f"{one.path.name}: its limits are {one.limits}, those before it {limits}")
        if one.header["build"] != build:
            raise Contradiction(f"{one.path.name}: of the search {one.header['build']}, those before it of {build}")
        if one.count != len(part):
            raise BadFile(f"{one.path.name}: {one.count} of {len(part)} deals; finish it first")
        same = [said for said in parts if said["deals"] == part.text]
        if same:
            if same[0]["sha256"] != one.sha256:
                raise Contradiction(f"{one.path.name}: {part.text} is there with other bytes")
            continue
        for said in parts:
            other = Range(said["deals"], out.name)
            if part.game != other.game or (part.first <= other.last and other.first <= part.last):
                raise Contradiction(f"{one.path.name}: {part.text} and {other.text} overlap, or are of two games")
        parts.append({"deals": part.text, "count": one.count, "won": one.count - len(one.lost) - len(one.unknown),
                      "lost": len(one.lost), "unknown": len(one.unknown), "sha256": one.sha256})
        data["moves"] += one.moves
        data["nodes"] += one.nodes
        lost |= {number for _, number in one.lost}
        unknown |= {number for _, number in one.unknown}
        hardest += one.won
        easiest += one.lost
    write(out, {"kind": KIND, "format": 1, "game": Range(parts[0]["deals"], out.name).game, "who": "solver", "build": build,
                "limits": limits, "parts": sorted(parts, key=lambda part: Range(part["deals"], "").first),
                "hardest": sorted(hardest, key=lambda one: (-one[0], one[1]))[:LISTED], "easiest": sorted(easiest)[:LISTED],
                "moves": {str(key): data["moves"][key] for key in sorted(data["moves"])},
                "nodes": {str(key): data["nodes"][key] for key in sorted(data["nodes"])},
                "unknown": gaps(unknown), "lost": gaps(lost)})


def fold_again(paths, out):
    """Folds files of lines about deals that were unknown, solved again with other limits, into what is there already."""
    verdicts, how = {}, None
    if out.exists():
        old = Study(out)
        verdicts = {number: old.says(number) for number in old.asked}
        how = old.limits, old.json["build"]
    for one in map(Solved, paths):
        how = how or (one.limits, one.header["build"])
        if (one.limits, one.header["build"]) != how:
            raise Contradiction(f"{one.path.name}: limits {one.limits} and search {one.header['build']}, those before it {how}")
        for verdict, kept in (("won", one.won), ("lost", one.lost), ("unknown", one.unknown)):
            for _, number in kept:
                if verdicts.setdefault(number, verdict) != verdict:
                    raise Contradiction(f"{one.path.name}: deal {number} is {verdict}, and {verdicts[number]} in another file")
    write(out, {"kind": KIND, "format": 1, "game": out.stem.removesuffix("-again"), "who": "solver", "build": how[1],
                "limits": how[0], "parts": [], "asked": gaps(verdicts),
                "unknown": gaps(number for number, verdict in verdicts.items() if verdict == "unknown"),
                "lost": gaps(number for number, verdict in verdicts.items() if verdict == "lost")})


# Builds whose players play the same games; only what they said of chances differs.
SAME_GAMES = {"0683f9730f974eed": "d21ae650869b8a55"}


def games_of(build):
    return SAME_GAMES.get(build, build)


def fold_games(path, out, who, result, kept):
    """Adds what `result` makes of each line to what is there already; `kept` are the members that hold it. A range that
    holds one that is there takes its place, if both say the same."""
    part, header, lines = played(path)
    who = who or header["player"]
    results = {part.first + i: result(line) for i, line in enumerate(lines)}
    parts = [part]
    if out.exists():
        old = Study(out)
        if (old.game, old.who, games_of(old.json["build"])) != (part.game, who, games_of(header["build"])):
            raise Contradiction(f"{path.name}: {who} of {part.game}, of the search {header['build']}; "
                                f"{out.name}: {old.who} of {old.game}, {old.json['build']}")
        before = dict(zip(old.numbers, old.json["forgiving"], strict=True)) if who == "rated" else \
            {number: old.says(number) == "won" for number in old.numbers}
        for number in sorted(results.keys() & before.keys()):
            if results[number] != before[number]:
                raise Contradiction(f"{path.name}: deal {number} ended otherwise than in {out.name}")
        for other in old.parts:
            inside = part.first <= other.first and other.last <= part.last
            around = other.first <= part.first and part.last <= other.last
            if not inside and not around and part.first <= other.last and other.first <= part.last:
                raise Contradiction(f"{path.name}: {part.text} and {other.text} overlap")
            if around:
                parts.remove(part)
            if around or not inside:
                parts.append(other)
        results |= before
    write(out, {"kind": KIND, "format": 1, "game": part.game, "who": who, "build": header["build"], "limits": {},
                "parts": [{"deals": each.text, "count": len(each)} for each in sorted(parts, key=lambda each: each.first)],
                **kept(dict(sorted(results.items())))})


def fold_played(path, out, who="", won=lambda line: line["won"]):
    fold_games(path, out, who, won, lambda results: {"won": gaps(number for number, result in results.items() if result)})


def fold_rated(path, out):
    """How many of their games weak players won in each deal; null where nobody knows that it can be won."""
    old = {Study(out).json["games"]} if out.exists() else set()
    games = old | {line["games"] for line in played(path)[2] if line["verdict"] == "winnable"}
    if len(games) != 1:
        raise BadFile(f"{path}: the weak players do not play as many games in each deal")
    fold_games(path, out, "rated", lambda line: line["won"] if line["verdict"] == "winnable" else None,
               lambda results: {"games": games.pop(), "forgiving": list(results.values())})


def fold_choice(path, out):
    """What a player chooses by the first move: `won` are the deals of which that is `by1`."""
    fold_played(path, out, "choice", lambda line: line["moves"][:1] == ["by1"])


def write(out, data):
    """One member a line, so that a change of the data shows as few lines."""
    out.write_text("{\n" + ",\n".join(f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}"
                                      for name, value in data.items()) + "\n}\n")


# ---- all of it


def read_all(folder):
    """The studies by their file names, none of which contradicts another one."""
    studies = {path.stem: Study(path) for path in sorted(Path(folder).glob("*.json"))}
    for name, study in studies.items():
        if name != name_of(study):
            raise Contradiction(f"{study.path.name}: holds {name_of(study)}")
    refuse_contradictions(studies)
    return studies


def name_of(study):
    return study.game + ("" if study.who == "solver" else f"-{study.who}") + ("-again" if study.asked is not None else "")


def refuse_contradictions(studies):
    def compare(one, other, lost_where):
        """Whatever `lost_where` says is lost must not be won in the other."""
        for number in lost_where.lost:
            if other.says(number) == "won":
                raise Contradiction(f"deal {number} is won in {other.path.name} and lost in {lost_where.path.name}")

    for name, study in studies.items():
        if study.asked is not None:
            first = studies.get(study.game)
            if first is None:
                raise Contradiction(f"{study.path.name}: there is no {study.game}.json")
            for number in study.asked:
                if first.says(number) != "unknown":
                    raise Contradiction(f"deal {number} is {first.says(number)} in {first.path.name}, "
                                        f"and was solved again in {study.path.name}")
    for left, right in CARRIES_OVER:
        for win in with_again(studies, left):
            for loss in with_again(studies, right):
                compare(win, win, loss)
    for study in studies.values():
        if study.who not in ("solver", "choice", "rated"):
            for loss in with_again(studies, study.game):
                compare(study, study, loss)
    refuse_choices(studies)


def refuse_choices(studies):
    """A deal that is lost by ones and by twos is lost, and what the novice wins after its choice is not lost by it."""
    ones, twos, best = CHOICE
    lost = {name: verdicts(studies, name)[0] if name in studies else set() for name in CHOICE}
    for win in with_again(studies, best):
        for number in sorted(lost[ones] & lost[twos]):
            if win.says(number) == "won":
                raise Contradiction(f"deal {number} is lost in {ones}.json and {twos}.json, and won in {win.path.name}")
    novice, choice = studies.get(f"{best}-novice"), studies.get(f"{best}-choice")
    if novice and choice:
        for number in novice.won:
            by = {"won": ones, "unknown": twos}.get(choice.says(number))
            if by and number in lost[by]:
                raise Contradiction(f"deal {number} is lost in {by}.json, and won after that choice in {novice.path.name}")


def with_again(studies, game):
    return [studies[name] for name in (game, f"{game}-again") if name in studies]


def verdicts(studies, game):
    """The lost and the unknown deals after the second pass."""
    study, again = studies[game], studies.get(f"{game}-again")
    lost, unknown = set(study.lost), set(study.unknown)
    if again:
        lost |= set(again.lost)
        unknown -= set(again.asked) - set(again.unknown)
    return lost, unknown


def counts(studies, game):
    """(deals, won, lost, unknown) after the second pass."""
    lost, unknown = map(len, verdicts(studies, game))
    deals = studies[game].deals
    return deals, deals - lost - unknown, lost, unknown
