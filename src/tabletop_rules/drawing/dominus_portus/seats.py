"""What each player has: points, city, units in the supply, goods on the ship."""

from typing import Final

import svg

from tabletop_rules.core import Seat
from tabletop_rules.dominus_portus import (
    ChooseTrack,
    Colour,
    DeployGeneral,
    DeployLegion,
    View,
)
from tabletop_rules.dominus_portus.events import (
    Gained,
    GainsBooked,
    GoodDrawn,
    StarGained,
    TilePlaced,
    UnitDeployed,
)
from tabletop_rules.dominus_portus.scoring import SeatTotal
from tabletop_rules.dominus_portus.values import counted
from tabletop_rules.drawing.lettering import measure
from tabletop_rules.drawing.scenes import Mark, Scene
from tabletop_rules.drawing.shapes import Box, box, emblem, group, label, paragraph

__all__ = ["seat_panel"]

_PAD: Final = 10
_LINE: Final = 16
_CHIP: Final = 24
_ICONS: Final = ("columns", "lyres", "masks", "monuments")


def seat_panel(
    scene: Scene[View], seat: Seat, x: int, y: int, width: int
) -> tuple[svg.Element, int]:
    """Return the panel of a player, and how high it is."""
    drawn: list[svg.Element] = []
    low = y + 48
    low = _city(scene, seat, drawn, Box(x + _PAD, low, width - 2 * _PAD, 0))
    if scene.view.state.armies:
        low = _units(scene, seat, drawn, Box(x + _PAD, low, width - 2 * _PAD, 0))
    if scene.view.state.ships:
        low = _goods(scene, seat, drawn, Box(x + _PAD, low, width - 2 * _PAD, 0))
    height = round(low - y + 4)
    return (
        group(
            [
                box(Box(x, y, width, height), "panel", 10),
                box(Box(x, y, 5, height), f"seat{seat}", 2),
                *_head(scene, seat, x, y, width),
                *drawn,
            ],
            classes="seat-panel",
            data={"seat": seat},
        ),
        height,
    )


def _head(scene: Scene[View], seat: Seat, x: int, y: int, width: int) -> list[svg.Element]:
    view = scene.view
    you = " (you)" if seat == view.seat else ""
    acts = view.actor == seat
    turn = bool(view.state.agenda) and view.state.seat == seat
    note = "to act" if acts else "has the turn" if turn else ""
    total = view.breakdown.seats[seat]
    points = group(
        [
            label(total.total, x + width - 12, y + 26, 70, 24, anchor="end", classes="bold"),
            label("points", x + width - 12, y + 40, 70, 12, anchor="end", classes="soft"),
        ],
        title=_sources(total),
        classes="points",
        mark=Mark((), _gained(scene, seat)),
        outline=Box(x + width - 62, y + 4, 56, 40),
        data={"count": total.total},
    )
    room = width - 110
    return [
        emblem(seat, x + 24, y + 23, 26),
        label(f"Seat {seat}{you}", x + 44, y + 22, room, 16, classes="bold"),
        label(note, x + 44, y + 38, room, 13, classes="option-text bold" if acts else "soft"),
        points,
    ]


def _gained(scene: Scene[View], seat: Seat) -> bool:
    kinds = (Gained, GainsBooked, TilePlaced, StarGained)
    return any(isinstance(e, kinds) and e.seat == seat for e in scene.marks.events)


def _sources(total: SeatTotal) -> str:
    """Return where the points come from, in words."""
    parts = (
        (total.points, "so far"),
        (total.provinces, "for provinces"),
        (total.coins, "for coins"),
        (total.population, "for population"),
        (total.faith, "for faith"),
    )
    return "Points: " + ", ".join(f"{n} {name}" for n, name in parts if n or name == "so far")


def _city(scene: Scene[View], seat: Seat, drawn: list[svg.Element], place: Box) -> float:
    """Add what the city has; return where the next part begins."""
    state = scene.view.state
    city = state.cities[seat]
    tally = city.tally
    lines: list[str] = []
    if not scene.view.config.hosted:
        have = f"{counted(city.coins, 'coins')} \u00b7 {city.population} population"
        lines.append(f"{have} \u00b7 {city.faith} faith")
    if state.armies:
        paid = scene.view.breakdown.seats[seat].provinces
        lines.append(f"{counted(paid, 'points')} from provinces")
    text = ", ".join(
        counted(number, name) for name in _ICONS for number in [getattr(tally, name)] if number
    )
    y = place.y + 12
    inner = [
        label(line, place.x, y + row * _LINE, place.width, 13) for row, line in enumerate(lines)
    ]
    y += _LINE * len(lines)
    said = paragraph(text or "no icons", place.x, y, place.width, 13, lines=2)
    drawn.append(group([*inner, *said], classes="city", data={"seat": seat}))
    y += _LINE * len(said)
    districts = (tally.brown, tally.purple, tally.red)
    stars = (tally.brown_stars, tally.purple_stars, tally.red_stars)
    drawn += [label("Districts", place.x, y + 7, 56, 13), label("Stars", place.x, y + 28, 56, 13)]
    for column, colour in enumerate(Colour):
        x = place.x + 74 + column * 46
        drawn += [
            _district(colour, districts[column], x, y),
            _track(scene, seat, colour, stars[column], x, y + 21),
        ]
    return y + 40


def _district(colour: Colour, count: int, x: float, y: float) -> svg.Element:
    """Return how many districts of a colour there are."""
    letter = colour.value[0].upper()
    return group(
        [
            box(Box(x - 9, y - 7, 18, 18), colour.value, 2),
            label(letter, x, y + 6, 18, 11, anchor="middle", classes="white bold"),
            label(count, x + 14, y + 7, 20, 13, classes="bold"),
        ],
        title=f"{counted(count, 'districts')} in {colour.value}",
        classes="district",
        data={"colour": colour.value, "count": count},
    )


def _track(  # noqa: PLR0917 - where, whose and which
    scene: Scene[View], seat: Seat, track: Colour, count: int, x: float, y: float
) -> svg.Element:
    """Return how many stars a player has on a track."""
    found = scene.marks.option(track, kind=ChooseTrack) if scene.view.actor == seat else ()
    last = any(
        isinstance(e, StarGained) and (e.seat, e.track) == (seat, track) for e in scene.marks.events
    )
    letter = track.value[0].upper()
    return group(
        [
            box(Box(x - 9, y - 7, 18, 18), track.value, 9),
            label(letter, x, y + 6, 18, 11, anchor="middle", classes="white bold"),
            label(count, x + 14, y + 7, 20, 13, classes="bold"),
        ],
        title=f"{counted(count, 'stars')} on the {track.value} track",
        classes="track",
        mark=Mark(found, last),
        outline=Box(x - 11, y - 9, 40, 22),
        data={"track": track.value, "count": count},
    )


def _units(scene: Scene[View], seat: Seat, drawn: list[svg.Element], place: Box) -> float:
    """Add the units in the supply; return where the next part begins."""
    army = scene.view.state.armies[seat]
    acts = scene.view.actor == seat
    kinds = (
        (f"{counted(army.supply, 'Legions')}", DeployLegion, bool(army.supply), False),
        (
            f"\u2605{' General' if place.width > 260 else ''}",
            DeployGeneral,
            army.general is None,
            True,
        ),
    )
    drawn.append(label("Supply", place.x, place.y + 16, 50, 13))
    x = place.x + 52
    for name, kind, there, general in kinds:
        wide = round(measure(name, 13) + 16)
        slot = Box(x, place.y, wide, _CHIP)
        if there:
            found = _deploys(scene, kind) if acts else ()
            drawn.append(
                group(
                    [
                        box(slot, f"tint{seat}", 5),
                        label(name, x + 8, place.y + 17, wide - 14, 13),
                    ],
                    title=f"In the supply of seat {seat}: {name}",
                    classes="supply",
                    mark=Mark(found, _deployed(scene, seat, general)),
                    outline=slot,
                    data={"general": int(general), "count": 1 if general else army.supply},
                )
            )
            x += wide + 8
    return place.y + _CHIP + 8


def _deploys(scene: Scene[View], kind: type) -> tuple[int, ...]:
    return scene.marks.where(lambda option: isinstance(option, kind))


def _deployed(scene: Scene[View], seat: Seat, general: bool) -> bool:
    return any(
        isinstance(e, UnitDeployed) and (e.seat, e.general) == (seat, general)
        for e in scene.marks.events
    )


def _goods(scene: Scene[View], seat: Seat, drawn: list[svg.Element], place: Box) -> float:
    """Add the goods that the ship has collected; return where the next part begins."""
    state = scene.view.state
    ship = state.ships[seat]
    drawn.append(label("Goods", place.x, place.y + 16, 50, 13))
    x, y = place.x + 52, place.y
    if not ship.goods:
        drawn.append(label("none", x, y + 16, 60, 13, classes="soft"))
    for name in ship.goods:
        wide = round(min(measure(name, 13) + 16, place.width))
        if x + wide > place.x + place.width and x > place.x + 52:
            x, y = place.x + 52, y + _CHIP + 4
        drawn.append(_good(scene, seat, name, Box(x, y, wide, _CHIP)))
        x += wide + 6
    return y + _CHIP + 6


def _good(scene: Scene[View], seat: Seat, name: str, place: Box) -> svg.Element:
    bonus = scene.view.config.goods.by_name[name].bonus
    last = any(
        isinstance(e, GoodDrawn) and (e.seat, e.good) == (seat, name) for e in scene.marks.events
    )
    return group(
        [
            box(place, "face", 5),
            label(name, place.x + 8, place.y + 17, place.width - 14, 13),
        ],
        title=f"{name}: {bonus} when the ship leaves the island",
        classes="held-good",
        mark=Mark((), last),
        outline=place,
        data={"good": name, "seat": seat},
    )
