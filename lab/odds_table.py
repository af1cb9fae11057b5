#!/usr/bin/env python3
"""Writes tables of docs/odds.md from the lines of runs: how long games are, and how well the odds are calibrated.

    lab/odds_table.py FOLDER                  rewrites docs/odds.md, and docs/odds.json, from which the page has them
    lab/odds_table.py FOLDER --only length    rewrites one table
    lab/odds_table.py FOLDER --print          prints the tables

The folder holds files of `quincunx-lab fair --lines` named <game>-<who>.jsonl; <who> is instant or fair. What is not
there is left out. A file that was interrupted counts as far as it goes. <game>-fair-more.jsonl has more games for the
last table. How often the games are won, by whom, is in tables that lab/winnability.py writes.
"""
import json
import math
import sys
from pathlib import Path

import page_tables
from fit_odds import chance, factors_of, games_of, mean_error, positions
from study_stats import clopper_pearson

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/odds.md"
DATA = ROOT / "docs/odds.json"
GAMES = ["gargantua", "gargantua-classic", "grandfather", "grandfather-classic", "gloucestershire", "stalactites",
         "carthage", "carthage-strict"]


def lines_of(path: Path) -> list[dict]:
    return games_of(path) if path.exists() else []


def lengths(folder: Path) -> dict[str, dict[str, int]]:
    """How many moves won games have: data from which the table and the page's first view are made."""
    found = {}
    for game in GAMES:
        moves = sorted(len(run["moves"]) for run in lines_of(folder / f"{game}-instant.jsonl") if run["won"])
        if moves:
            low, median, high = (moves[math.ceil(part * len(moves)) - 1] for part in (0.1, 0.5, 0.9))
            found[game] = {"won": len(moves), "low": low, "median": median, "high": high}
    return found


def length_table(found: dict[str, dict[str, int]]) -> str:
    rows = [f"| {game} | {own['won']:,} | {own['low']} | {own['median']} | {own['high']} |" for game, own in found.items()]
    return "\n".join(["| game | won games | 10 % | median moves | 90 % |", "| --- | ---: | ---: | ---: | ---: |", *rows])


def calibration_table(folder: Path) -> str:
    """Compares the odds of one position of each game, by the present factors, with what happened. Those of Gargantua and Carthage
    are fitted to starts as well, and tested by fit_odds.py."""
    rows = ["| game | positions | said, mean | won | mean error, points | groups of 1,000 that agree |",
            "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for game in GAMES:
        if game.startswith(("gargantua", "carthage")):
            continue
        files = [folder / f"{game}-fair.jsonl", folder / f"{game}-fair-more.jsonl"]
        said = [(chance(factors_of(game), features), won)
                for path in files if path.exists() for features, won in positions(path)]
        if not said:
            continue
        thousands = [said[i:i + 1000] for i in range(0, len(said) - 999, 1000)]
        agree = 0
        for group in thousands:
            low, high = clopper_pearson(sum(won for _, won in group), 0, len(group), 0.99)
            agree += low <= 100 * sum(p for p, _ in group) / len(group) <= high
        rows.append(f"| {game} | {len(said):,} | {100 * sum(p for p, _ in said) / len(said):.1f} % | "
                    f"{100 * sum(won for _, won in said) / len(said):.1f} % | {100 * mean_error(said):.1f} | "
                    f"{f'{agree} of {len(thousands)}' if thousands else ''} |")
    return "\n".join(rows)


def main() -> int:
    makers = {"length": lambda folder: length_table(lengths(folder)), "calibration": calibration_table}
    only = sys.argv[3] if len(sys.argv) == 4 and sys.argv[2] == "--only" else ""
    if (not (len(sys.argv) == 2 or sys.argv[2:] == ["--print"] or only in makers) or len(sys.argv) < 2
            or not Path(sys.argv[1]).is_dir()):
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    tables = {name: maker(folder) for name, maker in makers.items() if only in ("", name)}
    if sys.argv[2:] == ["--print"]:
        print("\n\n".join(tables.values()))
        return 0
    if "length" in tables:
        DATA.write_text("{\n" + ",\n".join(f'  "{game}": {json.dumps(own)}' for game, own in lengths(folder).items()) + "\n}\n")
    return 0 if page_tables.write(PAGE, tables) else 1


if __name__ == "__main__":
    sys.exit(main())
