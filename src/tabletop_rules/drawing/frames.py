"""The frame around what a painter has painted: options without an element, title, style."""

from typing import Any, Final

import svg

from tabletop_rules.drawing.lettering import clean, measure
from tabletop_rules.drawing.pictures import Picture, Theme
from tabletop_rules.drawing.scenes import Mark, Scene, Sheet
from tabletop_rules.drawing.shapes import Box, box, chip
from tabletop_rules.drawing.style import stylesheet

__all__ = ["framed"]

_MARGIN: Final = 12
_CHIP: Final = 30
_GAP: Final = 8
_MOST: Final = 40
"""Options that are listed one by one; the others share the last chip."""


def framed(scene: Scene[Any], sheet: Sheet, theme: Theme) -> Picture:
    """Return the picture of a sheet, with the options that nothing on it stands for below."""
    chips, bottom = _chips(scene, sheet)
    width, height = sheet.width + 2 * _MARGIN, bottom + 2 * _MARGIN
    inner = svg.G(transform=[svg.Translate(_MARGIN, _MARGIN)], elements=[*sheet.elements, *chips])
    root = svg.SVG(
        xmlns="http://www.w3.org/2000/svg",
        viewBox=svg.ViewBoxSpec(0, 0, width, height),
        width=width,
        height=height,
        class_=["tabletop-rules", f"theme-{theme}", clean(scene.game.name)],
        extra={"role": "img", "aria-label": clean(sheet.title)},
        elements=[
            svg.Title(text=clean(sheet.title)),
            svg.Desc(text=clean(sheet.description)),
            svg.Style(text=stylesheet().replace("<", "").replace(">", "&gt;")),
            box(Box(0, 0, width, height), "paper", 0),
            inner,
        ],
    )
    text = str(root).replace("<g", "\n<g")  # a line for each thing: two pictures can be compared
    return Picture(text, width, height, sheet.title, sheet.description)


def _chips(scene: Scene[Any], sheet: Sheet) -> tuple[list[svg.Element], int]:
    """Return the options that no element stands for, and how far down they reach."""
    rest = scene.marks.rest
    if not rest:
        return [], sheet.height
    named: list[tuple[str, tuple[int, ...]]] = [
        (scene.game.format_action(scene.marks.options[place]), (place,)) for place in rest[:_MOST]
    ]
    if rest[_MOST:]:
        named.append((f"and {len(rest) - _MOST} more", rest[_MOST:]))
    drawn: list[svg.Element] = []
    x, y = 2, sheet.height + _GAP
    for text, places in named:
        wide = round(min(max(64, measure(text, 14) + 24), sheet.width - 4))
        if x + wide > sheet.width and x > 2:
            x, y = 2, y + _CHIP + _GAP
        drawn.append(chip(Box(x, y, wide, _CHIP), text, mark=Mark(places)))
        x += wide + _GAP
    return drawn, y + _CHIP + 2
