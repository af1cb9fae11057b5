"""The plots of docs/winnability.md, as SVG: equal data give equal bytes."""
import math
from html import escape

from study_stats import percent

# Told apart by color-blind readers, too; and by their order.
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00"]
# So narrow that the words can be read on a phone.
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 560, 92, 36, 44, 60


def svg(title, says, height, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" '
            f'aria-labelledby="t d" font-family="DejaVu Sans, Verdana, sans-serif" font-size="15" fill="#222">\n'
            f'<title id="t">{escape(title)}</title>\n<desc id="d">{escape(says)}</desc>\n'
            f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#fbfaf7"/>\n' + "\n".join(body) + "\n</svg>\n")


def text(x, y, words, anchor="start", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def line(x1, y1, x2, y2, color="#ddd", width=1):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"/>'


def shares(rows):
    """Rows of (name, low, high) in per cent: a bar from the lower bound to the upper one."""
    left, step = 206, 28
    height = TOP + step * len(rows) + BOTTOM
    along = lambda share: left + (WIDTH - left - RIGHT) * share / 100  # noqa: E731
    body = []
    for share in range(0, 101, 25):
        body += [line(along(share), TOP, along(share), height - BOTTOM),
                 text(along(share), height - BOTTOM + 20, f"{share} %", "middle")]
    body.append(text(WIDTH / 2, height - 14, "deals that can be won; dark: from bound to bound (95 %)", "middle"))
    for i, (name, low, high) in enumerate(rows):
        y = TOP + step * i + step / 2
        body.append(text(left - 12, y + 5, name, "end"))
        wide = max(along(high) - along(low), 4)
        body.append(f'<rect x="{left}" y="{y - 3:.1f}" width="{along(low) - left:.1f}" height="6" fill="#cfe0ec"/>')
        body.append(f'<rect x="{min(along(low), along(100) - wide):.1f}" y="{y - 6:.1f}" width="{wide:.1f}" height="12" rx="2" fill="{COLORS[0]}"/>')
    return svg("How many deals can be won", "A bar for each game and each variant of the rules, from the lower to the upper bound: "
               + "; ".join(f"{name} {percent(low, True)} to {percent(high, False)} %" for name, low, high in rows), height, body)


def curves(title, says, x_label, y_label, series, x_ticks, y_ticks, x_of, y_of, low_left=False):
    """Series of (name, points); ticks of (value, text); the functions place a value between 0 and 1. The names stand high
    on the right or low on the left, wherever there are no curves."""
    height = 420
    names = (LEFT + 12, height - BOTTOM - 22 * len(series)) if low_left else (WIDTH - RIGHT - 164, TOP + 8)
    across = lambda x: LEFT + (WIDTH - LEFT - RIGHT) * x_of(x)  # noqa: E731
    up = lambda y: height - BOTTOM - (height - TOP - BOTTOM) * y_of(y)  # noqa: E731
    body = []
    for value, words in x_ticks:
        body += [line(across(value), TOP, across(value), height - BOTTOM), text(across(value), height - BOTTOM + 20, words, "middle")]
    for value, words in y_ticks:
        body += [line(LEFT, up(value), WIDTH - RIGHT, up(value)), text(LEFT - 8, up(value) + 4, words, "end")]
    body += [text((LEFT + WIDTH - RIGHT) / 2, height - 14, x_label, "middle"), text(LEFT, TOP - 16, y_label)]
    for i, (name, points) in enumerate(series):
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)
        body.append(f'<polyline points="{path}" fill="none" stroke="{COLORS[i % 5]}" stroke-width="2" stroke-linejoin="round"/>')
        x, y = names[0], names[1] + 22 * i
        body += [line(x, y, x + 30, y, COLORS[i % 5], 3), text(x + 38, y + 5, name)]
    return svg(title, says, height, body)


def tails(histograms):
    """For each game, which share of the deals took more than so many nodes; both axes logarithmic."""
    series, most = [], 10
    for name, histogram in histograms:
        whole = left = sum(histogram.values())
        points = []
        for value in sorted(histogram):
            left -= histogram[value]
            if value >= 1 and left > 0:
                points.append((value, left / whole))
        points = [point for i, point in enumerate(points) if i == 0 or i == len(points) - 1 or point[1] < 0.98 * points[i - 1][1]]
        series.append((name, points))
        most = max(most, max((x for x, _ in points), default=10))
    decades = math.ceil(math.log10(most))
    lowest = min((y for _, points in series for _, y in points), default=0.1)
    down = max(1, math.ceil(-math.log10(lowest)))
    says = "; ".join(f"{name}: half of the deals take more than {next((x for x, y in points if y <= 0.5), 1)} nodes" for name, points in series)
    return curves("How hard the deals are for the search", says, "nodes", "share of the deals that took more nodes", series,
                  [(10**i, f"{10**i:,}") for i in range(decades + 1)],
                  [(10.0**-i, f"{10.0 ** (2 - i):.{max(0, i - 2)}f} %") for i in range(down + 1)],
                  lambda x: math.log10(x) / decades, lambda y: 1 + math.log10(y) / down, low_left=True)


def lengths(histograms):
    """For each game, which share of the solutions has so many moves, in steps of four moves."""
    series, highest, longest = [], 0.0, 0
    for name, histogram in histograms:
        whole = sum(histogram.values())
        steps = {}
        for moves, times in histogram.items():
            steps[moves // 4 * 4] = steps.get(moves // 4 * 4, 0) + times
        first, last = min(steps), max(steps)
        points = [(moves + 2, 100 * steps.get(moves, 0) / whole) for moves in range(first - 4, last + 5, 4)]
        series.append((name, points))
        highest = max(highest, max(y for _, y in points))
        longest = max(longest, last + 4)
    longest = (longest + 49) // 50 * 50
    top = math.ceil(highest / 10) * 10
    says = "; ".join(f"{name}: most often about {max(points, key=lambda point: point[1])[0]:.0f} moves" for name, points in series)
    return curves("How long the solutions are", says, "moves of the solution that was found", "share of the solutions", series,
                  [(value, str(value)) for value in range(0, longest + 1, 50)],
                  [(value, f"{value} %") for value in range(0, top + 1, 10)],
                  lambda x: max(0.0, x) / longest, lambda y: y / top)
