"""The viewer's own hand, and the cards to choose an army from."""

import svg

from tabletop_rules.core import Seat
from tabletop_rules.dominum.actions import ChooseCard, DeployCard
from tabletop_rules.dominum.contents import HIDDEN, Stronghold
from tabletop_rules.dominum.events import CardReturned, ForceChosen
from tabletop_rules.drawing.dominum.cards import draw_open_card
from tabletop_rules.drawing.dominum.table import Part, Table
from tabletop_rules.drawing.scenes import Mark
from tabletop_rules.drawing.shapes import Box, box, emblem, group, label, paragraph

__all__ = ["draw_choice", "draw_hand"]

_WIDE, _HIGH, _GAP = 184, 106, 9
_HEAD = 24


def draw_hand(table: Table, width: float) -> Part | None:
    """Return the viewer's own hand, open; ``None`` if there is none."""
    seat = table.view.seat
    if seat is None:
        return None
    marks = table.marks
    cards = [card for card in table.view.players[seat].hand if card != HIDDEN]
    if not cards:
        return None
    places, height = _places(len(cards), width)
    drawn: list[svg.Element] = [label(f"Your hand, {len(cards)}", 0, 15, width, 14, classes="bold")]
    for card, place in zip(cards, places, strict=True):
        name = table.card(seat, card).name
        options = table.names(seat, name, DeployCard)
        last = marks.saw(ForceChosen, CardReturned, seat=seat)
        last = last and marks.happened(("name", name), ("card", name), seat=seat)
        drawn.append(draw_open_card(table, seat, card, place, mark=Mark(options, last)))
    return Part(width, height, (group(drawn, classes="own-hand"),))


def draw_choice(table: Table, width: float) -> Part | None:
    """Return the strongholds or cards to choose from, if that is asked."""
    seat = table.asked
    chosen = [o for o in table.marks.options if isinstance(o, ChooseCard)]
    if not chosen or seat is None:
        return None
    domain = table.view.config.domains[seat]
    places, height = _places(len(chosen), width)
    drawn: list[svg.Element] = [label("To choose from", 0, 15, width, 14, classes="bold")]
    for option, place in zip(chosen, places, strict=True):
        mark = Mark(table.names(seat, option.name, ChooseCard))
        number = domain.numbers.get(option.name)
        if number is not None:
            drawn.append(draw_open_card(table, seat, number, place, mark=mark, classes="to-choose"))
        elif option.name in domain.stronghold_numbers:
            stronghold = domain.strongholds[domain.stronghold_numbers[option.name]]
            drawn.append(_stronghold(seat, stronghold, place, mark))
    return Part(width, height, (group(drawn, classes="choice"),))


def _places(count: int, width: float) -> tuple[list[Box], float]:
    """Return where so many cards are, and how high that is."""
    columns = max(1, int((width + _GAP) // (_WIDE + _GAP)))
    wide = (width + _GAP) / columns - _GAP
    places = [
        Box(
            number % columns * (wide + _GAP),
            _HEAD + number // columns * (_HIGH + _GAP),
            wide,
            _HIGH,
        )
        for number in range(count)
    ]
    return places, _HEAD + -(-count // columns) * (_HIGH + _GAP)


def _stronghold(seat: Seat, what: Stronghold, place: Box, mark: Mark) -> svg.Element:
    x, y, wide = place.x + 8, place.y + 6, place.width - 16
    drawn: list[svg.Element | None] = [
        box(place, f"edge{seat}", 5),
        emblem(seat, x + 7, y + 9, 16),
        label(what.name, x + 21, y + 14, wide - 21, 13, classes="bold name"),
        label("stronghold", x + 21, y + 29, wide - 21, 11, classes="soft"),
        *paragraph(what.text, x, y + 45, wide, 11, lines=4),
    ]
    return group(
        drawn,
        title=f"{what.name}. {what.text}".rstrip(),
        classes="card to-choose",
        mark=mark,
        outline=place,
        data={"seat": seat, "name": what.name},
    )
