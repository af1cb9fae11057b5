"""Where the tests find what has been built: in build/release, or in the folder that QUINCUNX_BUILD names (./test sets it)."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = (ROOT / os.environ.get("QUINCUNX_BUILD", "build/release")).resolve()
PROGRAM = BUILD / "quincunx"
CHECKER = BUILD / "quincunx-check"
PROGRAMS = BUILD / "tests"  # programs that only the tests run
MODULES = ROOT / "build/wasm"
