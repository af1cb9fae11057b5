"""The deals of the day: all of them with QUINCUNX_DAYS=all, otherwise some months of each game."""
import json
import os
import re
import signal
import subprocess
import time
from datetime import datetime, timedelta, timezone

import pytest

from builds import LAB, LONG, PROGRAM, PROGRAMS, ROOT, VOLUME
from commands import GAMES, MISUSE, NO, Commands, of_a_release, run
from game_lists import RELEASED, VARIANTS

# Every released game has days, but no variant has.
WITH_DAYS = [game for game in GAMES if game in RELEASED and game not in VARIANTS]
ALL = os.environ.get("QUINCUNX_DAYS") == "all"
# Stalactites deals of which a search through all positions visits few: 60,000 to 110,000, and with ALL up to 12 million.
SHORT_PARS = [92, 3, 69, 38, 44, 25, 123, 93, 76, 24, 65, 21, 37, 120, 2, 85, 46, 5, 14, 10, 18, 1]


class Days(Commands):
    @pytest.mark.full
    @of_a_release
    def test_every_deal_can_be_won_and_has_the_level_of_its_day(self):
        dates = [] if ALL else ["--from", "2027-01-05", "--to", "2027-01-11"]
        done = subprocess.run([LAB, "days", "--threads", "2", *dates], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        days = self.good_json("days", *dates)
        self.assertEqual({day["game"] for day in days}, set(WITH_DAYS))
        self.assertEqual(done.stdout, f"{len(days)} days, 0 wrong\n")

    def test_an_interrupted_proof_says_how_far_it_came_and_goes_on_there(self):
        command = [LAB, "days", "--to", "2026-12-31"]
        days = self.good_json("days", "--to", "2026-12-31")
        seconds, count = 0.5, 0
        while not count:  # slow machines need longer for the first
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                time.sleep(seconds)
                process.send_signal(signal.SIGINT)
                said, complained = process.communicate(timeout=LONG)
            self.assertEqual(process.returncode, 128 + signal.SIGINT)
            count, seconds = int(re.fullmatch(r"(\d+) days?, 0 wrong\n", said)[1]), 2 * seconds
        self.assertIn(count, range(1, len(days)))
        left = re.search(r"interrupted; continue with (--from) (\S+)", complained)
        dates = sorted(day["date"] for day in days)
        self.assertEqual(left[2], dates[count])  # of that date, some may have been proven

    @of_a_release
    def test_the_table_is_what_the_command_makes(self):
        """Nothing before the deal of a day is winnable and of the level, for some days of each game."""
        span = "--from", "2027-01-01", "--to", "2027-01-03" if VOLUME == 1 else "2027-01-01"
        made = self.good("lab", "days", "--make", *span).splitlines()
        listed = self.good_json("days", *span)
        table = (ROOT / "deals/days_table.inc").read_text()
        games = list(dict.fromkeys(day["game"] for day in listed))
        self.assertEqual(made[1::2], [f'Days{{"{game}",' for game in games])
        for game, letters in zip(games, made[2::2]):
            with self.subTest(game=game):
                months = table.partition(f'Days{{"{game}",\n')[2].splitlines()
                january = months[2].strip()  # after November and December
                self.assertTrue(january.startswith(letters.strip().rstrip("},")[:-1]), (january, letters))

    def test_the_deal_of_a_day_is_the_same_everywhere(self):
        days = self.good_json("days", "carthage", "--from", "2026-12-20", "--to", "2026-12-27")
        self.assertEqual([day["level"] for day in days], [4, 1, 2, 2, 3, 3, 4, 4])  # Sunday, Monday, …
        for day in days:
            deal = self.good_json("deal", "carthage", "--day", day["date"])
            self.assertEqual((deal["deal"], deal["level"]), (day["deal"], day["level"]))
            said = run("protocol", given=f"day carthage {day['date']}\n").stdout
            self.assertEqual(said, f"day {day['deal']} level {day['level']}\n")

    def test_today_is_the_date_where_the_player_is(self):
        for zone, hours in (("<+14>-14", 14), ("<-11>11", -11), ("UTC0", 0)):
            with self.subTest(zone=zone):
                date = lambda: (datetime.now(timezone.utc) + timedelta(hours=hours)).date().isoformat()  # noqa: E731
                before = date()
                done = subprocess.run([PROGRAM, "deal", "stalactites", "--day", "today", "--json"], capture_output=True,
                                      text=True, env={**os.environ, "TZ": zone})
                deals = [self.good_json("deal", "stalactites", "--day", day)["deal"] for day in (before, date())]
                self.assertIn(json.loads(done.stdout)["deal"], deals)

    def test_what_has_no_days(self):
        self.assertIn("it is a variant of carthage", self.bad(MISUSE, "days", "carthage-strict"))
        self.assertIn("it is a variant of carthage", self.bad(MISUSE, "deal", "carthage-strict", "--day", "2027-01-01"))
        for game in sorted(set(GAMES) - set(WITH_DAYS)):
            for command in (["days", game], ["deal", game, "--day", "2027-01-01"]):
                self.assertIn(f"{game} has no deal of the day", self.bad(MISUSE, *command))
        self.assertIn("the dates are 2026-11-25 to 2036-12-31", self.bad(MISUSE, "deal", "stalactites", "--day", "2037-01-01"))
        self.assertIn("the dates are from 2026-11-25 to 2036-12-31", self.bad(MISUSE, "days", "--to", "2037-01-01"))
        self.assertIn("the earlier one first", self.bad(MISUSE, "days", "--from", "2027-02-02", "--to", "2027-02-01"))
        self.assertIn("there is no game", self.bad(MISUSE, "days", "nowhere"))
        done = run("lab", "days", "--make", "--json")
        self.assertEqual(done.returncode, MISUSE)
        self.assertIn("--make writes the table", done.stderr)


class WinnableDeals(Commands):
    def test_a_winnable_deal_is_the_first_from_a_number_on(self):
        deal = self.good_json("deal", "carthage", "--winnable", "--from", "1000036")
        number = int(deal["deal"].partition("#")[2])
        self.assertGreater(number, 1000036)  # which is lost
        self.assertEqual((deal["tries"], deal["level"]), (number - 1000035, None))
        for lost in range(1000036, number):
            self.assertNotEqual(self.rating(f"carthage#{lost}")["verdict"], "winnable")
        self.assertEqual(self.rating(deal["deal"])["verdict"], "winnable")

    @pytest.mark.full
    def test_a_deal_of_a_level_has_that_level(self):
        for game in [game for game in GAMES if game in RELEASED and game != "carthage-strict"]:
            with self.subTest(game=game):
                level = 2 if game == "grandfather-classic" else 3  # it has no third
                deal = self.good_json("deal", game, "--winnable", "--level", str(level), "--from", "1000001")
                self.assertEqual(self.rating(deal["deal"])["level"], level)

    def test_a_random_winnable_deal_shows_its_number(self):
        first, *position = self.good("deal", "stalactites", "--winnable").splitlines()
        self.assertRegex(first, r"^deal stalactites#\d+$")
        self.assertEqual(position[0], "game stalactites")

    def test_what_is_not_offered_is_refused(self):
        self.assertIn("hardly any of its deals can be won", self.bad(MISUSE, "deal", "carthage-strict", "--winnable"))
        for game in sorted(set(GAMES) - set(RELEASED)):  # none of our searches fits them
            self.assertIn("no search is made for games of its kind", self.bad(MISUSE, "deal", game, "--winnable"))
        self.assertIn("the levels of carthage are 1 to 4", self.bad(MISUSE, "deal", "carthage", "--winnable", "--level", "5"))
        self.assertIn("is for a game, not for", self.bad(MISUSE, "deal", "carthage#1", "--winnable"))
        self.assertIn("is for a game, not for", self.bad(MISUSE, "deal", "carthage#1", "--day", "today"))
        for words in (["--level", "1"], ["--from", "1"]):
            self.assertIn("--winnable", self.bad(MISUSE, "deal", "carthage", *words))
        self.assertIn("excludes", self.bad(MISUSE, "deal", "carthage", "--winnable", "--day", "today"))

    def rating(self, deal: str) -> dict:
        return json.loads(run("rate", deal, "--json").stdout)


class Par(Commands):
    @pytest.mark.full
    def test_the_solution_replays_and_has_as_many_moves(self):
        for game in GAMES:
            with self.subTest(game=game):
                done = run("par", f"{game}#1000002", "--json")
                par = json.loads(done.stdout)
                self.assertEqual(par["par"] or 0, len(par["line"]))
                if par["verdict"] != "winnable":
                    self.assertEqual((done.returncode, par["par"]), (NO, None))
                    continue
                record = self.good("par", f"{game}#1000002", "--out", "-")
                replayed = json.loads(run("replay", "-", "--json", given=record).stdout)
                self.assertEqual((replayed["status"], replayed["moves"]), ("won", par["par"]))
                self.assertLessEqual(par["par"], par["first"])

    def test_par_is_proven_where_only_rank_matters(self):
        """The brute force, which knows no search of ours, goes through all positions breadth first."""
        deals = SHORT_PARS if ALL else SHORT_PARS[:3]
        positions = "".join(self.good("deal", f"stalactites#{number}") for number in deals)
        found = subprocess.run([PROGRAMS / "brute_force", "shortest", "--states", "12000000"], input=positions, capture_output=True, text=True,
                               check=True).stdout.splitlines()
        for number, line in zip(deals, found, strict=True):
            par = json.loads(run("par", f"stalactites#{number}", "--json").stdout)
            self.assertEqual((par["proven"], line.split()[0], line.split()[2]), (True, "won", str(par["par"])), number)
        self.assertFalse(json.loads(run("par", "gloucestershire#1", "--json").stdout)["proven"])

    def test_what_cannot_be_won_has_no_par(self):
        done = run("par", "carthage#1000036")
        self.assertEqual((done.returncode, done.stdout), (NO, "carthage#1000036: no par, since it is unwinnable\n"))
        self.assertIn("--force is for --out", self.bad(MISUSE, "par", "carthage#1", "--force"))
        done = run("par", "carthage#1", "--out", "-", "--json")
        self.assertEqual(done.returncode, MISUSE)
        self.assertIn("use one of them", done.stderr)
