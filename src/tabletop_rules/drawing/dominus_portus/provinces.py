"""The map: provinces with their tokens, tiles and armies, and the borders between them."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import svg
from attrs import evolve, frozen

from tabletop_rules.core import Seat
from tabletop_rules.dominus_portus import (
    DeployGeneral,
    DeployLegion,
    MapBoard,
    MoveGeneral,
    MoveLegion,
    RevealToken,
    View,
)
from tabletop_rules.dominus_portus.events import TokenRevealed, UnitDeployed, UnitMoved
from tabletop_rules.dominus_portus.scoring import Award
from tabletop_rules.dominus_portus.units import Reveal
from tabletop_rules.drawing.dominus_portus.layout import Point, map_places
from tabletop_rules.drawing.scenes import Mark, Scene
from tabletop_rules.drawing.shapes import Box, box, emblem, group, label, token

__all__ = ["MapDrawing", "map_drawing"]

_PLACES: Final = ("1st", "2nd", "3rd")
_GENERAL: Final = "\u2605"
_LEGEND: Final = (
    "Number: Legions \u00b7 \u2605 General \u00b7 1st, 2nd, 3rd: which multiplier is paid",
    "Line: border \u00b7 dots: connected over sea \u00b7 ?: settlement token",
)
_HEAD: Final = 46
_ROW: Final = 26
_LOW: Final = 42
_BENDS: Final = (0.0, 0.12, -0.12, 0.17, -0.17, 0.28, -0.28, 0.36, -0.36)
"""How far a line may be bent to either side; beside another one it is not straight."""
_STEPS: Final = 16
_ROOM: Final = 4


@frozen
class MapDrawing:
    """How large the map is, and its elements with (0, 0) in the upper left corner."""

    width: int
    height: int
    elements: tuple[svg.Element, ...]


@frozen
class _Frame:
    """How columns and rows become places: the size of a province, the steps, and the first one."""

    width: int
    height: int
    head: int
    across: float
    down: float
    left: float = 0.0
    top: float = 0.0

    def box(self, point: Point) -> Box:
        """Return where a province is drawn."""
        x, y = self.left + point[0] * self.across, self.top + point[1] * self.down
        return Box(x, y, self.width, self.height)


def map_drawing(scene: Scene[View], width: int) -> MapDrawing:
    """Return the map, at least so wide."""
    board = scene.view.config.map_board
    places = map_places(board)
    seats = scene.view.config.seats
    side = 102 if scene.narrow else 166
    rows = seats if scene.narrow else -(-seats // 2)
    columns = max(column for column, _ in places.values())
    lines = max(row for _, row in places.values())
    across = min((width - side) / columns, 1.7 * side) if columns else side
    if across < side + 6:
        across = side + 30
    head = _HEAD + 16 if scene.narrow else _HEAD
    high = head + _ROW * rows + 6
    tight = _Frame(side, high, head, across, high + (30 if scene.narrow else 34))
    least = Box(0, 0, max(width, columns * across + side), tight.box((0, lines)).bottom)
    whole = _with_lines(board, tight, least)
    frame = evolve(tight, left=-whole.x, top=-whole.y)
    wide, height = math.ceil(whole.width), math.ceil(whole.height)
    drawn = [
        *_borders(scene, frame),
        *(_province(scene, frame, name) for name in board.all),
        *(
            label(line, 2, height + 18 + 16 * row, wide - 4, 12, classes="soft")
            for row, line in enumerate(_LEGEND)
        ),
    ]
    return MapDrawing(wide, height + _LOW, tuple(drawn))


def _borders(scene: Scene[View], frame: _Frame) -> Iterator[svg.Element]:
    board = scene.view.config.map_board
    places = map_places(board)
    moved = {
        frozenset((event.source, event.target))
        for event in scene.marks.events
        if isinstance(event, UnitMoved)
    }
    for first, second, kind, bend in bends(board, evolve(frame, left=0.0, top=0.0)):
        line = _line(frame.box(places[first]), frame.box(places[second]), bend)
        name = "connected over sea" if kind == "sea" else "adjacent"
        new = frozenset((first, second)) in moved
        back = svg.Path(d=line.d, class_=["trace"]) if new else None
        yield group(
            [line_of(line, kind), back],
            title=f"{first} and {second} are {name}",
            classes=f"border {kind}",
            mark=Mark((), new),
        )


@lru_cache(maxsize=1 << 6)
def bends(board: MapBoard, frame: _Frame) -> tuple[tuple[str, str, str, float], ...]:
    """Return the two ends of each border, ``land`` or ``sea``, and how far its line is bent.

    A line is bent where it would go behind a third province, no farther than it helps.
    """
    boxes = {name: frame.box(place) for name, place in map_places(board).items()}
    land = dict.fromkeys(frozenset(pair) for pair in board.borders)
    sea = dict.fromkeys(frozenset(pair) for pair in board.dotted)
    found: list[tuple[str, str, str, float]] = []
    for kind, pairs in (("land", land), ("sea", sea)):
        for pair in pairs:
            first, second = sorted(pair, key=board.index.__getitem__)
            others = [place.inset(-_ROOM) for name, place in boxes.items() if name not in pair]
            beside = kind == "sea" and pair in land
            bend = _bend(boxes[first], boxes[second], others, _BENDS[beside:])
            found.append((first, second, kind, bend))
    return tuple(found)


def _bend(first: Box, second: Box, others: list[Box], bends: tuple[float, ...]) -> float:
    """Return the first of the bends by which the least of a line is hidden by other provinces."""
    best, least = bends[0], _STEPS + 2
    for bend in bends:
        points = [_along(first, second, bend, step / _STEPS) for step in range(_STEPS + 1)]
        hidden = sum(
            any(o.x < x < o.x + o.width and o.y < y < o.y + o.height for o in others)
            for x, y in points
        )
        if hidden < least:
            best, least = bend, hidden
        if not hidden:
            break
    return best


def _with_lines(board: MapBoard, frame: _Frame, least: Box) -> Box:
    """Return the box of a map, larger where a bent line leaves it."""
    places = map_places(board)
    points = [
        _along(frame.box(places[first]), frame.box(places[second]), bend, step / _STEPS)
        for first, second, _, bend in bends(board, frame)
        if bend
        for step in range(_STEPS + 1)
    ]
    left = min([0.0, *(x - _ROOM for x, _ in points)])
    top = min([0.0, *(y - _ROOM for _, y in points)])
    right = max([least.right, *(x + _ROOM for x, _ in points)])
    bottom = max([least.bottom, *(y + _ROOM for _, y in points)])
    return Box(left, top, right - left, bottom - top)


def _along(first: Box, second: Box, bend: float, part: float) -> tuple[float, float]:
    """Return the point of a line so far along it, from 0 to 1."""
    (x1, y1), (x, y), (x2, y2) = first.middle, _control(first, second, bend), second.middle
    a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return a * x1 + b * x + c * x2, a * y1 + b * y + c * y2


def _control(first: Box, second: Box, bend: float) -> tuple[float, float]:
    """Return the point that pulls a line to one side."""
    (x1, y1), (x2, y2) = first.middle, second.middle
    return (x1 + x2) / 2 - bend * 2 * (y2 - y1), (y1 + y2) / 2 + bend * 2 * (x2 - x1)


def line_of(line: svg.Path, kind: str) -> svg.Element:
    """Return a border as it is drawn: a line, or dots over sea."""
    return svg.Path(d=line.d, class_=[f"{kind}-line"])


def _line(first: Box, second: Box, bend: float) -> svg.Path:
    (x1, y1), (x, y), (x2, y2) = first.middle, _control(first, second, bend), second.middle
    start = svg.M(round(x1, 1), round(y1, 1))
    if not bend:
        return svg.Path(d=[start, svg.L(round(x2, 1), round(y2, 1))])
    return svg.Path(d=[start, svg.Q(round(x, 1), round(y, 1), round(x2, 1), round(y2, 1))])


def _province(scene: Scene[View], frame: _Frame, name: str) -> svg.Element:
    """Return a province: its name, token, tile, and what each player has there."""
    view = scene.view
    board = view.config.map_board
    place = frame.box(map_places(board)[name])
    index = board.index[name]
    rome = name == board.rome
    tile = "" if rome or index > len(view.state.dealt.tiles) else view.state.dealt.tiles[index - 1]
    found = scene.marks.where(
        lambda option: (
            (rome and isinstance(option, DeployLegion | DeployGeneral))
            or (isinstance(option, MoveLegion | MoveGeneral) and option.target == name)
        )
    )
    last = scene.marks.happened(("target", name)) or any(
        isinstance(e, UnitDeployed | TokenRevealed) and e.province == name
        for e in scene.marks.events
    )
    last = last or (scene.marks.happened(("tile", tile)) and _dealt(scene, name))
    beside = 12 if scene.narrow else 36
    drawn: list[svg.Element | None] = [
        box(place, "rome" if rome else "province", 8),
        label(name, place.x + 7, place.y + 18, place.width - beside, 14, classes="bold"),
        _token(scene, place, name) if view.state.sealed >> index & 1 else None,
        *_tile(scene, place, tile, rome),
    ]
    columns = 1 if scene.narrow else 2
    wide = (place.width - 8 - 4 * (columns - 1)) / columns
    awards = {p.province: p.awards for p in view.breakdown.provinces}.get(name, ())
    for seat in range(view.config.seats):
        slot = Box(
            place.x + 4 + seat % columns * (wide + 4),
            place.y + frame.head + seat // columns * _ROW,
            wide,
            _ROW - 3,
        )
        drawn.append(_army(scene, slot, seat, name, awards[seat] if awards else None))
    return group(
        drawn,
        title=_said(scene, name, tile),
        classes="province-box",
        mark=Mark(found, last),
        outline=place,
        data={"province": name},
    )


def _dealt(scene: Scene[View], name: str) -> bool:
    return scene.marks.happened(("province", name))


def _said(scene: Scene[View], name: str, tile: str) -> str:
    """Return what a province is, and its neighbours: lines are hard to follow on a dense map."""
    board = scene.view.config.map_board
    beside = f"Adjacent: {', '.join(board.neighbours[name])}."
    if name == board.rome:
        return f"{name}: units are deployed here; it scores nothing. {beside}"
    if not tile:
        return f"{name}. {beside}"
    printed = scene.view.config.score_tiles.by_name[tile]
    points = " / ".join(map(str, printed.points))
    worth = f"Worth {points} for the first three places."
    return f"{name}. {printed.name}: {printed.text} {worth} {beside}"


def _tile(scene: Scene[View], place: Box, tile: str, rome: bool) -> list[svg.Element]:
    """Return the score tile of a province, or what stands in Rome instead."""
    x, y = place.x + 8, place.y + 35
    if rome:
        return [label("scores nothing", x, y, place.width - 16, 12, classes="soft")]
    if not tile:
        return []
    points = "\u00b7".join(map(str, scene.view.config.score_tiles.by_name[tile].points))
    room = 8 + 6 * len(points)
    if scene.narrow:
        inner = place.width - 14
        drawn = [
            label(tile, x - 1, y, inner, 11, classes="soft"),
            label(f"pays {points}", x - 1, y + 15, inner, 11),
        ]
        return [group(drawn, classes="score-tile", data={"tile": tile})]
    return [
        group(
            [
                label(tile, x, y, place.width - 16 - room, 11, classes="soft"),
                label(points, place.right - 8, y, 80, 12, anchor="end"),
            ],
            classes="score-tile",
            data={"tile": tile},
        )
    ]


def _token(scene: Scene[View], place: Box, name: str) -> svg.Element:
    ask = scene.view.state.agenda[-1] if scene.view.state.agenda else None
    found: tuple[int, ...] = ()
    if isinstance(ask, Reveal) and ask.province == name:
        found = scene.marks.where(lambda option: isinstance(option, RevealToken))
    x, y = place.right - 15, place.y + (46 if scene.narrow else 14)
    title = "Settlement token, face down"
    disc = token("?", x, y, 19, classes="ink", title=title)
    return group([disc], classes="sealed", mark=Mark(found), outline=Box(x - 10, y - 10, 20, 20))


def _army(
    scene: Scene[View], place: Box, seat: Seat, name: str, award: Award | None
) -> svg.Element | None:
    """Return what a player has in a province, nothing if that is no unit."""
    army = scene.view.state.armies[seat]
    index = scene.view.config.map_board.index[name]
    legions, general = army.legions[index], army.general == index
    if not legions and not general:
        return None
    own = scene.view.actor == seat
    found = scene.marks.where(
        lambda option: (
            own and isinstance(option, MoveLegion | MoveGeneral) and option.source == name
        )
    )
    last = any(
        (isinstance(e, UnitMoved) and (e.seat, e.target) == (seat, name))
        or (isinstance(e, UnitDeployed) and (e.seat, e.province) == (seat, name))
        for e in scene.marks.events
    )
    units = [f"{legions} Legion{'' if legions == 1 else 's'}"] if legions else []
    units += ["the General"] if general else []
    title = f"Seat {seat}: {' and '.join(units)}, power {army.power(index)}"
    mark = ""
    if award is not None and award.place is not None:
        mark = _PLACES[award.place - 1]
        title += f"; {mark} place pays {award.multiplier} for each of {award.count}: {award.points}"
    x, y = place.x, place.y + place.height / 2
    shown = f"{legions or ''}{_GENERAL if general else ''}"
    drawn = [
        box(place, f"tint{seat}", 5),
        emblem(seat, x + 11, y, 17),
        label(shown, x + 22, y + 5, place.width - 48, 14, classes="bold"),
        label(mark, place.right - 4, y + 4, 24, 11, anchor="end"),
    ]
    return group(
        drawn,
        title=title,
        classes="army",
        mark=Mark(found, last),
        outline=place.inset(1),
        radius=4,
        data={"seat": seat, "legions": legions, "general": int(general)},
    )
