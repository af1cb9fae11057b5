#!/usr/bin/env python3
"""Measures how long it takes to find deals worth playing and their pars, and writes tables of docs/difficulty.md.

    tools/deal_speed.py                     asks solver.wasm in Node
    tools/deal_speed.py --native            asks its native twin
    tools/deal_speed.py --print             prints the tables instead of writing them
    tools/deal_speed.py --deals N           N winnable deals a game, and a fifth as many of each level and pars; by default 100

The status is 1 if a winnable deal takes longer than 300 ms or one of a level longer than 5 s at the 95th percentile.
"""
import json
import math
import random
import subprocess
import sys
import time
from pathlib import Path

import page_tables

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/difficulty.md"
GAMES = ["gargantua", "gargantua-classic", "grandfather", "grandfather-classic", "gloucestershire", "stalactites",
         "carthage"]


class Module:
    def __init__(self, native: bool):
        command = [ROOT / "build/release/tests/solver_native"] if native else \
            ["node", ROOT / "tests/wasm/module.mjs", ROOT / "build/wasm/solver.wasm"]
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, request: str) -> dict:
        data = request.encode()
        self.process.stdin.write(b"%d\n%s" % (len(data), data))
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.read(int(self.process.stdout.readline())))
        if not answer["ok"]:
            raise RuntimeError(f"{request}: {answer['error']['message']}")
        return answer

    def run(self, start: str) -> tuple[dict, float]:
        """The deal found, and the milliseconds until then."""
        begin = time.perf_counter()
        self.ask(start)
        while not self.ask("step 20000")["done"]:
            pass
        return self.ask("found"), 1000 * (time.perf_counter() - begin)


def at(values: list[float], part: float) -> float:
    return sorted(values)[math.ceil(part * len(values)) - 1]


def measure(module: Module, deals: int) -> tuple[str, str, bool]:
    chance = random.Random(1)
    find = ["| game | any deal: ms, median | 95 % | slowest level | tries, mean | ms, median | 95 % |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    par = ["| game | deals | first solution, mean | par, mean | ms, median | ms, 95 % |",
           "| --- | ---: | ---: | ---: | ---: | ---: |"]
    slow = False
    for game in GAMES:
        levels = module.ask(f"levels {game}")["levels"]
        winnable, found_by_level = [], []
        for level in [0, *range(1, levels + 1)]:
            tries, times = [], []
            for _ in range(deals if level == 0 else max(1, deals // 5)):
                wanted = f" level={level}" if level else ""
                found, ms = module.run(f"start-find {game} from={chance.randrange(32000, 2**53 - 1000)}{wanted}")
                tries.append(found["tries"])
                times.append(ms)
                if level == 0:
                    winnable.append(found["deal"])
            found_by_level.append((at(times, 0.95), at(times, 0.5), sum(tries) / len(tries), level))
            slow = slow or at(times, 0.95) > (5000 if level else 300)
        of_any, *of_levels = found_by_level
        late, median, tried, level = max(of_levels)
        find.append(f"| {game} | {of_any[1]:.0f} | {of_any[0]:.0f} | {level} | {tried:.1f} | {median:.0f} | {late:.0f} |")
        pars = [module.run(f"start-par {deal}") for deal in winnable[:max(1, deals // 5)]]
        times = [ms for _, ms in pars]
        par.append(f"| {game} | {len(pars):,} | {sum(one['first'] for one, _ in pars) / len(pars):.1f} | "
                   f"{sum(one['par'] for one, _ in pars) / len(pars):.1f} | {at(times, 0.5):.0f} | {at(times, 0.95):.0f} |")
    return "\n".join(find), "\n".join(par), slow


def main() -> int:
    words = sys.argv[1:]
    deals = 100
    if "--deals" in words and words.index("--deals") + 1 < len(words) and words[words.index("--deals") + 1].isdigit():
        place = words.index("--deals")
        deals = int(words[place + 1])
        del words[place:place + 2]
    if set(words) - {"--native", "--print"} or deals < 1:
        print(__doc__, file=sys.stderr)
        return 2
    find, par, slow = measure(Module("--native" in words), deals)
    if slow:
        print("a search took too long", file=sys.stderr)
    if "--print" in words:
        print(f"{find}\n\n{par}")
        return 1 if slow else 0
    return 0 if page_tables.write(PAGE, {"find": find, "par": par}) and not slow else 1


if __name__ == "__main__":
    sys.exit(main())
