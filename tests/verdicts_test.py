"""The solver's verdicts along the border between won and lost, compared with a brute force that shares no code with it,
and with the laws of verdicts: a short hunt with the program verdict_hunt, identical in every run.

QUINCUNX_VOLUME scales the number of walks, of which each kind starts one at least; QUINCUNX_WALKS sets it: 1,000 walks
check some 200,000 endgames.
"""
import json
import os
import subprocess
import time
import unittest

import pytest

import verdict_hunt
from builds import LONG, PROGRAMS, VOLUME

PROGRAM = PROGRAMS / "verdict_hunt"
WALKS = int(os.environ.get("QUINCUNX_WALKS", max(8, round(8 * VOLUME))))
# Listed on purpose: a game that the hunt leaves out must be noticed.
REAL = ["carthage", "carthage-strict", "gargantua", "gargantua-classic", "gloucestershire", "grandfather", "grandfather-classic",
        "stalactites"]


@pytest.mark.full
class Verdicts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run([PROGRAM, "--walks", str(WALKS), "--most", "5"], stdout=subprocess.PIPE, text=True, check=False)
        lines = done.stdout.splitlines()
        cls.status = done.returncode
        cls.counts = [json.loads(line) for line in lines if line.startswith("{")]
        cls.found = "\n".join(line for line in lines if not line.startswith("{"))

    def sum(self, key: str) -> int:
        return sum(count[key] for count in self.counts)

    def test_nothing_contradicts_a_verdict(self):
        self.assertEqual((self.status, self.found), (0, ""))

    @unittest.skipIf(WALKS < 8, "too few walks for each to start one")
    def test_every_rule_value_takes_part(self):
        taken = {count["rules"]: count for count in self.counts}
        for rules in REAL:
            self.assertIn(rules, taken)
        for rules, count in taken.items():
            self.assertGreater(count["walks"], 0, rules)
            self.assertGreater(count["won"] + count["lost"], 100, rules)

    def test_the_brute_force_decides_nearly_all_it_is_asked(self):
        self.assertGreater(self.sum("judged_lost"), 6 * len(self.counts) * min(8, WALKS))
        self.assertLess(self.sum("undecided"), 0.05 * (self.sum("judged_lost") + self.sum("judged_won")))

    def test_all_laws_are_asked(self):
        for key in ("crossings", "judged_won", "plain_lost", "children", "on_lines", "limited"):
            self.assertGreater(self.sum(key), 0, key)


@pytest.mark.full
class SecondHunt(unittest.TestCase):
    """Verdicts compared with each other alone."""

    def test_verdicts_agree_with_each_other(self):
        done = subprocess.run([PROGRAM, "--walks", str(max(1, WALKS // 8)), "--most", "5", "--second", "1"],
                              stdout=subprocess.PIPE, text=True, check=False)
        lines = done.stdout.splitlines()
        self.assertEqual((done.returncode, [line for line in lines if not line.startswith("{")]), (0, []))
        counts = [json.loads(line) for line in lines]
        for key in ("crossings", "children", "on_lines", "parents", "kin"):
            self.assertGreater(sum(count[key] for count in counts), 100 if key == "kin" else 0, key)
        self.assertEqual(sum(count["judged_lost"] + count["plain_lost"] for count in counts), 0)


class Mutants(unittest.TestCase):
    def test_each_can_still_be_made(self):
        """The code that a mutant changes must be there as written, or the hunt could no longer be tested."""
        listed = verdict_hunt.listed_mutants()
        for mutant in listed.MUTANTS + listed.GENERAL:
            with self.subTest(mutant=mutant["name"]):
                verdict_hunt.replaced([(1, mutant)])
        self.assertLessEqual(listed.NOT_FOUND | listed.FIRST_ONLY, {mutant["name"] for mutant in listed.MUTANTS})


@pytest.mark.full
class Usage(unittest.TestCase):
    def test_a_signal_ends_it_with_its_counts(self):
        seconds, fewest = 0.5, 0
        while not fewest:  # slow machines need longer for the first
            run = subprocess.Popen([PROGRAM, "--seconds", str(LONG), "--only", "stalactites"], stdout=subprocess.PIPE, text=True)
            time.sleep(seconds)
            run.terminate()
            output, _ = run.communicate(timeout=LONG)
            self.assertEqual(run.returncode, 0)
            self.assertEqual(len(output.splitlines()), 4)
            fewest, seconds = min(json.loads(line)["walks"] for line in output.splitlines()), 2 * seconds

    def test_bad_use(self):
        for words in ([], ["--walks"], ["--walks", "x"], ["--walks", "1", "--seconds", "1"], ["--walks", "1", "--most", "0"],
                      ["--walks", "1", "--only", "no such rules"], ["--bogus", "1"], ["--walks", "1", "--positions", "1"]):
            with self.subTest(words=words):
                done = subprocess.run([PROGRAM, *words], capture_output=True, check=False)
                self.assertEqual(done.returncode, 2)
