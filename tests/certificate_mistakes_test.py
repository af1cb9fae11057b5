"""Mistakes planted in the maker of certificates, in its lemmas, in the rules and in the checker: each is noticed. What the
maker writes with one is refused by the checker; with one in the checker, the tests of certificates fail. Each mistake is compiled,
so only the full run has them."""
import os
import random
import re
import shutil
import subprocess
import sys
import unittest

from builds import BUILD, CHECKER, InFolder, LONG, PROGRAM, ROOT
from certificates import frame
from endgames import endgame

LIBRARIES = [BUILD / "libquincunx_engine.a", "-lfmt"]
COMPILER = [os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-w"]

# Endgames: how many cards are left, and a seed.
LOST = ((80, 183), (80, 225), (80, 250))
WON = tuple((5, seed) for seed in range(1, 6))

LACKING = "lacks this state|is wanted|is missing"  # a state of a layer, the whole layer, or the last one

# A file, a text that occurs in it exactly once, and its replacement; what is certified, with reasons or plain; and why the
# checker refuses at least one of these certificates.
IN_THE_MAKER = [
    {"name": "a child is dropped", "game": "carthage_strict", "subjects": ("carthage-strict#1000006",),
     "change": ("solver/certificate/closed_set.hpp", "for (const Move& move : moves_) {",
                "for (const Move& move : moves_) {\nif (moves_.size() > 1 && &move == &*moves_.begin()) continue;"),
     "why": LACKING},
    {"name": "safe_play without the twin argument", "game": "carthage", "subjects": LOST,
     "reasons": True, "change": ("solver/certificate/reasons.hpp", "return own.low >= rank - 1;", "return own.high >= rank - 1;"),
     "why": "is no safe_play"},
    {"name": "a wrong rule: only kings on spaces", "game": "carthage", "subjects": LOST,
     "change": ("games/carthage.hpp", ".space = Space::any_card", ".space = Space::kings_only"), "why": LACKING},
    {"name": "twin_play one rank too early", "game": "carthage", "subjects": LOST, "reasons": True,
     "change": ("solver/certificate/reasons.hpp", "own.low == rank - 2;", "own.low >= rank - 3;"), "why": "is no twin_play"},
    {"name": "the fixpoint forgets empty piles", "game": "carthage", "subjects": LOST, "reasons": True,
     "change": ("solver/certificate/reasons.hpp", "if (i == 0) set(tableau ? space_ : cell_);", ""),
     "why": "the fixpoint does not show"},
    {"name": "a won state counts like any other", "game": "stalactites", "subjects": WON,
     "change": ("solver/certificate/closed_set.hpp", "if (position.won()) { outcome_ = Outcome::won; return; }", ""),
     "why": "there is a win"},
]

# The same, and a test of certificates_test.py that fails with this checker.
IN_THE_CHECKER = [
    {"name": "states that cannot be reached are not noticed", "fails": "Mutations::test_a_state_too_many_that_is_not_counted",
     "change": ("if (!entry.reached) refuse(here + \" holds a state that cannot be reached\");", "(void)entry;")},
    {"name": "nobody looks for missing states", "fails": "Mutations::test_random_changes_of_a_larger_one",
     "change": ("if (found == layer.end()) refuse(here + \" lacks this state:\" + text_of(state_of(bytes)));",
                "if (found == layer.end()) return;")},
    {"name": "a wrong rule: nothing is parked in a cell", "fails": "Examples::test_they_are_accepted",
     "change": ("const bool parks = game.kind == carthage || (game.kind == stalactites && in_tableau); for",
                "const bool parks = game.kind == carthage; for")},
    {"name": "reasons that the header does not name", "fails": "Mutations::test_a_reason_that_holds_but_is_not_named",
     "change": ("if (reason > 3 || !named[reason])", "if (reason > 3)")},
    {"name": "any card is a safe_play", "fails": "Mutations::test_forged",
     "change": ("if (!(reason == safe_play ? is_safe(s, place, pile) : is_twin_play(s, place, pile)))", "if (false)")},
    {"name": "the fixpoint is believed", "fails": "Mutations::test_forged",
     "change": ("if (entry.reason == fixpoint && !Fixpoint(s).lost())", "if (false)")},
    {"name": "the sum of hashes is not compared", "fails": "Mutations::test_everything_that_can_be_changed_in_a_small_one",
     "change": ("if (said != total)", "if (said.states != total.states)")},
]

# Mistakes that the maker and the checker might share: the small games, whose states are all judged, contradict the lemma.
IN_BOTH = [
    {"name": "safe_play without the twin argument", "test": "*Carthage*",
     "change": ("solver/certificate/reasons.hpp", "return own.low >= rank - 1;", "return own.high >= rank - 1;")},
    {"name": "twin_play one rank too early", "test": "*Carthage*",
     "change": ("solver/certificate/reasons.hpp", "own.low == rank - 2;", "own.low >= rank - 3;")},
    {"name": "safe_play in Gargantua although a redeal may keep a card", "test": "*Gargantua*",
     "change": ("solver/certificate/reasons.hpp", "rules.stock.redeal.keep_playable_top && position.redeals_left() != 0",
                "position.redeals_left() > 9")},
]


def changed(text, old, new):
    """The text with one change; the old text must occur once, and any white space counts as one space."""
    found = re.findall(r"\s*".join(re.escape(word) for word in re.findall(r"\w+|[^\w\s]", old)), text)
    if len(found) != 1:
        raise AssertionError(f"the text to replace occurs {len(found)} times: {old}")
    return text.replace(found[0], new)


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, check=False, **more)


@unittest.skipUnless(os.environ.get("QUINCUNX_MUTATIONS") == "all", "takes minutes: QUINCUNX_MUTATIONS=all")
class Planted(InFolder):
    def compiled(self, source, *words, change=None, libraries=()):
        """The program made of a source file, with a change to a header that hides the one in the repository."""
        shutil.rmtree(self.folder / "changed", ignore_errors=True)
        if change:
            path = self.folder / "changed" / change[0]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(changed((ROOT / change[0]).read_text(), *change[1:]))
        program = self.folder / "program"
        done = run(*COMPILER, f"-I{self.folder / 'changed'}", f"-I{ROOT}", *words, source, *LIBRARIES, *libraries, "-o", program)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return program


class Maker(Planted):
    def position(self, subject, game):
        if isinstance(subject, tuple):
            left, seed = subject
            return "\n".join(endgame(random.Random(seed), game.replace("_", "-"), left)) + "\n"
        shown = run(PROGRAM, "protocol", input=f"position {subject}\nshow\nquit\n".encode()).stdout.decode()
        return "".join(f"{line}\n" for line in shown.splitlines() if not line.startswith(("ok", "status")))

    def answers(self, mistake, change):
        """The checker's answers about the certificates that are made with the change, or without one."""
        maker = self.compiled(ROOT / "tests/mistakes/certificate_maker.cpp", f"-DQUINCUNX_GAME={mistake['game']}", change=change)
        answers = []
        for subject in mistake["subjects"]:
            made = run(maker, "reasons" if mistake.get("reasons") else "plain", timeout=LONG,
                       input=self.position(subject, mistake["game"]).encode())
            if made.returncode != 0:
                continue
            path = self.folder / "made.cert"
            path.write_bytes(frame(made.stdout))
            checked = run(CHECKER, path)
            answers.append((checked.returncode, checked.stdout.decode()))
        return answers

    def test_without_a_mistake(self):
        for mistake in IN_THE_MAKER[:2]:
            answers = self.answers(mistake, None)
            self.assertGreater(len(answers), 0)
            self.assertEqual([status for status, _ in answers], [0] * len(answers), answers)

    def test_what_is_made_with_a_mistake_is_refused(self):
        for mistake in IN_THE_MAKER:
            with self.subTest(mistake["name"]):
                answers = self.answers(mistake, mistake["change"])
                self.assertTrue(any(status == 1 and re.search(mistake["why"], said) for status, said in answers), answers)


class Checker(Planted):
    def test_tests_fail_with_a_mistake(self):
        source = ROOT / "checker/quincunx_check.cpp"
        for mistake in IN_THE_CHECKER:
            with self.subTest(mistake["name"]):
                copy = self.folder / "checker.cpp"
                copy.write_text(changed(source.read_text(), *mistake["change"]))
                program = self.folder / "checker"
                done = run(*COMPILER, copy, "-lzstd", "-o", program)
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                tested = run(sys.executable, "-m", "pytest", "-x", f"tests/certificates_test.py::{mistake['fails']}", cwd=ROOT,
                             env={**os.environ, "QUINCUNX_CHECKER": str(program), "QUINCUNX_MUTATIONS": ""})
                self.assertEqual(tested.returncode, 1)
                self.assertIn(b"1 failed", tested.stdout)


class Lemmas(Planted):
    def test_small_games_contradict_a_wrong_lemma(self):
        for mistake in IN_BOTH:
            with self.subTest(mistake["name"]):
                program = self.compiled(ROOT / "solver/certificate/closed_set_test.cpp", change=mistake["change"],
                                        libraries=("-lgtest_main", "-lgtest"))
                tested = run(program, f"--gtest_filter={mistake['test']}", cwd=ROOT)
                self.assertIn(b"[  FAILED  ]", tested.stdout, tested.stderr)
