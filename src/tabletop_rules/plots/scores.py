"""The scores of all seats over a game."""

from typing import Any

from tabletop_rules.core import Game, Record, replay
from tabletop_rules.plots.canvas import COLOURS, STYLES, TEXT, finished, started

__all__ = ["score_plot"]


def score_plot(game: Game[Any, Any, Any, Any], record: Record[Any, Any]) -> str:
    """Return a curve for each seat: its points after so many actions, as SVG.

    Raises:
        RecordError: the record is of another game or version of its rules, or an action is illegal.
        PlotsMissingError: matplotlib is not installed.
    """
    scores = [game.score(state) for state in replay(game, record)]
    figure, axes = started(3.6)
    for seat, course in enumerate(zip(*scores, strict=True)):
        style = STYLES[seat % len(STYLES)]
        colour = COLOURS[seat % len(COLOURS)]
        axes.step(
            range(len(course)),
            course,
            style,
            where="post",
            color=colour,
            label=f"seat {seat}",
            linewidth=1.8,
        )
    axes.set_xlabel("actions, chance included")
    axes.set_ylabel("points")
    axes.grid(color=TEXT, alpha=0.2)
    axes.legend(frameon=False, handlelength=3, labelcolor=TEXT)
    return finished(figure, "scores")
