#!/usr/bin/env python3
"""Checks that WebAssembly modules import nothing, since none of our hosts provides any imports.

usage: wasm_imports.py FILE...      if there are imports, prints their names and exits with status 1
"""
import sys


def leb128(data: bytes, at: int) -> tuple[int, int]:
    """The unsigned number at `at`, and the offset where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def name(data: bytes, at: int) -> tuple[str, int]:
    size, at = leb128(data, at)
    return data[at:at + size].decode(), at + size


def skip_limits(data: bytes, at: int) -> int:
    flags, at = leb128(data, at)
    _, at = leb128(data, at)
    if flags & 1:
        _, at = leb128(data, at)
    return at


def imports(module: bytes) -> list[str]:
    if module[:8] != b"\0asm\1\0\0\0":
        raise ValueError("no WebAssembly module of version 1")
    found = []
    at = 8
    while at < len(module):
        section, at = leb128(module, at)
        size, at = leb128(module, at)
        end = at + size
        if section == 2:
            count, at = leb128(module, at)
            for _ in range(count):
                host, at = name(module, at)
                item, at = name(module, at)
                found.append(f"{host}.{item}")
                kind, at = leb128(module, at)
                if kind == 0:  # function: its type
                    _, at = leb128(module, at)
                elif kind == 1:  # table: element type, limits
                    at = skip_limits(module, at + 1)
                elif kind == 2:  # memory: limits
                    at = skip_limits(module, at)
                elif kind == 3:  # global: value type, mutability
                    at += 2
                else:
                    raise ValueError(f"import of unknown kind {kind}")
        at = end
    return found


def main() -> int:
    status = 0
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            found = imports(file.read())
        if found:
            print(f"{path} imports {', '.join(found)}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
