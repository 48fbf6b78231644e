"""The city tiles of the stand-alone game, as content; a host brings a base game instead."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Final

from attrs import frozen

from tabletop_rules.core import Content, ContentError, Problem, Provenance, Seat, Shelf
from tabletop_rules.dominus_portus.map_boards import MOST, name_problems, twice_problems
from tabletop_rules.dominus_portus.values import (
    NOTHING,
    Colour,
    Placement,
    Symbol,
    Tally,
    placement_flaws,
)

__all__ = ["CityTile", "CityTiles", "Rates"]

_PACKAGE: Final = "tabletop_rules.dominus_portus"
MOST_SEATS: Final = 4


@frozen(cache_hash=True)
class CityTile:
    """A city tile that carries its whole placement (rule DS-R17); the fields are those of it.

    `copies` is how many of it the supply has for each player.
    """

    name: str
    colour: Colour
    coins: int = 0
    population: int = 0
    symbols: tuple[Symbol, ...] = ()
    legions: int = 0
    change: Tally = NOTHING
    copies: int = 1
    provenance: Provenance = Provenance.RECONSTRUCTED

    def placed_by(self, seat: Seat) -> Placement:
        """Return its placement by a seat."""
        return Placement(
            seat,
            self.colour,
            self.coins,
            self.population,
            self.symbols,
            self.legions,
            self.change,
        )


@frozen(cache_hash=True)
class Rates:
    """So many coins, population and faith are worth one point at the end (rule DS-R17)."""

    coins: int = 3
    population: int = 3
    faith: int = 3


@frozen(cache_hash=True, repr=False)
class CityTiles(Content):
    """The supply of city tiles: `ring` of them lie face up, to be taken (rule DS-R17).

    Raises:
        ContentError: with everything that is wrong.
    """

    shelf: ClassVar[Shelf["CityTiles"]]

    id: str
    name: str
    tiles: tuple[CityTile, ...]
    ring: int = 8
    rates: Rates = Rates()
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all tiles, in order."""
        return tuple(tile.name for tile in self.tiles)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each tile."""
        return {tile.name: place for place, tile in enumerate(self.tiles)}

    @cached_property
    def placements(self) -> tuple[Mapping[str, Placement], ...]:
        """The placement of each tile, by seat and name."""
        return tuple(
            {tile.name: tile.placed_by(seat) for tile in self.tiles} for seat in range(MOST_SEATS)
        )

    @cached_property
    def each(self) -> int:
        """How many tiles the supply has for each player."""
        return sum(tile.copies for tile in self.tiles)


CityTiles.shelf = Shelf(_PACKAGE, "city_tiles", lambda: CityTiles)


def _problems(content: CityTiles) -> Iterator[Problem]:
    yield from name_problems("id", content.id)
    yield from twice_problems("tiles", tuple(tile.name for tile in content.tiles))
    if not 1 <= content.ring <= MOST:
        yield Problem("ring", f"expected 1 to {MOST}, got {content.ring}")
    for key in ("coins", "population", "faith"):
        rate = getattr(content.rates, key)
        if not 1 <= rate <= MOST:
            yield Problem(f"rates.{key}", f"expected 1 to {MOST}, got {rate}")
    for place, tile in enumerate(content.tiles):
        where = f"tiles[{place}]"
        yield from name_problems(f"{where}.name", tile.name)
        for field, what in placement_flaws(tile.placed_by(0)):
            yield Problem(f"{where}.{field}", what)
        if min(tile.change.numbers) < 0:
            yield Problem(f"{where}.change", "a tile of the supply takes nothing from a city")
        if not 1 <= tile.copies <= MOST:
            yield Problem(f"{where}.copies", f"expected 1 to {MOST}, got {tile.copies}")
