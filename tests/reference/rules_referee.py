"""The referee of rules: judges what the engine says about rules made up at random, and plays its games along.

It reads the traces that tests/rules_trace.cpp writes.
"""

import subprocess

from builds import PROGRAMS
from following import Game, Mismatch, equal
from own_rules import RulesRefused, read_rules
from table import NotationError, Refused

# The codes of texts that cannot be read; those of rules that make no sense are the engine's.
OF_TEXTS = {"rules-too-long", "no-json", "no-field", "second-field", "other-kind", "no-whole-number", "no-word",
            "too-many-items", "no-plain-text", "no-game", "other-id", "no-rules"}


def said(*how, asked=(), within=()):
    """The lines that the engine answers to these; `within` is a command that limits it."""
    given = "".join(line + "\n" for line in asked).encode("utf-8", "surrogateescape")
    command = [*within, PROGRAMS / "rules_trace", *map(str, how)]
    run = subprocess.run(command, input=given, capture_output=True, check=True)
    return run.stdout.decode().split("\n")[:-1]


def judge_answer(text, answer):
    """The rules in a text if the engine has accepted them; Mismatch if that is wrong."""
    word, _, rest = answer.partition(" ")
    try:
        own, errors = read_rules(text), set()
    except RulesRefused as error:
        own, errors = None, error.errors
    if word == "ok":
        name, _, form = rest.partition(" ")
        if errors:
            raise Mismatch(f"accepted, but the reference finds {errors}")
        equal("canonical form", form, own.form)
        equal("name", name, own.id)
        return own
    code, _, path = rest.partition(" ")
    if errors:
        named_wrongly = errors == {("other-id", "/id")}  # found in rules that make sense
        if (code, path) not in errors and not (named_wrongly and code not in OF_TEXTS):
            raise Mismatch(f"refused as {code} at {path or 'the text'}, but the reference finds {errors}")
    elif code in OF_TEXTS:
        raise Mismatch(f"refused as {code} at {path or 'the text'}, but the reference finds nothing")
    return None


def follow(lines):
    """Mismatches in a trace, one for each set of rules, and how many sets, accepted ones and plies there are."""
    lines = iter(lines)
    wrong, counts = [], {"rules": 0, "accepted": 0, "plies": 0}
    text = own = game = None
    failed = False
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "text":
            text, failed, game = rest, False, None
            counts["rules"] += 1
            continue
        if failed:
            continue
        try:
            if word in ("ok", "refused"):
                own = judge_answer(text.encode(), line)
                counts["accepted"] += own is not None
            elif word == "game":
                game = Game(own, rest)
            else:
                counts["plies"] += word == "play"
                game.line(word, rest, lines)
        except (Mismatch, NotationError, Refused, RulesRefused) as error:
            failed = True
            played = [f"{game.deal} {' '.join(game.moves[: game.ply])}", *game.table.position()] if game else []
            wrong.append("\n".join([text, *played, f"{type(error).__name__} {error}"]))
    return wrong, counts
