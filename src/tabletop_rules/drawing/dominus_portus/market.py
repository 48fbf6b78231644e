"""The city tiles that can be taken."""

from typing import Final

import svg

from tabletop_rules.dominus_portus import Colour, Placement, RefillRing, Symbol, TakeTile, View
from tabletop_rules.dominus_portus.events import RingRefilled
from tabletop_rules.dominus_portus.values import TALLY_FIELDS, counted
from tabletop_rules.drawing.scenes import Mark, Scene
from tabletop_rules.drawing.shapes import Box, box, group, label, paragraph, token

__all__ = ["market_drawing", "symbol_words"]

_GAP: Final = 8
_HEIGHT: Final = 104
_COLOURS: Final = {colour.value for colour in Colour}


def market_drawing(scene: Scene[View], width: int) -> tuple[list[svg.Element], int]:
    """Return the tiles of the ring in rows, and how high they are; nothing without a market."""
    market = scene.view.state.market
    if scene.view.config.hosted:
        return [], 0
    least = 128 if scene.narrow else 150
    columns = max(1, (width + _GAP) // (least + _GAP))
    columns = min(columns, 4) if len(market.ring) <= 8 else columns
    wide = (width - _GAP * (columns - 1)) / columns
    supply = sum(market.supply)
    refills = scene.marks.where(lambda option: isinstance(option, RefillRing))
    caption = label(f"City tiles to take \u00b7 {supply} more in the supply", 2, 15, width - 4, 14)
    drawn = [
        group(
            [caption],
            classes="market-supply",
            mark=Mark(refills),
            outline=Box(0, 0, width, 22),
            data={"count": supply},
        )
    ]
    for place, name in enumerate(market.ring):
        left = place % columns * (wide + _GAP)
        top = 26 + place // columns * (_HEIGHT + _GAP)
        drawn.append(_tile(scene, name, Box(left, top, wide, _HEIGHT)))
    rows = -(-len(market.ring) // columns)
    return drawn, 26 + rows * (_HEIGHT + _GAP) - _GAP


def _tile(scene: Scene[View], name: str, place: Box) -> svg.Element:
    placed = scene.view.config.city_tiles.placements[0][name]
    found = scene.marks.option(name, kind=TakeTile)
    last = any(isinstance(e, RingRefilled) and e.tile == name for e in scene.marks.events)
    gives = _gives(placed)
    colour = placed.colour.value
    drawn = [
        box(place, "face", 7),
        box(Box(place.x, place.y, place.width, 26), colour, 7),
        label(name, place.x + 28, place.y + 18, place.width - 34, 14, classes="white bold"),
        token(colour[0].upper(), place.x + 14, place.y + 13, 18, classes="badge-ring"),
        *paragraph(gives, place.x + 8, place.y + 42, place.width - 14, 12, lines=5),
    ]
    return group(
        drawn,
        title=f"{name} ({colour}): {gives}",
        classes="city-tile",
        mark=Mark(found, last),
        outline=place,
        data={"tile": name},
    )


def _gives(placed: Placement) -> str:
    """Return what a tile brings, in words."""
    listed = [
        counted(count, name)
        for count, name in ((placed.coins, "coins"), (placed.population, "population"))
        if count
    ]
    if placed.legions:
        listed.append(counted(placed.legions, "Legion symbols"))
    listed += [symbol_words(symbol) for symbol in placed.symbols]
    for field, number in zip(TALLY_FIELDS, placed.change.numbers, strict=True):
        if number:
            name = f"{field} districts" if field in _COLOURS else field.replace("_", " ")
            listed.append(counted(number, name))
    return ", ".join(listed) or "nothing"


def symbol_words(symbol: Symbol) -> str:
    """Return a symbol in a few words; a plus says that it is the stronger one.

    >>> from tabletop_rules.dominus_portus import SymbolKind
    >>> symbol_words(Symbol(SymbolKind.PRESTIGE, same=True, points=3))
    'Prestige+ (3 points)'
    """
    points = f" ({counted(symbol.points, 'points')})" if symbol.points else ""
    return f"{symbol.kind.value.capitalize()}{'+' if symbol.same else ''}{points}"
