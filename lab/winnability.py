#!/usr/bin/env python3
"""Makes every table and plot of docs/winnability.md from the folded studies in docs/winnability/, and from them and the
games of docs/odds.md the tables there and in README that say how often games are won.

    lab/winnability.py                       rewrites the tables and plots
    lab/winnability.py --check               says whether they are what the data give; writes nothing
    lab/winnability.py again --share 1000    makes a thousandth of everything once more, drawn at random, and says "the same"
                                               or which deals differ; --share 1 makes all of it
    lab/winnability.py run FOLDER            solves what is missing of docs/winnability/plan.txt into files in the folder, one after
                                               the other; the same command goes on after an interruption
    lab/winnability.py fold FILE...          says whether files of `quincunx-lab solve` or `fair` have the same as the data,
                                               or which deals differ, adds what is new, then rewrites
    lab/winnability.py deals FOLDER          writes tables of every deal with verdict, moves and nodes; what has no file in the
                                               folder is solved once more
    lab/winnability.py --list NAME DEALS     prints the deals of a first pass that are `won` or `lost`, or that are
                                               `unknown` and that no second pass has asked about, one a line
    lab/winnability.py --sample N DEALS      prints N random draws from the deals of a study, which may draw a deal twice

DEALS is a game, or a range that the study has, such as carthage#100000001..100005000: then what is printed stays the
same when the study grows.

Nothing is made of figures that contradict each other: if a deal is won in one run and lost in another, under rules between which a
win carries over, if parts overlap, or if limits are mixed, nothing is written and the exit status is 1. 2: a file that
cannot be read. QUINCUNX_STUDIES names another folder of data, which no page is made of; QUINCUNX another program than build/release/quincunx-lab.
"""
import itertools
import random
import shutil
import sys
import tempfile
from pathlib import Path

import page_tables
import study_runs
from study_data import FOLDER, PUBLISHED, fold, in_common, passes, read_all
from study_files import BadFile, Contradiction, Range, header_of


def differences(tables, plots):
    """The tables and plots that are not what the data give."""
    off = [f"{page.name}: the table {name}" for page, those in tables.items() for name, table in those.items()
           if page_tables.read(page, name) != table]
    return off + [name for name, text in plots.items() if not (FOLDER / name).exists() or (FOLDER / name).read_text() != text]


def fold_all(paths):
    """Folds into a copy of the data, which takes their place if nothing in it contradicts itself."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as copy:
        folder = Path(copy)
        for path in FOLDER.glob("*.json"):
            shutil.copy(path, folder)
        said = []
        # Which pass a file is of is known by the passes before it.
        files = [(path, header_of(path)) for path in map(Path, paths)]
        for path, _ in sorted(files, key=lambda each: (each[1].get("nodes") or 0, each[0].name)):
            said.append(fold(path, folder, study_runs.table))
        read_all(folder)
        for path in folder.iterdir():
            path.replace(FOLDER / path.name)
    return said


def deals_of(studies, words):
    """The study of a game, and all of its parts or the one range that is meant."""
    study = studies[words.partition("#")[0]]
    if "#" not in words:
        return study, study.parts
    part = Range(words, "the command line")
    if sum(last - first + 1 for first, last in in_common([part], study.parts)) != len(part):
        raise BadFile(f"{study.path.name} has not all of {part.text}")
    return study, [part]


def main() -> int:
    words = sys.argv[1:]
    if {"-h", "--help"} & set(words):
        print(__doc__)
        return 0
    try:
        if words[:1] == ["fold"] and len(words) > 1:
            print("\n".join(fold_all(words[1:])))
            if FOLDER != PUBLISHED:
                return 0
            words = []
        if words[:2] == ["again", "--share"] and len(words) == 3 and words[2].isdigit() and int(words[2]) > 0:
            return study_runs.again(int(words[2]))
        if words[:1] == ["run"] and len(words) == 2 and not words[1].startswith("-"):
            study_runs.go_on(Path(words[1]))
            return 0
        if words[:1] == ["deals"] and len(words) == 2 and not words[1].startswith("-"):
            study_runs.tables(Path(words[1]))
            return 0
        if words[:1] == ["--list"] and len(words) == 3 and words[1] in ("won", "lost", "unknown"):
            studies = read_all(FOLDER)
            study, parts = deals_of(studies, words[2])
            asked = {number for later in passes(studies, study.game)[1:] for number in later.asked} if words[1] == "unknown" else set()
            for number in sorted(itertools.chain.from_iterable(range(part.first, part.last + 1) for part in parts)):
                if number not in asked and study.says(number) == words[1]:
                    print(f"{study.game}#{number}")
            return 0
        if words[:1] == ["--sample"] and len(words) == 3 and words[1].isdigit():
            study, parts = deals_of(read_all(FOLDER), words[2])
            dice = random.Random(study.game)
            parts = dice.choices(parts, [len(part) for part in parts], k=int(words[1]))
            print("\n".join(f"{study.game}#{dice.randrange(part.first, part.last + 1)}" for part in parts))
            return 0
        if words not in ([], ["--check"]):
            print(__doc__, file=sys.stderr)
            return 2
        from study_tables import made  # nothing else here needs scipy and matplotlib
        tables, plots = made(read_all(FOLDER))
    except ModuleNotFoundError as error:
        print(f"{error}: tables and plots need Debian's python3-scipy and python3-matplotlib", file=sys.stderr)
        return 2
    except Contradiction as error:
        print(f"the data contradict each other: {error}", file=sys.stderr)
        return 1
    except (BadFile, OSError, KeyError) as error:
        print(error, file=sys.stderr)
        return 2
    if words == ["--check"]:
        off = differences(tables, plots)
        for name in off:
            print(f"not what the data give: {name}")
        return 1 if off else 0
    for name, text in plots.items():
        (FOLDER / name).write_text(text)
    return 0 if all([page_tables.write(page, those) for page, those in tables.items()]) else 1


if __name__ == "__main__":
    sys.exit(main())
