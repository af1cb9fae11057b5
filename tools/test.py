#!/usr/bin/env python3
"""Builds everything, runs every test and counts the individual tests; called by ./test.

A step is one build or one suite. Steps run two at a time, as soon as the steps they need are done. A step that fails,
takes too long or has tests that cannot be counted counts as a failed test itself, so nothing is lost in the total. The
complete output of each step is in build/test-logs/.
"""
from __future__ import annotations

import argparse
import os
import signal
import sys
import time

from testing.running import LOGS, MINUTE, ROOT, Runner, Step, end_group, groups
from testing.steps import STEPS


def chosen_steps(options: argparse.Namespace) -> list[Step]:
    """The steps of this run and those they need; a step whose folder does not exist yet is left out."""
    by_name = {step.name: step for step in STEPS}
    wanted: set[str] = set()

    def want(name: str) -> None:
        if name not in by_name:
            sys.exit(f"test: unknown step {name}; ./test --list shows the steps")
        if name not in wanted:
            wanted.add(name)
            for need in by_name[name].needs:
                want(need)

    for name in options.only or [step.name for step in STEPS if options.full or not step.only_full]:
        want(name)
    return [step for step in STEPS
            if step.name in wanted and (not step.where or any((ROOT / place).exists() for place in step.where))]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./test", description="Installs what is missing, builds everything and runs every test. "
        "The last line is 'N passed, N failed'; the exit status is 0 only if none failed.")
    parser.add_argument("--full", action="store_true",
                        help="also clang-tidy, the sanitizer runs at full volume, longer fuzzing, a longer hunt for wrong "
                             "verdicts")
    parser.add_argument("--only", action="append", metavar="STEP", help="run only this step and those it needs (repeatable)")
    parser.add_argument("--list", action="store_true", help="list the steps")
    parser.add_argument("--volume", type=float, default=1.0, metavar="X",
                        help="play X times as many random games as usual (QUINCUNX_VOLUME for the tests)")
    parser.add_argument("--lanes", type=int, default=2, metavar="N", help="run N steps at a time (2)")
    options = parser.parse_args()
    if options.list:
        for step in STEPS:
            print(f"{step.name:14} {step.says}{' (only with --full)' if step.only_full else ''}")
        return 0

    LOGS.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    steps = chosen_steps(options)
    for ending in (signal.SIGTERM, signal.SIGHUP):  # a closed terminal must not leave a build running
        signal.signal(ending, lambda *_: sys.exit(1))
    try:
        total = Runner(steps, options).run()
    except (KeyboardInterrupt, SystemExit):
        for group in list(groups):
            end_group(group)
        print("interrupted", flush=True)
        os._exit(130)
    minutes, seconds = divmod(round(time.monotonic() - started), MINUTE)
    print(f"\n{len(steps)} steps in {minutes} min {seconds} s")
    print(f"{total.passed} passed, {total.failed} failed")
    return 0 if total.failed == 0 and total.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
