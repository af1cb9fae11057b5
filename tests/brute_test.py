"""The brute force (tests/brute) against the reference engine: they were written separately from the same rules pages.

Both list the same moves and reach the same positions, in random games and in endgames; every win found by the brute
force replays in the reference engine, and positions that it calls lost are searched exhaustively there.
"""
import random
import subprocess
import unittest

import pytest

from any_search import can_be_won
from builds import PROGRAMS, VOLUME
from endgames import RANKS, SUITS, endgame, lines as position_lines
from games import GAMES, from_deal, from_position
from setups import homeward
from table import NotationError, Refused

PROGRAM = PROGRAMS / "brute_force"

# The numbers of cards left: few enough to be solved, and enough for losses to occur. As in the brute force itself, each
# game is deliberately treated separately.
LEFT = {"gargantua": (6, 12, 16), "gargantua-classic": (6, 12, 16), "grandfather": (6, 10, 14, 26),
        "grandfather-classic": (4, 8, 12, 26), "gloucestershire": (8, 30, 60), "stalactites": (10, 20, 40),
        "carthage": (10, 40, 70), "carthage-strict": (10, 30, 40)}


def text(lines):
    return "\n".join(lines) + "\n"


def up(suit, height=13):
    """The cards of a suit from the ace."""
    return [rank + suit for rank in RANKS[:height]]


def run(command, texts, *options):
    """The program's answers for the positions: lines, or for `play` whole positions."""
    said = subprocess.run([PROGRAM, command, *options], input="".join(texts), check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    if command != "play":
        return said.splitlines()
    answers = []
    for line in said.splitlines():
        if line.startswith(("game ", "error ")):
            answers.append([])
        answers[-1].append(line)
    return answers


def read(lines):
    """The table, or None if it is refused."""
    try:
        return from_position(lines)
    except Refused:
        return None


def any_move(rng, table):
    """A move that may well be refused: its piles are chosen at random."""
    if rng.random() < 0.05:
        return rng.choice(["draw", "redeal", "by1", "by2"])
    sources = [(f"T{n}", pile) for n, pile in enumerate(table.tableau, 1) if pile]
    sources += [(f"R{n}", pile) for n, pile in enumerate(table.reserve, 1) if pile]
    if table.waste:
        sources.append(("W", table.waste))
    if not sources:
        return "draw"
    source, pile = rng.choice(sources)
    if source[0] == "R" and table.game == "gloucestershire":
        source += "@" + rng.choice(pile)
    if rng.random() < 0.4:
        return f"{source}>F{rng.randrange(len(table.foundations)) + 1}"
    if table.reserve and rng.random() < 0.3:
        return f"{source}>R{rng.randrange(len(table.reserve)) + 1}"
    spaces = [n for n, pile in enumerate(table.tableau) if not pile]
    to = rng.choice(spaces) if spaces and rng.random() < 0.5 else rng.randrange(len(table.tableau))
    count = rng.choice([1, 1, 1, 2, 3, min(len(pile), 13)])
    return f"{source}>T{to + 1}" + (f"*{count}" if count > 1 and source[0] == "T" else "")


def accepted(table, move):
    try:
        return table.accepts(move)
    except NotationError:
        return False


def squandered(rng, game):
    """A game that runs through the stock as fast as possible and plays senselessly, so that Carthage is soon lost."""
    table = from_deal(f"{game}#{rng.randrange(32_000, 2**32)}")
    for _ in range(rng.randrange(20, 120)):
        listed = table.listed()
        if not listed:
            break
        table.play("draw" if "draw" in listed and rng.random() < 0.8 else rng.choice(listed))
    return table


class BruteForce(unittest.TestCase):
    def compare(self, rng, tables):
        """The listed moves, a position after a listed move, and which random moves are accepted."""
        texts = [text(table.position()) for table in tables]
        lists = [sorted(table.listed()) for table in tables]
        for said, listed, position in zip(run("moves", texts), lists, texts, strict=True):
            self.assertEqual(said.split(), listed, position)
        asked, expected = [], []
        for table, position, listed in zip(tables, texts, lists):
            for move in [any_move(rng, table), *([rng.choice(listed)] if listed else [])]:
                asked.append(f"{position}moves {move}\n")
                after = table.copy()
                if accepted(table, move):
                    after.play(move)
                    expected.append(after.position())
                else:
                    expected.append([f"error {move} is not accepted"])
        for said, wanted, question in zip(run("play", asked), expected, asked, strict=True):
            self.assertEqual(said, wanted, question)
        return sum(answer[0].startswith("game") for answer in expected)

    def test_games_at_random(self):
        for game in GAMES:
            with self.subTest(game=game):
                rng = random.Random(game)
                tables = []
                for number in range(50_001, 50_009):
                    table = from_deal(f"{game}#{number}")
                    for _ in range(160):
                        tables.append(table.copy())
                        listed = table.listed()
                        if not listed:
                            break
                        table.play(homeward(listed, 0.7, rng))
                self.compare(rng, tables)

    def test_endgames_at_random(self):
        for game in GAMES:
            with self.subTest(game=game):
                rng = random.Random(game)
                positions = [endgame(rng, game, rng.randrange(1, 61)) for _ in range(300)]
                tables = [read(lines) for lines in positions]
                said = run("moves", map(text, positions))
                for lines, table, answer in zip(positions, tables, said, strict=True):
                    self.assertEqual(answer.startswith("error"), table is None, text(lines) + answer)
                good = [table for table in tables if table]
                self.assertGreater(len(good), 200)
                self.assertGreater(self.compare(rng, good), len(good) / 2)

    def test_what_is_refused(self):
        """A card of an endgame is removed, duplicated or moved: both must refuse the same positions."""
        refused = 0
        for game in GAMES:
            rng = random.Random(game)
            positions = []
            for _ in range(150):
                lines = endgame(rng, game, rng.randrange(1, 61))
                piles = [n for n, line in enumerate(lines) if line[0] in "FTRWS" and not line.endswith("-")]
                one, two = rng.choice(piles), rng.randrange(len(lines) - 1) + 1
                *rest, card = lines[one].split(" ")
                lines[one] = " ".join(rest) if len(rest) > 1 else rest[0] + " -"
                if lines[two][0] in "FTRWS" and rng.random() < 0.9:
                    lines[two] = lines[two].removesuffix(" -") + " " + card
                positions.append(lines)
            for lines, answer in zip(positions, run("moves", map(text, positions)), strict=True):
                try:
                    expected = read(lines) is None
                except NotationError:
                    expected = True
                self.assertEqual(answer.startswith("error"), expected, text(lines) + answer)
                refused += expected
        self.assertGreater(refused, 400)

    @pytest.mark.full
    def test_verdicts(self):
        for game in GAMES:
            with self.subTest(game=game):
                rng = random.Random(game)
                positions = [endgame(rng, game, left) for left in LEFT[game] for _ in range(max(40, round(120 * VOLUME)))]
                tables = [table for table in map(read, positions) if table]
                tables += [squandered(rng, game) for _ in range(40)]
                counts = {"won": 0, "lost": 0, "undecided": 0}
                checked = 0
                said = run("judge", [text(table.position()) for table in tables], "--states", "1000")
                for table, answer in zip(tables, said, strict=True):
                    verdict, states, *line = answer.split()
                    counts[verdict] += 1
                    if verdict == "won":
                        played = table.copy()
                        for move in line:
                            self.assertIn(move, played.listed(), text(table.position()))
                            played.play(move)
                        self.assertTrue(played.won(), text(table.position()))
                    elif verdict == "lost" and checked < 8 and int(states) <= 250:
                        found = can_be_won(table, 1500)
                        self.assertIsNot(found, True, text(table.position()))
                        checked += found is False
                print(game, counts, f"{checked} lost ones searched exhaustively", flush=True)
                self.assertGreater(counts["won"], len(positions) // 4)
                self.assertGreater(checked, 0)

    def verdict(self, lines):
        self.assertIsNotNone(read(lines), text(lines))
        return run("judge", [text(lines)])[0].split()[0]

    def test_gargantua_by_hand(self):
        def waste(redeals):
            """Neither the jack nor the queen can be reached while the queen has no king to go on."""
            foundations = [up(suit, 10 if suit == "C" else 13) for suit in SUITS] + [up(suit) for suit in SUITS]
            return {"foundations": foundations, "tableau": [[]] * 9, "redeals": redeals,
                    "waste": ["KC", "JC", "QC"], "stock": []}
        for game in ("gargantua", "gargantua-classic"):
            self.assertEqual(self.verdict(position_lines(None, game, **waste(0))), "lost")
            self.assertEqual(self.verdict(position_lines(None, game, **waste(1))), "won")

    def test_grandfather_by_hand(self):
        for game in ("grandfather", "grandfather-classic"):
            for pile, verdict in ((["KC", "QC"], "won"), (["QC", "KC"], "lost")):
                foundations = [up(suit, 11 if suit == "C" else 13) for suit in SUITS]
                foundations += [up(suit)[::-1] for suit in SUITS]
                lines = position_lines(None, game, foundations, [pile] + [[]] * 19, redeals=1, waste=[], stock=[])
                self.assertEqual(self.verdict(lines), verdict)

    def test_gloucestershire_by_hand(self):
        foundations = [up(suit) + up(suit, 9) for suit in SUITS]
        blocked = [["TC", "KC"], ["TD", "KD"], ["TH", "KH"], ["TS", "KS"],
                   ["QC", "JC"], ["QD", "JD"], ["QH", "JH"], ["QS", "JS"]]
        for tableau, reserve, verdict in (
                (blocked, [[], []], "lost"),
                # One ten within reach, or one space, resolves everything.
                ([["KC"], *blocked[1:]], [[], ["TC"]], "won"),
                ([["TC", "KC", "TD", "KD"], *blocked[2:], []], [[], []], "won")):
            lines = position_lines(None, "gloucestershire", foundations, tableau, reserve)
            self.assertEqual(self.verdict(lines), verdict, tableau)

    def test_stalactites_by_hand(self):
        for height, verdict in ((10, "won"), (9, "lost")):  # two cells hold a king and a queen, but no jack as well
            foundations = [up("C", height), up("D"), up("H"), up("S")]
            tableau = [up("C")[height:]] + [[]] * 7
            lines = position_lines(None, "stalactites", foundations, tableau, [[], []], choice="by1")
            self.assertEqual(self.verdict(lines), verdict)

    def test_carthage_by_hand(self):
        tens = [up(suit, 10) for suit in SUITS * 2]
        kings = [["KC"], ["KC"], ["KD"], ["KD"], ["KH"], ["KH"], ["KS"], ["KS"]]
        queens = [[card.replace("K", "Q") for card in pile] for pile in kings]
        pairs = [["KC"], ["KC"], ["KD", "KD"], ["KH", "KH"], ["KS"], ["KS"]]
        jacks = [card.replace("K", "J") for pile in kings for card in pile]
        for game, dealt in (("carthage", "won"), ("carthage-strict", "lost")):
            # Every pile is occupied, and the cards needed are in the stock, which a strict deal cannot reach.
            lines = position_lines(None, game, tens, queens, pairs, stock=jacks)
            self.assertEqual(self.verdict(lines), dealt)
            for tableau, over, verdict in ((queens, "K", "lost"), (kings, "Q", "won")):
                reserve = [["J" + suit] * 2 + [over + suit] * 2 for suit in "CD"]
                reserve += [["J" + suit, over + suit] for suit in "HHSS"]
                lines = position_lines(None, game, tens, tableau, reserve, stock=[])
                self.assertEqual(self.verdict(lines), verdict)

    def test_undecided_and_won_already(self):
        lines = endgame(random.Random(1), "stalactites", 30)
        self.assertEqual(run("judge", [text(lines)], "--states", "1"), ["undecided 1"])
        lines = endgame(random.Random(1), "carthage", 0)
        self.assertEqual(run("judge", [text(lines)]), ["won 0"])
