"""docs/winnability.md: its tables and plots are what the data give, the data are what the program finds, and data that
contradict each other are refused."""
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from builds import PROGRAM, ROOT
from commands import run

sys.path.insert(0, str(ROOT / "tools"))
from study_data import counts, fold, fold_again, fold_choice, fold_played, fold_rated, games_of, read_all  # noqa: E402
from study_stats import auc, bounds, clopper_pearson, cross_validated, difference_bounds, mcnemar, quantile  # noqa: E402
from winnability import FIRST, PLAYERS, SLOW, STAGES, Share, choice_table, exact, plain  # noqa: E402

DATA = ROOT / "docs/winnability"
TOOL = ROOT / "tools/winnability.py"
FULL = float(os.environ.get("QUINCUNX_VOLUME", "1")) >= 1


def tool(*words, data=DATA):
    return subprocess.run([sys.executable, TOOL, *words], capture_output=True, text=True, check=False,
                          env=os.environ | {"QUINCUNX_STUDIES": str(data)})


class Published(unittest.TestCase):
    def test_the_page_is_what_the_data_give(self):
        done = tool("--check")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_random_deals_of_each_run_are_solved_the_same_again(self):
        """With fewer nodes in the short run, so that a hard deal may stay unknown; nothing may be said otherwise."""
        dice = random.Random()
        for name, study in read_all(DATA).items():
            if study.who != "solver" or study.asked is not None:
                continue
            deals = [part.first + dice.randrange(len(part)) for part in dice.choices(study.parts, k=20)]
            nodes = study.limits["nodes"] if FULL else 5000
            listed = "".join(f"{study.game}#{number}\n" for number in deals)
            done = run("lab", "solve", "-", "--time", "0", "--nodes", str(nodes), "--threads", "2", "--lines", "-", given=listed)
            self.assertEqual(done.returncode, 0, done.stderr)
            found = [json.loads(line) for line in done.stdout.splitlines()[1:]]
            self.assertEqual(len(found), len(deals))
            for line, number in zip(found, deals, strict=True):
                said = {"winnable": "won", "unwinnable": "lost", "unknown": "unknown"}[line["verdict"]]
                known = study.says(number)
                self.assertTrue(said == known or (not FULL and "unknown" in (said, known)), (name, number, said, known))

    def test_random_games_of_each_player_end_the_same_again(self):
        dice = random.Random()
        for name, study in read_all(DATA).items():
            if study.who not in PLAYERS:
                continue
            deals = [part.first + dice.randrange(len(part)) for part in dice.choices(study.parts, k=3 if FULL or name not in SLOW else 1)]
            listed = "".join(f"{study.game}#{number}\n" for number in deals)
            done = run("lab", "fair", "-", "--player", study.who, "--time", "0", "--threads", "2", "--lines", "-", given=listed)
            self.assertEqual(done.returncode, 0, done.stderr)
            header, *found = [json.loads(line) for line in done.stdout.splitlines()]
            # Or nothing could be added to them.
            self.assertEqual(games_of(study.json["build"]), games_of(header["build"]), name)
            for line, number in zip(found, deals, strict=True):
                self.assertEqual("won" if line["won"] else "lost", "won" if study.says(number) == "won" else "lost", (name, number))


    def test_games_that_take_long_are_published_in_the_stages_that_were_said_before(self):
        studies = read_all(DATA)
        slow = [studies[name] for name in SLOW if name in studies]
        self.assertIn(len(slow), (0, 2))
        for study in slow:
            self.assertIn(study.deals, STAGES)
            self.assertEqual((study.numbers[0], study.deals), (FIRST, slow[0].deals))
            self.assertEqual(study.numbers, list(range(FIRST, FIRST + study.deals)))


class Folded(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.data = self.folder / "data"
        self.data.mkdir()
        self.parts = [self.compact(f"part-{i}", "stalactites#1000001..1000300", "--part", f"{i}/2") for i in (1, 2)]
        self.fold("stalactites", *self.parts)
        self.study = read_all(self.data)["stalactites"]

    def solved(self, name, deals, *more):
        path = self.folder / name
        subprocess.run([PROGRAM, "lab", "solve", deals, "--time", "0", "--nodes", "3000", *more], check=True, capture_output=True)
        return path

    def compact(self, name, deals, *more):
        return self.solved(name, deals, *more, "--compact", str(self.folder / name))

    def refused(self, status, *words, because):
        before = {path: path.read_bytes() for path in self.data.iterdir()}
        done = tool(*words, data=self.data)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(because, done.stderr)
        self.assertEqual({path: path.read_bytes() for path in self.data.iterdir()}, before)

    def forge(self, name, **members):
        path = self.data / name
        path.write_text(json.dumps(json.loads(path.read_text()) | members))

    def fold(self, game, *files):
        fold(files, self.data / f"{game}.json")

    def test_says_what_the_lines_say(self):
        path = self.solved("lines", "stalactites#1000001..1000300", "--no-times", "--lines", str(self.folder / "lines"))
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
        self.fold("stalactites", self.parts[0])
        self.assertEqual((self.data / "stalactites.json").read_bytes(), whole)
        (self.data / "stalactites.json").unlink()
        for part in reversed(self.parts):
            self.fold("stalactites", part)
        self.assertEqual((self.data / "stalactites.json").read_bytes(), whole)

    def test_refuses_parts_that_overlap_or_were_made_otherwise(self):
        overlapping = self.compact("overlapping", "stalactites#1000200..1000400")
        self.refused(1, "fold", overlapping, because="overlap")
        other_nodes = self.folder / "nodes"
        subprocess.run([PROGRAM, "lab", "solve", "stalactites#1000301..1000310", "--time", "0", "--nodes", "4000", "--compact", other_nodes],
                       check=True, capture_output=True)
        self.refused(1, "fold", other_nodes, because="its limits are")
        same = self.compact("same", "stalactites#1000001..1000150")  # the deals of part 1, without its name in the header
        self.refused(1, "fold", same, because="with other bytes")
        timed = self.folder / "timed"
        subprocess.run([PROGRAM, "lab", "solve", "stalactites#1000301..1000310", "--compact", timed], check=True, capture_output=True)
        self.refused(2, "fold", timed, because="limit of time")
        cut = self.folder / "cut"
        cut.write_bytes(self.parts[0].read_bytes()[:-3])
        self.refused(2, "fold", cut, because=str(cut))
        self.refused(2, "fold", self.folder / "missing", because="there is no such file")

    def test_refuses_a_deal_won_in_one_run_and_lost_in_another(self):
        lost = self.study.lost[0]
        base = json.loads((self.data / "stalactites.json").read_text())
        part = [{"deals": f"{{}}#{lost}..{lost}", "count": 1, "won": 1, "lost": 0, "unknown": 0, "sha256": ""}]

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
        header = {"kind": "quincunx-fair", "deals": f"stalactites#{lost}..{lost}", "games": ["stalactites"], "player": "instant",
                  "build": ""}
        games = self.folder / "games"
        games.write_text(f'{json.dumps(header)}\n{json.dumps({"deal": f"stalactites#{lost}", "won": True})}\n')
        self.refused(1, "fold", games, because=f"deal {lost} is won in stalactites-instant.json and lost in stalactites.json")

    def test_the_choice_is_counted_with_deals_that_are_unknown(self):
        """Of four deals by ones and by twos: one unknown by ones, one lost by ones, one lost both ways."""
        def study(game, who="solver", **more):
            (self.data / "stalactites.json").unlink(missing_ok=True)
            said = {"won": 4 - sum(len(more.get(name, ())) for name in ("lost", "unknown"))} | {
                name: len(more.get(name, ())) for name in ("lost", "unknown")}
            base = {"kind": "quincunx-folded", "format": 1, "game": game, "who": who, "limits": {},
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

    def test_games_of_players_and_ratings_are_what_their_lines_say(self):
        def lines(command, *more):
            path = self.folder / command
            subprocess.run([PROGRAM, "lab", command, "stalactites#1000001..1000004", "--lines", path, "--no-times", *more],
                           check=True, capture_output=True)
            return path, [json.loads(line) for line in path.read_text().splitlines()[1:]]

        games, said = lines("fair", "--player", "novice")
        fold_played(games, self.data / "stalactites-novice.json")
        fold_choice(games, self.data / "stalactites-choice.json")
        rates, rated = lines("rate")
        fold_rated(rates, self.data / "stalactites-rated.json")
        studies = read_all(self.data)
        self.assertEqual(studies["stalactites-novice"].won, [1000001 + i for i, line in enumerate(said) if line["won"]])
        self.assertEqual(studies["stalactites-choice"].won, [1000001 + i for i, line in enumerate(said) if line["moves"][0] == "by1"])
        self.assertEqual(studies["stalactites-rated"].json["forgiving"],
                         [line["won"] if line["verdict"] == "winnable" else None for line in rated])
        # More of them are added, before or after; what is there already changes nothing.
        whole = {f"stalactites-{who}.json": (self.data / f"stalactites-{who}.json").read_text() for who in ("novice", "choice", "rated")}
        texts, halves = {path: path.read_text() for path in (games, rates)}, {}
        for path, text in texts.items():
            header, *rest = text.splitlines(keepends=True)
            halves[path] = [header.replace("1000001..1000004", f"{1000001 + at}..{1000002 + at}") + "".join(rest[at:at + 2])
                            for at in (0, 2)]

        def folded(path, text):
            path.write_text(text)
            if path == rates:
                fold_rated(path, self.data / "stalactites-rated.json")
            else:
                fold_played(path, self.data / "stalactites-novice.json")
                fold_choice(path, self.data / "stalactites-choice.json")

        for name in whole:
            (self.data / name).unlink()
        for path in (games, rates):
            for half in reversed(halves[path]):
                folded(path, half)
        added = read_all(self.data)
        for name, text in whole.items():
            study, before = added[name[:-5]], json.loads(text)
            self.assertEqual([part.text for part in study.parts], ["stalactites#1000001..1000002", "stalactites#1000003..1000004"])
            self.assertEqual({**study.json, "parts": 0}, {**before, "parts": 0})
        for path in (games, rates):
            folded(path, texts[path])  # takes the place of both
        self.assertEqual({name: (self.data / name).read_text() for name in whole}, whole)
        for path in (games, rates):
            folded(path, halves[path][0])
        self.assertEqual({name: (self.data / name).read_text() for name in whole}, whole)
        line = next(line for line in texts[games].splitlines() if '"won":false' in line)
        games.write_text(texts[games].replace(line, line.replace('"won":false', '"won":true')))
        self.refused(1, "fold", games, because="ended otherwise than in stalactites-novice.json")
        games.write_text("\n".join(texts[games].splitlines()[:-1]) + "\n")
        self.refused(2, "fold", games, because="3 of 4 deals")

    def test_a_second_pass_decides_what_was_unknown(self):
        """With few nodes some deals are unknown; those are solved again with more."""
        few = self.folder / "few"
        subprocess.run([PROGRAM, "lab", "solve", "stalactites-one-cell#1000001..1000100", "--time", "0", "--nodes", "300",
                        "--compact", few], check=True, capture_output=True)
        self.fold("stalactites-one-cell", few)
        unknown = tool("--list", "unknown", "stalactites-one-cell", data=self.data).stdout.split()
        self.assertGreater(len(unknown), 4)
        out = self.data / "stalactites-one-cell-again.json"
        for half in (unknown[::2], unknown[1::2]):
            (self.folder / "list").write_text("\n".join(half))
            lines = self.folder / f"again-{half[0][-7:]}"
            self.solved("", str(self.folder / "list"), "--no-times", "--lines", str(lines))
            fold_again([lines], out)
        studies = read_all(self.data)
        again = studies["stalactites-one-cell-again"]
        self.assertEqual([f"stalactites-one-cell#{number}" for number in again.asked], unknown)
        deals, won, lost, left = counts(studies, "stalactites-one-cell")
        self.assertEqual((deals, won + lost + left, left), (100, 100, len(again.unknown)))
        self.assertGreater(lost, len(studies["stalactites-one-cell"].lost))
        self.assertEqual(tool("--list", "unknown", "stalactites-one-cell", data=self.data).stdout, "")
        other = self.folder / "other"
        subprocess.run([PROGRAM, "lab", "solve", self.folder / "list", "--time", "0", "--nodes", "3001", "--no-times", "--lines", other],
                       check=True, capture_output=True)
        self.refused(1, "fold", other, because="and search")
        other.write_text(lines.read_text().replace('"unwinnable"', '"unknown"'))
        self.refused(1, "fold", other, because="in another file")

    def test_refuses_data_that_disagree_with_themselves(self):
        base = (self.data / "stalactites.json").read_text()
        for members, because in (({"lost": []}, "stalactites.json: stalactites#1000001..1000150 has"),
                                 ({"lost": [5]}, "deal 5 is lost, but in no part"),
                                 ({"nodes": {}}, "histograms"), ({"unknown": [self.study.lost[0]]}, "both lost and unknown"),
                                 ({"game": "carthage"}, "is not of carthage"), ({"parts": [*self.study.json["parts"] * 2]}, "overlap")):
            self.forge("stalactites.json", **members)
            self.refused(1, because=because)
            (self.data / "stalactites.json").write_text(base)
        for members in ({"format": 2}, {"kind": "x"}, {"parts": 7}, {"lost": "x"}):
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
                                   (Share(71.4, 68.48, 74.19, 1000), "68 to 75 %", "71.40 % (68.48 to 74.19), 1,000 deals"),
                                   (Share(71.4, 69.74, 73.05, 3000, said="71.4 % (69.74 to 73.05), 3,000 deals"), "71 %",
                                    "71.4 % (69.74 to 73.05), 3,000 deals")):
            self.assertEqual((plain(share), exact(share)), (short, long))
        self.assertEqual(exact(None), "")

    def test_models(self):
        dice = random.Random(1)
        rows = [[dice.gauss(0, 1), dice.gauss(0, 1)] for _ in range(600)]
        said, low, high = cross_validated(rows, [int(row[0] + dice.gauss(0, 1) > 0) for row in rows])
        self.assertTrue(0.75 < low < said < high < 0.9, (low, said, high))
        nothing, low, high = cross_validated(rows, [dice.randrange(2) for _ in rows])
        # Below a coin's 0.5 rather than above: what leans one way in a fold leans the other way in the rest.
        self.assertTrue(0.3 < nothing < 0.55 and low < 0.5, (low, nothing, high))
        self.assertEqual(auc([(1, 0), (1, 1), (0, 0), (2, 1)]), 0.875)


if __name__ == "__main__":
    unittest.main()
