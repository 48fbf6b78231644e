"""Which part of the rules of each section has been exercised."""

from collections import Counter
from typing import TYPE_CHECKING, Final

from tabletop_rules.plots.canvas import COLOURS, TEXT, finished, started

if TYPE_CHECKING:  # it comes with another extra
    from tabletop_rules.testing import Coverage

__all__ = ["coverage_plot"]

_LONGEST: Final = 40


def coverage_plot(coverage: "Coverage") -> str:
    """Return a bar for each section of the rulebook: how many of its rules were exercised, as SVG.

    Raises:
        PlotsMissingError: matplotlib is not installed.
    """
    book = coverage.rulebook
    every = Counter(rule.section for rule in book.values())
    done = Counter(book[rule].section for rule in coverage.exercised)
    sections = list(every)
    places = range(len(sections))
    figure, axes = started(0.9 + 0.3 * len(sections))
    shares = [100 * done[section] / every[section] for section in sections]
    axes.barh(places, [100.0] * len(sections), color=TEXT, alpha=0.12)
    axes.barh(places, shares, color=COLOURS[0])
    for place, section in enumerate(sections):
        told = f"{done[section]} of {every[section]}"
        axes.text(101, place, told, va="center", color=TEXT, parse_math=False)
    axes.set_yticks(places, [_short(section) for section in sections], parse_math=False)
    axes.set_ylim(len(sections) - 0.4, -0.6)
    axes.set_xlim(0, 116)
    axes.set_xticks(range(0, 101, 25))
    axes.set_xlabel("rules exercised, in percent")
    return finished(figure, "coverage")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
