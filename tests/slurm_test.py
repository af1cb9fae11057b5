"""Studies on a cluster: the job script of lab/slurm, with a stand-in for Slurm."""
import os
import re
import signal
import subprocess
import time

from builds import LAB, LONG, ROOT
from commands import MISUSE
from studies import WithFolder

SCRIPT = ROOT / "lab/slurm/study.sbatch"


class Script(WithFolder):
    LIMITS = ["--time", "0", "--nodes", "3000"]
    RANGE = "stalactites#1..300"

    def setUp(self):
        super().setUp()
        (self.folder / "parts").mkdir()
        self.file("scontrol", f"#!/bin/sh\necho \"$@\" >>{self.folder}/requeued\n", 0o755)

    def start(self, task: int, *words, parts: int = 3, deals: str = RANGE, **more) -> subprocess.Popen:
        environment = {**os.environ, "PATH": f'{self.folder}:{os.environ["PATH"]}', "QUINCUNX": str(LAB),
                       "SLURM_ARRAY_TASK_ID": str(task), "SLURM_JOB_ID": f"77{task}", **more}
        return subprocess.Popen([SCRIPT, deals, str(parts), self.folder / "parts", *words], env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_each_task_solves_its_part(self):
        for task in (1, 2, 3, 2):
            said, complained = self.start(task, *self.LIMITS).communicate(timeout=LONG)
            self.assertIn(f"(part {task}/3 of {self.RANGE}), 100 of 100 deals", said, complained)
        self.good("merge", *sorted((self.folder / "parts").iterdir()), "--out", self.folder / "merged")
        whole = self.folder / "whole"
        self.good("lab", "solve", self.RANGE, *self.LIMITS, "--no-times", "--no-solutions", "--lines", whole)
        self.assertEqual((self.folder / "merged").read_bytes(), whole.read_bytes())
        self.assertFalse((self.folder / "requeued").exists())

    def test_limits_are_by_nodes_unless_given(self):
        self.start(1).communicate(timeout=LONG)
        answer = self.good_json("lab", "solve", "--summary", self.folder / "parts/part-1")
        self.assertEqual((answer["seconds"], answer["nodes"]), (None, 10_000_000))

    def test_when_the_time_is_up_it_is_requeued(self):
        for number, requeued in ((signal.SIGTERM, False), (signal.SIGUSR1, True)):
            process = self.start(1, "--time", "0", "--nodes", "100000", deals="carthage#1000001..1900000")
            part = self.folder / "parts/part-1"
            before = part.stat().st_size if part.exists() else 0
            # One more line than before, the header not counted: a deal is done.
            while not part.exists() or part.stat().st_size == before or part.read_bytes().count(b"\n") < 2:
                time.sleep(0.05)
            process.send_signal(number)
            complained = process.communicate(timeout=LONG)[1]
            self.assertEqual(process.returncode, 128 + signal.SIGTERM, complained)
            self.assertIn("continue with --resume", complained)
            self.assertEqual((self.folder / "requeued").exists(), requeued)
            self.assertGreater(self.good_json("lab", "solve", "--summary", part)["done"], 0)
        self.assertEqual((self.folder / "requeued").read_text(), "requeue 771\n")

    def test_what_fails_fails(self):
        for process, why in ((self.start(4, *self.LIMITS), "--part: expected a part"),
                             (self.start(1, "--nosuch"), "there is no option --nosuch"),
                             (self.start(1, deals="nosuch#1..5"), "there is no game"),
                             (self.start(1, SLURM_ARRAY_TASK_ID=""), "usage: sbatch --array=1-PARTS")):
            complained = process.communicate(timeout=LONG)[1]
            self.assertEqual(process.returncode, MISUSE)
            self.assertIn(why, complained)

    def test_the_page_tells_the_whole_way_in_ten_lines(self):
        page = (SCRIPT.parent / "README.md").read_text()
        lines = re.search(r"```sh\n(.*?)```", page, re.DOTALL)[1].splitlines()
        self.assertLessEqual(len(lines), 10)
        self.assertTrue(any(SCRIPT.name in line for line in lines))
        self.assertTrue(any("quincunx-lab merge" in line for line in lines))
