"""The architecture, enforced by a test: who may include whom, and who may name a game."""
import re
import unittest

from game_lists import RELEASED, VARIANTS
from sources import ROOT, listed

# folder -> folders whose headers it may include, besides its own. For each file, the longest matching folder counts.
MAY_INCLUDE = {
    "engine": [],
    "games": ["engine/rules.hpp"],
    "session": ["engine", "games"],
    "solver": ["engine", "games"],
    "advice": ["engine", "games", "session", "solver"],
    "fair": ["engine", "games", "session", "solver"],
    "deals": ["engine", "games", "session", "solver", "advice", "fair"],
    "stats": ["engine", "session/date.hpp", "session/record.hpp"],
    "wire": ["engine", "games", "session", "advice", "fair", "deals", "stats"],
    # The module that is loaded first, on every visit, must not contain the solver.
    "wire/table": ["engine", "games", "session"],
    "apps/wasm": ["wire"],
    "apps/wasm/table.cpp": ["apps/wasm", "wire/table"],
    "service": ["engine", "session", "deals/days.hpp", "wire/table/json.hpp"],
    "apps/server": ["service/api.hpp"],
    # A study knows nothing about commands, their options or their output.
    "lab/study": ["engine/fnv.hpp", "engine/text.hpp", "engine/notation.hpp", "wire/table/json.hpp", "apps/common/file.hpp", "apps/common/io.hpp",
                  "apps/common/json.hpp", "apps/common/search.hpp", "apps/common/game_argument.hpp", "session/game.hpp", "session/record.hpp", "session/rules_text.hpp", "session/shipped_rules.hpp",
                  "session/session.hpp", "fair"],
    "lab": ["engine", "games", "session", "solver", "advice", "fair", "deals", "apps/common"],
    # Code that the commands of both programs share.
    "apps/common": ["engine", "games", "session", "solver", "advice", "fair", "deals", "wire"],
    "apps/cli": ["engine", "games", "session", "solver", "advice", "fair", "deals", "stats", "wire", "service", "apps/server", "apps/common"],
    "tests": ["engine", "games", "session", "solver", "advice", "fair", "deals", "stats", "wire", "service", "apps", "lab", "tests"],
    # The brute force checks the solver, so it is written from the rules pages alone.
    "tests/brute": [],
    "tests/brute_force.cpp": ["tests/brute"],
    # The checker of certificates is all that a stranger has to trust, so it includes nothing of the project.
    "checker": [],
    "tests/checker": ["checker"],
    "tests/judges": ["checker", "engine", "games", "tests"],
    "fuzz": ["engine", "games", "session", "solver", "advice", "fair", "deals", "stats", "wire", "service", "apps"],
    "examples": ["engine", "games", "session", "solver", "advice", "fair"],
}
# A unit test is next to its source and may also use the rules and the helpers of all tests.
TESTS_MAY_INCLUDE = ["engine", "games", "tests"]

# The engine runs without an operating system: in a WebAssembly module without imports.
NOT_IN_THE_ENGINE = {
    "atomic", "chrono", "condition_variable", "cstdio", "ctime", "exception", "filesystem", "fstream", "future", "iomanip",
    "iostream", "istream", "mutex", "ostream", "random", "semaphore", "sstream", "stdexcept", "thread",
}
NO_EXCEPTIONS = ["engine", "games", "session", "solver", "advice", "fair", "deals", "stats", "wire"]

# Every game that is defined, released or not.
GAMES = re.compile("|".join(sorted(path.stem.replace("_", "[-_ ]?") for folder in ("games", "tests/games")
                                   for path in (ROOT / folder).glob("*.hpp")
                                   if "inline constexpr Rules" in path.read_text() and path.stem not in ("template", "lab"))),
                   re.IGNORECASE)
MAY_NAME_GAMES = re.compile(
    r"^(games|tests|docs|examples|fuzz|checker)/|^solver/(select\.hpp$|(carthage|gargantua|gloucestershire|rank_chains|two_way)/)|"
    r"_test\.(cpp|py)$|\.(test|spec)\.ts$|^web/(e2e|src/testing)/|\.md$|\.pat$|"
    r"^web/src/(lesson/(deals|scripts)|words/texts/lesson)\.ts$")  # the first game of each game


def without_comments(text: str) -> str:
    """Blanks out the comments of C++ and TypeScript; quoted text stays, whatever it contains."""
    return re.sub(r"\d(?:'\d+)+|" r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/',
                  lambda found: found[0] if found[0][0] not in "/" else re.sub(r"[^\n]", " ", found[0]),
                  text, flags=re.DOTALL)


def below(name: str, folders: list[str]) -> bool:
    return any(name == folder or name.startswith(folder + "/") for folder in folders)


def layer_of(name: str) -> str | None:
    fitting = [folder for folder in MAY_INCLUDE if below(name, [folder])]
    return max(fitting, key=len, default=None)


class Layers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = [str(path.relative_to(ROOT)) for path in listed()]
        cls.sources = {name: (ROOT / name).read_text() for name in cls.files if name.endswith((".cpp", ".hpp"))}

    def test_there_are_sources(self):
        self.assertGreater(len(self.sources), 0)

    def test_every_source_belongs_to_a_layer(self):
        self.assertEqual([name for name in self.sources if layer_of(name) is None], [])

    def test_includes_follow_the_layers(self):
        bad = []
        for name, text in self.sources.items():
            layer = layer_of(name)
            if layer is None:
                continue
            allowed = [layer, *MAY_INCLUDE[layer], *(TESTS_MAY_INCLUDE if name.endswith("_test.cpp") else [])]
            for included in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE):
                if not below(included, allowed):
                    bad.append(f"{name} includes {included}")
        self.assertEqual(bad, [])

    def test_the_checker_is_one_short_file(self):
        self.assertEqual([name for name in self.files if below(name, ["checker"])], ["checker/quincunx_check.cpp"])
        text = self.sources["checker/quincunx_check.cpp"]
        self.assertEqual(re.findall(r'^\s*#\s*include\s*"', text, re.MULTILINE), [])
        lines = [line for line in without_comments(text).splitlines() if line.strip()]
        self.assertLessEqual(len(lines), 850)
        self.assertLess(max(map(len, lines)), 115, "long lines do not make it shorter")

    def test_a_game_is_looked_up_in_one_place(self):
        bad = [name for name, text in self.sources.items()
               if re.search(r"\bgames::(find|with_game)\b", without_comments(text))
               and name != "session/game.cpp" and not name.startswith(("tests/", "fuzz/")) and not name.endswith("_test.cpp")]
        self.assertEqual(bad, [], "read_game_ref gives the rules of the game that a text refers to")

    def test_own_headers_are_included_by_their_path(self):
        bad = [f"{name} includes {included}" for name, text in self.sources.items()
               for included in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE)
               if not (ROOT / included).is_file()]
        self.assertEqual(bad, [])

    def test_headers_have_a_guard(self):
        bad = [name for name, text in self.sources.items() if name.endswith(".hpp") and "#pragma once" not in text]
        self.assertEqual(bad, [])

    def test_the_engine_needs_no_system(self):
        bad = [f"{name} includes <{included}>" for name, text in self.sources.items()
               if layer_of(name) in ("engine", "games") and not name.endswith("_test.cpp")
               for included in re.findall(r"^\s*#\s*include\s*<([^>]+)>", text, re.MULTILINE)
               if included in NOT_IN_THE_ENGINE]
        self.assertEqual(bad, [])

    def test_errors_are_values_below_the_apps(self):
        bad = [name for name, text in self.sources.items()
               if below(name, NO_EXCEPTIONS) and not name.endswith("_test.cpp")
               and re.search(r"\b(throw|try|catch)\b", re.sub(r'"(?:\\.|[^"\\\n])*"', '""', without_comments(text)))]
        self.assertEqual(bad, [])

    def test_a_new_game_is_written_where_contributing_says(self):
        """Whatever lists all games, other than documents and examples of tests, has to be named there."""
        _, _, rest = (ROOT / "CONTRIBUTING.md").read_text().partition("## A new game\n")
        named = re.findall(r"`([^`\s]+)`", rest.partition("\n## ")[0])
        games = [game for game in RELEASED if game not in VARIANTS]
        examples = re.compile(r"^(docs|tests|web/src/testing)/|_test\.(cpp|py)$|\.(test|spec)\.ts$|/vectors\.json$|^CHANGELOG\.md$")
        lists = [name for name in self.files if not examples.search(name)
                 and all(game in (ROOT / name).read_text(errors="replace").lower() for game in games)]
        self.assertIn("games/all.hpp", lists)
        self.assertEqual([name for name in lists if not any(name == place or below(name, [place.rstrip("/")]) for place in named)], [])

    def test_no_code_names_a_game(self):
        """A game is data: code that names one outside the places meant for that depends on which game it is."""
        bad = []
        for name in self.files:
            if MAY_NAME_GAMES.search(name) or not name.endswith((".cpp", ".hpp", ".ts", ".svelte", ".js", ".mjs")):
                continue
            for number, line in enumerate(without_comments((ROOT / name).read_text()).splitlines(), 1):
                if GAMES.search(line):
                    bad.append(f"{name}:{number}: {line.strip()}")
        self.assertEqual(bad, [])

    def test_no_module_of_tests_imports_another(self):
        bad = [name for name in self.files if re.search(r"_test\.py$|/test_\w+\.py$", name)
               and re.search(r"^\s*(from|import) (\w+_test|test_\w+)\b", (ROOT / name).read_text(), re.MULTILINE)]
        self.assertEqual(bad, [])
