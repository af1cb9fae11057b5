"""The WebAssembly modules compared with their native twins: equal requests must get equal answers, byte for byte."""
import json
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from builds import MODULES, PROGRAMS, ROOT, VOLUME
from game_lists import RELEASED
from twins import Twin, choices



def released(answer: bytes) -> bytes:
    """A native twin's list of its games, without those that only the tests' build has: they come last."""
    others = [f'"id":"{game["id"]}"'.encode() for game in json.loads(answer)["games"] if game["id"] not in RELEASED]
    first = min((answer.index(other) for other in others), default=None)
    return answer if first is None else answer[:first].removesuffix(b",{") + b"]}"


class TwinTest(unittest.TestCase):
    """A module and its twin, asked the same questions."""

    def open(self, name: str) -> None:
        self.wasm = Twin("node", ROOT / "tests/wasm/module.mjs", MODULES / f"{name}.wasm")
        self.native = Twin(PROGRAMS / f"{name}_native")
        self.addCleanup(lambda: self.assertEqual((self.wasm.close(), self.native.close()), (0, 0)))
        self.asked: list[str] = []

    def ask(self, request: str) -> dict:
        self.asked.append(request)
        wasm, native = self.wasm.ask(request), self.native.ask(request)
        if request == "games":
            native = released(native)
        self.assertEqual(wasm, native, f"after {self.asked[-8:]}")
        return json.loads(wasm)


class TableModule(TwinTest):
    """Random play interspersed with everything else that a player might do, in any order."""

    def setUp(self):
        self.open("table")

    def games(self) -> list[str]:
        found = [game["id"] for game in self.ask("games")["games"]]
        self.assertGreater(len(found), 0)
        return found

    def play_out(self, deal: str, chance: random.Random, most: int) -> int:
        """Plays up to `most` times; returns the largest number of moves reached."""
        table = self.ask(f"new {deal}")
        self.assertTrue(table["ok"], table)
        self.ask(f"automatic {chance.choice(['never', 'safe', 'all'])}")
        furthest = 0
        for _ in range(most):
            moves = choices(table)
            if not moves:
                break
            match chance.randrange(24):
                case 0:
                    table = self.ask("undo")
                case 1:
                    table = self.ask("redo")
                case 2:
                    table = self.ask(f"goto {chance.randint(max(0, table['ply'] - 5), table['plies'])}")
                case 3:
                    self.ask("hint")
                    self.ask(f"view {chance.randint(0, table['plies'])}")
                case 4:
                    self.ask(f"why {chance.choice(['T1>T2', 'T8>F1', 'W>T1', 'draw', 'redeal', 'R1>T1', 'x'])}")
                case 5:
                    self.ask(f"field {chance.choice(['state', 'moves', 'where 7h', 'pile t1', 't1 f', 'draw', '??'])}")
                    table = self.ask("table")
                case 6:
                    table = self.ask(f"mark {chance.choice(['here', 'äöü ♠'])}")
                case 7:
                    table = self.ask(f"load\n{table['record']}")
                case _:
                    table = self.ask(f"play {chance.choice(moves)}")
            if not table["ok"]:
                table = self.ask("table")
            furthest = max(furthest, table["ply"])
        return furthest

    def test_games_and_errors(self):
        self.games()
        for request in ["", "nonsense", "play T1>T2", "undo", "table", "new nowhere#1", "new", "load\n", "load\nx\ny",
                        "field", "goto x", "why", "mark", "meta", "hint", "finish", "automatic x", "\0", "new \xff#1"]:
            self.assertFalse(self.ask(request)["ok"], request)

    def test_random_play(self):
        chance = random.Random(1)
        for game in self.games():
            furthest = 0
            for number in range(max(6, round(6 * VOLUME))):
                with self.subTest(game=game, number=number):
                    deal = chance.choice([1, 31999, 32000, 2**53 - 1, 2**64 - 1, 1000001 + number])
                    furthest = max(furthest, self.play_out(f"{game}#{deal}", chance, 250))
            self.assertGreater(furthest, 8, game)


class TableMemory(unittest.TestCase):
    """The memory of the table's modules, of which `apps/wasm/runtime/memory.cpp` takes care."""

    def memory_after(self, module: str, times: int) -> int:
        """Its bytes after a game was played, looked at and saved that often."""
        with tempfile.TemporaryDirectory() as folder:
            used = Path(folder) / "memory"
            table = Twin("node", ROOT / "tests/wasm/module.mjs", MODULES / f"{module}.wasm", used)
            for _ in range(times):
                chance = random.Random(3)
                state = json.loads(table.ask("new gargantua#1"))
                while state["ply"] < 60 and choices(state):
                    state = json.loads(table.ask(f"play {chance.choice(choices(state))}"))
                    table.ask("hint")
                self.assertEqual(json.loads(table.ask(f"load\n{state['record']}"))["record"], state["record"])
            self.assertEqual(table.close(), 0)
            return int(used.read_text())

    def test_is_used_again(self):
        for module in ("table", "own-table"):
            with self.subTest(module=module):
                once = self.memory_after(module, 2)
                self.assertEqual(self.memory_after(module, 12), once)
                self.assertLess(once, 4 << 20)


class Sizes(unittest.TestCase):
    def test_over_the_wire(self):
        for module, most in (("table", 46_000), ("own-table", 60_000)):
            script = f"zlib.brotliCompressSync(fs.readFileSync('{MODULES / module}.wasm')).length"
            size = subprocess.run(["node", "-p", script], check=True, capture_output=True, text=True).stdout
            self.assertLessEqual(int(size), most, module)


class SolverMemory(unittest.TestCase):
    def test_stays_within_its_bound_under_any_rules(self):
        # Games that stay undecided, as they are and with rules changed at random, one after another in one module.
        chance = random.Random(4)
        table = Twin("node", ROOT / "tests/wasm/module.mjs", MODULES / "own-table.wasm")
        self.addCleanup(lambda: self.assertEqual(table.close(), 0))
        for megabytes, games in ((4, 3), (64, 6))[:1 if VOLUME < 1 else 2]:
            with tempfile.TemporaryDirectory() as folder:
                used = Path(folder) / "memory"
                module = Twin("node", ROOT / "tests/wasm/module.mjs", MODULES / "solver.wasm", used)
                full = 0
                for game in range(games):
                    rules = json.loads((ROOT / f"games/files/{chance.choice(['forty-thieves', 'maria', 'limited'])}.json").read_text())
                    if game > 0:
                        rules["tableau"]["space"] = chance.choice(["any_card", "kings_only"])
                        rules["tableau"]["unit"] = chance.choice(["top_card", "ordered_run", "by_singles"])
                        rules["stock"]["each"] = chance.choice([1, 2, 3])
                        rules["stock"]["redeal"] = {"count": chance.choice([0, 1, "unlimited"])}
                    read = json.loads(table.ask(f"rules\n{json.dumps(rules)}"))
                    id = read["game"]["id"]
                    module.ask(f"record rules={read['form']}\nquincunx-record 1\ngame {id}\ndeal {id}#5\nmoves\nend\n")
                    module.ask(f"start-solve nodes=4000000 mb={megabytes}")
                    while not json.loads(module.ask("step 20000"))["done"]:
                        pass
                    answer = json.loads(module.ask("found"))
                    full += answer["verdict"] == "unknown" and answer["nodes"] < 4_000_000
                self.assertGreater(full, games // 2, "they did not stop for lack of memory")
                self.assertEqual(module.close(), 0)
                self.assertLessEqual(int(used.read_text()), megabytes << 20)


class SolverModule(TwinTest):
    """The solver on randomly played games, with limits in nodes to make it deterministic."""

    def setUp(self):
        self.open("solver")

    def records(self) -> list[str]:
        chance = random.Random(2)
        table = Twin(PROGRAMS / "table_native")
        found = []
        for game in json.loads(released(table.ask("games")))["games"]:
            for number in range(max(1, round(3 * VOLUME))):
                state = json.loads(table.ask(f"new {game['id']}#{1000001 + number}"))
                while state["ply"] < 8 and choices(state):
                    state = json.loads(table.ask(f"play {chance.choice(choices(state))}"))
                found.append(state["record"])
        self.assertEqual(table.close(), 0)
        return found

    def test_memory_stays_within_its_bound(self):
        # Deals that stay undecided for a long time: each uses up all the memory that a search may use.
        nodes = 8_000_000
        for megabytes in [16, 32][:max(1, round(2 * VOLUME))]:
            with tempfile.TemporaryDirectory() as folder:
                used = Path(folder) / "memory"
                module = Twin("node", ROOT / "tests/wasm/module.mjs", MODULES / "solver.wasm", used)
                for deal in ["carthage#1000418", "gargantua#1008501", "carthage#1000562"]:
                    record = f"quincunx-record 1\ngame {deal.split('#')[0]}\ndeal {deal}\nmoves\nend\n"
                    module.ask(f"record\n{record}")
                    with self.subTest(deal=deal):
                        module.ask(f"start-solve nodes={nodes} mb={megabytes}")
                        while not json.loads(module.ask("step 100000"))["done"]:
                            pass
                        answer = json.loads(module.ask("found"))
                        self.assertEqual(answer["verdict"], "unknown")
                        self.assertLess(answer["nodes"], nodes, "it did not stop for lack of memory")
                self.assertEqual(module.close(), 0)
                self.assertLessEqual(int(used.read_text()), megabytes << 20)
                self.assertGreater(int(used.read_text()), megabytes << 19, "half of it is for the search")

    def test_bound_beyond_what_a_module_can_have(self):
        self.ask("record\nquincunx-record 1\ngame carthage\ndeal carthage#1000001\nmoves\nend\n")
        for megabytes in [4096, 6554, 1 << 44, (1 << 64) - 1]:
            self.assertEqual(self.found(f"start-solve nodes=200000 mb={megabytes}", 200000)["verdict"], "winnable", megabytes)

    def test_first_answer(self):
        verdicts = set()
        for record in self.records():
            self.assertTrue(self.ask(f"record\n{record}")["ok"])
            verdicts.add(self.found("start-solve nodes=300 mb=16", 100)["verdict"])
            self.ask("hint")
        self.assertGreater(len(verdicts), 1)

    def test_errors(self):
        for request in ["", "nonsense", "step 1", "found", "record\n", "record\nx", "start-solve", "position\n", "position\ngame nowhere"]:
            self.assertFalse(self.ask(request)["ok"], request)

    def found(self, start: str, nodes: int) -> dict:
        """The answers of a search, also those on the way."""
        answer = self.ask(start)
        self.assertTrue(answer["ok"], answer)
        while not self.ask(f"step {nodes}")["done"]:
            self.ask("found")
        return self.ask("found")

    def test_deals(self):
        levels = {game["id"]: self.ask(f"levels {game['id']}") for game in json.loads(self.table_games())["games"]}
        self.assertEqual([id for id, answer in levels.items() if not answer["winnable"]], ["carthage-strict"])
        for game, answer in levels.items():
            with self.subTest(game=game):
                # Deals that are easy, hard or not decided: also where a limit is reached, both must agree.
                for number in [1000001, 1000036, 1000418][:max(1, round(3 * VOLUME))]:
                    par = self.found(f"start-par {game}#{number}", 50000)
                    self.assertEqual(par["par"] or 0, len(par["line"]))
                # To find a deal of a level takes longest: in short, in two games.
                if answer["winnable"] and (VOLUME >= 1 or game in ("stalactites", "carthage")):
                    found = self.found(f"start-find {game} from=2000001 level={min(2, answer['levels'])}", 20000)
                    self.assertIsNotNone(found["deal"])
                if answer["winnable"]:
                    self.assertLess(self.found(f"start-find {game} from=2000001", 1000)["tries"], 50)

    def test_days(self):
        for game, date, good in [("carthage", "2026-11-25", True), ("gargantua", "2028-02-29", True),
                                 ("stalactites", "2036-12-31", True), ("stalactites", "2037-01-01", False),
                                 ("carthage", "2027-02-29", False), ("carthage-strict", "2027-01-01", False)]:
            self.assertEqual(self.ask(f"day {game} {date}")["ok"], good, (game, date))

    def table_games(self) -> bytes:
        table = Twin(PROGRAMS / "table_native")
        games = released(table.ask("games"))
        self.assertEqual(table.close(), 0)
        return games

    def test_no_verdict_without_a_position(self):
        def record(deal: str, moves: str = "") -> str:
            return f"quincunx-record 1\ngame {deal.split('#')[0]}\ndeal {deal}\nmoves\n{moves}end\n"

        for request in ["start-solve", "start-hint", "hint"]:
            self.assertEqual(self.ask(request)["error"]["message"], "no position", request)
        self.assertTrue(self.ask(f"record\n{record('grandfather#1')}")["ok"])
        self.assertFalse(self.ask(f"record\n{record('gargantua#1', 'T99>F1' + chr(10))}")["ok"])
        self.assertFalse(self.ask("position\ngame gargantua\nx")["ok"])
        answer = self.found("start-solve nodes=10000", 10000)  # still for Grandfather
        self.assertEqual(answer["verdict"], "winnable")
        self.assertGreater(len(answer["line"]), 50)
