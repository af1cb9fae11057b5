"""Files of games played (docs/games-file.md), made by a second writer."""
from own_rules import fnv1a


def name(number: int) -> str:
    return f"{1_764_000_000 + number}-{number:032x}"


def game(number: int, deal="carthage#1", kind="any", changed=1_764_000_000, state="won", time=60_000, ply=20, moves=20,
         help="none", par="-", thrown="-") -> str:
    return " ".join(map(str, ["game", name(number), deal, kind, changed, state, time, ply, moves, help, par, thrown]))


def file_of(*lines: str) -> str:
    text = "".join(line + "\n" for line in ["quincunx-games 2", *lines])
    return f"{text}end {len(lines)} {fnv1a(text.encode()):016x}\n"
