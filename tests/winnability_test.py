"""docs/winnability.md: its tables and plots are what the data give, the data are what the program finds, and data that
contradict each other are refused."""
import itertools
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest
import unittest.mock

import pytest

import study_runs
from builds import InFolder, LAB, ROOT
from study_data import counts, fold, read_all
from study_files import BadFile, Range, Results, content, hashes, read_table, row, slices_of, write_table
from study_stats import bounds, clopper_pearson, difference_bounds, mcnemar, quantile
from study_tables import FIRST, SLOW, STAGES, Share, choice_table, exact, plain

DATA = ROOT / "docs/winnability"
TOOL = ROOT / "lab/winnability.py"


def tool(*words, data=DATA):
    return subprocess.run([sys.executable, TOOL, *words], capture_output=True, text=True, check=False,
                          env=os.environ | {"QUINCUNX_STUDIES": str(data), "QUINCUNX": str(LAB)})


class Published(unittest.TestCase):
    def test_the_page_is_what_the_data_give(self):
        done = tool("--check")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_takes_no_option_for_a_folder(self):
        done = tool("run", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("run FOLDER", done.stdout)
        for command in ("run", "deals"):
            self.assertEqual(tool(command, "--jobs").returncode, 2)

    def test_files_of_deals_have_the_content_that_is_published(self):
        found = {}
        for name, study in read_all(DATA).items():
            for first, last in study_runs.files_of(DATA / "deals", name):
                part = Range(f"{name}#{first}..{last}", "")
                said = dict(zip((each.text for each in study.parts), study.json["parts"]))[part.text]
                results = Results(DATA / "deals" / study_runs.file_name(part)).results
                self.assertEqual(hashes(results, part), {key: said[key] for key in ("content", "slices")}, part.text)
                found[part.text] = len(results)
        self.assertEqual(len(found), len(list((DATA / "deals").iterdir())))
        self.assertTrue(found)

    @pytest.mark.full
    def test_a_part_of_everything_is_the_same_again(self):
        """A thousandth."""
        said = []

        def say(*words, sep=" "):
            said.append(sep.join(words))

        with unittest.mock.patch.object(study_runs, "PROGRAM", LAB):
            status = study_runs.again(1000, say)
        self.assertEqual(status, 0, "\n".join(said))

    def test_games_that_take_long_are_published_in_the_stages_that_were_said_before(self):
        studies = read_all(DATA)
        slow = [studies[name] for name in SLOW if name in studies]
        self.assertIn(len(slow), (0, 2))
        for study in slow:
            self.assertIn(study.deals, STAGES)
            self.assertEqual((study.numbers[0], study.deals), (FIRST, slow[0].deals))
            self.assertEqual(study.numbers, list(range(FIRST, FIRST + study.deals)))


@pytest.mark.full
class Folded(InFolder):
    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"
        self.data.mkdir()
        self.parts = [self.brief(f"part-{i}", "stalactites#1000001..1000300", "--part", f"{i}/2") for i in (1, 2)]
        self.fold(*self.parts)
        self.study = read_all(self.data)["stalactites"]

    def solved(self, name, deals, *more, nodes=3000):
        path = self.folder / name
        subprocess.run([LAB, "solve", deals, "--time", "0", "--nodes", str(nodes), "--lines", path, *more], check=True, capture_output=True)
        return path

    def brief(self, name, deals, *more):
        return self.solved(name, deals, *more, "--no-times", "--no-solutions")

    def put(self, file, part):
        """Among the files that are published."""
        (self.data / "deals").mkdir(exist_ok=True)
        subprocess.run(["zstd", "-q", file, "-o", self.data / f"deals/stalactites-{part}.jsonl.zst"], check=True)

    def refused(self, status, *words, because):
        before = {path: path.read_bytes() for path in self.data.glob("*.json")}
        done = tool(*words, data=self.data)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(because, done.stderr)
        self.assertEqual({path: path.read_bytes() for path in self.data.glob("*.json")}, before)

    def forge(self, name, **members):
        path = self.data / name
        path.write_text(json.dumps(json.loads(path.read_text()) | members))

    def fold(self, *files):
        return [fold(file, self.data) for file in files]

    def test_says_what_the_lines_say(self):
        path = self.solved("lines", "stalactites#1000001..1000300", "--no-times")
        lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
        words = {"winnable": "won", "unwinnable": "lost", "unknown": "unknown"}
        self.assertEqual([self.study.says(1000001 + i) for i in range(300)], [words[line["verdict"]] for line in lines])
        self.assertIn("lost", [self.study.says(1000001 + i) for i in range(300)])
        self.assertIsNone(self.study.says(1000301))
        moves = [len(line["moves"]) for line in lines if "moves" in line]
        self.assertEqual({int(key): value for key, value in self.study.json["moves"].items()},
                         {value: moves.count(value) for value in sorted(set(moves))})
        hardest = sorted(((line["nodes"], int(line["deal"][12:])) for line in lines if line["verdict"] == "winnable"),
                         key=lambda one: (-one[0], one[1]))
        self.assertEqual([tuple(one) for one in self.study.json["hardest"]][:3], hardest[:3])

    def test_lists_and_draws_deals_of_a_range(self):
        listed = {name: tool("--list", name, "stalactites#1000101..1000200", data=self.data).stdout.split()
                  for name in ("won", "lost", "unknown")}
        self.assertEqual(sorted(itertools.chain(*listed.values())), [f"stalactites#{number}" for number in range(1000101, 1000201)])
        for name, deals in listed.items():
            self.assertEqual({self.study.says(int(deal[12:])) for deal in deals} - {name}, set())
        drawn = tool("--sample", "50", "stalactites#1000101..1000102", data=self.data).stdout.split()
        self.assertEqual((len(drawn), set(drawn)), (50, {"stalactites#1000101", "stalactites#1000102"}))
        self.refused(2, "--sample", "5", "stalactites#1000101..1000301", because="has not all of")
        self.refused(2, "--list", "won", "stalactites#7", because="is not a range of deals")

    def test_folding_in_pieces_or_twice_gives_the_same(self):
        whole = (self.data / "stalactites.json").read_bytes()
        self.fold(self.parts[0])
        self.assertEqual((self.data / "stalactites.json").read_bytes(), whole)
        (self.data / "stalactites.json").unlink()
        self.fold(*reversed(self.parts))
        self.assertEqual((self.data / "stalactites.json").read_bytes(), whole)

    def test_a_run_of_another_laboratory_is_the_same_whatever_file_it_comes_in(self):
        """By ranges that are cut otherwise, by lines, by lists, with other threads: what can be compared is said to be the same."""
        whole = (self.data / "stalactites.json").read_bytes()
        deals = "stalactites#1000001..1000300"
        for path, said in ((self.brief("own", "stalactites#1000001..1000150"), "150 deals are the same"),
                           (self.brief("all", deals, "--threads", "2"), "300 deals are the same"),
                           (self.solved("lines", deals), "300 deals are the same"),
                           (self.brief("few", "stalactites#1000003..1000012"),
                            "10 deals are the same as in stalactites (of 5 of them only the verdict was compared)"),
                           (self.solved("two", self.file("list", "stalactites#1000299\nstalactites#1000007\n")),
                            "2 deals are the same as in stalactites (of 2 of them only the verdict was compared)")):
            done = tool("fold", path, data=self.data)
            self.assertIn(f"{path.name}: {said}", done.stdout, done.stderr)
            self.assertEqual((self.data / "stalactites.json").read_bytes(), whole)
        self.put(self.folder / "all", "1000001-1000300")
        self.assertIn("few: 10 deals are the same as in stalactites\n", tool("fold", self.folder / "few", data=self.data).stdout)
        subprocess.run(["zstd", "-q", self.folder / "lines"], check=True)
        self.assertIn("lines.zst: 300 deals are the same", tool("fold", self.folder / "lines.zst", data=self.data).stdout)

    def test_a_longer_range_adds_what_is_new(self):
        longer = self.brief("longer", "stalactites#1000200..1000400")
        done = tool("fold", longer, data=self.data)
        self.assertIn("longer: 101 deals are the same as in stalactites (of 1 of them only the verdict was compared), 100 are new", done.stdout)
        study = read_all(self.data)["stalactites"]
        self.assertEqual([part.text for part in study.parts][2:], ["stalactites#1000301..1000400"])
        (self.data / "stalactites.json").unlink()
        self.fold(*self.parts, self.brief("rest", "stalactites#1000301..1000400"))
        self.assertEqual(read_all(self.data)["stalactites"].json, study.json)

    def test_says_which_deals_differ(self):
        lines = self.solved("lines", "stalactites#1000001..1000300", "--no-times").read_text()
        header, *rest = lines.splitlines()
        results = Results(self.folder / "lines").results

        def forged(number, change):
            line = json.loads(rest[number - 1000001])
            change(line)
            return self.file("forged", "\n".join([header, *rest[:number - 1000001], json.dumps(line), *rest[number - 1000000:]]) + "\n")

        won = next(number for number, result in results.items() if result.verdict == "won")
        unsolved = forged(won, lambda line: line.pop("moves") and line.update(verdict="unknown"))
        self.refused(1, "fold", unsolved, because=f"it has {won},unknown,,{results[won].nodes}, and there is {won},won\n")
        slower = forged(1000007, lambda line: line.update(nodes=line["nodes"] + 1))
        self.refused(1, "fold", slower, because="deals 1000006 to 1000010 took other moves or nodes")
        for file, part in zip(self.parts, ("1000001-1000150", "1000151-1000300")):
            self.put(file, part)
        here = row(1000007, results[1000007]._replace(nodes=results[1000007].nodes + 1)).strip()
        self.refused(1, "fold", slower, because=f"it has {here}, and there is {row(1000007, results[1000007]).strip()}\n")
        longer = forged(1000007, lambda line: line.update(moves=[*line.get("moves", ()), "T1>F1"]))
        self.refused(1, "fold", longer, because="it has 1000007,")

    def test_the_content_is_that_of_the_table(self):
        """As the README of the data says: the hash of a part is that of its lines."""
        results = Results(self.parts[0]).results
        write_table(self.folder / "table.csv", results)
        self.assertEqual(read_table(self.folder / "table.csv"), results)
        lines = (self.folder / "table.csv").read_text().partition("\n")[2]
        said = self.study.json["parts"][0]
        self.assertEqual(hashlib.sha256(lines.encode()).hexdigest(), said["content"])
        first, last = slices_of(self.study.parts[0])[3]
        self.assertEqual(content(results, first, last)[:8], said["slices"][24:32])
        (self.folder / "table.csv").write_text("deal,verdict\n")
        with self.assertRaisesRegex(BadFile, "table.csv: not a table"):
            read_table(self.folder / "table.csv")

    def test_again_notices_what_is_not_the_same(self):
        self.fold(self.solved_games(100))
        done = tool("again", "--share", "1", data=self.data)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the same: 500 deals of 3 studies, ", done.stdout)
        self.assertIn("stalactites: the same, 300 of 300 deals, ", done.stdout)
        few = tool("again", "--share", "7", data=self.data)
        self.assertIn("stalactites: the same, 45 of 300 deals, ", few.stdout)
        for name, member, value, because in (
                ("stalactites", "lost", self.study.json["lost"][:-1], f"it has {self.study.lost[-1]},lost,"),
                ("stalactites-novice", "won", [1000001], "1000001,lost,"), ("stalactites-choice", "won", [], ": another choice")):
            path = self.data / f"{name}.json"
            before = path.read_text()
            data = json.loads(before)
            if name == "stalactites":
                data["parts"][1] |= {"won": data["parts"][1]["won"] + 1, "lost": data["parts"][1]["lost"] - 1}
                data["moves"]["50"] = data["moves"].get("50", 0) + 1
            path.write_text(json.dumps(data | {member: value}))
            done = tool("again", "--share", "1", data=self.data)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn(because, done.stdout)
            self.assertIn("NOT the same: ", done.stdout)
            path.write_text(before)

    def solved_games(self, count):
        path = self.folder / "games"
        subprocess.run([LAB, "fair", f"stalactites#1000001..{1000000 + count}", "--player", "novice", "--time", "0", "--no-times",
                        "--lines", path], check=True, capture_output=True)
        return path

    def test_a_plan_goes_on_after_every_interruption(self):
        (self.data / "plan.txt").write_text("# rules, deals, of a file, nodes, MiB\n"
                                        "stalactites-one-cell 2000 800 300 1024\nstalactites-one-cell-again 2000 50 3000 1024\n")
        runs = self.folder / "runs"

        def start():
            return subprocess.Popen([sys.executable, TOOL, "run", runs], stdout=subprocess.DEVNULL, start_new_session=True,
                                    env=os.environ | {"QUINCUNX_STUDIES": str(self.data), "QUINCUNX": str(LAB)})

        for awaited in ("stalactites-one-cell-100000001-100000800.jsonl.unfinished", "stalactites-one-cell-100001601-100002000.jsonl.zst",
                        "stalactites-one-cell-again-*.jsonl.unfinished", "stalactites-one-cell-again-*.jsonl"):
            process = start()
            while not list(runs.glob(awaited)) and process.poll() is None:
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        done = tool("run", runs, data=self.data)
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "Nothing of the plan is missing."), done.stderr)
        (self.data / "stalactites.json").unlink()
        files = [*runs.glob("*.jsonl"), *runs.glob("*.jsonl.zst")]
        self.assertEqual(tool("fold", *files, data=self.data).returncode, 0)
        self.assertEqual(tool("--list", "unknown", "stalactites-one-cell", data=self.data).stdout, "")
        studies = read_all(self.data)
        self.assertEqual([part.text.partition('#')[2] for part in studies["stalactites-one-cell"].parts], ["100000001..100000800", "100000801..100001600", "100001601..100002000"])
        self.assertEqual(studies["stalactites-one-cell-again"].asked, studies["stalactites-one-cell"].unknown)
        for file in files:
            file.unlink()
        self.assertEqual(tool("run", runs, data=self.data).stdout, "Nothing of the plan is missing.\n")
        done = tool("deals", runs, data=self.data)
        self.assertEqual(done.returncode, 0, done.stderr)
        results = read_table(runs / "stalactites-one-cell.csv.zst")
        self.assertEqual((len(results), content(results, 100000801, 100001600)), (2000, studies["stalactites-one-cell"].json["parts"][1]["content"]))
        self.assertEqual(read_table(runs / "stalactites-one-cell-again.csv.zst"), studies["stalactites-one-cell-again"].took)
        # Deals of a later pass of which nothing but verdicts was kept are solved once more, too.
        again = self.data / "stalactites-one-cell-again.json"
        whole = again.read_text()
        again.write_text(json.dumps({key: value for key, value in json.loads(whole).items() if key not in ("moves", "nodes")}))
        table = (runs / "stalactites-one-cell-again.csv.zst").read_bytes()
        self.assertEqual(tool("deals", runs, data=self.data).returncode, 0)
        self.assertEqual((runs / "stalactites-one-cell-again.csv.zst").read_bytes(), table)
        self.assertEqual(tool("fold", *runs.glob("*.jsonl"), data=self.data).returncode, 0)
        self.assertEqual(again.read_text(), whole)
        self.assertEqual((runs / "made.csv").read_text().count("\nstalactites-one-cell-100000801-100001600.jsonl.zst,"), 2)

    def test_refuses_parts_that_were_made_otherwise(self):
        other_nodes = self.solved("nodes", "stalactites#1000301..1000310", nodes=2999)
        self.refused(1, "fold", other_nodes, because="its limits are")
        lines = self.solved("new", "stalactites#1000301..1000310", "--no-times")
        other_build = self.file("build", re.sub(r'"build":"\w+"', '"build":"0123456789abcdef"', lines.read_text()))
        self.refused(1, "fold", other_build, because="it can be compared, but not added")
        listed = self.solved("listed", self.file("list", "stalactites#1000300\nstalactites#1000301\n"))
        self.refused(2, "fold", listed, because="only deals of a range can be added")
        timed = self.folder / "timed"
        subprocess.run([LAB, "solve", "stalactites#1000301..1000310", "--lines", timed], check=True, capture_output=True)
        self.refused(2, "fold", timed, because="limit of time")
        cut = self.file("cut", self.parts[0].read_bytes()[:-3])
        self.refused(2, "fold", cut, because=str(cut))
        short = self.file("short", "".join(lines.read_text().splitlines(keepends=True)[:-1]))
        self.refused(2, "fold", short, because="9 of 10 deals; finish it first")
        self.refused(2, "fold", self.folder / "missing", because="there is no such file")

    def test_refuses_a_deal_won_in_one_run_and_lost_in_another(self):
        lost = self.study.lost[0]
        base = json.loads((self.data / "stalactites.json").read_text())
        part = [{"deals": f"{{}}#{lost}..{lost}", "count": 1, "won": 1, "lost": 0, "unknown": 0}]

        def one(game, who="solver", **more):
            data = base | {"game": game, "who": who, "parts": [part[0] | {"deals": f"{game}#{lost}..{lost}"}], "lost": [], "unknown": [],
                           "moves": {"50": 1}, "nodes": {"50": 1}} | more
            name = game + ("" if who == "solver" else f"-{who}") + ("-again" if "asked" in data else "")
            (self.data / f"{name}.json").write_text(json.dumps(data))
            return self.data / f"{name}.json"

        for game in ("stalactites-one-cell", "stalactites-by-twos"):
            path = one(game)
            self.refused(1, because=f"deal {lost} is won in {game}.json and lost in stalactites.json")
            path.unlink()
        path = one("stalactites", "novice", won=[lost])
        self.refused(1, because=f"deal {lost} is won in stalactites-novice.json and lost")
        path.unlink()
        path = one("stalactites", asked=[lost])
        self.refused(1, because=f"deal {lost} is lost in stalactites.json, and was solved again")
        path.unlink()
        lost_part = {"parts": [part[0] | {"won": 0, "lost": 1}], "moves": {}, "lost": [1000001]}
        won = next(number for number in range(1000001, 1000301) if self.study.says(number) == "won")
        paths = []
        for game in ("stalactites-by-ones", "stalactites-by-twos"):
            paths.append(one(game, **(lost_part | {"lost": [won], "parts": [lost_part["parts"][0] | {"deals": f"{game}#{won}..{won}"}]})))
        self.refused(1, because=f"deal {won} is lost in stalactites-by-ones.json and stalactites-by-twos.json")
        paths[1].unlink()
        one("stalactites", "novice", won=[won], parts=[{"deals": f"stalactites#{won}..{won}", "count": 1}])
        chosen = one("stalactites", "choice", won=[won], parts=[{"deals": f"stalactites#{won}..{won}", "count": 1}])
        self.refused(1, because=f"deal {won} is lost in stalactites-by-ones.json, and won after that choice")
        chosen.write_text(chosen.read_text().replace(f'"won": [{won}]', '"won": []'))
        self.assertEqual(len(read_all(self.data)), 4)  # it was won after the other choice

    def test_folds_nothing_that_contradicts_another_file(self):
        lost = self.study.lost[0]
        header = {"kind": "quincunx-fair", "deals": f"stalactites#{lost}..{lost}", "count": 1, "games": ["stalactites"],
                  "player": "instant", "build": ""}
        games = self.file("games", f'{json.dumps(header)}\n{json.dumps({"deal": f"stalactites#{lost}", "won": True, "moves": ["by1"], "nodes": 1})}\n')
        self.refused(1, "fold", games, because=f"deal {lost} is won in stalactites-instant.json and lost in stalactites.json")

    def test_the_choice_is_counted_with_deals_that_are_unknown(self):
        """Four deals by ones and by twos: one unknown by ones, one lost by ones, one lost both ways."""
        def study(game, who="solver", **more):
            (self.data / "stalactites.json").unlink(missing_ok=True)
            said = {"won": 4 - sum(len(more.get(name, ())) for name in ("lost", "unknown"))} | {
                name: len(more.get(name, ())) for name in ("lost", "unknown")}
            base = {"kind": "quincunx-folded", "format": 2, "game": game, "who": who, "limits": {},
                    "parts": [{"deals": f"{game}#11..14", "count": 4} | said]}
            if who == "solver":
                base |= {"lost": [], "unknown": [], "nodes": {"1": 4}, "moves": {"1": said["won"]}}
            (self.data / f"{game}{'' if who == 'solver' else '-' + who}.json").write_text(json.dumps(base | more))

        study("stalactites-by-ones", unknown=[11], lost=[12, 1])
        study("stalactites-by-twos", lost=[13])
        study("stalactites", "choice", won=[11, 1, 1])
        table = choice_table(read_all(self.data))
        for row in ("won by ones and by twos | 1 |", "only by ones | 0 |", "only by twos | 1 |", "by neither | 1 |",
                    "unknown by ones or by twos | 1 |", "all | 4 |", "of 4 | 1 | 25.00 % (0.63 to 93.25)"):
            self.assertIn(f"{row}", table)
        self.assertIn("0 deals are won by ones alone and 1 by twos alone: 1.00 standard errors apart. 2.0 times", table.replace("\n", " "))

    def test_games_of_players_are_what_their_lines_say(self):
        games = self.solved_games(4)
        said = [json.loads(line) for line in games.read_text().splitlines()[1:]]
        self.fold(games)
        studies = read_all(self.data)
        self.assertEqual(studies["stalactites-novice"].won, [1000001 + i for i, line in enumerate(said) if line["won"]])
        self.assertEqual(studies["stalactites-choice"].won, [1000001 + i for i, line in enumerate(said) if line["moves"][0] == "by1"])
        # More of them are added, before or after; what is there already changes nothing.
        whole = {f"stalactites-{who}.json": (self.data / f"stalactites-{who}.json").read_text() for who in ("novice", "choice")}
        text = games.read_text()
        header, *rest = text.splitlines(keepends=True)
        header = header.replace('"count":4', '"count":2')
        halves = [header.replace("1000001..1000004", f"{1000001 + at}..{1000002 + at}") + "".join(rest[at:at + 2]) for at in (0, 2)]

        def folded(text):
            games.write_text(text)
            self.fold(games)

        for name in whole:
            (self.data / name).unlink()
        for half in reversed(halves):
            folded(half)
        added = read_all(self.data)
        for name, before in whole.items():
            study = added[name[:-5]]
            self.assertEqual([part.text for part in study.parts], ["stalactites#1000001..1000002", "stalactites#1000003..1000004"])
            self.assertEqual({**study.json, "parts": 0}, {**json.loads(before), "parts": 0})
        both = (self.data / "stalactites-novice.json").read_text()
        folded(text)  # takes the place of both, where nothing says what they took
        self.assertEqual((self.data / "stalactites-novice.json").read_text(), both)
        self.assertEqual((self.data / "stalactites-choice.json").read_text(), whole["stalactites-choice.json"])
        folded(halves[0])
        self.assertEqual((self.data / "stalactites-choice.json").read_text(), whole["stalactites-choice.json"])
        parts = [{"deals": part.text, "count": 2} for part in added["stalactites-novice"].parts]
        self.forge("stalactites-novice.json", parts=parts)
        folded(text)
        self.assertEqual([list(part) for part in read_all(self.data)["stalactites-novice"].json["parts"]],
                         [["deals", "count", "content", "slices"]])
        line = next(line for line in text.splitlines() if '"won":false' in line)
        games.write_text(text.replace(line, line.replace('"won":false', '"won":true')))
        number = json.loads(line)["deal"][12:]
        self.refused(1, "fold", games, because=f"it has {number},won,")
        games.write_text("\n".join(text.splitlines()[:-1]) + "\n")
        self.refused(2, "fold", games, because="3 of 4 deals")

    def test_a_second_pass_decides_what_was_unknown(self):
        """With few nodes some deals are unknown; those are solved again with more."""
        self.fold(self.solved("few", "stalactites-one-cell#1000001..1000100", nodes=300))
        unknown = tool("--list", "unknown", "stalactites-one-cell", data=self.data).stdout.split()
        self.assertGreater(len(unknown), 4)
        for half in (unknown[::2], unknown[1::2]):
            lines = self.solved(f"again-{half[0][-7:]}", self.file("list", "\n".join(half)), "--no-times")
            self.fold(lines)
        studies = read_all(self.data)
        again = studies["stalactites-one-cell-again"]
        self.assertEqual([f"stalactites-one-cell#{number}" for number in again.asked], unknown)
        deals, won, lost, left = counts(studies, "stalactites-one-cell")
        self.assertEqual((deals, won + lost + left, left), (100, 100, len(again.unknown)))
        self.assertGreater(lost, len(studies["stalactites-one-cell"].lost))
        self.assertEqual(tool("--list", "unknown", "stalactites-one-cell", data=self.data).stdout, "")
        self.assertEqual(again.took[again.asked[-1]], Results(lines).results[again.asked[-1]])
        self.assertIn(f"{len(unknown[1::2])} deals are the same as in stalactites-one-cell-again\n", tool("fold", lines, data=self.data).stdout)
        other = self.solved("other", self.folder / "list", "--no-times", nodes=2999)
        self.refused(1, "fold", other, because="its limits are")
        other.write_text(lines.read_text().replace('"unwinnable"', '"unknown"'))
        self.refused(1, "fold", other, because="other and stalactites-one-cell-again.json:\nit has")
        other.write_text(re.sub(r'"nodes":(\d+),"sum', r'"nodes":1\1,"sum', lines.read_text()))
        self.refused(1, "fold", other, because="it has")

    def test_a_third_pass_decides_what_the_second_did_not(self):
        def unknown():
            return tool("--list", "unknown", "stalactites-one-cell", data=self.data).stdout.split()

        self.fold(self.solved("first", "stalactites-one-cell#1000001..1000100", nodes=300))
        self.fold(self.solved("second", self.file("list", "\n".join(unknown())), nodes=1000))
        studies = read_all(self.data)
        left = [f"stalactites-one-cell#{number}" for number in studies["stalactites-one-cell-again"].unknown]
        self.assertGreater(len(left), 2)
        self.assertEqual(unknown(), [])
        self.fold(self.solved("third", self.file("list", "\n".join(left)), nodes=9000))
        studies = read_all(self.data)
        self.assertEqual([f"stalactites-one-cell#{number}" for number in studies["stalactites-one-cell-third"].asked], left)
        deals, won, lost, open_ = counts(studies, "stalactites-one-cell")
        self.assertEqual((deals, won + lost + open_, open_), (100, 100, len(studies["stalactites-one-cell-third"].unknown)))
        self.assertLess(open_, len(left))
        (self.data / "stalactites-one-cell-again.json").rename(self.folder / "away")
        self.refused(1, because="stalactites-one-cell-third.json")

    def test_refuses_data_that_disagree_with_themselves(self):
        base = (self.data / "stalactites.json").read_text()
        for members, because in (({"lost": []}, "stalactites.json: stalactites#1000001..1000150 has"),
                                 ({"lost": [5]}, "deal 5 is lost, but in no part"),
                                 ({"nodes": {}}, "histograms"), ({"unknown": [self.study.lost[0]]}, "both lost and unknown"),
                                 ({"game": "carthage"}, "is not of carthage"),
                                 ({"parts": [self.study.json["parts"][0] | {"slices": "0" * 232}, self.study.json["parts"][1]]}, "has not the slices"), ({"parts": [*self.study.json["parts"] * 2]}, "overlap")):
            self.forge("stalactites.json", **members)
            self.refused(1, because=because)
            (self.data / "stalactites.json").write_text(base)
        for members in ({"format": 1}, {"format": 3}, {"kind": "x"}, {"parts": 7}, {"lost": "x"}):
            self.forge("stalactites.json", **members)
            self.refused(2, because="stalactites.json")
            (self.data / "stalactites.json").write_text(base)


class Statistics(unittest.TestCase):
    def test_bounds(self):
        for (won, unknown, deals), expected in (((9129, 64, 10000), "90.720 92.457"), ((5, 0, 10), "18.709 81.291"),
                                                ((0, 0, 10), "0.000 30.850"), ((10, 0, 10), "69.150 100.000"),
                                                ((0, 5, 200), "0.000 5.737")):
            self.assertEqual("{:.3f} {:.3f}".format(*clopper_pearson(won, unknown, deals)), expected)
        self.assertEqual(bounds(9999, 0, 10000), ("99.944", "99.99975"))
        self.assertEqual("{:.3f} {:.3f}".format(*difference_bounds(22, 17, 500)), "-3.104 5.083")
        self.assertEqual("{:.3f} {:.3f}".format(*difference_bounds(0, 0, 10)), "-35.480 35.480")
        self.assertEqual([f"{mcnemar(*pair):.4f}" for pair in ((30, 16), (0, 4), (4, 0), (0, 0), (5, 5), (22, 17))],
                         ["0.0541", "0.1250", "0.1250", "1.0000", "1.0000", "0.5224"])
        self.assertEqual([quantile({1: 5, 7: 4, 9: 1}, share) for share in (0.5, 0.51, 0.9, 1)], [1, 7, 7, 9])

    def test_shares_are_said_as_exactly_as_they_are_known(self):
        for share, short, long in ((Share(97.396, 97.378, 97.414, 3_000_000), "97.4 %", "97.40 % (97.37 to 97.42), 3,000,000 deals"),
                                   (Share(82.65, 80.91, 84.29, 2000), "83 %", "82.65 % (80.91 to 84.29), 2,000 deals"),
                                   (Share(0.08, 0.0457, 0.13, 20_000), "0.1 %", "0.08 % (0.045 to 0.13), 20,000 deals"),
                                   (Share(0.069, 0.0536, 0.0874, 100_000), "0.07 %", "0.07 % (0.053 to 0.088), 100,000 deals"),
                                   (Share(99.97, 99.955, 99.99998, 9000, 3), "over 99.9 %", "99.97 % (99.955 to 99.999980), 9,000 deals"),
                                   (Share(90.58, 89.731, 92.74, 5000, 71), "89.7 to 92.8 %",
                                    "90.58 to 92.00 % (89.73 to 92.74), 5,000 deals"),
                                   (Share(71.4, 68.48, 74.19, 1000), "68 to 75 %", "71.40 % (68.48 to 74.19), 1,000 deals")):
            self.assertEqual((plain(share), exact(share)), (short, long))
        self.assertEqual(exact(None), "")
