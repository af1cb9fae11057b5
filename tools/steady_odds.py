#!/usr/bin/env python3
"""Measures how steady the odds are: plays deals as the fair player does, and asks for the odds on the way.

    tools/steady_odds.py GAME FIRST COUNT [--every N] [--lines FILE]   plays, writes lines and reports
    tools/steady_odds.py --report FILE...                              reports what was written

Odds are asked for at every Nth decision, before the first move of its plan, after it and before the last, and at the
next decision; each time by a new advisor, which remembers no plan. tools/fit_odds.py reads the lines, too.
"""
import argparse
import json
import math
import os
import subprocess
import sys
from pathlib import Path

from fit_odds import chance, factors_of, features_of

PROGRAM = Path(os.environ.get("QUINCUNX_BUILD", Path(__file__).resolve().parent.parent / "build/release")) / "quincunx"
LONG = "ms 100000000"


class Table:
    """A game in the line protocol."""

    def __init__(self) -> None:
        self.program = subprocess.Popen([PROGRAM, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question: str) -> str:
        self.program.stdin.write(question + "\n")
        self.program.stdin.flush()
        return self.line()

    def line(self) -> str:
        return self.program.stdout.readline().rstrip("\n")

    def plan(self) -> list[str]:
        return [] if self.ask(f"hint {LONG}").startswith("hint none") else self.line().split()[1:]

    def view(self) -> tuple[list[int], str]:
        """How many cards lie face down in the tableau and in the stock, and the status."""
        down, text = [0, 0], self.ask("view")
        while text != "ok":
            name, *words = text.split()
            if name == "status":
                status = words[0]
            down[name == "S"] += words.count("??")
            text = self.line()
        return down, status

    def odds(self) -> dict:
        words = self.ask(f"odds {LONG}").split()
        found = {name: int(words[words.index(name) + 1]) for name in ("worlds", "won", "unknown")}
        return found | {"complete": found["worlds"] == 1}


def play(table: Table, deal: str, every: int) -> dict:
    table.ask(f"position {deal}")
    stock, decisions, number = math.inf, [], 0
    first = int(deal.split("#")[1]) % every
    while True:
        (down, in_stock), status = table.view()
        stock = min(stock, in_stock)  # after a redeal, all of it has been seen
        plan = table.plan() if status == "playing" and down + stock > 1 else []
        if not plan:
            break
        looks = number % every == first
        if looks or (number - 1) % every == first:
            decisions.append(table.odds() | {"unseen": down + stock, "number": number, "looks": looks, "then": []})
        for i, move in enumerate(plan):
            if looks and 0 < i and i in (1, len(plan) - 1):
                decisions[-1]["then"].append(table.odds() | {"last": i == len(plan) - 1})
            if table.ask(f"play {move}") != "ok":
                raise RuntimeError(f"{deal}: {move}")
        number += 1
    while status == "playing" and (plan := table.plan()):
        for move in plan:
            table.ask(f"play {move}")
        status = table.view()[1]
    return {"deal": deal, "won": status == "won", "decisions": decisions}


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)] if values else math.nan


def report(runs: list[dict]) -> None:
    """All in points."""
    silent, plans, shown = [], [], []
    for run in runs:
        weights = factors_of(run["deal"].split("#")[0])
        say = lambda odds, unseen: 100 * chance(weights, features_of(run["deal"], odds | {"unseen": unseen}))
        by_number = {decision["number"]: decision for decision in run["decisions"]}
        for number, decision in by_number.items():
            if not decision["looks"]:
                continue
            said = say(decision, decision["unseen"])
            for then in decision["then"]:
                change = say(then, decision["unseen"]) - said
                if then["last"]:
                    plans.append(change)
                if then is decision["then"][0]:
                    silent.append(change)
            after = by_number.get(number + 1)  # none if every card is known then: the solver says how that ends
            shown.append((say(after, after["unseen"]) if after else 100 * run["won"]) - said)
    mean = lambda values: sum(values) / max(1, len(values))
    for name, changes in (("a move that shows nothing", silent), ("a plan but for its last move", plans),
                          ("a card that is shown", shown)):
        error = math.sqrt(mean([change ** 2 for change in changes]) / max(1, len(changes)))
        size = [abs(change) for change in changes]
        print(f"{name}: {len(changes)}, mean {mean(changes):+.2f} (standard error {error:.2f}), "
              f"of sizes {mean(size):.2f}, 95 % at most {quantile(size, 0.95):.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("first", type=int, nargs="?")
    parser.add_argument("count", type=int, nargs="?")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--lines", type=Path)
    parser.add_argument("--report", type=Path, nargs="+")
    options = parser.parse_args()
    if options.report:
        runs = [json.loads(line) for path in options.report for line in path.read_text().splitlines()[1:]]
    else:
        table, runs = Table(), []
        lines = options.lines.open("w") if options.lines else None
        print(json.dumps({"every": options.every}), file=lines)
        for number in range(options.first, options.first + options.count):
            runs.append(play(table, f"{options.game}#{number}", options.every))
            print(json.dumps(runs[-1], separators=(",", ":")), file=lines, flush=True)
    report(runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
