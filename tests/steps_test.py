"""tools/step.py: what a step of ./test that hangs is, and that nothing outlives a step."""
import io
import os
import re
import signal
import subprocess
import sys
import time
import unittest.mock
from pathlib import Path

import step
from builds import InFolder, ROOT

# The limits are those of step.py but for their size.
LIMITED = """
import sys
sys.path.insert(0, {tools!r})
import step
step.LOOK, step.ASLEEP, step.SILENT, step.WANTED = 0.1, {asleep}, {silent}, {wanted}
sys.exit(step.main("5", "check", "tried", *sys.argv[1:]))
"""


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Steps(InFolder):
    def setUp(self):
        super().setUp()
        (self.folder / "build/test-logs").mkdir(parents=True)

    def start(self, script: str, asleep: float = 60, silent: float = 60, wanted: float = 0.05) -> subprocess.Popen:
        limited = LIMITED.format(tools=str(ROOT / "tools"), asleep=asleep, silent=silent, wanted=wanted)
        return subprocess.Popen([sys.executable, "-c", limited, "bash", "-c", script], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE)

    def run_step(self, script: str, **limits: float) -> tuple[int, str]:
        process = self.start(script, **limits)
        said = process.communicate()[0]
        return process.returncode, said

    def log(self) -> str:
        return (self.folder / "build/test-logs/tried.log").read_text()

    def noted(self, name: str) -> int:
        """A number that a script writes into a file."""
        while True:
            try:
                return int((self.folder / name).read_text())
            except (OSError, ValueError):
                time.sleep(0.01)

    def test_passes_and_fails_with_its_command(self):
        status, said = self.run_step("echo words")
        self.assertEqual(status, 0)
        self.assertRegex(said, r"^ok     tried              1 passed, 0 failed  \(\d+ s, \d+ s of processor time\)\n$")
        self.assertIn("words", self.log())
        status, said = self.run_step("echo words; exit 3")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"(?s)FAILED tried .* ended with status 3\n.*\| words\n")
        self.assertRegex(self.run_step("kill -SEGV $$")[1], "was killed by signal 11")

    def test_ends_what_sleeps_for_ever_and_says_what_was_there(self):
        status, said = self.run_step("echo words; sleep 1234; true", asleep=0.5)
        self.assertEqual(status, 1)
        self.assertRegex(said, r"FAILED tried .*\n +hung: it wanted no processor and wrote nothing")
        self.assertRegex(self.log(), r"(?s)words\n.*these processes were there:\n.*\n +\d+ below \d+, S: sleep 1234")

    def test_ends_what_turns_round_for_ever(self):
        status, said = self.run_step("echo words; while :; do :; done", silent=1)
        self.assertEqual(status, 1)
        self.assertRegex(said, r"FAILED tried .*\n +hung: it wrote nothing while it used")
        self.assertRegex(self.log(), "words")

    def test_leaves_what_writes_computes_or_waits_for_a_processor(self):
        writes = "for ((i = 0; i < 15; ++i)); do echo $i; sleep 0.1; done"
        computes = "end=$((SECONDS + 2)); while ((SECONDS < end)); do :; done"
        for script in (writes, computes):
            self.assertEqual(self.run_step(script, asleep=0.8)[0], 0, script)
        # It has much less than half of a processor beside another process, but wants more.
        one = min(os.sched_getaffinity(0))
        hog = subprocess.Popen(["taskset", "-c", str(one), sys.executable, "-c", "while True: pass"])
        self.addCleanup(hog.wait)
        self.addCleanup(hog.kill)
        starved = f"exec taskset -c {one} bash -c '{computes}'"
        self.assertEqual(self.run_step(starved, asleep=0.8, wanted=0.7)[0], 0)

    def test_a_process_that_ends_while_it_is_looked_at_is_no_fault(self):
        ended = subprocess.Popen(["true"])
        ended.wait()
        with unittest.mock.patch.object(Path, "is_dir", lambda _: True):  # it was, a moment before
            self.assertEqual(step.Usage({ended.pid: ["S"] + ["0"] * 20}).waited, {})
        said = io.BytesIO()
        with unittest.mock.patch.object(step, "processes", lambda: {ended.pid: ["S", "1"]}):
            step.say_why(said, "why")
        self.assertIn(f"{ended.pid} below 1, S: has just ended", said.getvalue().decode())

    def test_nothing_outlives_a_step(self):
        detached = "(setsid sleep 1000 & echo $! >child); "
        self.assertEqual(self.run_step(detached)[0], 0)
        self.assertFalse(alive(self.noted("child")))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            (self.folder / "child").unlink()
            process = self.start(detached + "sleep 1000")
            child = self.noted("child")
            process.send_signal(number)
            self.assertEqual(process.wait(), 130)
            process.stdout.close()
            self.assertFalse(alive(child), number)

    def test_a_step_ends_with_the_make_that_runs_it(self):
        (self.folder / "step").write_text(LIMITED.format(tools=str(ROOT / "tools"), asleep=60, silent=60, wanted=0.05))
        (self.folder / "Makefile").write_text(f"all:\n\t@exec {sys.executable} step bash -c 'echo $$$$ >child; sleep 1000; true'\n")
        make = subprocess.Popen(["make"], cwd=self.folder)
        child = self.noted("child")
        make.kill()
        make.wait()
        while alive(child):
            time.sleep(0.01)


class Total(InFolder):
    def test_what_was_not_run_has_failed(self):
        (self.folder / "build/test-logs").mkdir(parents=True)
        self.file("build/test-logs/one.count", "7 0 30")
        for steps, status, total in ((["one"], 0, "7 passed, 0 failed"), (["one", "two"], 1, "7 passed, 1 failed")):
            done = subprocess.run([sys.executable, ROOT / "tools/junit_sum.py", "0", "61", *steps], cwd=self.folder,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, status)
            self.assertEqual(done.stdout.splitlines()[-1], total)
            self.assertRegex(done.stdout, re.compile(rf"^{len(steps)} steps in 1 min 1 s, 30 s of processor time$", re.M))
