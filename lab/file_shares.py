#!/usr/bin/env python3
"""Prints how often the games of games/files/ can be won by somebody who knows all cards, beside what others have published.

    file_shares.py FOLDER                               the table of the studies in the folder: NAME.jsonl for games/files/NAME.json
    file_shares.py FOLDER --deals 1000 --nodes 100000   solves what is missing of so many deals of each game first, or of --games

Bounds are at 95 %: an unknown deal counts as lost for the lower one and as won for the upper one. A share is open while its
bounds are more than 5 points apart. The exit status is 1 if bounds do not overlap the published ones. Solving needs
build/release/quincunx-lab, or the folder that QUINCUNX_BUILD names.
"""
import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from study_stats import bounds, clopper_pearson

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / os.environ.get("QUINCUNX_BUILD", "build/release") / "quincunx-lab"
NAMES = sorted(path.stem for path in (ROOT / "games/files").glob("*.json"))
WIDEST = 5  # points
# Per cent, from C. Blake and I. P. Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games" (JAIR 85, 2026), as
# far as we could read it; and in what their rules differ (games/files/sources.txt), so that bounds need not overlap.
PUBLISHED = {"klondike-three": (81.861, 82.029, ""), "mrs-mop": (97.913, 98.071, "theirs: single aces go home"),
             "spider": (96.974, 100.0, "theirs: the stock deals to spaces")}


def solve(options):
    for name in options.games:
        file = options.folder / f"{name}.jsonl"
        subprocess.run([PROGRAM, "solve", f"{name}#1..{options.deals}", "--time", "0", "--nodes", str(options.nodes), "--threads", "1",
                        "--no-solutions", "--lines", file, *(["--resume"] if file.exists() else [])],
                       check=True, stdout=subprocess.DEVNULL)


def row(file):
    header, *lines = file.read_text().splitlines()
    limit = json.loads(header).get("nodes")
    # The last line of a study that goes on may be incomplete.
    verdicts = [json.loads(line)["verdict"] for line in lines if line.endswith("}")]
    won, lost, unknown = (verdicts.count(verdict) for verdict in ("winnable", "unwinnable", "unknown"))
    low, high = clopper_pearson(won, unknown, len(verdicts))
    from_, to, differing = PUBLISHED.get(file.stem, (None, None, ""))
    apart = from_ is not None and not differing and (high < from_ or low > to)
    notes = ["open"] * (high - low > WIDEST) + ["APART"] * apart + [differing] * (differing != "")
    return apart, (f"| {file.stem} | {len(verdicts):,} | {won:,} | {lost:,} | {unknown:,} | {limit or 0:,} | "
                   f"{' to '.join(bounds(won, unknown, len(verdicts)))} | "
                   f"{f'{from_} to {to}' if from_ else ''} | {', '.join(notes)} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of the studies")
    parser.add_argument("--deals", type=int, help="how many of each game, from 1 on; without it, nothing is solved")
    parser.add_argument("--nodes", type=int, default=100_000, help="the most nodes for a deal (100,000)")
    parser.add_argument("--games", nargs="+", choices=NAMES, default=NAMES, metavar="GAME", help="only these games")
    options = parser.parse_args()
    if options.deals:
        os.nice(19)
        options.folder.mkdir(parents=True, exist_ok=True)
        solve(options)
    rows = [row(file) for name in options.games if (file := options.folder / f"{name}.jsonl").exists()]
    print("| game | deals | won | lost | unknown | nodes | can be won (%) | Blake and Gent | |\n| --- |" + " ---: |" * 7 + " --- |")
    for _, text in rows:
        print(text)
    return 1 if any(apart for apart, _ in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
