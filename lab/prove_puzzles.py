#!/usr/bin/env python3
"""Proves puzzles (docs/puzzles.md) with programs that share no code with the one that found them, and prints the file
without those that could not be proven: `lab/prove_puzzles.py FILE > PROVEN`.

The reference engine plays every line, and a solution from its end to the win; it finds all positions that neutral moves
lead to, and all moves that lead out of them. Every other one of these is judged lost by the brute force, or by a
certificate that `quincunx-check` accepts.
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
from table import read_move  # noqa: E402

BUILD = Path(os.environ.get("QUINCUNX_BUILD", ROOT / "build/test"))
STATES = 30_000
SECONDS = 60
NEUTRAL = 200
Puzzle = namedtuple("Puzzle", "key grade source line lines text")


def read(text):
    """The game and the puzzles of a file; raises ValueError if it is not one."""
    head, *rest = text.split("\n")
    if head != "quincunx-puzzles 2" or len(rest) < 3 or not rest[0].startswith("game ") or rest[1] != f"puzzles {len(rest) - 3}" or rest.pop():
        raise ValueError("not a file of puzzles, or cut off")
    game, _, *rest = rest
    game = game.removeprefix("game ")
    puzzles = []
    for line in rest:
        key, grade, source, moves, position = line.split(";")
        lines = [f"game {game}", *position.split("/")]
        puzzles.append(Puzzle(key, int(grade), source, moves.split(" "), lines, line))
    return game, puzzles


def write(game, puzzles):
    return f"quincunx-puzzles 2\ngame {game}\npuzzles {len(puzzles)}\n" + "".join(one.text + "\n" for one in puzzles)


def after(table, move):
    then = table.copy()
    then.make(read_move(move))
    return then


def neutral(start, most=NEUTRAL):
    """The positions that neutral moves lead to, and the tables after all other moves from them; of the latter None if there
    are more than so many positions. A move is neutral if the same cards may go back, and then all is as before."""
    found = {start.same(): start}
    queue = [start]
    others = []
    for table in queue:
        for move in table.listed():
            then = after(table, move)
            if then.same() in found:
                continue
            source, target = move.split(">") if ">" in move else ("", "")
            target, _, count = target.partition("*")
            back = f"{target}>{source}" + (f"*{count}" if count else "")
            if source[:1] in ("T", "R") and target[:1] in ("T", "R") and "@" not in source and then.accepts(back) \
                    and after(then, back).same() == table.same():
                if len(queue) == most:
                    return found, None
                found[then.same()] = then
                queue.append(then)
            else:
                others.append(then)
    return found, [then for then in others if then.same() not in found]


def decision(puzzle, table, move, least):
    """The moves that have to be lost so that the move is the only one that wins, but for neutral ones."""
    listed = table.listed()
    around, others = neutral(table)
    if others is None:
        raise ValueError(f"{puzzle.key}: too many neutral moves before {move}")
    leads_on = [one for one in listed if after(table, one).same() not in around]
    if len(listed) < least or len(leads_on) < 2 or move not in leads_on:
        raise ValueError(f"{puzzle.key}: too few moves before {move}")
    then = after(table, move)
    around_then, out_of_them = neutral(then)
    # Another move that wins may lead to these, unless they are too many.
    covered = set(around_then) if out_of_them is not None else {then.same()}
    lost = []
    for then in others:
        if then.same() not in covered:
            lost.append(then.position())
            covered |= set(neutral(then)[0])
    return lost


def questions(puzzle):
    """The positions that have to be lost, and the one at the end of the line, which has to be won."""
    lost = []
    decisions = 0
    table = from_position(puzzle.lines)
    if table.face_down is None and table.stock or table.redeals and (table.waste or table.face_down):
        raise ValueError(f"{puzzle.key}: something is hidden")
    for word in puzzle.line:
        listed = table.listed()
        move = word.removeprefix("+")
        if move not in listed:
            raise ValueError(f"{puzzle.key}: {move} is not listed")
        if word == move:
            decisions += 1
            lost += decision(puzzle, table, move, 4 if decisions == 1 else 2)
        elif len(listed) > 1 and ">F" not in move:
            raise ValueError(f"{puzzle.key}: why does {move} play itself?")
        table.play(move)
    if not 1 <= decisions <= 5 or "+" in puzzle.line[0] + puzzle.line[-1]:
        raise ValueError(f"{puzzle.key}: {decisions} decisions, or not at both ends")
    return lost, table.position()


def judged(positions, states):
    said = subprocess.run([BUILD / "tests/brute_force", "judge", "--states", str(states)], check=True, text=True,
                          input="".join("\n".join(lines) + "\n" for lines in positions), stdout=subprocess.PIPE).stdout
    return [line.split(" ")[0] for line in said.splitlines()]


def certified(lines, seconds):
    """Whether a certificate of the loss is made and accepted."""
    if seconds == 0:
        return False
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
    said = subprocess.run([BUILD / "quincunx", "protocol"], input=asked, check=True, text=True, stdout=subprocess.PIPE)
    table = from_position(lines)
    for move in said.stdout.splitlines()[-1].split(" ")[1:]:
        table.play(move)
    return table.won()


def proven(puzzle, states=STATES, seconds=SECONDS):
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
    parser.add_argument("--seconds", type=int, default=SECONDS, help="most for a certificate; 0 to make none")
    options = parser.parse_args()
    try:
        game, puzzles = read(Path(options.file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        parser.error(f"{options.file}: {error}")
    good, tried = [], 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for puzzle, is_good in zip(puzzles, pool.map(lambda one: proven(one, options.states, options.seconds), puzzles)):
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
