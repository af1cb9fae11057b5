#!/usr/bin/env python3
"""Measures how soon the page's solver worker gives fair advice in Chromium, over whole games of the fair player.

usage: hint_speed.py [--deals N] [--every N] [GAME ...]      once web/dist is built (./run, or npm run build)

At every ply it asks for the instant answer, which the player follows; at every few plies also for the searched move, for
the share of worlds that can be won with all cards known until that is known to ten points either way, and for the
verdict, each for at most 10 s. The exit status is 1 if the instant answer takes more than 50 ms at the 95th percentile,
the verdict more than 50 ms at the median, or one of the others more than 1 s, or if the worker's module needs more than
64 MiB. On a machine with other work the figures are too high.
"""
import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# at that quantile at most so many ms
LIMITS = {"instant": (0.95, 50), "searched": (0.5, 1000), "odds": (0.5, 1000), "verdict": (0.5, 50)}
MEMORY = 64 << 20  # bytes of the worker's module


def quantile(values: list[float], share: float) -> float:
    """The quantile by nearest rank."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10, help="deals per game, from 1000001 on")
    parser.add_argument("--every", type=int, default=10, help="plies between two of the longer questions")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games with hidden cards if none is named")
    options = parser.parse_args()
    command = [ROOT / "web/node_modules/.bin/node", "--disable-warning=ExperimentalWarning", ROOT / "tools/hint_speed.mjs",
               str(options.deals), str(options.every), *options.games]
    games = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout)
    good = True
    print(f"{'game':20} {'question':9} {'asked':>6} {'median ms':>9} {'95 % ms':>8} {'max ms':>7}")
    for game in games:
        for question, times in game["times"].items():
            share, most = LIMITS[question]
            good = good and quantile(times, share) <= most
            print(f"{game['game']:20} {question:9} {len(times):6} {quantile(times, 0.5):9.1f} {quantile(times, 0.95):8.1f} "
                  f"{max(times):7.0f}")
        good = good and game["memory"] <= MEMORY
        print(f"{game['game']:20} won {game['wins']} of {options.deals}; memory at most {game['memory'] / 2**20:.0f} MiB")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
