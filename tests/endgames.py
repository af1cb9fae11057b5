"""Random endgames of every game: the cards left when most of a pack is on the foundations, in random places."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RED = "DH"


def rank(card):
    return RANKS.index(card[0])


def is_red(card):
    return card[1] in RED


def taken_back(rng, foundations, left):
    """That many cards taken off full foundations, from random tops."""
    cards = []
    while len(cards) < left:
        pile = rng.choice(foundations)
        if pile:
            cards.append(pile.pop())
    rng.shuffle(cards)
    return cards


def take_run(cards, fits, most):
    """A pile in which each card fits on the one before; its cards are removed from `cards`."""
    pile = [cards.pop()]
    while len(pile) < most:
        coming = next((card for card in cards if fits(card, pile[-1])), None)
        if coming is None:
            break
        cards.remove(coming)
        pile.append(coming)
    return pile


def cut(rng, cards, count, most=104):
    """The cards in that many piles, some of them empty, and none larger than `most` if there is room."""
    piles = [[] for _ in range(count)]
    for card in cards:
        rng.choice([pile for pile in piles if len(pile) < most] or piles).append(card)
    return piles


def in_suit(packs=2):
    return [[r + s for r in RANKS] for _ in range(packs) for s in SUITS]


def carthage(rng, game, left):
    foundations = in_suit()
    cards = taken_back(rng, foundations, left)
    stock = cut_off(cards, min(rng.choice([0, 0, 0, 6, 12]), left // 3))
    tableau = []
    for _ in range(rng.choice([rng.randrange(4, 9), 8])):
        if cards:
            tableau.append(take_run(cards, lambda over, under: under[1] == over[1] and rank(under) == rank(over) + 1,
                                    rng.choice([1, 2, 13])))
    return lines(rng, game, foundations, padded(rng, tableau, 8), cut(rng, cards, 6, most=6), stock=stock)


def gargantua(rng, game, left):
    foundations = in_suit()
    cards = taken_back(rng, foundations, left)
    redeals = rng.randrange(2)
    stock = cut_off(cards, rng.choice([0, 0, 3, left // 3]))
    waste = cut_off(cards, rng.choice([0, 1, 2, left // 4]))
    tableau = [[] for _ in range(9)]
    hidden = [0] * 9
    while cards:
        index = rng.randrange(9)
        if tableau[index]:
            continue
        down = cut_off(cards, min(rng.choice([0, 0, 1, 2, 4]), index, len(cards) - 1))
        hidden[index] = len(down)
        tableau[index] = down + take_run(
            cards, lambda over, under: is_red(under) != is_red(over) and rank(under) == rank(over) + 1,
            rng.choice([1, 2, 13]))
        if all(tableau):
            waste += cards
            cards = []
    tableau = [pile[:down] + ["|"] * (down > 0) + pile[down:] for pile, down in zip(tableau, hidden)]
    return lines(rng, game, foundations, tableau, redeals=redeals, waste=waste, stock=stock)


def grandfather(rng, game, left):
    up = in_suit(1)
    down = [pile[::-1] for pile in up]
    cards = taken_back(rng, up + down, left)
    tableau = [[] for _ in range(20)]
    while cards and not all(tableau):
        index = rng.randrange(20)
        if not tableau[index]:
            tableau[index] = cut_off(cards, rng.choice([1, 1, 2]))
        if game == "grandfather-classic" and rng.random() < 0.1:
            break
    waste = cut_off(cards, rng.randrange(len(cards) + 1))
    rng.shuffle(up)
    rng.shuffle(down)
    return lines(None, game, up + down, tableau, redeals=rng.randrange(2), waste=waste, stock=cards)


def gloucestershire(rng, game, left):
    foundations = [[r + s for r in RANKS + RANKS] for s in SUITS]
    cards = taken_back(rng, foundations, left)
    reserve = cut(rng, cut_off(cards, rng.randrange(min(left // 2, 52) + 1)), 2, most=26)
    tableau = cut(rng, cards, rng.randrange(2, 9))
    return lines(rng, game, foundations, padded(rng, tableau, 8), reserve)


def stalactites(rng, game, left):
    step = rng.choice([1, 2])
    suits = {r: rng.sample(SUITS, 4) for r in RANKS}
    foundations = []
    for _ in range(4):
        first = rng.randrange(13)
        foundations.append([r + suits[r].pop() for r in (RANKS[(first + step * at) % 13] for at in range(13))])
    kept = [pile[:1] for pile in foundations]
    rest = [pile[1:] for pile in foundations]
    cards = taken_back(rng, rest, min(left, 48))
    foundations = [first + pile for first, pile in zip(kept, rest)]
    cells = [[], []]
    for cell in cells:
        if cards and rng.random() < 0.4:
            cell.append(cards.pop())
    tableau = [[] for _ in range(8)]
    for card in cards:
        rng.choice([pile for pile in tableau if len(pile) < 6]).append(card)
    return lines(rng, game, foundations, tableau, cells, choice=f"by{step}")


def cut_off(cards, count):
    taken = cards[:count]
    del cards[:count]
    return taken


def padded(rng, piles, count):
    piles = piles + [[]] * (count - len(piles))
    rng.shuffle(piles)
    return piles


def lines(rng, game, foundations, tableau, reserve=(), *, redeals=None, choice=None, waste=None, stock=None):
    if rng:
        rng.shuffle(foundations)
    texts = [f"game {game}"]
    if redeals is not None:
        texts.append(f"redeals {redeals}")
    if choice is not None:
        texts.append(f"choice {choice}")
    for letter, piles in (("F", foundations), ("T", tableau), ("R", reserve)):
        texts += [f"{letter}{number} {' '.join(pile) or '-'}" for number, pile in enumerate(piles, 1)]
    texts += [f"{name} {' '.join(pile) or '-'}" for name, pile in (("W", waste), ("S", stock)) if pile is not None]
    return texts


MAKERS = {
    "gargantua": gargantua, "gargantua-classic": gargantua,
    "grandfather": grandfather, "grandfather-classic": grandfather,
    "gloucestershire": gloucestershire, "stalactites": stalactites,
    "carthage": carthage, "carthage-strict": carthage,
}


def endgame(rng, game, left):
    """The lines of a position with that many cards left. Now and then A8 refuses the position."""
    return MAKERS[game](rng, game, left)
