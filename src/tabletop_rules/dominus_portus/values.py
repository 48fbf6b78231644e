"""The small values that rules and content share: colours, symbols, tallies, bonuses, placements."""

from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, TypeAlias

import attrs
from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.core.errors import shown

__all__ = [
    "Bonus",
    "Colour",
    "Placement",
    "Symbol",
    "SymbolKind",
    "Tally",
    "change_flaws",
    "placement_flaws",
]


def counted(number: int, name: str) -> str:
    """Return a number of things in words.

    >>> counted(2, "coins"), counted(1, "coins"), counted(1, "population")
    ('2 coins', '1 coin', '1 population')
    """
    return f"{number} {name.removesuffix('s') if number == 1 else name}"


class Colour(Enum):
    """The colour of a city tile, of a district, of a star track, of an arrow at an island."""

    BROWN = "brown"
    PURPLE = "purple"
    RED = "red"


class SymbolKind(Enum):
    """What lets a player deploy or move units (rules DS-MIL-1, DS-PREST-1, DS-LEGION-1)."""

    MILITARY = "military"
    PRESTIGE = "prestige"
    LEGION = "legion"


@frozen(cache_hash=True)
class Symbol:
    """A symbol to be used.

    `same`: the two city tiles that combined it had the same colour, which is the stronger row of
    the action table (rule DS-ACT-2). A Legion symbol is always of the weaker one (DS-LEGION-1).
    `points` is what the base game would give for a Prestige symbol (rule DS-R16).
    """

    kind: SymbolKind
    same: bool = False
    points: int = 0


LEGION: Final = Symbol(SymbolKind.LEGION)
"""The one Legion symbol there is."""

_ORDER: Final = {kind: place for place, kind in enumerate(SymbolKind)}


def symbol_order(symbol: Symbol) -> tuple[int, bool, int]:
    """Return the key by which symbols are kept in order."""
    return _ORDER[symbol.kind], symbol.same, symbol.points


@frozen(cache_hash=True)
class Tally:
    """What counts in a city, or how a placement changes that: then numbers may be below zero.

    Icons, districts by colour, monuments, and the stars on each of the three tracks.
    """

    columns: int = 0
    lyres: int = 0
    masks: int = 0
    brown: int = 0
    purple: int = 0
    red: int = 0
    monuments: int = 0
    brown_stars: int = 0
    purple_stars: int = 0
    red_stars: int = 0

    @property
    def stars(self) -> int:
        """The stars of all three tracks (rule DS-R11)."""
        return self.brown_stars + self.purple_stars + self.red_stars

    @property
    def numbers(self) -> tuple[int, ...]:
        """All fields in order."""
        return (
            self.columns,
            self.lyres,
            self.masks,
            self.brown,
            self.purple,
            self.red,
            self.monuments,
            self.brown_stars,
            self.purple_stars,
            self.red_stars,
        )

    def plus(self, other: "Tally") -> "Tally":
        """Return the sum, field by field."""
        return Tally(
            self.columns + other.columns,
            self.lyres + other.lyres,
            self.masks + other.masks,
            self.brown + other.brown,
            self.purple + other.purple,
            self.red + other.red,
            self.monuments + other.monuments,
            self.brown_stars + other.brown_stars,
            self.purple_stars + other.purple_stars,
            self.red_stars + other.red_stars,
        )


TALLY_FIELDS: Final = tuple(attribute.name for attribute in attrs.fields(Tally))
"""The names of what a city counts, in order."""

NOTHING: Final = Tally()
"""A tally of a city in which nothing counts yet; a change that changes nothing."""

STAR: Final = {
    Colour.BROWN: Tally(brown_stars=1),
    Colour.PURPLE: Tally(purple_stars=1),
    Colour.RED: Tally(red_stars=1),
}
"""One star on each track."""


@frozen(cache_hash=True)
class Bonus:
    """What a settlement token or a good gives.

    `deploy`: so many Legions go from the supply to Rome for free; `legions`: so many Legion
    symbols to be used (rule DS-LEGION-1); `beautifications` are the host's (rule DS-R4).
    """

    coins: int = 0
    population: int = 0
    faith: int = 0
    points: int = 0
    stars: int = 0
    deploy: int = 0
    legions: int = 0
    beautifications: int = 0

    def plus(self, other: "Bonus") -> "Bonus":
        """Return both together."""
        return Bonus(
            self.coins + other.coins,
            self.population + other.population,
            self.faith + other.faith,
            self.points + other.points,
            self.stars + other.stars,
            self.deploy + other.deploy,
            self.legions + other.legions,
            self.beautifications + other.beautifications,
        )

    def __str__(self) -> str:
        """Return what it gives, in words."""
        given = ((getattr(self, a.name), a.name) for a in attrs.fields(Bonus))
        return ", ".join(counted(count, name) for count, name in given if count) or "nothing"


@frozen(cache_hash=True)
class Placement:
    """A city tile was placed: all that the expansions need to know of it (rule DS-R1).

    As an action it is the host's, for the seat whose turn it is. `coins` and `population` are what
    the placement has gained its owner, which guests gain too (rule PT-GUEST-1). `symbols` are the
    Military and Prestige symbols that it combined, `legions` the Legion symbols that it gained
    otherwise, from monuments, the market or the city's dashboard (rule DS-LEGION-1). `change` is
    the change to the tally of the city.
    """

    seat: Seat
    colour: Colour
    coins: int = 0
    population: int = 0
    symbols: tuple[Symbol, ...] = ()
    legions: int = 0
    change: Tally = NOTHING

    @property
    def pending(self) -> tuple[Symbol, ...]:
        """All symbols, in the order in which they are kept."""
        return tuple(sorted(self.symbols, key=symbol_order)) + (LEGION,) * self.legions


MOST_SYMBOLS: Final = 8
"""So many symbols, and so many Legion symbols besides, may come at once."""
MOST_AT_ONCE: Final = 99
"""So many coins, population or points, and so great a change to a tally, may come at once."""

Flaw: TypeAlias = tuple[str, str]
"""A field, and what is wrong with it."""


def is_between(given: object, lowest: int, highest: int) -> bool:
    """Return whether something is a whole number in these bounds; true and false are none."""
    return isinstance(given, int) and not isinstance(given, bool) and lowest <= given <= highest


def _number_flaws(name: str, given: object, lowest: int, highest: int) -> Iterator[Flaw]:
    if not is_between(given, lowest, highest):
        yield name, f"expected {lowest} to {highest}, got {shown(given)}"


def change_flaws(legions: object, change: object) -> Iterator[Flaw]:
    """Give what is wrong with Legion symbols and a change to a tally, whatever was passed."""
    yield from _number_flaws("legions", legions, 0, MOST_SYMBOLS)
    if not isinstance(change, Tally):
        yield "change", f"expected a Tally, got {shown(change)}"
        return
    for name in TALLY_FIELDS:
        yield from _number_flaws(
            f"change.{name}", getattr(change, name), -MOST_AT_ONCE, MOST_AT_ONCE
        )


def placement_flaws(given: Placement) -> Iterator[Flaw]:
    """Give what is wrong with a placement taken by itself, whatever an untyped caller passed."""
    colour: Any = given.colour
    symbols: Any = given.symbols
    if not isinstance(colour, Colour):
        yield "colour", f"expected a Colour, got {shown(colour)}"
    yield from _number_flaws("coins", given.coins, 0, MOST_AT_ONCE)
    yield from _number_flaws("population", given.population, 0, MOST_AT_ONCE)
    yield from change_flaws(given.legions, given.change)
    if not isinstance(symbols, tuple) or len(symbols) > MOST_SYMBOLS:
        yield "symbols", f"expected a tuple of at most {MOST_SYMBOLS}, got {shown(symbols)}"
        return
    for place, symbol in enumerate(symbols):
        yield from _symbol_flaws(f"symbols[{place}]", symbol)


def _symbol_flaws(where: str, symbol: object) -> Iterator[Flaw]:
    if not isinstance(symbol, Symbol):
        yield where, f"expected a Symbol, got {shown(symbol)}"
        return
    kind: object = symbol.kind
    same: Any = symbol.same
    if kind not in (SymbolKind.MILITARY, SymbolKind.PRESTIGE):
        expected = "a Military or Prestige symbol (Legion symbols are counted in 'legions')"
        yield f"{where}.kind", f"expected {expected}, got {shown(kind)}"
    if not isinstance(same, bool):
        yield f"{where}.same", f"expected true or false, got {shown(same)}"
    yield from _number_flaws(f"{where}.points", symbol.points, 0, MOST_AT_ONCE)
    if kind is not SymbolKind.PRESTIGE and symbol.points:
        yield f"{where}.points", "only a Prestige symbol gives points"
