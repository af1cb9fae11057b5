"""Cards, and the order in which a deal number lays them out.

A card is a text of two characters, rank and suit: "AS", "TH". See docs/deals.md for the deal numbers.
"""

import random

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
KINGS = {"K" + suit for suit in SUITS}
ACES = {"A" + suit for suit in SUITS}

LAST_NUMBER = 2**64 - 1
FIRST_TWISTER_NUMBER = 32000


def rank(card):
    """0 for an ace up to 12 for a king."""
    return RANKS.index(card[0])


def suit(card):
    return card[1]


def is_red(card):
    return suit(card) in "DH"


def following(card, step=1):
    """The card of the same suit `step` ranks higher, wrapping around."""
    return RANKS[(rank(card) + step) % 13] + suit(card)


# For each card: the next one in suit; None where the sequence ends.
NEXT_UP = {card: None if card in KINGS else following(card) for card in PACK}
NEXT_DOWN = {card: None if card in ACES else following(card, -1) for card in PACK}
NEXT_UP_AROUND = {card: following(card) for card in PACK}

# For each card: the two that go on it in descending order and the other color.
ALTERNATING_AROUND = {
    under: {over for over in PACK if rank(over) == (rank(under) - 1) % 13 and is_red(over) != is_red(under)}
    for under in PACK
}
ALTERNATING = {under: set() if under in ACES else ALTERNATING_AROUND[under] for under in PACK}


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


def is_whole(cards, packs):
    """None if `cards` are exactly the cards of that many packs; otherwise what is wrong."""
    for card in PACK:
        found = cards.count(card)
        if found < packs:
            return f"{card} is missing"
        if found > packs:
            return f"there is one {card} too many"
    return None
