"""The picture of a view of Dome Crushers: the two areas, and what is asked."""

from random import Random
from typing import TYPE_CHECKING, Final

from tabletop_rules.core import OutcomeKind
from tabletop_rules.dome_crushers import View
from tabletop_rules.dome_crushers.drawing import question
from tabletop_rules.dome_crushers.events import RoundEnded
from tabletop_rules.drawing.dome_crushers.areas import Area
from tabletop_rules.drawing.scenes import Painter, Scene, Sheet
from tabletop_rules.drawing.shapes import label

if TYPE_CHECKING:
    import svg

__all__ = ["PAINTER"]

_WIDE: Final = 940
_NARROW: Final = 428
_GAP: Final = 12


def _paint(scene: Scene[View]) -> Sheet:
    """Return the area of the opponent above that of the viewer."""
    view = scene.view
    width = _NARROW if scene.narrow else _WIDE
    below = view.seat or 0
    drawn: list[svg.Element] = []
    size = view.config.hand_size
    round_ = f"Round {view.round}" if view.round else "Setup"
    asked = question(view.agenda[-1]) if view.agenda else _ended(scene)
    head = [
        label(f"Dome Crushers \u00b7 {round_}", 2, 22, width - 4, 20, classes="bold"),
        label(asked, 2, 46, width - 4, 15, classes="asked"),
    ]
    y = 58
    ended = next((e for e in scene.marks.events if isinstance(e, RoundEnded)), None)
    if ended is not None:
        head.append(label(ended.describe(), 2, y + 8, width - 4, 14, classes="soft"))
        y += 22
    drawn += head
    for seat in (1 - below, below):
        area, height = Area(scene, seat, width).painted(y)
        drawn.append(area)
        y += height + _GAP
    points = " : ".join(map(str, view.scores))
    title = f"Dome Crushers: {round_.lower()}, {points} points. {asked}"
    said = f"{scene.game.render(view)}\nEach player makes up to {size} plays in a round."
    return Sheet(width, y - _GAP, tuple(drawn), title, said)


def _ended(scene: Scene[View]) -> str:
    """Return how the game ended; all that it goes by is open, so any state that fits says it."""
    outcome = scene.game.outcome(scene.game.resample(scene.view, Random(0)))
    if outcome is None or outcome.kind is not OutcomeKind.WIN:
        return "The game is over, nobody has won."
    winners = " and ".join(f"Seat {seat}" for seat in outcome.winners)
    return f"The game is over. {winners} wins: {outcome.reason}."


PAINTER = Painter(View, _paint)
