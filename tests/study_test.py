"""Files of many deals (docs/notation.md): what is written, what is believed, and what is found in damaged ones."""
import json
import os
import random
import re

import pytest

from commands import MISUSE, YES, of_a_release, run
from sources import ROOT
from studies import FAIR, LIMITS, Sum, WithFolder, parsed, sealed

ALL = os.environ.get("QUINCUNX_MUTATIONS") == "all"


class Format(WithFolder):
    NUMBER = r"(0|[1-9]\d*)"
    STUDY = re.compile(
        r'\{"kind":"quincunx-study","format":2,"version":"[\d.]+","build":"[0-9a-f]{16}","deals":"stalactites#1\.\.12",'
        r'"count":12,"games":\["stalactites"\],"seconds":null,"nodes":400,"mebibytes":1024,"shorten":false,"times":true,'
        r'"sum":"[0-9a-f]{16}"\}\n'
        r'(\{"deal":"stalactites#\d+",("verdict":"winnable","moves":\[("[^"]+",?)+\]|"verdict":"un(winnable|known)"),'
        rf'"nodes":{NUMBER},"ms":{NUMBER}\.\d{{3}},"sum":"[0-9a-f]{{16}}"\}}\n){{12}}')

    def test_is_that_of_the_notation_page(self):
        self.assertRegex(self.study(), re.compile(f"^{self.STUDY.pattern}$"))
        header, *lines = parsed(self.games())
        self.assertEqual(list(header), ["kind", "format", "version", "build", "deals", "count", "games", "player", "seconds",
                                        "samples", "odds", "times", "sum"])
        self.assertEqual((header["kind"], header["format"]), ("quincunx-fair", 2))
        for line in lines:
            self.assertEqual(list(line), ["deal", "won", "moves", "nodes", "ms", "longest_ms", "sum"])

    def test_checksums_are_those_of_the_notation_page(self):
        for _, text in self.files():
            rolling = Sum()
            for line in text.splitlines():
                body, found, sum_ = line.rpartition(',"sum":"')
                self.assertTrue(found)
                self.assertEqual(sum_, rolling.add(body) + '"}')

    def test_names_of_lists_are_their_checksums(self):
        deals = ["stalactites#3", "stalactites#1", "stalactites#3"]
        path = self.folder / "list.jsonl"
        self.good("lab", "solve", "-", *LIMITS, "--lines", path, given="\n".join(deals))
        rolling = Sum()
        for deal in deals:
            name = rolling.add(deal)
        self.assertEqual(parsed(path.read_text())[0]["deals"], f"list:{name}")

    @of_a_release
    def test_the_build_is_the_one_of_the_source(self):  # cli_test says that this is the solver's signature
        build = parsed(self.study())[0]["build"]
        self.assertIn(f'solver_build = "{build}"', (ROOT / "lab/study/build.hpp").read_text())

    @pytest.mark.full
    @of_a_release
    def test_the_build_of_fair_games_is_a_sum_of_games(self):
        rolling = Sum()
        for deals, *more in (("stalactites#1..30", "--player", "instant"), ("carthage#1..6", "--player", "instant"),
                             ("gargantua#1..6", "--player", "instant"), ("grandfather#1..6", "--player", "instant"),
                             ("stalactites#1..6", "--samples", "4"), ("gargantua#1..2", "--samples", "4"),
                             ("gloucestershire#1..3", "--player", "novice"),
                             ("gargantua#1..2", "--player", "instant", "--odds"),
                             ("grandfather#1..2", "--player", "instant", "--odds"),
                             ("carthage#1..3", "--player", "instant", "--odds")):
            path = self.folder / f"{len(list(self.folder.iterdir()))}.jsonl"
            self.good("fair", deals, "--time", "0", *more, "--no-times", "--lines", path)
            for line in parsed(path.read_text())[1:]:
                odds = line.get("odds") or {}
                sum_ = rolling.add(f'{line["deal"]} {line["won"]} {" ".join(line["moves"])} {line["nodes"]} '
                                   f'{odds.get("worlds", 0)} {odds.get("won", 0)} {odds.get("fair") or 0:.6f}')
        self.assertEqual(parsed(path.read_text())[0]["build"], sum_,
                         "lab/study/build.hpp must give this sum, since fair players play differently now")

    @pytest.mark.full
    @of_a_release
    def test_the_build_of_ratings_is_a_sum_of_ratings(self):
        rolling = Sum()
        for deals, *more in (("stalactites#1..20", "--check", "5"), ("grandfather#1..5", "--check", "2"),
                             ("grandfather-classic#1..5", "--check", "2"),
                             ("gargantua#1..5", "--check", "5"), ("gloucestershire#1..5", "--check", "5"),
                             ("carthage#1..6", "--check", "1"), ("carthage-strict#1..2",)):
            path = self.folder / f"{len(list(self.folder.iterdir()))}.jsonl"
            self.good("rate", deals, *more, "--no-times", "--lines", path)
            for line in parsed(path.read_text())[1:]:
                rated = " ".join(str(line[key]) for key in ("deal", "verdict", "level", "won", "games", "nodes"))
                sum_ = rolling.add(rated + "".join(f' {one["won"]}' for one in line.get("check", [])))
        self.assertEqual(parsed(path.read_text())[0]["build"], sum_,
                         "lab/study/build.hpp must give this sum, since deals are rated differently now")

    @pytest.mark.full
    def test_without_times_equal_runs_are_equal_byte_for_byte(self):
        one = self.study("one.jsonl", "--no-times", "--threads", "1")
        self.assertNotIn('"ms"', one)
        self.assertEqual(self.study("seven.jsonl", "--no-times", "--threads", "7"), one)
        for cut in random.Random(5).sample(range(len(one)), 12):
            path = self.file("cut.jsonl", one[:cut])
            self.good("lab", "solve", "stalactites#1..12", *LIMITS, "--no-times", "--lines", path, "--resume", "--threads", "3")
            self.assertEqual(path.read_text(), one, cut)
        fair = self.games("fair-1.jsonl", "--no-times", "--threads", "1")
        self.assertNotIn("ms", fair)
        self.assertEqual(self.games("fair-4.jsonl", "--no-times", "--threads", "4"), fair)
        ratings = self.ratings("rate-1.jsonl", "--no-times", "--threads", "1")
        self.assertNotIn("ms", ratings)
        self.assertEqual(self.ratings("rate-4.jsonl", "--no-times", "--threads", "4"), ratings)
        self.assertNotIn("per second", self.good("lab", "solve", "--summary", self.folder / "one.jsonl"))
        self.assertIn("12 of 12 deals", self.good("lab", "solve", "--summary", self.folder / "one.jsonl"))
        message = self.bad(MISUSE, "lab", "solve", "stalactites#1..12", *LIMITS, "--lines", self.folder / "one.jsonl", "--resume")
        self.assertIn("started with no times, not times", message)
        self.assertIn("--lines", self.bad(MISUSE, "lab", "solve", "stalactites#1..12", *LIMITS, "--no-times"))


@pytest.mark.full
class Believed(WithFolder):
    def summary(self, command: str, text: str | bytes, *more):
        return run("lab", command, "--summary", self.file("read.jsonl", text), *more)

    def refused(self, command: str, text: str | bytes, why: str, *more):
        """The file is refused with a reason by --summary, and --resume leaves it as it is."""
        done = self.summary(command, text, *more)
        self.assertEqual((done.returncode, done.stdout), (MISUSE, ""), done.stderr)
        self.assertRegex(done.stderr, rf"^quincunx-lab: \S+read\.jsonl:\d+: .*{why}")

    def test_any_beginning_is_good(self):
        for command, text in self.files():
            lines = text.splitlines(keepends=True)
            for count in range(1, len(lines) + 1):
                done = self.summary(command, "".join(lines[:count]), "--json")
                self.assertEqual(done.returncode, YES, done.stderr)
                self.assertIs(json.loads(done.stdout)["cut_off"], False)
            for cut in range(len(text) - len(lines[-1]), len(text), 1 if ALL else 9):
                answer = json.loads(self.summary(command, text[:cut], "--json").stdout)
                self.assertEqual((answer["cut_off"], len(answer["builds"])), (cut > len(text) - len(lines[-1]), 1))
            self.assertIn("the last line is cut off and not counted", self.summary(command, text[:-1]).stdout)

    def mutations(self, text: bytes, count: int):
        """Copies of a file with one thing changed: a bit, a piece or a line missing, a piece or a line doubled, two bytes
        or two lines swapped."""
        chance = random.Random(20261125)
        lines = text.splitlines(keepends=True)

        def piece():
            start = chance.randrange(len(text))
            return start, min(len(text), start + chance.choice((1, 1, 2, 5, 40, 300)))

        for i in range(count):
            at = chance.randrange(len(text))
            yield "flip", text[:at] + bytes([text[at] ^ (1 << chance.randrange(8))]) + text[at + 1:]
            start, end = piece()
            one, other = sorted(chance.sample(range(len(lines)), 2))
            if i % 2:
                yield "deletion", text[:start] + text[end:]
                yield "duplication", text[:end] + text[start:]
                left, right = sorted(chance.sample(range(len(text)), 2))
                yield "swap", text[:left] + text[right:right + 1] + text[left + 1:right] + text[left:left + 1] + text[right + 1:]
            else:
                yield "deletion", b"".join(lines[:one] + lines[one + 1:])
                yield "duplication", b"".join(lines[:other] + lines[one:other] + lines[other - 1:])
                yield "swap", b"".join(lines[:one] + [lines[other]] + lines[one + 1:other] + [lines[one]] + lines[other + 1:])

    def test_damage_is_found(self):
        for command, text in self.files():
            whole = text.encode()
            tried = {}
            for kind, damaged in self.mutations(whole, (1000 if ALL else 30)):
                if damaged == whole:  # two equal bytes were swapped
                    continue
                tried[kind] = tried.get(kind, 0) + 1
                done = self.summary(command, damaged, "--json")
                if done.returncode == MISUSE:
                    continue
                # The rest is a beginning of the file, which is not damaged, but is said not to be all of it.
                self.assertTrue(whole.startswith(damaged), (kind, damaged))
                answer = json.loads(done.stdout)
                deals = sum(game["deals"] for game in answer["results"])
                self.assertTrue(deals < answer["count"], (kind, damaged))
            self.assertGreater(min(tried.values()), (900 if ALL else 24), tried)

    def test_resume_finds_damage_too_and_changes_nothing(self):
        whole = self.study().encode()
        for kind, damaged in self.mutations(whole, 10):
            if damaged == whole or whole.startswith(damaged):
                continue
            path = self.file("damaged.jsonl", damaged)
            done = run("lab", "solve", "stalactites#1..12", *LIMITS, "--lines", path, "--resume")
            if done.returncode == YES:  # the damage was in the last line, which was not whole any more
                self.assertNotEqual(damaged[-1:], b"\n", (kind, damaged))
                self.assertEqual([line["deal"] for line in parsed(path.read_text())[1:]],
                                 [f"stalactites#{i}" for i in range(1, 13)])
            else:
                self.assertEqual(done.returncode, MISUSE)
                self.assertEqual(path.read_bytes(), damaged)

    def test_what_contradicts_itself_is_refused_whatever_its_checksums(self):
        header, *lines = parsed(self.study())
        won = next(i for i, line in enumerate(lines) if line["verdict"] == "winnable")
        line = lines[won]

        def with_line(**changes) -> str:
            new = {key: value for key, value in {**line, **changes}.items() if value is not ...}
            return sealed([header, *lines[:won], new, *lines[won + 1:]])

        def raw(text: str) -> str:
            return sealed([header, *lines[:won], {"raw": text}, *lines[won + 1:]])

        self.assertEqual(self.summary("solve", sealed([header, *lines])).returncode, YES)
        for text, why in (
            (with_line(verdict="unwinnable"), "there are moves"),
            (with_line(verdict="unknown"), "there are moves"),
            (with_line(moves=...), "no moves that win it"),
            (with_line(moves=[]), "no moves that win it"),
            (with_line(moves=[1, 2]), "does not describe a deal"),
            (with_line(moves="T1>T2"), "does not describe a deal"),
            (with_line(moves=[["T1>T2"]]), "does not describe a deal"),
            (with_line(moves={"a": 1}), "does not describe a deal"),
            (with_line(moves=["T1>T2"] * 50_001), "does not describe a deal"),
            (with_line(defect=True), "had a defect"),
            (with_line(verdict="won"), "does not describe a deal"),
            (with_line(nodes=...), "does not describe a deal"),
            (with_line(nodes=-1), "does not describe a deal"),
            (with_line(nodes=1.5), "does not describe a deal"),
            (with_line(nodes=1e30), "does not describe a deal"),
            (with_line(nodes="5"), "does not describe a deal"),
            (with_line(nodes=None), "does not describe a deal"),
            (with_line(ms=-1), "does not describe a deal"),
            (with_line(ms=...), "does not describe a deal"),
            (with_line(ms="1"), "does not describe a deal"),
            (with_line(ms=1e300), "does not describe a deal"),
            (with_line(deal="carthage#1"), "belongs to no game"),
            (with_line(deal="stalactites#99"), "the deal is stalactites#99, not"),
            (with_line(deal=5), "does not describe a deal"),
            (raw('{"deal":"stalactites#1","verdict":"unknown","nodes":1,"nodes":2,"ms":1'), "does not describe a deal"),
            (raw('{"deal":"stalactites#1","verdict":"unknown","nodes":1,"ms":1e999'), "does not describe a deal"),
            (raw('{"deal":"stalactites#1","verdict":"unknown","nodes":1,"ms":1,"verdict":"unwinnable"'),
             "does not describe a deal"),
            (sealed([header, *lines, lines[-1]]), "more deals than the header says"),
            (sealed([header, *lines[1:]]), "the deal is stalactites#2, not stalactites#1"),
            (sealed([header, lines[0], *lines]), "the deal is stalactites#1, not stalactites#2"),
            (sealed([header, lines[1], lines[0], *lines[2:]]), "the deal is stalactites#2, not stalactites#1"),
        ):
            with self.subTest(why=why, text=text[:300]):
                self.refused("solve", text, why)

    def test_headers_are_checked_whatever_their_checksum(self):
        header, *lines = parsed(self.study())
        for changes, why in (
            ({"count": -1}, "not a whole number"), ({"count": 1e300}, "not a whole number"), ({"count": 0}, "not between"),
            ({"count": 11}, "says 11 deals, but stalactites#1..12 has 12"), ({"count": 10**13}, "not between"),
            ({"count": "12"}, "not a whole number"), ({"count": None}, "not a whole number"),
            ({"deals": "stalactites#1..99"}, "says 12 deals"), ({"deals": "stalactites#5..1"}, "ends before it begins"),
            ({"deals": "nosuch#1..12"}, "no game"), ({"deals": "fish"}, "neither a range nor a list"), ({"deals": 5}, "incomplete"),
            ({"games": []}, "incomplete"), ({"games": ["nosuch"]}, "does not exist"), ({"games": ["carthage"]}, "not of"),
            ({"games": "stalactites"}, "incomplete"), ({"games": [5]}, "does not exist"),
            ({"nodes": -1}, "not a whole number"), ({"nodes": 1e30}, "not a whole number"), ({"nodes": 0}, "not between"),
            ({"seconds": -1}, "not a number from 0"), ({"seconds": "x"}, "not a number from 0"), ({"seconds": 1e300}, "not a number"),
            ({"mebibytes": -5}, "not a whole number"), ({"mebibytes": 1e20}, "not a whole number"), ({"mebibytes": 0}, "not between"),
            ({"shorten": 1}, "incomplete"), ({"times": "no"}, "incomplete"), ({"version": 1}, "incomplete"),
            ({"build": ""}, "incomplete"), ({"build": 7}, "incomplete"), ({"format": 3}, "cannot read"),
            ({"format": "2"}, "cannot read"), ({"format": 2.5}, "cannot read"), ({"kind": "fish"}, "not a file of verdicts"),
        ):
            with self.subTest(changes=changes):
                self.refused("solve", sealed([{**header, **changes}, *lines]), why)
        for key in header:
            if key not in ("sum",):
                with self.subTest(missing=key):
                    self.refused("solve", sealed([{k: v for k, v in header.items() if k != key}, *lines]), "")
        header, *lines = parsed(self.games())
        for changes, why in (({"count": 11}, "says 11 deals"), ({"player": 5}, "incomplete"), ({"count": -1}, "whole number")):
            self.refused("fair", sealed([{**header, **changes}, *lines]), why)
        for changes, why in (({"won": True, "moves": []}, "no moves"), ({"ms": -1}, "not a number"), ({"won": 1}, "describe a game"),
                             ({"moves": "x"}, "describe a game"), ({"deal": "stalactites#2"}, "not stalactites#1")):
            self.refused("fair", sealed([header, {**lines[0], **changes}, *lines[1:]]), why)

    def test_a_time_that_is_missing_is_named_with_its_line(self):
        header, *lines = parsed(self.games())
        for key in ("ms", "longest_ms"):
            line = {name: value for name, value in lines[1].items() if name != key}
            done = self.summary("fair", sealed([header, lines[0], line, *lines[2:]]))
            self.assertEqual(done.returncode, MISUSE)
            self.assertRegex(done.stderr, rf'read\.jsonl:3: "{key}" is missing$')

    def test_a_list_is_checked_at_its_end(self):
        path = self.folder / "list.jsonl"
        self.good("lab", "solve", "-", *LIMITS, "--lines", path, given="stalactites#3\nstalactites#1\nstalactites#3\n")
        header, *lines = parsed(path.read_text())
        self.good("lab", "solve", "--summary", path)
        self.refused("solve", sealed([header, lines[1], lines[0], lines[2]]), "not those of the list")
        self.refused("solve", sealed([header, {**lines[0], "deal": "stalactites#03"}, *lines[1:]]), "is not a deal")
        self.assertEqual(self.summary("solve", sealed([header, lines[0]])).returncode, YES)

    def test_replay(self):
        for command, text in (("solve", self.study()), ("fair", self.games())):
            header, *lines = parsed(text)
            said = self.summary(command, text, "--replay").stdout
            self.assertRegex(said, r"\n\d+ (wins|games) replayed\n$")
            won = next(i for i, line in enumerate(lines) if line.get("verdict") == "winnable" or line.get("won"))
            for moves, why in ((lines[won]["moves"][:-1], "do not win"), (["T1>T99", *lines[won]["moves"]], "move 1, \"T1>T99\": "),
                               ([*lines[won]["moves"], "draw"], f"move {len(lines[won]['moves']) + 1}, \"draw\": "),
                               ([*lines[won]["moves"][:3], "fish"], "move 4, \"fish\": ")):
                forged = sealed([header, *lines[:won], {**lines[won], "moves": moves}, *lines[won + 1:]])
                self.assertEqual(self.summary(command, forged).returncode, YES)
                self.refused(command, forged, re.escape(why), "--replay")
        fair = parsed(self.games("again.jsonl"))
        lost = next((i for i, line in enumerate(fair[1:], 1) if not line["won"]), None)
        if lost is not None:
            self.refused("fair", sealed([*fair[:lost], {**fair[lost], "won": True}, *fair[lost + 1:]]), "do not win", "--replay")
        self.assertIn("--summary", self.bad(MISUSE, "lab", "solve", "stalactites#1..2", "--replay"))


class WithoutSolutions(WithFolder):
    def refused(self, text: str) -> str:
        return self.bad(MISUSE, "lab", "solve", "--summary", self.file("refused.jsonl", text))

    def test_says_the_same_but_for_the_moves(self):
        for deals, limits in (("stalactites#1..300", LIMITS), ("carthage#1000001..1000012", ["--time", "0", "--nodes", "5000"]),
                              ("grandfather#1..5", ["--time", "0", "--nodes", "3"])):
            paths = [self.folder / f"{deals}.{name}" for name in ("whole", "brief")]
            for path, more in zip(paths, ([], ["--no-solutions"])):
                self.good("lab", "solve", deals, *limits, "--no-times", *more, "--lines", path)
            (header, *lines), (brief_header, *brief) = (parsed(path.read_text()) for path in paths)
            self.assertEqual({**brief_header, "sum": ""}, {**header, "solutions": False, "sum": ""})
            self.assertEqual(paths[1].read_text(), sealed([brief_header, *brief]))
            self.assertEqual([{**line, "sum": ""} for line in brief],
                             [{**{key: value for key, value in line.items() if key != "moves"},
                               **({"length": len(line["moves"])} if "moves" in line else {}), "sum": ""} for line in lines])
            self.assertEqual(*(self.good("lab", "solve", "--summary", path) for path in paths))

    def test_goes_on_with_the_same_and_with_nothing_else(self):
        whole = self.study("whole", "--no-times", "--no-solutions")
        path, go_on = self.folder / "cut", ["lab", "solve", "stalactites#1..12", *LIMITS, "--no-times", "--lines", self.folder / "cut", "--resume"]
        path.write_text(whole[:-30])
        self.assertIn("no solutions, not solutions", self.bad(MISUSE, *go_on))
        self.good(*go_on, "--no-solutions")
        self.assertEqual(path.read_text(), whole)
        path.write_text(self.study("other", "--no-times")[:-30])
        self.assertIn("solutions, not no solutions", self.bad(MISUSE, *go_on, "--no-solutions"))
        self.assertIn("nothing to --replay", self.bad(MISUSE, "lab", "solve", "--summary", self.folder / "whole", "--replay"))
        self.assertIn("--lines", self.bad(MISUSE, "lab", "solve", "stalactites#1..12", "--no-solutions"))

    def test_what_is_wrong_is_refused(self):
        header, *lines = parsed(self.study("whole", "--no-solutions"))
        won = next(line for line in lines if line["verdict"] == "winnable")
        at = lines.index(won)
        nothing = "this line does not describe a deal"
        for changes, why in (({"length": 0}, "no moves that win it"), ({"length": 50_001}, nothing), ({"length": -1}, nothing),
                             ({"length": 1.5}, nothing), ({"length": None}, nothing), ({"length": [1]}, nothing), ({"moves": ["T1>F1"]}, nothing),
                             ({"verdict": "unknown"}, "it is not said to be winnable")):
            with self.subTest(changes=changes):
                self.assertIn(f":{at + 2}: ", said := self.refused(sealed([header, *lines[:at], {**won, **changes}, *lines[at + 1:]])))
                self.assertIn(why, said)
        short = {key: value for key, value in won.items() if key != "length"}
        self.assertIn("no moves that win it", self.refused(sealed([header, *lines[:at], short, *lines[at + 1:]])))
        twice = {"raw": json.dumps(won, separators=(",", ":")).partition(',"sum"')[0] + f',"length":{won["length"]}'}
        self.assertIn(nothing, self.refused(sealed([header, *lines[:at], twice, *lines[at + 1:]])))
        self.assertIn("the header is incomplete", self.refused(sealed([{**header, "solutions": 0}, *lines])))


class Builds(WithFolder):
    def test_another_format_is_refused(self):
        for command, text in self.files():
            header, *lines = parsed(text)
            for number in (1, 3, "2", None):
                path = self.file("other.jsonl", sealed([{**header, "format": number}, *lines]))
                self.assertIn("a format that this version cannot read", self.bad(MISUSE, "lab", command, "--summary", path))

    def test_resume_refuses_another_build_unless_told(self):
        for command, limits, text in (("solve", LIMITS, self.study("s", "--no-times")), ("fair", FAIR, self.games("f", "--no-times"))):
            header, *lines = parsed(text)
            other = {**header, "build": "0123456789abcdef"}
            begun = sealed([other, *lines[:5]])
            path = self.file(f"{command}.jsonl", begun)
            go_on = ["lab", command, "stalactites#1..12", *limits, "--no-times", "--lines", path, "--resume"]
            message = self.bad(MISUSE, *go_on)
            self.assertIn(f"started with build 0123456789abcdef, not build {header['build']}", message)
            self.assertIn("--any-build", message)
            self.assertEqual(path.read_text(), begun)
            self.good(*go_on, "--any-build")
            written = path.read_text()
            self.assertTrue(written.startswith(begun))
            self.assertEqual([line.get("build") for line in parsed(written)[1:]], [None] * 5 + [header["build"]] + [None] * 6)
            self.assertEqual(written, sealed(parsed(written)))
            self.assertIn(f"several builds, in this order: 0123456789abcdef {header['build']}", self.good("lab", command, "--summary", path))
            self.assertIn("build 0123456789abcdef", self.bad(MISUSE, *go_on))
            self.good(*go_on, "--any-build")
            self.assertEqual(path.read_text(), written)
            # A file that this build has started and another has gone on with is not its own any more.
            lines[6]["build"] = "0123456789abcdef"
            path.write_text(sealed([header, *lines[:8]]))
            self.assertIn("written by build 0123456789abcdef", self.bad(MISUSE, *go_on))
            self.good(*go_on, "--any-build")
            self.assertEqual([line["build"] for line in parsed(path.read_text()) if "build" in line],
                             [header["build"], "0123456789abcdef", header["build"]])

    def test_another_version_is_another_build(self):
        header, *lines = parsed(self.study())
        path = self.file("old.jsonl", sealed([{**header, "version": "9.9.9"}, *lines[:2]]))
        go_on = ["lab", "solve", "stalactites#1..12", *LIMITS, "--lines", path, "--resume"]
        self.assertIn("version 9.9.9, not version", self.bad(MISUSE, *go_on))
        self.good(*go_on, "--any-build")
