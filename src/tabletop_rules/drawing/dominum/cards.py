"""The cards of Dominum, on the board and in the hand, and the words on them."""

import svg

from tabletop_rules.core import Seat
from tabletop_rules.dominum.contents import CRITICAL, Card, Range
from tabletop_rules.dominum.state import Unit
from tabletop_rules.drawing.dominum.table import Table
from tabletop_rules.drawing.scenes import NO_MARK, Mark
from tabletop_rules.drawing.shapes import (
    Box,
    box,
    card,
    curve,
    emblem,
    group,
    label,
    paragraph,
    token,
)

__all__ = ["draw_open_card", "draw_power_card", "draw_unit", "printed"]


def printed(card: Card) -> str:
    """Return what is printed on a card."""
    words = [card.type.value, f"{card.range.value} range", *(["flying"] if card.fly else [])]
    return f"{card.name}: {_strength(card)}, {', '.join(words)}. {card.text}".rstrip()


def _strength(card: Card) -> str:
    if card.guard == card.strength:
        return f"strength {card.strength}"
    return f"attack strength {card.strength}, defence strength {card.guard}"


def _numbers(attack: int, defence: int) -> str:
    return str(attack) if attack == defence else f"{attack}/{defence}"


def draw_unit(table: Table, unit: Unit, place: Box, mark: Mark) -> svg.Element:
    """Return a card on the battlefield, with what holds of it now."""
    what = table.card(unit.seat, unit.card)
    attack, defence = table.strengths(unit)
    changed = (attack, defence) != (what.strength, what.guard)
    tokens = _tokens(unit)
    size = 11 if table.narrow else 12
    y = place.bottom - 11
    extras: list[svg.Element | None] = [
        _range(what, place.x + 11, y, 5),
        label(
            what.type.value,
            place.right - 6,
            y + 3,
            place.width - 28,
            size - 2,
            anchor="end",
            classes="soft",
        ),
    ]
    if what.fly:
        extras.append(
            _wings(
                place.x + (24 if table.narrow else 31), place.y + size + 1, 5 if table.narrow else 7
            )
        )
    step = min(20, (place.width - 12) / max(1, len(tokens)))
    start = place.middle[0] - step * (len(tokens) - 1) / 2
    for number, (text, classes, title) in enumerate(tokens):
        x = start + number * step
        if text == "wound":
            extras.append(_drop(x, place.bottom - 28, title))
        else:
            extras.append(token(text, x, place.bottom - 28, 17, classes=classes, title=title))
    here = table.view.config.board.names[unit.space]
    return card(
        place,
        what.name,
        corner=_numbers(attack, defence),
        corner_classes="bold bad-text" if changed else "bold",
        seat=unit.seat,
        title=_title(table, unit, here),
        classes="unit",
        mark=mark,
        data={"space": here, "seat": unit.seat, "name": what.name},
        extras=extras,
        size=size,
        lines=2 if tokens and table.narrow else 3,
    )


def _tokens(unit: Unit) -> list[tuple[str, str, str]]:
    """Return the tokens that lie on a card: text, classes, title."""
    found = [
        (unit.wounded, "wound", "", "wounded"),
        (unit.weakened, "-1", "ink", "weakened: attack and defence strength are 1 lower"),
        (unit.moved, "M", "done", "has moved in this phase"),
        (unit.attacked, "A", "done", "has attacked in this phase"),
        (unit.used != 0, "U", "done", "has used an ability in this phase"),
        (bool(unit.boosts or unit.granted), "+", "done", "has more until the end of the phase"),
    ]
    return [(text, classes, title) for there, text, classes, title in found if there]


def _title(table: Table, unit: Unit, here: str) -> str:
    what = table.card(unit.seat, unit.card)
    attack, defence = table.strengths(unit)
    now = f"now attack {attack}, defence {defence}"
    keywords = ", ".join(table.keywords(unit))
    states = [title for _, _, title in _tokens(unit)]
    parts = [f"{here}: {printed(what)}", f"Seat {unit.seat}, {now}", keywords, *states]
    return "\n".join(part for part in parts if part)


def draw_open_card(
    table: Table,
    seat: Seat,
    number: int,
    place: Box,
    *,
    mark: Mark = NO_MARK,
    classes: str = "in-hand",
) -> svg.Element:
    """Return a card that is not on the battlefield, with its text."""
    what = table.card(seat, number)
    x, y = place.x + 8, place.y + 6
    wide = place.width - 16
    numbers = _numbers(what.strength, what.guard)
    kind = f"{what.type.value}, {what.range.value}{', flies' if what.fly else ''}"
    drawn: list[svg.Element | None] = [
        box(place, f"edge{seat}", 5),
        emblem(seat, x + 7, y + 9, 16),
        label(what.name, x + 21, y + 14, wide - 60, 13, classes="bold name"),
        label(numbers, place.right - 8, y + 15, 34, 16, anchor="end", classes="bold"),
        _range(what, x + 7, y + 27, 5),
        label(kind, x + 21, y + 31, wide - 21, 11, classes="soft"),
        *paragraph(what.text, x, y + 47, wide, 11, lines=4),
    ]
    return group(
        drawn,
        title=printed(what),
        classes=f"card {classes}",
        mark=mark,
        outline=place,
        data={"seat": seat, "name": what.name},
    )


def draw_power_card(
    number: int, place: Box, mark: Mark = NO_MARK, classes: str = ""
) -> svg.Element:
    """Return a power card that lies open."""
    critical = number == CRITICAL
    x, y = place.middle
    size = min(22, place.height * 0.5)
    drawn: list[svg.Element | None] = [
        box(place, "face", 4),
        label(
            "C" if critical else number,
            x,
            y + size * 0.36,
            place.width - 4,
            size,
            anchor="middle",
            classes="bold bad-text" if critical else "bold",
        ),
    ]
    return group(
        drawn,
        title="the Critical" if critical else f"power card {number}",
        classes=f"power {classes}",
        mark=mark,
        outline=place,
        data={"card": "critical" if critical else number},
    )


def _range(card: Card, x: float, y: float, reach: float) -> svg.Element:
    """Return rays in the directions in which a card moves and attacks."""
    straight = ((1, 0), (-1, 0), (0, 1), (0, -1))
    slanted = ((0.8, 0.8), (0.8, -0.8), (-0.8, 0.8), (-0.8, -0.8))
    rays = straight + (slanted if card.range is Range.RADIAL else ())
    paths: list[svg.PathData] = []
    for dx, dy in rays:
        paths += [svg.M(round(x), round(y)), svg.L(round(x + dx * reach), round(y + dy * reach))]
    return group([curve(paths, "stroke")], title=f"{card.range.value} range", classes="range")


def _wings(x: float, y: float, reach: int) -> svg.Element:
    paths: list[svg.PathData] = [svg.M(x - reach, y - 2), svg.Q(x - 3, y - 6, x, y + 2)]
    paths.append(svg.Q(x + 3, y - 6, x + reach, y - 2))
    return group([curve(paths, "stroke")], title="flies", classes="fly")


def _drop(x: float, y: float, title: str) -> svg.Element:
    paths: list[svg.PathData] = [
        svg.M(x, y - 10),
        svg.C(x + 9, y + 1, x + 8, y + 9, x, y + 9),
        svg.C(x - 8, y + 9, x - 9, y + 1, x, y - 10),
    ]
    return group([curve(paths, "bad")], title=title, classes="token wound")
