"""The picture of a view of Dominus and Portus: the map, the ring, the players, the city tiles."""

from typing import Final

import svg
from attrs import frozen

from tabletop_rules.core import OutcomeKind
from tabletop_rules.dominus_portus import Decline, Resolve, Symbol, TakePoints, View
from tabletop_rules.dominus_portus.drawing import question
from tabletop_rules.dominus_portus.units import Order, Symbols
from tabletop_rules.drawing.dominus_portus.market import market_drawing, symbol_words
from tabletop_rules.drawing.dominus_portus.provinces import map_drawing
from tabletop_rules.drawing.dominus_portus.ring import ring_drawing
from tabletop_rules.drawing.dominus_portus.seats import seat_panel
from tabletop_rules.drawing.lettering import measure
from tabletop_rules.drawing.scenes import Mark, Painter, Scene, Sheet
from tabletop_rules.drawing.shapes import Box, chip, label

__all__ = ["PAINTER"]

_LEFT: Final = 724
_RIGHT: Final = 440
_NARROW: Final = 428
_GAP: Final = 14
_CHIP: Final = 30


@frozen
class _Part:
    """A part of the picture, as high as it is."""

    width: int
    height: int
    elements: tuple[svg.Element, ...]

    def at(self, x: int, y: int) -> svg.Element:
        """Return it in its place."""
        return svg.G(transform=[svg.Translate(x, y)], elements=[*self.elements])


def _paint(scene: Scene[View]) -> Sheet:
    """Return the map and the ring with the players beside them, or below each other."""
    if scene.narrow:
        width, body, height = _column(scene)
    else:
        width, body, height = _columns(scene)
    head, top = _head(scene, width)
    moved = svg.G(transform=[svg.Translate(0, top)], elements=body)
    title = f"{_names(scene)}, {_turn(scene)}"
    return Sheet(width, top + height, (*head, moved), title, scene.game.render(scene.view))


def _column(scene: Scene[View]) -> tuple[int, list[svg.Element], int]:
    """Return everything below each other, for a narrow screen: width, elements, height."""
    parts = _boards(scene)
    width = max(_NARROW, *(part.width for part in parts))
    market = _market(scene, width)
    body, height = _stacked([*market, _seats(scene, width), *parts], 0)
    return width, body, height


def _columns(scene: Scene[View]) -> tuple[int, list[svg.Element], int]:
    """Return the first board with the city tiles, and beside it the other one with the players."""
    first, *others = _boards(scene)
    width = max([_RIGHT, *(part.width for part in others)])
    left, low = _stacked([first, *_market(scene, first.width)], 0)
    right, lower = _stacked([*others, _seats(scene, width)], first.width + _GAP)
    return first.width + _GAP + width, [*left, *right], max(low, lower)


def _market(scene: Scene[View], width: int) -> list[_Part]:
    drawn, height = market_drawing(scene, width)
    return [_Part(width, height, tuple(drawn))] if drawn else []


def _boards(scene: Scene[View]) -> list[_Part]:
    """Return the map and the ring, as far as they are in play."""
    config = scene.view.config
    parts: list[_Part] = []
    if config.dominus:
        board = map_drawing(scene, _NARROW if scene.narrow else _LEFT)
        parts.append(_Part(board.width, board.height, board.elements))
    if config.portus:
        ring = ring_drawing(scene, _NARROW if scene.narrow else _RIGHT)
        parts.append(_Part(ring.width, ring.height, ring.elements))
    return parts


def _stacked(parts: list[_Part], x: int) -> tuple[list[svg.Element], int]:
    """Return parts below each other, and how high they are together."""
    drawn: list[svg.Element] = []
    y = 0
    for part in parts:
        drawn.append(part.at(x, y))
        y += part.height + _GAP
    return drawn, y - _GAP


def _seats(scene: Scene[View], width: int) -> _Part:
    """Return the panels of the players, two beside each other if there are many."""
    seats = scene.view.config.seats
    columns = 2 if seats > 2 else 1
    wide = (width - 8 * (columns - 1)) // columns
    drawn: list[svg.Element] = []
    y = 0
    for first in range(0, seats, columns):
        row = range(first, min(first + columns, seats))
        made = [seat_panel(scene, seat, (seat - first) * (wide + 8), y, wide) for seat in row]
        drawn += [panel for panel, _ in made]
        y += max(height for _, height in made) + 8
    return _Part(width, y - 8, tuple(drawn))


def _head(scene: Scene[View], width: int) -> tuple[list[svg.Element], int]:
    """Return the title, what is asked, and the options that concern no thing."""
    view = scene.view
    agenda = view.state.agenda
    asked = question(agenda[-1]) if agenda else _ended(scene)
    drawn = [
        label(f"{_names(scene)} \u00b7 {_turn(scene)}", 2, 22, width - 4, 20, classes="bold"),
        label(asked, 2, 46, width - 4, 15, classes="asked"),
    ]
    y = 58
    waiting = _waiting(scene)
    if waiting:
        text = f"Symbols to come: {', '.join(map(symbol_words, waiting))}"
        drawn.append(label(text, 2, y + 8, width - 4, 13, classes="soft"))
        y += 20
    x = 2
    for text, found in _plain(scene):
        wide = round(measure(text, 14) + 26)
        if x + wide > width and x > 2:
            x, y = 2, y + _CHIP + 8
        drawn.append(chip(Box(x, y + 2, wide, _CHIP), text, mark=Mark(found)))
        x += wide + 8
    return drawn, y + (_CHIP + 12 if x > 2 else 0)


def _plain(scene: Scene[View]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the options that no thing of the picture stands for, in words."""
    listed: list[tuple[str, tuple[int, ...]]] = []
    for place, option in enumerate(scene.marks.options):
        match option:
            case Resolve(symbol=symbol):
                text = f"use {symbol_words(symbol)}"
            case TakePoints():
                text = "score the points"
            case Decline():
                text = "decline"
            case _:
                continue
        listed.append((text, scene.marks.where(lambda other, one=option: other is one)))
        assert place in listed[-1][1]
    return listed


def _waiting(scene: Scene[View]) -> tuple[Symbol, ...]:
    """Return the symbols of this turn that are still to be used."""
    asks = [ask for ask in scene.view.state.agenda if isinstance(ask, Order | Symbols)]
    return tuple(symbol for ask in asks for symbol in ask.pending)


def _names(scene: Scene[View]) -> str:
    config = scene.view.config
    return " and ".join(
        name for name, on in (("Dominus", config.dominus), ("Portus", config.portus)) if on
    )


def _turn(scene: Scene[View]) -> str:
    turns = scene.view.config.all_turns
    return f"turn {min(scene.view.state.turn + 1, turns)} of {turns}"


def _ended(scene: Scene[View]) -> str:
    outcome = scene.game.outcome(scene.view.state)
    if outcome is None or outcome.kind is not OutcomeKind.WIN:
        return "The game is over, nobody has won."
    winners = " and ".join(f"Seat {seat}" for seat in outcome.winners)
    wins = "wins" if len(outcome.winners) == 1 else "win"
    return f"The game is over. {winners} {wins}: {outcome.reason}."


PAINTER = Painter(View, _paint)
