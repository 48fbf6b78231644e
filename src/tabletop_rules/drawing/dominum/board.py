"""The board: spaces, strongholds, the cards on them, the attacks between them."""

from collections.abc import Iterator
from math import hypot

import svg

from tabletop_rules.core import Seat
from tabletop_rules.dominum.actions import ChooseCard, UseAbility
from tabletop_rules.dominum.board import bits
from tabletop_rules.dominum.events import ChargesChanged, StrongholdsRevealed, SurgeMoved
from tabletop_rules.dominum.state import Fight
from tabletop_rules.drawing.dominum.cards import draw_unit
from tabletop_rules.drawing.dominum.table import Table
from tabletop_rules.drawing.scenes import NO_MARK, Mark
from tabletop_rules.drawing.shapes import (
    Box,
    arrow,
    bolt,
    box,
    emblem,
    group,
    label,
    paragraph,
    token,
)

__all__ = ["board_size", "draw_board"]

_STRIP = 20
"""How high the strip with the name of a space is, above its card."""
_CHARGES = 3
"""The places for charges that a stronghold has (rule DM-SH-1)."""


def _cell(table: Table) -> tuple[int, int]:
    return (75, 116) if table.narrow else (114, 126)


def board_size(table: Table) -> tuple[int, int]:
    """Return how wide and high the board is."""
    width, height = _cell(table)
    board = table.view.config.board
    return width * board.width, height * len(board.rows)


def _place(table: Table, space: int) -> Box:
    """Return where a space is; the viewer's own side is below."""
    width, height = _cell(table)
    board = table.view.config.board
    column, row = space % board.stride, space // board.stride
    if table.near == 1:
        column = board.width - 1 - column
    else:
        row = len(board.rows) - 1 - row
    return Box(column * width, row * height, width, height)


def draw_board(table: Table) -> tuple[svg.Element, ...]:
    """Return the board."""
    board = table.view.config.board
    at = {unit.space: unit for unit in table.view.units}
    drawn: list[svg.Element] = []
    for space in bits(board.spaces):
        mark = table.mark_space(board.names[space])
        drawn.append(_space(table, space, NO_MARK if space in at else mark))
    drawn += (_stronghold(table, seat) for seat in (0, 1))
    for space in bits(board.spaces):  # cards and their marks lie above all spaces
        if space in at:
            place = _place(table, space)
            inside = Box(place.x + 6, place.y + _STRIP, place.width - 12, place.height - _STRIP - 6)
            drawn.append(draw_unit(table, at[space], inside, table.mark_space(board.names[space])))
    for fight in table.fights:
        drawn += _arrows(table, fight)
    return tuple(drawn)


def _parts(table: Table, space: int) -> tuple[Seat | None, str]:
    """Return whose Domain a space is in, and which part of it."""
    board = table.view.config.board
    for seat in (0, 1):
        if board.fortified[seat] >> space & 1:
            return seat, "fortified"
        if board.zones[seat] >> space & 1:
            return seat, "assault zone"
        if board.domains[seat] >> space & 1:
            return seat, ""
    return None, ""


def _space(table: Table, space: int, mark: Mark) -> svg.Element:
    seat, part = _parts(table, space)
    name = table.view.config.board.names[space]
    place = _place(table, space).inset(2)
    words = {"fortified": "fortified", "assault zone": "zone" if table.narrow else "assault zone"}
    drawn: list[svg.Element | None] = [box(place, "field" if seat is None else f"tint{seat}", 4)]
    if part:
        drawn.append(box(place.inset(1), f"zone{seat}", 3))
    if part == "fortified":
        drawn.append(box(place.inset(4), f"zone{seat}", 2))
    drawn += [
        label(name, place.x + 8, place.y + 14, 30, 12, classes="bold soft"),
        label(
            words.get(part, ""),
            place.right - 8,
            place.y + 14,
            place.width - 34,
            9 if table.narrow else 10,
            anchor="end",
            classes="soft",
        ),
    ]
    where = "Neutral Line" if seat is None else f"Domain of seat {seat}"
    also = {"fortified": ", Assault Zone, Fortified Space", "assault zone": ", Assault Zone"}
    return group(
        drawn,
        title=f"{name}: {where}{also.get(part, '')}",
        classes="space",
        mark=mark,
        outline=place,
        data={"space": name},
    )


def _stronghold(table: Table, seat: Seat) -> svg.Element:
    """Return a stronghold with its charges and the Surge token."""
    board, player = table.view.config.board, table.view.players[seat]
    boxes = [_place(table, space) for space in bits(board.strongholds[seat])]
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.right for b in boxes), max(b.bottom for b in boxes)
    place = Box(x, y, right - x, bottom - y).inset(2)
    marks = table.marks
    options = table.options(seat, lambda o: isinstance(o, UseAbility) and o.space is None)
    last = marks.saw(ChargesChanged, SurgeMoved, seat=seat) or marks.saw(StrongholdsRevealed)
    name, text = "Stronghold", ""
    if player.stronghold >= 0:
        worded = table.view.config.domains[seat].strongholds[player.stronghold]
        name, text = worded.name, worded.text
        options += table.names(seat, name, ChooseCard)
    title = f"Stronghold of seat {seat}: {name}. {player.charges} charges. {text}".rstrip()
    size = 10 if table.narrow else 11
    drawn: list[svg.Element | None] = [
        box(place, f"edge{seat}", 8),
        emblem(seat, place.x + 16, place.y + 17, 18),
        label(name, place.x + 30, place.y + 22, place.width - 36, size + 2, classes="bold name"),
        *paragraph(text, place.x + 10, place.y + 40, place.width - 18, size, lines=4),
    ]
    drawn += _charges(player.charges, place.x + 18, place.bottom - 17)
    if player.surge:
        title += "\nThe Surge token lies here."
        drawn.append(token("S", place.right - 18, place.bottom - 18, 22, title="Surge token"))
    return group(
        drawn,
        title=title,
        classes="stronghold",
        mark=Mark(options, last),
        outline=place,
        data={"seat": seat, "charges": player.charges},
    )


def _charges(count: int, x: float, y: float) -> Iterator[svg.Element]:
    """Give the charge tokens, and the places that are empty."""
    for number in range(max(count, _CHARGES)):
        there = number < count
        yield group(
            [bolt(x + number * 20, y, 24, "charge" if there else "hollow")],
            title="a charge" if there else "no charge",
            classes="charge-token" if there else "charge-place",
        )


def _arrows(table: Table, fight: Fight) -> Iterator[svg.Element]:
    """Give an arrow from the attacker to the defender, and one from each card that joins."""
    seat = fight.attacker[0]
    places = {unit.uid: _place(table, unit.space).middle for unit in table.view.units}
    end = places.get(fight.defender)
    for number in (fight.attacker[1], *fight.helpers):
        start = places.get((seat, number))
        if start is None or end is None:
            continue
        far = hypot(end[0] - start[0], end[1] - start[1])
        cut = min(0.36, 44 / far) if far else 0.0
        shift = [cut * (end[0] - start[0]), cut * (end[1] - start[1])]
        helps = number != fight.attacker[1]
        yield group(
            arrow(
                (start[0] + shift[0], start[1] + shift[1]),
                (end[0] - shift[0], end[1] - shift[1]),
                seat,
                dashed=helps,
            ),
            title=f"{table.card(seat, number).name} {'joins the attack' if helps else 'attacks'}",
            classes="fight",
        )
