"""A search of everything that can follow from a position, for any rules."""

import copy


def can_be_won(table, limit):
    """Whether listed moves lead to a win; None if more positions than the limit would have to be looked at."""
    seen = {table.same()}
    waiting = [table]
    while waiting:
        table = waiting.pop()
        if table.won():
            return True
        for move in table.listed():
            after = branch(table)
            after.play(move)
            key = after.same()
            if key not in seen:
                if len(seen) == limit:
                    return None
                seen.add(key)
                waiting.append(after)
    return False


def branch(table):
    """The same position, to go on from."""
    other = copy.copy(table)
    for name in ("foundations", "tableau", "reserve"):
        setattr(other, name, [pile[:] for pile in getattr(table, name)])
    for name in ("waste", "stock", "face_down", "reserve_down"):
        pile = getattr(table, name)
        setattr(other, name, None if pile is None else pile[:])
    return other
