"""Bounds and simple models for docs/winnability.md."""
import math

import numpy as np
from scipy.special import bdtr, betaincinv, expit, stdtrit


def clopper_pearson(won, unknown, deals, level=0.95):
    """Bounds of a share in per cent: unknown deals count as lost for the lower one, as won for the upper one."""
    tail = (1 - level) / 2
    high = won + unknown
    lower = betaincinv(won, deals - won + 1, tail) if won else 0.0
    upper = betaincinv(high + 1, deals - high, 1 - tail) if high < deals else 1.0
    return 100 * float(lower), 100 * float(upper)


def percent(value, down):
    """Rounded outward, with two digits of its distance from 0 or 100, and at least two decimals."""
    distance = min(value, 100 - value)
    digits = max(2, math.ceil(-math.log10(distance)) + 1) if distance > 0 else 2
    unit = 10**digits
    return f"{(math.floor(value * unit) if down else math.ceil(value * unit)) / unit:.{digits}f}"


def bounds(won, unknown, deals):
    """Bounds as text, never narrower than they are."""
    low, high = clopper_pearson(won, unknown, deals)
    return percent(low, True), percent(high, False)


def difference_bounds(only, but, pairs):
    """Bounds of the difference of two shares of the same deals, in points, if `only` deals are won by the first alone and `but` by
    the second alone: from both bounds of either share, at 97.5 % each, so they hold together at 95 % at least."""
    (low, high), (but_low, but_high) = (clopper_pearson(won, 0, pairs, 0.975) for won in (only, but))
    return low - but_high, high - but_low


def mcnemar(only, but):
    """The exact two-sided probability of deals won by one alone that are as unequal, if neither were better."""
    return min(1.0, 2 * float(bdtr(min(only, but), only + but, 0.5))) if only + but else 1.0


def quantile(histogram, share):
    """A quantile of a histogram, by the nearest rank."""
    wanted = max(1, math.ceil(share * sum(histogram.values())))
    for value in sorted(histogram):
        wanted -= histogram[value]
        if wanted <= 0:
            return value
    return max(histogram)


# ---- models


def auc(scores):
    """The area under the curve of (score, hit) pairs: how often a hit scores above a miss, ties counting half."""
    values, hits = np.array(scores).T
    misses = np.sort(values[hits == 0])
    below = sum(np.searchsorted(misses, values[hits == 1], side) for side in ("left", "right")) / 2
    return float(np.mean(below)) / len(misses)


def fit(rows, hits, ridge=1.0, rounds=12):
    """Logistic regression by Newton's method; rows have a leading 1, which is not held back."""
    weights = np.zeros(rows.shape[1])
    held = ridge * np.diag([0.0] + [1.0] * (rows.shape[1] - 1))
    for _ in range(rounds):
        p = expit(rows @ weights)
        step = np.linalg.solve(held + rows.T @ (rows * (p * (1 - p))[:, None]), rows.T @ (hits - p) - held @ weights)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def cross_validated(features, hits, folds=10):
    """The area under the curve on deals that the model has not seen, with 95 % bounds: the mean of the folds, and their
    spread by Student's t. (Scores of different folds are not compared: where one has more hits, its model expects fewer.)
    Means and deviations come from the other folds, too."""
    features, hits = np.array(features, float), np.array(hits)
    areas = []
    for fold in range(folds):
        left = np.arange(len(hits)) % folds == fold
        means, spread = features[~left].mean(axis=0), features[~left].std(axis=0)
        scaled = np.column_stack([np.ones(len(hits)), (features - means) / np.where(spread > 0, spread, 1)])
        weights = fit(scaled[~left], hits[~left])
        areas.append(auc(list(zip(scaled[left] @ weights, hits[left]))))
    mean = float(np.mean(areas))
    error = float(np.std(areas, ddof=1)) / math.sqrt(folds) * float(stdtrit(folds - 1, 0.975))
    return mean, mean - error, mean + error
