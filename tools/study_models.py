"""Features of a deal that can be seen before the first move, as numbers, for the models of docs/winnability.md."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/reference"))
from cards import is_red, numbered_order, rank, suit  # noqa: E402


def round_by_round(cards, piles, rounds):
    """Piles dealt one card at a time to each in turn, bottom first; and the cards that are left."""
    return [cards[pile:piles * rounds:piles] for pile in range(piles)], cards[piles * rounds:]


def stalactites(number):
    """For both increments, the better one of each: how deep the first cards lie that the foundations want, and how many
    pairs of cards lie in the wrong order, as far as the foundations agree about it."""
    piles, bases = round_by_round([rank(card) for card in numbered_order(1, number)], 8, 6)
    depth = {}
    for pile in piles:
        for above, card in enumerate(reversed(pile)):
            depth.setdefault(card, []).append(above)
    found = []
    for inverse in (1, 7):  # a card's turn: how many steps from the base; 7 undoes a step of 2, modulo 13
        turn = [sum((card - base) * inverse % 13 or 13 for base in bases) / 4 for card in range(13)]
        wanted = sum(min(depth.get((base + step * (1 if inverse == 1 else 2)) % 13, [6])) for base in bases for step in (1, 2))
        wrong = sum(turn[upper] > turn[lower] for pile in piles for i, lower in enumerate(pile) for upper in pile[i + 1:])
        late = sum(turn[pile[-1]] + turn[pile[-2]] for pile in piles)
        found.append((wanted, wrong, late))
    return [len(set(bases)), *(min(pair) for pair in zip(*found)), sum(pile[i] == pile[i + 1] for pile in piles for i in range(5))]


def carthage(number):
    """Where the low cards and the kings lie, and how many cards lie in order already."""
    cards = numbered_order(2, number)
    tableau, rest = cards[:8], cards[8:]
    reserves, stock = round_by_round(rest, 6, 6)
    above = {}  # by rank: how many cards must be moved away first, the later deals of the stock included
    for pile in reserves:
        for under, card in enumerate(reversed(pile)):
            above.setdefault(rank(card), []).append(under)
    for place, card in enumerate(stock):
        above.setdefault(rank(card), []).append(4 + place // 12 * 2)
    low = [sum(above.get(each, [])) for each in (0, 1, 2)]
    kings = sum(rank(card) == 12 for card in tableau)
    pairs = sum(suit(a) == suit(b) and rank(a) == rank(b) + 1 for pile in reserves for a, b in zip(pile, pile[1:]))
    buried = sum(suit(a) == suit(b) and rank(a) < rank(b) for pile in reserves for i, a in enumerate(pile) for b in pile[i + 1:])
    return [*low, kings, sum(rank(card) for card in tableau), pairs, buried, sum(rank(card) == 0 for card in stock[-24:])]


def gargantua(number):
    """Where the low cards lie: face down, under how many others, how late in the stock."""
    coming = iter(numbered_order(2, number))
    piles = [[] for _ in range(9)]
    for first in range(1, 9):
        for pile in piles[first:]:
            pile.append(next(coming))
    for pile in piles:
        pile.append(next(coming))
    stock = list(coming)
    found = []
    for low in (0, 1, 2):
        found.append(sum(len(pile) - 1 - i for pile in piles for i, card in enumerate(pile) if rank(card) == low))
        found.append(sum(place for place, card in enumerate(stock) if rank(card) == low) / 10)
    tops = [pile[-1] for pile in piles]
    moves = sum(is_red(a) != is_red(b) and rank(a) == rank(b) + 1 for a in tops for b in tops)
    return [*found, moves, sum(rank(card) == 12 for pile in piles for card in pile[:-1])]


FEATURES = {"stalactites": stalactites, "carthage": carthage, "gargantua": gargantua}
NAMES = {
    "stalactites": ["different bases", "depth of the first eight cards wanted", "pairs in the wrong order",
                    "how late the top cards are wanted", "equal ranks on each other"],
    "carthage": ["cards above aces", "cards above twos", "cards above threes", "kings in the tableau",
                 "ranks in the tableau", "pairs in order in the reserves", "low cards under higher ones of the suit",
                 "aces in the last two deals"],
    "gargantua": ["cards above aces", "aces late in the stock", "cards above twos", "twos late in the stock",
                  "cards above threes", "threes late in the stock", "moves among the top cards", "kings face down"],
}
