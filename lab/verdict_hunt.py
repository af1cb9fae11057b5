#!/usr/bin/env python3
"""Hunts for wrong verdicts along the border between won and lost: checks the solver against a brute-force search that
shares no code with it, and against the laws that verdicts must obey. Needs a built tree (the release preset, or the
folder that QUINCUNX_BUILD names).

    verdict_hunt.py --minutes 10               hunt with seed 1; --jobs 2 runs seeds 1 and 2 in parallel
    verdict_hunt.py --second --minutes 10      the second hunt, which compares verdicts with each other alone
    verdict_hunt.py --mutants                  break the solver in each way listed in tests/hunt/mutants.py and see
                                               whether each hunt notices, within so many --positions of the game;
                                               --only TEXT takes those with TEXT in the name

A contradiction is printed as a position with both answers, and kept in build/verdict-hunt/. The exit status is 0 if
nothing was found (with --mutants: if each was found as listed), 1 if something was (one was not), and 2 for bad use.
"""
import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / os.environ.get("QUINCUNX_BUILD", "build/release") / "tests/verdict_hunt"
KEPT = ROOT / "build/verdict-hunt"
COLUMNS = {"walks": "walks", "won": "won, replayed", "lost": "lost", "unknown": "unknown", "crossings": "steps over the border",
           "judged_lost": "lost by brute force too", "judged_won": "won by brute force too", "undecided": "undecided by it",
           "larger_lost": "larger, lost by it too", "larger_undecided": "larger, undecided by it",
           "plain_lost": "lost with rules off too", "plain_undecided": "undecided so", "children": "children of lost",
           "on_lines": "on winning lines", "limited": "solved with less", "kin": "by another name or with more",
           "parents": "parents of won"}
# Which rules show what is wrong with a search. The real Carthage takes too long for the few positions that it shows.
RULES = {"carthage": "carthage,", "carthage-strict": "carthage-strict", "gargantua": "gargantua", "gloucestershire": "gloucestershire",
         "rank_chains": "stalactites", "two_way": "grandfather"}


class Failed(Exception):
    """The reason why the hunt cannot continue."""


def start(program: Path, seed: int, volume: list[str], only: str, most: int, second: bool, mutant: int = 0) -> subprocess.Popen:
    words = [program, "--seed", str(seed), *volume, "--most", str(most), "--second", "1" if second else "0"]
    return subprocess.Popen(words + (["--only", only] if only else []), stdout=subprocess.PIPE, text=True,
                            env=os.environ | {"QUINCUNX_MUTANT": str(mutant)})


def finish(run: subprocess.Popen, seed: int) -> tuple[list[dict], str]:
    """Waits for a run to end; returns its counts, and its contradictions as they were printed."""
    output, _ = run.communicate()
    if run.returncode not in (0, 1):
        raise Failed(f"the hunt with seed {seed} ended with status {run.returncode}")
    lines = output.splitlines(keepends=True)
    counts = [json.loads(line) for line in lines if line.startswith("{")]
    return counts, "".join(line for line in lines if not line.startswith("{"))


def table(counts: list[dict]) -> str:
    """The counts as a Markdown table, with those of the same name added up."""
    sums: dict[str, dict] = {}
    for count in counts:
        row = sums.setdefault(count["rules"], dict.fromkeys(COLUMNS, 0))
        for key in COLUMNS:
            row[key] += count[key]
    total = {key: sum(row[key] for row in sums.values()) for key in COLUMNS}
    rows = [f"| rules | {' | '.join(COLUMNS.values())} |", "| --- |" + " ---: |" * len(COLUMNS)]
    for name, row in [*sums.items(), ("all", total)]:
        rows.append(f"| {name} | " + " | ".join(f"{row[key]:,}" for key in COLUMNS) + " |")
    return "\n".join(rows)


def hunt(options: argparse.Namespace) -> int:
    if not PROGRAM.exists():
        raise Failed(f"{PROGRAM} is missing; build the release preset first")
    seconds = round(options.minutes * 60)
    seeds = range(options.seed, options.seed + options.jobs)
    runs = [start(PROGRAM, seed, ["--seconds", str(seconds)], options.only, 20, options.second) for seed in seeds]
    counts: list[dict] = []
    found = ""
    for seed, run in zip(seeds, runs):
        more, contradictions = finish(run, seed)
        counts += more
        found += contradictions
    print(table(counts))
    print(f"\n{options.jobs} × {options.minutes:g} minutes, seeds {seeds[0]} to {seeds[-1]}, "
          f"{found.count('CONTRADICTION')} contradictions")
    if found:
        KEPT.mkdir(parents=True, exist_ok=True)
        path = KEPT / f"seed-{options.seed}.txt"
        path.write_text(found)
        print(f"{found}\nkept in {path.relative_to(ROOT)}")
    return 1 if found else 0


# --- Mutants -------------------------------------------------------------------------------------------------------


def listed_mutants() -> ModuleType:
    """tests/hunt/mutants.py, which is no package."""
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "tests/hunt/mutants.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def replaced(chosen: list[tuple[int, dict]]) -> dict[str, str]:
    """The files that mutants change, with all of these built in. Each of the old texts must occur exactly once; any white
    space counts as one space."""
    texts: dict[str, str] = {}
    for number, mutant in chosen:
        for file, old, new in mutant["changes"]:
            text = texts.get(file) or (ROOT / file).read_text().replace("#pragma once\n", '#pragma once\n#include "solver/mutant.hpp"\n', 1)
            places = re.findall(r"\s+".join(re.escape(word) for word in old.split()), text)
            if len(places) != 1:
                raise Failed(f"{mutant['name']}: the text to replace occurs {len(places)} times in {file}")
            made = f"quincunx::mutant_number == {number}"
            if old.endswith(";"):
                either = f"if ({made}) {{ {new} }} else {{ {old} }}"
            else:
                either = f"({made} ? ({new}) : ({old}))"
            texts[file] = text.replace(places[0], either)
    return texts


def fresh_tree(changed: dict[str, str]) -> Path:
    """A copy of the sources, with these changed. Only files that differ are written, so that little is compiled again.
    Files that have been removed or moved are deleted, because the build would still compile them."""
    tree = ROOT / "build/mutants"
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                            text=True).stdout.splitlines()
    for path in [path for path in tree.rglob("*") if path.is_file()]:
        name = path.relative_to(tree)
        if name.parts[0] != "build" and str(name) not in changed and not (ROOT / name).is_file():
            path.unlink()
    for name in {*listed, *changed}:
        target = tree / name
        if name not in changed and not (ROOT / name).is_file():
            continue
        data = changed[name].encode() if name in changed else (ROOT / name).read_bytes()
        if target.exists() and target.read_bytes() == data:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        if name in listed:
            shutil.copymode(ROOT / name, target)
    return tree


def build(tree: Path, target: str) -> Path:
    for command in (["cmake", "--preset", "release"], ["cmake", "--build", "--preset", "release", "--target", target]):
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return tree / "build/release/tests" / target


MUTANT_HEADER = """#pragma once
#include <cstdlib>
namespace quincunx {
inline const int mutant_number = [] {
    const char* const text = std::getenv("QUINCUNX_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
}();
}  // namespace quincunx
"""


def find(program: Path, number: int, mutant: dict, options: argparse.Namespace, seed: int, second: bool) -> str:
    """Runs a hunt on a mutant; says how it ended."""
    only = RULES[mutant["name"].split(":")[0]]
    run = start(program, seed, ["--positions", str(options.positions)], only, 1, second, number)
    found = finish(run, seed)[1]
    law = re.search(r"^law: (.*)$", found, re.MULTILINE)
    rules = re.search(r"^CONTRADICTION after .* and (\d+) positions.*: (.*)$", found, re.MULTILINE)
    return f"{int(rules[1]):,}: {rules[2]}; {law[1]}" if law and rules else "not found"


def test_general(program: Path, number: int) -> bool:
    """Whether the tests of the general search find a mutant."""
    only = "--gtest_filter=GeneralSearch.*:SafeMoves.*:Fingerprints.*"
    return subprocess.run([program, only, "--gtest_fail_fast"], cwd=ROOT, stdout=subprocess.DEVNULL, check=False,
                          env=os.environ | {"QUINCUNX_MUTANT": str(number), "QUINCUNX_VOLUME": "3"}).returncode != 0


def hunt_mutants(options: argparse.Namespace) -> int:
    listed = listed_mutants()
    both = [(number, mutant) for number, mutant in enumerate(listed.MUTANTS + listed.GENERAL, 1) if options.only in mutant["name"]]
    if not both:
        raise Failed(f"no mutant's name contains {options.only}")
    tree = fresh_tree({**replaced(both), "solver/mutant.hpp": MUTANT_HEADER})
    general = [(number, mutant["name"]) for number, mutant in both if mutant in listed.GENERAL]
    surprises = []
    if general:
        tests = build(tree, "rules_test")
        surprises = [name for number, name in general if not test_general(tests, number)]
        print(f"The tests of the general search find {len(general) - len(surprises)} of {len(general)} mutants.", flush=True)
    chosen = [(number, mutant) for number, mutant in both if mutant in listed.MUTANTS]
    if not chosen:
        return report(surprises)
    program = build(tree, "verdict_hunt")
    print(f"Found within {options.positions} positions after so many:\n", flush=True)
    print("| mutant | seed | first hunt | second hunt |\n| --- | ---: | --- | --- |", flush=True)
    for number, mutant in chosen:
        name, found = mutant["name"], set()
        for seed in range(options.seed, options.seed + mutant.get("seeds", 1)):
            endings = [find(program, number, mutant, options, seed, second) for second in (False, True)]
            found |= {second for second, ending in enumerate(endings) if ending != "not found"}
            print(f"| {name} | {seed} | {' | '.join(endings)} |", flush=True)
        if found != (set() if name in listed.NOT_FOUND else {0} if name in listed.FIRST_ONLY else {0, 1}):
            surprises.append(name)
    return report(surprises)


def report(surprises: list[str]) -> int:
    for name in surprises:
        print(f"\nnot as tests/hunt/mutants.py says: {name}")
    return 1 if surprises else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="how long each hunt lasts (10)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many hunts run in parallel, with successive seeds (1)")
    parser.add_argument("--only", default="", help="only rules, or mutants, whose names contain this")
    parser.add_argument("--second", action="store_true", help="the second hunt")
    parser.add_argument("--positions", type=int, default=10_000, help="how many each hunt of a mutant looks at (10,000)")
    parser.add_argument("--mutants", action="store_true", help="run the hunt on broken solvers")
    options = parser.parse_args()
    if options.minutes <= 0 or options.jobs < 1 or options.seed < 0:
        parser.error("minutes and jobs are more than 0, seeds at least 0")
    try:
        return hunt_mutants(options) if options.mutants else hunt(options)
    except Failed as why:
        print(f"verdict_hunt: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
