"""The test driver counts what the test programs report and loses nothing; ./run understands its options."""
import argparse
import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from testing import reports, running, steps  # noqa: E402


class Reports(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.report = Path(self.folder.name) / "report"

    def test_ctest(self):
        self.report.write_text("""<testsuite name="q" tests="6">
            <testcase name="a/A.Good" status="run"/>
            <testcase name="a/A.Bad" status="fail"><failure message=""/></testcase>
            <testcase name="a/A.Skipped" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
            <testcase name="b_NOT_BUILT" status="notrun"><skipped message="Unable to find executable"/></testcase>
            </testsuite>""")
        count = reports.read_junit(self.report)
        self.assertEqual((count.passed, count.failed), (1, 2))
        self.assertEqual(count.notes, ["failed: a/A.Bad", "skipped: a/A.Skipped", "failed: b_NOT_BUILT"])

    def test_vitest(self):
        self.report.write_text(json.dumps({
            "numPassedTests": 2, "numFailedTests": 1,
            "testResults": [
                {"status": "failed", "assertionResults": [
                    {"status": "passed", "fullName": "a"}, {"status": "passed", "fullName": "b"},
                    {"status": "failed", "fullName": "c"}, {"status": "pending", "fullName": "d"}]},
                {"status": "failed", "assertionResults": []}]}))
        count = reports.read_vitest(self.report)
        self.assertEqual((count.passed, count.failed), (2, 2), "a file that cannot be loaded is a failed test")
        self.assertEqual(count.notes, ["failed: c", "skipped: d"])

    def test_playwright(self):
        error = {"message": "\x1b[31mError\x1b[39m: no card\n\n  at line 3\n" + "x" * 2000}
        spec = {"title": "wins", "tests": [{"status": "unexpected", "results": [{"error": error}]}]}
        self.report.write_text(json.dumps({
            "stats": {"expected": 5, "flaky": 1, "unexpected": 1, "skipped": 0}, "errors": [],
            "suites": [{"title": "a.spec.ts", "specs": [], "suites": [{"title": "table", "specs": [spec]}]}]}))
        count = reports.read_playwright(self.report)
        self.assertEqual((count.passed, count.failed), (6, 1))
        self.assertEqual(len(count.notes), 1)
        self.assertTrue(count.notes[0].startswith("failed: a.spec.ts › table › wins — Error: no card | at line 3 | xx"))
        self.assertLess(len(count.notes[0]), 1100)

    def test_no_report_is_a_failed_step(self):
        for read in (reports.read_junit, reports.read_vitest, reports.read_playwright):
            with self.assertRaises(reports.StepFailed):
                read(self.report)
            self.report.write_text("{")
            with self.assertRaises(reports.StepFailed):
                read(self.report)
            self.report.unlink()

    def test_a_bad_end_without_a_failed_test_is_one(self):
        self.assertEqual(reports.complete(reports.Count(3, 0), 1).failed, 1)
        self.assertEqual(reports.complete(reports.Count(3, 1), 1).failed, 1)
        self.assertEqual(reports.complete(reports.Count(3, 0), 0).failed, 0)
        with self.assertRaises(reports.StepFailed):
            reports.complete(reports.Count(), 0)


class Steps(unittest.TestCase):
    def setUp(self):
        self.addCleanup(setattr, running, "LOGS", running.LOGS)
        running.LOGS = running.ROOT / "build" / "test-logs" / "driver-test"
        running.LOGS.mkdir(parents=True, exist_ok=True)

    def run_steps(self, *steps: "running.Step") -> tuple["reports.Count", str]:
        options = argparse.Namespace(full=False, volume=1.0, lanes=2)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            count = running.Runner(list(steps), options).run()
        return count, printed.getvalue()

    def test_sums_up(self):
        count, _ = self.run_steps(running.Step("a", "", lambda run: reports.Count(3, 1)),
                                  running.Step("b", "", lambda run: reports.Count(4, 0)))
        self.assertEqual((count.passed, count.failed), (7, 1))

    def test_what_goes_wrong_is_a_failed_test(self):
        def raises(run):
            raise ValueError("oh")
        count, printed = self.run_steps(
            running.Step("raises", "", raises),
            running.Step("must", "", lambda run: run.must("false")),
            running.Step("missing", "", lambda run: run.must("no-such-program")),
            running.Step("needs", "", lambda run: reports.Count(1, 0), ("must",)),
            running.Step("needs-needs", "", lambda run: reports.Count(1, 0), ("needs",)))
        self.assertEqual((count.passed, count.failed), (0, 5))
        self.assertIn("ValueError: oh", printed)
        self.assertEqual(len(re.findall("not run: what it needs has failed", printed)), 2)

    def test_what_takes_too_long_is_ended_with_all_its_children(self):
        mark = running.LOGS / "mark"
        mark.unlink(missing_ok=True)
        begin = time.monotonic()
        count, printed = self.run_steps(running.Step(
            "hangs", "", lambda run: run.must("bash", "-c", f"(sleep 3; touch {mark}) & sleep 60"), minutes=0.01))
        self.assertEqual((count.passed, count.failed), (0, 1))
        self.assertIn("took too long", printed)
        self.assertLess(time.monotonic() - begin, 3)
        time.sleep(max(0.0, begin + 4 - time.monotonic()))
        self.assertFalse(mark.exists())

    def test_output_is_in_the_log_and_shown_of_a_failed_step(self):
        _, printed = self.run_steps(running.Step("says", "", lambda run: run.check("bash", "-c", "echo hello; exit 1")))
        self.assertIn("| hello\n", printed)
        self.assertIn("hello\n", (running.LOGS / "says.log").read_text())

    def test_failures_are_printed_before_what_was_skipped(self):
        _, printed = self.run_steps(running.Step("a", "", lambda run: reports.Count(1, 1, ["skipped: x", "failed: y"])))
        self.assertLess(printed.index("failed: y"), printed.index("skipped: x"))

    def test_every_need_is_a_step(self):
        names = {step.name for step in steps.STEPS}
        self.assertEqual({need for step in steps.STEPS for need in step.needs} - names, set())
        self.assertEqual(len(names), len(steps.STEPS))


class RunScript(unittest.TestCase):
    """Runs ./run with a program that only prints how it was called, and with builds that do nothing."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, text in (
                ("tools/packages.sh", "packages_install() { :; }\n"),
                ("tools/build.sh", "build_preset() { :; }\nweb_packages() { :; }\nweb_build() { :; }\n"),
                ("build/release/quincunx", "#!/bin/sh\necho \"$@\"\n")):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        shutil.copy(running.ROOT / "run", self.folder)

    def start(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.folder / "run", "--no-browser", *words], capture_output=True, text=True)

    def test_serves_at_host_and_port(self):
        for words, host, port in (([], "127.0.0.1", "8080"), (["--host", "0.0.0.0"], "0.0.0.0", "8080"),
                                  (["--port=0", "--host=::1"], "::1", "0")):
            done = self.start(*words)
            self.assertEqual((done.returncode, done.stdout), (0, f"serve --port {port} --host {host}\n"), words)

    def test_bad_use(self):
        for words, why in ((["--host", ""], "--host takes an address"), (["--host="], "--host takes an address"),
                           (["--host"], "--host needs a value"), (["--port="], "--port takes a number"),
                           (["--port", "65536"], "--port takes a number"), (["--port", "08080"], "--port takes a number"),
                           (["--port=010"], "--port takes a number"), (["--port", "00080"], "--port takes a number"),
                           (["--port", "00"], "--port takes a number"), (["--nosuch"], "unknown option --nosuch")):
            done = self.start(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(f"run: {why}", done.stderr)


if __name__ == "__main__":
    unittest.main()
