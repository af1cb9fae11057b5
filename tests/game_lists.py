"""The games by their ids, as the headers list them: those that are released, and those of a program."""
import re
from pathlib import Path

from builds import ROOT


def listed(header: str) -> list[str]:
    """The games that a header lists; the released ones come first if it names their list."""
    text = (ROOT / header).read_text()
    first = listed("games/all.hpp") if "#define QUINCUNX_EACH_GAME(DO) QUINCUNX_RELEASED_GAMES(DO) " in text else []
    return first + [name.replace("_", "-") for name in re.findall(r"\bDO\((\w+)\)", text)]


RELEASED = listed("games/all.hpp")
# For each variant, the game that it is one of.
VARIANTS = {variant: parent.replace("_", "-")
            for folder in ("games", "tests/games") for path in sorted((ROOT / folder).glob("*.hpp"))
            for variant, parent in re.findall(r'rules\.id = "([\w-]+)";.*?rules\.variant_of = (\w+)\.id;', path.read_text(), re.DOTALL)}


def games_of(program: Path) -> list[str]:
    """The games that a program must have: the released ones, unless its build folder says that it has another list."""
    cache = program.parent / "CMakeCache.txt"
    other = re.search(r"^QUINCUNX_LIST:\w+=(.+)$", cache.read_text(), re.MULTILINE) if cache.exists() else None
    return listed(other[1]) if other else RELEASED
