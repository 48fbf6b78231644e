"""A picture of the text that a game's `render` returns, for a game without a painter."""

from typing import Any, Final

import svg

from tabletop_rules.drawing.lettering import clean
from tabletop_rules.drawing.scenes import Painter, Scene, Sheet

__all__ = ["PAINTER"]

_SIZE: Final = 14
_LINE: Final = 19
_LETTER: Final = 0.62
_LONGEST: Final = 100


def _paint(scene: Scene[Any]) -> Sheet:
    """Return the text, long lines broken."""
    whole = scene.game.render(scene.view)
    lines = [part for line in whole.expandtabs().splitlines() for part in _broken(line)]
    drawn = tuple(
        svg.Text(
            x=0,
            y=number * _LINE - 5,
            text=clean(line),
            font_size=_SIZE,
            class_=["mono"],
        )
        for number, line in enumerate(lines, 1)
    )
    longest = max(map(len, lines), default=0)
    width = max(320, round(longest * _SIZE * _LETTER))
    return Sheet(
        width, max(1, len(lines)) * _LINE, drawn, f"A position of {scene.game.name}", whole
    )


def _broken(line: str) -> list[str]:
    return [line[at : at + _LONGEST] for at in range(0, max(1, len(line)), _LONGEST)]


PAINTER = Painter(object, _paint)
