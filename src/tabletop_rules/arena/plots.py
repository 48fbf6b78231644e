"""The plots of a report. They need matplotlib, which comes with the extra ``plots``."""

from collections.abc import Sequence
from typing import Any, Final

from tabletop_rules.plots.canvas import COLOURS, STYLES, TEXT, finished, started

__all__ = ["course_plot", "rating_plot"]

_LONGEST: Final = 28


def rating_plot(names: Sequence[str], ratings: Sequence[tuple[float, float]]) -> str:
    """Return a plot of ratings with their margins, the first entrant on top, as SVG.

    Raises:
        PlotsMissingError: matplotlib is not installed.
    """
    figure, axes = started(0.8 + 0.34 * len(names))
    places = range(len(names))
    for place, (rating, margin) in enumerate(ratings):
        colour = COLOURS[place % len(COLOURS)]
        axes.errorbar(
            [rating], [place], xerr=[margin], fmt="o", color=colour, capsize=4, linewidth=1.8
        )
    axes.set_yticks(places, [_short(name) for name in names], parse_math=False)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel("rating, with its 95 % interval")
    axes.grid(axis="x", color=TEXT, alpha=0.2)
    return finished(figure, "ratings")


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
    figure, axes = started(3.6 + 0.24 * rows)
    lines: list[Any] = []
    for place in range(len(names)):
        style = STYLES[place // len(COLOURS) % len(STYLES)]
        colour = COLOURS[place % len(COLOURS)]
        lines += axes.plot(
            games, [each[place] for each in ratings], style, color=colour, linewidth=1.8
        )
    axes.set_xlabel("games played")
    axes.set_ylabel("rating")
    axes.grid(color=TEXT, alpha=0.2)
    marks = [str(place) for place in range(len(names))]
    legend = figure.legend(
        lines, marks, loc="outside lower center", ncols=columns, frameon=False, handlelength=3
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_parse_math(False)  # a dollar in a name is a dollar
        text.set_text(_short(name))
        text.set_color(TEXT)
    return finished(figure, "course")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
