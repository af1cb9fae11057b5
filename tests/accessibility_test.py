"""docs/accessibility.md names a test for each criterion: those tests must exist."""
import re
import unittest

from builds import ROOT


class Accessibility(unittest.TestCase):
    def test_named_tests_exist(self):
        page = (ROOT / "docs/accessibility.md").read_text()
        named = set(re.findall(r"\| `(\S+\.(?:spec|test)\.ts)(?:: ([^`]+))?` \|", page))
        self.assertGreater(len(named), 15)
        files = {path.name: path.read_text() for path in (ROOT / "web").glob("[es]*/**/*.ts")}
        missing = [f"{file}: {title}" for file, title in sorted(named) if file not in files or title not in files[file]]
        self.assertEqual(missing, [])

    def test_every_criterion_of_a_and_aa_is_there(self):
        page = (ROOT / "docs/accessibility.md").read_text()
        listed = set()
        for cell in re.findall(r"^\| ([\d., –]+) ", page, re.MULTILINE):
            for part in cell.split(","):
                first, _, last = part.strip().partition("–")
                start, number = first.rsplit(".", 1)
                listed |= {f"{start}.{i}" for i in range(int(number), int((last or first).rsplit(".", 1)[1]) + 1)}
        # The success criteria of levels A and AA in WCAG 2.2, by guideline.
        wanted = {"1.1": "1", "1.2": "1 2 3 4 5", "1.3": "1 2 3 4 5", "1.4": "1 2 3 4 5 10 11 12 13", "2.1": "1 2 4",
                  "2.2": "1 2", "2.3": "1", "2.4": "1 2 3 4 5 6 7 11", "2.5": "1 2 3 4 7 8", "3.1": "1 2",
                  "3.2": "1 2 3 4 6", "3.3": "1 2 3 4 7 8", "4.1": "2 3"}
        self.assertEqual(listed, {f"{guideline}.{one}" for guideline, ones in wanted.items() for one in ones.split()})
