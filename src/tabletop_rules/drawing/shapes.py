"""The shapes that pictures are made of. Every text and attribute is made harmless here."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan2, cos, pi, sin
from typing import Literal

import svg
from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.drawing.baking import baked
from tabletop_rules.drawing.lettering import clean, fitted, measure, wrap
from tabletop_rules.drawing.scenes import NO_MARK, Mark
from tabletop_rules.drawing.style import EMBLEMS, SEATS

__all__ = [
    "Box",
    "arrow",
    "bolt",
    "box",
    "card",
    "chip",
    "curve",
    "emblem",
    "group",
    "label",
    "moved",
    "paragraph",
    "pile",
    "token",
]

Anchor = Literal["start", "middle", "end"]


@frozen
class Box:
    """A rectangle, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, by: float) -> "Box":
        """Return the box, smaller by so much on every side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


def _number(value: float) -> float:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


@lru_cache(maxsize=1 << 10)
def _names(classes: str) -> list[str] | None:
    return clean(classes).split() or None  # the library reads the list and never changes it


@baked
def box(place: Box, classes: str, radius: float = 4) -> svg.Element:
    """Return a rectangle with round corners."""
    return svg.Rect(
        x=_number(place.x),
        y=_number(place.y),
        width=_number(max(0, place.width)),
        height=_number(max(0, place.height)),
        rx=_number(radius),
        class_=_names(classes),
    )


@baked
def label(
    text: object,
    x: float,
    y: float,
    width: float,
    size: float = 14,
    *,
    anchor: Anchor = "start",
    classes: str = "",
) -> svg.Element:
    """Return a line of text no wider than `width`, its base line at `y`.

    What is too long is pressed together and then shortened; then the whole text is its title.
    """
    whole = " ".join(str(text).split())
    bold = "bold" in classes.split()
    kept, forced = fitted(whole, width, size, bold=bold)
    line = svg.Text(
        x=_number(x),
        y=_number(y),
        text=clean(kept),
        font_size=_number(size),
        text_anchor=None if anchor == "start" else anchor,
        textLength=None if forced is None else _number(forced),
        lengthAdjust=None if forced is None else "spacingAndGlyphs",
        class_=_names(classes),
    )
    if kept == whole:
        return line
    return svg.G(elements=[svg.Title(text=clean(whole)), line])


def paragraph(
    text: object,
    x: float,
    y: float,
    width: float,
    size: float = 14,
    *,
    lines: int = 2,
    anchor: Anchor = "start",
    classes: str = "",
) -> list[svg.Element]:
    """Return a text in at most so many lines, the base line of the first at `y`."""
    whole = str(text)
    broken = wrap(whole, width, size, lines, bold="bold" in classes.split())
    return [
        label(line, x, y + number * size * 1.18, width, size, anchor=anchor, classes=classes)
        for number, line in enumerate(broken)
    ]


@baked
def _titled(title: str) -> svg.Element:
    return svg.Title(text=clean(title))


def group(
    elements: Iterable[svg.Element | None],
    *,
    title: str = "",
    classes: str = "",
    mark: Mark = NO_MARK,
    outline: Box | None = None,
    radius: float = 6,
    data: dict[str, object] | None = None,
) -> svg.Element:
    """Return elements that stand for one thing, with its title and its marks.

    `outline` is where the marks are drawn, its corners as round as `radius`; `data` become
    ``data-`` attributes.
    """
    inner: list[svg.Element] = [_titled(title)] if title else []
    inner += (element for element in elements if element is not None)
    names = classes.split()
    attributes = {clean(key): clean(value) for key, value in (data or {}).items()}
    if mark.last:
        names.append("last")
        if outline is not None:
            inner.append(box(outline.inset(-1), "trace", radius))
    if mark.options:
        names.append("option")
        attributes["options"] = " ".join(map(str, mark.options))
        if outline is not None:
            around = outline.inset(-4)
            inner += [box(around, name, radius + 2) for name in ("halo-edge", "halo")]
    return svg.G(
        class_=[clean(name) for name in names] or None, data=attributes or None, elements=inner
    )


@baked
def emblem(seat: Seat, x: float, y: float, size: float, classes: str = "") -> svg.Element:
    """Return the mark of a seat: a shape in its colour with its number, always the same.

    (`x`, `y`) is its middle, `size` the width.
    """
    half = size / 2
    names = classes or f"seat{seat % SEATS}"
    shape = EMBLEMS[seat % len(EMBLEMS)]
    if shape == "circle":
        figure: svg.Element = svg.Circle(
            cx=_number(x), cy=_number(y), r=_number(half), class_=_names(names)
        )
    elif shape == "square":
        figure = box(Box(x - half * 0.88, y - half * 0.88, size * 0.88, size * 0.88), names, 1)
    else:
        figure = _polygon(_corners(shape, x, y, half * 1.18), names)
    number = label(seat, x, y + size * 0.23, size, size * 0.62, anchor="middle", classes="on bold")
    return svg.G(elements=[figure, number])


def _corners(shape: str, x: float, y: float, reach: float) -> list[tuple[float, float]]:
    corners = {"diamond": 4, "triangle": 3, "hexagon": 6}.get(shape, 5)
    turns = (pi * 2 * corner / corners - pi / 2 for corner in range(corners))
    return [(x + reach * cos(turn), y + reach * sin(turn)) for turn in turns]


def _polygon(corners: Sequence[tuple[float, float]], classes: str) -> svg.Element:
    points = [svg.Point(_number(x), _number(y)) for x, y in corners]
    return svg.Polygon(points=points, class_=_names(classes))


def bolt(x: float, y: float, size: float, classes: str = "ink") -> svg.Element:
    """Return a lightning bolt around (`x`, `y`)."""
    outline = ((0.1, -0.5), (-0.3, 0.1), (-0.02, 0.1), (-0.12, 0.5), (0.3, -0.14), (0.02, -0.14))
    return _polygon([(x + dx * size, y + dy * size) for dx, dy in outline], classes)


def token(
    text: object, x: float, y: float, size: float, *, classes: str = "ink", title: str = ""
) -> svg.Element:
    """Return a round token around (`x`, `y`) with a short text."""
    disc = svg.Circle(cx=_number(x), cy=_number(y), r=_number(size / 2), class_=_names(classes))
    words = label(
        text, x, y + size * 0.22, size * 0.9, size * 0.6, anchor="middle", classes="on bold"
    )
    return group([disc, words], title=title, classes="token")


def curve(paths: Sequence[svg.PathData], classes: str) -> svg.Element:
    """Return a path."""
    return svg.Path(d=list(paths), class_=_names(classes))


def arrow(
    start: tuple[float, float], end: tuple[float, float], seat: Seat, *, dashed: bool = False
) -> list[svg.Element]:
    """Return an arrow in the colour of a seat, with a margin that sets it off from cards."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    neck = (end[0] - 13 * cos(turn), end[1] - 13 * sin(turn))
    head = [end] + [
        (neck[0] + side * 9 * sin(turn), neck[1] - side * 9 * cos(turn)) for side in (1, -1)
    ]
    line: list[svg.PathData] = [
        svg.M(_number(start[0]), _number(start[1])),
        svg.L(_number(neck[0]), _number(neck[1])),
    ]
    name = f"line{seat % SEATS}"
    return [
        curve(line, "casing"),
        _polygon(head, "casing"),
        curve(line, f"{name} dashed" if dashed else name),
        _polygon(head, f"seat{seat % SEATS}"),
    ]


def moved(elements: Sequence[svg.Element], x: float, y: float) -> svg.Element:
    """Return elements, so much to the right and further down."""
    return svg.G(transform=[svg.Translate(_number(x), _number(y))], elements=list(elements))


def card(
    place: Box,
    name: str,
    *,
    corner: object = "",
    corner_classes: str = "bold",
    foot: str = "",
    seat: Seat | None = None,
    title: str = "",
    classes: str = "",
    mark: Mark = NO_MARK,
    data: dict[str, object] | None = None,
    extras: Iterable[svg.Element | None] = (),
    size: float = 13,
    lines: int = 2,
) -> svg.Element:
    """Return a card that lies open: its name, a number in the corner, a word at the foot.

    `extras` are drawn on it. Its title is `title`, or else its name.
    """
    edge = "face" if seat is None else f"edge{seat % SEATS}"
    inner = place.inset(5)
    head = 0.0 if corner == "" and seat is None else size * 1.5
    drawn: list[svg.Element | None] = [box(place, edge, 5)]
    if seat is not None:
        drawn.append(emblem(seat, place.x + size, place.y + size, size * 1.15))
    if corner != "":
        drawn.append(
            label(
                corner,
                inner.right,
                place.y + size * 1.5,
                inner.width - size * 1.6,
                size * 1.35,
                anchor="end",
                classes=corner_classes,
            )
        )
    longest = max((measure(word, size) for word in name.split()), default=1.0)
    drawn += paragraph(
        name,
        place.middle[0],
        place.y + head + size * 1.25,
        inner.width + 4,
        size * min(1.0, max(0.85, (inner.width + 4) / longest)),
        lines=lines,
        anchor="middle",
        classes="name",
    )
    if foot:
        drawn.append(
            label(
                foot,
                place.middle[0],
                inner.bottom - 1,
                inner.width,
                size * 0.85,
                anchor="middle",
                classes="soft",
            )
        )
    drawn += extras
    return group(
        drawn,
        title=title or name,
        classes=f"card {classes}",
        mark=mark,
        outline=place,
        data=data,
    )


def pile(
    place: Box,
    name: str,
    count: int,
    *,
    seat: Seat | None = None,
    title: str = "",
    classes: str = "",
    mark: Mark = NO_MARK,
    data: dict[str, object] | None = None,
) -> svg.Element:
    """Return a pile of cards face down, with their number; an empty one is only an outline."""
    tint = "field" if seat is None else f"tint{seat % SEATS}"
    drawn: list[svg.Element | None] = []
    depth = min(3, count)
    if not count:
        drawn.append(box(place, "slot", 5))
    for layer in reversed(range(depth)):
        shift = layer * 3
        under = Box(place.x + shift, place.y - shift, place.width, place.height)
        drawn.append(box(under, tint, 5))
    x, y = place.middle
    drawn += [
        label(count, x, y + 3, place.width - 6, 20, anchor="middle", classes="bold"),
        label(name, x, place.bottom - 7, place.width - 6, 12, anchor="middle", classes="soft"),
    ]
    return group(
        drawn,
        title=title or f"{name}: {count}",
        classes=f"pile {classes}",
        mark=mark,
        outline=place,
        data={"count": count, **(data or {})},
    )


def chip(
    place: Box, text: str, *, mark: Mark = NO_MARK, classes: str = "", title: str = ""
) -> svg.Element:
    """Return a text in a frame, such as an option that no other element stands for."""
    x, y = place.middle
    words = label(text, x, y + 5, place.width - 16, 14, anchor="middle")
    drawn = [box(place, "face", place.height / 2), words]
    return group(
        drawn,
        title=title or text,
        classes=f"chip {classes}",
        mark=mark,
        outline=place.inset(1),
        radius=place.height / 2 + 1,
    )
