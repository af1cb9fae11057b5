#!/usr/bin/env python3
"""Measures how soon solver.wasm gives its first answer in a Web Worker in Chromium: a verdict, or a guess after 400 ms.

usage: answer_speed.py [--deals N] [--node] [GAME ...]      once the wasm preset is configured and `npm ci` has been run

It asks about deals from 1000001 on and about the positions 20, 50 and 100 moves into games of the novice;
games that end earlier are left out there. The exit status is 1 if for any row the median is not under 50 ms or 95 % are
not under 500 ms; no answer counts as slow. On a machine with other work the figures are too high, but not with --node,
which counts the processor's time.
"""
import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEDIAN, MOST = 50, 500  # ms


def quantile(values: list[float], share: float) -> float:
    """The quantile by nearest rank."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100, help="deals per game")
    parser.add_argument("--node", action="store_true", help="run in Node, by the processor's time")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games except variants if none is named")
    options = parser.parse_args()
    subprocess.run(["cmake", "--build", "--preset", "wasm", "--target", "solver", "--target", "table"], cwd=ROOT,
                   check=True, stdout=subprocess.DEVNULL)
    engine = "node" if options.node else "chromium"
    command = [ROOT / "web/node_modules/.bin/node", "--disable-warning=ExperimentalWarning",
               ROOT / "tools/answer_speed.mjs", engine, str(options.deals), *options.games]
    games = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout)
    good = True
    print(f"{'game':16} {'moves':>5} {'asked':>5} {'median ms':>9} {'95 % ms':>8} {'answered':>8} {'decided':>7} "
          f"{'won':>4} {'lost':>4}")
    for game in games:
        for stage in game["stages"]:
            answers = [answer for answer in game["answers"] if answer["stage"] == stage]
            if not answers:
                print(f"{game['game']:16} {stage:5} {0:5}")
                continue
            # Undecided without a guess is not an answer, however soon it came.
            times = [answer["milliseconds"] if answer["verdict"] != "unknown" or answer["move"] else math.inf
                     for answer in answers]
            in_time = [answer["verdict"] for answer, time in zip(answers, times) if time < MOST]
            won, lost = in_time.count("winnable"), in_time.count("unwinnable")
            share = lambda count: f"{100 * count / len(answers):.0f} %"
            median, most = quantile(times, 0.5), quantile(times, 0.95)
            print(f"{game['game']:16} {stage:5} {len(answers):5} {median:9.2f} {most:8.1f} {share(len(in_time)):>8} "
                  f"{share(won + lost):>7} {won:4} {lost:4}")
            good = good and median < MEDIAN and most < MOST
        print(f"{game['game']:16} compiled in {game['compiled']:.0f} ms; memory afterwards {game['memory'] / 2**20:.0f} MiB; "
              f"longest step {max(answer['longest'] for answer in game['answers']):.0f} ms")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
