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


class InFolder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
