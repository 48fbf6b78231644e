"""The plots of a report, as SVG that stands in a page and takes its colour of text.

They need matplotlib, which comes with the extra ``plots``. Equal arguments give equal bytes.
"""

import io
import re
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from tabletop_rules.arena.fixtures import ArenaError
from tabletop_rules.core import Problem

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PlotsMissingError", "course_plot", "need_plots", "rating_plot"]

_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
"""Of Okabe and Ito: told apart by whoever sees colours otherwise, on white and on black."""
_STYLES: Final = ("-", "--", ":", "-.")
_TEXT: Final = "#010203"
"""Stands for the colour of the page's text, until the plot is in the page."""
_LONGEST: Final = 28


class PlotsMissingError(ArenaError):
    """What plots are made with is not installed."""

    def __init__(self) -> None:
        what = "expected matplotlib: pip install 'tabletop-rules[plots]'"
        super().__init__([Problem("plots", what)])


def need_plots() -> None:
    """Make sure that plots can be made, before there is anything to lose.

    Raises:
        PlotsMissingError: they cannot.
    """
    if find_spec("matplotlib") is None:
        raise PlotsMissingError


def rating_plot(names: Sequence[str], ratings: Sequence[tuple[float, float]]) -> str:
    """Return a plot of ratings with their margins, the first entrant on top, as SVG.

    Raises:
        PlotsMissingError: matplotlib is not installed.
    """
    figure, axes = _drawing(0.8 + 0.34 * len(names))
    places = range(len(names))
    for place, (rating, margin) in enumerate(ratings):
        colour = _COLOURS[place % len(_COLOURS)]
        axes.errorbar(
            [rating], [place], xerr=[margin], fmt="o", color=colour, capsize=4, linewidth=1.8
        )
    axes.set_yticks(places, [_short(name) for name in names], parse_math=False)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel("rating, with its 95 % interval")
    axes.grid(axis="x", color=_TEXT, alpha=0.2)
    return _svg(figure, "ratings")


def course_plot(
    names: Sequence[str], games: Sequence[int], ratings: Sequence[Sequence[float]]
) -> str:
    """Return a plot of the ratings after so many games, as SVG.

    `ratings` has for each number of `games` the ratings of all `names`.

    Raises:
        PlotsMissingError: matplotlib is not installed.
    """
    columns = 3
    rows = -(-len(names) // columns)
    figure, axes = _drawing(3.6 + 0.24 * rows)
    lines: list[Any] = []
    for place in range(len(names)):
        style = _STYLES[place // len(_COLOURS) % len(_STYLES)]
        colour = _COLOURS[place % len(_COLOURS)]
        lines += axes.plot(
            games, [each[place] for each in ratings], style, color=colour, linewidth=1.8
        )
    axes.set_xlabel("games played")
    axes.set_ylabel("rating")
    axes.grid(color=_TEXT, alpha=0.2)
    marks = [str(place) for place in range(len(names))]
    legend = figure.legend(
        lines, marks, loc="outside lower center", ncols=columns, frameon=False, handlelength=3
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_parse_math(False)  # a dollar in a name is a dollar
        text.set_text(_short(name))
        text.set_color(_TEXT)
    return _svg(figure, "course")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _drawing(height: float) -> "tuple[Figure, Axes]":
    """Return an empty drawing, `height` inches high."""
    need_plots()
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    figure = Figure(figsize=(8, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(_TEXT)
    axes.tick_params(colors=_TEXT)
    axes.xaxis.label.set_color(_TEXT)
    axes.yaxis.label.set_color(_TEXT)
    return figure, axes


def _svg(figure: "Figure", name: str) -> str:
    """Return a drawing as SVG; `name` keeps its ids apart from those of other drawings."""
    from matplotlib import rc_context  # noqa: PLC0415 - an extra

    written = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": name, "font.size": 11}
    with warnings.catch_warnings(), rc_context(settings):
        warnings.filterwarnings("ignore", "Glyph")  # the page's font may have what ours has not
        figure.savefig(written, format="svg", transparent=True, metadata=nothing)
    text = written.getvalue()
    text = text[text.index("<svg") :].replace(_TEXT, "currentColor")
    return re.sub(r'( id="|url\(#|href="#)(?=[\w.]+[")])', rf"\g<1>{name}-", text)
