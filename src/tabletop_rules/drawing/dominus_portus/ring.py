"""The ring of ports and islands, with ships and the supply of goods."""

import math
from collections.abc import Iterator
from itertools import groupby
from typing import Final

import svg
from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.dominus_portus import DealIsland, DrawGood, View
from tabletop_rules.dominus_portus.draws import DealIslands
from tabletop_rules.dominus_portus.events import GoodDrawn, GoodsLost, GoodsReturned, ShipMoved
from tabletop_rules.dominus_portus.harbours import Space
from tabletop_rules.drawing.scenes import Mark, Scene
from tabletop_rules.drawing.shapes import Box, box, emblem, group, label

__all__ = ["RingDrawing", "ring_drawing"]

_NAMES: Final = 20
_BAND: Final = 24
_LANE: Final = 21
_SMALLEST: Final = 196
_INSIDE: Final = 62
_LINE: Final = 17


@frozen
class RingDrawing:
    """How large the ring is, and its elements with (0, 0) in the upper left corner."""

    width: int
    height: int
    elements: tuple[svg.Element, ...]


@frozen
class _Circle:
    """The ring as a circle: ships go round it counterclockwise."""

    middle: float
    radius: float
    start: float
    step: float
    seats: int

    def at(self, turn: float, radius: float) -> tuple[float, float]:
        """Return the point so many spaces from the beginning of the ring."""
        angle = self.start - turn * self.step
        return self.middle + radius * math.cos(angle), self.middle + radius * math.sin(angle)

    @property
    def band(self) -> float:
        """Where the band of arrows begins, seen from outside."""
        return self.radius - _NAMES

    @property
    def lanes(self) -> float:
        """Where the lanes of ships begin."""
        return self.band - _BAND

    @property
    def inside(self) -> float:
        """Where the inside of the ring begins."""
        return self.lanes - _LANE * self.seats

    def lane(self, seat: Seat) -> float:
        """Return the radius at which the ship of a seat sails, so that no two meet."""
        return self.lanes - _LANE * (seat + 0.5)

    def sector(self, first: float, last: float, outer: float, inner: float) -> svg.Path:
        """Return a part of the ring between two turns and two radii."""
        (x1, y1), (x2, y2) = self.at(first, outer), self.at(last, outer)
        (x3, y3), (x4, y4) = self.at(last, inner), self.at(first, inner)
        large = (last - first) * self.step > math.pi
        return svg.Path(
            d=[
                svg.M(*_rounded(x1, y1)),
                svg.Arc(round(outer, 1), round(outer, 1), 0, large, False, *_rounded(x2, y2)),
                svg.L(*_rounded(x3, y3)),
                svg.Arc(round(inner, 1), round(inner, 1), 0, large, True, *_rounded(x4, y4)),
                svg.Z(),
            ]
        )


def _rounded(x: float, y: float) -> tuple[float, float]:
    return round(x, 1), round(y, 1)


def ring_drawing(scene: Scene[View], width: int) -> RingDrawing:
    """Return the ring with the goods below it, at least so wide."""
    state = scene.view.state
    goods = _goods(scene, 0, 0, width)
    if not state.ships:
        dealt = ", ".join(state.dealt.islands) or "none yet"
        found = scene.marks.where(lambda option: isinstance(option, DealIsland))
        waits = bool(state.agenda) and isinstance(state.agenda[-1], DealIslands)
        line = label(f"Islands dealt: {dealt}", 2, 22, width - 4, 14)
        mark = Mark(found if waits else (), scene.marks.happened(*state.dealt.islands))
        frame = Box(0, 4, width, 26)
        one = group([line], classes="islands", mark=mark, outline=frame)
        return RingDrawing(width, 34, (one,))
    ring = state.ring
    least = _INSIDE + _NAMES + _BAND + _LANE * len(state.ships)
    around = len(ring) * 25 / (2 * math.pi) + _NAMES + _BAND + _LANE * len(state.ships)
    radius = max(min(_SMALLEST, (width - 4) / 2), least, around)
    wide = max(width, math.ceil(2 * radius + 4))
    step = 2 * math.pi / len(ring)
    circle = _Circle(wide / 2, radius, _start(scene, step), step, len(state.ships))
    # Its middle is as far from the top as from the sides; so move it up.
    lift = wide / 2 - radius - 2
    drawn = [
        *_tiles(scene, circle),
        *(_space(scene, circle, place, space) for place, space in enumerate(ring)),
        *_inside(scene, circle),
        *(_ship(scene, circle, seat) for seat in range(len(state.ships))),
    ]
    height = math.ceil(2 * radius + 4)
    moved = svg.G(transform=[svg.Translate(0, round(-lift, 1))], elements=drawn)
    goods = _goods(scene, 0, height + 6, wide)
    return RingDrawing(wide, goods.height, (moved, *goods.elements))


def _start(scene: Scene[View], step: float) -> float:
    """Return the angle at which the ring begins: the viewer's port lies at the bottom."""
    seat = scene.view.seat or 0
    spaces = scene.view.config.harbour.port_spaces
    first = scene.view.state.ring.index(Space(seat, 1))
    return math.pi / 2 + step * (first + spaces / 2)


def _tiles(scene: Scene[View], circle: _Circle) -> Iterator[svg.Element]:
    """Give the name of each port and island, outside its spaces."""
    state = scene.view.state
    first = 0
    for (port, is_port), spaces in groupby(state.ring, key=lambda s: (s.port, s.arrow is None)):
        count = len(list(spaces))
        name = f"Port {port}" if is_port else state.dealt.islands[port]
        shape = circle.sector(first, first + count, circle.radius, circle.band)
        shape.class_ = [f"tint{port}" if is_port else "field"]
        room = circle.radius * circle.step * count - 8
        words = [shape, _along(circle, first + count / 2, name, room - (24 if is_port else 0))]
        if is_port and room > 60:
            x, y = circle.at(first + 0.35, circle.radius - _NAMES / 2)
            words.append(emblem(port, x, y, 15))
        last = not is_port and any(
            getattr(event, "island", None) == name for event in scene.marks.events
        )
        title = f"The port of seat {port}" if is_port else f"The island {name}"
        data: dict[str, object] = {"port": port} if is_port else {"island": name}
        kind = "port" if is_port else "island"
        yield group(words, title=title, classes=f"tile {kind}", mark=Mark((), last), data=data)
        first += count


def _along(circle: _Circle, turn: float, text: str, room: float) -> svg.Element:
    """Return a text along the ring, upright as far as it can be."""
    x, y = circle.at(turn, circle.radius - _NAMES / 2)
    degrees = math.degrees(circle.start - turn * circle.step) + 90
    degrees = (degrees + 90) % 180 - 90
    words = label(text, x, y + 4.5, max(room, 12), 13, anchor="middle", classes="bold")
    turned = svg.Rotate(round(degrees, 1), round(x, 1), round(y, 1))
    return svg.G(transform=[turned], elements=[words])


def _space(scene: Scene[View], circle: _Circle, place: int, space: Space) -> svg.Element:
    state = scene.view.state
    body = circle.sector(place, place + 1, circle.lanes, circle.inside)
    band = circle.sector(place, place + 1, circle.band, circle.lanes)
    drawn: list[svg.Element] = [body, band]
    if space.arrow is None:
        body.class_ = [f"tint{space.port}"]
        band.class_ = [f"tint{space.port}"]
        title = f"Port of seat {space.port}, space {space.number}"
    else:
        body.class_ = ["face"]
        band.class_ = [space.arrow.value]
        title = f"{state.dealt.islands[space.port]}, space {space.number}: "
        title += f"{space.arrow.value} arrow{', Anchor' if space.anchor else ''}"
        chord = circle.lanes * circle.step
        size = min(15.0, chord * 0.36)
        drawn += _arrow(circle, place, space, size)
    last = scene.marks.happened(("target", str(space)))
    if last:
        trace = circle.sector(place, place + 1, circle.band, circle.inside)
        trace.class_ = ["trace"]
        drawn.append(trace)
    return group(
        drawn,
        title=title,
        classes=f"space{' anchor' if space.anchor else ''}",
        mark=Mark((), last),
        data={"space": space},
    )


def _arrow(circle: _Circle, place: int, space: Space, size: float) -> list[svg.Element]:
    """Return the letter of an arrow's colour, and the Anchor beside it."""
    assert space.arrow is not None
    aside = size * 0.75 / ((circle.band - _BAND / 2) * circle.step) if space.anchor else 0.0
    x, y = circle.at(place + 0.5 - aside, circle.band - _BAND / 2)
    letter = space.arrow.value[0].upper()
    words = label(letter, x, y + size * 0.36, 24, size, anchor="middle", classes="white bold")
    if not space.anchor:
        return [words]
    x, y = circle.at(place + 0.5 + aside, circle.band - _BAND / 2)
    return [words, _anchor(x, y, size)]


def _anchor(x: float, y: float, size: float) -> svg.Element:
    """Return an anchor around (`x`, `y`)."""
    half = size / 2
    return svg.Path(
        d=[
            svg.M(*_rounded(x, y - half * 0.55)),
            svg.L(*_rounded(x, y + half)),
            svg.M(*_rounded(x - half * 0.5, y - half * 0.2)),
            svg.L(*_rounded(x + half * 0.5, y - half * 0.2)),
            svg.M(*_rounded(x - half * 0.85, y + half * 0.25)),
            svg.Q(*_rounded(x - half * 0.6, y + half), *_rounded(x, y + half)),
            svg.Q(*_rounded(x + half * 0.6, y + half), *_rounded(x + half * 0.85, y + half * 0.25)),
            svg.M(*_rounded(x, y - half * 0.55)),
            svg.L(*_rounded(x, y - half)),
        ],
        class_=["anchor-line"],
    )


def _inside(scene: Scene[View], circle: _Circle) -> list[svg.Element]:
    """Return what stands in the middle: how ships go."""
    x = circle.middle
    room = circle.inside * 1.7
    words = ("Ships sail", "counterclockwise")
    return [
        label(text, x, x - 4 + 18 * row, room, 13, anchor="middle", classes="soft")
        for row, text in enumerate(words)
    ]


def _ship(scene: Scene[View], circle: _Circle, seat: Seat) -> svg.Element:
    state = scene.view.state
    ship = state.ships[seat]
    x, y = circle.at(ship.space + 0.5, circle.lane(seat))
    hull = svg.Path(
        d=[
            svg.M(*_rounded(x - 11, y + 3)),
            svg.L(*_rounded(x + 11, y + 3)),
            svg.L(*_rounded(x + 6, y + 10)),
            svg.L(*_rounded(x - 6, y + 10)),
            svg.Z(),
        ],
        class_=["ink"],
    )
    last = any(isinstance(e, ShipMoved) and e.seat == seat for e in scene.marks.events)
    return group(
        [hull, emblem(seat, x, y - 1, 18)],
        title=f"The ship of seat {seat}, on {state.ring[ship.space]}",
        classes="ship",
        mark=Mark((), last),
        outline=Box(x - 11, y - 11, 22, 22),
        data={"seat": seat, "space": state.ring[ship.space]},
    )


def _goods(scene: Scene[View], x: int, y: int, width: int) -> RingDrawing:
    """Return how many of each good are left in the supply, and what they give."""
    state = scene.view.state
    held = state.goods_held
    columns = max(1, width // 210)
    wide = width / columns
    drawn: list[svg.Element] = [
        label("Goods in the supply", x + 2, y + 14, width - 4, 13, classes="bold")
    ]
    events = scene.marks.events
    for place, good in enumerate(scene.view.config.goods.goods):
        left, row = x + place % columns * wide, y + 20 + place // columns * (_LINE + 2)
        count = good.copies - held.count(good.name)
        found = scene.marks.option(good.name, kind=DrawGood)
        last = any(
            (isinstance(e, GoodDrawn) and e.good == good.name)
            or (isinstance(e, GoodsLost) and good.name in e.goods)
            for e in events
        ) or (bool(found) and any(isinstance(e, GoodsReturned) for e in events))
        line = [
            label(count, left + 22, row + 13, 20, 13, anchor="end", classes="bold"),
            label(f"{good.name}: {good.bonus}", left + 28, row + 13, wide - 36, 13),
        ]
        drawn.append(
            group(
                [box(Box(left, row, wide - 4, _LINE), "clear", 4), *line],
                title=f"{count} of {good.copies} {good.name} in the supply; gives {good.bonus}",
                classes="good",
                mark=Mark(found, last),
                outline=Box(left, row, wide - 4, _LINE),
                data={"good": good.name, "count": count},
            )
        )
    rows = -(-len(scene.view.config.goods.goods) // columns)
    return RingDrawing(width, y + 24 + rows * (_LINE + 2), tuple(drawn))
