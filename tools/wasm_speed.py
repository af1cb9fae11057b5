#!/usr/bin/env python3
"""Compares the engine in WebAssembly with the native one: the random games of `quincunx bench`, best of some runs.

usage: wasm_speed.py [--repeats N]      after the presets release and wasm have been configured and `npm ci`

Exit status 1 if the two played different games, or if WebAssembly took more than 1.5 times the native time for any.
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    output("cmake", "--build", "--preset", "release", "--target", "quincunx")
    output("cmake", "--build", "--preset", "wasm", "--target", "bench")
    native = json.loads(output(ROOT / "build/release/quincunx", "bench", "--json", "--repeats", repeats))["games"]
    wasm = json.loads(output(ROOT / "web/node_modules/.bin/node", ROOT / "tools/wasm_speed.mjs", ROOT / "build/wasm/bench.wasm", repeats))
    good = len(native) == len(wasm)
    print(f"{'game':22} {'native ms':>10} {'wasm ms':>10} {'ratio':>6}")
    for one, other in zip(native, wasm):
        ratio = other["seconds"] / one["seconds"]
        print(f"{one['game']:22} {one['seconds'] * 1e3:10.1f} {other['seconds'] * 1e3:10.1f} {ratio:6.2f}")
        if one["signature"] != other["signature"]:
            print(f"{one['game']}: different games were played: {one['signature']}, {other['signature']}")
            good = False
        good = good and ratio <= LIMIT
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
