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


def blocked(rng, game, left):
    """Carthage without a stock, with one card on each tableau pile and, if the cards allow it, no legal move: none of these
    cards and of the tops of the reserve fits on another or is waited for. The lower a card, the deeper it lies. That is for
    lost positions; most are winnable all the same if few cards are left."""
    foundations = in_suit()
    cards = taken_back(rng, foundations, left)
    home = dict.fromkeys(SUITS, 13)
    for number, pile in enumerate(foundations):
        suit = SUITS[number % 4]
        home[suit] = min(home[suit], len(pile))
    key = noisy(rng, lambda card: rank(card) - home[card[1]], rng.choice([1, 2, 3]))
    cards.sort(key=key, reverse=True)
    singles, tops = [], []
    for card in list(cards):
        fits = any(other[1] == card[1] and abs(rank(other) - rank(card)) == 1 for other in singles)
        over = any(top[1] == card[1] and rank(top) == rank(card) - 1 for top in tops)
        if fits or rank(card) == home[card[1]]:
            continue
        if len(tops) < 6 and (rng.random() < 0.5 or len(singles) == 8 or over):
            tops.append(card)
        elif len(singles) < 8 and not over:
            singles.append(card)
        else:
            continue
        cards.remove(card)
    reserve = [cards[at::6][::-1] + tops[at:at + 1] for at in range(6)]
    return lines(rng, game, foundations, padded(rng, [[card] for card in singles], 8), padded(rng, reserve, 6), stock=[])


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


def places(lines):
    """The piles of a position's lines that are not foundations, as lists of words, and how to write them back."""
    piles = {number: line.split()[1:] for number, line in enumerate(lines) if line[0] in "TRWS" and line.split()[1] != "-"}

    def written():
        return [f"{line.split()[0]} {' '.join(piles[number])}" if number in piles else line for number, line in enumerate(lines)]

    return piles, written


def exchanged(rng, lines):
    """The lines with two cards that are not on foundations exchanged. Now and then A8 refuses the position."""
    piles, written = places(lines)
    at = [(number, place) for number, words in piles.items() for place, word in enumerate(words) if word != "|"]
    (a, i), (b, k) = rng.choice(at), rng.choice(at)
    piles[a][i], piles[b][k] = piles[b][k], piles[a][i]
    return written()


def sent_home(rng, lines):
    """The lines with one more card on a foundation, wherever it lay; the same lines if the foundation chosen waits for none
    that is out. Now and then A8 refuses the position."""
    game = lines[0].split()[1]
    step = 2 if "choice by2" in lines else 1
    number = rng.choice([at for at, line in enumerate(lines) if line[0] == "F"])
    name, *home = lines[number].split()
    falls = game.startswith("grandfather") and int(name[1:]) > 4
    if home == ["-"]:
        wanted = [("K" if falls else "A") + suit for suit in SUITS]
    else:
        coming = RANKS[(rank(home[-1]) + (-1 if falls else step)) % 13]
        wanted = [coming + suit for suit in (SUITS if game == "stalactites" else home[-1][1])]
    piles, written = places(lines)
    fitting = [(at, place) for at, words in piles.items() for place, word in enumerate(words) if word in wanted]
    if not fitting or len(home) == (26 if game == "gloucestershire" else 13):
        return lines
    at, place = rng.choice(fitting)
    card = piles[at].pop(place)
    if piles[at] and piles[at][-1] == "|":  # a card is turned up
        piles[at][-2:] = piles[at][-2:][::-1]
    if piles[at] and piles[at][0] == "|":
        piles[at].pop(0)
    if not piles[at]:
        rest = [other for other in piles if lines[other][0] in "SW" and piles[other]]
        refilled = game.startswith("grandfather") and lines[at][0] == "T" and rest
        piles[at] = [piles[rest[-1]].pop()] if refilled else ["-"]
        if refilled and not piles[rest[-1]]:
            piles[rest[-1]] = ["-"]
    result = written()
    result[number] = " ".join([name, *(home if home != ["-"] else []), card])
    return result


def buried(rng, lines):
    """The lines with low cards under high ones, those that are far from the foundations that wait for them on top. In games
    whose tableau piles must be runs, they stay as they are."""
    game = lines[0].split()[1]
    spread = rng.choice([1, 2, 4])
    if game == "stalactites":
        return sorted_in_piles(rng, lines, stalactites_order(lines), spread)
    if game.startswith("grandfather"):
        return sorted_in_piles(rng, lines, lambda card: -min(rank(card), 12 - rank(card)), spread, across=("W", "S"))
    return sorted_in_piles(rng, lines, rank, spread, across=("R",))


def noisy(rng, order, spread):
    return lambda card: order(card) + rng.randrange(spread)


def sorted_in_piles(rng, lines, order, spread, across=()):
    """Each tableau pile, if need not be a run, and all piles with these letters together, in ascending order from bottom to
    top."""
    piles, written = places(lines)
    key = noisy(rng, order, spread)
    for letter in across:
        numbers = [number for number in piles if lines[number][0] == letter]
        cards = sorted((word for number in numbers for word in piles[number]), key=key)
        depth = sorted((place, number) for number in numbers for place in range(len(piles[number])))
        for (place, number), card in zip(depth, cards):
            piles[number][place] = card
    for number, words in piles.items():
        if lines[number][0] != "T" or lines[0].startswith("game carthage"):
            continue
        down = words.index("|") if "|" in words else 0 if lines[0].startswith("game gargantua") else len(words)
        words[:down] = sorted(words[:down], key=key)
    return written()


def stalactites_order(lines):
    """How many cards the foundations take before one of this rank, at least."""
    step = 2 if "choice by2" in lines else 1
    tops = [RANKS.index(line.split()[-1][0]) for line in lines if line[0] == "F"]
    turns = {(at * step) % 13: at for at in range(13)}
    return lambda card: min(turns[(rank(card) - top) % 13] or 13 for top in tops)
