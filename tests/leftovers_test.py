"""Nothing is left behind by what is removed: no unused packages, no mention of folders that do not exist. knip looks for
the same in web/."""
import re
import unittest

from sources import ROOT, listed

# The headers that the sources include from each C++ library in tools/packages.txt, as a regular expression.
LIBRARIES = {
    "libboost-dev": r"boost/",
    "libcli11-dev": r"CLI/",
    "libexpected-dev": r"tl/",
    "libfmt-dev": r"fmt/",
    "liblowdown-dev": r"lowdown\.h",
    "libpqxx-dev": r"pqxx/",
    "libsqlite3-dev": r"sqlite3\.h",
    "libsqlitecpp-dev": r"SQLiteCpp/",
    "libssl-dev": r"openssl/",
    "nlohmann-json3-dev": r"nlohmann/",
    "zlib1g-dev": r"zlib\.h",
    "libzstd-dev": r"zstd\.h",
    "libgtest-dev": r"gtest/",
    "libgmock-dev": r"gmock/",
    "librapidcheck-dev": r"rapidcheck",
}
# Packages that end in -dev but are no libraries that the sources include.
OF_TOOLS = {"dpkg-dev", "libc++-22-dev-wasm32", "libc++abi-22-dev-wasm32", "libclang-rt-22-dev", "libclang-rt-22-dev-wasm32"}


class Leftovers(unittest.TestCase):
    def test_every_library_is_included_somewhere(self):
        lines = (ROOT / "tools/packages.txt").read_text().splitlines()
        packages = {line.split()[0] for line in lines if line and line[0] not in "#["}
        libraries = {name for name in packages if "-dev" in name} - OF_TOOLS
        self.assertEqual(libraries, set(LIBRARIES))
        sources = "\n".join(path.read_text() for path in listed("*.hpp", "*.cpp"))
        for name, header in LIBRARIES.items():
            self.assertRegex(sources, rf"#include [<\"]{header}", name)

    def test_every_folder_that_the_build_names_has_files(self):
        text = "\n".join(path.read_text() for path in listed("CMakeLists.txt", "cmake/*.cmake", "tests/layers_test.py"))
        top = "advice|apps|engine|examples|fuzz|games|lab|service|session|solver|tests|tools|web|wire"
        named = set(re.findall(rf"(?<![\w/.-])(?:{top})/[\w/]*\w(?![\w/.*$<-])", text))
        self.assertIn("solver/common", named)
        for folder in sorted(named):
            self.assertTrue((ROOT / folder).exists(), folder)
