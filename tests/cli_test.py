"""The program quincunx as its users see it: every command with good and bad input, exit statuses, JSON."""
import json
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import pytest

from builds import LONG, PROGRAM, ROOT
from commands import GAMES, MISUSE, NO, RECORD, YES, Commands, InFolder, of_a_release, on_terminal, run
from game_lists import RELEASED, VARIANTS


class Program(Commands):
    def test_help_and_version(self):
        self.assertRegex(self.good("--version"), r"^quincunx \d+\.\d+\.\d+\n$")
        self.assertRegex(self.good("lab", "--version"), r"^quincunx-lab \d+\.\d+\.\d+\n$")
        self.assertLessEqual({"games", "rules", "deal", "show", "replay", "solve", "analyze", "hint", "protocol", "serve"},
                             set(re.findall(r"^  ([a-z]+)  ", self.good("--help"), re.MULTILINE)))

    def test_bad_use(self):
        self.assertIn('no command "nosuch"', self.bad(MISUSE, "nosuch"))
        self.assertIn('no option --nosuch', self.bad(MISUSE, "--nosuch"))
        self.bad(MISUSE, "games", "deal", "carthage#1")

    def test_closed_streams(self):
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            for command in ("games", "protocol", "show -", "replay -"):
                done = subprocess.run(["bash", "-c", f'"$0" {command} {closed}', PROGRAM], stdin=subprocess.DEVNULL,
                                      capture_output=True, timeout=LONG)
                self.assertIn(done.returncode, (YES, NO, MISUSE), (command, closed))


class Games(Commands):
    def test_text(self):
        games, known = self.good("games").split("\n\n")
        self.assertEqual(re.findall(r"^ *([a-z-]+) ", games, re.MULTILINE), GAMES)
        files = {path.stem for path in (ROOT / "games/files").glob("*.json")}
        self.assertEqual(re.findall(r"^([a-z-]+) ", known, re.MULTILINE), sorted(files - set(GAMES)))

    def test_json(self):
        games = self.good_json("games")
        self.assertEqual([game["id"] for game in games], GAMES)
        self.assertEqual({game["id"]: game["variantOf"] for game in games if game["variantOf"]},
                         {game: VARIANTS[game] for game in GAMES if game in VARIANTS})
        for variant, parent in VARIANTS.items():
            self.assertTrue(variant.startswith(parent + "-"), variant)
        self.assertEqual({game["decks"] for game in games}, {1, 2})


class Rules(Commands):
    def test_every_game_has_its_page(self):
        names = {game["id"]: game["name"] for game in self.good_json("games")}
        for game in GAMES:
            text = self.good("rules", game)
            self.assertEqual(text.splitlines()[0], names[VARIANTS.get(game, game)])
            self.assertIn("Rulings", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 80)
            self.assertNotIn("\x1b", text)
            self.assertNotRegex(text, r"\*\*|`|^#")
        self.assertIn("Rules for every game", self.good("rules"))

    def test_json_is_the_page(self):
        page = self.good_json("rules", "carthage-strict")
        self.assertEqual(page["game"], "carthage-strict")
        self.assertEqual(page["page"], "carthage")
        self.assertEqual(page["markdown"], (ROOT / "docs/rules/carthage.md").read_text())

    def test_says_the_words_of_the_page(self):
        for game in ("carthage", "stalactites"):
            page = (ROOT / f"docs/rules/{game}.md").read_text()
            words = re.findall(r"[A-Za-z0-9]+", re.sub(r"\]\([^)]*\)", "]", page))
            self.assertEqual(re.findall(r"[A-Za-z0-9]+", self.good("rules", game)), words)

    def test_unknown_game(self):
        self.assertIn("nosuch", self.bad(MISUSE, "rules", "nosuch"))
        self.assertNotIn("\x1b[", self.bad(MISUSE, "rules", "\x1b[31m"))

    def on_terminal(self, columns: int, **environment: str) -> str:
        return on_terminal("rules", "carthage", columns=columns, **environment).replace("\r\n", "\n")

    def test_terminal(self):
        plain = {"NO_COLOR": ""}
        self.assertIn("\x1b[1mCarthage\x1b[0m\n", self.on_terminal(60, **plain)[:40])
        for columns in (30, 60, 120):
            text = re.sub(r"\x1b\[[\d;]*m", "", self.on_terminal(columns, **plain))
            self.assertLessEqual(max(map(len, text.splitlines())), columns)
        self.assertNotIn("\x1b", self.on_terminal(60, NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_terminal(60, NO_COLOR="", TERM="dumb"))


class Deal(Commands):
    def test_is_the_position_of_the_protocol(self):
        for game in GAMES:
            for number in (1, 31999, 32000, 2**64 - 1):
                deal = f"{game}#{number}"
                shown = self.protocol(f"position {deal}", "show")
                self.assertEqual(self.good("deal", deal).splitlines(), shown[1:-2])

    def test_cards_lead_back(self):
        for game in GAMES:
            cards = self.good("deal", f"{game}#5", "--cards").strip()
            self.assertRegex(cards, rf"^{game}:([A2-9TJQK][CDHS])+$")
            self.assertEqual(self.good("deal", cards), self.good("deal", f"{game}#5"))

    def test_random(self):
        first, *lines = self.good("deal", "carthage").splitlines()
        deal = re.fullmatch(r"deal (carthage#(\d+))", first)
        self.assertTrue(32000 <= int(deal[2]) < 2**53)
        self.assertEqual(self.good("deal", deal[1]).splitlines(), lines)
        self.assertNotEqual(self.good("deal", "carthage"), self.good("deal", "carthage"))

    def test_json(self):
        deal = self.good_json("deal", "gargantua#1")
        self.assertEqual((deal["deal"], deal["game"], deal["redeals"]), ("gargantua#1", "gargantua", 1))
        piles = {pile["id"]: pile for pile in deal["piles"]}
        self.assertEqual(sum(len(pile["cards"]) for pile in deal["piles"]), 104)
        self.assertEqual((len(piles["T9"]["cards"]), piles["T9"]["hidden"]), (9, 8))
        self.assertEqual(self.good("deal", deal["cards"]), self.good("deal", "gargantua#1"))

    def test_bad_deals(self):
        for deal in ("nosuch#1", "nosuch", "carthage#", "carthage#0", "carthage#01", "carthage#+1", "carthage#x",
                     "carthage#18446744073709551616", "carthage:", "carthage:AS", "carthage:ZZ", "#1", ":", "", "#",
                     "stalactites:" + "AS" * 52, "Carthage#1", "carthage#1 ", "\x1b[2J#1", "é#1", "x" * 100000):
            self.assertNotIn("\x1b", self.bad(MISUSE, "deal", deal))


class Records(InFolder):
    def record(self, text: str = RECORD) -> Path:
        return self.file("game.pat", text)

    def test_show_is_the_players_view(self):
        expected = self.protocol("position gargantua#1 moves draw draw", "view")[1:-1]
        self.assertEqual(self.good("show", self.record()).splitlines(), expected)
        self.assertEqual(self.good("show", "-", given=RECORD).splitlines(), expected)
        self.assertEqual(self.good("show", "-", given=RECORD.replace("\n", "\r\n")).splitlines(), expected)

    def test_show_all(self):
        expected = self.protocol("position gargantua#1 moves draw draw", "show")[1:-1]
        self.assertEqual(self.good("show", "--all", self.record()).splitlines(), expected)

    def test_show_json_hides_what_the_player_must_not_know(self):
        seen = self.good_json("show", self.record())
        self.assertNotIn("deal", seen)
        self.assertEqual((seen["status"], seen["at"], seen["moves"]), ("playing", 2, 3))
        stock = seen["piles"][-1]
        self.assertEqual((stock["id"], set(stock["cards"])), ("S", {"??"}))
        everything = self.good_json("show", "--all", self.record())
        self.assertEqual(everything["deal"], "gargantua#1")
        self.assertNotIn("??", json.dumps(everything))

    def test_show_checks_a_position(self):
        lines = self.good("deal", "gargantua#1")
        expected = self.protocol("position gargantua#1", "view")[1:-1]
        self.assertEqual(self.good("show", "-", given=lines).splitlines(), expected)
        self.assertEqual(self.good("show", "--all", self.record(lines)), lines + "status playing\n")
        self.assertEqual(self.good_json("show", "-", "--all", given=lines)["deal"], None)
        for text, why in ((lines.replace("T1 ", "T1 AS AS AS "), "standard input:11:10: AS appears too often"),
                          (re.sub("(?m)^S .*", "S -", lines), "standard input:1:1: AC should appear"),
                          (lines.replace("redeals 1", "redeals 2"), "standard input:2:9: the game does not have that many redeals"),
                          ("\n".join(expected), "an unknown card cannot be set up"),
                          ("game nosuch\n", "standard input:1:6: there is no game"),
                          (lines + "\0", "standard input:22:1: unexpected text after the last pile")):
            with self.subTest(why=why):
                self.assertIn(why, self.bad(NO, "show", "-", given=text))

    def test_a_position_on_standard_input_is_solved(self):
        lines = self.good("deal", "stalactites#2").replace("choice -", "choice by1")
        for command in ("solve", "hint", "odds"):
            self.good_json(command, "-", given=lines)
            self.assertIn("an unknown card cannot be set up", self.bad(NO, command, "-", given=lines.replace("F1 ", "F1 ?? ")))

    def test_replay(self):
        path = self.record()
        self.assertEqual(self.good("replay", path), f"{path}: 3 moves, playing at 2\n")
        self.assertEqual(self.good("replay", "-", given=RECORD), "standard input: 3 moves, playing at 2\n")
        answer = self.good_json("replay", "-", given=RECORD)
        self.assertEqual(answer, {"ok": True, "game": "gargantua", "deal": "gargantua#1", "moves": 3, "at": 2,
                                  "status": "playing"})

    def test_replay_from_a_position(self):
        lines = self.good("deal", "stalactites#1")
        text = f"quincunx-record 1\ngame stalactites\nposition\n{lines}end\nmoves\nby1 T6>F3\nend\n"
        self.assertEqual(self.good("replay", "-", given=text), "standard input: 2 moves, playing\n")
        broken = text.replace("R1 -", "R1 AS")
        self.assertRegex(self.bad(NO, "replay", "-", given=broken), r"^quincunx: standard input:18:\d+: ")

    def test_what_people_save_and_paste_is_read(self):
        position = self.good("show", self.record(), "--all").rpartition("status")[0]
        for text, more in ((RECORD, f"Look:\n```\n{RECORD}```\n"), (position, f"# mine\n\n{position}\n")):
            quoted = "".join(f"> {line}\r\n" for line in text.splitlines())
            for typed in ("\ufeff" + text, text.replace(" ", "\u00a0"), quoted, more):
                self.assertEqual(self.good("show", "-", given=typed), self.good("show", "-", given=text))
        self.good("replay", "-", given="\ufeff" + RECORD + "-- \nAnna\n")
        typed = position.replace("TS", "10♠").replace("KH", "k♥").replace("T1 ", "t1: ").replace(" -\n", "\n")
        self.assertNotEqual(typed, position)
        self.assertEqual(self.good("show", "-", given=typed), self.good("show", "-", given=position))
        self.assertIn("cards are written like 7H or TD", self.bad(NO, "show", "-", given=position.replace("TS", "JX")))
        self.assertIn("2 deals", self.good("lab", "solve", "-", given="\ufeffstalactites#1\u200b\nstalactites#2\n"))

    def test_replay_says_where_it_fails(self):
        path = self.record(RECORD.replace("T6>T2", "T1>F1"))
        message = self.bad(NO, "replay", path)
        self.assertRegex(message, re.escape(f"quincunx: {path}:6:1: move 3, \"T1>F1\": ") + ".+\n")
        done = run("replay", path, "--json")
        self.assertEqual(done.returncode, NO)
        answer = json.loads(done.stdout)
        self.assertIs(answer["ok"], False)
        error = answer["error"]
        self.assertEqual((error["line"], error["column"], error["code"]), (6, 1, "refused-move"))
        self.assertEqual((error["parameters"]["number"], error["parameters"]["move"]), ("3", "T1>F1"))
        self.assertTrue(error["message"])
        self.good("show", path)  # the failing move is in the redo tail

    def test_replay_checks_the_result(self):
        message = self.bad(NO, "replay", "-", given=RECORD.replace("result playing", "result won"))
        self.assertIn("standard input:10:1: ", message)

    def test_texts_that_are_no_records(self):
        texts = ["", "\n", "quincunx-record 2\n", RECORD.replace("end\n", ""), RECORD.replace("gargantua#1", "carthage#1"),
                 RECORD.replace("gargantua", "nosuch"), RECORD.replace("at 2", "at 4"), RECORD + RECORD, b"\xff" * 100,
                 b"\0" * 1000, RECORD.replace("deal gargantua#1", "deal gargantua:AS"), "x" * 100, "#" * 2**21]
        for text in texts:
            for command in ("show", "replay"):
                with self.subTest(command=command, text=text[:60]):
                    self.assertIn("standard input", self.bad(NO, command, "-", given=text))

    def test_files_that_cannot_be_read(self):
        for command in ("show", "replay"):
            self.assertIn("Is a directory", self.bad(MISUSE, command, self.folder))
            self.assertIn("longer than 1 MiB", self.bad(NO, command, "/dev/zero"))

    def test_a_huge_file(self):
        path = self.folder / "huge.pat"
        with path.open("wb") as file:
            file.truncate(2**40)
        self.assertIn("longer than 1 MiB", self.bad(NO, "replay", path))


class Perft(Commands):
    def test_counts_like_the_protocol(self):
        for game in GAMES:
            for depth in (0, 1, 3):
                expected = self.protocol(f"position {game}#9", f"perft {depth}")[1]
                self.assertEqual(self.good("perft", f"{game}#9", depth), expected + "\n")

    def test_divide(self):
        *parts, total = self.good("perft", "carthage#1", 2, "--divide").splitlines()
        moves = dict(part.split(" ") for part in parts)
        self.assertEqual(list(moves), self.protocol("position carthage#1", "legal")[1].split(" ")[2:])
        self.assertEqual(total, f"perft 2 {sum(map(int, moves.values()))}")
        self.assertEqual(total + "\n", self.good("perft", "carthage#1", 2))
        self.assertEqual(self.good("perft", "carthage#1", 0, "--divide"), "perft 0 1\n")

    def test_json(self):
        answer = self.good_json("perft", "carthage#1", 2, "--divide")
        self.assertEqual((answer["deal"], answer["depth"]), ("carthage#1", 2))
        self.assertEqual(answer["leaves"], sum(answer["moves"].values()))

    def test_bad_use(self):
        for depth in ("-1", "x", "", "1.5", "1000000", "99999999999999999999"):
            self.bad(MISUSE, "perft", "carthage#1", depth)
        self.bad(MISUSE, "perft", "carthage#1")
        self.bad(MISUSE, "perft", "carthage", 1)
        self.bad(MISUSE, "perft", "nosuch#1", 1)


class Bench(Commands):
    @of_a_release
    @pytest.mark.full
    def test_says_the_speed_of_each_game_and_a_signature(self):
        first = self.good_json("bench", "--repeats", "1")
        self.assertRegex(first["signature"], "^[0-9a-f]{16}$")
        self.assertEqual([game["game"] for game in first["games"]], RELEASED)
        for game in first["games"]:
            self.assertGreater(game["movesPerSecond"], 0)
        self.assertGreater(first["calibrationSeconds"], 0)

    @of_a_release
    @pytest.mark.full
    def test_another_run_has_the_same_signatures(self):
        for what in [], ["solve"]:
            first = self.good_json("bench", *what, "--repeats", "1")
            self.assertIn(f"signature {first['signature']}\n", self.good("bench", *what, "--repeats", "1"))

    @of_a_release
    def test_the_solvers_signature_does_not_change(self):
        first = self.good_json("bench", "solve", "--repeats", "1")
        self.assertRegex(first["signature"], "^[0-9a-f]{16}$")
        self.assertEqual([game["game"] for game in first["games"]], RELEASED)
        for game in first["games"]:
            self.assertEqual(game["deals"], game["won"] + game["lost"] + game["unknown"])
            self.assertGreater(game["nodesPerSecond"], 0)
        self.assertGreater(first["calibrationSeconds"], 0)
        # Files of studies name it as their build.
        build = (ROOT / "lab/study/build.hpp").read_text()
        self.assertIn(f'solver_build = "{first["signature"]}"', build)

    def test_bad_use(self):
        self.bad(MISUSE, "bench", "nosuch")
        self.bad(MISUSE, "bench", "--repeats", "0")


class ExampleBot(unittest.TestCase):
    def test_plays_over_the_protocol(self):
        bot = [sys.executable, ROOT / "examples/bot.py"]
        for deal, end in ("stalactites#1", "stuck"), ("grandfather#3", "stuck"):
            moves, status = subprocess.run([*bot, deal, PROGRAM], check=True, capture_output=True, text=True).stdout.splitlines()
            self.assertEqual(status, end)
            self.assertGreater(len(moves.split()), 3)
        self.assertNotEqual(subprocess.run([*bot, "carthage#0", PROGRAM], capture_output=True).returncode, 0)


class Protocol(Commands):
    def test_conversation(self):
        """Every answer arrives before the next line is sent."""
        with subprocess.Popen([PROGRAM, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1) as process:
            for line, answer in (("version", r"version 1 \d+\.\d+\.\d+"), ("", ""), ("position carthage#1", "ok"),
                                 ("play draw", "ok"), ("perft 1", r"perft 1 \d+"), ("nonsense", "error .+"), ("undo", "ok")):
                process.stdin.write(line + "\n")
                if answer:
                    self.assertRegex(process.stdout.readline(), f"^{answer}\n$")
            process.stdin.write("quit\nversion\n")
            self.assertEqual(process.stdout.read(), "")
            process.stdin.close()
            self.assertEqual(process.wait(LONG), YES)

    def test_the_end_of_the_input_ends_it(self):
        self.assertEqual(self.good("protocol"), "")
        self.assertRegex(self.good("protocol", given="version"), "^version 1 ")

    def test_a_line_of_ten_megabytes(self):
        self.assertEqual(self.protocol("x" * 10_000_000, "undo", "y" * 65537, "quit"),
                         ["error line too long", "error nothing to undo", "error line too long"])

    @pytest.mark.full
    @of_a_release
    def test_memory_stays_small(self):
        given = b"position text\n" + b"x" * 50_000_000 + b"\n" + b"y\n" * 5_000_000 + b"end\nundo\n"
        script = 'ulimit -v 400000; exec "$0" protocol'
        done = subprocess.run(["bash", "-c", script, PROGRAM], input=given, capture_output=True, timeout=LONG)
        self.assertEqual((done.returncode, done.stderr, done.stdout),
                         (YES, b"", b"error line too long\nerror nothing to undo\n"))

    def test_solve(self):
        text = "\n".join(self.protocol("position stalactites#1 moves by1", "solve ms 200 nodes 100000"))
        self.assertRegex(text, r"^ok\n(info nodes \d+.*\n)*verdict (unknown|unwinnable|winnable) nodes \d+ ms \d+(\nline.*)?$")
        self.assertEqual("\nline" in text, "verdict winnable" in text)

    def test_solve_keeps_to_its_limits(self):
        said = self.protocol("position carthage#1", "solve nodes 1 ms 60000 mb 8", "solve ms 0", "solve ms", "solve x 1")
        self.assertRegex(said[1], r"^verdict unknown nodes \d+ ms \d+$")
        self.assertRegex(said[2], r"^verdict \w+ nodes \d+ ms \d+$")
        self.assertEqual([line.split(" ")[0] for line in said[-2:]], ["error", "error"])

    def test_solve_of_a_won_position(self):
        line = self.protocol("position stalactites#1", "solve")[-1].split(" ")[1:]
        done = self.protocol(f"position stalactites#1 moves {' '.join(line)}", "solve")
        self.assertRegex(done[1], r"^verdict winnable nodes 0 ms \d+$")
        self.assertEqual(done[2], "line")

    def test_stop_ends_a_search(self):
        with subprocess.Popen([PROGRAM, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1) as process:
            process.stdin.write("position carthage-strict#1\nsolve ms 6000000\n")
            self.assertEqual(process.stdout.readline(), "ok\n")
            time.sleep(0.3)
            started = time.monotonic()
            process.stdin.write("stop\nversion\nquit\n")
            answers = process.stdout.read().splitlines()
            self.assertLess(time.monotonic() - started, LONG)
            self.assertEqual(process.wait(LONG), YES)
        self.assertEqual([answer.split(" ")[0] for answer in answers if not answer.startswith(("info", "line"))],
                         ["verdict", "version"])


    @pytest.mark.full
    def test_stop_behind_other_commands_waits_for_its_turn(self):
        searches = ["position gargantua#5", "solve nodes 3000 ms 60000", "show", "position carthage#7", "hint samples 4 ms 60000"]
        alone = self.protocol(*searches)
        without_time = [re.sub(r" ms \d+$", "", line) for line in alone if not line.startswith("info")]
        self.assertRegex("\n".join(without_time), r"verdict \w+ nodes \d{3,}")
        self.assertTrue(any(line.startswith("plan ") for line in alone))
        for last in (["version", "stop"], ["position text", "stop", "end", "stop"], ["", "perft 1", "stop"]):
            said = self.protocol(*searches, *last)
            self.assertEqual([re.sub(r" ms \d+$", "", line) for line in said if not line.startswith("info")][:len(without_time)],
                             without_time, last)
        # Blank lines are no commands, so this one stops the last search and none before it.
        started = time.monotonic()
        said = self.protocol(*searches[:2], "position carthage-strict#1", "solve ms 6000000", "", "  ", "stop", "version")
        self.assertLess(time.monotonic() - started, LONG)
        self.assertEqual(re.sub(r" ms \d+$", "", [line for line in said if line.startswith("verdict")][0]), without_time[1])

    def test_stop_ends_a_perft(self):
        with subprocess.Popen([PROGRAM, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1) as process:
            process.stdin.write("position gargantua#1\nperft 100\n")
            self.assertEqual(process.stdout.readline(), "ok\n")
            time.sleep(0.3)
            process.stdin.write("stop\nperft 1\nquit\n")
            said = process.stdout.read().splitlines()
            self.assertEqual(process.wait(LONG), YES)
        self.assertEqual(said[0], "error perft was stopped")
        self.assertRegex(said[1], r"^perft 1 \d+$")

    @pytest.mark.full
    def test_a_long_queue_slows_no_search(self):
        search = ["position gargantua#5", "solve nodes 3000 ms 60000"]
        alone = [line for line in self.protocol(*search) if line.startswith("verdict")][0].split()
        done = run("protocol", given="\n".join([*search, *["x" * 60_000] * 1500, ""]))
        queued = [line for line in done.stdout.splitlines() if line.startswith("verdict")][0].split()
        self.assertEqual(queued[:4], alone[:4])
        self.assertLess(int(queued[5]), 3 * int(alone[5]) + 1000)


class Serve(InFolder):
    def test_serves_until_it_is_told_to_stop(self):
        self.file("index.html", "<!doctype html><title>Quincunx</title>")
        with subprocess.Popen([PROGRAM, "serve", "--no-service", "--port", "0", "--root", self.folder], stdout=subprocess.PIPE,
                              text=True) as process:
            said = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:(\d+)", said)
            self.assertIsNotNone(address, said)
            taken = self.bad(NO, "serve", "--port", address[1], "--root", self.folder)
            self.assertIn(address[1], taken)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(LONG), YES)

    def test_bad_use(self):
        for port in ("-1", "65536", "x", ""):
            self.bad(MISUSE, "serve", "--port", port)
        for more in (["--host", ""], ["--host="], ["--host=", "127.0.0.1"]):
            message = self.bad(MISUSE, "serve", *more, "--port", "0", "--root", ROOT / "docs")
            self.assertRegex(message, "^quincunx: --host=?: expected")
        for more, why in ((["--root", ""], "--root: expected FOLDER"), (["--root="], "--root=: expected a value")):
            self.assertIn(why, self.bad(MISUSE, "serve", "--port", "0", "--host", "not an address", *more))
        self.bad(NO, "serve", "--port", "0", "--root", "/nosuch")
        self.bad(NO, "serve", "--port", "0", "--host", "not an address", "--root", ROOT / "docs")
