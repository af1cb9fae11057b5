"""Rules as texts, read as docs/notation.md ("Rules") says: fields, errors, the canonical form and the name."""

import copy
import json
import re
from pathlib import Path

BYTES = 16 * 1024
LEVELS = 32
LEAST, MOST = -(2**31), 2**31 - 1

# For each field: a list of words, or int or bool; the fields of an object; the greatest number of such items in a list.
BUILD = {"follow": ["nothing", "any_card", "any_suit", "same_suit", "other_color", "same_color"], "step": int, "wraps": bool}
GROUP = {"piles": int, "start": ["fixed_rank", "dealt_card", "laid_out", "first_card"], "start_rank": int, "build": BUILD,
         "length": int, "per_suit": int, "whole": bool}
STEP = {"kind": ["foundation", "tableau", "reserve", "waste", "stock"], "rounds": int, "first": int, "last": int,
        "shift": int, "shrink": int, "every": int, "from_right": bool, "face_down": bool, "pile_by_pile": bool}
ROUTES = ["tableau_to_tableau", "tableau_to_foundation", "tableau_to_reserve", "waste_to_tableau",
          "waste_to_foundation", "reserve_to_tableau", "reserve_to_foundation", "reserve_to_reserve", "foundation_to_tableau"]
RULES = {
    "decks": int,
    "ranks": int,
    "foundations": (2, GROUP),
    "tableau": {"piles": int, "build": BUILD,
                "unit": ["top_card", "ordered_run", "face_up_part", "any_cards", "by_singles"],
                "run": BUILD["follow"], "space": ["stays_empty", "kings_only", "any_card"],
                "refill": ["none", "from_stock_then_waste", "from_waste", "from_reserve"], "capacity": int},
    "reserve": {"piles": int, "access": ["top_card", "every_card"], "capacity": int},
    "stock": {"deal_to": ["nowhere", "waste", "reserves", "empty_reserves", "tableau", "full_tableau"], "each": int,
              "redeal": {"count": "unlimited", "keep_playable_top": bool}},
    "increments": (2, int),
    "routes": (9, ROUTES),
    "deal": (4, STEP),
}
# For people, and what the text itself is.
TEXTS = {"$schema": None, "based_on": None, "id": None, "name": 80, "variant_of": None, "summary": 400}

# Usual values that are not the first word, 0, false or an empty list.
USUAL = {"decks": 1, "ranks": 13, "start_rank": 1, "each": 1, "kind": "tableau", "first": 1, "every": 1}


def usual(field, name=""):
    """The value of a field, or of an item of a list, that is not there."""
    if name in USUAL:
        return USUAL[name]
    if isinstance(field, dict):
        return {key: usual(inner, key) for key, inner in field.items()}
    if isinstance(field, list):
        return field[0]
    return [] if isinstance(field, tuple) else False if field is bool else 0


class RulesRefused(Exception):
    """The errors of a text: a set of codes with their paths."""

    def __init__(self, *errors):
        super().__init__(*errors)
        self.errors = set(errors)


class Number(str):
    """A number as it is written."""


class Fields(list):
    """An object as it is written: its fields with their values."""


def parse(text):
    def refuse(name):
        raise ValueError(name)

    try:
        value = json.loads(text, object_pairs_hook=Fields, parse_int=Number, parse_float=Number, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise RulesRefused(("no-json", "")) from None
    if depth(value) > LEVELS:
        raise RulesRefused(("no-json", ""))
    return value


def shown(name):
    """A name that is no field's, in a path."""
    data = name.encode("utf-8", "replace")
    return "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in data[:40]) + "..." * (len(data) > 40)


def depth(value):
    """How many levels of objects and lists there are."""
    level, levels = [value], 0
    while level := [inner for inner in level if isinstance(inner, list)]:
        levels += 1
        level = [part[1] if isinstance(each, Fields) else part for each in level for part in each]
    return levels


class Reader:
    """Reads one text; `errors` are all that are in it."""

    def __init__(self, listed):
        self.listed = listed
        self.errors = []

    def wrong(self, code, path):
        self.errors.append((code, path))

    def read(self, value):
        if not isinstance(value, Fields):
            self.wrong("other-kind", "")
            return None, {}
        texts = {name: self.text(inner, "/" + name, TEXTS[name]) for name, inner in value if name in TEXTS}
        self.names([name for name, _ in value], TEXTS | RULES, "")
        for name in ("based_on", "variant_of"):
            known = [*self.listed, *([""] if name == "variant_of" else [])]
            if isinstance(texts.get(name), str) and texts[name] not in known:
                self.wrong("no-game", "/" + name)
        basis = self.listed.get(texts.get("based_on"))
        rules = copy.deepcopy(basis.rules) if basis else usual(RULES)
        for name, inner in value:
            if name in RULES:
                rules[name] = self.value(inner, RULES[name], rules[name], "/" + name)
        return rules, texts

    def names(self, found, known, path):
        for number, name in enumerate(found):
            step = path + "/" + shown(name).replace("~", "~0").replace("/", "~1")
            if name not in known:
                self.wrong("no-field", step)
            if name in found[:number]:
                self.wrong("second-field", step)

    def text(self, value, path, limit):
        if not isinstance(value, str) or isinstance(value, Number):
            self.wrong("other-kind", path)
            return None
        if limit is not None:
            too_long = len(value.encode("utf-8", "surrogatepass")) > limit
            if too_long or re.search("[\0-\x1f\x7f]", value) or value != value.strip(" "):
                self.wrong("no-plain-text", path)
        return value

    def value(self, value, field, before, path):
        if isinstance(field, dict):
            if not isinstance(value, Fields):
                self.wrong("other-kind", path)
                return before
            self.names([name for name, _ in value], field, path)
            result = dict(before)
            for name, inner in value:
                if name in field:
                    result[name] = self.value(inner, field[name], result[name], path + "/" + name)
            return result
        if isinstance(field, tuple):
            return self.items(value, *field, before, path)
        if field is bool:
            if not isinstance(value, bool):
                self.wrong("other-kind", path)
                return before
            return value
        if isinstance(value, Number):
            if field is not int and field != "unlimited":
                self.wrong("other-kind", path)
            elif not re.fullmatch("-?(0|[1-9][0-9]{0,9})", value) or not LEAST <= int(value) <= MOST:
                self.wrong("no-whole-number", path)
            elif field == "unlimited" and int(value) == -1:
                self.wrong("number-of-redeals", path)  # as programs keep "unlimited", which only the word means
            else:
                return int(value)
        elif not isinstance(value, str) or field is int:
            self.wrong("other-kind", path)
        elif value not in ([field] if field == "unlimited" else field):
            self.wrong("no-word", path)
        else:
            return value
        return before

    def items(self, value, limit, field, before, path):
        if not isinstance(value, list) or isinstance(value, Fields):
            self.wrong("other-kind", path)
            return before
        if len(value) > limit:
            self.wrong("too-many-items", path)
            if field is not ROUTES:  # of so many words, more are there twice
                return before
        read = [self.value(inner, field, usual(field), f"{path}/{place}") for place, inner in enumerate(value)]
        if field is ROUTES:
            for place, inner in enumerate(value):
                if isinstance(inner, str) and inner in ROUTES and inner in value[:place]:
                    self.wrong("second-field", f"{path}/{place}")
        return read


# ---- the canonical form


def reduced(rules):
    """The same rules, in which values that nothing reads have their usual values."""
    rules = copy.deepcopy(rules)
    groups, tableau, reserve, stock = (rules[name] for name in ("foundations", "tableau", "reserve", "stock"))
    groups[:] = [group for group in groups if group["piles"]]
    for group in groups:
        if group["start"] in ("dealt_card", "first_card"):
            group["start_rank"] = 1
    if not tableau["piles"]:
        tableau.update(usual(RULES["tableau"]))
        rules["routes"] = [route for route in rules["routes"] if "tableau" not in route]
    if not any(route.endswith("to_tableau") for route in rules["routes"]):
        tableau.update(build=usual(BUILD), space="stays_empty")
    implied = {"same_suit": ["same_suit", "same_color"], "same_color": ["same_color"]}
    if tableau["unit"] not in ("ordered_run", "by_singles") \
            or tableau["run"] in implied.get(tableau["build"]["follow"], []):
        tableau["run"] = "nothing"
    if tableau["build"]["follow"] == "nothing":
        tableau["capacity"] = 0
    if tableau["build"]["follow"] in ("nothing", "any_card"):
        tableau["build"].update(step=0, wraps=False)
    if not reserve["piles"]:
        reserve.update(usual(RULES["reserve"]))
    if stock["deal_to"] == "nowhere":
        stock.update(usual(RULES["stock"]))
    if not stock["redeal"]["count"]:
        stock["redeal"]["keep_playable_top"] = False
    if not any(rules["increments"]):
        rules["increments"] = []
    rules["routes"] = [route for route in ROUTES if route in rules["routes"]]
    counts = {"foundation": sum(group["piles"] for group in groups), "tableau": tableau["piles"],
              "reserve": reserve["piles"]}
    rules["deal"] = [step for step in rules["deal"] if step["rounds"]]
    for step in rules["deal"]:
        if step["last"] == counts.get(step["kind"]):
            step["last"] = 0
        if step["rounds"] == 1:
            step["pile_by_pile"] = False
        if step["rounds"] == 1 or step["pile_by_pile"]:
            step["shift"] = step["shrink"] = 0
    return rules


def unusual(value, field):
    """The part of a value that is not as usual."""
    if isinstance(field, dict):
        return {name: unusual(value[name], inner) for name, inner in field.items() if value[name] != usual(inner, name)}
    if isinstance(field, tuple):
        items = list(value)
        while items and items[-1] == usual(field[1]) and field[1] is not ROUTES:
            items.pop()
        return [unusual(item, field[1]) for item in items]
    return value


def canonical(rules):
    return json.dumps(unusual(reduced(rules), RULES), separators=(",", ":"))


def own_name(form):
    number = fnv1a(form.encode())
    for shift, factor in ((30, 0xbf58476d1ce4e5b9), (27, 0x94d049bb133111eb), (31, 1)):
        number = (number ^ number >> shift) * factor % 2**64
    letters = "own-"
    for _ in range(14):
        number, letter = divmod(number, 26)
        letters += chr(ord("a") + letter)
    return letters


def fnv1a(data):
    number = 0xcbf29ce484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001b3 % 2**64
    return number


class OwnRules:
    """Rules that have been read: `rules` has every field, `id` is what they are called."""

    def __init__(self, rules, texts, listed):
        self.rules = rules
        self.form = canonical(rules)
        self.id = next((known.id for known in listed.values() if known.form == self.form), None) or own_name(self.form)
        self.texts = texts
        self.followers = {}  # for each build and choice, the cards that go on each card, once they have been asked for


def read_rules(data, listed=None):
    """OwnRules, or RulesRefused with all errors; whether they make sense is not judged here."""
    listed = LISTED if listed is None else listed
    if len(data) > BYTES:
        raise RulesRefused(("rules-too-long", ""))
    try:
        value = parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise RulesRefused(("no-json", "")) from None
    reader = Reader(listed)
    rules, texts = reader.read(value)
    if reader.errors:
        raise RulesRefused(*reader.errors)
    own = OwnRules(rules, texts, listed)
    if texts.get("id", "") not in ("", own.id):
        raise RulesRefused(("other-id", "/id"))
    return own


def named_rules(all_fields, listed):
    """Rules by their names; each may be based on one before it, or on a listed game."""
    named = {}
    for game, fields in all_fields.items():
        named[game] = read_rules(json.dumps(fields).encode(), listed | named)
        named[game].id = game
    return named


# The listed games and those of the tests, written by hand.
LISTED = named_rules(json.loads(Path(__file__).with_name("listed_rules.json").read_text()), {})
