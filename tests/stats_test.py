"""`quincunx stats` and files of games played (docs/games-file.md), made by a second writer."""

from builds import ROOT
from commands import MISUSE, NO, InFolder, run
from saved_games import file_of, game, name

SAMPLE = ROOT / "tests/games/version-2.games"


class Stats(InFolder):
    def test_the_document_shows_a_file(self):
        shown = (ROOT / "docs/games-file.md").read_text().split("```\n")[1]
        self.assertEqual(shown, SAMPLE.read_text())

    def test_a_file_is_read_and_written(self):
        answer = self.good_json("stats", SAMPLE)
        self.assertEqual((answer["all"]["played"], answer["all"]["won"], answer["all"]["inProgress"]), (1, 1, 1))
        self.assertEqual(self.good("stats", SAMPLE, "--out", "-"), SAMPLE.read_text())

    def test_what_an_editor_adds_is_no_damage(self):
        text = SAMPLE.read_text()
        self.assertEqual(self.good("stats", self.file("x.games", f"\ufeff{text}\n\n")), self.good("stats", SAMPLE))
        self.assertIn("unexpected text after the end", self.bad(NO, "stats", self.file("y.games", f"{text}\nx\n")))

    def test_the_longer_streak_of_days_stays(self):
        path = self.file("days.games", file_of("streak all longest=12/20261101/20261112"))
        other = self.file("other.games", file_of("streak all longest=9/20261101/20261109"))
        self.assertIn("\nstreak all longest=12/20261101/20261112\n", self.good("stats", path, other, "--out", "-"))

    def test_answers(self):
        path = self.file("a.games", file_of(
            game(1, moves=15, par=14, ply=15), game(2, kind="day-2026-12-24", state="given-up", thrown=1000, help="fair"),
            game(3, deal="gargantua~", kind="set-up", time=3_723_000, changed=1_764_100_000)))
        said = self.good("stats", path)
        self.assertIn("3 games on 2 days from 2025-11-24 to 2025-11-25\n", said)
        self.assertRegex(said, r"\nall +3 +2 +66\.7 % +1/1 +15/15/20 +1:00/1:00/1:02:03\n")
        self.assertRegex(said, r"\n  day +1 +0 +0\.0 % +0/0 +- +-\n")
        self.assertRegex(said, r"\nall +1 +\+1\.0 +\+1 +0 +1 +100\.0 %\n")
        self.assertLessEqual(max(map(len, said.splitlines())), 88)
        self.assertRegex(self.good("stats", path, "--kind", "day"), r"\nall +1 +0 ")
        self.assertRegex(self.good("stats", path, "--aid", "none"), r"\nall +2 +2 ")
        answer = self.good_json("stats", path)
        self.assertEqual(set(answer), {"all", "games", "kinds", "help"})
        self.assertEqual({key: one["played"] for key, one in answer["games"].items()}, {"carthage": 2, "gargantua": 1})
        self.assertEqual({key: one["won"] for key, one in answer["help"].items()}, {"none": 2, "fair": 0, "all-known": 0})

    def test_nothing_played(self):
        self.assertIn("0 games\n", self.good("stats", self.file("none", file_of())))

    def test_files_are_merged_in_any_order(self):
        one = self.file("one", file_of(game(1), game(2, state="playing", ply=5, moves=5)))
        two = self.file("two", file_of(game(2, state="given-up", ply=6, moves=6), game(3), "won carthage#1 9"))
        both = self.good("stats", one, two, "--out", "-")
        self.assertEqual(both, file_of(game(1), game(2, state="given-up", ply=6, moves=6), game(3), "won carthage#1 9"))
        for order in ((two, one), (one, two, one), (two, two, one)):
            self.assertEqual(self.good("stats", *order, "--out", "-"), both)
        out = self.folder / "out"
        self.good("stats", one, two, "--out", out)
        self.assertEqual(out.read_text(), both)
        self.assertIn("already exists; replace it with --force", self.bad(MISUSE, "stats", two, "--out", out))
        self.assertEqual(out.read_text(), both)
        self.good("stats", two, "--out", out, "--force")
        self.assertEqual(out.read_text(), two.read_text())

    def test_what_is_no_such_file_is_refused_with_the_place(self):
        good = file_of(game(1), game(2))
        for text, place in (("", "1:1"), ("<script>alert(1)</script>", "1:1"), (good[:200], "4:1"), (good[:-30], "4:1"),
                            (good.replace("won", "lost", 1), "2:76"), (good.replace("60000", "60001", 1), "4:7"),
                            (good.replace("quincunx-games 2", "quincunx-games 3"), "1:16"), (good + "x\n", "5:1"),
                            ("x" * (9 << 20), "1:1")):
            with self.subTest(text=text[:60]):
                message = self.bad(NO, "stats", "-", "--out", self.folder / "out", given=text)
                self.assertRegex(message, f"^quincunx: standard input:{place}: ")
                self.assertFalse((self.folder / "out").exists())
        self.assertIn("later version of Quincunx", self.bad(NO, "stats", "-", given="quincunx-games 3\n"))
        self.assertIn("--force is for --out", self.bad(MISUSE, "stats", "-", "--force", given=good))
        self.assertIn("use one of them", run("stats", "-", "--out", "-", "--json", given=good).stderr)
        self.assertIn("--kind: expected any", self.bad(MISUSE, "stats", "-", "--kind", "days", given=good))

    def test_as_many_games_as_there_may_be(self):
        lines = [game(i, deal=f"carthage#{i + 1}", moves=20 + i % 50, ply=70, changed=1_764_000_000 + 9000 * i) for i in range(10_000)]
        text = file_of(*lines)
        self.assertLess(len(text), 2_000_000)
        answer = self.good_json("stats", self.file("many", text))
        self.assertEqual(answer["all"]["played"], 10_000)
        self.assertIn("more than 10000 games", self.bad(NO, "stats", "-", given=file_of(*lines, game(10_000))))
        # Merging keeps those that were begun last.
        more = self.file("more", file_of(game(10_000)))
        merged = self.good("stats", self.folder / "many", more, "--out", "-")
        self.assertEqual(merged.count("\ngame "), 10_000)
        self.assertIn(name(10_000), merged)
        self.assertNotIn(name(0), merged)
