"""Where the tests find what has been built: in build/test, or in the folder that QUINCUNX_BUILD names."""
import os
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = (ROOT / os.environ.get("QUINCUNX_BUILD", "build/test")).resolve()
PROGRAM = BUILD / "quincunx"
LAB = BUILD / "quincunx-lab"
CHECKER = BUILD / "quincunx-check"
PROGRAMS = BUILD / "tests"  # programs that only the tests run
MODULES = ROOT / "build/wasm"

# How much of a random test is run; the short run of ./test asks for a part.
VOLUME = float(os.environ.get("QUINCUNX_VOLUME", "1"))

# Seconds in which everything ends that does not hang, on a machine ten times slower or busier, too. No test judges by a
# shorter time on the clock.
LONG = 900

# The tests leave alone what is kept of whoever runs them, such as the database of the service.
os.environ["XDG_DATA_HOME"] = str(ROOT / "build/test-data")


def folder_for(test) -> Path:
    """A folder that is removed after a test, or after the tests of a class."""
    folder = tempfile.TemporaryDirectory()
    (test.addClassCleanup if isinstance(test, type) else test.addCleanup)(folder.cleanup)
    return Path(folder.name)


class InFolder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        super().setUp()
        self.folder = folder_for(self)

    def file(self, name: str, text: str | bytes, mode: int = 0o644) -> Path:
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        path.chmod(mode)
        return path
