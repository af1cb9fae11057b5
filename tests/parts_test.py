"""Studies in parts: which deals a part has, what merging makes of the parts, and what it refuses."""
import json
import os
import signal
import subprocess
import time

from builds import LAB, LONG
from commands import MISUSE, YES
from studies import LIMITS, WithFolder, parsed, sealed

RANGE = "stalactites#7..106"
PARTS = 5
ALL = os.environ.get("QUINCUNX_MUTATIONS") == "all"


class Parts(WithFolder):
    MORE = ()

    def part(self, number: int, *more, of: int = PARTS, deals: str = RANGE, name: str = ""):
        path = self.folder / (name or f"part-{number}")
        self.good("lab", "solve", deals, *LIMITS, "--part", f"{number}/{of}", *self.kind(), path, *more)
        return path

    def kind(self):
        return ["--no-times", *self.MORE, "--lines"]

    def parts(self):
        return [self.part(i) for i in range(1, PARTS + 1)]

    def whole(self) -> bytes:
        path = self.folder / "whole"
        self.good("lab", "solve", RANGE, *LIMITS, *self.kind(), path)
        return path.read_bytes()

    def refused(self, *parts) -> str:
        out = self.folder / "refused"
        message = self.bad(MISUSE, "merge", *parts, "--out", out)
        self.assertFalse(out.exists())
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith(".")], [])
        return message

    def test_merged_parts_are_the_file_of_one_process(self):
        whole, parts = self.whole(), self.parts()
        for order in (parts, parts[::-1], parts[2:] + parts[:2]):
            said = self.good("merge", *order, "--out", self.folder / "merged", "--force")
            self.assertEqual((self.folder / "merged").read_bytes(), whole)
            self.assertIn(f"{RANGE}, 100 deals, 5 parts, {len(whole)} bytes", said)
        answer = self.good_json("merge", *parts, "--out", self.folder / "other")
        self.assertEqual((answer["deals"], answer["count"], answer["parts"], answer["bytes"]), (RANGE, 100, PARTS, len(whole)))
        self.assertEqual(subprocess.run([LAB, "merge", *parts, "--out", "-"], capture_output=True, check=True).stdout,
                         whole)
        self.assertEqual(self.good("lab", "solve", "--summary", self.folder / "merged"),
                         self.good("lab", "solve", "--summary", self.folder / "whole"))

    def test_one_part_is_the_whole(self):
        self.good("merge", self.part(1, of=1), "--out", self.folder / "merged")
        self.assertEqual((self.folder / "merged").read_bytes(), self.whole())

    def test_a_file_that_is_there_is_replaced_only_with_force(self):
        parts = self.parts()
        out = self.file("merged", "mine")
        self.assertIn("already exists; replace it with --force", self.bad(MISUSE, "merge", *parts, "--out", out))
        self.bad(MISUSE, "merge", *parts[1:], "--out", out, "--force")
        self.assertEqual(out.read_text(), "mine")
        self.good("merge", *parts, "--out", out, "--force")
        self.assertEqual(out.read_bytes(), self.whole())

    def test_a_part_is_not_replaced(self):
        parts = self.parts()
        link = self.folder / "link"
        link.symlink_to(parts[1])
        for out in (parts[1], link):
            self.assertIn("--out would replace one of the parts", self.bad(MISUSE, "merge", *parts, "--out", out, "--force"))
        self.good("merge", *parts, "--out", self.folder / "merged")

    def test_missing_and_doubled_parts_are_named(self):
        parts = self.parts()
        message = self.refused(parts[0], parts[4])
        self.assertIn("parts 2-4 of 5 are missing", message)
        self.assertIn("solve again: 2-4;", message)
        self.assertIn("part 3 of 5 is missing", self.refused(*parts[:2], *parts[3:]))
        copy = self.file("copy", parts[1].read_bytes())
        message = self.refused(*parts, copy)
        self.assertIn(f"{copy}: part 2/5 is in {parts[1]} already", message)
        self.assertNotIn("solve again", message)

    def test_parts_of_something_else_are_named(self):
        parts = self.parts()
        others = (
            ({"of": 6}, "part of 6, not part of 5"),
            ({"deals": "stalactites#7..107"}, "the whole range stalactites#7..107, not the whole range stalactites#7..106"),
            ({"deals": "carthage#7..106"}, "the whole range carthage#7..106"),
        )
        for how, why in others:
            with self.subTest(why=why):
                other = self.part(2, name="other", **how)
                self.assertIn(f"{other}: {why}", self.refused(parts[0], other, *parts[2:]))
                other.unlink()
        for more, why in ((["--shorten"], "shortened solutions, not solutions as found"),
                          (["--memory", "512"], "512 MiB per deal, not 1024")):
            other = self.part(2, *more, name="other")
            message = self.refused(parts[0], other, *parts[2:])
            self.assertIn(f"{other}: {why}", message)
            self.assertIn("solve again: 2;", message)
            other.unlink()
        whole = self.folder / "all"
        self.good("lab", "solve", RANGE, *LIMITS, *self.kind(), whole)
        self.assertIn(f"{whole}: this is not the file of a part", self.refused(*parts, whole))
        self.assertIn("No such file", self.refused(*parts[:4], self.folder / "nosuch"))
        self.assertIn("this is not a file", self.refused(*parts[:4], "/dev/null"))
        self.assertIn("is not a file of verdicts", self.refused(*parts[:4], self.file("fish", "fish\n")))
        self.assertIn("is not a file of verdicts", self.refused(*parts[:4], self.file("empty", "")))

    def test_unfinished_and_damaged_parts_are_named_together(self):
        parts = self.parts()
        whole = [path.read_bytes() for path in parts]
        parts[1].write_bytes(whole[1][:-10])
        parts[3].write_bytes(whole[3][:-90] + bytes([whole[3][-90] ^ 1]) + whole[3][-89:])
        message = self.refused(*parts[:4])
        self.assertRegex(message, rf"{parts[1]}: part 2/5 is unfinished: \d+ of 20 deals")
        self.assertRegex(message, rf"{parts[3]}:.*(checksum|damaged)")
        self.assertRegex(message, r"parts? (4-)?5 of 5 (is|are) missing")  # 4 if it cannot be known what the file is
        self.assertIn("solve again: 2,4-5; delete damaged files first, --resume continues unfinished ones", message)
        parts[3].unlink()
        for number in (2, 4, 5):
            self.part(number, "--resume")
        self.good("merge", *parts, "--out", self.folder / "merged")
        self.assertEqual((self.folder / "merged").read_bytes(), self.whole())

    def test_a_message_about_many_parts_is_short(self):
        parts = [self.part(i, of=50) for i in range(1, 51)]
        for path in parts:
            path.write_bytes(path.read_bytes()[:-1])
        message = self.refused(*parts)
        self.assertIn("and 30 more", message)
        self.assertIn("solve again: 1-50;", message)
        self.assertLess(message.count("\n"), 30)

    def test_resuming_says_what_part_it_is(self):
        path = self.part(2)
        for words, why in ((["stalactites#7..106", "--part", "3/5"], "part 2/5, not part 3/5"),
                           (["stalactites#27..46"], "part 2/5, not all deals"),
                           (["stalactites#7..107", "--part", "2/5"], "not the whole range stalactites#7..107")):
            message = self.bad(MISUSE, "lab", "solve", *words, *LIMITS, *self.kind(), path, "--resume")
            self.assertIn(why, message)
        self.assertIn("(part 2/5 of stalactites#7..106), 20 of 20 deals", self.good("lab", "solve", "--summary", path))
        self.assertEqual(self.good_json("lab", "solve", "--summary", path)["part"], "2/5")

    def test_two_processes_of_a_part_do_no_harm(self):
        part = ["--part", "1/2", "--time", "0", *self.kind(), self.folder / "part", "--resume"]
        command = [str(word) for word in (LAB, "solve", "carthage#1000001..1000400", "--nodes", "3000", *part)]
        processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(3)]
        said = [process.communicate(timeout=LONG)[1] for process in processes]
        statuses = [process.returncode for process in processes]
        self.assertIn(YES, statuses)
        for status, text in zip(statuses, said):  # one that began late found the part finished
            self.assertTrue(status == YES or (status == MISUSE and "another process is writing to it" in text), text)
        self.assertIn("200 of 200 deals", self.good("lab", "solve", "--summary", self.folder / "part"))

    def test_a_writer_that_no_lock_keeps_away_is_noticed(self):
        path = self.folder / "part"
        command = [LAB, "solve", "gargantua#1..100000", "--part", "1/2", "--time", "0.01", *self.kind(), path,
                   "--threads", "1"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            self.wait_for_results(path)
            with path.open("ab") as other:
                other.write(b"{")
            said = process.communicate(timeout=LONG)[1]
        self.assertEqual(process.returncode, MISUSE)
        self.assertIn(f"{path}: something else has written to it meanwhile", said)

    def wait_for_results(self, path):
        while not path.exists() or path.read_bytes().count(b"\n") < 2:
            time.sleep(0.02)


class PartsWithoutSolutions(Parts):
    MORE = ("--no-solutions",)

    def test_parts_with_and_without_solutions_do_not_mix(self):
        parts = self.parts()
        own = [self.folder / name for name in ("one", "two")]
        for number, path in enumerate(own, 1):
            self.study(path.name, "--part", f"{number}/{PARTS}", "--no-times", deals=RANGE)
        self.assertIn(f"{own[1]}: solutions, not no solutions", self.refused(parts[0], own[1], *parts[2:]))
        self.assertIn(f"{parts[1]}: no solutions, not solutions", self.refused(own[0], *parts[1:]))


class Ranges(WithFolder):
    def test_parts_have_the_deals_that_the_notation_page_says(self):
        for first, count, parts in ((1, 1, 1), (1, 10, 3), (5, 7, 7), (32000, 11, 4)):
            seen = []
            for number in range(1, parts + 1):
                begin, end = first + count * (number - 1) // parts, first + count * number // parts - 1
                header, *lines = parsed(self.study(f"{first}-{count}-{parts}-{number}", "--part", f"{number}/{parts}",
                                                   deals=f"stalactites#{first}..{first + count - 1}"))
                self.assertEqual((header["deals"], header["count"], header["part"], header["of"]),
                                 (f"stalactites#{begin}..{end}", end - begin + 1, f"{number}/{parts}",
                                  f"stalactites#{first}..{first + count - 1}"))
                seen += [line["deal"] for line in lines]
            self.assertEqual(seen, [f"stalactites#{i}" for i in range(first, first + count)])

    def test_the_last_part_of_the_largest_range(self):
        last, path = 2**64 - 1, self.folder / "last"
        words = ("lab", "solve", f"stalactites#{last - 10**12 + 1}..{last}", "--part", "1000000/1000000", "--nodes", "1", "--time", "0")
        if ALL:
            answer = self.good_json(*words)
            self.assertEqual((answer["deals"], answer["done"]), (f"stalactites#{last - 10**6 + 1}..{last}", 10**6))
        with subprocess.Popen([LAB, *words[1:], "--lines", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while not path.exists() or b"\n" not in path.read_bytes():
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            process.send_signal(signal.SIGTERM)
        header = json.loads(path.read_bytes().partition(b"\n")[0])
        self.assertEqual((header["deals"], header["count"]), (f"stalactites#{last - 10**6 + 1}..{last}", 10**6))

    def test_bad_use(self):
        for words, why in (((RANGE, "--part", "101/101"), "part 101/101 of stalactites#7..106: there are more parts than deals"),
                           (("stalactites#1", "--part", "1/1"), "--part is for a range of deals"),
                           (("-", "--part", "1/1"), "--part is for a range of deals"),
                           (("--part", "1/2"), "--part requires deal")):
            self.assertIn(why, self.bad(MISUSE, "lab", "solve", *words, given="stalactites#1\n"))
        for part in ("0/5", "6/5", "1", "1/", "/5", "1/1000001", "1/5/5", "-1/5", "1/ 5", "01/5", "1/05", "+1/5", "x"):
            self.assertIn("--part: expected a part such as 3/50", self.bad(MISUSE, "lab", "solve", RANGE, "--part", part))
        self.assertIn("--out is missing", self.bad(MISUSE, "merge", "x"))

    def test_the_list_of_parts_to_solve_again_is_whole(self):
        header, line = parsed(self.study("part", "--part", "1/900", deals="stalactites#1..900"))
        names = []
        for i in range(1, 900, 3):
            deal = f"stalactites#{i}"
            names.append(self.file(f"p{i}", sealed([{**header, "part": f"{i}/900", "deals": f"{deal}..{i}"}, {**line, "deal": deal}])))
        message = self.bad(MISUSE, "merge", *names, "--out", self.folder / "out")
        self.assertIn("\nsolve again: " + ",".join(f"{i + 1}-{i + 2}" for i in range(1, 900, 3)) + ";", message)

    def test_headers_that_contradict_themselves(self):
        header, *lines = parsed(self.study("part", "--part", "2/5", deals=RANGE))
        for changes, why in (({"part": "3/5"}, "says stalactites#27..46, but part 3/5 of stalactites#7..106 is stalactites#47"),
                             ({"of": "stalactites#1..106"}, "but part 2/5"), ({"part": "2"}, "which part"), ({"part": 2}, "which part"),
                             ({"part": None}, "which part"), ({"of": None}, "which part"), ({"of": "list:1"}, "which part"),
                             ({"of": "nosuch#1..100"}, "there is no game"), ({"of": "stalactites#9..8"}, "ends before"),
                             ({"of": "stalactites#7..7"}, "more parts than deals")):
            with self.subTest(changes=changes):
                bad = self.file("bad", sealed([{**header, **changes}, *lines]))
                for words in (("lab", "solve", "--summary", bad), ("merge", bad, "--out", self.folder / "out")):
                    self.assertRegex(self.bad(MISUSE, *words), rf"bad:1: .*{why}")

    def test_a_part_that_was_continued_by_another_build(self):
        header, *lines = parsed(self.study("part", "--part", "1/1", deals=RANGE))
        lines[50]["build"] = "1234567890abcdef"
        bad = self.file("bad", sealed([header, *lines]))
        self.assertIn("part 1/1 was continued by build 1234567890abcdef, not build",
                      self.bad(MISUSE, "merge", bad, "--out", self.folder / "out"))
        header["build"] = "1234567890abcdef"
        whole = sealed([{**header, "part": "2/2", "deals": "stalactites#57..106", "count": 50}, *lines[50:]])
        self.study("one", "--part", "1/2", deals=RANGE)
        self.assertIn("build 1234567890abcdef, not build",
                      self.bad(MISUSE, "merge", self.folder / "one", self.file("two", whole), "--out", self.folder / "out"))
