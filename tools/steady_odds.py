#!/usr/bin/env python3
"""Measures how steady the odds are: plays deals as the fair player does, and asks for the odds on the way.

    tools/steady_odds.py GAME FIRST COUNT [--every N] [--lines FILE]   plays, writes lines and reports
    tools/steady_odds.py --report FILE...                              reports what was written
    tools/steady_odds.py GAME FIRST COUNT --starts [--lines FILE]      only the odds at the start of each deal

Each decision of the player is a hint with its chance. At every Nth one the odds are asked for as well, after the first
move of its plan and before the last. Each answer is that of a new advisor, which remembers nothing. All changes in a
game add up to the end (0 or 1) less the chance at the start, so their mean follows from the latter and the games won.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

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

    def decide(self) -> tuple[list[str], float | None]:
        """The plan and its chance."""
        words = self.ask(f"hint {LONG}").split()
        said = words[words.index("chance") + 1]
        return [] if words[1] == "none" else self.line().split()[1:], None if said == "-" else float(said)

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

    def odds(self) -> list[str]:
        return self.ask(f"odds {LONG}").split()

    def chance(self) -> float:
        words = self.odds()
        return float(words[words.index("chance") + 1])


def play(table: Table, deal: str, every: int) -> dict:
    table.ask(f"position {deal}")
    stock, decisions, status = math.inf, [], "playing"
    first = int(deal.split("#")[1]) % every
    while status == "playing":
        (down, in_stock), status = table.view()
        stock = min(stock, in_stock)  # after a redeal, all of it has been seen
        plan, said = table.decide()
        hidden = down + stock > 1
        if hidden or (decisions and decisions[-1]["unseen"] > 1):  # the first at which every card is known, too
            decisions.append({"unseen": down + stock, "chance": said, "then": []})
        for i, move in enumerate(plan):
            if hidden and len(decisions) % every == first and 0 < i and i in (1, len(plan) - 1):
                decisions[-1]["then"].append({"chance": table.chance(), "last": i == len(plan) - 1})
            if table.ask(f"play {move}") != "ok":
                raise RuntimeError(f"{deal}: {move}")
        if not plan:
            break
        status = table.view()[1]
    return {"deal": deal, "won": status == "won", "decisions": decisions}


def start(table: Table, deal: str) -> dict:
    """The odds at the start, as `quincunx-lab fair --odds` writes them."""
    table.ask(f"position {deal}")
    words = table.odds()
    worlds, won, unknown = (int(words[words.index(word) + 1]) for word in ("worlds", "won", "unknown"))
    return {"deal": deal, "odds": {"worlds": worlds, "won": won, "unknown": unknown, "unseen": sum(table.view()[0]),
                                   "fair": float(words[words.index("chance") + 1]), "complete": False}}


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)] if values else math.nan


def report(runs: list[dict]) -> None:
    """All in points."""
    silent, plans, shown = [], [], []
    for run in runs:
        decisions = run["decisions"]
        for i, decision in enumerate(decisions):
            if decision["unseen"] <= 1:
                continue
            for then in decision["then"]:
                change = 100 * (then["chance"] - decision["chance"])
                if then["last"]:
                    plans.append(change)
                if then is decision["then"][0]:
                    silent.append(change)
            after = decisions[i + 1]["chance"] if i + 1 < len(decisions) else None
            # Where nothing is said any more, the end says it. A move by a rule of thumb is no plan, and may show nothing.
            change = 100 * ((run["won"] if after is None else after) - decision["chance"])
            same = i + 1 < len(decisions) and decisions[i + 1]["unseen"] == decision["unseen"]
            (silent if same else shown).append(change)
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
    parser.add_argument("--starts", action="store_true")
    options = parser.parse_args()
    if options.starts:
        table, said = Table(), []
        lines = options.lines.open("w") if options.lines else None
        for number in range(options.first, options.first + options.count):
            run = start(table, f"{options.game}#{number}")
            said.append(run["odds"]["fair"])
            if lines:
                print(json.dumps(run, separators=(",", ":")), file=lines, flush=True)
        error = statistics.stdev(said) / math.sqrt(len(said))
        print(f"at the start: {len(said)} deals, mean {statistics.mean(said):.3f} (standard error {error:.3f})")
        return 0
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
