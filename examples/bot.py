#!/usr/bin/env python3
"""Plays a deal by what it sees alone, over the line protocol: bot.py DEAL [PROGRAM]. Prints the moves and how it ended."""
import random
import subprocess
import sys

LONGEST = 500  # moves: a game may go on for ever


class Quincunx:
    def __init__(self, program: str):
        self.process = subprocess.Popen([program, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        """A command whose answer is one line."""
        print(command, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().strip()
        if answer.startswith("error"):
            raise ValueError(f"{command}: {answer}")
        return answer

    def status(self) -> str:
        lines = [self.ask("view")]
        while lines[-1] != "ok":
            lines.append(self.process.stdout.readline().strip())
        return lines[-2].removeprefix("status ")


def value(move: str) -> tuple[bool, bool, float]:
    """To the foundations first, then within the tableau; otherwise at random. Write your own here."""
    return (">F" in move, move.startswith("T"), random.random())


def main() -> None:
    deal, program = sys.argv[1], (sys.argv[2:] or ["quincunx"])[0]
    random.seed(deal)
    game, moves = Quincunx(program), []
    game.ask(f"position {deal}")
    while game.status() == "playing" and len(moves) < LONGEST:
        moves.append(max(game.ask("legal").split()[2:], key=value))
        game.ask(f"play {moves[-1]}")
    print(*moves)
    print(game.status())


main()
