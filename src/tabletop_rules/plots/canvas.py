"""An empty plot, and the plot as SVG that stands in a page and takes its colour of text."""

import io
import re
import warnings
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from tabletop_rules.core import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLOURS", "STYLES", "TEXT", "PlotsMissingError", "finished", "need_plots", "started"]

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
"""Of Okabe and Ito: told apart by whoever sees colours otherwise, on white and on black."""
STYLES: Final = ("-", "--", ":", "-.")
TEXT: Final = "#010203"
"""Stands for the colour of the page's text, until the plot is in the page."""


class PlotsMissingError(MissingExtraError):
    """What plots are made with is not installed."""

    def __init__(self, library: str = "matplotlib", extra: str = "plots") -> None:
        super().__init__(library, extra)


def need_plots() -> None:
    """Make sure that plots can be made, before there is anything to lose.

    Raises:
        PlotsMissingError: they cannot.
    """
    if find_spec("matplotlib") is None:
        raise PlotsMissingError


def started(height: float) -> "tuple[Figure, Axes]":
    """Return an empty plot, `height` inches high.

    Raises:
        PlotsMissingError: matplotlib is not installed.
    """
    need_plots()
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    figure = Figure(figsize=(8, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(TEXT)
    axes.tick_params(colors=TEXT)
    axes.xaxis.label.set_color(TEXT)
    axes.yaxis.label.set_color(TEXT)
    return figure, axes


def finished(figure: "Figure", name: str) -> str:
    """Return a drawing as SVG; `name` keeps its ids apart from those of other drawings."""
    from matplotlib import rc_context  # noqa: PLC0415 - an extra

    written = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": name, "font.size": 11}
    with warnings.catch_warnings(), rc_context(settings):
        warnings.filterwarnings("ignore", "Glyph")  # the page's font may have what ours has not
        figure.savefig(written, format="svg", transparent=True, metadata=nothing)
    text = written.getvalue()
    text = text[text.index("<svg") :].replace(TEXT, "currentColor")
    return re.sub(r'( id="|url\(#|href="#)(?=[\w.]+[")])', rf"\g<1>{name}-", text)
