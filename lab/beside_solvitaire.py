#!/usr/bin/env python3
"""Solves the same deals with this solver and with Solvitaire (https://github.com/thecharlieblake/Solvitaire), one thread
each, with equal processor time and memory, and says how many each decides. Needs both programs: build/release/quincunx
(or the folder that QUINCUNX_BUILD names), and Solvitaire by --solvitaire.

    beside_solvitaire.py run.jsonl --solvitaire PROGRAM --deals 100 --seconds 10   solves; what run.jsonl has is kept
    beside_solvitaire.py run.jsonl --theirs OLD.jsonl --deals 100 --seconds 10     the same with Solvitaire's answers of old
    beside_solvitaire.py run.jsonl                                                 prints the table

A line of the file is a deal, with verdicts and seconds of processor time. The exit status is 1 if two verdicts contradict
each other; those deals are printed. Games with cards in cells are dealt by Solvitaire, from its seeds.
"""
import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / os.environ.get("QUINCUNX_BUILD", "build/release") / "quincunx"
# Solvitaire's name for each file of games/files/. The others differ from all that it has (games/files/sources.txt). In Simple
# Simon, of which only whole runs go home, it also plays single aces there, so neither that nor Mrs. Mop can be compared.
PRESETS = {name: name for name in (
    "american-canister", "bakers-game", "beleaguered-castle", "east-haven", "fan", "flower-garden", "forty-thieves",
    "king-albert", "limited", "maria", "raglan", "somerset", "stronghold",
    "streets-and-alleys", "trigon")} | {
    "double-klondike": "gargantua-redeal", "freecell": "free-cell", "freecell-two-cells": "free-cell-2-cell",
    "klondike": "klondike-deal-1", "klondike-three": "klondike", "thirty-six": "thirtysix"}
# No deal with cards in cells can be given to Solvitaire; it deals these itself.
DEALT_THERE = {"eight-off": "eight-off", "forecell": "fore-cell", "seahaven-towers": "seahaven-towers"}
PRESETS |= DEALT_THERE
VERDICTS = {"solved": "winnable", "unsolvable": "unwinnable"}
MEMORY = 1 << 30


def in_solvitaires_words(position: str) -> dict:
    """A position as Solvitaire reads it: suits of cards that lie face down in lower case, the next card of the stock last."""
    piles: dict[str, list[list[str]]] = {letter: [] for letter in "FTRSW"}
    for line in position.splitlines():
        name, *texts = line.split()
        if name[0] not in piles or not (name[1:].isdigit() or name in ("S", "W")):
            continue
        hidden = texts.index("|") if "|" in texts else 0
        cards = [text.replace("T", "10") for text in texts if text not in ("-", "|")]
        piles[name[0]].append([card.lower() if place < hidden else card for place, card in enumerate(cards)])
    deal = {"tableau piles": piles["T"]}
    reserve = sum(piles["R"], [])
    if reserve:
        deal["reserve"] = reserve
    if piles["S"]:
        deal["stock"] = piles["S"][0]
    return deal


def in_our_words(name: str, deal: dict) -> str:
    """A deal of Solvitaire with cards in cells, as a position."""
    piles = [(f"F{number}", "") for number in range(1, 5)]
    piles += [(f"{letter}{number}", pile) for letter, key in (("T", "tableau piles"), ("R", "cells"))
              for number, pile in enumerate(deal[key], 1)]
    return f"game {name}\n" + "".join(f"{pile} {' '.join(cards).replace('10', 'T') or '-'}\n" for pile, cards in piles)


def run(command: list, seconds: float) -> tuple[str, float]:
    """The output of a program within the limits, and its processor time."""
    def limited() -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY * 5 // 4, MEMORY * 5 // 4))
    with tempfile.TemporaryFile() as out, \
            subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limited) as process:  # noqa: PLW1509
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status
        out.seek(0)
        told = out.read().decode()
        if not told and os.WIFEXITED(status):
            raise SystemExit(f"{' '.join(map(str, command))} says nothing and ends with status {os.waitstatus_to_exitcode(status)}")
        return told, used.ru_utime + used.ru_stime


def ours(deal: str, seconds: float) -> tuple[str, float]:
    told, used = run([PROGRAM, "solve", deal, "--json", "--time", "0", "--memory", f"{MEMORY >> 20}M"], seconds)
    return json.loads(told)["verdict"] if told else "unknown", used


def theirs(program: str, preset: str, deal: list[str], seconds: float) -> tuple[str, float]:
    """As Solvitaire's "smart solvability": first a tenth of the time with what finds wins alone."""
    whole = 0.0
    for part, streamliners in ((seconds / 10, "both"), (seconds, "none")):
        told, used = run([program, "--type", preset, "--classify", "--streamliners", streamliners, "--timeout", "1000000000", *deal],
                         part)
        whole += used
        verdict = VERDICTS.get(told.strip().rpartition(", ")[2], "unknown")
        if verdict == "winnable":
            break
    return verdict, whole


def said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def both(options: argparse.Namespace, name: str, number: int) -> tuple[tuple[str, float], tuple[str, float]]:
    program, deal = options.solvitaire, f"{name}#{number}"
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        given = [file.name]
        if name in DEALT_THERE:
            given = ["--random", str(number)]
            file.write(in_our_words(name, json.loads(said(program, "--type", PRESETS[name], *given, "--deal-only"))))
            deal = file.name
        else:
            json.dump(in_solvitaires_words(said(str(PROGRAM), "deal", deal)), file)
        file.flush()
        return ours(deal, options.seconds), theirs(program, PRESETS[name], given, options.seconds)


def solve(options: argparse.Namespace, lines: list[dict]) -> None:
    known = {line["deal"] for line in lines if line["seconds"] == options.seconds}
    of_old = {line["deal"]: line["theirs"] for line in read(options.theirs) if line["seconds"] == options.seconds}
    with options.file.open("a") as file:
        for number in range(options.first, options.first + options.deals):
            for name in options.games:
                deal = f"{name}#{number}"
                if deal in known:
                    continue
                if deal in of_old and name not in DEALT_THERE:
                    answers = ours(deal, options.seconds), of_old[deal]
                elif options.solvitaire:
                    answers = both(options, name, number)
                else:
                    continue
                line = {"deal": deal, "seconds": options.seconds, "ours": answers[0], "theirs": answers[1]}
                lines.append(line)
                file.write(json.dumps(line) + "\n")
                file.flush()


def table(lines: list[dict]) -> str:
    rows = ["| game | seconds | deals | decided | by Solvitaire | median | of Solvitaire |", "| --- |" + " ---: |" * 6]
    for name, seconds in sorted({(line["deal"].partition("#")[0], line["seconds"]) for line in lines}):
        of_game = [line for line in lines if line["deal"].startswith(name + "#") and line["seconds"] == seconds]
        decided = [sum(line[who][0] != "unknown" for line in of_game) for who in ("ours", "theirs")]
        # A deal that was not decided counts as the whole time.
        medians = [statistics.median(line[who][1] if line[who][0] != "unknown" else seconds for line in of_game)
                   for who in ("ours", "theirs")]
        rows.append(f"| {name} | {seconds} | {len(of_game)} | {decided[0]} | {decided[1]} | {medians[0]:.2f} | {medians[1]:.2f} |")
    return "\n".join(rows)


def contradictions(lines: list[dict]) -> list[str]:
    return [f"CONTRADICTION: {line['deal']}: {line['ours'][0]}, Solvitaire: {line['theirs'][0]}" for line in lines
            if {line["ours"][0], line["theirs"][0]} == {"winnable", "unwinnable"}]


def read(file: Path | None) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file and file.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the file of deals")
    parser.add_argument("--solvitaire", help="the program; without it, nothing is solved")
    parser.add_argument("--theirs", type=Path, help="a file of deals with Solvitaire's answers")
    parser.add_argument("--games", nargs="+", choices=PRESETS, default=list(PRESETS), metavar="GAME", help="only these games")
    parser.add_argument("--first", type=int, default=1, help="the first deal number (1)")
    parser.add_argument("--deals", type=int, default=10, help="how many of each game (10)")
    parser.add_argument("--seconds", type=float, default=1, help="the most processor time for a deal (1)")
    options = parser.parse_args()
    lines = read(options.file)
    if options.solvitaire or options.theirs:
        os.nice(19)
        solve(options, lines)
    print(table(lines))
    found = contradictions(lines)
    for text in found:
        print(text)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
