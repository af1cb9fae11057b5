#!/usr/bin/env python3
"""The referee: uses the reference engine to check what other programs say about games.

    referee.py replay FILE.pat ...       replay records and compare their results
    referee.py check-trace [FILE]        compare a trace of games at every ply (standard input without FILE)
    referee.py solutions FILE.jsonl      replay the moves of every deal called winnable (solve --lines)

Exit status: 0 all is well, 1 something is wrong, 2 there was nothing to judge or it could not be read.
"""

import json
import sys

from following import Game, Mismatch
from games import from_deal, rules_of_deal
from record import read_record
from table import NotationError, Refused

USAGE = 2


# ---- replay


def replay(paths):
    status = 0
    for path in paths:
        try:
            with open(path, "rb") as file:
                record = read_record(file.read())
        except (OSError, NotationError, Refused) as error:
            print(f"{path}: {error}")
            status = USAGE
            continue
        try:
            print(f"{path}: {len(record.moves)} moves, {replay_record(record)}")
        except Mismatch as error:
            print(f"{path}: {error}")
            status = max(status, 1)
    return status


def replay_record(record):
    """The status at the current ply. Later moves, which the player took back, must be legal too."""
    result = None
    for ply in range(len(record.moves) + 1):
        if ply == record.present():
            result = record.table.status()
        if ply < len(record.moves):
            play(record.table, record.moves[ply], f"move {ply + 1}")
    if record.result not in (None, result):
        raise Mismatch(f"result {record.result}, but at ply {record.present()} the game is {result}")
    return result


def play(table, move, place):
    try:
        table.play(move)
    except (NotationError, Refused) as error:
        raise Mismatch(f"{place}, {move}: {error}") from None


# ---- check-trace


def check_trace(file):
    games = plies = mismatches = 0
    lines = (line.rstrip("\r\n") for line in file)
    for line in lines:
        word, _, deal = line.partition(" ")
        if word != "game":
            print(f"{line!r} found where a game should start")
            mismatches += 1
            break
        games += 1
        played, mismatch = check_game(deal, lines)
        plies += played
        if mismatch:
            mismatches += 1
            print(f"game {deal}, ply {played}: {mismatch}")
    print(f"{games} games, {plies} plies, {mismatches} mismatches")
    if mismatches:
        return 1
    return 0 if games else USAGE


def check_game(deal, lines):
    """The number of correct plies, and the first mismatch or None. Consumes the lines up to the end of the game."""
    ply, mismatch, said = 0, None, set()
    try:
        game = Game(rules_of_deal(deal), deal)
    except (NotationError, Refused) as error:
        mismatch = f"the deal is refused: {error}"
    for line in lines:
        if line == "endgame":
            if not mismatch and not ply and not said >= {"legal", "status"}:
                mismatch = "the trace says nothing about this game"
            return ply, mismatch
        if mismatch:
            continue
        word, _, text = line.partition(" ")
        try:
            if word == "play" and not said >= {"legal", "status"}:
                raise Mismatch("the trace plays before it gives the legal moves and the status")
            game.line(word, text, lines)
            ply, said = game.ply, set() if word == "play" else said | {word}
        except Mismatch as error:
            mismatch = error
        except (NotationError, Refused) as error:
            mismatch = f"{word}, {text}: {error}"
    return ply, mismatch or "the trace is cut off"


# ---- solutions


def solutions(file):
    counts = {"winnable": 0, "unwinnable": 0, "unknown": 0}
    failures = 0
    for number, line in enumerate(file, 1):
        if not line.strip() or (number == 1 and is_header(line)):
            continue
        deal = None
        try:
            deal, verdict, moves = read_solution(line)
            if verdict not in counts:
                raise Mismatch(f"{verdict!r} is not a verdict")
            counts[verdict] += 1
            if verdict == "winnable":
                replay_solution(deal, moves)
        except Mismatch as error:
            failures += 1
            print(f"line {number}, {deal or 'no deal'}: {error}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()) + f", {failures} failures")
    if failures:
        return 1
    return 0 if sum(counts.values()) else USAGE


def is_header(line):
    """Whether the line is the header of a file of verdicts."""
    try:
        header = json.loads(line)
    except ValueError:
        return False
    return isinstance(header, dict) and header.get("kind") == "quincunx-study"


def read_solution(line):
    """The deal, the verdict and the moves (a list; or one string, separated by spaces)."""
    try:
        solution = json.loads(line)
        deal, verdict, moves = solution["deal"], solution["verdict"], solution.get("moves")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Mismatch(f"this is not a solution: {error!r}") from None
    if isinstance(moves, str):
        moves = moves.split()
    well_made = isinstance(deal, str) and isinstance(verdict, str) and isinstance(moves, (list, type(None)))
    if not well_made or not all(isinstance(move, str) for move in moves or []):
        raise Mismatch("deal and verdict must be texts, and moves a list of texts")
    return deal, verdict, moves


def replay_solution(deal, moves):
    if moves is None:
        raise Mismatch("there are no moves")
    try:
        table = from_deal(deal)
    except (NotationError, Refused) as error:
        raise Mismatch(f"the deal is refused: {error}") from None
    for number, move in enumerate(moves, 1):
        play(table, move, f"move {number}")
    if not table.won():
        raise Mismatch(f"after {len(moves)} moves the game is {table.status()}, not won")


# ---- main


def with_file(check, path):
    try:
        if path is None:
            return check(sys.stdin)
        with open(path, encoding="utf-8") as file:
            return check(file)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{path or 'standard input'}: {error}", file=sys.stderr)
        return USAGE


def main(arguments):
    command, *paths = arguments or [None]
    if command == "replay" and paths:
        return replay(paths)
    if command == "check-trace" and len(paths) <= 1:
        return with_file(check_trace, paths[0] if paths else None)
    if command == "solutions" and len(paths) == 1:
        return with_file(solutions, paths[0])
    print(__doc__, file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
