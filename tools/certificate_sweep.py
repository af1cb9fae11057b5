#!/usr/bin/env python3
"""Makes certificates of lost deals or positions, has quincunx-check check each, and says how many fit the limits. Needs
a built tree (the release preset).

    tools/certificate_sweep.py deals carthage 1000001 100 --time 20          # the first 100 lost deals from a number on
    tools/certificate_sweep.py deals carthage 1000001 100 --fit              # as many as it takes for 100 certificates
    tools/certificate_sweep.py positions gloucestershire 125                 # lost positions in four classes
    tools/certificate_sweep.py again FILE --time 600                         # those of --lines FILE that did not fit

One line for each class: how many were tried and how many fit, and of those the states, bytes and seconds of processor
time. --lines FILE adds a line of JSON for each loss, so that nothing is lost if the sweep is stopped.

Lost positions are rare where few cards are out. The sweep takes them from three sources, drawn by lot: random endgames,
half of them with the low cards buried, or in Carthage with every card blocked; games that the novice or instant
answers lose, at a random ply; and lost positions of the class above, of which it puts cards on the foundations,
wherever they lay, for as long as they stay lost. Each one found begins a chain of ten: from one to the next, up to four
times two cards that are out are exchanged, if the position stays lost.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / os.environ.get("QUINCUNX_BUILD", "build/release")
sys.path.insert(0, str(ROOT / "tests"))
from endgames import blocked, buried, endgame, exchanged, sent_home  # noqa: E402

# Cards still out, in four classes of about equal size.
CLASSES = {52: ((1, 13), (14, 26), (27, 39), (40, 48)), 104: ((1, 26), (27, 52), (53, 78), (79, 104))}
MOST_IN_A_CHAIN = 10
CHANGES = 4  # between two positions of a chain
FIRST_GAME = 9_000_001
MOST_PLIES = 10  # looked at in a game
MOST_TRIES = 120  # at making a lost position smaller


def cpu_of(command):
    """The finished process, and the processor time that it took."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = os.times()
    return done, after.children_user + after.children_system - before.children_user - before.children_system


def cpu_so_far():
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system


class Tally:
    def __init__(self, options, folder):
        self.options = options
        self.folder = Path(folder)
        self.entries = []

    @property
    def fit(self):
        return [entry for entry in self.entries if "states" in entry]

    def certify(self, subject, name, **more):
        """Certifies a loss and checks the certificate; ends the sweep if the checker refuses it."""
        file = self.folder / "lost.cert"
        made, making = cpu_of([BUILD / "quincunx", "solve", subject, "--nodes", "1", "--certify", file, "--force",
                               "--certify-time", str(self.options.time), "--certify-memory", self.options.memory,
                               *self.options.extra])
        entry = {"name": name, "plain": bool(self.options.extra), "limit": self.options.time, "made": round(making, 2), **more}
        if made.returncode == 2 and "no certificate within" in made.stderr:
            entry["failed"] = made.stderr.strip().split(": ", 2)[-1]
        elif made.returncode != 1:
            sys.exit(f"{name}: {made.stdout}{made.stderr}")
        else:
            answer, checking = cpu_of([BUILD / "quincunx-check", file])
            if answer.returncode != 0:
                sys.exit(f"{name} is not accepted: {answer.stdout}{answer.stderr}")
            entry |= {"states": int(answer.stdout.split("\nstates ")[1].split(",")[0]), "bytes": file.stat().st_size,
                      "checked": round(checking, 2)}
        self.entries.append(entry)
        if self.options.lines:
            with open(self.options.lines, "a") as lines:
                lines.write(json.dumps(entry) + "\n")

    def line(self, name):
        fit = self.fit
        text = f"{name}: {len(self.entries)} lost, {len(fit)} fit"
        if fit:
            text += "; " + ", ".join(f"{what} median {statistics.median(values):,.0f} max {max(values):,.0f}" for what, values in
                                     ((what, [entry[what] for entry in fit]) for what in ("states", "bytes")))
            making, checking = (sum(entry[what] for entry in fit) for what in ("made", "checked"))
            text += f"; {making:.1f} s to make, {checking:.1f} s to check"
        return text


def is_lost(subject, seconds):
    done, _ = cpu_of([BUILD / "quincunx", "solve", subject, "--time", str(seconds)])
    return "unwinnable" in done.stdout


def deals(options, folder):
    tally = Tally(options, folder)
    number, wanted = options.first, options.count
    verdicts = {}
    if options.verdicts:
        for line in options.verdicts.read_text().splitlines()[1:]:
            known = json.loads(line)
            verdicts[known["deal"]] = known["verdict"]
    while len(tally.fit if options.fit else tally.entries) < wanted:
        deal = f"{options.game}#{number}"
        if verdicts.get(deal) == "unwinnable" or (deal not in verdicts and is_lost(deal, 2)):
            tally.certify(deal, deal)
        number += 1
    print(tally.line(f"{options.game} up to {number - 1}"), flush=True)


class LostPositions:
    """Lost positions of a game, found as the docstring of this file says."""

    def __init__(self, options, path):
        self.options = options
        self.path = path
        self.rng = random.Random(options.seed)
        self.asked = 0
        self.larger = []  # lost ones of the class above
        self.known = [json.loads(line) for line in options.known.read_text().splitlines()] if options.known else []

    def lost(self, lines):
        self.asked += 1
        self.path.write_text("\n".join(lines) + "\n")
        return is_lost(self.path, self.options.search)

    def first(self, low, high):
        """A lost position with so many cards out, or None."""
        source = self.rng.choice(["endgame", "game"] + ["smaller"] * bool(self.larger))
        if source == "smaller":
            return self.smaller(self.rng.choice(self.larger), self.rng.randint(low, high))
        lines = self.from_game(low, high) if source == "game" else self.from_endgame(self.rng.randint(low, high))
        return lines if lines and self.lost(lines) else None

    def from_endgame(self, left):
        lines = endgame(self.rng, self.options.game, left)
        if self.rng.random() < 0.5:
            lines = blocked(self.rng, self.options.game, left) if self.options.game.startswith("carthage") else buried(self.rng, lines)
        return lines

    def from_game(self, low, high):
        """A position with so many cards out from a random ply of a game of the novice or by instant answers, or None. Late plies
        are more likely."""
        deal = f"{self.options.game}#{self.rng.randrange(FIRST_GAME, FIRST_GAME + 1_000_000)}"
        player = self.rng.choice(["novice", "instant"])
        subprocess.run([BUILD / "quincunx-lab", "fair", deal, "--player", player, "--out", self.path.parent, "--force"],
                       stdout=subprocess.DEVNULL, check=True)
        record = self.path.parent / f"{deal.replace('#', '-')}.pat"
        head, moves = record.read_text().split("\nmoves\n")
        moves = moves.split("\nresult ")[0].removesuffix("end\n").split()
        record.unlink()
        for _ in range(MOST_PLIES):
            ply = max(self.rng.randint(0, len(moves)) for _ in range(2))
            text = "\n".join([head, "moves", *moves[:ply], "end", ""])
            shown = subprocess.run([BUILD / "quincunx", "show", "-", "--all"], input=text, stdout=subprocess.PIPE, text=True, check=True)
            lines = shown.stdout.splitlines()[:-1]  # without the line "status"
            if low <= cards_out(lines) <= high:
                return lines
        return None

    def smaller(self, lines, wanted):
        """Puts cards on foundations for as long as the position stays lost."""
        for _ in range(MOST_TRIES):
            if cards_out(lines) <= wanted:
                return lines
            fewer = lines
            for _ in range(self.rng.randint(1, 3)):
                fewer = sent_home(self.rng, fewer)
            if fewer != lines and self.lost(fewer):
                lines = fewer
        return None

    def chain(self, low, high):
        """Yields None while it looks for a lost position, then lost positions that come from that one."""
        lines = None
        while not lines:
            lines = self.first(low, high)
            if not lines:
                yield None
        for _ in range(MOST_IN_A_CHAIN):
            yield lines
            for _ in range(CHANGES):
                changed = exchanged(self.rng, lines)
                if self.lost(changed):
                    lines = changed

    def known_between(self, low, high):
        return [entry["position"] for entry in self.known if low <= cards_out(entry["position"]) <= high]


def cards_out(lines):
    return sum(word not in ("-", "|") for line in lines if line[0] in "TRWS" for word in line.split()[1:])


def positions(options, folder):
    path = Path(folder) / "position"
    found = LostPositions(options, path)
    for number, (low, high) in reversed(list(enumerate(CLASSES[52 if options.game == "stalactites" else 104], 1))):
        if options.classes and number not in options.classes:
            found.larger = found.known_between(low, high)
            continue
        tally = Tally(options, folder)
        found.asked = 0
        start = cpu_so_far()
        chain = found.chain(low, high)
        here = []
        met = set()
        while len(tally.entries) < options.count and cpu_so_far() - start < options.class_seconds:
            lines = next(chain, "over")
            if lines == "over":
                chain = found.chain(low, high)
            elif lines and tuple(lines) not in met:
                met.add(tuple(lines))
                path.write_text("\n".join(lines) + "\n")
                tally.certify(path, f"{options.game}, {low} to {high} cards out", position=lines)
                here.append(lines)
        print(tally.line(f"{options.game}, {low} to {high} cards out, {found.asked} asked"), flush=True)
        found.larger = here


def again(options, folder):
    """Tries what did not fit; the new lines go to the same file, and the last one about a loss counts."""
    options.lines = options.file
    latest = {}
    for line in options.file.read_text().splitlines():
        entry = json.loads(line)
        latest[json.dumps([entry["name"], entry["plain"], entry.get("position")])] = entry
    tally = Tally(options, folder)
    path = Path(folder) / "position"
    for entry in latest.values():
        if "states" in entry or entry["limit"] >= options.time:
            continue
        options.extra = ["--plain"] if entry["plain"] else []
        more = {}
        if "position" in entry:
            more["position"] = entry["position"]
            path.write_text("\n".join(entry["position"]) + "\n")
        tally.certify(path if more else entry["name"], entry["name"], **more)
    print(tally.line("again"), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--time", type=float, default=600, help="seconds that a certificate may take (600)")
    common.add_argument("--memory", default="2G", help="memory that a certificate may take (2G)")
    common.add_argument("--lines", type=Path, help="add a line of JSON for each loss to this file")
    common.add_argument("--plain", dest="extra", action="store_const", const=["--plain"], default=[])
    of_deals = what.add_parser("deals", parents=[common])
    of_deals.add_argument("game")
    of_deals.add_argument("first", type=int)
    of_deals.add_argument("count", type=int)
    of_deals.add_argument("--fit", action="store_true", help="count certificates, not lost deals")
    of_deals.add_argument("--verdicts", type=Path, help="what quincunx-lab solve --lines wrote, to save the search")
    of_positions = what.add_parser("positions", parents=[common])
    of_positions.add_argument("game")
    of_positions.add_argument("count", type=int, help="how many in each class")
    of_positions.add_argument("--class", dest="classes", type=int, action="append", choices=(1, 2, 3, 4),
                              help="only this class, 1 with the fewest cards out (repeatable)")
    of_positions.add_argument("--known", type=Path, help="lines of an earlier sweep, for lost positions of a class left out")
    of_positions.add_argument("--class-seconds", type=float, default=1e9, help="go to the next class after this processor time")
    of_positions.add_argument("--search", type=float, default=1, help="seconds for the verdict of a position (1)")
    of_positions.add_argument("--seed", type=int, default=1)
    of_again = what.add_parser("again", parents=[common])
    of_again.add_argument("file", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        {"deals": deals, "positions": positions, "again": again}[options.what](options, folder)


if __name__ == "__main__":
    main()
