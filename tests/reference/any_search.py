"""A search of everything that can follow from a position, for any rules."""


def can_be_won(table, limit):
    """Whether listed moves lead to a win; None if more positions than the limit would have to be looked at."""
    seen = {table.same()}
    waiting = [table]
    while waiting:
        table = waiting.pop()
        if table.won():
            return True
        for move in table.listed():
            after = table.copy()
            after.play(move)
            key = after.same()
            if key not in seen:
                if len(seen) == limit:
                    return None
                seen.add(key)
                waiting.append(after)
    return False
