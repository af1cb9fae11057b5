#!/usr/bin/env python3
"""Proves puzzles (docs/puzzles.md) with programs that share no code with the one that found them, and prints the file
without those that could not be proven: `tools/prove_puzzles.py FILE > PROVEN`.

The reference engine plays every line, and a solution from its end to the win. Every other move is judged lost by the
brute force, or by a certificate that `quincunx-check` accepts.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/reference"))
from games import from_position  # noqa: E402

BUILD = Path(os.environ.get("QUINCUNX_BUILD", ROOT / "build/test"))
STATES = 30_000
Puzzle = namedtuple("Puzzle", "key grade source line lines text")


def read(text):
    """The game and the puzzles of a file; raises ValueError if it is not one."""
    head, game, count, *rest = text.split("\n")
    if head != "quincunx-puzzles 1" or not game.startswith("game ") or count != f"puzzles {len(rest) - 1}" or rest.pop():
        raise ValueError("not a file of puzzles, or cut off")
    game = game.removeprefix("game ")
    puzzles = []
    for line in rest:
        key, grade, source, moves, position = line.split(";")
        puzzles.append(Puzzle(key, int(grade), source, moves.split(" "), [f"game {game}", *position.split("/")], line))
    return game, puzzles


def write(game, puzzles):
    return f"quincunx-puzzles 1\ngame {game}\npuzzles {len(puzzles)}\n" + "".join(one.text + "\n" for one in puzzles)


def played(lines, move):
    table = from_position(lines)
    table.play(move)
    return table.position()


def questions(puzzle):
    """What has to be lost, as positions, and the position at the end of the line, which has to be won."""
    lost = []
    decisions = 0
    lines = puzzle.lines
    for word in puzzle.line:
        listed = from_position(lines).listed()
        move = word.removeprefix("+")
        if move not in listed:
            raise ValueError(f"{puzzle.key}: {move} is not listed")
        if word == move:
            decisions += 1
            if len(listed) < (4 if decisions == 1 else 2):
                raise ValueError(f"{puzzle.key}: only {len(listed)} moves before {move}")
            lost += [played(lines, other) for other in listed if other != move]
        elif len(listed) > 1 and ">F" not in move:
            raise ValueError(f"{puzzle.key}: why does {move} play itself?")
        lines = played(lines, move)
    if not 1 <= decisions <= 5 or "+" in puzzle.line[0] + puzzle.line[-1]:
        raise ValueError(f"{puzzle.key}: {decisions} decisions, or not at both ends")
    table = from_position(puzzle.lines)
    if table.stock or any(table.face_down or []) or (table.waste and table.redeals):
        raise ValueError(f"{puzzle.key}: something is hidden")
    return lost, lines


def judged(positions, states):
    said = subprocess.run([BUILD / "tests/brute_force", "judge", "--states", str(states)], check=True, text=True,
                          input="".join("\n".join(lines) + "\n" for lines in positions), capture_output=True).stdout
    return [line.split(" ")[0] for line in said.splitlines()]


def certified(lines, seconds):
    """Whether a certificate of the loss is made and accepted."""
    with tempfile.TemporaryDirectory() as folder:
        position, certificate = Path(folder, "position"), Path(folder, "certificate")
        position.write_text("\n".join(lines) + "\n")
        made = subprocess.run([BUILD / "quincunx", "solve", position, "--certify", certificate, "--certify-time",
                               str(seconds)], capture_output=True)
        checked = made.returncode == 1 and subprocess.run([BUILD / "quincunx-check", certificate], capture_output=True)
        return bool(checked) and checked.returncode == 0


def wins(lines):
    """Whether the reference engine can play a solution to the win."""
    asked = "position text\n" + "\n".join(lines) + "\nend\nsolve nodes 1000000 ms 60000\nquit\n"
    said = subprocess.run([BUILD / "quincunx", "protocol"], input=asked, check=True, text=True, capture_output=True)
    table = from_position(lines)
    for move in said.stdout.splitlines()[-1].split(" ")[1:]:
        table.play(move)
    return table.won()


def proven(puzzle, states=STATES, seconds=60):
    """Whether everything that the puzzle claims is proven. Raises ValueError if something of it is wrong."""
    lost, end = questions(puzzle)
    verdicts = judged(lost, states)
    if len(verdicts) != len(lost) or "won" in verdicts:
        raise ValueError(f"{puzzle.key}: more than one move wins")
    if not wins(end):
        raise ValueError(f"{puzzle.key}: the line does not win")
    return all(verdict == "lost" or certified(lines, seconds) for verdict, lines in zip(verdicts, lost, strict=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--most", type=int, help="stop after so many that are proven")
    parser.add_argument("--jobs", type=int, default=1, help="how many to prove at the same time")
    parser.add_argument("--states", type=int, default=STATES, help="most states of the brute force")
    options = parser.parse_args()
    game, puzzles = read(Path(options.file).read_text(encoding="utf-8"))
    good, tried = [], 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for puzzle, is_good in zip(puzzles, pool.map(lambda one: proven(one, options.states), puzzles)):
            if options.most == len(good):
                pool.shutdown(wait=False, cancel_futures=True)
                break
            tried += 1
            if is_good:
                good.append(puzzle)
    sys.stdout.write(write(game, good))
    print(f"{game}: {len(good)} of {tried} puzzles are proven", file=sys.stderr)


if __name__ == "__main__":
    main()
