"""Counts sequences of listed moves."""


def perft(table, depth):
    listed = table.listed()
    if depth == 1:
        return len(listed)
    leaves = 0
    for move in listed:
        after = table.copy()
        after.play(move)
        leaves += perft(after, depth - 1)
    return leaves
