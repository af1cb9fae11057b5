#!/usr/bin/env python3
"""Compares WebAssembly with native code: the random games of `quincunx-lab bench`, and the searches of `quincunx-lab bench
solve`, whose node counts are equal in both; takes the best of several runs.

usage: wasm_speed.py [--repeats N] [engine|solve]   once the release and wasm presets are configured and `npm ci` run

The exit status is 1 if the two did different work, or if WebAssembly took more than 1.5 times the native time for any
game.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 1.5


def output(*command: object) -> str:
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                          text=True).stdout


def compare(what: str, export: str, repeats: int) -> bool:
    """Prints the times of one benchmark; returns whether everything is as it should be."""
    native = json.loads(output(ROOT / "build/release/quincunx-lab", "bench", what, "--json", "--repeats", repeats))["games"]
    wasm = json.loads(output(ROOT / "web/node_modules/.bin/node", ROOT / "tools/wasm_speed.mjs",
                             ROOT / "build/wasm/bench.wasm", export, repeats))
    good = len(native) == len(wasm)
    print(f"{what:22} {'native ms':>10} {'wasm ms':>10} {'ratio':>6}")
    for one, other in zip(native, wasm):
        ratio = other["seconds"] / one["seconds"]
        print(f"{one['game']:22} {one['seconds'] * 1e3:10.1f} {other['seconds'] * 1e3:10.1f} {ratio:6.2f}")
        if one["signature"] != other["signature"]:
            print(f"{one['game']}: they did different work: {one['signature']}, {other['signature']}")
            good = False
        good = good and ratio <= LIMIT
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("what", nargs="?", choices=["engine", "solve"], help="both by default")
    options = parser.parse_args()
    output("cmake", "--build", "--preset", "release", "--target", "quincunx-lab")
    output("cmake", "--build", "--preset", "wasm", "--target", "bench")
    exports = {"engine": "q_play_out", "solve": "q_search"}
    wanted = [options.what] if options.what else list(exports)
    return 0 if all([compare(what, exports[what], options.repeats) for what in wanted]) else 1


if __name__ == "__main__":
    sys.exit(main())
