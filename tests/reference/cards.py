"""Cards, and the order in which a deal number lays them out.

A card is a text of two characters, rank and suit: "AS", "TH". See docs/deals.md for the deal numbers.
"""

import random
from collections import Counter

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
RANK = {card: RANKS.index(card[0]) for card in PACK}

LAST_NUMBER = 2**64 - 1
FIRST_TWISTER_NUMBER = 32000


def rank(card):
    """0 for an ace up to 12 for a king."""
    return RANK[card]


def suit(card):
    return card[1]


def is_red(card):
    return suit(card) in "DH"


def numbered_order(packs, number, ranks=13):
    """All cards of a numbered deal, in dealing order."""
    if not 1 <= number <= LAST_NUMBER:
        raise ValueError("a deal number is from 1 to 2^64-1")
    by_suit = [rank + suit for suit in "CSHD" for rank in RANKS[:ranks]]
    by_rank = [rank + suit for rank in RANKS[:ranks] for suit in "CDHS"]
    old = number < FIRST_TWISTER_NUMBER
    cards = list(by_rank) if old and packs == 1 else by_suit * packs
    pick = congruential_picks(number) if old else twister_picks(number)
    for n in range(len(cards) - 1, 0, -1):
        j = pick(n + 1)
        cards[n], cards[j] = cards[j], cards[n]
    cards.reverse()
    return cards


def congruential_picks(number):
    state = number

    def pick(choices):
        nonlocal state
        state = (state * 214013 + 2531011) % 2**31
        return state // 2**16 % 2**15 % choices

    return pick


def twister_picks(number):
    # Python's generator is MT19937 seeded by init_by_array with the number's 32-bit words, and its random() makes a
    # double from two outputs, exactly as deal numbers require.
    twister = random.Random(number)
    return lambda choices: int(twister.random() * choices)


def is_whole(cards, pack, packs):
    """None if `cards` are exactly that many such packs; otherwise what is wrong."""
    found = Counter(cards)
    for card in {**dict.fromkeys(pack), **found}:
        wanted = packs if card in pack else 0
        if found[card] < wanted:
            return f"{card} is missing"
        if found[card] > wanted:
            return f"there is one {card} too many"
    return None
