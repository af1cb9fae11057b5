"""Steps and how they run: two at a time, each as soon as what it needs is there."""
from __future__ import annotations

import argparse
import dataclasses
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from testing.reports import Count, StepFailed

ROOT = Path(__file__).resolve().parent.parent.parent
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
