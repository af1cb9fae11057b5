"""Bounds and simple models for docs/winnability.md, in plain Python."""
import math

STUDENT = 2.262  # the 97.5 % quantile with nine degrees of freedom, for ten folds


def clopper_pearson(won, unknown, deals, level=0.95):
    """Bounds of a share in per cent: unknown deals count as lost for the lower one, as won for the upper one."""
    tail = (1 - level) / 2
    high = won + unknown
    lower = 0.0 if won == 0 else _quantile(tail, won, deals - won + 1)
    upper = 1.0 if high == deals else _quantile(1 - tail, high + 1, deals - high)
    if won == deals:
        lower = tail ** (1 / deals)
    if high == 0:
        upper = 1 - tail ** (1 / deals)
    return 100 * lower, 100 * upper


def percent(value, down):
    """Rounded outward, with two digits of its distance from 0 or 100, and at least two decimals."""
    distance = min(value, 100 - value)
    digits = max(2, math.ceil(-math.log10(distance)) + 1) if distance > 0 else 2
    unit = 10**digits
    return f"{(math.floor(value * unit) if down else math.ceil(value * unit)) / unit:.{digits}f}"


def bounds(won, unknown, deals):
    """Those of Clopper and Pearson as text, never narrower than they are."""
    low, high = clopper_pearson(won, unknown, deals)
    return percent(low, True), percent(high, False)


def difference_bounds(only, but, pairs):
    """Of the difference of two shares of the same deals, in points, if `only` deals are won by the first alone and `but` by
    the second alone: from both bounds of either share, at 97.5 % each, so they hold together at 95 % at least."""
    (low, high), (but_low, but_high) = (clopper_pearson(won, 0, pairs, 0.975) for won in (only, but))
    return low - but_high, high - but_low


def mcnemar(only, but):
    """The exact two-sided probability of deals won by one alone that are as unequal, if neither were better."""
    whole, fewer = only + but, min(only, but)
    logs = [math.lgamma(whole + 1) - math.lgamma(i + 1) - math.lgamma(whole - i + 1) - whole * math.log(2) for i in range(fewer + 1)]
    return min(1.0, 2 * math.fsum(map(math.exp, logs)))


def _quantile(share, a, b):
    """Of the beta distribution, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _beta(middle, a, b) < share else (low, middle)
    return (low + high) / 2


def _beta(x, a, b):
    """The regularized incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    whole = d
    for m in range(1, 1000):
        for factor in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                       -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / _away(1 + factor * d)
            c = _away(1 + factor / c)
            whole *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * whole


def _away(value):
    return value if abs(value) > 1e-300 else 1e-300


def quantile(histogram, share):
    """Of a histogram, by the nearest rank."""
    wanted = max(1, math.ceil(share * sum(histogram.values())))
    for value in sorted(histogram):
        wanted -= histogram[value]
        if wanted <= 0:
            return value
    return max(histogram)


# ---- models


def auc(scores):
    """The area under the curve of (score, hit) pairs: how often a hit scores above a miss, ties counting half."""
    ordered = sorted(scores)
    hits = sum(hit for _, hit in ordered)
    misses = len(ordered) - hits
    ranks, at = 0.0, 0
    while at < len(ordered):
        end = at
        while end < len(ordered) and ordered[end][0] == ordered[at][0]:
            end += 1
        ranks += sum(hit for _, hit in ordered[at:end]) * (at + end + 1) / 2
        at = end
    return (ranks - hits * (hits + 1) / 2) / (hits * misses)


def fit(rows, hits, ridge=1.0, rounds=12):
    """Logistic regression by Newton's method; rows have a leading 1, which is not held back."""
    size = len(rows[0])
    weights = [0.0] * size
    for _ in range(rounds):
        gradient = [-ridge * w for w in weights]
        gradient[0] = 0.0
        hessian = [[ridge * (i == j and i > 0) for j in range(size)] for i in range(size)]
        for row, hit in zip(rows, hits):
            p = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(w * x for w, x in zip(weights, row))))))
            for i, x in enumerate(row):
                gradient[i] += (hit - p) * x
                scaled = p * (1 - p) * x
                for j in range(i + 1):
                    hessian[i][j] += scaled * row[j]
        for i in range(size):
            for j in range(i):
                hessian[j][i] = hessian[i][j]
        step = _solve(hessian, gradient)
        weights = [w + s for w, s in zip(weights, step)]
        if max(map(abs, step)) < 1e-8:
            break
    return weights


def _solve(matrix, right):
    rows = [[*row, value] for row, value in zip(matrix, right)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        if abs(rows[i][i]) < 1e-12:
            rows[i][i] = 1e-12
        for r in range(size):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def cross_validated(features, hits, folds=10):
    """The area under the curve on deals that the model has not seen, with 95 % bounds: the mean of the folds, and their
    spread by Student's t. (Scores of different folds are not compared: where one has more hits, its model expects fewer.)
    Means and deviations come from the other folds, too."""
    areas = []
    for fold in range(folds):
        kept = [i for i in range(len(hits)) if i % folds != fold]
        left = [i for i in range(len(hits)) if i % folds == fold]
        columns = list(zip(*(features[i] for i in kept)))
        means = [sum(column) / len(column) for column in columns]
        spread = [math.sqrt(sum((x - m) ** 2 for x in column) / len(column)) or 1.0 for column, m in zip(columns, means)]

        def scaled(row):
            return [1.0] + [(x - m) / s for x, m, s in zip(row, means, spread)]

        weights = fit([scaled(features[i]) for i in kept], [hits[i] for i in kept])
        areas.append(auc([(sum(w * x for w, x in zip(weights, scaled(features[i]))), hits[i]) for i in left]))
    mean = sum(areas) / folds
    error = math.sqrt(sum((area - mean) ** 2 for area in areas) / (folds - 1) / folds)
    return mean, mean - STUDENT * error, mean + STUDENT * error
