"""The steps of ./test: builds and suites, and what each of them needs."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from testing.reports import Count, StepFailed, complete, read_json, read_junit, read_playwright, read_vitest
from testing.running import ROOT, Run, Step


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
                       QUINCUNX_BUILD=f"build/{program}", **environment)
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
    return run.check("shellcheck", "-x", "run", "test", ".ci/run", "tools/slurm/study.sbatch",
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
    Step("cpp", "the C++ tests, half of the volume", ctest("release", 0.5), ("build-release",), minutes=15),
    Step("reference", "the engine compared with the independent one in Python", unit_tests("tests/reference"),
         ("build-release",), where=("tests/reference",), minutes=15),
    Step("python", "tests from outside: includes, documents, completion, WebAssembly against native code",
         unit_tests("tests", "tools"), ("build-release", "web-build")),
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
    Step("mutations", "certificates of losses changed in every way, and checked",
         longer("tests/certificates_test.py", QUINCUNX_MUTATIONS="all"), ("build-release",), minutes=60, only_full=True),
    Step("days", "every deal of the day can be won",
         longer("tests/days_test.py", QUINCUNX_DAYS="all"), ("build-release",), minutes=60, only_full=True),
    Step("study-mutations", "files of many deals damaged in 4,000 ways each, all found",
         longer("tests/study_test.py", QUINCUNX_MUTATIONS="all"), ("build-release",), minutes=30, only_full=True),
    Step("compact-mutations", "compact files damaged in as many ways",
         longer("tests/compact_test.py", QUINCUNX_MUTATIONS="all"), ("build-release",), minutes=30, only_full=True),
    Step("load", "2,000 connections to the server, 1,500 of them hostile, alone and through nginx",
         longer("tests/load_test.py", QUINCUNX_LOAD="full"), ("build-program",), minutes=15, only_full=True),
    Step("slurm", "a study on a Slurm of one node: jobs cancelled, requeued and killed, a part damaged",
         longer("tests/slurm_test.py", QUINCUNX_SLURM="full"), ("build-program",), minutes=20, only_full=True),
    Step("mistakes", "mistakes planted in the maker and the checker of certificates, each noticed",
         longer("tests/certificate_mistakes_test.py", QUINCUNX_MUTATIONS="all"), ("build-release",), minutes=60,
         only_full=True),
    Step("tidy", "clang-tidy-22 over all C++", build("tidy"), minutes=60, only_full=True),
]
