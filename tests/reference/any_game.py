"""A game by any rules, from docs/notation.md, docs/rules/all.md and the fields' meanings in engine/rules.hpp.

The rules of the listed games are written in listed_rules.json, from their pages in docs/rules/.
"""

import copy
import re
from collections import Counter, defaultdict

from cards import PACK, RANKS, SUITS, is_red, is_whole, numbered_order, rank, suit
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
        super().__init__(own.id, len(self.groups), self.rules["tableau"]["piles"], self.rules["reserve"]["piles"])
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
            self.face_down = [0] * len(self.tableau)
        if "reserve" in hiding:
            self.reserve_down = [0] * len(self.reserve)
        self.whole_runs = any(group["whole"] for group in self.groups)

    # ---- the deal

    def dealt(self):
        """Where the cards are dealt, in their order: kind, index, and whether face down."""
        for index, group in enumerate(self.groups):
            if group["start"] == "laid_out":
                yield "foundation", index, False
        counts = {"foundation": len(self.foundations), "tableau": len(self.tableau), "reserve": len(self.reserve)}
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
        return over in self.followers(build)[under]

    def followers(self, build):
        """For each card, those that go on it."""
        key = id(build), self.choice
        if key not in self.own.followers:
            self.own.followers[key] = {under: {over for over in PACK if self.goes_on(build, under, over)} for under in PACK}
        return self.own.followers[key]

    def goes_on(self, build, under, over):
        if build["follow"] in ("nothing", "any_card"):
            return build["follow"] == "any_card"
        step = self.step(build)
        if step is None:
            return False
        wanted = rank(under) + step
        if build["wraps"]:
            wanted %= self.ranks
        return rank(over) == wanted and self.suits_go(build["follow"], under, over)

    @staticmethod
    def suits_go(follow, under, over):
        if follow in ("same_color", "other_color"):
            return (is_red(over) == is_red(under)) == (follow == "same_color")
        return follow == "any_suit" or suit(over) == suit(under)

    def wanted_by(self, index):
        """The cards that go to a foundation one by one."""
        pile, group = self.foundations[index], self.groups[index]
        if pile:
            return self.followers(group["build"])[pile[-1]] if not group["whole"] and len(pile) < group["length"] else ()
        start = self.start_rank(index)
        if start is None or group["whole"]:
            return ()
        started = self.started(index)
        return [card for card in self.pack[start :: self.ranks] if not group["per_suit"] or started[suit(card)] < group["per_suit"]]

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
        return card in self.taken_by(pile) and self.has_room(count, pile)

    def taken_by(self, pile):
        """The cards that go to a tableau pile, as far as there is room for them."""
        if pile:
            return self.followers(self.build)[pile[-1]]
        space = self.rules["tableau"]["space"]
        return self.pack if space == "any_card" else self.pack[self.ranks - 1 :: self.ranks] if space == "kings_only" else []

    def has_room(self, count, pile):
        capacity = self.rules["tableau"]["capacity"]
        return not capacity or len(pile) + count <= capacity

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
            return "choose by1 or by2 first"
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
            fits = card in self.wanted_by(move.target_index)
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
                and any(card in self.wanted_by(index) for index in range(len(self.foundations)))
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
        wanted, takers = defaultdict(list), defaultdict(list)
        for to in targets["F"]:
            for card in self.wanted_by(to):
                wanted[card].append(to)
        for to in targets["T"]:
            for card in self.taken_by(self.tableau[to]):
                takers[card].append(to)
        idle = not self.will_be_filled() and self.spaces_are_equal()
        for kind, letter, index, name, pile, card, count in self.listed_sources():
            whole = len(pile) == count
            if letter == "T" and self.whole_runs and "tableau_to_foundation" in routes:
                homes = {self.number_of_group[to]: to for to in reversed(range(len(self.foundations)))
                         if self.takes_whole(to, count, pile, self.hidden(index))}
                moves += [f"{name}>F{to + 1}*{count}" for to in homes.values()]
            if letter == "T" and self.whole_runs and not self.moves_as_unit(index, count):
                continue
            if f"{kind}_to_foundation" in routes and count == 1:
                moves += [f"{name}>F{to + 1}" for to in wanted[card]]
            if f"{kind}_to_tableau" in routes:
                for to in takers[card]:
                    if letter == "T" and (to == index or whole and not self.tableau[to] and idle):
                        continue  # A7
                    if self.has_room(count, self.tableau[to]) and self.places_to_move(count, self.tableau[to]):
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
                if not self.moves_as_unit(index, count) and not self.whole_runs:
                    break
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
        for index in range(len(self.foundations)):
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
        down = self.reserve_down or [0] * len(self.reserve)
        reserve = [(hidden, tuple(pile)) for hidden, pile in zip(down, self.reserve)]
        if self.open:
            reserve = sorted(card for pile in self.reserve for card in pile)
        elif self.reserves_are_equal():
            reserve.sort()
        tableau = [(self.hidden(index), tuple(pile)) for index, pile in enumerate(self.tableau)]
        if self.spaces_are_equal():
            tableau.sort()
        return (self.redeals, self.choice, tuple(sorted(map(self.contents, range(len(self.foundations))), key=repr)),
                tuple(tableau), tuple(reserve), tuple(self.waste or ()), tuple(self.stock or ()))

    def copy(self):
        """The same position, to go on from."""
        other = copy.copy(self)
        for name in ("foundations", "tableau", "reserve"):
            setattr(other, name, [pile[:] for pile in getattr(self, name)])
        for name in ("waste", "stock", "face_down", "reserve_down"):
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    # ---- texts

    def won(self):
        return sum(map(len, self.foundations)) == self.packs * len(self.pack)

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
        """Why this cannot be a position of the game; None if it can."""
        cards = [card for _, pile in self.named_piles() for card in pile]
        return is_whole(cards, self.pack, self.packs) or self.invalid()

    def invalid(self):
        dealt = Counter((kind, index) for kind, index, _ in self.dealt())
        left = self.packs * len(self.pack) - sum(dealt.values())
        return first_reason(
            f"the stock holds more than {left}" if len(self.stock or ()) > left else None,
            f"stock and waste hold more than {left}" if len(self.stock or ()) + len(self.waste or ()) > left else None,
            *(self.bad_foundation(index) for index in range(len(self.foundations))),
            *(self.bad_tableau(index, dealt) for index in range(len(self.tableau))),
            *(self.bad_reserve(index, dealt["reserve", index], left) for index in range(len(self.reserve))),
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
                return f"F{index + 1} does not start with such a rank"
            if group["per_suit"] and self.started(index)[suit(pile[0])] > group["per_suit"]:
                return f"too many foundations start with the suit {suit(pile[0])}"
        return first_reason(*(f"F{index + 1} has {over} on {under}" for under, over in zip(pile, pile[1:])
                              if not self.follows(group["build"], under, over)))

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
                own = max(dealt["tableau", other] for other in range(len(self.tableau)))
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
        refill = self.rules["tableau"]["refill"]
        stays = refill == "from_stock_then_waste" or refill == "from_reserve" and self.deal_to not in ("reserves", "empty_reserves")
        if not pile and dealt and stays and self.will_be_filled():
            return f"{name} is empty although there are cards to fill it"
        return None

    def bad_reserve(self, index, dealt, left):
        pile, each, limit = self.reserve[index], self.rules["stock"]["each"], dealt
        if pile and self.reserve_down and self.reserve_down[index] >= len(pile):
            return f"the top of R{index + 1} is face down"
        limit = max(limit, self.rules["reserve"]["capacity"])
        if self.deal_to == "reserves":
            gone = left - len(self.stock)
            limit += -(-gone // (each * len(self.reserve))) * each
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
        sizes = [dealt["foundation", index] for index in range(len(self.foundations))]
        sizes += [dealt["tableau", index] for index in range(len(self.tableau))]
        sizes += [dealt["reserve", index] for index in range(len(self.reserve))]
        piles = [*self.foundations, *self.tableau, *self.reserve]
        down = Counter((kind, index) for kind, index, face_down in self.dealt() if face_down)
        as_dealt = sizes == [len(pile) for pile in piles] and not self.waste \
            and all(self.hidden(index) == down["tableau", index] for index in range(len(self.tableau))) \
            and all(hidden == down["reserve", index] for index, hidden in enumerate(self.reserve_down or ()))
        return None if as_dealt else "no choice has been made, but the cards are not as dealt"


def from_own_deal(own, text):
    """The table dealt from the text of a deal of a game with these rules."""
    game, mark, rest = re.fullmatch("([^#:]*)([#:]?)(.*)", text, re.DOTALL).groups()
    table = AnyGame(own)
    if game != own.id or not mark:
        raise NotationError(f"{text!r} is no deal of {own.id}")
    if mark == "#":
        if not re.fullmatch(NUM, rest):
            raise NotationError(f"{rest!r} is not a deal number")
        try:
            cards = numbered_order(table.packs, int(rest), table.ranks)
        except ValueError as error:
            raise NotationError(str(error)) from None
    else:
        cards = [rest[at : at + 2] for at in range(0, len(rest), 2)]
        if not set(cards) <= set(PACK):
            raise NotationError(f"{rest!r} are not cards")
        reason = is_whole(cards, table.pack, table.packs)
        if reason:
            raise Refused(reason)
    table.deal(cards)
    return table


def take_rules(lines, outside=None):
    """The rules that lines of a position or a record begin with, and the other lines; `outside` are a record's."""
    if not lines or not lines[0].startswith("game "):
        raise NotationError("a position starts with its game")
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
