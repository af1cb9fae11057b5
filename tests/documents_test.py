"""The promises of the documents that can be checked: links lead somewhere, examples are code that is compiled."""
import itertools
import json
import re
import unittest
from pathlib import Path

from builds import ROOT
from game_lists import RELEASED, VARIANTS
from sources import listed


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as code hosts generate them."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", page.read_text(), re.MULTILINE):
        plain = re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip())
        found.add(re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-"))
    return found


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


def rows(page: str, mark: str) -> list[list[str]]:
    """The cells of a table that a tool has written."""
    text = (ROOT / page).read_text()
    table = text[text.index(f"<!-- {mark} -->"):text.index(f"<!-- end of {mark} -->")]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines()[4:] if line]


class Documents(unittest.TestCase):
    def test_links_lead_somewhere(self):
        bad = []
        for page in listed("*.md"):
            for target in re.findall(r"\]\(<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\)", without_code(page.read_text())):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                place = (page.parent / path).resolve() if path else page
                if not place.exists():
                    bad.append(f"{page.relative_to(ROOT)} links to {target}")
                elif anchor and place.suffix == ".md" and anchor not in anchors(place):
                    bad.append(f"{page.relative_to(ROOT)} links to {target}, which has no such heading")
        self.assertEqual(bad, [])

    def test_prose_is_wrapped(self):
        bad = []
        for page in listed("*.md"):
            text = re.sub(r"^```.*?^```", lambda code: "\n" * code.group().count("\n"), page.read_text(),
                          flags=re.DOTALL | re.MULTILINE)
            bad += [f"{page.relative_to(ROOT)}:{number}" for number, line in enumerate(text.splitlines(), 1)
                    if len(line) > 120 and " " in line.strip() and not line.startswith(("|", "!", "#"))]
        self.assertEqual(bad, [])

    def test_no_comment_is_torn(self):
        """A formatter that breaks comments splits rulers into two lines and leaves half lines in lists."""
        bad = []
        for source in listed("*.hpp", "*.cpp"):
            lines = source.read_text().splitlines()
            for number, (line, following) in enumerate(zip(lines, lines[1:]), 1):
                ruler = re.fullmatch(r"\s*// --- .*[^-]", line) or re.fullmatch(r"\s*// -{4,}", following)
                item = re.match(r"\s*///? {3}(\d+\.|-) ", line) and re.match(r"\s*///? {1,3}[^\s\d-]", following)
                if ruler or item:
                    bad.append(f"{source.relative_to(ROOT)}:{number}")
        self.assertEqual(bad, [])

    def test_what_sources_refer_to_exists(self):
        rulings = {ruling for page in listed("docs/rules/*.md", "tests/games/*.md")
                   for ruling in re.findall(r"\*\*([A-Z]\d+)\.\*\*", page.read_text())}
        self.assertIn("A1", rulings)
        sources = listed("*.hpp", "*.cpp", "*.ts", "*.svelte", "*.cmake", "*.sh", "tools/*.py", "lab/*.py")
        bad = []
        for source in sources:
            text = source.read_text()
            name = source.relative_to(ROOT)
            bad += [f"{name} refers to {page}" for page in re.findall(r"\b(?:docs|tests|web)/[\w/.-]+\.md\b", text)
                    if not (ROOT / page).exists()]
            bad += [f"{name} refers to RULES" for _ in re.findall(r"\bRULES [A-Z]\d", text)]
            bad += [f"{name} refers to ruling {ruling}"
                    for group in re.findall(r"\brulings? ([A-Z]\d+(?:, [A-Z]\d+)*)", text)
                    for ruling in group.split(", ") if ruling not in rulings]
        self.assertEqual(bad, [])

    def test_the_example_of_the_readme_is_the_one_that_is_compiled(self):
        example = (ROOT / "examples/ten_lines.cpp").read_text()
        self.assertIn(f"```cpp\n{example}```", (ROOT / "README.md").read_text())

    def test_the_examples_for_programmers_are_those_that_are_run(self):
        page = (ROOT / "docs/embedding.md").read_text()
        for name in ("solve.cpp", "own_game.cpp", "own_rules.cpp"):
            self.assertIn(f"```cpp\n{(ROOT / 'examples' / name).read_text()}```", page)

    def test_the_readme_presents_the_games_that_there_are(self):
        own = [game for game in RELEASED if game not in VARIANTS]
        variants = [game for game in RELEASED if game in VARIANTS]
        readme = (ROOT / "README.md").read_text()
        self.assertIn(f"{len(own)} rare patience (solitaire) games", readme)
        self.assertIn(f"There are {len(variants)} variants", readme)
        table = readme[readme.index("## The games"):readme.index("## The command line")]
        self.assertEqual(sorted(re.findall(r"\]\(docs/rules/([\w-]+)\.md\)", table)), sorted(own))
        self.assertEqual(sorted(re.findall(r"`([\w-]+)`", table)), sorted(variants))

    def test_figures_side_by_side_agree(self):
        """Figures of the same thing say the same, each is within its bounds, and no hints win what cannot be won."""
        won, deals = {}, []
        for game, *cells in rows("docs/odds.md", "winning"):
            parts = [re.fullmatch(r"([\d.]+)(?: to [\d.]+)? % \(([\d.]+) to ([\d.]+)\), ([\d,]+) deals", cell) for cell in cells if cell]
            for kinder, part in itertools.pairwise(parts):
                self.assertLess(float(part[2]), float(kinder[3]), game)
            if len(parts) == 4 and "-" not in game:
                won[game] = [float(part[1]) for part in parts]
                deals += [int(parts[column][4].replace(",", "")) for column in (1, 3)]
        self.assertEqual(sorted(row[0].lower() for row in rows("README.md", "odds")), sorted(won))
        # Home has the second column and the last.
        self.assertIn(f"at least {min(deals):,} deals", (ROOT / "web/src/words/texts/pages.ts").read_text())
        self.assertIn(f"mindestens {min(deals):,} ".replace(",", "."), (ROOT / "web/src/words/texts/de/pages.json").read_text())

        for page in listed("*.md", "docs/**/*.md"):
            for share, low, high in re.findall(r"([\d.]+)(?: %)? \(([\d.]+) to ([\d.]+)\)", page.read_text()):
                self.assertTrue(float(low) <= float(share) <= float(high), (page, share))

    def test_the_page_and_the_document_have_the_same_lengths(self):
        data = json.loads((ROOT / "docs/odds.json").read_text())
        self.assertEqual(rows("docs/odds.md", "length"),
                         [[game, f"{own['won']:,}", *(str(own[name]) for name in ("low", "median", "high"))] for game, own in data.items()])

    def test_the_page_says_how_far_levels_lie_apart(self):
        """The first level and the last, of the player and the game where they differ by most points, and by fewest."""
        shares = {}
        for game, _, _, *cells in rows("docs/difficulty.md", "levels"):
            for player, cell in enumerate(cells):
                if cell:
                    shares.setdefault((game, player), []).append(float(cell.split()[0]))
        apart = sorted((of_player[0] - of_player[-1], of_player) for of_player in shares.values())
        said = [str(round(share)) for _, of_player in (apart[-1], apart[0]) for share in (of_player[0], of_player[-1])]
        for name in "pages.ts", "de/pages.json":
            text = (ROOT / "web/src/words/texts" / name).read_text()
            answer = text[text.index("faq.level.answer"):].split("faq.day")[0]
            self.assertEqual(re.findall(r"(\d+)\s?%", answer), said, name)

    def test_the_search_and_the_player_are_those_of_the_published_figures(self):
        """tests/study_test.py holds the signatures to what the program does."""
        build = (ROOT / "lab/study/build.hpp").read_text()
        told = (ROOT / "CHANGELOG.md").read_text()
        for name in "solver_build", "fair_build":
            signature = re.search(rf'{name} = "([0-9a-f]{{16}})"', build).group(1)
            self.assertIn(f"`{signature}`", told, f"{name}: the published figures rest on another one")

    def test_the_vocabulary_is_described(self):
        """ARCHITECTURE has a row for every type of engine/rules.hpp, with all its fields or values."""
        header = re.sub(r"//.*", "", (ROOT / "engine/rules.hpp").read_text())
        known = {name: [item.split()[0] for item in body.split(",") if item.strip()]
                 for name, body in re.findall(r"^enum (?:class )?(\w+)[^{]*{([^}]*)}", header, re.MULTILINE)}
        for name, body in re.findall(r"^struct (\w+) {(.*?)^}", header, re.MULTILINE | re.DOTALL):
            known[name] = re.findall(r"^ {4}(?!constexpr|friend)\w[^(\n]*? (\w+)(?:{}| = [^;]*)?;", body, re.MULTILINE)
        self.assertIn("Rules", known)
        rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+`\*? ?)+)\|", (ROOT / "ARCHITECTURE.md").read_text(), re.MULTILINE)
        self.assertEqual({name: re.findall(r"\w+", names) for name, names in rows}, known)

    def test_npm_packages_come_from_the_public_registry_or_none_is_named(self):
        lock = json.loads((ROOT / "web/package-lock.json").read_text())
        bad = [name for name, package in lock["packages"].items()
               if not package.get("resolved", "https://registry.npmjs.org/").startswith("https://registry.npmjs.org/")]
        self.assertEqual(bad, [])
