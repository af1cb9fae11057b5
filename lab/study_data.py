"""The data of docs/winnability.md: what is kept of the results of many deals, and where they contradict each other.

docs/notation.md, "Folded studies", has the format.
"""
import bisect
import itertools
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path

from study_files import DIGITS, BadFile, Contradiction, Range, Results, Result, content, hashes, row, slices_of

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/reference"))
from lab import CARRIES_OVER, CHOICE  # noqa: E402

PUBLISHED = ROOT / "docs/winnability"
FOLDER = Path(os.environ.get("QUINCUNX_STUDIES", PUBLISHED))
FIRST = 100_000_001  # the first deal of every study
PLAYERS = ["fair", "instant", "novice"]
KIND = "quincunx-folded"
PASSES = ["-again", "-third"]  # over deals that the pass before left unknown
LISTED = 10  # hardest wins and easiest losses that are named


def gaps(numbers):
    """Each number as the difference to the one before it."""
    return [b - a for a, b in itertools.pairwise([0, *sorted(numbers)])]


def numbers(differences):
    return list(itertools.accumulate(differences))


def rounded(nodes):
    """A number of nodes as histograms have it: with its two highest digits."""
    unit = 10 ** max(0, len(str(nodes)) - 2)
    return nodes // unit * unit


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
        if data["kind"] != KIND or data["format"] != 2:
            raise BadFile(f"{self.path.name}: not a folded study of format 2")
        self.game, self.who, self.limits = data["game"], data["who"], data["limits"]
        self.parts = [Range(part["deals"], self.path.name) for part in data["parts"]]
        self.won, self.lost, self.unknown = (numbers(data[name]) if name in data else None
                                             for name in ("won", "lost", "unknown"))
        self.asked = numbers(data["asked"]) if "asked" in data else None
        self._asked = set(self.asked or ())
        self.took = {}  # the results of a later pass, by number
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
        for part, said in zip(self.parts, self.json["parts"], strict=True):
            if "content" in said and not re.fullmatch(f"[0-9a-f]{{{DIGITS * len(slices_of(part))}}}", said["slices"]):
                self._fail(f"{part.text} has not the slices of so many deals")
        both = self._sets.get("lost", set()) & self._sets.get("unknown", set())
        if both:
            self._fail(f"deal {min(both)} is both lost and unknown")
        if self.asked is not None and "nodes" in self.json:
            took = zip(self.asked, self.json["moves"], self.json["nodes"], strict=True)
            self.took = {number: Result(self.says(number), moves, nodes) for number, moves, nodes in took if nodes is not None}
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

    def verdict(self, number):
        """As a file of results has it."""
        said = self.says(number)
        return "lost" if said == "unknown" and self.who != "solver" else said


def histograms(results):
    """How many deals there are for each number of moves of a solution, and of nodes."""
    return {"moves": Counter(result.moves for result in results if result.verdict == "won"),
            "nodes": Counter(rounded(result.nodes) for result in results)}


def uncovered(part, parts):
    """The deals of a range that are in none of the parts."""
    first = part.first
    for other in sorted(parts, key=lambda each: each.first):
        if other.last < first or other.first > part.last:
            continue
        if other.first > first:
            yield Range(f"{part.game}#{first}..{other.first - 1}", "")
        first = other.last + 1
    if first <= part.last:
        yield Range(f"{part.game}#{first}..{part.last}", "")


def slices_said(part, said):
    """(first, last) and hash of each slice of a part; one slice without a hash if nothing but verdicts was kept."""
    if "slices" not in said:
        return [((part.first, part.last), None)]
    return [(each, said["slices"][DIGITS * i:DIGITS * (i + 1)]) for i, each in enumerate(slices_of(part))]


class Comparison:
    """Compares a run with a study of the same deals: `same` of them, of which of `verdicts` nothing else could be compared,
    and texts of what is `different`."""

    def __init__(self, study, run, table=None):
        self.study, self.run, self.table = study, run, table or {}
        self.same, self.verdicts, self.different = 0, 0, []
        self.numbers = sorted(run.results)
        if study.asked is not None:
            self._deals([number for number in self.numbers if study.has(number)], study.took)
        else:
            for part, said in zip(study.parts, study.json["parts"], strict=True):
                self._part(part, said)

    def _within(self, first, last):
        return self.numbers[bisect.bisect_left(self.numbers, first):bisect.bisect_right(self.numbers, last)]

    def _part(self, part, said):
        for (first, last), digits in slices_said(part, said):
            deals = self._within(first, last)
            whole = digits and len(deals) == last - first + 1
            equal = whole and digits == content(self.run.results, first, last)[:DIGITS]
            if not self._deals(deals, {} if equal else self.table, bool(equal)) and whole and not equal:
                self.different.append(f"deals {first} to {last} took other moves or nodes")

    def _deals(self, deals, known, equal=False):
        """One by one, where their content may be known to be equal; whether any was found to differ."""
        before = len(self.different)
        for number in deals:
            here, there, verdict = self.run.results[number], known.get(number), self.study.verdict(number)
            if here.verdict != verdict or there not in (None, here):
                said = row(number, there).strip() if there else f"{number},{verdict}"
                self.different.append(f"it has {row(number, here).strip()}, and there is {said}")
            else:
                self.same += 1
                self.verdicts += there is None and not equal
        return len(self.different) > before

    def refuse(self):
        if self.different:
            more = len(self.different) - LISTED
            raise Contradiction(f"{self.run.path.name} and {self.study.path.name}:\n" + "\n".join(self.different[:LISTED]) +
                                (f"\nand {more} more" if more > 0 else ""))

    def text(self, added):
        words = f"{self.run.path.name}: {self.same:,} deals are the same as in {self.study.path.stem}"
        if self.verdicts:
            words += f" (of {self.verdicts:,} of them only the verdict was compared)"
        return words + f", {added:,} are new" if added else words


def fold(path, folder, table=lambda name: {}):
    """Folds a file of `solve` or `fair` into the studies of a folder, and says how much of it was there, and the same. `table`
    may know the results of a study deal by deal."""
    run = Results(path)
    out = place_of(run, folder)
    old = Study(out) if out.exists() else None
    added = fold_pass(run, out, old, table) if out.stem.endswith(tuple(PASSES)) else fold_range(run, out, old, table)
    if run.player == "novice" and run.game == "stalactites":
        fold_choice(run, folder / "stalactites-choice.json")
    return added


def place_of(run, folder):
    """Where the results belong: those with more nodes than the first pass are of a later one."""
    if run.player and run.player not in PLAYERS:
        raise BadFile(f"{run.path}: games of {run.player}, which is no player of the study")
    first = folder / f"{run.game}{'-' + run.player if run.player else ''}.json"
    if run.player or not first.exists():
        return first
    out, limits = first, Study(first).limits
    for name in PASSES:
        if run.limits["nodes"] <= limits["nodes"]:
            break
        out = folder / f"{run.game}{name}.json"
        if not out.exists():
            break
        limits = Study(out).limits
    return out


def compared(run, out, old, table):
    """With what is there already."""
    if run.limits != old.limits:
        raise Contradiction(f"{run.path.name}: its limits are {run.limits}, those of {out.name} {old.limits}")
    comparison = Comparison(old, run, table(out.stem))
    comparison.refuse()
    return comparison


def same_build(run, out, old):
    if games_of(run.build) != games_of(old.json["build"]):
        raise Contradiction(f"{run.path.name}: of the search {run.build}, {out.name} of {old.json['build']}: it can be compared, "
                            "but not added")


def fold_range(run, out, old, table):
    """A first pass, or games of a player: what is there already must be the same, the rest is added."""
    comparison = compared(run, out, old, table) if old else None
    if old and comparison.same == len(run.results) and all("content" in said for said in old.json["parts"]):
        return comparison.text(0)
    if run.range is None:
        raise BadFile(f"{run.path}: only deals of a range can be added")
    if old:
        same_build(run, out, old)
    # A part of which nothing but verdicts was kept is taken from the file that has all of it.
    kept = [(part, said) for part, said in zip(old.parts, old.json["parts"], strict=True)
            if "content" in said or not (part.first in run.range and part.last in run.range)] if old else []
    parts = dict(kept)
    new = [number for number in run.results if not old or not old.has(number)]
    for part in uncovered(run.range, parts):
        verdicts = Counter(run.results[number].verdict for number in range(part.first, part.last + 1))
        count = {} if run.player else {name: verdicts[name] for name in ("won", "lost", "unknown")}
        parts[part] = {"deals": part.text, "count": len(part), **count, **hashes(run.results, part)}

    def numbers_of(verdict):
        there = {"won": old.won, "lost": old.lost, "unknown": old.unknown}[verdict] if old else ()
        return gaps({*there, *(number for number in new if run.results[number].verdict == verdict)})

    data = {"kind": KIND, "format": 2, "game": run.game, "who": run.player or "solver", "build": run.build, "limits": run.limits,
            "parts": [parts[part] for part in sorted(parts, key=lambda part: part.first)]}
    if run.player:
        write(out, data | {"won": numbers_of("won")})
    else:
        added = histograms([run.results[number] for number in new])
        for name in added:
            added[name].update({int(key): value for key, value in (old.json[name] if old else {}).items()})
        listed = {name: [tuple(one) for one in old.json[name]] if old else [] for name in ("hardest", "easiest")}
        for name, verdict in (("hardest", "won"), ("easiest", "lost")):
            listed[name] += [(run.results[number].nodes, number) for number in new if run.results[number].verdict == verdict]
        write(out, data | {
            "hardest": sorted(listed["hardest"], key=lambda one: (-one[0], one[1]))[:LISTED], "easiest": sorted(listed["easiest"])[:LISTED],
            **{name: {str(key): added[name][key] for key in sorted(added[name])} for name in ("moves", "nodes")},
            "unknown": numbers_of("unknown"), "lost": numbers_of("lost")})
    return comparison.text(len(new)) if old else f"{run.path.name}: {len(new):,} deals are new"


def fold_pass(run, out, old, table):
    """A later pass: deals that were unknown, solved with more nodes."""
    comparison = compared(run, out, old, table) if old else None
    new = [number for number in run.results if not old or not old.has(number)]
    if new and old:
        same_build(run, out, old)
    there = {number: old.took.get(number) or Result(old.says(number), None, None) for number in old.asked} if old else {}
    results = dict(sorted((there | run.results).items()))
    verdicts = {name: gaps(number for number, result in results.items() if result.verdict == name) for name in ("unknown", "lost")}
    write(out, {"kind": KIND, "format": 2, "game": run.game, "who": "solver", "pass": out.stem.removeprefix(run.game), "build": old.json["build"] if old else run.build,
                "limits": run.limits, "parts": [], "asked": gaps(results), **verdicts,
                **{name: [getattr(result, name) for result in results.values()] for name in ("moves", "nodes")}})
    return comparison.text(len(new)) if old else f"{run.path.name}: {len(new):,} deals are new"


# Builds whose players play the same games; only what they said of chances differs.
SAME_GAMES = dict.fromkeys(("0683f9730f974eed", "d21ae650869b8a55"), "cc5c43e433b86401")


def games_of(build):
    return SAME_GAMES.get(build, build)


def fold_choice(run, out):
    """The first moves that a player chooses: `won` are the deals in which that is `by1`. A range that holds one that is there
    takes its place, if both say the same."""
    part, parts, results = run.range, [run.range], {number: number in run.by_ones for number in run.results}
    if out.exists():
        old = Study(out)
        if games_of(old.json["build"]) != games_of(run.build):
            raise Contradiction(f"{run.path.name}: of the search {run.build}, {out.name} of {old.json['build']}")
        before = {number: old.says(number) == "won" for number in old.numbers}
        for number in sorted(results.keys() & before.keys()):
            if results[number] != before[number]:
                raise Contradiction(f"{run.path.name}: deal {number} ended otherwise than in {out.name}")
        for other in old.parts:
            inside = part.first <= other.first and other.last <= part.last
            around = other.first <= part.first and part.last <= other.last
            if not inside and not around and part.first <= other.last and other.first <= part.last:
                raise Contradiction(f"{run.path.name}: {part.text} and {other.text} overlap")
            if around:
                parts.remove(part)
            if around or not inside:
                parts.append(other)
        results |= before
    write(out, {"kind": KIND, "format": 2, "game": part.game, "who": "choice", "build": run.build, "limits": {},
                "parts": [{"deals": each.text, "count": len(each)} for each in sorted(parts, key=lambda each: each.first)],
                "won": gaps(number for number, by_ones in results.items() if by_ones)})


def write(out, data):
    """One member a line, so that a change of the data shows as few lines."""
    out.write_text("{\n" + ",\n".join(f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}"
                                      for name, value in data.items()) + "\n}\n")


# ---- all of it


def in_common(*lists):
    """The ranges of deals that are in parts of each list."""
    ranges = [(part.first, part.last) for part in lists[0]]
    for parts in lists[1:]:
        pairs = [(max(first, part.first), min(last, part.last)) for first, last in ranges for part in parts]
        ranges = [(first, last) for first, last in pairs if first <= last]
    return ranges


def read_all(folder):
    """The studies by their file names, none of which contradicts another one."""
    studies = {path.stem: Study(path) for path in sorted(Path(folder).glob("*.json"))}
    for name, study in studies.items():
        if name != name_of(study):
            raise Contradiction(f"{study.path.name}: holds {name_of(study)}")
    refuse_contradictions(studies)
    return studies


def name_of(study):
    return study.game + (study.json.get("pass", PASSES[0]) if study.asked is not None else "" if study.who == "solver" else f"-{study.who}")


def refuse_contradictions(studies):
    def compare(one, other, lost_where):
        """Whatever `lost_where` says is lost must not be won in the other."""
        for number in lost_where.lost:
            if other.says(number) == "won":
                raise Contradiction(f"deal {number} is won in {other.path.name} and lost in {lost_where.path.name}")

    for name, study in studies.items():
        if study.asked is not None:
            earlier = passes(studies, study.game)
            if [name_of(each) for each in earlier] != [study.game, *(study.game + name for name in PASSES)][:len(earlier)]:
                raise Contradiction(f"{study.path.name}: there is no pass before it")
            first = earlier[earlier.index(study) - 1]
            for number in study.asked:
                if first.says(number) != "unknown":
                    raise Contradiction(f"deal {number} is {first.says(number)} in {first.path.name}, "
                                        f"and was solved again in {study.path.name}")
    for left, right in CARRIES_OVER:
        for win in passes(studies, left):
            for loss in passes(studies, right):
                compare(win, win, loss)
    for study in studies.values():
        if study.who not in ("solver", "choice"):
            for loss in passes(studies, study.game):
                compare(study, study, loss)
    refuse_choices(studies)


def refuse_choices(studies):
    """A deal that is lost by ones and by twos is lost, and what the novice wins after its choice is not lost by it."""
    ones, twos, best = CHOICE
    lost = {name: verdicts(studies, name)[0] if name in studies else set() for name in CHOICE}
    for win in passes(studies, best):
        for number in sorted(lost[ones] & lost[twos]):
            if win.says(number) == "won":
                raise Contradiction(f"deal {number} is lost in {ones}.json and {twos}.json, and won in {win.path.name}")
    novice, choice = studies.get(f"{best}-novice"), studies.get(f"{best}-choice")
    if novice and choice:
        for number in novice.won:
            by = {"won": ones, "unknown": twos}.get(choice.says(number))
            if by and number in lost[by]:
                raise Contradiction(f"deal {number} is lost in {by}.json, and won after that choice in {novice.path.name}")


def passes(studies, game):
    """Its first pass, and those over deals that were unknown, as far as there are any."""
    return [studies[name] for name in [game, *(game + name for name in PASSES)] if name in studies]


def verdicts(studies, game):
    """The lost and the unknown deals after all passes."""
    first, *later = passes(studies, game)
    lost, unknown = set(first.lost), set(first.unknown)
    for study in later:
        lost |= set(study.lost)
        unknown -= set(study.asked) - set(study.unknown)
    return lost, unknown


def counts(studies, game):
    """(deals, won, lost, unknown) after all passes."""
    lost, unknown = map(len, verdicts(studies, game))
    deals = studies[game].deals
    return deals, deals - lost - unknown, lost, unknown
