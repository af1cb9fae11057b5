"""The solver's commands from outside: solve, analyze and hint, with files that are interrupted and resumed."""
import json
import os
import random
import re
import resource
import signal
import subprocess
import time
from pathlib import Path

import referee
import studies
from builds import LAB, LONG, PROGRAM
from commands import MISUSE, NO, YES, command_line, on_terminal, run
from studies import LIMITS, parsed, sealed


def record(deal: str, moves: list[str], last: str = "") -> str:
    return f"quincunx-record 1\ngame {deal.split('#')[0]}\ndeal {deal}\nmoves\n{' '.join(moves)}\n{last}end\n"


def without_times(text: str) -> list[dict]:
    lines = parsed(text)
    for line in lines:
        line.pop("ms", None)
        line.pop("sum", None)  # of the times, too
    return lines


class WithFolder(studies.WithFolder):
    def stuck_game(self, deal: str) -> Path:
        """The record of a game in which the first listed move is made until there are none left."""
        moves: list[str] = []
        with subprocess.Popen([PROGRAM, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1) as process:
            def ask(line: str) -> str:
                process.stdin.write(line + "\n")
                return process.stdout.readline()
            self.assertEqual(ask(f"position {deal}"), "ok\n")
            while len(legal := ask("legal").split()) > 2:
                moves.append(legal[2])
                self.assertEqual(ask(f"play {moves[-1]}"), "ok\n")
            process.stdin.write("quit\n")
        return self.file("stuck.pat", record(deal, moves))


class SolveOne(WithFolder):
    def test_a_win_is_a_record_that_replays(self):
        out = self.folder / "win.pat"
        text = self.good("solve", "stalactites#1", "--out", out)
        self.assertRegex(text, r"^stalactites#1: winnable in \d+ moves \(\d+ nodes, \d+ ms\)\n")
        moves = " ".join(text.splitlines()[1:])
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertRegex(self.good("replay", out), r": \d+ moves, won\n$")
        self.assertEqual(" ".join(out.read_text().split("moves\n")[1].split("result")[0].split()), moves)
        self.assertEqual(referee.main(["replay", str(out)]), 0)
        self.assertEqual(self.good("solve", "stalactites#1", "--out", "-"), out.read_text())

    def test_json(self):
        answer = self.good_json("solve", "stalactites#1")
        self.assertEqual((answer["deal"], answer["game"], answer["at"], answer["verdict"]),
                         ("stalactites#1", "stalactites", 0, "winnable"))
        self.assertGreater(answer["nodes"], 0)
        self.assertGreaterEqual(answer["ms"], 0)
        referee.replay_solution("stalactites#1", answer["line"])
        self.assertEqual(answer["hint"]["move"], answer["line"][0])

    def test_the_present_position_of_a_record(self):
        moves = self.good_json("solve", "stalactites#1")["line"]
        text = record("stalactites#1", moves[:-2], f"at {len(moves) - 4}\n")
        out = self.folder / "win.pat"
        for given in (text, text.replace("\n", "\r\n"), "# a comment\n\n" + text):
            answer = self.good_json("solve", "-", "--out", out, "--force", given=given)
            self.assertEqual((answer["deal"], answer["at"]), (None, len(moves) - 4))
            self.assertRegex(self.good("replay", out), r": \d+ moves, won\n$")
            self.assertIn(" ".join(moves[:10]), out.read_text().replace("\n", " "))

    def test_position_lines(self):
        lines = self.good("deal", "stalactites#1")
        answer = self.good_json("solve", "-", given=lines)
        self.assertEqual((answer["deal"], answer["verdict"]), (None, "winnable"))
        out = self.folder / "win.pat"
        self.good("solve", self.file("position.txt", lines), "--out", out)
        self.assertEqual(referee.main(["replay", str(out)]), 0)

    def test_unwinnable_and_unknown_say_no(self):
        stuck = self.stuck_game("stalactites#2")
        done = run("solve", stuck, "--out", self.folder / "none.pat")
        self.assertEqual((done.returncode, done.stderr), (NO, ""))
        self.assertRegex(done.stdout, r"stuck.pat: unwinnable \(1 node, \d+ ms\)\n$")
        self.assertFalse((self.folder / "none.pat").exists())
        done = run("solve", "gargantua#1", "--nodes", "1", "--json")
        self.assertEqual(done.returncode, NO)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["verdict"], answer["line"], answer["hint"]), ("unknown", [], None))
        done = run("solve", "gargantua#1", "--nodes", "1", "--memory", "2G")
        self.assertRegex(done.stdout, r"^gargantua#1: unknown within 10 s, 1 node, 2048 MiB \(\d+ nodes?, ")

    def test_time_is_a_limit(self):
        before = os.times()
        done = run("solve", "carthage-strict#3", "--time", "0.2", "--json")
        after = os.times()
        self.assertLess(after.children_user + after.children_system - before.children_user - before.children_system, 10)
        self.assertIn(json.loads(done.stdout)["verdict"], ("winnable", "unwinnable", "unknown"))

    def test_shorter_lines_replay(self):
        for number in range(1, 6):
            deal = f"stalactites#{number}"
            long = self.good_json("solve", deal)["line"]
            short = self.good_json("solve", deal, "--shorten")["line"]
            self.assertLessEqual(len(short), len(long))
            referee.replay_solution(deal, short)

    def test_bad_use(self):
        for words, why in (
            ((), "expected a deal, a range of deals, or a file"),
            (("nosuch#1",), "nosuch"),
            (("carthage#0",), "carthage#0, column"),
            (("carthage:AS",), "carthage"),
            (("/nosuch",), "/nosuch: No such file"),
            (("",), "deal: expected DEALS"),
            (("/tmp",), "/tmp: Is a directory"),
            (("carthage#1", "--time", "-1"), "--time"),
            (("carthage#1", "--time", "nan"), "--time"),
            (("carthage#1", "--time", "1e3"), "--time"),
            (("carthage#1", "--time", ""), "--time"),
            (("carthage#1", "--nodes", "0"), "--nodes"),
            (("carthage#1", "--nodes", "18446744073709551616"), "--nodes"),
            (("carthage#1", "--memory", "0"), "--memory"),
            (("carthage#1", "--memory", "1T"), "--memory"),
            (("carthage#1", "--memory", "99999999999999999999G"), "--memory"),
            (("carthage#1", "--threads", "0"), "--threads"),
            (("carthage#1", "--resume"), "--lines"),
            (("carthage#1", "--summary", "x"), "--summary"),
            (("carthage#5..1",), "the range carthage#5..1 ends before it begins"),
            (("carthage#0..5",), "column 10"),
            (("carthage#01..5",), "column 10"),
            (("carthage#1..",), "column 13"),
            (("carthage#1..x",), "column 13"),
            (("carthage#1...5",), "column 13"),
            (("carthage#1..5..7",), "column 13"),
            (("carthage#1..18446744073709551616",), "column 13"),
            (("carthage#1..18446744073709551615",), "more than 1000000000000 deals"),
            (("nosuch#1..5",), "nosuch"),
            (("#1..5",), "no game"),
            (("carthage",), "a deal is, for example, carthage#1"),
        ):
            with self.subTest(words=words):
                self.assertIn(why, self.bad(MISUSE, "lab", "solve", *words))
                if not words or not {"..", "--threads", "--resume", "--summary", ""} & {*words, ".." if ".." in words[0] else "x"}:
                    self.assertIn(why if words else "deal is required", self.bad(MISUSE, "solve", *words))
        for words, why in ((("carthage#1..3",), "carthage#1..3: quincunx-lab solve takes ranges of deals"),
                           (("carthage#1", "carthage#2", "--out", self.folder / "x"), "--out and --certify are for one deal")):
            self.assertIn(why, self.bad(MISUSE, "solve", *words))
        several = run("solve", "stalactites#1", "stalactites#1000207")
        self.assertEqual((several.returncode, len(re.findall("^stalactites#.*winnable", several.stdout, re.MULTILINE))), (NO, 2))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_empty_names_of_files_are_refused(self):
        for option, others in (("--lines", ("stalactites#1..3", "--resume")),
                               ("--lines", ("stalactites#1",)), ("--summary", ()), ("--summary", ("stalactites#1",))):
            with self.subTest(option=option, others=others):
                message = self.bad(MISUSE, "lab", "solve", option, "", *others, *LIMITS, cwd=self.folder)
                self.assertIn(f"{option}: expected FILE, not an empty string", message)
                message = self.bad(MISUSE, "lab", "solve", f"{option}=", *others, *LIMITS, cwd=self.folder)
                self.assertIn(f"{option}=: expected a value", message)
        self.bad(MISUSE, "lab", "solve", "stalactites#1..3", *LIMITS, "--lines=", "--resume", cwd=self.folder)
        self.assertEqual(list(self.folder.iterdir()), [], "no word was taken for the name of a file")

    def test_bad_files(self):
        for text, why in (("quincunx-record 2\n", "standard input:1:"), ("", "standard input:1:"), ("fish", "standard input:1:"),
                          ("game nosuch\n", "standard input:1:"), ("game carthage\nT1 ZZ\n", "standard input:2:"),
                          ("quincunx-record 1\ngame carthage\ndeal carthage#1\nmoves\nT1>T1\nend\n", "standard input:5:1:"),
                          ("\0" * 1000, "standard input:1:"), ("\xff\xfe", "standard input:1:")):
            with self.subTest(text=text[:30]):
                self.assertIn(why, self.bad(NO, "solve", "-", given=text))
        for text, why in (("", "contains no deal"), ("# only a comment\n\n", "contains no deal"),
                          ("carthage#1\n\nfish\n", "standard input:3: the deal fish"),
                          ("carthage#1\ncarthage:AS\n", "standard input:2: "),
                          ("nosuch#1\n", "standard input:1: there is no game"),
                          ("\0" * 1000, "standard input:1:"), ("\xff\xfe", "standard input:1:")):
            with self.subTest(text=text[:30]):
                self.assertIn(why, self.bad(MISUSE, "lab", "solve", "-", given=text))
        self.assertIn("longer than 64 MiB", self.bad(MISUSE, "lab", "solve", "/dev/zero"))

    def test_a_win_that_cannot_be_written(self):
        self.assertIn("/dev/full: No space left", self.bad(MISUSE, "solve", "stalactites#1", "--out", "/dev/full"))
        self.assertIn("Is a directory", self.bad(MISUSE, "solve", "stalactites#1", "--out", self.folder))


class SolveMany(WithFolder):
    def refused(self, text: str, *more, deals: str = "stalactites#1..12", time: str = "0", nodes: str = "400") -> str:
        """The message of a run that must refuse to resume a file; the file must stay unchanged."""
        path = self.file("refused.jsonl", text)
        message = self.bad(MISUSE, "lab", "solve", deals, "--time", time, "--nodes", nodes, "--lines", path, "--resume", *more)
        self.assertEqual(path.read_text(), text)
        self.assertIn("refused.jsonl:", message)
        return message

    def test_lines_are_in_order_whatever_the_threads(self):
        header, *lines = without_times(self.study("one.jsonl", "--threads", "1"))
        self.assertEqual([line["deal"] for line in lines], [f"stalactites#{i}" for i in range(1, 13)])
        for line in lines:
            self.assertEqual("moves" in line, line["verdict"] == "winnable")
            if line["verdict"] == "winnable":
                referee.replay_solution(line["deal"], line["moves"])
        self.assertIn("winnable", {line["verdict"] for line in lines})
        for threads in ("2", "7"):
            self.assertEqual(without_times(self.study(f"{threads}.jsonl", "--threads", threads)), [header, *lines])
        one_by_one = [json.loads(run("solve", line["deal"], *LIMITS, "--json").stdout) for line in lines]
        for line, answer in zip(lines, one_by_one):
            self.assertEqual([answer["verdict"], answer["line"], answer["nodes"]],
                             [line["verdict"], line.get("moves", []), line["nodes"]])

    def test_threads_change_nothing_in_any_game(self):
        for game in (game["id"] for game in json.loads(run("games", "--json").stdout)):
            files = [self.folder / f"{game}-{threads}.jsonl" for threads in (1, 3)]
            for threads, path in zip((1, 3), files):
                self.good("lab", "solve", f"{game}#1000001..1000012", "--time", "0", "--nodes", "2000", "--threads", threads,
                          "--lines", path)
            one, three = (without_times(path.read_text()) for path in files)
            self.assertEqual(one, three, game)

    def test_a_file_cut_at_any_byte_is_gone_on_with(self):
        whole = self.study("whole.jsonl")
        expected = without_times(whole)
        header = whole.index("\n") + 1
        ends = [i + 1 for i, c in enumerate(whole) if c == "\n"]
        random.seed(3)
        cuts = {0, 1, header // 2, header - 1, *ends, *(end - 1 for end in ends), *random.sample(range(len(whole)), 20)}
        for cut in sorted(cuts):
            path = self.file("cut.jsonl", whole[:cut])
            done = run("lab", "solve", "stalactites#1..12", *LIMITS, "--lines", path, "--resume", "--threads", "2")
            self.assertEqual((done.returncode, done.stderr), (YES, ""), cut)
            text = path.read_text()
            kept = max((end for end in ends if end <= cut), default=0)
            self.assertEqual((text[:kept], without_times(text)), (whole[:kept], expected), cut)

    def test_kill_loses_nothing_and_repeats_nothing(self):
        path = self.folder / "killed.jsonl"
        started = time.monotonic()
        self.study("first.jsonl", deals="stalactites#1..400")
        count = max(400, min(8_000, round(400 / (time.monotonic() - started))))  # at most a second's work
        deals = f"stalactites#1..{count}"
        command = ["lab", "solve", deals, *LIMITS, "--lines", path, "--resume", "--threads", "2"]
        cuts = 0
        for round_ in range(30):
            with subprocess.Popen(command_line(*map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                try:
                    process.wait(0.02 + 0.03 * round_)
                except subprocess.TimeoutExpired:
                    cuts += 1
                process.send_signal(signal.SIGKILL)
            before = path.read_bytes() if path.exists() else b""
            if before.count(b"\n") == count + 1:
                break
        self.assertGreater(cuts, 0)
        self.assertIn(f"{count} of {count} deals", self.good(*command))
        _, *lines = without_times(path.read_text())
        self.assertEqual([line["deal"] for line in lines], [f"stalactites#{i}" for i in range(1, count + 1)])
        other = self.study("other.jsonl", deals=deals)
        self.assertEqual(without_times(other)[1:], lines)

    def test_interrupting_keeps_what_is_done(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            path = self.folder / f"{status}.jsonl"
            command = ["lab", "solve", "gargantua#1..100000", "--time", "0.01", "--lines", path, "--threads", "2"]
            with subprocess.Popen(command_line(*map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True) as process:
                while not path.exists() or path.read_text().count("\n") < 20:
                    time.sleep(0.02)
                process.send_signal(number)
                said, complained = process.communicate(timeout=LONG)
            self.assertEqual(process.returncode, status)
            self.assertIn("continue with --resume", complained)
            text = path.read_text()
            self.assertTrue(text.endswith("\n"))
            self.assertIn(f"{text.count(chr(10)) - 1} of 100000 deals", said)

    def test_going_on_is_refused_where_something_differs(self):
        whole = self.study("whole.jsonl")
        header, first, rest = whole.split("\n", 2)
        self.assertIn("400 nodes per deal, not 500 nodes per deal", self.refused(whole, nodes="500"))
        self.assertIn("no time limit, not 2.0 seconds per deal", self.refused(whole, time="2"))
        self.assertIn("1024 MiB per deal, not 512 MiB per deal", self.refused(whole, "--memory", "512"))
        self.assertIn("solutions as found, not shortened", self.refused(whole, "--shorten"))
        self.assertIn("the deals stalactites#1..12, not the deals stalactites#1..13",
                      self.refused(whole, deals="stalactites#1..13"))
        self.assertIn("not the deals carthage#1..12", self.refused(whole, deals="carthage#1..12"))
        lines = parsed(whole)
        self.assertIn("version 9.9.9, not version", self.refused(sealed([{**lines[0], "version": "9.9.9"}, *lines[1:]])))
        self.assertIn(":1: this is not a file of verdicts", self.refused("fish\n"))
        self.assertIn(":1: this is not a file of verdicts", self.refused("fish"))
        self.assertIn(":1: this is not a file of verdicts", self.refused("[]\n"))
        self.assertIn(":1: this is not a file of verdicts", self.refused(first + "\n"))
        self.assertIn("format", self.refused(sealed([{**lines[0], "format": 3}, *lines[1:]])))
        self.assertIn(":2: the checksum is wrong", self.refused(f"{header}\nfish\n{rest}"))
        self.assertIn(":2: the checksum is wrong", self.refused(f"{header}\n\n"))
        self.assertIn(":2: the checksum is wrong", self.refused(f"{header}\n{rest}"))
        for line in ({"deal": "stalactites#1"}, {"deal": "stalactites#1", "verdict": "won", "nodes": 1, "ms": 1}):
            self.assertIn(":2: this line does not describe a deal", self.refused(sealed([lines[0], line])))
        self.assertIn(":2: the deal is stalactites#2, not stalactites#1", self.refused(sealed([lines[0], *lines[2:]])))
        self.assertIn(":14: there are more deals", self.refused(f"{whole}{first}\n"))

    def test_deep_nesting_is_refused(self):
        header, line, _ = self.study("whole.jsonl").split("\n", 2)
        for depth in (10, 100_000):
            for nested in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * (20 * depth)):
                broken = nested.endswith("[")
                for text, why in (
                        (header.replace('"version":"', f'"version":{nested},"was":"'), ":1: .* nested too deeply"),
                        (f'{{"kind":"quincunx-study","format":2,"version":{nested}}}', ":1: .* nested too deeply"),
                        (header[:-1] + f',"more":{nested}}}', ":1: .* nested too deeply"),
                        (nested, ":1: .* nested too deeply"),
                        (f"{header}\n{nested}", ":2: the checksum is wrong"),
                        (sealed([json.loads(header), {"raw": nested}])[:-1], ":2: this line does not describe a deal"),
                        (sealed([json.loads(header), {"raw": line[:-1] + f',"more":{nested}'}])[:-1], ":2: this line does not"),
                        (sealed([json.loads(header), {"raw": line[:-1].replace('"moves":', f'"moves":{nested},"more":')}])[:-1],
                         ":2: this line does not describe a deal")):
                    with self.subTest(depth=depth, nested=nested[:5], broken=broken, text=text[:60]):
                        self.assertRegex(self.refused(text + "\n"), why)
                        path = self.folder / "refused.jsonl"
                        self.assertRegex(self.bad(MISUSE, "lab", "solve", "--summary", path), why)

    def test_a_file_is_not_overwritten(self):
        whole = self.study("whole.jsonl")
        message = self.bad(MISUSE, "lab", "solve", "stalactites#1..12", *LIMITS, "--lines", self.folder / "whole.jsonl")
        self.assertIn("whole.jsonl: already exists; continue it with --resume", message)
        self.assertEqual((self.folder / "whole.jsonl").read_text(), whole)

    def test_two_do_not_write_to_one_file(self):
        path = self.folder / "locked.jsonl"
        with subprocess.Popen([LAB, "solve", "gargantua#1..100000", "--time", "0.01", "--lines", path],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            while not path.exists() or not path.read_text().count("\n"):
                time.sleep(0.02)
            message = self.bad(MISUSE, "lab", "solve", "gargantua#1..100000", "--time", "0.01", "--lines", path, "--resume")
            self.assertIn("another process is writing to it", message)
            process.send_signal(signal.SIGKILL)

    def test_what_cannot_be_written(self):
        for where, why in (("/dev/full", "/dev/full: No space left"), (self.folder, "Is a directory"),
                           (self.folder / "none/x.jsonl", "No such file"), ("/proc/version", "/proc/version: ")):
            self.assertIn(why, self.bad(MISUSE, "lab", "solve", "stalactites#1..3", *LIMITS, "--lines", where))
        self.assertIn("only a file can be resumed",
                      self.bad(MISUSE, "lab", "solve", "stalactites#1..3", *LIMITS, "--lines", "/dev/null", "--resume"))

    def test_a_disk_that_is_full_is_no_loss(self):
        whole = self.study("whole.jsonl")
        path = self.folder / "full.jsonl"
        size = len(whole) // 2

        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        command = [LAB, "solve", "stalactites#1..12", *LIMITS, "--lines", path, "--resume"]
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=small_disk, timeout=LONG)
        self.assertEqual((done.returncode, done.stdout), (MISUSE, ""))
        self.assertIn("full.jsonl: File too large", done.stderr)
        self.assertEqual(path.stat().st_size, size)
        self.good("lab", "solve", "stalactites#1..12", *LIMITS, "--lines", path, "--resume")
        self.assertEqual(without_times(path.read_text()), without_times(whole))

    def test_a_finished_file_is_left_as_it_is(self):
        whole = self.study("whole.jsonl")
        self.assertEqual(self.study("whole.jsonl", "--resume"), whole)

    def test_lists(self):
        text = "# deals\n\nstalactites#3\r\n  stalactites#1 \nstalactites#3\n"
        _, *lines = without_times(self.study("whole.jsonl"))
        path = self.folder / "list.jsonl"
        self.good("lab", "solve", self.file("deals.txt", text), *LIMITS, "--lines", path)
        header, *of_list = without_times(path.read_text())
        self.assertEqual(of_list, [lines[2], lines[0], lines[2]])
        self.assertEqual((header["count"], header["games"]), (3, ["stalactites"]))
        self.good("lab", "solve", "-", *LIMITS, "--lines", path, "--resume", given=text)
        message = self.bad(MISUSE, "lab", "solve", "-", *LIMITS, "--lines", path, "--resume", given=text + "stalactites#4\n")
        self.assertIn("the deals list:", message)

    def test_several_games(self):
        text = "stalactites#1\ngargantua#1\nstalactites#2\n" + self.good("deal", "carthage#1", "--cards")
        answer = self.good_json("lab", "solve", "-", *LIMITS, given=text)
        self.assertEqual([(game["game"], game["deals"]) for game in answer["results"]],
                         [("stalactites", 2), ("gargantua", 1), ("carthage", 1)])

    def test_lines_on_standard_output(self):
        text = self.good("lab", "solve", "stalactites#1..12", *LIMITS, "--lines", "-")
        self.assertEqual(without_times(text), without_times(self.study("whole.jsonl")))

    def test_summary(self):
        path = self.folder / "whole.jsonl"
        done = self.good("lab", "solve", "stalactites#1..12", *LIMITS, "--lines", path)
        again = self.good("lab", "solve", "--summary", path)
        self.assertEqual(done[:done.index("\nthis run: 12 deals in ")], again.rstrip("\n") + "\n")
        self.assertLess(again.count("\n"), 60)
        _, *lines = without_times(path.read_text())
        answer = self.good_json("lab", "solve", "--summary", path)
        game, = answer["results"]
        verdicts = [line["verdict"] for line in lines]
        self.assertEqual([game[key] for key in ("deals", "won", "lost", "unknown")],
                         [12, *(verdicts.count(verdict) for verdict in ("winnable", "unwinnable", "unknown"))])
        self.assertEqual(game["nodes"]["max"], max(line["nodes"] for line in lines))
        self.assertEqual(game["nodes"]["median"], sorted(line["nodes"] for line in lines)[5])
        self.assertLess(game["clopper_pearson"][0], game["won"] / 12)
        self.assertGreaterEqual(game["clopper_pearson"][1], (game["won"] + game["unknown"]) / 12)
        self.assertEqual((answer["deals"], answer["count"], answer["done"]), ("stalactites#1..12", 12, 12))
        text = path.read_text()
        cut = self.file("cut.jsonl", text[:-10])
        self.assertIn("11 of 12 deals", self.good("lab", "solve", "--summary", cut))
        self.assertIn(":1: this is not a file of verdicts", self.bad(MISUSE, "lab", "solve", "--summary", self.file("x", "fish")))
        short = self.file("short.jsonl", sealed([{"kind": "quincunx-study", "format": 2}]))
        self.assertIn(":1: the header is incomplete", self.bad(MISUSE, "lab", "solve", "--summary", short))
        self.assertIn("No such file", self.bad(MISUSE, "lab", "solve", "--summary", "/nosuch"))
        self.assertIn("longer than 16 MiB", self.bad(MISUSE, "lab", "solve", "--summary", "/dev/zero"))

    def test_progress_is_shown_on_a_terminal_only(self):
        text = on_terminal("lab", "solve", "gargantua#1..200", "--time", "0.02", stream="stderr")
        self.assertRegex(text, r"^\r\[[#.]{20}\] \d+/200 won ")
        self.assertTrue(text.endswith("\r\x1b[K"))


class Analyze(WithFolder):
    def test_where_a_game_was_lost(self):
        stuck = self.stuck_game("stalactites#1")
        answer = self.good_json("analyze", stuck)
        verdicts = answer["verdicts"]
        self.assertEqual(len(verdicts), answer["moves"] + 1)
        self.assertEqual((verdicts[0], verdicts[-1]), ("winnable", "unwinnable"))
        self.assertNotIn("unknown", verdicts)
        lost = verdicts.index("unwinnable")
        self.assertEqual(set(verdicts[lost:]), {"unwinnable"})
        moves = stuck.read_text().split("\n")[4].split()
        self.assertEqual(answer["thrownAway"], {"move": lost, "text": moves[lost - 1]})
        self.assertEqual(answer["lastWinnable"], lost - 1)
        referee.replay_solution("stalactites#1", moves[:lost - 1] + answer["line"])
        for ply in (lost - 1, lost):  # solving each position on its own gives the same verdicts
            text = record("stalactites#1", moves, f"at {ply}\n")
            self.assertEqual(json.loads(run("solve", "-", "--json", given=text).stdout)["verdict"], verdicts[ply])
        text = self.good("analyse", stuck)
        self.assertIn(f"move {lost}, {moves[lost - 1]}, threw the win away\n", text)
        self.assertRegex(text, r"(?m)^winnable    .*\nunwinnable  after moves? \d+")
        self.assertIn(f", in {len(answer['line'])} moves:\n", text)

    def test_undecided_stretches_are_said_to_be_undecided(self):
        stuck = self.stuck_game("stalactites#1")
        answer = self.good_json("analyze", stuck, "--nodes", "1")
        self.assertIn("unknown", answer["verdicts"])
        self.assertIsNone(answer["thrownAway"])
        self.assertIn("undecided", self.good("analyze", stuck, "--nodes", "1"))

    def test_a_game_that_was_won(self):
        out = self.folder / "win.pat"
        self.good("solve", "stalactites#1", "--out", out)
        answer = self.good_json("analyze", out)
        self.assertEqual(set(answer["verdicts"]), {"winnable"})
        self.assertEqual((answer["thrownAway"], answer["lastWinnable"], answer["line"]), (None, answer["moves"], []))
        self.assertIn("the game is won\n", self.good("analyze", "-", given=out.read_text()))

    def test_bad_use(self):
        self.assertIn("carthage#1 has no moves to analyze", self.bad(MISUSE, "analyze", "carthage#1"))
        self.assertIn("carthage is a game, not a deal", self.bad(MISUSE, "analyze", "carthage"))
        self.assertIn("standard input:1:", self.bad(NO, "analyze", "-", given="fish"))
        self.assertIn("standard input:5:1: move 1", self.bad(NO, "analyze", "-", given=record("carthage#1", ["T1>T1"])))


class Hint(WithFolder):
    def test_following_hints_wins(self):
        text = self.good("hint", "stalactites#1")
        self.assertRegex(text, r"^\S+  wins in \d+ moves\n$")
        answer = self.good_json("hint", "stalactites#1")
        self.assertEqual((answer["hint"]["move"], answer["verdict"], answer["analysis"]), (answer["line"][0], "winnable", None))
        referee.replay_solution("stalactites#1", answer["line"])
        almost = record("stalactites#1", answer["line"][:-1])
        self.assertRegex(self.good("hint", "-", given=almost), "^" + re.escape(answer["line"][-1]) + "  wins in 1 move\n$")
        done = run("hint", "-", given=record("stalactites#1", answer["line"]))
        self.assertEqual((done.returncode, done.stdout), (NO, "the game is won\n"))

    def test_a_lost_game_says_from_where_it_could_be_won(self):
        stuck = self.stuck_game("stalactites#1")
        analysis = self.good_json("analyze", stuck)
        done = run("hint", stuck)
        self.assertEqual(done.returncode, NO)
        lost = analysis["thrownAway"]
        self.assertIn(f"unwinnable; it could be won before move {lost['move']}, {lost['text']} (", done.stdout)
        answer = json.loads(run("hint", stuck, "--json").stdout)
        self.assertEqual((answer["hint"], answer["verdict"], {**answer["analysis"], "ms": analysis["ms"]}),
                         (None, "unwinnable", {name: analysis[name] for name in answer["analysis"]}))

    def test_no_win_within_the_limits(self):
        done = run("hint", "gargantua#1", "--nodes", "1")
        answer = json.loads(run("hint", "gargantua#1", "--nodes", "1", "--json").stdout)
        self.assertEqual(done.returncode, NO)
        self.assertRegex(done.stdout, r"^no solution was found within 10 s, 1 node, 1024 MiB; a guess, not proved: \S+  \S.*\.\n$")
        self.assertEqual((answer["hint"], answer["verdict"], answer["analysis"]), (None, "unknown", None))

    def test_fair(self):
        for deal in ("gargantua#1", "stalactites#1", "carthage#1", "grandfather#1", "gloucestershire#1"):
            for samples in ("0", "4"):
                answer = self.good_json("hint", deal, "--fair", "--samples", samples)
                hint = answer["hint"]
                self.assertTrue(hint["code"] and hint["text"])
                self.assertEqual((answer["plan"][0], answer["sawMore"]), (hint["move"], False))
                # An instant answer says no chance, and any other that of the odds.
                self.assertEqual([choice["chance"] for choice in answer["choices"][:1]],
                                 [] if samples == "0" else [answer["chance"]])
                if samples == "0":
                    self.assertIsNone(answer["chance"])
                else:
                    self.assertEqual(answer["chance"], self.good_json("odds", deal, "--time", "0")["chance"])
                said = self.good("hint", deal, "--fair", "--samples", samples)
                self.assertTrue(said.startswith(f"{hint['move']}  {hint['text']}"), said)
                self.assertIn(hint["move"], self.protocol(f"position {deal}", "legal")[1].split()[2:])
        self.assertEqual(run("hint", self.stuck_game("stalactites#1"), "--fair").returncode, NO)
        self.assertIn("--fair", self.bad(MISUSE, "hint", "gargantua#1", "--samples", "3"))

    def test_fair_says_what_was_seen_and_taken_back(self):
        said = self.good("hint", "-", "--fair", "--samples", "0", given=record("carthage#1", ["draw"], "at 0\n"))
        self.assertIn("does not use the cards that were seen before moves were taken back", said)
        # The answer is that of someone who has not seen them.
        self.assertEqual(said.splitlines()[0], self.good("hint", "carthage#1", "--fair", "--samples", "0").rstrip())

    def test_bad_use(self):
        self.assertIn("nosuch", self.bad(MISUSE, "hint", "nosuch#1"))


class Fair(WithFolder):
    def test_odds(self):
        answer = self.good_json("odds", "carthage#3", "--samples", "12", "--time", "0")
        self.assertEqual((answer["worlds"], answer["complete"], answer["at"]), (12, False, 0))
        self.assertLessEqual(answer["allKnown"][0], answer["won"] / 12)
        self.assertLessEqual(answer["won"] / 12, answer["allKnown"][1])
        self.assertTrue(answer["bounds"][0] <= answer["chance"] <= answer["bounds"][1])
        self.assertEqual(answer, self.good_json("odds", "carthage#3", "--samples", "12", "--time", "0"))
        self.assertRegex(self.good("odds", "carthage#3", "--samples", "12", "--time", "0"),
                         r"^the chance of winning is (about \d0|above 95|below 5) % \(\d+\.\d % to \d+\.\d %\)\n$")
        self.assertIs(answer["fitted"], True)
        self.assertRegex(self.good("odds", "klondike#1", "--samples", "12", "--time", "0"), r"^the share of worlds that can be won is ")
        self.assertEqual(self.good("odds", "stalactites#1"), "every card is known, and the game can be won\n")
        self.assertEqual(self.good_json("odds", "stalactites#1")["chance"], 1)
        exact = self.good_json("odds", "grandfather#1", "--samples", "2", "--exact", "3")["exact"]
        self.assertEqual((exact["games"], exact["won"]), (3, 3))
        for bad in (["odds"], ["odds", ""], ["odds", "carthage#1", "--samples", "0"],
                    ["odds", "carthage#1", "--exact", "-1"], ["odds", "carthage#1", "--samples", "010"],
                    ["odds", "carthage#1", "--samples", ""], ["odds", "carthage#1", "--time", "x"]):
            self.bad(MISUSE, *bad)

    def test_games_are_replayed_by_the_referee(self):
        for player in ("novice", "instant", "fair"):
            path = self.folder / player
            self.good("fair", "grandfather#1..4", "--player", player, "--lines", path, "--samples", "2", "--time", "0")
            games = parsed(path.read_text())[1:]
            self.assertEqual([game["deal"] for game in games], [f"grandfather#{n}" for n in range(1, 5)])
            for game in games:
                if game["won"]:
                    referee.replay_solution(game["deal"], game["moves"])
            self.assertTrue(player == "novice" or all(game["won"] for game in games))

    def test_lines_resume_and_summary(self):
        lines = self.folder / "games.jsonl"
        ask = ["fair", "gargantua#1000010..1000012", "--player", "instant", "--odds", "--lines", lines]
        summary = self.good(*ask)
        self.assertIn("won", summary)
        whole = lines.read_bytes()
        self.assertIn("already exists", self.bad(MISUSE, *ask))
        lines.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 20])
        self.good(*ask, "--resume")
        strip = lambda data: [{k: v for k, v in line.items() if not k.endswith("ms") and k != "sum"} for line in parsed(data)]
        self.assertEqual(strip(lines.read_bytes()), strip(whole))
        self.assertIn("the instant player, not the fair player", self.bad(MISUSE, "fair", "gargantua#1000010..1000012", "--lines", lines, "--resume"))
        again = self.good_json("fair", "--summary", lines)
        self.assertEqual((again["results"][0]["deals"], again["player"]), (3, "instant"))
        for line in parsed(whole)[1:]:  # where there is a chance to estimate
            self.assertIs(line["odds"]["complete"], False)
        lines.write_bytes(whole[:50])  # cut off in the header
        self.good(*ask, "--resume")
        self.assertEqual(strip(lines.read_bytes()), strip(whole))
        records = self.folder / "records"
        records.mkdir()
        self.good("fair", "stalactites#1", "--out", records)
        self.assertIn("won", self.good("replay", next(records.iterdir())))
        for bad in (["fair"], ["fair", ""], ["fair", "nosuch#1"], ["fair", "carthage#1", "--player", "x"],
                    ["fair", "carthage#1", "--player", "ahead", "--odds"], ["fair", "carthage#1", "--player", "ahead", "--luck"], ["fair", "carthage#1", "--threads", "0"], ["fair", "carthage#1", "--out", "/nosuch"],
                    ["fair", "carthage#1", "--lines", ""], ["fair", "--summary", self.folder / "none"]):
            self.bad(MISUSE, *bad)

    def test_luck_and_cost_say_where_the_chance_went(self):
        """A novice who loses a game that hints would win has lost it by moves, and whoever follows hints loses nothing by them."""
        for player, won in ("novice", False), ("instant", True):
            path = self.folder / f"{player}.jsonl"
            self.assertIn("luck of a game", self.good("fair", "grandfather#1..2", "--player", player, "--time", "0", "--luck", "--lines", path))
            for game in parsed(path.read_text())[1:]:
                start, cost, luck = (game["luck"][key] for key in ("start", "cost", "luck"))
                self.assertIs(game["won"], won)
                self.assertAlmostEqual(start - cost + luck, float(won))
                self.assertAlmostEqual(luck, 0, delta=0.01)
                self.assertAlmostEqual(cost, 1 - float(won), delta=0.01)

    def test_who_sees_the_next_cards_plays_otherwise(self):
        """Where every card is known from the start there are none; elsewhere it is another player."""
        def moves(deals, player):
            path = self.folder / "games.jsonl"
            path.unlink(missing_ok=True)
            self.good("fair", deals, "--player", player, "--lines", path)
            return [line["moves"] for line in parsed(path.read_text())[1:]]
        self.assertEqual(moves("stalactites#1..3", "instant-ahead"), moves("stalactites#1..3", "instant"))
        self.assertNotEqual(moves("gargantua#1..3", "instant-ahead"), moves("gargantua#1..3", "instant"))

    def test_protocol(self):
        answer = self.protocol("position stalactites#3", "hint", "odds", "hint x", "hint ms", "odds samples 0")
        self.assertRegex(answer[1], r"^hint by[12] choice basis certain wins 1 trials 1 nodes \d+ saw-more no "
                                    r"chance 1\.0000 choices 1 by[12] 1\.0000 yes$")
        self.assertTrue(answer[2].startswith("plan by"), answer[2])
        self.assertEqual(answer[3], "odds worlds 1 won 1 unknown 0 all-known 1.0000 1.0000 fair 1.0000 1.0000 1.0000 "
                                    "saw-more no chance 1.0000")
        self.assertEqual(answer[4:], ['error expected ms or samples, not "x"', "error expected a number after ms",
                                      "error the number of samples is from 1 to 100000"])
        answer = self.protocol("hint", "odds")
        self.assertEqual(answer, ["error there is no position yet"] * 2)
