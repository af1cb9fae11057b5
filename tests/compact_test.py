"""Compact files (docs/notation.md): read by a second reader written from the page, continued, damaged and merged."""
import json
import os
import random
import signal
import subprocess
import time
import unittest
from pathlib import Path

from builds import LONG, PROGRAM
from commands import MISUSE, YES, run
from studies import LIMITS, Sum, WithFolder, parsed

ALL = os.environ.get("QUINCUNX_MUTATIONS") == "all"
FULL_BLOCK = 65536


def unpacked(path: Path) -> bytes:
    return subprocess.run(["zstd", "-dcq"], input=path.read_bytes(), capture_output=True).stdout


class Reader:
    """The blocks of a file, read as the notation page says."""

    def __init__(self, path: Path):
        line, _, self.bytes = unpacked(path).partition(b"\n")
        self.header, self.at, self.deals, self.blocks = json.loads(line), 0, {}, []
        self.sum = Sum()
        assert self.sum.add(line.decode().rpartition(',"sum"')[0]) == self.header["sum"]
        while self.at < len(self.bytes):
            self.block()

    def block(self):
        start = self.at
        first, count = self.fixed(8), self.fixed(4)
        lost, unknown, defect = self.places(), self.places(), self.places()
        won = [i for i in range(count) if i not in lost and i not in unknown]
        moves = dict(zip(won, self.numbers(len(won))))
        for i, nodes in enumerate(self.numbers(count)):
            assert (i in defect) <= (i in unknown)
            self.deals[first + i] = ("unwinnable" if i in lost else "unknown" if i in unknown else "winnable", moves.get(i, 0), nodes)
        for byte in self.bytes[start:self.at]:
            self.sum.state = (self.sum.state ^ byte) * 0x100000001b3 % 2**64
        assert self.fixed(8) == self.sum.state
        self.blocks.append((first, count))

    def fixed(self, size: int) -> int:
        self.at += size
        return int.from_bytes(self.bytes[self.at - size:self.at], "little")

    def varint(self) -> int:
        number = shift = 0
        while True:
            byte = self.fixed(1)
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def places(self) -> set[int]:
        place, items = 0, set()
        for _ in range(self.varint()):
            place += self.varint()
            items.add(place)
        return items

    def numbers(self, count: int) -> list[int]:
        return [255 + self.varint() if byte == 255 else byte for byte in [self.fixed(1) for _ in range(count)]]


class WithCompact(WithFolder):
    def compact(self, name: str = "compact", *more, deals: str = "stalactites#1..300", limits=LIMITS) -> Path:
        self.good("solve", deals, *limits, "--compact", self.folder / name, *more)
        return self.folder / name


class Compact(WithCompact):
    def test_says_the_same_as_lines(self):
        for deals, limits in (("stalactites#1..300", LIMITS), ("carthage#1000001..1000012", ["--time", "0", "--nodes", "5000"]),
                              ("gloucestershire#18446744073709551610..18446744073709551615", LIMITS),
                              ("grandfather#1..5", ["--time", "0", "--nodes", "3"])):
            lines = self.folder / f"{deals}.jsonl"
            self.good("solve", deals, *limits, "--no-times", "--lines", lines)
            header, *runs = parsed(lines.read_text())
            path = self.compact(deals, deals=deals, limits=limits)
            read = Reader(path)
            self.assertEqual({**read.header, "sum": ""}, {**header, "kind": "quincunx-compact", "format": 1, "sum": ""})
            self.assertEqual(list(read.header), list(header))
            self.assertEqual({f'{header["games"][0]}#{number}': result for number, result in read.deals.items()},
                             {run["deal"]: (run["verdict"], len(run.get("moves", [])), run["nodes"]) for run in runs})
            self.assertEqual(self.good("solve", "--summary", path), self.good("solve", "--summary", lines))
            self.assertGreater(len({run["verdict"] for run in runs}), 1 if deals.startswith("stala") else 0)

    def test_what_is_left_out_is_found_again(self):
        read = Reader(self.compact())
        limits = ["--time", "0", "--nodes", read.header["nodes"], "--memory", read.header["mebibytes"]]
        for number in random.Random(2).sample(sorted(read.deals), 8):
            answer = json.loads(run("solve", f"stalactites#{number}", *map(str, limits), "--json").stdout)
            self.assertEqual((answer["verdict"], len(answer.get("moves", [])), answer["nodes"]), read.deals[number])

    def test_blocks_have_65536_deals_and_a_deal_takes_few_bytes(self):
        path = self.compact(deals="stalactites#1000001..1070000", limits=["--time", "0"])
        self.assertEqual(Reader(path).blocks, [(1000001, FULL_BLOCK), (1000001 + FULL_BLOCK, 70000 - FULL_BLOCK)])
        self.assertLess(path.stat().st_size / 70000, 1.4)
        # Cut in the second block and in the first.
        whole = path.read_bytes()
        for cut in (len(whole) - 1, len(whole) - 3000, 60_000):
            path.write_bytes(whole[:cut])
            answer = self.good_json("solve", "--summary", path)
            self.assertEqual((answer["done"], answer["cut_off"]), (FULL_BLOCK if cut > 80_000 else 0, True))
            self.assertIn("the last block is cut off", self.good("solve", "--summary", path))
        path.write_bytes(whole[:-1])
        self.compact(path.name, "--resume", deals="stalactites#1000001..1070000", limits=["--time", "0"])
        self.assertEqual(path.read_bytes(), whole)

    def test_equal_runs_are_equal_byte_for_byte(self):
        one = self.compact("one", "--threads", "1").read_bytes()
        self.assertEqual(self.compact("seven", "--threads", "7").read_bytes(), one)
        for cut in (0, 1, 5, 100, *random.Random(5).sample(range(len(one)), 12)):
            path = self.file("cut", one[:cut])
            self.compact("cut", "--resume", "--threads", "3")
            self.assertEqual(path.read_bytes(), one, cut)
        before = self.file("done", one).stat().st_mtime_ns
        self.compact("done", "--resume")
        self.assertEqual((self.folder / "done").stat().st_mtime_ns, before, "a finished file is left as it is")

    def test_an_interruption_loses_nothing(self):
        deals = f"carthage#1000001..{1000100 if ALL else 1000050}"
        limits = ["--time", "0", "--nodes", "20000"]
        whole = self.compact("whole", deals=deals, limits=limits)
        path = self.folder / "stopped"
        command = [str(word) for word in (PROGRAM, "solve", deals, *limits, "--compact", path, "--resume", "--threads", "1")]
        done, stops = 0, 0
        for round_ in range(60):
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                time.sleep(0.25 + 0.02 * round_)
                process.send_signal(signal.SIGTERM)
                said, complained = process.communicate(timeout=LONG)
            if process.returncode == YES:
                break
            if process.returncode == 128 + signal.SIGTERM:
                stops += 1
                self.assertIn("interrupted; continue with --resume", complained)
            if path.exists():
                now = self.good_json("solve", "--summary", path)["done"]
                self.assertGreaterEqual(now, done)
                done = now
        self.good(*command[1:])
        self.assertGreater(stops, 0)
        self.assertEqual(path.read_bytes(), whole.read_bytes())

    def test_kill_leaves_what_can_be_continued(self):
        deals, limits = "stalactites#1000001..1070000", ["--time", "0", "--nodes", "5"]
        whole = self.compact("whole", deals=deals, limits=limits)
        path = self.folder / "killed"
        command = [str(word) for word in (PROGRAM, "solve", deals, *limits, "--compact", path, "--resume", "--threads", "2")]
        for round_ in range(30):
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                try:
                    process.wait(0.3 + 0.2 * round_)
                except subprocess.TimeoutExpired:
                    pass
                process.kill()
            if process.returncode == YES:
                break
            self.assertTrue(whole.read_bytes().startswith(path.read_bytes()) or not path.exists())
        self.assertEqual(path.read_bytes(), whole.read_bytes())

    def test_bad_use(self):
        path = self.compact()
        for words, why in ((("stalactites#1", "--compact", "x"), "--compact is for a range of deals"),
                           (("-", "--compact", "x"), "--compact is for a range of deals"),
                           (("stalactites#1..3", "--compact", "-"), "standard output: only a file can be compact"),
                           (("stalactites#1..3", "--compact", "x", "--lines", "y"), "cannot be used together with"),
                           (("stalactites#1..3", "--compact", "x", "--summary", "y"), "cannot be used together with"),
                           (("stalactites#1..3", "--compact", "x", "--no-times"), "--no-times can only be used together with --lines"),
                           (("stalactites#1..3", "--resume"), "--resume can only be used together with --lines or --compact"),
                           (("stalactites#1..3", "--compact", "x", "--resume", "--any-build"), "cannot be used together with"),
                           (("stalactites#1..3", "--compact", "x", "--certify-short", "y"), "--certify-short writes no verdicts"),
                           (("stalactites#1..3", "--lines", "x", "--certify-short", "y"), "--certify-short writes no verdicts"),
                           (("--summary", path, "--replay"), "a compact file has no moves that --replay could play"),
                           (("stalactites#1..300", *LIMITS, "--compact", path), "already exists; continue it with --resume"),
                           (("stalactites#1..301", *LIMITS, "--compact", path, "--resume"), "the deals stalactites#1..300, not"),
                           (("stalactites#1..300", *LIMITS, "--lines", path, "--resume"), "is not a file of verdicts"),
                           (("stalactites#1..300", "--time", "0", "--nodes", "401", "--compact", path, "--resume"),
                            "400 nodes per deal, not 401 nodes per deal")):
            with self.subTest(words=words):
                before = path.read_bytes()
                self.assertIn(why, self.bad(MISUSE, "solve", *words, given="stalactites#1\nstalactites#2\n", cwd=self.folder))
                self.assertEqual(path.read_bytes(), before)
                self.assertEqual({one.name for one in self.folder.iterdir()}, {"compact"})
        self.good("solve", "stalactites#1..3", "--lines", self.folder / "lines")
        self.assertIn("not a frame of a compact file",
                      self.bad(MISUSE, "solve", "stalactites#1..3", "--compact", self.folder / "lines", "--resume"))

    def test_another_build_is_refused(self):
        path = self.compact()
        line, _, blocks = unpacked(path).partition(b"\n")
        line = line.replace(b'"build":"', b'"build":"0').replace(b'"sum":"', b'"sum":"0')  # whatever they are
        body = line.rpartition(b',"sum"')[0].decode()
        header = f'{body},"sum":"{Sum().add(body)}"}}\n'.encode()
        frame = subprocess.run(["zstd", "-cq", "--check", f"--stream-size={len(header)}"], input=header, capture_output=True,
                               check=True).stdout
        other = self.file("other", frame)
        message = self.bad(MISUSE, "solve", "stalactites#1..300", *LIMITS, "--compact", other, "--resume")
        self.assertRegex(message, "header: the file was started with build 0.*, not build")


class Damage(WithCompact):
    def frames(self, path: Path) -> list[bytes]:
        """A file with three blocks: small ones are enough to be damaged."""
        magic = b"\x28\xb5\x2f\xfd"
        return [magic + part for part in path.read_bytes().split(magic)[1:]]

    def test_is_found(self):
        path = self.compact(deals="stalactites#1..131100", limits=["--time", "0", "--nodes", "1"])
        whole = path.read_bytes()
        frames = self.frames(path)
        self.assertEqual((len(frames), b"".join(frames)), (4, whole))
        chance = random.Random(20261126)
        content = unpacked(path)

        def check(kind: str, damaged: bytes):
            if damaged == whole:
                return
            done = run("solve", "--summary", self.file("damaged", damaged), "--json")
            if done.returncode == MISUSE:
                self.assertRegex(done.stderr, r"^quincunx: \S+damaged(: (header|block \d)|:\d+): ")
                return
            answer = json.loads(done.stdout)
            if unpacked(self.folder / "damaged") == content:  # bits that mean nothing to Zstandard
                return
            self.assertLess(answer["done"], answer["count"], (kind, "not found"))
            # The count is that of the deals that were there.
            self.assertIn(answer["done"], (0, FULL_BLOCK, 2 * FULL_BLOCK))

        # The header of the last frame and that of its first block say how much follows: too much is no file that was cut off.
        last = whole.rindex(b"\x28\xb5\x2f\xfd")
        for at in range(last + 4, last + 10):
            for bit in range(8):
                damaged = whole[:at] + bytes([whole[at] ^ (1 << bit)]) + whole[at + 1:]
                self.assertIn("damaged: ", self.bad(MISUSE, "solve", "--summary", self.file("damaged", damaged)), (at - last, bit))

        for _ in range(1000 if ALL else 20):
            at = chance.randrange(len(whole))
            check("flip", whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1:])
            end = min(len(whole), at + chance.choice((1, 1, 2, 5, 40, 300)))
            check("deletion", whole[:at] + whole[end:])
            check("duplication", whole[:end] + whole[at:])
            left, right = sorted(chance.sample(range(len(whole)), 2))
            check("swap", whole[:left] + whole[right:right + 1] + whole[left + 1:right] + whole[left:left + 1] + whole[right + 1:])
        for order in ([0, 2, 3], [0, 1, 3], [0, 1, 1, 2, 3], [0, 2, 1, 3], [0, 1, 2, 3, 3], [0, 1, 2, 2, 3], [0, 0, 1, 2, 3],
                      [1, 2, 3], [1, 0, 2, 3], [0, 3], [0, 1, 3, 2]):
            done = run("solve", "--summary", self.file("damaged", b"".join(frames[i] for i in order)))
            self.assertEqual(done.returncode, MISUSE, order)

    def test_every_bit_of_a_small_file(self):
        path = self.compact(deals="stalactites#1..40")
        whole, text = path.read_bytes(), self.good_json("solve", "--summary", path)
        bits = range(8 * len(whole)) if ALL else random.Random(3).sample(range(8 * len(whole)), 250)
        for bit in bits:
            damaged = bytearray(whole)
            damaged[bit // 8] ^= 1 << bit % 8
            done = run("solve", "--summary", self.file("damaged", bytes(damaged)), "--json")
            if done.returncode == YES:
                # A few bits of a frame mean nothing to Zstandard: then everything is as it was.
                self.assertEqual(json.loads(done.stdout), text, bit)

    def test_what_looks_like_a_last_block_that_was_cut_off(self):
        path = self.compact(deals="stalactites#1..65600", limits=["--time", "0", "--nodes", "1"])
        whole = path.read_bytes()
        last = len(whole) - whole.rindex(b"\x28\xb5\x2f\xfd")
        for damaged in (whole[:-30] + bytes(30), whole[:-8] + whole[-4:], *(whole[:-missing] for missing in range(1, last + 1))):
            path.write_bytes(damaged)
            answer = self.good_json("solve", "--summary", path)
            self.assertEqual((answer["done"], answer["cut_off"]), (FULL_BLOCK, len(damaged) > len(whole) - last))
            self.good("solve", "stalactites#1..65600", "--time", "0", "--nodes", "1", "--compact", path, "--resume")
            self.assertEqual(path.read_bytes(), whole)

    def test_what_is_no_compact_file(self):
        zeros = subprocess.run(["zstd", "-cq", "--check", "--stream-size=100000000"], input=b"\0" * 10**8, capture_output=True).stdout
        skippable = b"\x50\x2a\x4d\x18\x04\0\0\0abcd"
        whole = self.compact().read_bytes()
        for text, why in ((zeros, "too large"), (whole + skippable, "not a frame"), (whole + whole, "too few deals"),
                          (whole + b"x", "not a frame"), (whole[:4] + b"\0" * 1000, "not a frame"),
                          (whole + zeros, "too large"), (whole[:4] + b"\x84" + b"\xff" * 3_000_000, "")):
            path = self.file("bad", text)
            message = self.bad(MISUSE, "solve", "--summary", path)
            self.assertIn(why, message)
            self.bad(MISUSE, "solve", "stalactites#1..300", *LIMITS, "--compact", path, "--resume")
            self.assertEqual(path.read_bytes(), text)


if __name__ == "__main__":
    unittest.main()
