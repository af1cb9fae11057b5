#!/usr/bin/env python3
"""Fits the calibration of the fair odds (`tuning` of a kind in solver/) to games played with `quincunx-lab fair --odds --lines`.

    lab/fit_odds.py [--fit FILE...] [--starts FILE] [--test FILE...]

Logistic regression by Newton's method: logit(chance) = a + b logit(share) + c unseen, where share is that of the
sampled worlds that were won, (won + 1/2) / (worlds + 1), and unseen is the share of all cards that had not been seen. A
weak prior at a = 0, b = 1, c = 0 keeps few games from being followed too far. The games to test on must be others;
without --fit, the factors that stand in solver/ are tested.

Most players see a chance at the start of a game, and few of the positions drawn from a game are its start. A file with the odds
at the start of games, {"deal": …, "odds": …} on each line, adds those. What is won less what was said is the luck of a
game: a player who follows the odds' own advice makes no move that costs anything.
"""
import argparse
import json
import math
import re
import sys
from pathlib import Path

import numpy as np
from scipy.special import expit

SOLVER = Path(__file__).resolve().parent.parent / "solver"
CARDS = {"stalactites": 52}
KINDS = {"grandfather": "two_way"}  # whose folder has another name than the game
PRIOR = 1.0  # as much as a few games


def features_of(deal: str, odds: dict) -> list[float]:
    share = (odds["won"] + 0.5) / (odds["worlds"] + 1)
    return [1.0, math.log(share / (1 - share)), odds["unseen"] / CARDS.get(deal.split("#")[0], 104)]


def games_of(path: str | Path) -> list[dict]:
    """The whole lines after the header: a run may be going on."""
    text = Path(path).read_text()
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]]


def positions(path: str | Path) -> list[tuple[list[float], int]]:
    """The features of positions, one of each game, and whether it was won; without those that hide nothing."""
    return [(features_of(run["deal"], odds), int(run["won"])) for run in games_of(path) if (odds := run.get("odds"))
            and not odds["complete"] and odds["worlds"]]


def starts(path: str | Path, games: list[str]) -> list[tuple[list[float], int]]:
    """The features of the starts of those among the games that have been played."""
    won = {run["deal"]: int(run["won"]) for game in games for run in games_of(game)}
    return [(features_of(run["deal"], run["odds"]), won[run["deal"]]) for run in map(json.loads, Path(path).read_text().splitlines())
            if run["deal"] in won]


def factors_of(game: str) -> list[float]:
    """The factors fitted to the kind of a game."""
    game = game.split("-")[0]
    page = SOLVER / KINDS.get(game, game) / "kind.hpp"
    number = r"(-?[0-9.]+)"
    found = re.search(rf"Calibration{{\.a = {number}, \.b = {number}, \.c = {number}}}", page.read_text())
    if not found:
        raise ValueError(f"{page} has no factors")
    return [float(part) for part in found.groups()]


def chance(weights: list[float], features: list[float]) -> float:
    return 1 / (1 + math.exp(-sum(w * x for w, x in zip(weights, features))))


def fitted(data: list[tuple[list[float], int]]) -> list[float]:
    features, won = (np.array(column, float) for column in zip(*data))
    start = np.array([0.0, 1.0, 0.0])
    weights = start
    for _ in range(50):
        p = expit(features @ weights)
        gradient = features.T @ (won - p) - PRIOR * (weights - start)
        weights = weights + np.linalg.solve(PRIOR * np.eye(3) + features.T @ (features * (p * (1 - p))[:, None]), gradient)
    return weights.tolist()


def mean_error(said: list[tuple[float, int]]) -> float:
    """How far what was said is from what happened (0 or 1), on average over ten groups of equal size; 0 to 1."""
    said = sorted(said)
    groups = [said[i * len(said) // 10:(i + 1) * len(said) // 10] for i in range(10)]
    return sum(abs(sum(p for p, _ in group) - sum(won for _, won in group)) for group in groups) / len(said)


def report(name: str, weights: list[float], data: list[tuple[list[float], int]]) -> None:
    if not data:
        return
    said = [(chance(weights, features), won) for features, won in data]
    luck = [w - p for p, w in said]
    print(f"  {name}: {len(said)} positions, said {sum(p for p, _ in said) / len(said):.3f}, "
          f"won {sum(w for _, w in said) / len(said):.3f}, luck {np.mean(luck):+.3f} ± {1.96 * np.std(luck) / math.sqrt(len(luck)):.3f}, "
          f"mean calibration error {100 * mean_error(said):.1f} points")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", nargs="+", default=[], metavar="FILE")
    parser.add_argument("--starts", metavar="FILE")
    parser.add_argument("--test", nargs="+", default=[], metavar="FILE")
    options = parser.parse_args()
    data = [position for path in options.fit for position in positions(path)]
    begun, tested = (starts(options.starts, files) if options.starts else [] for files in (options.fit, options.test))
    if not options.fit and not options.test:
        parser.error("nothing to fit to or to test on")
    weights = fitted(data + begun) if options.fit else factors_of(games_of(options.test[0])[0]["deal"].split("#")[0])
    print(f"{{.a = {weights[0]:.3f}, .b = {weights[1]:.3f}, .c = {weights[2]:.3f}}}")
    report("fitted on", weights, data)
    report("and on", weights, begun)
    report("tested on", weights, [position for path in options.test for position in positions(path)])
    report("and on", weights, tested)
    return 0


if __name__ == "__main__":
    sys.exit(main())
