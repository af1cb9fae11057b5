"""The promises of the documents that can be checked: links lead somewhere, examples are code that is compiled."""
import json
import re
import subprocess
import unittest
from pathlib import Path

from game_lists import RELEASED, VARIANTS

ROOT = Path(__file__).resolve().parent.parent


def listed(*patterns: str) -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as code hosts generate them."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", page.read_text(), re.MULTILINE):
        plain = re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip())
        found.add(re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-"))
    return found


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


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
        sources = listed("*.hpp", "*.cpp", "*.ts", "*.svelte", "*.cmake", "*.sh", "tools/*.py")
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

    def test_the_readme_presents_the_games_that_there_are(self):
        own = [game for game in RELEASED if game not in VARIANTS]
        variants = [game for game in RELEASED if game in VARIANTS]
        readme = (ROOT / "README.md").read_text()
        self.assertIn(f"{len(own)} rare patience (solitaire) games", readme)
        self.assertIn(f"There are {len(variants)} variants", readme)
        table = readme[readme.index("## The games"):readme.index("## The command line")]
        self.assertEqual(sorted(re.findall(r"\]\(docs/rules/([\w-]+)\.md\)", table)), sorted(own))
        self.assertEqual(sorted(re.findall(r"`([\w-]+)`", table)), sorted(variants))

    def test_figures_side_by_side_come_from_the_same_deals(self):
        """The README's short table of odds says, rounded, what docs/odds.md says, and no hints win what cannot be won."""
        def rows(page, mark):
            text = (ROOT / page).read_text()
            table = text[text.index(f"<!-- {mark} -->"):text.index(f"<!-- end of {mark} -->")]
            return {cells[0].lower(): cells[1:] for cells in (line.strip("| ").split(" | ") for line in table.splitlines()[4:] if line)}
        known, short = rows("docs/odds.md", "winning"), rows("README.md", "odds")
        self.assertEqual(sorted(short), sorted(game for game in known if "-" not in game))
        for game, cells in short.items():
            shares = [int(cell.removesuffix(" %")) for cell in cells]
            for share, cell in zip(shares, known[game], strict=True):
                exact, low, high = map(float, re.match(r"([\d.]+) % \(([\d.]+) to ([\d.]+)\)", cell).groups())
                self.assertLessEqual(abs(share - exact), 0.5, (game, cell))
                self.assertTrue(low - 0.5 <= share <= high + 0.5, (game, cell))
            self.assertEqual(shares, sorted(shares, reverse=True), game)

    def test_npm_packages_come_from_the_public_registry_or_none_is_named(self):
        lock = json.loads((ROOT / "web/package-lock.json").read_text())
        bad = [name for name, package in lock["packages"].items()
               if not package.get("resolved", "https://registry.npmjs.org/").startswith("https://registry.npmjs.org/")]
        self.assertEqual(bad, [])


if __name__ == "__main__":
    unittest.main()
