"""Runs of the study: a share of what is published once more, all of it deal by deal, and what comes next by a plan."""
import datetime
import functools
import itertools
import math
import os
import platform
import random
import re
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from study_data import FIRST, FOLDER, PASSES, ROOT, Comparison, read_all, uncovered
from study_files import BadFile, Contradiction, Range, Results, hashes, pack, slices_of, write_table

PROGRAM = Path(os.environ.get("QUINCUNX", ROOT / "build/release/quincunx-lab"))
PLAN = FOLDER / "plan.txt"
NAMED = 5  # pieces of a study that are named


DEALS = FOLDER / "deals"  # files of the studies that are small


@functools.cache
def table(name):
    """The results of a study deal by deal: all of it, a part or nothing."""
    return {number: result for first, last in files_of(DEALS, name)
            for number, result in Results(DEALS / file_name(Range(f"{name}#{first}..{last}", ""))).results.items()}


def program(*words):
    if not PROGRAM.exists():
        raise BadFile(f"{PROGRAM}: there is no such program; build it, or say in QUINCUNX where it is")
    done = subprocess.run([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BadFile(f"quincunx-lab {' '.join(map(str, words))}: {done.stderr.strip()}")


def processor_time():
    times = os.times()
    return times.children_user + times.children_system


# ---- once more


def solve(deals, limits, out, *more):
    """Solves a range, of which the lengths of the solutions are kept, or a list of deals in a file."""
    brief = ("--no-solutions",) if isinstance(deals, str) else ()
    program("solve", deals, "--time", 0, "--nodes", limits["nodes"], "--memory", f"{limits['mebibytes']}M",
            "--no-times", *brief, *more, "--lines", out)


def some_of(study, share, dice):
    """Random slices of a study, of at least this share of its deals; of a later pass, a list of deals."""
    wanted = math.ceil(study.deals / share)
    if study.asked is not None:
        return [sorted(dice.sample(study.asked, wanted))]
    if share == 1:
        return study.parts
    cut = [Range(f"{study.game}#{first}..{last}", "") for part in study.parts for first, last in slices_of(part)]
    dice.shuffle(cut)
    sizes = itertools.accumulate(map(len, cut), initial=0)
    return sorted((part for part, before in zip(cut, sizes) if before < wanted), key=lambda part: part.first)


def differences(study, piece, folder):
    """A piece of a study, made again: where it is not what is published."""
    out = folder / "again.jsonl"
    out.unlink(missing_ok=True)
    if study.asked is not None:
        deals = folder / "deals"
        deals.write_text("".join(f"{study.game}#{number}\n" for number in piece))
        solve(deals, study.limits, out)
    elif study.who == "solver":
        solve(piece.text, study.limits, out)
    else:
        program("fair", piece.text, "--player", "novice" if study.who == "choice" else study.who, "--time", 0, "--no-times", "--lines", out)
    run = Results(out)
    if study.who == "choice":
        return [f"deal {number}: another choice" for number in run.results if (number in run.by_ones) != (study.says(number) == "won")]
    return Comparison(study, run, table(study.path.stem)).different


def again(share, say=print):
    """Makes this share of everything once more, and says what is not the same."""
    dice, before, deals, wrong = random.Random(), processor_time(), 0, []
    studies = read_all(FOLDER)
    with tempfile.TemporaryDirectory() as folder:
        for name, study in studies.items():
            began, pieces = processor_time(), some_of(study, share, dice)
            different = list(itertools.chain.from_iterable(differences(study, piece, Path(folder)) for piece in pieces))
            count = sum(map(len, pieces))
            deals += count
            wrong += different
            which = [" ".join(map(str, piece)) if study.asked is not None else piece.text.partition("#")[2] for piece in pieces]
            more = f" and {len(which) - NAMED} more" if len(which) > NAMED else ""
            say(f"{name}: {f'{len(different)} differ' if different else 'the same'}, {count:,} of {study.deals:,} deals, "
                f"{processor_time() - began:.1f} s ({', '.join(which[:NAMED])}{more})", *different, sep="\n  ")
    say(f"{'NOT the same' if wrong else 'the same'}: {deals:,} deals of {len(studies)} studies, "
        f"{processor_time() - before:.0f} s of processor time")
    return 1 if wrong else 0


# ---- files that resume


def whole(folder, name, deals, limits, threads=1):
    """The file of a run in the folder. What is not there, or not whole, is solved first, from where it was interrupted."""
    out = next((each for each in (folder / name, DEALS / name) if each.exists()), folder / name)
    if not out.exists():
        unfinished = folder / f"{name.removesuffix('.zst')}.unfinished"
        began = processor_time()
        solve(deals, limits, unfinished, "--threads", threads, "--resume")
        if name.endswith(".zst"):
            pack(unfinished, out)
        else:
            unfinished.rename(out)
        note(folder, name, processor_time() - began)
    return out


def note(folder, name, seconds):
    """Where, when and by what a file was made; the time is that of the last process, if it was interrupted."""
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True, check=False).stdout.strip()
    compiler = re.search(rb"GCC: \(([^)]*)\)|clang version ([\w.]+)", PROGRAM.read_bytes())
    machine = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    path = folder / "made.csv"
    if not path.exists():
        path.write_text("file,processor seconds,day,commit,compiler,processor\n")
    with path.open("a") as file:
        file.write(f"{name},{seconds:.1f},{datetime.date.today()},{commit},{compiler[0].decode() if compiler else '?'},"
                   f"{machine[1] if machine else platform.machine()}\n")


def file_name(part):
    return f"{part.game}-{part.first}-{part.last}.jsonl.zst"


def tables(folder):
    """Writes what is known of every deal of the solver's studies, one table for each. What has no file is solved once more,
    and everything must have the content that is published."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, study in read_all(FOLDER).items():
        if study.who != "solver":
            continue
        if study.asked is not None:
            results = dict(study.took)
            left = [number for number in study.asked if number not in results]
            if left:
                run = Results(whole(folder, *listed(folder, study.game, name, left), study.limits, os.cpu_count()))
                Comparison(study, run).refuse()
                results |= run.results
            write_table(folder / f"{name}.csv.zst", results)
            print(f"{name}: {len(results):,} deals")
            continue
        results = {}
        for part, said in zip(study.parts, study.json["parts"], strict=True):
            run = Results(whole(folder, file_name(part), part.text, study.limits, os.cpu_count()))
            if hashes(run.results, part)["content"] != said["content"]:
                Comparison(study, run).refuse()
                raise Contradiction(f"{run.path}: {part.text} has another content")
            results |= run.results
        write_table(folder / f"{name}.csv.zst", results)
        print(f"{name}: {len(results):,} deals")


# ---- what comes next


class Task(NamedTuple):
    """A line of the plan: solve deals up to a number, so many in a file, with these limits."""
    name: str
    deals: int
    size: int
    nodes: int
    mebibytes: int

    @property
    def limits(self):
        return {"nodes": self.nodes, "mebibytes": self.mebibytes}

    @property
    def game(self):
        return re.sub("(" + "|".join(PASSES) + ")$", "", self.name)


def plan():
    lines = [line.split() for line in PLAN.read_text().splitlines() if line.strip() and not line.startswith("#")]
    try:
        return [Task(name, *map(int, rest)) for name, *rest in lines]
    except (ValueError, TypeError) as error:
        raise BadFile(f"{PLAN}: {error}") from None


def next_run(task, studies, folder):
    """(file, deals, limits) of the next run of a task that is neither in the folder nor published with its content; None if all
    are."""
    last = FIRST + task.deals - 1
    study = studies.get(task.name)
    if study and study.limits != task.limits:
        study = None  # it is to be made anew
    if task.name == task.game:
        parts = [part for part, said in zip(study.parts, study.json["parts"], strict=True) if "content" in said] if study else []
        parts += [Range(f"{task.game}#{first}..{end}", "") for first, end in files_of(folder, task.game)]
        for part in uncovered(Range(f"{task.game}#{FIRST}..{last}", ""), parts):
            part = Range(f"{task.game}#{part.first}..{min(part.last, part.first + task.size - 1)}", "")
            return file_name(part), part.text, task.limits
        return None
    for path in sorted(folder.glob(f"{task.name}-*.deals")):
        if not path.with_suffix(".jsonl").exists() and not (study and all(number in study.took for number in deals_in(path))):
            return path.with_suffix(".jsonl").name, path, task.limits
    asked = [number for number in unknown_before(task, studies, folder) if number <= last and not (study and number in study.took)]
    there = set(itertools.chain.from_iterable(map(deals_in, folder.glob(f"{task.name}-*.deals"))))
    left = [number for number in asked if number not in there][:task.size]
    return (*listed(folder, task.game, task.name, left), task.limits) if left else None


def listed(folder, game, name, deals):
    """(file, list of deals) of a run over some deals, whose list is written."""
    path = folder / f"{name}-{deals[0]}.deals"
    path.write_text("".join(f"{game}#{number}\n" for number in deals))
    return path.with_suffix(".jsonl").name, path


def deals_in(path):
    return [int(line.partition("#")[2]) for line in path.read_text().split()]


def files_of(folder, game):
    """The ranges of the game's files."""
    found = (re.fullmatch(rf"{game}-(\d+)-(\d+)\.jsonl\.zst", path.name) for path in folder.glob(f"{game}-*.zst"))
    return sorted((int(match[1]), int(match[2])) for match in found if match)


@functools.cache
def unknown_in(path):
    return [number for number, result in Results(path).results.items() if result.verdict == "unknown"]


def unknown_before(task, studies, folder):
    """The deals that the pass before has left unknown, in the data or in the folder."""
    before = [task.game, *(task.game + name for name in PASSES)]
    earlier = before[before.index(task.name) - 1]
    files = [folder / file_name(Range(f"{task.game}#{first}..{end}", "")) for first, end in files_of(folder, task.game)] \
        if earlier == task.game else sorted(folder.glob(f"{earlier}-*.jsonl"))
    unknown = set(itertools.chain.from_iterable(map(unknown_in, files)))
    published = studies.get(earlier)
    if published and published.limits in [each.limits for each in plan() if each.name == earlier]:
        unknown |= set(published.unknown)
    return sorted(unknown)


def go_on(folder):
    """Solves what is missing of the plan, one file after the other; it may be ended at any time."""
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        studies = read_all(FOLDER)
        run = next((found for task in plan() if (found := next_run(task, studies, folder))), None)
        if run is None:
            print("Nothing of the plan is missing.")
            return
        print(f"{datetime.datetime.now():%H:%M:%S} {run[0]}", flush=True)
        whole(folder, *run)
