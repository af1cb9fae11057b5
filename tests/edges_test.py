"""Every command with every option and argument at its edges: empty, doubled, huge, with bytes that are not text, with
signs and leading zeros. What the table below has to name is compared with the help of the program, so an option that is
added is either tried here or this test fails."""
import functools
import json
import os
import re
import shutil
import subprocess

import pytest

from builds import LAB, LONG, ROOT, folder_for
from commands import MISUSE, NO, OF_LAB, RECORD, Commands, command_line, run

# The words that each command needs for everything else to be good, and a good value for each of its options and arguments.
# Arguments are in capital letters, as in the help.
GOOD = {
    "games": {"--json": None},
    "rules": {"GAME": "carthage", "--json": None},
    "deal": {"DEAL": "carthage#1", "--rules": "own.json", "--winnable": None, "--level": "1", "--from": "1", "--day": "today", "--cards": None,
             "--json": None},
    "show": {"FILE": "game.pat", "--rules": "own.json", "--all": None, "--json": None},
    "replay": {"FILE": "game.pat", "--json": None},
    "solve": {"DEAL": "stalactites#1", "--rules": "own.json", "--time": "1", "--nodes": "10", "--memory": "64", "--shorten": None, "--out": "x.pat",
              "--certify": "x.cert", "--plain": None, "--certify-time": "1", "--certify-memory": "64", "--force": None, "--json": None},
    "lab solve": {"DEAL": "stalactites#1", "--rules": "own.json", "--time": "1", "--nodes": "10", "--memory": "64", "--threads": "1",
                  "--shorten": None, "--part": "1/2", "--lines": "x.jsonl", "--resume": None, "--any-build": None,
                  "--no-times": None, "--summary": "s.jsonl", "--replay": None, "--no-solutions": None, "--json": None},
    "certify": {"DEAL": "stalactites#1", "--time": "1", "--nodes": "10", "--memory": "64", "--certify-time": "1",
                "--certify-memory": "64", "--out": "x.short", "--force": None},
    "merge": {"PART": "part", "--out": "x.out", "--force": None, "--json": None},
    "analyze": {"FILE": "game.pat", "--rules": "own.json", "--time": "1", "--nodes": "10", "--memory": "64", "--json": None},
    "hint": {"DEAL": "stalactites#1", "--rules": "own.json", "--fair": None, "--samples": "1", "--time": "1", "--nodes": "10",
             "--memory": "64", "--json": None},
    "odds": {"DEAL": "stalactites#1", "--rules": "own.json", "--time": "1", "--samples": "1", "--exact": "1", "--json": None},
    "fair": {"DEAL": "stalactites#1", "--rules": "own.json", "--player": "instant", "--time": "1", "--samples": "1", "--threads": "1",
             "--odds": None, "--luck": None, "--lines": "x.jsonl", "--resume": None, "--any-build": None, "--no-times": None,
             "--summary": "s.jsonl", "--replay": None, "--out": ".",
             "--force": None, "--json": None},
    "rate": {"DEAL": "stalactites#1", "--check": "1", "--seed": "1", "--threads": "1", "--lines": "x.jsonl",
             "--resume": None, "--any-build": None, "--no-times": None, "--summary": "s.jsonl", "--json": None},
    "puzzles": {"DEAL": "stalactites#1", "--pick": "1", "--threads": "1", "--part": "1/2", "--lines": "x.jsonl",
                "--resume": None, "--any-build": None, "--no-times": None, "--summary": "s.jsonl", "--json": None},
    "par": {"DEAL": "stalactites#1", "--rules": "own.json", "--out": "x.pat", "--force": None, "--json": None},
    "days": {"GAME": "stalactites", "--from": "2027-01-01", "--to": "2027-01-02", "--json": None},
    "lab days": {"GAME": "stalactites", "--from": "2027-01-01", "--to": "2027-01-02", "--make": None, "--threads": "1",
                 "--json": None},
    "stats": {"FILE": "played.games", "--kind": "any", "--aid": "none", "--out": "x.games", "--force": None, "--json": None},
    "perft": {"DEAL": "stalactites#1", "DEPTH": "1", "--rules": "own.json", "--divide": None, "--json": None},
    "bench": {"WHAT": "engine", "--repeats": "1", "--json": None},
    "protocol": {"--rules": "own.json"},
    "serve": {"--port": "0", "--host": "127.0.0.1", "--root": ".", "--log": "x.log", "--behind-proxy": None,
              "--connections": "100", "--per-address": "10", "--no-service": None, "--database": "x.db", "--operator": "A",
              "--contact": "B", "--site-name": "c.example", "--writes": "10"},
    "service": {"ACTION": "prune", "WHAT": "x", "--database": "x.db", "--json": None},
    "help": {"COMMAND": "games"},
    "lab help": {"COMMAND": "bench"},
}
# Arguments that may be given several times.
SEVERAL = {("solve", "DEAL"), ("merge", "PART"), ("puzzles", "DEAL"), ("stats", "FILE")}
# Arguments that may be left out.
OPTIONAL = {("rules", "GAME"), ("lab solve", "DEAL"), ("fair", "DEAL"), ("rate", "DEAL"), ("puzzles", "DEAL"), ("days", "GAME"), ("lab days", "GAME"), ("bench", "WHAT"),
            ("help", "COMMAND"), ("lab help", "COMMAND"), ("service", "WHAT")}

NUMBERS = ["-1", "+1", "010", "00", "0x2", "1.5", "1e1", "1,", " 1", "1 ", "x", "99999999999999999999", "9" * 5000,
           b"\xff", "\u0661", "\u202e1", "\x1b[2J"]
SECONDS = ["-1", "+1", "010", "00", "0x2", "1e1", "nan", "inf", "1s", " 1", "1 ", "x", "9" * 400, b"\xff", "-0"]
SIZES = ["-1", "+1", "010", "0", "0x2", "1.5", "1K", "1T", "G", "1GG", "01G", " 1", "x", "99999999999999999999G", b"\xff"]
PARTS = ["0/1", "2/1", "1", "1/", "/2", "+1/2", "01/2", "1/02", "1 /2", "1/2/3", "1/1000001", "x", "9" * 5000, b"\xff",
         "\x1b[2J"]
NAMES = ["nosuch", "Fair", "x" * 100_000, b"\xff", "\x1b[2J", "\u202ereversed", "\u009b31m"]
DATES = ["2026-13-01", "2027-02-29", "2026-1-1", "26-01-01", "+026-01-01", "2026-01-01x", "2026/01/01", "0000-00-00", "now",
         "9999-99-99", "x" * 100_000, b"\xff", "\u0661", "\x1b[2J"]
DEALS = ["x" * 100_000, b"\xff", b"\xff#1", "\x1b[2J", "#", ":", "carthage#010", "carthage#+1", "carthage#-1", "\u202e#1"]
FILES = ["none/file", "x" * 100_000, b"none/\xff", "none/\x1b[2J", "none/\u009b31m"]


def in_turn(values: list, place: int, places: int) -> list:
    """A part of the values at each of that many places, so that each is tried somewhere; in the full run all of them."""
    parts = 1 if os.environ.get("QUINCUNX_FULL") else min(places, 10)
    return values[place % parts::parts]


@functools.cache
def usage(command: str) -> tuple[list[tuple[str, bool]], dict[str, str | None]]:
    """The arguments of a command, each with whether it must be given, and its options with the type of their value."""
    text = run(*command.split(), "--help").stdout
    line = re.search(r"^Usage: quincunx(?:-lab)? (.*)$", text, re.MULTILINE)[1]
    arguments = [(name.strip("[].").upper(), not name.startswith("[")) for name in line.split()[1:] if name != "[options]"]
    return arguments, {name: kind or None for name, kind in re.findall(r"^  (--[a-z-]+)(?: ([A-Z]+))?", text, re.MULTILINE)}


class Edges(Commands):
    @classmethod
    def setUpClass(cls):
        cls.place = folder_for(cls)
        (cls.place / "game.pat").write_text(RECORD)
        shutil.copy(ROOT / "tests/games/version-2.games", cls.place / "played.games")
        cls.before = {path.name: path.read_bytes() for path in cls.place.iterdir()}

    def tearDown(self):
        self.assertEqual({path.name: path.read_bytes() for path in self.place.iterdir()}, self.before,
                         "a refused command has left a file")

    def commands(self):
        of_both = {"solve", "days", "help"}
        of_lab = self.listed("lab", "help")
        self.assertEqual(of_lab & self.listed("help"), of_both)
        return self.listed("help") | of_lab - of_both | {f"lab {name}" for name in of_both}

    def listed(self, *words):
        return set(re.findall(r"^  ([a-z]+)  ", self.good(*words).partition("Commands:")[2], re.MULTILINE))

    def refused(self, why: str, *words: str | bytes, statuses=(MISUSE,)):
        """A command line that must be refused, with a message that fits on a terminal and names what is wrong."""
        words = [os.fsencode(word) for word in words]
        good = GOOD.get(os.fsdecode(b" ".join(words[:2] if words[0] == b"lab" else words[:1])), {})
        # Without the data of whoever runs the tests
        done = run_bytes(*words, cwd=self.place, env=os.environ | {"XDG_DATA_HOME": str(self.place / "none")})
        with self.subTest(words=[word[:60] for word in words]):
            self.assertIn(done.returncode, statuses, done.stderr)
            message = done.stderr.decode()  # valid UTF-8
            self.assertTrue(message.startswith("quincunx"), message)
            self.assertIn(why, message)
            self.assertLess(len(message), 1200)
            self.assertNotRegex(message, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")
            if b"--json" in words and "--json" in good:
                answer = json.loads(done.stdout)
                self.assertEqual((answer["ok"], answer["status"]), (False, done.returncode))
                self.assertTrue(answer["error"]["message"])
            else:
                self.assertEqual(done.stdout, b"")

    def base(self, command: str, without: str = "") -> list[str]:
        """The arguments that a command needs, but for one."""
        return [value for name, value in GOOD[command].items()
                if not name.startswith("-") and name != without and (command, name) not in OPTIONAL]

    def each_option(self):
        for command, words in GOOD.items():
            kinds = usage(command)[1]
            for option, value in words.items():
                if option.startswith("--"):
                    yield command, option, kinds[option], value

    def test_the_table_is_complete(self):
        self.assertEqual(self.commands(), set(GOOD))
        for command in self.commands():
            arguments, options = usage(command)
            self.assertEqual([*[name for name, _ in arguments], *options], list(GOOD[command]), command)
            self.assertEqual([(command, name) in OPTIONAL for name, _ in arguments],
                             [not must for _, must in arguments], command)
            self.assertEqual([kind is not None for kind in options.values()],
                             [GOOD[command][name] is not None for name in options], command)

    def test_values_that_are_empty_or_missing(self):
        for place, (command, option, _, value) in enumerate(self.each_option()):
            if value is None:
                bad = [(option, f"{option}{word}") for word in ("=", "=true", "=x")]
            else:
                bad = [(f"{option}: expected ", option, ""),
                       (f"{option}=: expected a value", f"{option}="),
                       (f"{option}=: expected a value", f"{option}=", value),
                       (f"{option}: 1 required ", option),
                       (f"{option}: expected ", option, "--help"),
                       (f"{option}: expected ", option, "--", value)]
            for why, *words in in_turn(bad, place, 3):
                self.refused(why, *command.split(), *self.base(command), *words)

    def test_options_given_twice(self):
        for command, option, kind, value in self.each_option():
            if option == "--site-name":
                continue  # several are meant
            once = [option] if value is None else [option, value]
            self.refused(f"{option}: given twice", *command.split(), *self.base(command), *once, *once)

    def test_values_that_are_no_values(self):
        kinds = {"NUMBER": NUMBERS, "PART": PARTS, "SECONDS": SECONDS, "SIZE": SIZES, "NAME": NAMES, "DATE": DATES,
                 "FILE": [], "PLACE": [], "FOLDER": [], "ADDRESS": [], "HOST": [], "WORDS": []}
        with_values = [one for one in self.each_option() if one[3] is not None]
        self.assertEqual({kind for _, _, kind, _ in with_values}, set(kinds))
        for kind, values in kinds.items():
            options = [(command, option, value) for command, option, its, value in with_values if its == kind]
            for place, (command, option, value) in enumerate(options):
                words = [*command.split(), *self.base(command)]
                for bad in in_turn(values, place, len(options)):
                    for more in ([], ["--json"] if "--json" in GOOD[command] else []):
                        self.refused(option, *words, option, bad, *more)
                if kind == "NUMBER" and value != "0":
                    self.refused(option, *words, os.fsencode(option) + b"=-1")

    def test_files_that_cannot_be(self):
        for place, (command, option, kind, value) in enumerate(self.each_option()):
            for bad in in_turn(FILES, place, len(FILES)) if kind in ("FILE", "FOLDER") else []:
                deals = [] if option == "--summary" else ["stalactites#1..3"] if option == "--lines" else ["stalactites#1"]
                if command in ("solve", "certify") and option == "--certify":
                    continue  # only a lost deal needs the file, and only then is it opened
                base = ["stalactites#1"] if command in ("solve", "certify", "par") else deals if usage(command)[0][:1] == [("DEAL", False)] else []
                self.refused("", *command.split(), *base, option, bad, statuses=(NO, MISUSE))
        site = folder_for(self)
        (site / "index.html").write_text("x")
        for bad in ("x" * 100_000, b"\xff", "256.0.0.1", "0", "localhost:80", "-1", "\x1b[2J", " "):
            self.refused("cannot listen", "serve", "--port", "0", "--root", site, "--host", bad, statuses=(NO,))

    def test_arguments(self):
        for place, (command, words) in enumerate(GOOD.items()):
            arguments = [name for name in words if not name.startswith("-")]
            given = [words[name] for name in arguments]
            if not any((command, name) in SEVERAL for name in arguments):
                self.refused('unexpected: "more"', *command.split(), *given, "more")
                self.refused('unexpected: "--more"', *command.split(), *given, "--", "--more")
            for i, name in enumerate(arguments):
                self.refused(f"{name.lower()}: expected ", *command.split(), *given[:i], "", *given[i + 1:])
                if (command, name) not in OPTIONAL:
                    self.refused(f"{name.lower()} is required", *command.split(), *given[:i])
                for bad in NUMBERS[1:] if name == "DEPTH" else in_turn(DEALS, place + i, len(GOOD)):
                    for more in ([], ["--json"] if "--json" in words else []):
                        self.refused("", *command.split(), *given[:i], *more, "--", bad, *given[i + 1:])

    @pytest.mark.full
    def test_control_characters_beyond_ascii_are_not_shown(self):
        for code in range(0x80, 0xa0):  # U+009B alone begins what a terminal obeys
            for words in (("show", f"{chr(code)}31m"), (f"{chr(code)}31m",), ("show", f"--{chr(code)}31m")):
                with self.subTest(words=words):
                    message = self.bad(MISUSE, *words)
                    self.assertIn("?31m", message)
                    self.assertNotIn(chr(code), message)

    def test_an_answer_and_a_file_cannot_both_be_standard_output(self):
        for words in (("solve", "stalactites#1"), ("par", "stalactites#1"), ("stats", "played.games"), ("merge", "part")):
            self.refused("--out - and --json both write to standard output", *words, "--out", "-", "--json")

    def test_a_word_cannot_have_a_zero_byte(self):
        with self.assertRaises(ValueError):
            run("deal", "carthage\0#1")

    @pytest.mark.full
    def test_zero_bytes_and_bytes_that_are_not_text_in_files(self):
        texts = [b"\0" * 1000, RECORD.encode().replace(b"draw", b"dr\0aw", 1), RECORD.encode().replace(b"draw", b"\xff", 1),
                 b"game gargantua\n\0\n", b"stalactites#1\0\n", b"\xff\xfe"]
        for text in texts:
            for command in ("show", "replay", "analyze", "hint", "odds", "solve", "fair", "rate"):
                for more in ([], ["--json"]):
                    with self.subTest(command=command, text=text[:40], more=more):
                        done = run_bytes(command, "-", *more, given=text)
                        self.assertIn(done.returncode, (NO, MISUSE))
                        self.assertRegex(done.stderr.decode(), "^quincunx(-lab)?: standard input:\\d+[: ]")
                        if more:
                            self.assertIs(json.loads(done.stdout)["ok"], False)

    def test_options_that_do_not_exist(self):
        for command in GOOD:
            for bad in ("--nosuch", "--", "-x", "--x=1", "--\xff", "-\x1b[2J"):
                if bad != "--":
                    self.refused("there is no option", *command.split(), *self.base(command), bad)
        for words, meant in ((("rate", "carthage#1", "--theads", "2"), "--threads"), (("deal", "--crads"), "--cards"),
                             (("serve", "--prot", "80"), "--port"), (("solv", "carthage#1"), "solve"),
                             (("analize", "x"), "analyze"), (("hlep",), "help"), (("help", "solv"), "solve"),
                             (("solve", "x", "--mem", "1"), "--memory"), (("bench", "sovle"), "solve"),
                             (("fair", "stalactites#1", "--player", "novize"), "novice")):
            self.refused(f"did you mean {meant}?", *words)
        self.assertNotIn("did you mean", self.bad(MISUSE, "games", "--nosuch"))
        self.assertIn("there is no option --bogus of deal", self.bad(MISUSE, "deal", "--bogus"))

    def test_misuse_points_to_the_help_of_the_command(self):
        self.assertTrue(self.bad(MISUSE, "solve", "--theads").endswith("\nSee quincunx solve --help.\n"))
        for words in (["nosuch"], ["help", "nosuch"], ["help", "solv"]):
            self.assertTrue(self.bad(MISUSE, *words).endswith("\nSee quincunx --help.\n"), words)
        self.assertIn("expected a command", self.bad(MISUSE))

    def test_help(self):
        for program in ([], ["lab"]):
            text = self.good(*program, "help")
            self.assertEqual(text, self.good(*program, "--help"))
            self.assertLessEqual(len(text.splitlines()), 40)
            self.assertLess(max(map(len, text.splitlines())), 80)
        for command in GOOD:
            words = command.split()
            text = self.good(*words[:-1], *["lab"] * (words[0] in OF_LAB - {"lab"}), "help", words[-1])
            with self.subTest(command=command):
                self.assertEqual(text, self.good(*words, "--help"))
                self.assertEqual(text, self.good(*words, *self.base(command), "--help"))
                self.assertEqual(text, self.good(*words, "-h"))
                self.assertLess(max(map(len, text.splitlines())), 80)
                self.assertNotRegex(text, r"UINT|INT:|TEXT|Excludes|Needs|REQUIRED| in \[|::|:FILE")
                _, found, examples = text.partition("\nExamples:\n")
                self.assertTrue(found)
                for example in re.findall(r"^  (\S.*)$", examples, re.MULTILINE):
                    self.assertRegex(example, f"quincunx(-lab)? ({words[-1]}|help)")
                    self.assertLessEqual(set(re.findall(r"--[a-z-]+", example)) - {"--help"}, set(usage(command)[1]))

    def test_an_answer_that_nobody_reads_is_no_error(self):
        short = ["stalactites#1..20", "--nodes", "100"]
        for words in (["rules"], ["--help"], ["games"], ["games", "--json"], ["lab", "solve", *short], ["lab", "solve", *short, "--lines", "-"],
                      ["lab", "solve", *short, "--lines", "-", "--json"],
                      ["fair", "stalactites#1..3", "--player", "novice", "--lines", "-"],
                      ["rate", "stalactites#1..3", "--lines", "-"], ["solve", "stalactites#1", "--out", "-"],
                      ["par", "stalactites#1", "--out", "-"], ["stats", self.place / "played.games", "--out", "-"],
                      ["certify", "carthage#1000036", "--out", "-"]):
            reader, writer = os.pipe()
            os.close(reader)
            done = run_bytes(*words, stdout=writer)
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (MISUSE, b""), words)

    def test_an_answer_that_cannot_be_written_is_an_error(self):
        full = "No space left on device\n"
        for words in (["lab", "solve", "stalactites#1..3", "--lines"], ["solve", "stalactites#1", "--out"]):
            with open("/dev/full", "wb") as output:
                done = run_bytes(*words, "-", stdout=output)
            name = "quincunx-lab" if words[0] == "lab" else "quincunx"
            self.assertEqual((done.returncode, done.stderr.decode()), (MISUSE, f"{name}: standard output: {full}"), words)
            self.assertEqual(self.bad(MISUSE, *words, "/dev/full"), f"{name}: /dev/full: {full}")
        for words in (["games", "--json"], ["games"], ["rules", "carthage"], ["deal", "carthage#1"], ["--help"], ["protocol"]):
            with open("/dev/full", "wb") as output:
                done = run_bytes(*words, given=b"games\n", stdout=output)
            self.assertEqual((done.returncode, done.stderr.decode()), (MISUSE, f"quincunx: standard output: {full}"), "said once")

    def test_threads_that_cannot_be_started(self):
        done = run_bytes("-c", 'ulimit -v 300000; exec "$0" solve "stalactites#1..4000" --threads 1024 --memory 8', LAB, program="bash")
        self.assertEqual(done.returncode, MISUSE)
        self.assertRegex(done.stderr.decode(), r"^quincunx-lab: (cannot start more than \d+ threads: .+; give fewer with --threads"
                                               r"|out of memory)\n$")

    def test_no_number_of_threads_helps_where_none_can_be_started(self):
        """Where there is just room for the program, but for no thread of it."""
        said = set()
        for room in range(16_000, 40_000, 1_000):
            done = run_bytes("-c", f'ulimit -v {room}; exec "$0" solve stalactites#1..4 --threads 4 --memory 8', LAB, program="bash")
            said.add(done.stderr.decode())
        self.assertTrue(any("cannot start a thread: out of memory" in one for one in said), said)
        self.assertFalse([one for one in said if "more than 0" in one], said)

    def test_a_deal_where_a_record_is_wanted(self):
        for command in ("show", "replay"):
            self.assertIn("a deal is no record", self.bad(MISUSE, command, "carthage#1"))


def run_bytes(*words, given: bytes = b"", program=None, **how):
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    command = [program, *words] if program else command_line(*map(os.fsdecode, words))
    return subprocess.run(command, input=given, timeout=LONG, **how)


class Statuses(Commands):
    """The statuses that the man page gives, for the same bad text in every command that reads it."""

    def test_a_text_that_is_no_record_says_no_everywhere(self):
        for text in (RECORD.replace("end\n", ""), RECORD.replace("draw draw", "T1>T1"), RECORD.replace("#1", "#x")):
            for command in ("replay", "analyze", "hint", "odds", "solve"):
                with self.subTest(command=command, text=text):
                    self.assertRegex(self.bad(NO, command, "-", given=text), r"^quincunx: standard input:\d+:\d+: ")
                    done = run(command, "-", "--json", given=text)
                    answer = json.loads(done.stdout)
                    self.assertEqual((done.returncode, answer["ok"]), (NO, False))
                    self.assertGreater(answer["error"]["line"], 0)
                    self.assertNotIn("standard input", answer["error"]["message"])

    def test_what_is_taken_for_a_list_of_deals_is_misuse(self):
        for command, text in (("certify", "nonsense\n"), ("rate", "nonsense\n"), ("fair", "nonsense\n"), ("rate", RECORD),
                              ("fair", RECORD)):
            with self.subTest(command=command, text=text):
                self.assertRegex(self.bad(MISUSE, command, "-", given=text), "^quincunx-lab: standard input:1: the deal ")

    def test_success_and_misuse(self):
        self.good("replay", "-", given=RECORD)
        for command in ("replay", "analyze", "hint", "odds", "solve", "show", "fair", "rate"):
            self.assertIn("No such file", self.bad(MISUSE, command, "/nosuch"))
