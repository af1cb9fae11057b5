"""A game by any rules, from docs/notation.md, docs/rules/all.md and the fields' meanings in engine/rules.hpp."""

import re
from collections import Counter

from cards import RANKS, SUITS, is_red, numbered_order, rank, suit
from own_rules import LISTED, read_rules
from table import NUM, NotationError, Refused, Table, first_reason, lowest_empty


class AnyGame(Table):
    def __init__(self, own):
        self.own = own
        self.rules = own.rules
        self.packs = self.rules["decks"]
        self.ranks = self.rules["ranks"]
        self.groups = [group for group in self.rules["foundations"] for _ in range(group["piles"])]
        self.number_of_group = [number for number, group in enumerate(self.rules["foundations"])
                                for _ in range(group["piles"])]
        self.foundation_size = len(self.groups)
        self.tableau_size = self.rules["tableau"]["piles"]
        self.reserve_size = self.rules["reserve"]["piles"]
        super().__init__(own.id)
        self.build = self.rules["tableau"]["build"]
        self.deal_to = self.rules["stock"]["deal_to"]
        self.from_foundations = "foundation_to_tableau" in self.rules["routes"]
        self.open = self.rules["reserve"]["access"] == "every_card"
        self.pack = [rank + suit for suit in SUITS for rank in RANKS[: self.ranks]]
        if self.deal_to != "nowhere":
            self.stock = []
        if self.deal_to == "waste":
            self.waste = []
        if self.rules["stock"]["redeal"]["count"]:
            self.redeals = self.rules["stock"]["redeal"]["count"]
        if any(self.rules["increments"]):
            self.choice = "-"
        hiding = {step["kind"] for step in self.rules["deal"] if step["face_down"] and step["rounds"]}
        if "tableau" in hiding:
            self.face_down = [0] * self.tableau_size
        if "reserve" in hiding:
            self.reserve_down = [0] * self.reserve_size
        self.whole_runs = any(group["whole"] for group in self.groups)

    # ---- the deal

    def dealt(self):
        """Where the cards are dealt, in their order: kind, index, and whether face down."""
        for index, group in enumerate(self.groups):
            if group["start"] == "laid_out":
                yield "foundation", index, False
        counts = {"foundation": self.foundation_size, "tableau": self.tableau_size, "reserve": self.reserve_size}
        for step in self.rules["deal"]:
            last = step["last"] or counts.get(step["kind"], 0)
            turns = [self.dealt_in_turn(step, step["first"] + turn * step["shift"], last - turn * step["shrink"])
                     for turn in range(1 if step["pile_by_pile"] else step["rounds"])]
            times = step["rounds"] if step["pile_by_pile"] else 1
            for number in (number for turn in turns for number in turn for _ in range(times)):
                yield step["kind"], number - 1, step["face_down"]

    @staticmethod
    def dealt_in_turn(step, first, last):
        numbers = [number for number in range(first, last + 1) if (number - first) % step["every"] == 0]
        return numbers[::-1] if step["from_right"] else numbers

    def deal(self, cards):
        piles = {"foundation": self.foundations, "tableau": self.tableau, "reserve": self.reserve}
        coming = iter(self.laid_out_first(cards))
        for kind, index, face_down in self.dealt():
            piles[kind][index].append(next(coming))
            if face_down:
                {"tableau": self.face_down, "reserve": self.reserve_down}[kind][index] += 1
        rest = list(coming)[::-1]
        if self.stock is None:
            assert not rest
        else:
            self.stock = rest

    def laid_out_first(self, cards):
        """The cards in the order in which they are dealt: those that are laid out come before the others."""
        cards, first = list(cards), []
        for index, group in enumerate(self.groups):
            if group["start"] == "laid_out":
                place = index - self.number_of_group.index(self.number_of_group[index])
                first.append(RANKS[group["start_rank"] - 1] + "CSHD"[place % 4])
                cards.remove(first[-1])
        return first + cards

    # ---- the moves, following the rules

    def step(self, build):
        if build["step"]:
            return build["step"]
        return {"by1": self.rules["increments"][0], "by2": self.rules["increments"][1]}[self.choice] \
            if self.choice not in (None, "-") else None

    def follows(self, build, under, over):
        if build["follow"] in ("nothing", "any_card"):
            return build["follow"] == "any_card"
        step = self.step(build)
        if step is None:
            return False
        wanted = rank(under) + step
        if build["wraps"]:
            wanted %= self.ranks
        if rank(over) != wanted:
            return False
        return self.suits_go(build["follow"], under, over)

    @staticmethod
    def suits_go(follow, under, over):
        return {"any_suit": True, "same_suit": suit(over) == suit(under), "same_color": is_red(over) == is_red(under),
                "other_color": is_red(over) != is_red(under)}[follow]

    def fits_foundation(self, card, index):
        pile, group = self.foundations[index], self.groups[index]
        if group["whole"]:
            return False
        if pile:
            return len(pile) < group["length"] and self.follows(group["build"], pile[-1], card)
        if rank(card) != self.start_rank(index):
            return False
        return not group["per_suit"] or self.started(index)[suit(card)] < group["per_suit"]

    def start_rank(self, index):
        """The rank with which an empty foundation starts; None if it starts with none."""
        group = self.groups[index]
        if group["start"] in ("fixed_rank", "laid_out"):
            return group["start_rank"] - 1
        first = self.foundations[self.number_of_group.index(self.number_of_group[index])]
        return rank(first[0]) if group["start"] == "first_card" and first else None

    def takes_whole(self, index, count, pile, hidden):
        """Whether the top cards of a tableau pile are a whole foundation."""
        group, cards = self.groups[index], pile[-count:]
        if not group["whole"] or self.foundations[index] or count != group["length"] or count > len(pile) - hidden:
            return False
        return rank(cards[0]) == group["start_rank"] - 1 \
            and all(self.follows(group["build"], under, over) for under, over in zip(cards, cards[1:])) \
            and (not group["per_suit"] or self.started(index)[suit(cards[0])] < group["per_suit"])

    def started(self, index):
        """How many foundations of the group of this one have been started with each suit."""
        return Counter(suit(pile[0]) for number, pile in zip(self.number_of_group, self.foundations)
                       if number == self.number_of_group[index] and pile)

    def fits_tableau(self, card, count, pile):
        capacity = self.rules["tableau"]["capacity"]
        if capacity and len(pile) + count > capacity:
            return False
        if pile:
            return self.follows(self.build, pile[-1], card)
        space = self.rules["tableau"]["space"]
        return space == "any_card" or (space == "kings_only" and rank(card) == self.ranks - 1)

    def fits_reserve(self, pile):
        return len(pile) < self.rules["reserve"]["capacity"]

    def is_run(self, cards):
        return all(self.follows(self.build, under, over) for under, over in zip(cards, cards[1:]))

    def is_ordered(self, cards):
        """A run that moves together: in the tableau's order, and in one suit or color where that is said."""
        run = self.rules["tableau"]["run"]
        return self.is_run(cards) and (run == "nothing" or all(
            self.suits_go(run, under, over) for under, over in zip(cards, cards[1:])))

    def places_to_move(self, count, target):
        """Whether so many cards could go one by one to a pile, over empty cells and spaces, where units are such."""
        tableau = self.rules["tableau"]
        if tableau["unit"] != "by_singles" or count == 1:
            return True
        cells = spaces = 0
        if "tableau_to_reserve" in self.rules["routes"] and self.rules["reserve"]["capacity"]:
            cells = self.reserve.count([])
        if tableau["space"] == "any_card":
            spaces = sum(1 for pile in self.tableau if not pile and pile is not target)
        return count <= (cells + 1) * 2**spaces

    def hidden(self, index):
        return self.face_down[index] if self.face_down else 0

    def moves_as_unit(self, index, count):
        pile = self.tableau[index]
        if count == 1:
            return bool(pile)
        if count > len(pile) - self.hidden(index) or self.rules["tableau"]["unit"] == "top_card":
            return False
        return self.rules["tableau"]["unit"] in ("face_up_part", "any_cards") or self.is_ordered(pile[-count:])

    def refusal(self, move):
        if move.word in ("by1", "by2"):
            return None if self.choice == "-" else "there is nothing to choose"
        if self.choice == "-":
            return "the choice comes first"
        if move.word == "draw":
            return self.no_draw()
        if move.word == "redeal":
            return self.no_redeal()
        if self.misnamed(move):
            return self.misnamed(move)
        kinds = {"T": "tableau", "W": "waste", "R": "reserve", "F": "foundation"}
        if f"{kinds[move.source]}_to_{kinds[move.target]}" not in self.rules["routes"]:
            return "there is no such way"
        if bool(move.card) != (move.source == "R" and self.open):
            return "this is not how the card is named"
        if self.idle(move):
            return self.idle(move)
        source = self.pile(move.source, move.source_index)
        target = self.pile(move.target, move.target_index)
        if move.card and move.card not in source:
            return f"there is no {move.card}"
        card = move.card or source[-min(move.count, len(source))]
        if move.target == "F" and self.groups[move.target_index]["whole"]:
            whole = move.source == "T" and self.takes_whole(move.target_index, move.count, source,
                                                            self.hidden(move.source_index))
            return None if whole else "only whole runs come there"
        if move.target == "F" and move.count > 1:
            return "cards come there one by one"
        if move.source == "T" and not self.moves_as_unit(move.source_index, move.count):
            return "these cards do not move together"
        if move.source == "F" and not self.leaves_foundation(move.source_index):
            return "the card stays on its foundation"
        if move.target == "T" and not self.places_to_move(move.count, target):
            return "there are too few places"
        if move.target == "R":
            return None if self.fits_reserve(target) else "the reserve pile takes no card"
        if move.target == "F":
            fits = self.fits_foundation(card, move.target_index)
        else:
            fits = self.fits_tableau(card, move.count, target)
        return None if fits else f"{card} does not fit there"

    def leaves_foundation(self, index):
        """A card that was dealt to a foundation stays there."""
        group = self.groups[index]
        return not group["whole"] and len(self.foundations[index]) > (0 if group["start"] == "fixed_rank" else 1)

    def no_draw(self):
        if not self.stock:
            return "there is nothing to draw"
        if self.deal_to == "empty_reserves" and all(self.reserve):
            return "no reserve pile is empty"
        if self.deal_to == "full_tableau" and not all(self.tableau):
            return "a tableau pile is empty"
        return None

    def no_redeal(self):
        if self.redeals is None or self.stock or not self.waste:
            return "there is nothing to turn over"
        if not self.redeals:
            return "there is no redeal left"
        return "only the card that stays is there" if len(self.waste) == 1 and self.keeps_top() else None

    def keeps_top(self):
        """G1."""
        if not self.rules["stock"]["redeal"]["keep_playable_top"]:
            return False
        card, routes = self.waste[-1], self.rules["routes"]
        return ("waste_to_foundation" in routes
                and any(self.fits_foundation(card, index) for index in range(self.foundation_size))
                or "waste_to_tableau" in routes and any(self.fits_tableau(card, 1, pile) for pile in self.tableau))

    def make(self, move):
        if move.word in ("by1", "by2"):
            self.choice = move.word
        elif move.word == "draw":
            self.draw()
        elif move.word == "redeal":
            kept = [self.waste.pop()] if self.keeps_top() else []
            self.stock, self.waste = self.waste[::-1], kept
            if self.redeals != "unlimited":
                self.redeals -= 1
        else:
            source = self.pile(move.source, move.source_index)
            first = source.index(move.card) if move.card else len(source) - move.count
            cards = source[first : first + move.count]
            del source[first : first + move.count]
            self.pile(move.target, move.target_index).extend(cards)
            if move.source == "T":
                self.uncover(move.source_index)
            if move.source == "R":
                self.uncover_reserve(move.source_index)

    def draw(self):
        if self.deal_to == "waste":
            targets = [self.waste]
        elif self.deal_to in ("tableau", "full_tableau"):
            targets = self.tableau
        else:
            targets = [pile for pile in self.reserve if self.deal_to == "reserves" or not pile]
        for _ in range(min(self.rules["stock"]["each"], len(self.stock))):
            for pile in targets:
                if self.stock:
                    pile.append(self.stock.pop())

    def uncover(self, index):
        """A4: turns the top card up, or fills the pile."""
        pile, refill = self.tableau[index], self.rules["tableau"]["refill"]
        if pile:
            if self.face_down:
                self.face_down[index] = min(self.face_down[index], len(pile) - 1)
        elif refill == "from_reserve":
            filler = next((number for number, cards in enumerate(self.reserve) if cards), None)
            if filler is not None:
                pile.append(self.reserve[filler].pop())
                self.uncover_reserve(filler)
        elif refill == "from_stock_then_waste" and self.stock:
            pile.append(self.stock.pop())
        elif refill != "none" and self.waste:
            pile.append(self.waste.pop())

    def uncover_reserve(self, index):
        if self.reserve_down:
            self.reserve_down[index] = min(self.reserve_down[index], max(len(self.reserve[index]) - 1, 0))

    # ---- the list of legal moves

    def reserves_are_equal(self):
        """A5: a stock that will still deal to them makes empty reserve piles different."""
        return not (self.stock and self.deal_to in ("reserves", "empty_reserves"))

    def spaces_are_equal(self):
        """A5: so does a stock that will still deal to the tableau."""
        return not (self.stock and self.deal_to in ("tableau", "full_tableau"))

    def listed(self):
        if self.choice == "-":
            return ["by1", "by2"]
        moves = [] if self.no_draw() else ["draw"]
        if not self.no_redeal():
            moves.append("redeal")
        routes = self.rules["routes"]
        targets = self.listed_targets()
        for kind, letter, index, name, pile, card, count in self.listed_sources():
            whole = len(pile) == count
            if letter == "T" and "tableau_to_foundation" in routes:
                homes = {self.number_of_group[to]: to for to in reversed(range(self.foundation_size))
                         if self.takes_whole(to, count, pile, self.hidden(index))}
                moves += [f"{name}>F{to + 1}*{count}" for to in homes.values()]
            if letter == "T" and not self.moves_as_unit(index, count):
                continue
            if f"{kind}_to_foundation" in routes and count == 1:
                moves += [f"{name}>F{to + 1}" for to in targets["F"] if self.fits_foundation(card, to)]
            if f"{kind}_to_tableau" in routes:
                for to in targets["T"]:
                    idle = not self.will_be_filled() and self.spaces_are_equal()
                    if letter == "T" and (to == index or whole and not self.tableau[to] and idle):
                        continue  # A7
                    if self.fits_tableau(card, count, self.tableau[to]) and self.places_to_move(count, self.tableau[to]):
                        moves.append(f"{name}>T{to + 1}" + (f"*{count}" if count > 1 else ""))
            if f"{kind}_to_reserve" in routes and count == 1:
                for to in targets["R"]:
                    if letter == "R" and (to == index or whole and self.reserves_are_equal()):
                        continue  # A7
                    if self.fits_reserve(self.reserve[to]):
                        moves.append(f"{name}>R{to + 1}")
        return sorted(moves)

    def listed_sources(self):
        """For each source: kind, letter, index, name in a move, pile, the lowest card that moves, how many do."""
        for index, pile in enumerate(self.tableau):
            for count in range(1, len(pile) + 1):
                if self.moves_as_unit(index, count) or self.whole_runs:
                    yield "tableau", "T", index, f"T{index + 1}", pile, pile[-count], count
        if self.from_foundations:
            for index, pile in enumerate(self.foundations):
                if self.leaves_foundation(index):
                    yield "foundation", "F", index, f"F{index + 1}", pile, pile[-1], 1
        if self.waste:
            yield "waste", "W", 0, "W", self.waste, self.waste[-1], 1
        seen = set()
        for index, pile in enumerate(self.reserve):
            for card in pile if self.open else pile[-1:]:
                if self.open and card in seen:
                    continue
                seen.add(card)
                yield "reserve", "R", index, f"R{index + 1}" + (f"@{card}" if self.open else ""), pile, card, 1

    def listed_targets(self):
        """For each kind the piles of which none is equal to one before it (A5)."""
        foundations = {}
        for index in range(self.foundation_size):
            foundations.setdefault(self.contents(index), index)
        space = lowest_empty(self.tableau)
        cell = lowest_empty(self.reserve)
        return {"F": foundations.values(),
                "T": [index for index, pile in enumerate(self.tableau)
                      if pile or index == space or not self.spaces_are_equal()],
                "R": [index for index, pile in enumerate(self.reserve)
                      if not self.reserves_are_equal() or pile or index == cell]}

    def contents(self, index):
        """The part of a foundation that A5 compares."""
        pile, number = self.foundations[index], self.number_of_group[index]
        if self.groups[index]["build"]["follow"] == "same_suit":
            return number, tuple(pile)
        return number, len(pile), pile[-1][0] if pile else None

    def will_be_filled(self):
        """Whether a tableau pile that a move empties now is filled."""
        refill = self.rules["tableau"]["refill"]
        if refill == "from_reserve":
            return any(self.reserve)
        return refill != "none" and bool(self.waste or (self.stock and refill == "from_stock_then_waste"))

    def same(self):
        """Equal for positions that differ only in the order of equal piles (A5)."""
        down = self.reserve_down or [0] * self.reserve_size
        reserve = [(hidden, tuple(pile)) for hidden, pile in zip(down, self.reserve)]
        if self.open:
            reserve = sorted(card for pile in self.reserve for card in pile)
        elif self.reserves_are_equal():
            reserve.sort()
        tableau = [(self.hidden(index), tuple(pile)) for index, pile in enumerate(self.tableau)]
        if self.spaces_are_equal():
            tableau.sort()
        return (self.redeals, self.choice, tuple(sorted(map(self.contents, range(self.foundation_size)), key=repr)),
                tuple(tableau), tuple(reserve), tuple(self.waste or ()), tuple(self.stock or ()))

    # ---- texts

    def won(self):
        return sum(map(len, self.foundations)) == self.packs * len(self.pack)

    def fill_from(self, lines):
        if self.redeals == "unlimited":
            if lines[:1] != ["redeals unlimited"]:
                raise NotationError("the line is always redeals unlimited")
            lines = lines[1:]
            self.redeals = None
            super().fill_from(lines)
            self.redeals = "unlimited"
        else:
            super().fill_from(lines)

    def view(self):
        """The lines as a player sees them."""
        lines = []
        for line in self.position():
            words = line.split(" ")
            until = len(words) if words[0] == "S" else words.index("|") if "|" in words else 0
            lines.append(" ".join("??" if 0 < at < until and word != "-" else word for at, word in enumerate(words)))
        return lines

    # ---- A8

    def refused_position(self):
        cards = Counter(card for _, pile in self.named_piles() for card in pile)
        if cards != Counter(self.pack * self.packs):
            return "the cards are not those of the game"
        return self.invalid()

    def invalid(self):
        dealt = Counter((kind, index) for kind, index, _ in self.dealt())
        left = self.packs * len(self.pack) - sum(dealt.values())
        return first_reason(
            *(self.bad_foundation(index) for index in range(self.foundation_size)),
            *(self.bad_tableau(index, dealt) for index in range(self.tableau_size)),
            *(self.bad_reserve(index, dealt["reserve", index], left) for index in range(self.reserve_size)),
            "the stock is too long" if len(self.stock or ()) > left else None,
            "the waste is too long" if len(self.waste or ()) > left else None,
            self.bad_counters(),
            self.bad_choice(dealt),
        )

    def bad_foundation(self, index):
        pile, group = self.foundations[index], self.groups[index]
        if len(pile) > group["length"]:
            return f"F{index + 1} is too long"
        if not pile:
            first = index == self.number_of_group.index(self.number_of_group[index])
            needed = group["start"] in ("dealt_card", "laid_out") or group["start"] == "first_card" and first
            return f"F{index + 1} is empty" if needed else None
        if group["whole"] and len(pile) != group["length"]:
            return f"F{index + 1} is no whole run"
        if group["start"] != "dealt_card":
            if rank(pile[0]) != self.start_rank(index):
                return f"F{index + 1} does not start so"
            if group["per_suit"] and self.started(index)[suit(pile[0])] > group["per_suit"]:
                return "too many foundations start with one suit"
        if not all(self.follows(group["build"], under, over) for under, over in zip(pile, pile[1:])):
            return f"F{index + 1} is not built so"
        return None

    def enters_tableau(self):
        return any(route.endswith("to_tableau") for route in self.rules["routes"])

    def tableau_limit(self, index, dealt):
        tableau, own = self.rules["tableau"], dealt["tableau", index]
        if self.deal_to in ("tableau", "full_tableau"):
            return None
        spaces = tableau["space"] != "stays_empty" and self.enters_tableau()
        if not own and not spaces:
            return 0
        if tableau["build"]["follow"] == "nothing" or not self.enters_tableau():
            if tableau["unit"] in ("face_up_part", "any_cards") and spaces:  # the cards of another pile may be moved here
                own = max(dealt["tableau", other] for other in range(self.tableau_size))
            return max(own, 1)
        if tableau["capacity"]:
            return max(own, tableau["capacity"])
        if tableau["build"]["wraps"] or tableau["build"]["follow"] == "any_card" or tableau["unit"] == "any_cards":
            return None
        return max(own, 1) - 1 + self.ranks

    def bad_tableau(self, index, dealt):
        pile, hidden, name = self.tableau[index], self.hidden(index), f"T{index + 1}"
        limit, dealt = self.tableau_limit(index, dealt), dealt["tableau", index]
        if limit is not None and len(pile) > limit:
            return f"{name} holds more than {limit}"
        if pile and hidden >= len(pile):
            return f"the top of {name} is face down"
        unit = self.rules["tableau"]["unit"]
        ordered = unit != "any_cards" and self.deal_to not in ("tableau", "full_tableau")
        if self.build["follow"] != "nothing" and ordered and (unit == "face_up_part" or dealt <= 1):
            if not self.is_run(pile[hidden:]):
                return f"the face-up part of {name} is not a run"
        if not pile and dealt and self.will_be_filled() and self.rules["tableau"]["refill"] == "from_stock_then_waste":
            return f"{name} would have been filled"
        if not pile and dealt and self.rules["tableau"]["refill"] == "from_reserve" \
                and any(self.reserve) and self.deal_to not in ("reserves", "empty_reserves"):
            return f"{name} would have been filled"
        return None

    def bad_reserve(self, index, dealt, left):
        pile, each, limit = self.reserve[index], self.rules["stock"]["each"], dealt
        if pile and self.reserve_down and self.reserve_down[index] >= len(pile):
            return f"the top of R{index + 1} is face down"
        limit = max(limit, self.rules["reserve"]["capacity"])
        if self.deal_to == "reserves":
            gone = left - len(self.stock)
            limit += -(-gone // (each * self.reserve_size)) * each
        elif self.deal_to == "empty_reserves":
            limit = max(limit, min(each, left))
        return f"R{index + 1} holds more than {limit}" if len(pile) > limit else None

    def bad_counters(self):
        count = self.rules["stock"]["redeal"]["count"]
        if count in (0, "unlimited"):
            return None
        return "more redeals are left than there are" if self.redeals > count else None

    def bad_choice(self, dealt):
        if self.choice != "-":
            return None
        sizes = [dealt["foundation", index] for index in range(self.foundation_size)]
        sizes += [dealt["tableau", index] for index in range(self.tableau_size)]
        sizes += [dealt["reserve", index] for index in range(self.reserve_size)]
        piles = [*self.foundations, *self.tableau, *self.reserve]
        down = Counter((kind, index) for kind, index, face_down in self.dealt() if face_down)
        as_dealt = sizes == [len(pile) for pile in piles] and not self.waste \
            and all(self.hidden(index) == down["tableau", index] for index in range(self.tableau_size)) \
            and all(hidden == down["reserve", index] for index, hidden in enumerate(self.reserve_down or ()))
        return None if as_dealt else "nothing has been chosen, but the cards are not as dealt"


def from_own_deal(own, text):
    """The table dealt from the text of a deal of a game with these rules."""
    game, mark, rest = re.fullmatch("([^#:]*)([#:]?)(.*)", text).groups()
    table = AnyGame(own)
    if game != own.id or not mark or (mark == "#" and not re.fullmatch(NUM, rest)):
        raise NotationError(f"{text!r} is no deal of {own.id}")
    if mark == "#":
        cards = numbered_order(table.packs, int(rest), table.ranks)
    else:
        cards = [rest[at : at + 2] for at in range(0, len(rest), 2)]
        if Counter(cards) != Counter(table.pack * table.packs):
            raise Refused("the cards are not those of the game")
    table.deal(cards)
    return table


def take_rules(lines, outside=None):
    """The rules that lines of a position or a record begin with, and the other lines; `outside` are a record's."""
    game = lines[0].removeprefix("game ")
    if len(lines) > 1 and lines[1].startswith("rules "):
        own = read_rules(lines[1].removeprefix("rules ").encode())
        lines = lines[1:]
    else:
        own = outside or LISTED.get(game)
    if own is None or own.id != game:
        raise NotationError(f"{game} without its rules")
    return own, lines[1:]


def from_own_position(lines, outside=None):
    """The table for a position with its rules; raises Refused if A8 refuses it."""
    own, rest = take_rules(lines, outside)
    table = AnyGame(own)
    table.fill_from(rest)
    reason = table.refused_position()
    if reason:
        raise Refused(reason)
    return table
