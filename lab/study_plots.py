"""The plots of docs/winnability.md, as SVG: equal data give equal bytes."""
import io
import logging

# Nobody asked where it keeps what it knows of fonts.
logging.getLogger("matplotlib").setLevel(logging.ERROR)
import matplotlib  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter  # noqa: E402

# Told apart by color-blind readers, too; and by their order.
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00"]
# The user's settings for other plots change nothing here.
matplotlib.rcdefaults()
matplotlib.rcParams.update({
    "svg.hashsalt": "quincunx", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 11, "legend.frameon": False,
    "figure.facecolor": "#fbfaf7", "axes.facecolor": "#fbfaf7", "axes.prop_cycle": matplotlib.cycler(color=COLORS),
    "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd", "figure.constrained_layout.use": True,
    "axes.spines.left": False, "axes.spines.right": False, "axes.spines.top": False, "axes.spines.bottom": False,
    "xtick.bottom": False, "ytick.left": False, "xtick.minor.bottom": False, "ytick.minor.left": False,
})


def drawn(height, draw):
    """So narrow that the words can be read on a phone."""
    figure = Figure(figsize=(5.6, height))
    draw(figure.subplots())
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return "".join(line.rstrip() + "\n" for line in file.getvalue().splitlines())


def shares(rows):
    """Rows of (name, low, high) in per cent: a bar from the lower bound to the upper one."""
    def draw(axes):
        names, lows, highs = zip(*rows)
        axes.barh(names, lows, height=0.2, color="#cfe0ec")
        widths = [max(high - low, 1) for low, high in zip(lows, highs)]
        axes.barh(names, widths, left=[min(low, 100 - width) for low, width in zip(lows, widths)], height=0.45)
        axes.set(xlim=(0, 100), xlabel="deals that can be won, from bound to bound (95 %)")
        axes.xaxis.set(major_locator=MaxNLocator(4), major_formatter=PercentFormatter(symbol=" %"))
        axes.grid(visible=False, axis="y")
        axes.invert_yaxis()
    return drawn(0.9 + 0.28 * len(rows), draw)


def tails(histograms):
    """For each game, the share of the deals that took more than so many nodes; both axes logarithmic."""
    def draw(axes):
        for name, histogram in histograms:
            whole = left = sum(histogram.values())
            points = []
            for value in sorted(histogram):
                left -= histogram[value]
                if value >= 1 and left > 0 and (not points or left < 0.98 * points[-1][1]):
                    points.append((value, left))
            axes.plot([value for value, _ in points], [100 * more / whole for _, more in points], label=name)
        axes.set(xscale="log", yscale="log", xlabel="nodes", ylabel="deals that took more nodes")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{f'{value:.6f}'.rstrip('0').rstrip('.')} %"))
        axes.tick_params(axis="x", labelsize=9)
        axes.legend()
    return drawn(4.2, draw)


def lengths(histograms):
    """For each game, the share of the solutions that have so many moves, in steps of four moves."""
    def draw(axes):
        for name, histogram in histograms:
            axes.hist(list(histogram), bins=range(min(histogram) // 4 * 4, max(histogram) + 5, 4), histtype="step", label=name,
                      weights=[100 * times / sum(histogram.values()) for times in histogram.values()])
        axes.set(xlim=(0, None), xlabel="moves of the solution that was found", ylabel="solutions")
        axes.yaxis.set_major_formatter(PercentFormatter(decimals=0, symbol=" %"))
        axes.legend()
    return drawn(4.2, draw)
