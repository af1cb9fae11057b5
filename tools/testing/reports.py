"""How many tests passed: what ctest, vitest, Playwright and unittest report, added up so that nothing is lost."""
from __future__ import annotations

import dataclasses
import json
import re
import xml.etree.ElementTree
from pathlib import Path


@dataclasses.dataclass
class Count:
    passed: int = 0
    failed: int = 0
    notes: list[str] = dataclasses.field(default_factory=list)


class StepFailed(Exception):
    """A step that cannot say how many of its tests passed."""


def read_junit(path: Path) -> Count:
    """Reads the report of ctest. A test that was not run counts as failed; a skipped one counts as neither."""
    try:
        suite = xml.etree.ElementTree.parse(path).getroot()
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        raise StepFailed(f"no report to count: {error}") from None
    count = Count()
    for case in suite.iter("testcase"):
        status = case.get("status")
        if status == "run":
            count.passed += 1
        elif any(reason.get("message", "").startswith(("SKIP_", "Disabled")) for reason in case.iter("skipped")):
            count.notes.append(f"skipped: {case.get('name')}")
        else:
            count.failed += 1
            count.notes.append(f"failed: {case.get('name')}")
    return count


def read_vitest(path: Path) -> Count:
    report = read_json(path)
    count = Count(report["numPassedTests"], report["numFailedTests"])
    count.failed += sum(1 for file in report["testResults"] if file["status"] != "passed" and not file["assertionResults"])
    for file in report["testResults"]:
        count.notes += [f"failed: {case['fullName']}" for case in file["assertionResults"] if case["status"] == "failed"]
        count.notes += [f"skipped: {case['fullName']}" for case in file["assertionResults"]
                        if case["status"] not in ("passed", "failed")]
    return count


def read_playwright(path: Path) -> Count:
    report = read_json(path)
    stats = report["stats"]
    count = Count(stats["expected"] + stats["flaky"], stats["unexpected"] + len(report["errors"]))

    def visit(suite: dict, titles: list[str]) -> None:
        titles = [*titles, suite["title"]]
        for spec in suite.get("specs", []):
            states = {test["status"] for test in spec["tests"]}
            for state, word in (("unexpected", "failed"), ("flaky", "only passed when tried again"), ("skipped", "skipped")):
                if state in states:
                    why = "" if state == "skipped" else error_text(spec)
                    count.notes.append(f"{word}: {' › '.join([*titles, spec['title']])}{why}")
        for inner in suite.get("suites", []):
            visit(inner, titles)

    for suite in report["suites"]:
        visit(suite, [])
    return count


def error_text(spec: dict) -> str:
    """What Playwright says about the first failed try of a test, in one line of at most 1,000 characters after " — ":
    the first line alone often says only that two lists differ."""
    for test in spec["tests"]:
        for result in test.get("results", []):
            lines = re.sub(r"\x1b\[[0-9;]*m", "", result.get("error", {}).get("message", "")).splitlines()
            if lines:
                return " — " + " | ".join(line.strip() for line in lines if line.strip())[:1000]
    return ""


def read_json(path: Path) -> dict:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise StepFailed(f"no report to count: {error}") from None


def complete(count: Count, status: int) -> Count:
    """Adds a failure if a program failed although none of its tests did."""
    if status != 0 and count.failed == 0:
        count.failed = 1
        count.notes.append(f"ended with status {status} though no test failed")
    if count.passed + count.failed == 0:
        raise StepFailed("no test was found")
    return count
