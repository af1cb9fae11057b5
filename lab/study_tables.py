"""The tables and plots that lab/winnability.py writes: pages, and what belongs between their comments."""
import itertools
import math
import textwrap
from collections import Counter
from typing import NamedTuple

import study_plots
from study_data import CHOICE, FIRST, PLAYERS, ROOT, counts, in_common, passes, rounded, verdicts
from study_stats import bounds, clopper_pearson, difference_bounds, mcnemar, percent, quantile

PAGE = ROOT / "docs/winnability.md"
ODDS = ROOT / "docs/odds.md"
README = ROOT / "README.md"
GAMES = ["stalactites", "grandfather", "gloucestershire", "gargantua", "carthage"]
VARIANTS = ["stalactites-by-ones", "stalactites-by-twos", "stalactites-one-cell", "stalactites-three-cells",
            "grandfather-classic", "grandfather-no-redeal", "gargantua-classic", "gargantua-no-redeal",
            "gargantua-two-redeals", "carthage-strict"]
WORDS = {"known": "all cards known", "fair": "fair player", "instant": "instant answer", "novice": "novice"}
# docs/odds.md, "When to stop": how many deals of the fair player may be published where it takes long.
SLOW = ("gargantua-fair", "carthage-fair")
STAGES = (250, 500, 1000, 2000, 3000)
NO_DATA = "| (no data yet) |"


def share_row(studies, game):
    deals, won, lost, unknown = counts(studies, game)
    low, high = bounds(won, unknown, deals)
    share = f"at least {low} %" if won == deals else f"at most {high} %" if won == 0 else f"{low} % to {high} %"
    return f"| `{game}` | {deals:,} | {won:,} | {lost:,} | {unknown:,} | {share} |"


def share_table(studies, games):
    rows = [share_row(studies, game) for game in games if game in studies]
    return "\n".join(["| rules | deals | won | lost | unknown | can be won (95 %) |", "| --- | ---: | ---: | ---: | ---: | --- |", *rows])


def limits_table(studies):
    """The later passes, about deals that were unknown."""
    rows = ["| rules | pass | deals | nodes | MiB | won | lost | unknown |", "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for game in [*GAMES, *VARIANTS]:
        for number, study in enumerate(passes(studies, game)[1:], 2):
            cells = [study.deals, study.limits["nodes"], study.limits["mebibytes"], study.wins, len(study.lost), len(study.unknown)]
            rows.append(f"| `{game}` | {number} | " + " | ".join(f"{cell:,}" for cell in cells) + " |")
    return "\n".join(rows)


def choice_table(studies):
    """Stalactites by the choice that is made: the better one of two, always the same, or the novice's."""
    names = CHOICE[:2]
    if any(name not in studies for name in names):
        return NO_DATA
    ones, twos = (studies[name] for name in names)
    (lost_ones, unknown_ones), (lost_twos, unknown_twos) = (
        [{number for number in kept if ones.has(number) and twos.has(number)} for kept in verdicts(studies, name)] for name in names)
    deals = sum(last - first + 1 for first, last in in_common(ones.parts, twos.parts))
    unknown = unknown_ones | unknown_twos
    only_ones, only_twos = len(lost_twos - lost_ones - unknown), len(lost_ones - lost_twos - unknown)
    neither = len(lost_ones & lost_twos)
    expected = len(lost_ones) * len(lost_twos) / deals
    lines = [("won by ones and by twos", deals - only_ones - only_twos - neither - len(unknown)), ("only by ones", only_ones),
             ("only by twos", only_twos), ("by neither", neither)]
    if unknown:
        lines.append(("unknown by ones or by twos", len(unknown)))
    lines += [("all", deals), ("expected by neither, if the two were independent", round(expected))]
    rows = ["| of the same deals | deals | share |", "| --- | ---: | ---: |"]
    rows += [f"| {words} | {count:,} | {100 * count / deals:.2f} % |" for words, count in lines]
    chosen = studies.get("stalactites-choice")
    if chosen:
        by_ones = set(chosen.won)
        those = sum(last - first + 1 for first, last in in_common(ones.parts, twos.parts, chosen.parts))
        lost, left = (sum(number in by_ones for number in of_ones) + sum(chosen.has(number) and number not in by_ones for number in of_twos)
                      for of_ones, of_twos in ((lost_ones, lost_twos), (unknown_ones, unknown_twos)))
        won = those - lost - left
        low, high = bounds(won, left, those)
        rows.append(f"| winnable after the novice's choice, of {those:,} | {won:,} | "
                    f"{100 * won / those:.2f} % ({low} to {high}) |")
    if only_ones + only_twos > 0 and expected > 0:
        apart = abs(only_ones - only_twos) / math.sqrt(only_ones + only_twos)
        rows += ["", *textwrap.wrap(
            f"{only_ones:,} deals are won by ones alone and {only_twos:,} by twos alone: {apart:.2f} standard errors apart. "
            f"{neither / expected:.1f} times as many are lost both ways as if the two were independent.", 120)]
    return "\n".join(rows)


class Share(NamedTuple):
    """In per cent, with bounds; of so many deals, of which some are unknown."""
    value: float
    low: float
    high: float
    deals: int
    unknown: int = 0


def share_of(studies, game, who):
    """How much of a game a player wins, or `known`, who knows all cards; None if nobody has counted."""
    if who == "known":
        deals, won, _, unknown = counts(studies, game)
        return Share(100 * won / deals, *clopper_pearson(won, unknown, deals), deals, unknown)
    study = studies.get(f"{game}-{who}")
    return Share(100 * study.wins / study.deals, *clopper_pearson(study.wins, 0, study.deals), study.deals) if study else None


def unsettled(share):
    """Whether unknown deals make the difference."""
    return share.unknown > 0.005 * share.deals


def exact(share):
    """As docs/odds.md says it."""
    if not share:
        return ""
    most = f" to {share.value + 100 * share.unknown / share.deals:.2f}" if unsettled(share) else ""
    return f"{share.value:.2f}{most} % ({percent(share.low, True)} to {percent(share.high, False)}), {share.deals:,} deals"


def plain(share):
    """As README says it: in whole per cents or, if it is known as well as that, in tenths (a small one in hundredths); both bounds where
    unknown deals make the difference or the deals are few, and never 100 %."""
    low, high = math.floor(10 * share.low) / 10, math.ceil(10 * share.high) / 10
    if high == 100:
        return f"over {low:.1f} %"
    if unsettled(share):
        return f"{low:.1f} to {high:.1f} %"
    apart = share.high - share.low
    if apart > 4:
        return f"{math.floor(share.low)} to {math.ceil(share.high)} %"
    return f"{share.value:.{(apart <= 0.2) + (apart <= 0.05 and share.value < 1)}f} %"


def winning_table(studies):
    rows = ["| game | all cards known | fair player | instant answer | novice |", "| --- | --- | --- | --- | --- |"]
    for game in [*GAMES, *VARIANTS]:
        shares = [share_of(studies, game, who) for who in ("known", *PLAYERS)] if game in studies else []
        if any(shares[1:]):
            rows.append(f"| {game} | " + " | ".join(map(exact, shares)) + " |")
    return "\n".join(rows)


def readme_table(studies):
    rows = ["| game | deals solved | can be won | fair player | its instant answers | novice |",
            "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for game in GAMES:
        shares = [share_of(studies, game, who) for who in ("known", *PLAYERS)] if game in studies else [None]
        if all(shares):
            rows.append(f"| {game.capitalize()} | {shares[0].deals:,} | " + " | ".join(map(plain, shares)) + " |")
    return "\n".join(rows)


def pairs_table(studies):
    """Two players in the same deals."""

    def wins(game, who):
        if who == "known":
            lost, unknown = verdicts(studies, game)
            return lambda number: number not in lost and number not in unknown
        won = set(studies[f"{game}-{who}"].won)
        return lambda number: number in won

    rows = ["| game | players | deals | both win | only the first | only the second | difference, points (95 %) | p |",
            "| --- | --- | ---: | ---: | ---: | ---: | --- | ---: |"]
    for game in GAMES:
        for one, other in itertools.pairwise(("known", *PLAYERS)):
            names = [game if who == "known" else f"{game}-{who}" for who in (one, other)]
            if any(name not in studies for name in names):
                continue
            first, second = wins(game, one), wins(game, other)
            ranges = in_common(*(studies[name].parts for name in names))
            pairs = Counter((first(number), second(number)) for low, high in ranges for number in range(low, high + 1))
            deals, only, but = pairs.total(), pairs[True, False], pairs[False, True]
            low, high = difference_bounds(only, but, deals)
            p = mcnemar(only, but)
            rows.append(f"| {game} | {WORDS[one]}, {WORDS[other]} | {deals:,} | {pairs[True, True]:,} | {only:,} | {but:,} | "
                        f"{signed(100 * (only - but) / deals)} ({signed(math.floor(100 * low) / 100)} to "
                        f"{signed(math.ceil(100 * high) / 100)}) | {'< 0.0001' if p < 0.0001 else f'{p:.4f}'} |")
    return "\n".join(rows)


def signed(points):
    return f"{points:+.2f}".replace("-", "−")


def next_commands(studies):
    """Commands that compare with the data, and that add to them."""

    def following(name, count):
        game = name.removesuffix("-instant")
        after = max((part.last for part in studies[name].parts), default=FIRST - 1) if name in studies else FIRST - 1
        return f"{game}#{after + 1}..{after + count}"

    return "\n".join([
        "```sh",
        "cmake --preset release && cmake --build --preset release --target quincunx-lab",
        "lab/winnability.py again --share 1000                # a thousandth of everything once more: is it the same?",
        "lab/winnability.py run build/study                   # solves what is missing of the plan, until it is ended",
        "lab/winnability.py fold build/study/*.jsonl*          # is it the same? adds what is new",
        f"build/release/quincunx-lab fair {following('carthage-instant', 1000)} --player instant \\",
        "    --time 0 --no-times --lines instant.jsonl",
        "lab/winnability.py fold instant.jsonl                # the same for novice and fair",
        "lab/winnability.py --check                           # says whether tables and plots are what the data give",
        "```"])


def histogram(studies, game, name):
    return {int(value): times for value, times in studies[game].json[name].items()}


def effort_table(studies):
    rows = ["| game | nodes, median | 95 % | 99 % | 99.9 % | moves, 5 % | median | 95 % |", "| --- | " + " | ".join(["---:"] * 7) + " |"]
    for game in GAMES:
        if game in studies:
            nodes, moves = histogram(studies, game, "nodes"), histogram(studies, game, "moves")
            most = rounded(studies[game].limits["nodes"])  # where the search of an unknown deal ended
            counted = [quantile(nodes, share) for share in (0.5, 0.95, 0.99, 0.999)]
            cells = [f"{'≥ ' if count >= most else ''}{count:,}" for count in counted]
            cells += [f"{quantile(moves, share):,}" for share in (0.05, 0.5, 0.95)] if moves else [""] * 3
            rows.append(f"| `{game}` | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def deals_table(studies):
    rows = ["| rules | hardest wins (nodes) | losses proven soonest (nodes) |", "| --- | --- | --- |"]
    for game in [*GAMES, "gargantua-no-redeal", "carthage-strict"]:
        if game in studies:
            data = studies[game].json
            cells = [", ".join(f"{number} ({nodes:,})" for nodes, number in data[name][:3]) for name in ("hardest", "easiest")]
            rows.append(f"| `{game}` | {cells[0]} | {cells[1]} |")
    return "\n".join(rows)


def made(studies):
    tables = {PAGE: {"games": share_table(studies, GAMES), "variants": share_table(studies, VARIANTS),
                     "limits": limits_table(studies), "choice": choice_table(studies), "effort": effort_table(studies),
                     "deals": deals_table(studies), "next": next_commands(studies)},
              ODDS: {"winning": winning_table(studies), "pairs": pairs_table(studies)}, README: {"odds": readme_table(studies)}}
    shares = []
    for game in [*GAMES, *VARIANTS]:
        if game in studies:
            deals, won, _, unknown = counts(studies, game)
            shares.append((game, *clopper_pearson(won, unknown, deals)))
    own = [game for game in GAMES if game in studies]
    plots = {"shares.svg": study_plots.shares(shares),
             "nodes.svg": study_plots.tails([(game.capitalize(), histogram(studies, game, "nodes")) for game in own]),
             "moves.svg": study_plots.lengths([(game.capitalize(), histogram(studies, game, "moves")) for game in own])}
    return tables, plots
