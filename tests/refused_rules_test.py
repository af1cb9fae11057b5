"""The compiler refuses rules that make no sense and says why: g++ and clang++, as CONTRIBUTING promises."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import pytest

from builds import ROOT

COMPILERS = ["g++", "clang++-22"]

# A change to the small game of games/template.hpp, and the reason given for refusing it.
REFUSED = [
    ("rules.name = {};", "/name: a game needs a name"),
    ("rules.decks = 3;", "/decks: a game has one or two decks"),
    ("rules.foundations[0].length = 3;", "/foundations: the foundations do not hold all cards"),
    ("rules.foundations[0].length = 5;", "/foundations/0/length: a foundation that does not wrap is longer than its ranks"),
    ("rules.deal[0].last = 5;", "/deal/0/last: a deal ends with a pile that does not exist"),
    ("rules.deal[0].first = 5;", "/deal/0/first: a round of the deal gives no pile a card"),
    ("rules.deal[0].rounds = 5;", "/deal: more cards are dealt than the game has"),
    ("rules.deal[0].face_down = true;", "/deal: the last card that a pile is dealt lies face down"),
    ("rules.tableau.unit = Unit::face_up_part;",
     "/tableau/unit: the face-up part of a pile is no unit if several of its cards are dealt face up"),
    ("rules.stock.redeal.count = -2;", "/stock/redeal/count: redeals are 0 to 250, or unlimited"),
    ("rules.routes |= reserve_to_tableau;", "/routes: a route to or from the reserve, but there is none"),
    ("rules.tableau.capacity = 4;", "/tableau/capacity: a tableau limit works only with single cards"),
]


def source(changes: list[str]) -> str:
    """A program with one position for each changed game."""
    text = '#include "engine/position.hpp"\n#include "games/template.hpp"\nusing namespace quincunx;\n'
    for number, change in enumerate(changes):
        text += (f"constexpr Rules rules_{number} = [] {{ Rules rules = games::template_game; {change} return rules; }}();\n"
                 f"Position<rules_{number}> position_{number};\n")
    return text


def compiled(compiler: str, text: str) -> tuple[bool, str]:
    """Whether the text compiles, and what the compiler says."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.cpp")
        file.write_text(text)
        run = subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", ROOT, file],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env={"LC_ALL": "C", "PATH": "/usr/bin:/bin:/usr/local/bin"})
    return run.returncode == 0, run.stdout


@pytest.mark.full
class RefusedRules(unittest.TestCase):
    def test_good_rules_are_taken_without_a_word(self):
        for compiler in COMPILERS:
            with self.subTest(compiler):
                self.assertEqual(compiled(compiler, source(["", "rules.stock.redeal.count = unlimited;"])), (True, ""))

    def test_the_compiler_says_why(self):
        for compiler in COMPILERS:
            good, said = compiled(compiler, source([change for change, _ in REFUSED]))
            self.assertFalse(good, compiler)
            for _, reason in REFUSED:
                with self.subTest(compiler=compiler, reason=reason):
                    self.assertIn(f'Refused{{"{reason}"}}' if compiler == "g++" else f"': {reason}\n", said)

    def test_no_reason_is_cut_short(self):
        text = (ROOT / "engine/facts.hpp").read_text()
        room = int(re.search(r"char text\[(\d+)\]", text)[1])
        judges = text[text.index("> wrong_with_group"):text.index("constexpr bool well_formed")]
        calls = [call for call in re.findall(r"(?:wrong\(|Reason\{)([^;]*)[)}];", judges) if "field, code, text" not in call]
        self.assertGreater(len(calls), 45)
        for call in calls:
            words = [word for word in re.findall(r'"([^"]*)"', call) if word not in ("/foundations/", "/deal/")]
            *others, path, code, reason = words
            self.assertRegex(code, "^[a-z]+(-[a-z]+)*$")
            for place in (path, *others):  # of a group or a step, perhaps
                self.assertLess(len("/foundations/0" + place + ": " + reason), room, reason)
