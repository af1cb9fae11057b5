"""Tables set up by hand, for the tests of the reference engine."""

from cards import RANKS
from games import empty_table


def set_up(game, **piles):
    """A table with these cards and no others (so A8 would refuse it): T1="KH | QS", redeals=0, choice="by1"."""
    table = empty_table(game)
    named = dict(table.named_piles())
    for name, content in piles.items():
        if name in ("redeals", "choice"):
            setattr(table, name, content)
            continue
        pile = named[name]
        pile[:] = content.split()
        if "|" in pile:
            table.turn_down(name, pile)
    return table


def played(table, *moves):
    for move in moves:
        table.play(move)
    return table


def homeward(moves, share, dice):
    """One of the moves at random; with this probability one to a foundation, if there is any."""
    home = [move for move in moves if ">F" in move]
    return dice.choice(home if home and dice.random() < share else moves)


def line(table, name):
    """One line of the position, without its name."""
    return next(text for text in table.position() if text.startswith(name + " "))[len(name) + 1 :]


def up_to(last, suit):
    """The sequence in suit from the ace to this rank."""
    return " ".join(rank + suit for rank in RANKS[: RANKS.index(last) + 1])
