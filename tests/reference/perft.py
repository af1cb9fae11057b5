"""Counts sequences of listed moves."""
import copy

def perft(table, depth):
    listed = table.listed()
    if depth == 1:
        return len(listed)
    leaves = 0
    for move in listed:
        after = copy.deepcopy(table)
        after.play(move)
        leaves += perft(after, depth - 1)
    return leaves
