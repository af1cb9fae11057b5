#!/usr/bin/env python3
"""Adds up the tests of ./test, from the JUnit reports of its steps, so that nothing is lost.

usage: junit_sum.py STATUS SECONDS STEP...   adds up these steps; STATUS is that of make, which ran them in this time

tools/step.py calls `step` for each of them. A `build` counts only when it fails, a `check` is one test, and a `suite` has written build/test-logs/STEP.xml. A suite
without a report or without a test, or that failed although none of its tests did, and a step that was not run count as
a failed test.
"""
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

LOGS = Path("build/test-logs")
MOST_NOTES = 20  # more skipped tests are left to the log


def read(report: Path) -> tuple[int, list[str], list[str], list[str]]:
    """How many tests passed, which failed, which were skipped, and which only passed at the second try."""
    passed, failed, skipped, flaky = 0, [], [], []
    for case in ElementTree.parse(report).iter("testcase"):
        name = " ".join(dict.fromkeys(filter(None, (case.get("classname"), case.get("name")))))
        found = {child.tag: child for child in reversed(case)}
        why = found.get("failure", found.get("error", found.get("skipped")))
        reason = "" if why is None else why.get("message") or ""
        text = [] if why is None or why.tag == "skipped" else (why.text or "").splitlines()
        said = re.sub(r"\s+", " ", " — ".join(filter(None, (name, " | ".join(filter(str.strip, (reason, *text)))))))[:1000]
        status = case.get("status")  # of ctest, which calls a test skipped, too, whose program is missing
        if "failure" in found or "error" in found or (status == "notrun" and not reason.startswith("SKIP_")):
            failed.append(f"failed: {said}")
        elif why is not None or status == "disabled":
            skipped.append(f"skipped: {said}")
        else:
            passed += 1
            if found.keys() & {"flakyFailure", "flakyError"}:
                flaky.append(f"only passed when tried again: {said}")
    return passed, failed, skipped, flaky


def step(kind: str, name: str, status: int | None, seconds: int, processor: int, hung: str) -> int:
    """Says how a step went, whose command ended with this status (as subprocess gives it), or was ended as it hung."""
    passed, failed, skipped, notes = 0, [], [], []
    if kind == "suite":
        try:
            passed, failed, skipped, notes = read(LOGS / f"{name}.xml")
        except (OSError, ElementTree.ParseError) as error:
            failed = [f"no report to count: {error}"]
        if not passed and not failed:
            failed = ["no test was found"]
    elif kind == "check":
        passed = int(status == 0)
    if hung:
        failed.insert(0, hung)
    elif status and not failed:
        ended = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        failed = [ended + (" though no test failed" if kind == "suite" else "")]

    counted = f"{passed} passed, {len(failed)} failed{f', {len(skipped)} skipped' if skipped else ''}"
    if kind == "build":
        counted = "not built" if failed else "built"
    lines = [f"{'FAILED' if failed else 'ok':6} {name:18} {counted}  ({seconds} s, {processor} s of processor time)"]
    lines += [f"         {note}" for note in failed + notes + (skipped if len(skipped) <= MOST_NOTES else [])]
    if failed:
        log = LOGS / f"{name}.log"
        lines += [f"       | {line}" for line in log.read_text(errors="replace").splitlines()[-60:]]
        lines.append(f"       the complete log is in {log}")
    print("\n".join(lines))
    (LOGS / f"{name}.count").write_text(f"{passed} {len(failed)} {processor}")
    return 1 if failed else 0


def total(status: int, seconds: int, names: list[str]) -> int:
    passed = failed = processor = 0
    for name in names:
        try:
            counts = (LOGS / f"{name}.count").read_text().split()
        except FileNotFoundError:
            counts = 0, 1, 0
            print(f"FAILED {name:18} not run: what it needs has failed")
        passed, failed, processor = passed + int(counts[0]), failed + int(counts[1]), processor + int(counts[2])
    if status and not failed:
        failed = 1
        print(f"FAILED make ended with status {status}")
    minutes, rest = divmod(seconds, 60)
    print(f"\n{len(names)} steps in {minutes} min {rest} s, {processor} s of processor time")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    match sys.argv[1:]:
        case status, seconds, *names if names:
            sys.exit(total(int(status), int(seconds), names))
    sys.exit(__doc__)
