"""Positions that are nearly right: how they are made, and how answers about them are judged."""

from cards import PACK
from table import NotationError, Refused


def judged_alike(test, texts, answers, read, share):
    """Holds the engine's answers about positions against `read`, which refuses more than one in `share`, and accepts as many."""
    test.assertEqual(len(answers), len(texts))
    refused = 0
    for lines, answer in zip(texts, answers):
        try:
            read(lines)
            reason = None
        except (Refused, NotationError) as error:
            reason = str(error) or "refused"
        refused += reason is not None
        test.assertEqual(answer.split()[0], "refused" if reason else "ok",
                         "\n".join([answer, f"reference: {reason}", *lines]))
    test.assertGreater(refused, len(texts) // share)
    test.assertGreater(len(texts) - refused, len(texts) // share)


def changed(lines, dice):
    """The lines of a position with one to three changes."""
    words = [line.split(" ", 1 if line.startswith("rules ") else -1) for line in lines]
    for _ in range(dice.randrange(1, 4)):
        dice.choice(CHANGES)(words, dice)
    return [" ".join(line) for line in words]


def piles_of(lines):
    return [line for line in lines if line[0] not in ("game", "rules", "redeals", "choice")]


def held(pile):
    """The places of the cards on a line."""
    return [place for place in range(1, len(pile)) if pile[place] in PACK]


def take(pile, place):
    card = pile.pop(place)
    if len(pile) > 1 and pile[1] == "|":
        del pile[1]
    if len(pile) == 1:
        pile.append("-")
    return card


def put(pile, card):
    if pile[1] == "-":
        pile.pop()
    pile.append(card)


def move_top(lines, dice):
    move_cards(lines, dice, 1)


def move_many(lines, dice):
    move_cards(lines, dice, dice.choice((2, 5, 12, 30)))


def move_cards(lines, dice, count):
    """Moves cards from the top of one pile to another, whatever the rules say; often to one of the same kind."""
    piles = piles_of(lines)
    source = dice.choice([pile for pile in piles if held(pile)])
    for target in (dice.choice(piles), dice.choice([pile for pile in piles if pile[0][0] == source[0][0]])):
        for _ in range(count):
            if target is not source and held(source):
                put(target, take(source, len(source) - 1))


def swap(lines, dice):
    one, other = (dice.choice([pile for pile in piles_of(lines) if held(pile)]) for _ in range(2))
    a, b = dice.choice(held(one)), dice.choice(held(other))
    one[a], other[b] = other[b], one[a]


def swap_equal_rank_or_suit(lines, dice):
    """Swaps two cards of the same rank or the same suit."""
    one = dice.choice([pile for pile in piles_of(lines) if held(pile)])
    a = dice.choice(held(one))
    kind = dice.randrange(2)
    places = [(pile, place) for pile in piles_of(lines) for place in held(pile) if pile[place][kind] == one[a][kind]]
    other, b = dice.choice(places)
    one[a], other[b] = other[b], one[a]


def double(lines, dice):
    pile = dice.choice([pile for pile in piles_of(lines) if held(pile)])
    pile[dice.choice(held(pile))] = dice.choice(PACK)


def lose(lines, dice):
    pile = dice.choice([pile for pile in piles_of(lines) if held(pile)])
    take(pile, dice.choice(held(pile)))


def turn(lines, dice):
    """Makes the face-down part of a pile longer or shorter, mostly in piles that may have one."""
    pile = dice.choice(piles_of(lines))
    if "|" in pile:
        pile.remove("|")
    elif pile[0][0] != "T" and dice.random() < 0.9:
        return
    if held(pile) and dice.random() < 0.8:
        pile.insert(dice.randrange(2, len(pile) + 1), "|")


def counters(lines, dice):
    for line in lines:
        if line[0] == "redeals":
            line[1] = dice.choice("0012")
        if line[0] == "choice":
            line[1] = dice.choice(("-", "by1", "by2"))


def rename_piles(lines, dice):
    """Swaps two piles of a kind."""
    piles = piles_of(lines)
    one = dice.choice(piles)
    other = dice.choice([pile for pile in piles if pile[0][0] == one[0][0]])
    one[1:], other[1:] = other[1:], one[1:]


CHANGES = (move_top, move_top, move_many, swap, swap_equal_rank_or_suit, double, lose, turn, counters, rename_piles,
           rename_piles)
