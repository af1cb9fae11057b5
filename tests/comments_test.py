"""A comment begins with a noun or a verb (CONTRIBUTING, "Words")."""
import re
import unittest

from sources import ROOT, listed

BEGINNING = re.compile(r'(?:^|\s)(?:///?<?|/\*\*?|#|<!--|""")\s*(?:What|Of|Whoever|Who|Those)\b')
INSIDE = re.compile(r"\s*(?://|\*|#)")


def beginnings(lines):
    """The numbers of the lines in which a comment begins so: not of those within one."""
    for number, (before, line) in enumerate(zip(["", *lines], lines), 1):
        if BEGINNING.search(line) and not (INSIDE.match(before) and INSIDE.match(line)):
            yield number


class Comments(unittest.TestCase):
    def test_begin_with_a_noun_or_a_verb(self):
        patterns = ("*.cpp", "*.hpp", "*.py", "*.sh", "*.cmake", "*.ts", "*.js", "*.mjs", "*.svelte", "*.css")
        sources = {str(path.relative_to(ROOT)): path.read_text().splitlines() for path in listed(*patterns)}
        self.assertEqual([f"{name}:{number}" for name, lines in sources.items() for number in beginnings(lines)], [])

    def test_finds_beginnings(self):
        for text, found in (("/// {} a state is.", [1]), ("int x;  // {} a pile.", [1]), ("/** {} asks. */", [1]), ("<!-- {} -->", [1]),
                            ("// The rest is\n// {} follows.", []), ("const {} = 1; // whatever", [])):
            for word in ("What", "Of", "Whoever", "Who", "Those"):
                self.assertEqual(list(beginnings(text.format(word).splitlines())), found, text)
