"""Studies on a cluster: the job script of tools/slurm, alone and in a Slurm of one node that the test starts and ends."""
import contextlib
import ctypes
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from builds import PROGRAM
from commands import MISUSE, YES
from studies import WithFolder

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tools/slurm/study.sbatch"
FULL = os.environ.get("QUINCUNX_SLURM") == "full"

CONFIGURATION = """ClusterName=quincunx-test
SlurmctldHost=node(127.0.0.1)
SlurmctldPort={control}
SlurmdPort={daemon}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
MinJobAge=3600
SchedulerParameters=bf_interval=1,sched_interval=1
NodeName=node NodeAddr=127.0.0.1 CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=main Nodes=node Default=YES MaxTime=INFINITE State=UP
"""
# The daemons run in namespaces of their own: in that of processes they end with the first one, whatever happens.
DAEMONS = """set -e
hostname node
munged --foreground --force --key-file="$1/munge/key" --socket="$1/munge/socket" --pid-file="$1/munge/pid" \
    --log-file="$1/munge/log" --seed-file="$1/munge/seed" 2>"$1/munge.log" &
until [[ -S $1/munge/socket ]]; do sleep 0.05; done
slurmctld -D -f "$1/slurm.conf" >"$1/slurmctld.log" 2>&1 &
slurmd -D -f "$1/slurm.conf" >"$1/slurmd.log" 2>&1 &
wait
"""


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def end_with_the_parent():
    """Lets the process that is about to start be killed when this one ends in whatever way."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def processes_of(folder: Path) -> list[str]:
    """The command lines of processes that have something to do with a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            text = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(folder) in text:
                found.append(text)
    return found


class Cluster:
    """A Slurm of one node with two processors."""

    def __init__(self, folder: Path):
        self.folder = folder
        control, daemon = free_ports(2)
        for name in ("munge", "state", "spool"):
            (folder / name).mkdir(mode=0o700)
        key = folder / "munge/key"
        key.write_bytes(random.randbytes(1024))
        key.chmod(0o400)
        (folder / "slurm.conf").write_text(CONFIGURATION.format(folder=folder, control=control, daemon=daemon))
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf"), "QUINCUNX": str(PROGRAM)}

    def __enter__(self):
        self.daemons = subprocess.Popen(
            ["unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c", DAEMONS, "bash",
             self.folder], env=self.environment, preexec_fn=end_with_the_parent)
        try:
            until = time.monotonic() + 60
            while "idle" not in self.ask("sinfo", "-h", "-o", "%t", check=False):
                if self.daemons.poll() is not None or time.monotonic() > until:
                    raise AssertionError("Slurm does not start:\n" + self.logs())
                time.sleep(0.2)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.daemons.kill()
        self.daemons.wait()
        until = time.monotonic() + 10
        while processes_of(self.folder) and time.monotonic() < until:
            time.sleep(0.05)

    def logs(self) -> str:
        return "\n".join(f"{path.name}:\n{path.read_text(errors='replace')[-3000:]}" for path in self.folder.glob("*.log"))

    def ask(self, *words, check: bool = True) -> str:
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=60)
        if check and done.returncode != 0:
            raise AssertionError(f"{words}: {done.stderr}\n{self.logs()}")
        return done.stdout

    def meddle(self, *words):
        """Does something to a task that may have just ended. scancel tries for minutes if it is just beginning."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(words, env=self.environment, capture_output=True, timeout=5)

    def submit(self, tasks: str, *words) -> str:
        return self.ask("sbatch", "--parsable", f"--array={tasks}", "--mem-per-cpu=100M", f"--output={self.folder}/output-%A-%a",
                        SCRIPT, *map(str, words)).strip()

    def tasks(self, *states: str) -> list[str]:
        """The tasks that are not over, as "job_task"."""
        listed = self.ask("squeue", "-h", "-r", "-o", "%F_%K", *(["-t", ",".join(states)] if states else []))
        return listed.split()

    def wait(self, seconds: float = 300):
        until = time.monotonic() + seconds
        while tasks := self.tasks():
            if time.monotonic() > until:
                raise AssertionError(f"these do not end: {tasks}\n{self.ask('squeue')}\n{self.logs()}")
            # Slurm would wait two minutes before it starts a requeued job again.
            for task in self.ask("squeue", "-h", "-r", "-t", "PD", "-o", "%F_%K %r").splitlines():
                name, reason = task.split(maxsplit=1)
                if reason == "BeginTime":
                    self.ask("scontrol", "update", f"JobId={name}", "StartTime=now", check=False)
            time.sleep(0.3)


class WithStudy(WithFolder):
    LIMITS = ["--time", "0", "--nodes", "3000"]

    def whole(self, deals: str) -> bytes:
        path = self.folder / "whole"
        self.good("solve", deals, *self.LIMITS, "--no-times", "--no-solutions", "--lines", path)
        return path.read_bytes()


class Script(WithStudy):
    """The job script with a stand-in for Slurm."""
    RANGE = "stalactites#1..300"

    def setUp(self):
        super().setUp()
        (self.folder / "parts").mkdir()
        stand_in = self.folder / "scontrol"
        stand_in.write_text(f"#!/bin/sh\necho \"$@\" >>{self.folder}/requeued\n")
        stand_in.chmod(0o755)

    def start(self, task: int, *words, parts: int = 3, deals: str = RANGE, **more) -> subprocess.Popen:
        environment = {**os.environ, "PATH": f'{self.folder}:{os.environ["PATH"]}', "QUINCUNX": str(PROGRAM),
                       "SLURM_ARRAY_TASK_ID": str(task), "SLURM_JOB_ID": f"77{task}", **more}
        return subprocess.Popen([SCRIPT, deals, str(parts), self.folder / "parts", *words], env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_each_task_solves_its_part(self):
        for task in (1, 2, 3, 2):
            said, complained = self.start(task, *self.LIMITS).communicate(timeout=60)
            self.assertIn(f"(part {task}/3 of {self.RANGE}), 100 of 100 deals", said, complained)
        self.good("merge", *sorted((self.folder / "parts").iterdir()), "--out", self.folder / "merged")
        self.assertEqual((self.folder / "merged").read_bytes(), self.whole(self.RANGE))
        self.assertFalse((self.folder / "requeued").exists())

    def test_limits_are_by_nodes_unless_given(self):
        self.start(1).communicate(timeout=60)
        answer = self.good_json("solve", "--summary", self.folder / "parts/part-1")
        self.assertEqual((answer["seconds"], answer["nodes"]), (None, 10_000_000))

    def test_when_the_time_is_up_it_is_requeued(self):
        for number, requeued in ((signal.SIGTERM, False), (signal.SIGUSR1, True)):
            process = self.start(1, "--time", "0", "--nodes", "100000", deals="carthage#1000001..1900000")
            part = self.folder / "parts/part-1"
            while not part.exists() or part.stat().st_size == 0:
                time.sleep(0.05)
            time.sleep(0.5)
            process.send_signal(number)
            complained = process.communicate(timeout=30)[1]
            self.assertEqual(process.returncode, 128 + signal.SIGTERM, complained)
            self.assertIn("continue with --resume", complained)
            self.assertEqual((self.folder / "requeued").exists(), requeued)
            self.assertGreater(self.good_json("solve", "--summary", part)["done"], 0)
        self.assertEqual((self.folder / "requeued").read_text(), "requeue 771\n")

    def test_what_fails_fails(self):
        for process, why in ((self.start(4, *self.LIMITS), "--part: expected a part"),
                             (self.start(1, "--nosuch"), "there is no option --nosuch"),
                             (self.start(1, deals="nosuch#1..5"), "there is no game"),
                             (self.start(1, SLURM_ARRAY_TASK_ID=""), "usage: sbatch --array=1-PARTS")):
            complained = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, MISUSE)
            self.assertIn(why, complained)

    def test_the_page_tells_the_whole_way_in_ten_lines(self):
        page = (SCRIPT.parent / "README.md").read_text()
        lines = re.search(r"```sh\n(.*?)```", page, re.DOTALL)[1].splitlines()
        self.assertLessEqual(len(lines), 10)
        self.assertTrue(any(SCRIPT.name in line for line in lines))
        self.assertTrue(any("quincunx merge" in line for line in lines))


@unittest.skipUnless(FULL, "only with QUINCUNX_SLURM=full, which ./test --full sets")
@unittest.skipUnless(os.geteuid() == 0, "only root can start a Slurm in namespaces of its own")
class RealSlurm(WithStudy):
    PARTS = 50
    RANGE = "stalactites#1000001..2200000"

    def setUp(self):
        super().setUp()
        self.place = Path(tempfile.mkdtemp(prefix="quincunx-slurm-"))
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)
        self.addCleanup(lambda: self.assertEqual(processes_of(self.place), [], "daemons are left"))
        self.study = self.folder / "study"
        self.study.mkdir()

    def resumed(self, output: str) -> bool:
        """Whether a task has finished a part that it had not begun."""
        ended = re.search(r" (\d+) of \1 deals,(?:.*\n)*?this run: (\d+) deals", output)
        return bool(ended) and 0 < int(ended[2]) < int(ended[1])

    def redo(self, cluster: Cluster, parts: list[Path]) -> bool:
        """Merges; if that is refused, submits what the message names, once damaged files are deleted."""
        done = subprocess.run([PROGRAM, "merge", *parts, "--out", self.folder / "merged"], capture_output=True, text=True)
        if done.returncode == YES:
            return True
        self.assertEqual(done.returncode, MISUSE)
        for name in re.findall(r"^  (\S+): (?:header|block \d+): ", done.stderr, re.MULTILINE):
            Path(name).unlink()
        again = re.search(r"^solve again: (\S+);", done.stderr, re.MULTILINE)
        self.assertIsNotNone(again, done.stderr)
        cluster.submit(again[1], self.RANGE, self.PARTS, self.study, *self.LIMITS)
        cluster.wait()
        return False

    def test_an_array_with_everything_that_happens_on_a_cluster(self):
        seed = int(os.environ.get("QUINCUNX_SEED", time.time_ns()))
        with self.subTest(seed=seed):
            self.survive(random.Random(seed))

    def survive(self, chance: random.Random):
        done = {"requeued": 0, "cancelled": 0, "killed": 0, "out of time": 0}
        with Cluster(self.place) as cluster:
            words = (self.RANGE, self.PARTS, self.study, *self.LIMITS)
            cluster.submit(f"1-{self.PARTS}", *words)
            cluster.submit("1-50:7", *words)  # some parts a second time, at the same time
            kinds = sorted(done) * 8
            chance.shuffle(kinds)
            for kind in kinds:
                time.sleep(chance.uniform(0.1, 1.2))
                running = cluster.tasks("R")
                if not running:
                    continue
                task = chance.choice(running)
                if kind == "requeued":
                    cluster.meddle("scontrol", "requeue", task)
                elif kind == "cancelled":
                    cluster.meddle("scancel", task)
                elif kind == "out of time":  # as Slurm does a minute before the limit
                    cluster.meddle("scancel", "--batch", "--signal=USR1", task)
                else:
                    cluster.meddle("scancel", "--full", "--signal=KILL", task)
                done[kind] += 1
            cluster.wait()
            self.assertGreater(min(done.values()), 0, done)

            parts = sorted(self.study.iterdir())
            damaged = parts[chance.randrange(len(parts))]
            content = bytearray(damaged.read_bytes())
            content[chance.randrange(200, len(content))] ^= 0x55
            damaged.write_bytes(content)
            rounds = 0
            while not self.redo(cluster, sorted(self.study.iterdir())):
                rounds += 1
                self.assertLess(rounds, 4, "what was named is solved again, and then all is well")
            self.assertGreater(rounds, 0)
            resumed = sum(self.resumed(path.read_text()) for path in self.place.glob("output-*"))
            self.assertGreater(resumed, 0, "a task has continued what another one left")
            print(f"{done}, {resumed} tasks resumed, {rounds} more rounds", file=sys.stderr)
        self.assertEqual((self.folder / "merged").read_bytes(), self.whole(self.RANGE))

    def test_nothing_is_left_when_the_test_is_killed(self):
        code = ("import sys, time; sys.path.insert(0, 'tests'); from pathlib import Path; from slurm_test import Cluster\n"
                f"with Cluster(Path({str(self.place)!r})): print('up', flush=True); time.sleep(60)")
        with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(process.stdout.readline(), "up\n")
            self.assertGreaterEqual(len(processes_of(self.place)), 3)
            process.kill()
        until = time.monotonic() + 10
        while processes_of(self.place) and time.monotonic() < until:
            time.sleep(0.1)
        self.assertEqual(processes_of(self.place), [])


if __name__ == "__main__":
    unittest.main()
