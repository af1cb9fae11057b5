"""Every ruling on the rules has one test named after it and appears in the rules pages."""
import re
import unittest

from sources import ROOT, listed


def texts(*patterns: str) -> dict[str, str]:
    return {str(path.relative_to(ROOT)): path.read_text() for path in listed(*patterns)}


class Rulings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tests = [ruling for text in texts("*_test.cpp").values()
                     for ruling in re.findall(r"^TEST\(Rulings,\s*(\w+)\)", text, re.MULTILINE)]
        cls.pages = texts("docs/rules/*.md", "tests/games/*.md")
        cls.named = [ruling for text in cls.pages.values() for ruling in re.findall(r"`Rulings\.(\w+)`", text)]

    def test_there_are_rulings(self):
        self.assertGreater(len(self.named), 20)

    def test_a_ruling_has_one_test(self):
        self.assertEqual(sorted({ruling for ruling in self.tests if self.tests.count(ruling) > 1}), [])

    def test_every_ruling_that_is_tested_stands_in_the_rules_pages(self):
        self.assertEqual(sorted(set(self.tests) - set(self.named)), [])

    def test_the_pages_name_no_ruling_that_has_no_test(self):
        self.assertEqual(sorted(set(self.named) - set(self.tests)), [])

    def test_a_ruling_is_restated_once(self):
        self.assertEqual(sorted({ruling for ruling in self.named if self.named.count(ruling) > 1}), [])
