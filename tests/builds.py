"""Where the tests find what has been built: in build/test, or in the folder that QUINCUNX_BUILD names."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = (ROOT / os.environ.get("QUINCUNX_BUILD", "build/test")).resolve()
PROGRAM = BUILD / "quincunx"
CHECKER = BUILD / "quincunx-check"
PROGRAMS = BUILD / "tests"  # programs that only the tests run
MODULES = ROOT / "build/wasm"
