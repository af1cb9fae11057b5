"""Files of games played (docs/games-file.md), made by a second writer."""


def name(number: int) -> str:
    return f"{1_764_000_000 + number}-{number:032x}"


def game(number: int, deal="carthage#1", kind="any", changed=1_764_000_000, state="won", time=60_000, ply=20, moves=20,
         help="none", par="-", thrown="-") -> str:
    return " ".join(map(str, ["game", name(number), deal, kind, changed, state, time, ply, moves, help, par, thrown]))


def file_of(*lines: str) -> str:
    text = "".join(line + "\n" for line in ["quincunx-games 2", *lines])
    total = 0xCBF29CE484222325
    for byte in text.encode():
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return f"{text}end {len(lines)} {total:016x}\n"
