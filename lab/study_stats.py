"""Bounds for docs/winnability.md."""
import math

from scipy.special import bdtr, betaincinv


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
