#!/usr/bin/env python3
"""Makes and checks certificates of many losses, one after another, and says how many fit the limits.

    tools/certificate_sweep.py deals carthage 1000001 100 --time 20          # the first 100 lost deals from a number on
    tools/certificate_sweep.py positions gloucestershire 125 --time 2        # lost endgames in four classes

One line for each class: how many were tried and how many fit, and of those the states, bytes and seconds.
"""
import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
sys.path.insert(0, str(ROOT / "tests"))
from endgames import endgame  # noqa: E402

# Cards still out, in four classes of about equal size.
CLASSES = {52: ((1, 13), (14, 26), (27, 39), (40, 48)), 104: ((1, 26), (27, 52), (53, 78), (79, 104))}


def cpu_of(command):
    """The finished process, and the processor time that it took."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = os.times()
    return done, after.children_user + after.children_system - before.children_user - before.children_system


class Tally:
    def __init__(self, options):
        self.options = options
        self.tried = 0
        self.states, self.bytes, self.made, self.checked = [], [], [], []

    def certify(self, subject, folder):
        """Certifies a loss and checks the certificate; stops the program if the checker refuses it."""
        file = Path(folder) / "lost.cert"
        self.tried += 1
        made, seconds = cpu_of([BUILD / "quincunx", "solve", subject, "--certify", file, "--certify-time",
                                str(self.options.time), "--certify-memory", self.options.memory, *self.options.extra])
        if made.returncode == 2 and "no certificate within" in made.stderr:
            return
        if made.returncode != 1:
            sys.exit(f"{subject}: {made.stdout}{made.stderr}")
        answer, checking = cpu_of([BUILD / "quincunx-check", file])
        if answer.returncode != 0:
            sys.exit(f"{subject} is not accepted: {answer.stdout}{answer.stderr}")
        self.states.append(int(answer.stdout.split("\nstates ")[1].split(",")[0]))
        self.bytes.append(file.stat().st_size)
        self.made.append(seconds)
        self.checked.append(checking)

    def line(self, name):
        fit = len(self.states)
        text = f"{name}: {self.tried} lost, {fit} fit"
        if fit:
            text += "; " + ", ".join(
                f"{what} median {statistics.median(values):,.{digits}f} max {max(values):,.{digits}f}"
                for what, values, digits in (("states", self.states, 0), ("bytes", self.bytes, 0)))
            text += f"; {sum(self.made):.1f} s to make, {sum(self.checked):.1f} s to check"
        return text


def is_lost(subject):
    done, _ = cpu_of([BUILD / "quincunx", "solve", subject, "--time", "2"])
    return "unwinnable" in done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("deals", "positions"))
    parser.add_argument("game")
    parser.add_argument("numbers", type=int, nargs="+", help="deals: first number and how many; positions: how many per class")
    parser.add_argument("--time", type=float, default=600)
    parser.add_argument("--memory", default="2G")
    parser.add_argument("--plain", dest="extra", action="store_const", const=["--plain"], default=[])
    parser.add_argument("--class-seconds", type=float, default=1e9, help="go to the next class after this processor time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "deals":
            tally = Tally(options)
            number, wanted = options.numbers
            while tally.tried < wanted:
                if is_lost(f"{options.game}#{number}"):
                    tally.certify(f"{options.game}#{number}", folder)
                number += 1
            print(tally.line(f"{options.game} up to {number - 1}"), flush=True)
            return
        rng = random.Random(options.seed)
        for low, high in CLASSES[52 if options.game == "stalactites" else 104]:
            tally = Tally(options)
            asked = 0
            start = time.process_time() + os.times().children_user
            while tally.tried < options.numbers[0] and os.times().children_user + time.process_time() - start < options.class_seconds:
                position = Path(folder) / "position"
                position.write_text("\n".join(endgame(rng, options.game, rng.randint(low, high))) + "\n")
                asked += 1
                if is_lost(position):
                    tally.certify(position, folder)
            print(tally.line(f"{options.game}, {low} to {high} cards out, {asked} asked"), flush=True)


if __name__ == "__main__":
    main()
