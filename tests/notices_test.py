"""THIRD_PARTY_NOTICES.md, compared with what is really in the program, the WebAssembly modules and the page."""
import os
import re
import subprocess
import unittest

from builds import BUILD, MODULES, ROOT

NOTICES = (ROOT / "THIRD_PARTY_NOTICES.md").read_text()
PAGE = ROOT / "web/dist"

# The heading under which each library stands, by where its headers or archives lie. None is what no notice is needed
# for: it is not copied into the program (the C library, and shared libraries, of which only declarations are used), or
# only by the exception that the compiler's license makes for what it compiles (libstdc++).
HEADERS = {
    "CLI": "CLI11", "nlohmann": "nlohmann-json", "fmt": "fmt", "boost": "Boost", "tl": "tl::expected",
    "zlib.h": None, "zconf.h": None, "zstd.h": None, "zstd_errors.h": None, "SQLiteCpp": "SQLiteCpp", "pqxx": "libpqxx", "openssl": None, "sqlite3.h": None, "lowdown.h": None,
    "c++": None, "x86_64-linux-gnu": None, "aarch64-linux-gnu": None, "asm-generic": None, "linux": None,
}
ARCHIVES = {"libc.a": ("wasi-libc", "musl"), "libc++.a": ("libc++",), "libc++abi.a": ("libc++",),
            "libclang_rt.builtins.a": ("compiler-rt",), "crt1-reactor.o": ("wasi-libc",)}


def section(heading: str) -> str:
    found = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##|\Z)", NOTICES, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def headers() -> set[str]:
    """The folder or file right below /usr/include of every header that the program was compiled with."""
    objects = subprocess.run(["ninja", "-t", "deps"], cwd=BUILD, check=True, capture_output=True, text=True).stdout
    found = set()
    for block in objects.split("\n\n"):
        name = block.split(":")[0]
        # what is linked into the program; the tests use more
        if re.match(r"CMakeFiles/quincunx([_-]\w+)?\.dir/", name) and "_other" not in name and "_brute" not in name:
            found |= set(re.findall(r"^ +/usr/include/([^/\n]+)", block, re.MULTILINE))
    return found


def is_system(name: str) -> bool:
    """Whether a header right in /usr/include belongs to the C library or the kernel's interface."""
    owner = subprocess.run(["dpkg", "-S", f"/usr/include/{name}"], capture_output=True, text=True).stdout
    return bool(re.match(r"(libc6-dev|linux-libc-dev)[:,]", owner))


class Notices(unittest.TestCase):
    def test_every_section_says_under_what_license(self):
        for heading in re.findall(r"^### (.*)$", NOTICES, re.MULTILINE):
            self.assertRegex(section(heading), r"License|Permission|Redistribution|CC0|same license|not\s+part of it", heading)

    def test_libraries_of_the_program(self):
        found = headers()
        self.assertIn("CLI", found, "the compiler's notes were not read")
        unknown = {name for name in found - set(HEADERS) if not is_system(name)}
        self.assertEqual(unknown, set(), "the program was compiled with headers that the notices do not know")
        for name in found & set(HEADERS):
            if HEADERS[name]:
                self.assertTrue(section(HEADERS[name]), f"{name} is in the program, but not in the notices")

    def test_libraries_of_the_modules(self):
        for module in ("table", "own-table", "solver"):
            text = (MODULES / f"{module}.map").read_text(errors="replace")
            inputs = {os.path.basename(path) for path in re.findall(r"(/usr/\S+?\.[ao])\b", text)}
            self.assertIn("libc.a", inputs, "the linker's map was not read")
            self.assertLessEqual(inputs, set(ARCHIVES), f"{module}.wasm contains a library that the notices do not know")
            for name in inputs:
                for heading in ARCHIVES[name]:
                    self.assertTrue(section(heading), f"{name} is in {module}.wasm, but not in the notices")
            self.assertTrue(section("tl::expected"))

    def test_are_shipped_with_the_page(self):
        """The build of the page fails if a package is in it whose license they do not give."""
        text = (PAGE / "notices.txt").read_text()
        self.assertIn(NOTICES, text)
        self.assertIn((ROOT / "LICENSE").read_text(), text)
