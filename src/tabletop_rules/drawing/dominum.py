"""The picture of a view of Dominum."""

from tabletop_rules.dominum.views import View
from tabletop_rules.drawing.scenes import Painter, Scene, Sheet
from tabletop_rules.drawing.shapes import Box, box, label

__all__ = ["PAINTER"]


def _paint(scene: Scene[View]) -> Sheet:
    """Return the board, the mats and the hands."""
    clock = scene.view.clock
    title = f"Dominum, round {clock.round}" if clock.round else "Dominum, setup"
    drawn = (box(Box(0, 0, 400, 60), "panel"), label(title, 20, 38, 360, 18, classes="bold"))
    return Sheet(400, 60, drawn, title, title)


PAINTER = Painter(View, _paint)
