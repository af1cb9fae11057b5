#!/usr/bin/env python3
"""Fits the calibration of the fair odds (fair/calibration.hpp) to games played with `quincunx fair --odds --lines`.

    tools/fit_odds.py FILE...

Logistic regression by Newton's method: logit(chance) = a + b logit(share) + c unseen, where share is that of the
sampled worlds that were won, (won + 1/2) / (worlds + 1), and unseen is the share of all cards that had not been seen. A
weak prior at a = 0, b = 1, c = 0 keeps few games from being followed too far. The fit uses every second game of a file;
the other half is what it is tested on.
"""
import json
import math
import sys
from pathlib import Path

CARDS = {"stalactites": 52}
PRIOR = 1.0  # as much as a few games


def read(path: str) -> list[tuple[list[float], int]]:
    text = Path(path).read_text()
    data = []
    for line in text[: text.rfind("\n") + 1].splitlines()[1:]:
        run = json.loads(line)
        odds = run.get("odds")
        if not odds or odds["complete"] or odds["worlds"] == 0:
            continue
        share = (odds["won"] + 0.5) / (odds["worlds"] + 1)
        unseen = odds["unseen"] / CARDS.get(run["deal"].split("#")[0], 104)
        data.append(([1.0, math.log(share / (1 - share)), unseen], int(run["won"])))
    return data


def chance(weights: list[float], features: list[float]) -> float:
    return 1 / (1 + math.exp(-sum(w * x for w, x in zip(weights, features))))


def solved(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Gaussian elimination."""
    size = len(vector)
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def fitted(data: list[tuple[list[float], int]]) -> list[float]:
    weights, start = [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]
    for _ in range(50):
        gradient = [-PRIOR * (w - s) for w, s in zip(weights, start)]
        hessian = [[PRIOR * (i == j) for j in range(3)] for i in range(3)]
        for features, won in data:
            p = chance(weights, features)
            for i in range(3):
                gradient[i] += (won - p) * features[i]
                for j in range(3):
                    hessian[i][j] += p * (1 - p) * features[i] * features[j]
        weights = [w + s for w, s in zip(weights, solved(hessian, gradient))]
    return weights


def mean_error(said: list[tuple[float, int]]) -> float:
    """How far what was said is from what happened (0 or 1), on average over ten groups of equal size; 0 to 1."""
    said = sorted(said)
    groups = [said[i * len(said) // 10:(i + 1) * len(said) // 10] for i in range(10)]
    return sum(abs(sum(p for p, _ in group) - sum(won for _, won in group)) for group in groups) / len(said)


def report(name: str, weights: list[float], data: list[tuple[list[float], int]]) -> None:
    if not data:
        return
    said = [(chance(weights, features), won) for features, won in data]
    print(f"  {name}: {len(said)} positions, said {sum(p for p, _ in said) / len(said):.3f}, "
          f"won {sum(w for _, w in said) / len(said):.3f}, mean calibration error {100 * mean_error(said):.1f} points")


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    for path in sys.argv[1:]:
        data = read(path)
        weights = fitted(data[::2])
        print(f"{path}: {{.a = {weights[0]:.3f}, .b = {weights[1]:.3f}, .c = {weights[2]:.3f}}}")
        report("fitted on", weights, data[::2])
        report("tested on", weights, data[1::2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
