#!/usr/bin/env python3
"""Builds everything, runs every test and counts the individual tests; called by ./test.

A step is one build or one suite. Steps run two at a time, as soon as the steps they need are done. A step that fails,
takes too long or has tests that cannot be counted counts as a failed test itself, so nothing is lost in the total. The
complete output of each step is in build/test-logs/.
"""
from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "test-logs"
MINUTE = 60


groups: set[int] = set()  # the process groups of running commands; each is ended with its step


def end_group(group: int) -> None:
    """Ends any processes that a command has left running."""
    groups.discard(group)
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


@dataclasses.dataclass
class Count:
    passed: int = 0
    failed: int = 0
    notes: list[str] = dataclasses.field(default_factory=list)


class StepFailed(Exception):
    """A step that cannot say how many of its tests passed."""


class Run:
    """What a step can use: its log, its time limit and the options of the whole run."""

    def __init__(self, step: "Step", options: argparse.Namespace):
        self.full: bool = options.full
        self.volume: float = options.volume
        self.name = step.name
        self.log = LOGS / f"{step.name}.log"
        self.log.write_bytes(b"")
        self.deadline = time.monotonic() + step.minutes * MINUTE * (10 if self.full else 1)

    def report(self, ending: str) -> Path:
        """A new path for a report that a test program writes."""
        path = LOGS / f"{self.name}.{ending}"
        path.unlink(missing_ok=True)
        return path

    def shell(self, *command: str | Path, cwd: Path = ROOT, nice: bool = False, **environment: str) -> int:
        """Runs a command with its output in the log; ends it and all its children when time is up."""
        words = [str(word) for word in command]
        if nice:
            words = ["nice", *words]
        with self.log.open("ab") as log:
            log.write(f"$ {' '.join(words)}\n".encode())
            log.flush()
            process = subprocess.Popen(
                words, cwd=cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                env={**os.environ, **environment}, start_new_session=True)
            groups.add(process.pid)
            try:
                return process.wait(timeout=max(1.0, self.deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise StepFailed("took too long and was ended") from None
            finally:
                end_group(process.pid)
                process.wait()

    def must(self, *command: str | Path, **how) -> None:
        status = self.shell(*command, **how)
        if status != 0:
            raise StepFailed(f"{Path(command[0]).name} ended with status {status}")

    def check(self, *command: str | Path, **how) -> Count:
        """Runs a command that counts as one test, passed if its status is 0."""
        status = self.shell(*command, **how)
        return Count(passed=1) if status == 0 else Count(failed=1)


@dataclasses.dataclass
class Step:
    name: str
    says: str
    work: Callable[[Run], Count]
    needs: tuple[str, ...] = ()
    where: tuple[str, ...] = ()  # skipped if none of these exists
    minutes: float = 10
    only_full: bool = False


# --- Counting what others report -----------------------------------------------------------------------------------


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


# --- The steps -----------------------------------------------------------------------------------------------------


def build(preset: str, *targets: str) -> Callable[[Run], Count]:
    def work(run: Run) -> Count:
        run.must("cmake", "--preset", preset, f"-DQUINCUNX_THOROUGH={'ON' if run.full else 'OFF'}")
        run.must("cmake", "--build", "--preset", preset, "-j", str(os.cpu_count() or 2),
                 *(["--target", *targets] if targets else []), nice=True)
        return Count()
    return work


def ctest(preset: str, volume: float = 1) -> Callable[[Run], Count]:
    def work(run: Run) -> Count:
        report = run.report("xml")
        status = run.shell(
            "ctest", "--preset", preset, "-j", str(os.cpu_count() or 2), "--output-junit", report, nice=True,
            QUINCUNX_VOLUME=f"{run.volume * (1 if run.full else volume):g}",
            ASAN_OPTIONS="detect_stack_use_after_return=1", UBSAN_OPTIONS="print_stacktrace=1",
            ASAN_SYMBOLIZER_PATH=shutil.which("llvm-symbolizer-22") or "")
        return complete(read_junit(report), status)
    return work


def unit_test(run: Run, path: Path, program: str, **environment: str) -> Count:
    """Runs one file of Python's unittest with the program of a build."""
    report = run.report("json")
    status = run.shell(sys.executable, ROOT / "tools/unittest_report.py", path, report,
                       QUINCUNX_PROGRAM=str(ROOT / "build" / program / "quincunx"), **environment)
    try:
        found = read_json(report)
    except StepFailed as error:
        return complete(Count(failed=1, notes=[f"{path.relative_to(ROOT)}: {error}"]), status)
    return complete(Count(found["passed"], found["failed"], found["notes"]), status)


def unit_tests(*places: str, program: str = "release") -> Callable[[Run], Count]:
    """Runs Python's unittest on every *_test.py and test_*.py in the given folders, or on given files, with the program
    of a build."""
    def work(run: Run) -> Count:
        total = Count()
        for place in places:
            for path in sorted((ROOT / place).rglob("*.py")) or [ROOT / place]:
                if not (path.stem.endswith("_test") or path.stem.startswith("test_")):
                    continue
                if place == "tests" and ROOT / "tests/reference" in path.parents:  # a step of its own
                    continue
                count = unit_test(run, path, program, QUINCUNX_VOLUME=f"{run.volume:g}",
                                  QUINCUNX_SANITIZED="1" if program == "asan" else "")
                total.passed += count.passed
                total.failed += count.failed
                total.notes += count.notes
        return complete(total, 0)
    return work


def longer(place: str, **environment: str) -> Callable[[Run], Count]:
    """Runs one file of Python's unittest whose environment tells it to do more than in the step `python`."""
    return lambda run: unit_test(run, ROOT / place, "release", **environment)


def layout(run: Run) -> Count:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.cpp", "*.hpp"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    files = [name for name in listed if name and (ROOT / name).exists()]
    if not files:
        raise StepFailed("no source file was found")
    return run.check("clang-format-22", "--dry-run", "--Werror", *files)


def scripts(run: Run) -> Count:
    return run.check("shellcheck", "-x", "run", "test", ".ci/run",
                     *sorted(path.relative_to(ROOT) for path in (ROOT / "tools").glob("*.sh")))


def bash_function(*words: str) -> Callable[[Run], Count]:
    def work(run: Run) -> Count:
        run.must("bash", "-c", f"set -euo pipefail; . tools/build.sh; {' '.join(words)}")
        return Count()
    return work


def web_check(run: Run) -> Count:
    return run.check("npm", "run", "--silent", "check", cwd=ROOT / "web")


def web_unit(run: Run) -> Count:
    report = run.report("json")
    status = run.shell("npm", "run", "--silent", "test:unit", "--", "--reporter=default", "--reporter=json",
                       f"--outputFile.json={report}", cwd=ROOT / "web", CI="1")
    return complete(read_vitest(report), status)


def web_e2e(run: Run) -> Count:
    report = run.report("json")
    status = run.shell("npm", "run", "--silent", "test:e2e", "--", "--reporter=list,json", cwd=ROOT / "web",
                       CI="1", PLAYWRIGHT_JSON_OUTPUT_NAME=str(report), QUINCUNX_FULL="1" if run.full else "")
    return complete(read_playwright(report), status)


def fuzz(run: Run) -> Count:
    """Runs every fuzz target from its corpus for some seconds; findings are kept in build/fuzz-findings/."""
    count = Count()
    findings = ROOT / "build" / "fuzz-findings"
    findings.mkdir(parents=True, exist_ok=True)
    for target in sorted(path.stem for path in (ROOT / "fuzz").glob("*.cpp") if path.stem != "replay_main"):
        grown = ROOT / "build" / "fuzz-corpus" / target
        grown.mkdir(parents=True, exist_ok=True)
        kept = ROOT / "fuzz" / "corpus" / target
        one = run.check(ROOT / "build/asan/fuzz" / f"fuzz_{target}", f"-max_total_time={60 if run.full else 5}",
                        "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1",
                        f"-artifact_prefix={findings}/{target}-", grown, *([kept] if kept.is_dir() else []))
        count.passed += one.passed
        count.failed += one.failed
        count.notes += [f"failed: fuzz_{target}"] * one.failed
    return complete(count, 0)


STEPS = [
    Step("format", "clang-format-22 over all C++", layout),
    Step("scripts", "shellcheck over the shell scripts", scripts),
    Step("build-program", "the program", build("release", "quincunx"), minutes=40),
    Step("web-install", "npm ci", bash_function("web_packages"), where=("web/package.json",)),
    Step("build-wasm", "table.wasm and solver.wasm", build("wasm"), where=("apps/wasm/table.cpp",)),
    Step("web-check", "svelte-check and tsc", web_check, ("web-install",), where=("web/package.json",)),
    Step("web-build", "the web app", bash_function("web_build"), ("web-install", "build-wasm"),
         where=("web/index.html",)),
    Step("web-unit", "vitest", web_unit, ("web-install", "build-wasm"), where=("web/package.json",)),
    Step("web-e2e", "Playwright in Chromium", web_e2e, ("web-build", "build-program"),
         where=("web/playwright.config.ts",), minutes=25),
    # The browser waits more than it computes, so it comes before the long builds, which run in parallel with it.
    Step("build-release", "the C++ tests", build("release"), ("build-program",), minutes=40),
    Step("cpp", "the C++ tests", ctest("release"), ("build-release",), minutes=15),
    Step("reference", "the engine compared with the independent one in Python", unit_tests("tests/reference"),
         ("build-release",), where=("tests/reference",), minutes=15),
    Step("python", "tests from outside: includes, documents, completion, WebAssembly against native code",
         unit_tests("tests", "tools"), ("build-release", "build-wasm")),
    Step("build-asan", "the tests and fuzz targets with address and undefined-behavior sanitizers", build("asan"),
         minutes=40),
    Step("asan", "the C++ tests under the sanitizers, a tenth of the volume", ctest("asan", 0.1), ("build-asan",),
         minutes=15),
    Step("fuzz", "the fuzz targets, 5 s each, or 60 s with --full; `cpp` replays the corpora", fuzz, ("build-asan",),
         where=("fuzz",)),
    Step("build-asan-program", "the program with sanitizers", build("asan", "quincunx"), ("build-asan",), minutes=40,
         only_full=True),
    Step("asan-program", "the tests of the program from outside, with sanitizers",
         unit_tests("tests/cli_test.py", "tests/command_line_test.py", program="asan"), ("build-asan-program",),
         only_full=True),
    Step("solutions", "1,000 deals of each game solved, every win replayed by the reference engine",
         longer("tests/solutions_test.py", QUINCUNX_SOLUTIONS="1000"), ("build-release",), minutes=60, only_full=True),
    Step("verdicts", "about 200,000 endgames along the border between won and lost, judged by brute force",
         longer("tests/verdicts_test.py", QUINCUNX_WALKS="1000"), ("build-release",), minutes=60, only_full=True),
    Step("tidy", "clang-tidy-22 over all C++", build("tidy"), minutes=60, only_full=True),
]


# --- Running them --------------------------------------------------------------------------------------------------


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


class Runner:
    def __init__(self, steps: list[Step], options: argparse.Namespace):
        self.steps = steps
        self.options = options
        self.waiting = list(steps)
        self.good: set[str] = set()
        self.counts: dict[str, Count] = {}
        self.changed = threading.Condition()
        self.here = {step.name for step in steps}

    def next_step(self) -> Step | None:
        """The first step that is ready to run; waits for one if necessary. None when no steps are left."""
        with self.changed:
            while True:
                for step in list(self.waiting):
                    needs = [need for need in step.needs if need in self.here]
                    if any(need in self.counts and need not in self.good for need in needs):
                        self.waiting.remove(step)
                        self.finish(step, Count(failed=1, notes=["not run: what it needs has failed"]), 0)
                        break
                    if all(need in self.good for need in needs):
                        self.waiting.remove(step)
                        return step
                else:
                    if not self.waiting:
                        return None
                    self.changed.wait()

    def finish(self, step: Step, count: Count, seconds: float) -> None:
        with self.changed:
            self.counts[step.name] = count
            if count.failed == 0:
                self.good.add(step.name)
            text = f"{count.passed} passed, {count.failed} failed" if count.passed + count.failed else "done"
            print(f"{'FAILED' if count.failed else 'ok':6} {step.name:14} {text}  ({seconds:.0f} s)", flush=True)
            for note in sorted(count.notes, key=lambda note: note.startswith("skipped: ")):  # what failed comes first
                print(f"         {note}", flush=True)
            log = LOGS / f"{step.name}.log"
            if count.failed and log.exists():
                lines = log.read_text(errors="replace").splitlines()
                print("\n".join(f"       | {line}" for line in lines[-60:]), flush=True)
                print(f"       the complete log is in {log.relative_to(ROOT)}", flush=True)
            self.changed.notify_all()

    def lane(self) -> None:
        while (step := self.next_step()) is not None:
            started = time.monotonic()
            try:
                count = step.work(Run(step, self.options))
            except StepFailed as error:
                count = Count(failed=1, notes=[str(error)])
            except Exception as error:  # whatever went wrong, it must count as a failed test
                count = Count(failed=1, notes=[f"{type(error).__name__}: {error}"])
            self.finish(step, count, time.monotonic() - started)

    def run(self) -> Count:
        lanes = [threading.Thread(target=self.lane) for _ in range(self.options.lanes)]
        for lane in lanes:
            lane.start()
        for lane in lanes:
            lane.join()
        return Count(sum(count.passed for count in self.counts.values()),
                     sum(count.failed for count in self.counts.values()))


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
