#!/usr/bin/env python3
"""Writes the table of levels in docs/difficulty.md from the lines of runs, and says whether the levels hold.

    lab/difficulty_table.py FOLDER            rewrites docs/difficulty.md; the status is 1 if intervals overlap
    lab/difficulty_table.py FOLDER --print    prints the table
    lab/difficulty_table.py FOLDER --fit      prints the fewest wins for each fifth of the deals, from the easiest

The folder holds files named <game>-rate.jsonl, which `quincunx-lab rate --check --lines` writes; for --fit without --check.
Of a file that was interrupted, what is there counts. Only deals that are proven winnable have a level.
"""
import math
import sys
from pathlib import Path

import page_tables
from odds_table import GAMES, lines_of

PAGE = Path(__file__).resolve().parent.parent / "docs/difficulty.md"


def mean_share(deals: list[dict], player: str, errors: int) -> tuple[float, float, float]:
    """The mean share of games won, in per cent, with 95 % bounds. The games of one deal are alike, so deals are counted."""
    shares = [100 * one["won"] / one["games"] for deal in deals for one in deal["check"]
              if (one["player"], one["errors"]) == (player, errors)]
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    spread = 1.959964 * math.sqrt(variance / len(shares))
    return mean, max(0.0, mean - spread), min(100.0, mean + spread)


def rated(folder: Path, game: str) -> list[dict]:
    return [line for line in lines_of(folder / f"{game}-rate.jsonl") if line["level"] is not None]


def players_of(deals: list[dict]) -> list[tuple[str, int]]:
    return sorted({(one["player"], one["errors"]) for deal in deals for one in deal["check"]},
                  key=lambda player: (player[0] != "novice", player[1]))


def levels_table(folder: Path) -> str:
    found = {game: rated(folder, game) for game in GAMES}
    columns = players_of([deal for deals in found.values() for deal in deals])
    rows = ["| game | level | deals | " + " | ".join(f"{player}, {errors} %" for player, errors in columns) + " |",
            "| --- | ---: | ---: |" + " ---: |" * len(columns)]
    for game, deals in found.items():
        for level in sorted({deal["level"] for deal in deals}):
            of_level = [deal for deal in deals if deal["level"] == level]
            cells = []
            for player in columns:
                if player not in players_of(of_level):
                    cells.append("")
                    continue
                mean, low, high = mean_share(of_level, *player)
                cells.append(f"{mean:.1f} ({low:.1f} to {high:.1f})")
            share = 100 * len(of_level) / len(deals)
            rows.append(f"| {game} | {level} | {len(of_level):,} ({share:.0f} %) | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def overlaps(folder: Path) -> list[str]:
    """Neighboring levels whose intervals overlap or do not fall."""
    bad = []
    for game in GAMES:
        deals = rated(folder, game)
        for player in players_of(deals):
            levels = sorted({deal["level"] for deal in deals})
            bounds = [mean_share([deal for deal in deals if deal["level"] == level], *player) for level in levels]
            bad += [f"{game}, {player[0]} with {player[1]} % errors: levels {level} and {level + 1}"
                    for level, (easier, harder) in zip(levels, zip(bounds, bounds[1:])) if easier[1] <= harder[2]]
    return bad


def fit(folder: Path) -> str:
    rows = []
    for game in GAMES:
        won = sorted(deal["won"] for deal in rated(folder, game))
        if won:
            rows.append(f"{game}: {[won[int(len(won) * part)] for part in (0.8, 0.6, 0.4, 0.2)]} of {len(won):,} deals")
    return "\n".join(rows)


def main() -> int:
    if len(sys.argv) not in (2, 3) or not Path(sys.argv[1]).is_dir() or sys.argv[2:] not in ([], ["--print"], ["--fit"]):
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    if sys.argv[2:] == ["--fit"]:
        print(fit(folder))
        return 0
    tables = {"levels": levels_table(folder)}
    bad = overlaps(folder)
    for line in bad:
        print(f"intervals overlap: {line}", file=sys.stderr)
    if sys.argv[2:] == ["--print"]:
        print("\n\n".join(tables.values()))
        return 1 if bad else 0
    return 0 if page_tables.write(PAGE, tables) and not bad else 1


if __name__ == "__main__":
    sys.exit(main())
