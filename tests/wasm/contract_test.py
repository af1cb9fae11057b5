"""The table engine's answers checked against the page's contract: web/src/engine/contract.ts is parsed, not copied."""
import json
import random
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from builds import PROGRAMS, ROOT  # noqa: E402
from twins import Twin, choices  # noqa: E402

CONTRACT = ROOT / "web" / "src" / "engine" / "contract.ts"


class Types:
    """The types that a TypeScript file declares, for the part of the language the contract uses: interfaces, unions,
    objects, arrays, Record, literals and the words string, number, boolean, null."""

    TOKEN = re.compile(r"\s*(?:('[^']*')|([A-Za-z_]\w*)|([-+]?\d+)|(\[\]|.))", re.DOTALL)

    def __init__(self, source: str):
        source = re.sub(r"/\*.*?\*/|//[^\n]*", "", source, flags=re.DOTALL)
        self.named = {}
        for found in re.finditer(r"export (interface (\w+) |type (\w+) =)", source):
            self.rest = self.TOKEN.finditer(source, found.end())
            self.next()
            self.named[found[2] or found[3]] = self.union()

    def next(self):
        found = next(self.rest, None)
        self.token = found and next(part for part in found.groups() if part is not None)

    def take(self, token: str) -> bool:
        if self.token != token:
            return False
        self.next()
        return True

    def union(self):
        self.take("|")
        parts = [self.one()]
        while self.take("|"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else ("union", parts)

    def one(self):
        found = self.atom()
        while self.take("[]"):
            found = ("array", found)
        return found

    def atom(self):
        if self.take("{"):
            fields = {}
            while not self.take("}"):
                name = self.token
                self.next()
                optional = self.take("?")
                assert self.take(":"), (name, self.token)
                fields[name] = (optional, self.union())
                self.take(";") or self.take(",")
            return ("object", fields)
        if self.take("("):
            found = self.union()
            assert self.take(")")
            return found
        word = self.token
        self.next()
        if word == "Record":
            self.next(), self.union(), self.next()
            found = ("record", self.union())
            self.next()
            return found
        if word[0] == "'":
            return ("is", word[1:-1])
        if word in ("true", "false", "null"):
            return ("is", json.loads(word))
        return ("word", word)

    def wrong(self, kind, value, where: str) -> str | None:
        """The fault of a value; None if it is right."""
        what, how = kind
        match what:
            case "is":
                return None if value is how or (isinstance(how, str) and value == how) else f"{where}: {value!r}, not {how!r}"
            case "word" if how in ("string", "number", "boolean"):
                good = {"string": str, "number": int, "boolean": bool}[how]
                return None if type(value) is good else f"{where}: {value!r} is not a {how}"
            case "word":
                return self.wrong(self.named[how], value, where)
            case "array":
                if not isinstance(value, list):
                    return f"{where}: no list"
                return next(filter(None, (self.wrong(how, item, f"{where}[{i}]") for i, item in enumerate(value))), None)
            case "record":
                if not isinstance(value, dict):
                    return f"{where}: no object"
                return next(filter(None, (self.wrong(how, item, f"{where}.{key}") for key, item in value.items())), None)
            case "union":
                found = [self.wrong(part, value, where) for part in how]
                return None if None in found else " or ".join(found)
        if not isinstance(value, dict):
            return f"{where}: no object"
        if unknown := set(value) - set(how):
            return f"{where}: unknown {unknown}"
        for name, (optional, field) in how.items():
            if name not in value:
                if not optional:
                    return f"{where}: no {name}"
            elif wrong := self.wrong(field, value[name], f"{where}.{name}"):
                return wrong
        return None


class Contract(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types = Types(CONTRACT.read_text())

    def setUp(self):
        self.twin = Twin(PROGRAMS / "table_native")
        self.addCleanup(lambda: self.assertEqual(self.twin.close(), 0))

    def ask(self, request: str, kind) -> dict:
        answer = json.loads(self.twin.ask(request))
        if answer["ok"] is False:
            self.assertIsNone(self.types.wrong(("word", "Failure"), answer, request))
            return answer
        self.assertIs(answer.pop("ok"), True)
        self.assertIsNone(self.types.wrong(kind, answer, request))
        return answer

    def table(self, request: str) -> dict:
        return self.ask(request, ("word", "SentTable"))

    def test_the_checker_sees_what_is_wrong(self):
        wrong = lambda kind, value: self.types.wrong(("word", kind), value, "")
        self.assertIsNone(wrong("Mark", {"ply": 1, "text": ""}))
        for value in [{"ply": "1", "text": ""}, {"ply": 1}, {"ply": 1, "text": "", "more": 1}, [], None]:
            self.assertIsNotNone(wrong("Mark", value), value)
        self.assertIsNone(wrong("Event", {"type": "choice", "increment": 2}))
        self.assertIsNotNone(wrong("Event", {"type": "chance", "increment": 2}))
        self.assertIsNotNone(wrong("Status", "lost"))

    def test_every_answer(self):
        games = self.ask("games", ("object", {"games": (False, ("array", ("word", "GameInfo")))}))["games"]
        refusal = ("object", {"refusal": (False, ("union", [("word", "Refusal"), ("is", None)]))})
        hint = ("object", {"hint": (False, ("union", [("word", "Hint"), ("is", None)]))})
        events = set()
        for game in games:
            chance = random.Random(game["id"])
            table = self.table(f"new {game['id']}#{chance.randint(1, 10**6)}")
            for request in ["mark here", "meta time 12", f"automatic {chance.choice(['safe', 'all'])}"]:
                self.assertEqual(self.table(request)["events"], [])
            for ply in range(250):
                found = self.ask("hint", hint)["hint"]
                move = found["move"] if found and chance.random() < 0.7 else chance.choice(choices(table) or [""])
                if not move:
                    break
                table = self.table(f"play {move}")
                events |= {event["type"] for event in table["events"]}
                if ply % 10 == 0:
                    self.ask(f"why {chance.choice(['T1>T2', 'draw', 'redeal', 'by1', 'W>F1', 'R1>T1'])}", refusal)
                    self.ask(f"field {chance.choice(['state', 'moves', 'pile t1', 't1 f', 'draw', 'xyzzy', '7h'])}",
                             ("word", "FieldAnswer"))
                    for request in ["undo", "redo", f"goto {chance.randint(0, table['ply'])}", "table"]:
                        self.assertEqual(self.table(request).get("events", []), [], request)
                    self.table("finish")
                    table = self.table(f"load\n{table['record']}")
                    self.assertEqual(table["events"], [])
        self.assertEqual(events, {"move", "turn", "refill", "deal", "redeal", "choice"})


if __name__ == "__main__":
    unittest.main()
