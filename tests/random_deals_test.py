"""Deals with consecutive numbers stand for all orders of the cards: shuffles and published verdicts, tested for chance."""
import itertools
import math
import random
import unittest
from collections import Counter

from builds import ROOT, VOLUME
from cards import PACK, numbered_order
from study_data import read_all

FIRST = 100_000_001
SHUFFLES = 100_000 if VOLUME >= 1 else 4_000
MOST = 3_000_000  # deals in a row
FAR = 4.5  # standard deviations; of the 250 looks at the data, chance takes one as far in less than one study of 500


def deviation(square, freedom):
    """Chi square as a number of standard deviations (Wilson and Hilferty)."""
    return ((square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / math.sqrt(2 / (9 * freedom))


def even(counts, cells, whole):
    expected = whole / cells
    return deviation(sum((counts[cell] - expected) ** 2 for cell in range(cells)) / expected, cells - 1)


def of_shuffles(deals):
    """How far shuffles of one pack, each a list of 0 to 51, are from chance in what is looked at."""
    size, whole = len(deals[0]), len(deals)
    places = Counter(place * size + card for deal in deals for place, card in enumerate(deal))
    square = sum((places[cell] - whole / size) ** 2 for cell in range(size * size)) * size / whole * (size - 1) / size
    pairs = Counter(deal[0] * (size - 1) + deal[1] - (deal[1] > deal[0]) for deal in deals)
    following = Counter(one[0] * size + other[0] for one, other in itertools.pairwise(deals))
    agree = [sum(map(int.__eq__, one, other)) for one, other in itertools.pairwise(deals)]
    return {"cards and places": deviation(square, (size - 1) ** 2), "first two cards": even(pairs, size * (size - 1), whole),
            "first cards of neighbors": even(following, size * size, whole - 1),
            # How many cards two random orders have at the same places is 1 in the mean, with a variance of 1.
            "agreements of neighbors": (sum(agree) - len(agree)) / math.sqrt(len(agree))}


def of_series(first, last, hits):
    """How far the hits among consecutive numbers are from chance in what is looked at."""
    whole, share = last - first + 1, len(hits) / (last - first + 1)
    among = set(hits)
    found = {}
    for lag in range(1, 11):
        both = sum(number + lag in among for number in hits)
        found[f"{lag} apart"] = (both - (whole - lag) * share * share) / (math.sqrt(whole - lag) * share * (1 - share))
    block = max(1000, round(20 / share))
    blocks = whole // block
    if blocks > 10:
        counts = Counter((number - first) // block for number in hits)
        square = sum((counts[i] - block * share) ** 2 for i in range(blocks)) / (block * share * (1 - share))
        found[f"blocks of {block}"] = deviation(square, blocks)
    for modulus in (2, 3, 5, 7, 10, 16, 100):
        counts = Counter(number % modulus for number in hits)
        square = sum((counts[i] - len(hits) / modulus) ** 2 for i in range(modulus)) / (len(hits) / modulus * (1 - share))
        found[f"modulo {modulus}"] = deviation(square, modulus - 1)
    return found


def far(found):
    return {name: round(value, 2) for name, value in found.items() if abs(value) > FAR}


def stretches(parts):
    """Parts in a row, as one."""
    runs = []
    for part in sorted(parts, key=lambda part: part.first):
        if runs and runs[-1][1] + 1 == part.first:
            runs[-1][1] = part.last
        else:
            runs.append([part.first, part.last])
    return runs


class Chance(unittest.TestCase):
    def test_shuffles_of_consecutive_numbers(self):
        place = {card: i for i, card in enumerate(PACK)}
        deals = [[place[card] for card in numbered_order(1, FIRST + i)] for i in range(SHUFFLES)]
        self.assertEqual(far(of_shuffles(deals)), {})

    def test_published_verdicts(self):
        looks, bad = 0, {}
        for name, study in read_all(ROOT / "docs/winnability").items():
            if study.asked is not None or study.who == "choice":
                continue
            for first, last in stretches(study.parts):
                last = min(last, first + MOST - 1)
                kept = study.lost if study.who == "solver" else study.won
                hits = [number for number in kept if first <= number <= last]
                if 2 * len(hits) > last - first + 1:
                    among = set(hits)
                    hits = [number for number in range(first, last + 1) if number not in among]
                if len(hits) < 400:
                    continue
                found = of_series(first, last, hits)
                looks += len(found)
                if far(found):
                    bad[name] = far(found)
        self.assertEqual(bad, {})
        self.assertGreater(looks, 100)


class Noticed(unittest.TestCase):
    """Shuffles that are not random are noticed."""

    def test_bad_shuffles(self):
        dice = random.Random(1)

        def naive():
            deal = list(range(52))
            for i in range(52):
                j = dice.randrange(52)
                deal[i], deal[j] = deal[j], deal[i]
            return deal

        good = [dice.sample(range(52), 52) for _ in range(4000)]
        self.assertEqual(far(of_shuffles(good)), {})
        self.assertIn("cards and places", far(of_shuffles([naive() for _ in range(4000)])))
        alike = [deal if i % 20 else good[i - 1][:5] + [card for card in deal if card not in good[i - 1][:5]] for i, deal in enumerate(good)]
        self.assertIn("agreements of neighbors", far(of_shuffles(alike)))

    def test_bad_series(self):
        dice = random.Random(1)
        chance = [number for number in range(1, 100_001) if dice.random() < 0.03]
        self.assertEqual(far(of_series(1, 100_000, chance)), {})
        runs = sorted({*chance, *(number + 3 for number in chance if dice.random() < 0.1)})
        self.assertEqual(list(far(of_series(1, 100_000, runs)))[:1], ["3 apart"])
        tens = [number for number in chance if number % 10 or dice.random() < 0.5]
        self.assertIn("modulo 10", far(of_series(1, 100_000, tens)))
        drift = [number for number in chance if dice.random() < number / 100_000]
        self.assertTrue(any(name.startswith("blocks") for name in far(of_series(1, 100_000, drift))))
