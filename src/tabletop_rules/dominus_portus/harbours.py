"""Port and island tiles, the ring that they make, and goods, as content."""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import ClassVar, Final

from attrs import frozen

from tabletop_rules.core import Content, ContentError, Problem, Provenance, Seat, Shelf
from tabletop_rules.dominus_portus.map_boards import (
    MOST,
    bonus_problems,
    name_problems,
    twice_problems,
)
from tabletop_rules.dominus_portus.values import Bonus, Colour

__all__ = ["Good", "Goods", "Harbour", "Island", "IslandSpace", "Space", "ring_of"]

_PACKAGE: Final = "tabletop_rules.dominus_portus"
_MOST_SPACES: Final = 9


@frozen(cache_hash=True)
class IslandSpace:
    """A space of an island: the colour of the arrow beside it, and whether it is an Anchor."""

    arrow: Colour
    anchor: bool = False


@frozen(cache_hash=True)
class Island:
    """An island tile, its spaces in the order in which a ship passes them."""

    name: str
    spaces: tuple[IslandSpace, ...]
    provenance: Provenance = Provenance.RECONSTRUCTED


@frozen(cache_hash=True, repr=False)
class Harbour(Content):
    """Port tiles, which are all alike, and the islands to be drawn from (rule PT-COMP-1).

    Raises:
        ContentError: with everything that is wrong.
    """

    shelf: ClassVar[Shelf["Harbour"]]

    id: str
    name: str
    port_spaces: int
    islands: tuple[Island, ...]
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_harbour_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def by_name(self) -> Mapping[str, Island]:
        """Each island by its name."""
        return {island.name: island for island in self.islands}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all islands, in order."""
        return tuple(island.name for island in self.islands)


Harbour.shelf = Shelf(_PACKAGE, "harbours", lambda: Harbour)


def _harbour_problems(harbour: Harbour) -> Iterator[Problem]:
    yield from name_problems("id", harbour.id)
    if not 1 <= harbour.port_spaces <= _MOST_SPACES:
        what = f"expected 1 to {_MOST_SPACES}, got {harbour.port_spaces}"
        yield Problem("port_spaces", what)
    yield from twice_problems("islands", tuple(island.name for island in harbour.islands))
    for place, island in enumerate(harbour.islands):
        where = f"islands[{place}]"
        yield from name_problems(f"{where}.name", island.name)
        if not 1 <= len(island.spaces) <= _MOST_SPACES:
            what = f"expected 1 to {_MOST_SPACES}, got {len(island.spaces)}"
            yield Problem(f"{where}.spaces", what)


@frozen(cache_hash=True)
class Space:
    """A space of the ring: of the port of seat `port`, or of the island that comes after it.

    `number` counts the spaces of the tile from 1. `arrow` is ``None`` on a port.
    """

    port: Seat
    number: int
    arrow: Colour | None = None
    anchor: bool = False

    def __str__(self) -> str:
        """Return its notation, such as ``port 0 2`` or ``island 1 3``."""
        return f"{'port' if self.arrow is None else 'island'} {self.port} {self.number}"


@lru_cache(maxsize=1 << 12)
def ring_of(harbour: Harbour, islands: tuple[str, ...]) -> tuple[Space, ...]:
    """Return the spaces of the ring in the order in which ships pass them (rule PT-R1).

    `islands` has a name for each seat: the island that a ship reaches when it leaves that seat's
    port. From there it comes to the port of the seat before, and from seat 0's to the last one's.
    The ring begins with the port of seat 0.
    """
    seats = len(islands)
    spaces: list[Space] = []
    for step in range(seats):
        seat = -step % seats
        spaces += (Space(seat, number + 1) for number in range(harbour.port_spaces))
        spaces += (
            Space(seat, number, space.arrow, space.anchor)
            for number, space in enumerate(harbour.by_name[islands[seat]].spaces, 1)
        )
    return tuple(spaces)


@lru_cache(maxsize=1 << 12)
def home_of(harbour: Harbour, islands: tuple[str, ...], seat: Seat) -> int:
    """Return where the ship of a seat begins: the last space of its port (rule PT-SETUP-5)."""
    return ring_of(harbour, islands).index(Space(seat, harbour.port_spaces))


@frozen(cache_hash=True)
class Good:
    """One type of goods, and what it gives when its ship leaves the island (rule PT-GOODS-4)."""

    name: str
    bonus: Bonus
    copies: int = 7
    provenance: Provenance = Provenance.RECONSTRUCTED


@frozen(cache_hash=True, repr=False)
class Goods(Content):
    """The goods tokens (rules PT-COMP-1, PT-R5).

    Raises:
        ContentError: with everything that is wrong.
    """

    shelf: ClassVar[Shelf["Goods"]]

    id: str
    name: str
    goods: tuple[Good, ...]
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_goods_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def by_name(self) -> Mapping[str, Good]:
        """Each type by its name."""
        return {good.name: good for good in self.goods}


Goods.shelf = Shelf(_PACKAGE, "goods", lambda: Goods)


def _goods_problems(content: Goods) -> Iterator[Problem]:
    yield from name_problems("id", content.id)
    yield from twice_problems("goods", tuple(good.name for good in content.goods))
    for place, good in enumerate(content.goods):
        where = f"goods[{place}]"
        yield from name_problems(f"{where}.name", good.name)
        yield from bonus_problems(f"{where}.bonus", good.bonus)
        if not 1 <= good.copies <= MOST:
            yield Problem(f"{where}.copies", f"expected 1 to {MOST}, got {good.copies}")
