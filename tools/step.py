#!/usr/bin/env python3
"""Runs a step of ./test (tools/test.mk) with its output in build/test-logs/STEP.log, and says how it went.

usage: step.py NICE KIND STEP COMMAND...

Everything that the command has started ends with it, or with this script. No clock ends a step, since a slow or busy
machine would meet it: a step hangs if it wants no processor and writes nothing for ten minutes, or writes nothing
while it uses half an hour of processor time.
"""
import ctypes
import glob
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import junit_sum

LOOK = 2  # seconds from one look at the processes to the next
ASLEEP = 600  # seconds of looking, not of the clock: the machine may sleep, too
SILENT = 1800 * (10 if os.environ.get("QUINCUNX_FULL") else 1)  # seconds of processor time
WANTED = 0.05  # of one processor; a browser that waits takes less
TICK = os.sysconf("SC_CLK_TCK")
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def processes() -> dict[int, list[str]]:
    """The fields of /proc/PID/stat after the name, of each process below this one, by its number."""
    found = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                found[int(entry.name)] = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
    below, more = {}, {os.getpid()}
    while more:
        more = {one for one, fields in found.items() if int(fields[1]) in more and one not in below}
        below.update((one, found[one]) for one in more)
    return below


class Usage:
    """The processor time of the processes, and how long each thread has waited for a processor, in seconds."""

    def __init__(self, below: dict[int, list[str]]):
        # Their own time, and that of what they have waited for
        self.used = sum(sum(map(int, fields[11:15])) for fields in below.values()) / TICK + sum(os.times()[2:4])
        self.stuck = any(fields[0] == "D" for fields in below.values())  # in a read or a write, say
        self.waited = {}
        for process in below:
            for thread in map(Path, glob.glob(f"/proc/{process}/task/*/schedstat")):  # Path.glob fails if it has ended
                try:
                    self.waited[thread.parent.name] = int(thread.read_text().split()[1]) / 1e9
                except (OSError, IndexError):
                    continue

    def wanted_since(self, before: "Usage") -> float:
        return self.used - before.used + sum(now - before.waited.get(thread, 0) for thread, now in self.waited.items())


def end_all() -> None:
    """Kills whatever is below this process, however it has detached itself, until nothing is left."""
    while below := processes():
        for process in below:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            break
        time.sleep(0.01)


def say_why(log, why: str) -> None:
    log.write(f"\n{why}; these processes were there:\n".encode())
    for process, fields in processes().items():
        try:
            command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ")[:300]
        except OSError:
            command = b"has just ended"
        log.write(f"  {process} below {fields[1]}, {fields[0]}: ".encode() + command + b"\n")


def watch(child: subprocess.Popen, log) -> str:
    """Waits for the command. The reason why it had to be ended, if it hangs."""
    asleep = silent_from = written = 0.0
    before = Usage(processes())
    while True:
        try:
            child.wait(LOOK)
            return ""
        except subprocess.TimeoutExpired:
            now = Usage(processes())
        size = os.fstat(log.fileno()).st_size
        if size != written:
            written, silent_from, asleep = size, now.used, 0
        elif now.stuck or now.wanted_since(before) > WANTED * LOOK:
            asleep = 0
        else:
            asleep += LOOK
        before = now
        if asleep >= ASLEEP:
            return f"hung: it wanted no processor and wrote nothing for {ASLEEP / 60:.0f} minutes"
        if now.used - silent_from >= SILENT:
            return f"hung: it wrote nothing while it used {SILENT / 60:.0f} minutes of processor time"


def start(nice: str, command: list[str], log) -> subprocess.Popen:
    def nicely():
        os.nice(int(nice))
        try:
            # Sessions share the processors as equals, however nice their processes are, where the kernel groups by them.
            Path("/proc/self/autogroup").write_text(nice)
        except OSError:
            pass

    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                            start_new_session=True, preexec_fn=nicely)


def main(nice: str, kind: str, name: str, *command: str) -> int:
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)  # make may be killed

    def interrupted(*_):
        end_all()
        os._exit(130)

    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, interrupted)
    for variable in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        os.environ.pop(variable, None)
    began = time.monotonic()
    with open(f"build/test-logs/{name}.log", "ab", buffering=0) as log:
        log.truncate(0)
        log.write(f"$ {' '.join(command)}\n".encode())
        child = start(nice, list(command), log)
        why = watch(child, log)
        if why:
            say_why(log, why)
    used = Usage(processes()).used
    end_all()
    return junit_sum.step(kind, name, child.returncode, round(time.monotonic() - began), round(used), why)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
