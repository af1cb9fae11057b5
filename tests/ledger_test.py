"""docs/winnability/ledger.tsv says which deals were used for what. Nothing that is published says otherwise."""
import csv
import re
import subprocess
import unittest
from typing import NamedTuple

from builds import ROOT
from game_lists import RELEASED
from sources import listed
from study_data import read_all

LEDGER = ROOT / "docs/winnability/ledger.tsv"
DATA = ROOT / "docs/winnability"
USES = {"tuned",     # something that the program does was chosen by what these deals showed
        "tried",     # something was chosen by them that the program does not do
        "measured"}  # nothing was chosen by them

NUMBER = r"(\d{1,3}(?:,\d{3})+|\d+)"
SPANS = (re.compile(rf"{NUMBER}\s+to\s+{NUMBER}"), re.compile(rf"#{NUMBER}\.\.{NUMBER}"))
OPEN = (re.compile(rf"from\s+(?:deal\s+)?{NUMBER}\s+on"), re.compile(rf"(?:begin|start)\s+at\s+{NUMBER}"))
HOW_FAR = 1_000_000  # "from … on"
SMALLEST = 1_000_001  # smaller numbers are no deals of a study, but counts of things
UNTUNED = re.compile(r"(?:nothing|none of which|no\s[\w\s]{1,30})\s+was\s+(?:tuned|fitted)")
UNUSED = re.compile(r"untouched|(?:nothing|none of which|not|never)\s+(?:was\s+)?(?:used|seen|touched)[\w\s]{0,20}before")


class Use(NamedTuple):
    first: int
    last: int
    rules: frozenset  # empty: those of all games
    use: str
    what: str
    commit: str

    def overlaps(self, first, last, packs):
        """A number is the same order of cards in all games of as many packs."""
        return self.first <= last and first <= self.last and (not self.rules or packs & packs_of(self.rules))


def packs_of(rules):
    return {1 if name.startswith("stalactites") else 2 for name in rules} or {1, 2}


def ledger(text=""):
    lines = csv.DictReader((text or LEDGER.read_text()).splitlines(), delimiter="\t", strict=True)
    return [Use(int(row["first"]), int(row["last"]), frozenset(row["rules"].split()) - {"all"}, row["use"], row["what for"], row["commit"])
            for row in lines]


def number(text):
    return int(text.replace(",", ""))


def ranges(text):
    """The deals that a passage speaks of."""
    spans = [(number(found[1]), number(found[2])) for pattern in SPANS for found in pattern.finditer(text)]
    spans += [(number(found[1]), number(found[1]) + HOW_FAR - 1) for pattern in OPEN for found in pattern.finditer(text)]
    return [(first, last) for first, last in spans if SMALLEST <= first <= last]


def passages(text):
    """Paragraphs, and rows of tables."""
    return [line for part in re.split(r"\n\s*\n", text)
            for line in (part.splitlines() if part.lstrip().startswith("|") else [" ".join(part.split())])]


def packs_said(text):
    return packs_of({name for name in ("stalactites", *RELEASED) if name in text.lower()})


def claims(text):
    """The sentences that say that nothing was tuned on deals, or that these were never used, with what contradicts that."""
    for passage in passages(text):
        for sentence in re.split(r"(?<=[.:])\s", passage):
            said = UNTUNED.search(sentence) or UNUSED.search(sentence)
            if said and ("deals" in sentence or ranges(sentence)):
                yield sentence, USES if UNUSED.search(sentence) else {"tuned"}


def contradictions(sentence, refuted_by, uses):
    packs = packs_said(sentence)
    meant = ranges(sentence)
    if not meant:
        return ["of which deals?"]
    return [f"{first} to {last}: {use.what} ({use.commit})" for first, last in meant for use in uses
            if use.use in refuted_by and use.overlaps(first, last, packs)]


class Ledger(unittest.TestCase):
    def test_every_line_is_a_use_by_a_commit(self):
        shallow = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, text=True).stdout
        for use in ledger():
            self.assertTrue(0 < use.first <= use.last and use.use in USES and use.what, use)
            self.assertLessEqual(use.rules, set(RELEASED), use)
            if shallow.strip() == "false":
                done = subprocess.run(["git", "cat-file", "-e", f"{use.commit}^{{commit}}"], cwd=ROOT, check=False, capture_output=True)
                self.assertEqual(done.returncode, 0, use)

    def test_nothing_was_tuned_on_the_deals_of_the_study(self):
        bad = [(study.path.name, part.text, use.what) for study in read_all(DATA).values() for part in study.parts for use in ledger()
               if use.use == "tuned" and use.overlaps(part.first, part.last, packs_of({study.game}))]
        self.assertEqual(bad, [])

    def test_no_document_claims_otherwise(self):
        found, bad = 0, []
        for page in listed("*.md", "docs/**/*.md"):
            for sentence, refuted_by in claims(page.read_text()):
                found += 1
                bad += [(page.name, sentence, why) for why in contradictions(sentence, refuted_by, ledger())]
        self.assertEqual(bad, [])
        self.assertGreater(found, 1)

    def test_pages_with_shares_of_deals_that_something_was_tuned_on_say_so(self):
        tuned = [use for use in ledger() if use.use == "tuned"]
        pages = [page for page in listed("docs/*.md") if page.parent == ROOT / "docs"]
        shares = [(page, passage) for page in pages for passage in passages(page.read_text()) if "%" in passage
                  and any(use.overlaps(*span, packs_said(passage)) for span in ranges(passage) for use in tuned)]
        self.assertGreater(len(shares), 1)
        self.assertEqual([(page.name, passage) for page, passage in shares if "ledger.tsv" not in page.read_text()], [])

    def test_every_range_of_the_documents_is_in_it(self):
        """Deals that are measured or tuned on are in the ledger."""
        bad = []
        for page in listed("docs/*.md", "docs/solver/**/*.md", "README.md"):
            for game, first, last in re.findall(r"\b([a-z][a-z-]*)#(\d+)\.\.(\d+)", page.read_text()):
                at = int(first)
                if at < SMALLEST:
                    continue
                for use in sorted(use for use in ledger() if use.overlaps(int(first), int(last), packs_of({game}))):
                    at = max(at, use.last + 1) if use.first <= at else at
                if at <= int(last):
                    bad.append((page.name, f"{game}#{first}..{last}", at))
        self.assertEqual(bad, [])


class Claims(unittest.TestCase):
    """The claims that were made, and were not true."""
    USES = ledger("first\tlast\trules\tuse\twhat for\tcommit\tdate\n"
                  "1000001\t1002000\tgargantua\ttuned\tweights\tc0\td\n"
                  "5000001\t5200000\tstalactites\tmeasured\tsolver\tc1\td\n"
                  "70000001\t70000100\tcarthage\ttried\tvalue\tc2\td\n")

    def refuted(self, text):
        return [why for sentence, by in claims(text) for why in contradictions(sentence, by, self.USES)]

    def test_refuses(self):
        for text in ("The deals 1,000,001 to\n1,003,000, which nothing\nwas tuned on.",
                     "Carthage, 1,001,001 to 1,001,500, which nothing was fitted to",
                     "| Carthage | 1,000,001 to 1,000,500, which nothing was tuned on | 5 |\n| Gargantua | 2 |",
                     "Deals from 5,000,001 on, none of which was used for anything before.",
                     "The deals 70,000,001 to 70,000,010 of Grandfather were not used before.",
                     "These deals, which nothing was tuned on."):
            self.assertEqual(len(self.refuted(text)), 1, text)

    def test_accepts(self):
        for text in ("The deals 1,002,001 to 1,003,000, which nothing was tuned on.",
                     "Stalactites, 1,000,001 to 1,000,500, which nothing was tuned on: a number of one pack is another order.",
                     "The deals 5,000,001 to 5,000,100, which nothing was tuned on.",
                     "The deals 70,000,001 to 70,000,010, which nothing was tuned on. The deals 1,000,001 to 1,000,010 were.",
                     "Deals 5,000,001 to 5,000,100 were measured before."):
            self.assertEqual(self.refuted(text), [], text)
