"""The map with its borders, the score tiles and the settlement tokens, as content."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Final

import attrs
from attrs import AttrsInstance, frozen

from tabletop_rules.core import Content, ContentError, Problem, Provenance, Shelf
from tabletop_rules.dominus_portus.values import Bonus, Tally

__all__ = ["MapBoard", "Needs", "ScoreTile", "ScoreTiles", "Settlement", "Settlements"]

_PACKAGE: Final = "tabletop_rules.dominus_portus"
LONGEST: Final = 60
MOST: Final = 99
_MOST_PROVINCES: Final = 40


def name_problems(where: str, name: str) -> Iterator[Problem]:
    """Give what is wrong with a name that stands in notations."""
    clean = name.isprintable() and not set(name) & set(',#?">=')
    if not clean or name != " ".join(name.split()) or not 1 <= len(name) <= LONGEST:
        expected = f'1 to {LONGEST} printable characters without , # ? " > = or spare spaces'
        yield Problem(where, f"expected {expected}, got {name!r}")


def twice_problems(where: str, names: tuple[str, ...]) -> Iterator[Problem]:
    """Give the names that occur more than once."""
    for name, times in Counter(names).items():
        if times > 1:
            yield Problem(where, f"{name!r} stands there {times} times")


def number_problems(where: str, value: AttrsInstance, lowest: int) -> Iterator[Problem]:
    """Give what is wrong with the whole numbers of a value, field by field."""
    for attribute in attrs.fields(type(value)):
        number = getattr(value, attribute.name)
        if not lowest <= number <= MOST:
            what = f"expected {lowest} to {MOST}, got {number}"
            yield Problem(f"{where}.{attribute.name}", what)


@frozen(cache_hash=True, repr=False)
class MapBoard(Content):
    """The provinces, and which of them are adjacent (rules DS-SETUP-1, DS-MOVE-1, DS-MOVE-2).

    `rome` is the province in which units are deployed; it has neither score tile nor token.
    `borders` are red lines, `dotted` connections over sea; both are pairs of provinces.

    Raises:
        ContentError: with everything that is wrong.
    """

    shelf: ClassVar[Shelf["MapBoard"]]

    id: str
    name: str
    rome: str
    provinces: tuple[str, ...]
    borders: tuple[tuple[str, str], ...]
    dotted: tuple[tuple[str, str], ...] = ()
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_map_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def all(self) -> tuple[str, ...]:
        """Rome, then the other provinces: the order in which a state counts units."""
        return (self.rome, *self.provinces)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each province in `all`."""
        return {name: place for place, name in enumerate(self.all)}

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The provinces adjacent to each, in the order of `all`."""
        pairs = self.borders + self.dotted
        both = {*pairs, *((second, first) for first, second in pairs)}
        return {
            name: tuple(other for other in self.all if (name, other) in both) for name in self.all
        }

    @cached_property
    def by_sea(self) -> frozenset[tuple[str, str]]:
        """The pairs that are adjacent only by a dotted connection, in both directions."""
        land = {frozenset(pair) for pair in self.borders}
        sea = [pair for pair in self.dotted if frozenset(pair) not in land]
        return frozenset([*sea, *((second, first) for first, second in sea)])


MapBoard.shelf = Shelf(_PACKAGE, "map_boards", lambda: MapBoard)


def _map_problems(board: MapBoard) -> Iterator[Problem]:
    yield from name_problems("id", board.id)
    yield from name_problems("rome", board.rome)
    for place, name in enumerate(board.provinces):
        yield from name_problems(f"provinces[{place}]", name)
    if not 1 <= len(board.provinces) <= _MOST_PROVINCES:
        what = f"expected 1 to {_MOST_PROVINCES} besides Rome, got {len(board.provinces)}"
        yield Problem("provinces", what)
    known = (board.rome, *board.provinces)
    yield from twice_problems("provinces", known)
    found = len(known) == len(set(known))
    for key, pairs in (("borders", board.borders), ("dotted", board.dotted)):
        for place, pair in enumerate(pairs):
            for name in dict.fromkeys(pair):
                if name not in known:
                    found = False
                    yield Problem(f"{key}[{place}]", f"there is no province {name!r}")
            if pair[0] == pair[1]:
                found = False
                yield Problem(f"{key}[{place}]", f"{pair[0]!r} cannot border on itself")
    if found:
        reached = _reached(board)
        for name in known:
            if name not in reached:
                yield Problem("borders", f"no way leads from {board.rome!r} to {name!r}")


def _reached(board: MapBoard) -> set[str]:
    reached = {board.rome}
    waiting = [board.rome]
    while waiting:
        place = waiting.pop()
        for first, second in board.borders + board.dotted:
            for here, there in ((first, second), (second, first)):
                if here == place and there not in reached:
                    reached.add(there)
                    waiting.append(there)
    return reached


@frozen(cache_hash=True)
class Needs:
    """What makes one set that a score tile pays for: so many of each together.

    The printed tiles need two icons of one kind (rules DS-TILE-1, DS-TILE-2, DS-TILE-12), one each
    of two kinds (DS-TILE-3, DS-TILE-4, DS-TILE-7) or of all three (DS-TILE-6), a district of a
    colour (DS-TILE-8, DS-TILE-9, DS-TILE-10), a monument (DS-TILE-5), or four stars (DS-TILE-11).
    """

    columns: int = 0
    lyres: int = 0
    masks: int = 0
    brown: int = 0
    purple: int = 0
    red: int = 0
    monuments: int = 0
    stars: int = 0


NEEDS_FIELDS: Final = tuple(attribute.name for attribute in attrs.fields(Needs))


@frozen(cache_hash=True)
class ScoreTile:
    """A score tile: it pays `points` (highest, middle, lowest) for each set of `needs`."""

    name: str
    text: str
    needs: Needs
    points: tuple[int, int, int]
    provenance: Provenance = Provenance.RECONSTRUCTED

    @cached_property
    def _needed(self) -> tuple[tuple[str, int], ...]:
        listed = ((name, int(getattr(self.needs, name))) for name in NEEDS_FIELDS)
        return tuple((name, number) for name, number in listed if number)

    def count(self, tally: Tally) -> int:
        """Return how many whole sets a city has: pairs and fours round down (scenario C3).

        >>> pairs = ScoreTile("Lyres", "", Needs(lyres=2), (3, 2, 1))
        >>> pairs.count(Tally(lyres=5))
        2
        """
        counts: list[int] = [getattr(tally, name) // number for name, number in self._needed]
        return min(counts)


@frozen(cache_hash=True, repr=False)
class ScoreTiles(Content):
    """The score tiles of which one is dealt to each province but Rome (rule DS-SETUP-2).

    Raises:
        ContentError: with everything that is wrong.
    """

    shelf: ClassVar[Shelf["ScoreTiles"]]

    id: str
    name: str
    tiles: tuple[ScoreTile, ...]
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_tile_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def by_name(self) -> Mapping[str, ScoreTile]:
        """Each tile by its name."""
        return {tile.name: tile for tile in self.tiles}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all tiles, in order."""
        return tuple(tile.name for tile in self.tiles)


ScoreTiles.shelf = Shelf(_PACKAGE, "score_tiles", lambda: ScoreTiles)


def _tile_problems(content: ScoreTiles) -> Iterator[Problem]:
    yield from name_problems("id", content.id)
    yield from twice_problems("tiles", tuple(tile.name for tile in content.tiles))
    for place, tile in enumerate(content.tiles):
        where = f"tiles[{place}]"
        yield from name_problems(f"{where}.name", tile.name)
        yield from number_problems(f"{where}.needs", tile.needs, 0)
        if tile.needs == Needs():
            yield Problem(f"{where}.needs", "expected something that is counted, got nothing")
        if any(not 0 <= points <= MOST for points in tile.points):
            yield Problem(f"{where}.points", f"expected 0 to {MOST} for each place")


@frozen(cache_hash=True)
class Settlement:
    """One type of settlement token (rules DS-SETTLE-3 to DS-SETTLE-8)."""

    name: str
    text: str
    bonus: Bonus
    copies: int = 2
    provenance: Provenance = Provenance.RECONSTRUCTED


@frozen(cache_hash=True, repr=False)
class Settlements(Content):
    """The settlement tokens, one for each province but Rome (rule DS-SETUP-3).

    Raises:
        ContentError: with everything that is wrong.
    """

    shelf: ClassVar[Shelf["Settlements"]]

    id: str
    name: str
    tokens: tuple[Settlement, ...]
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_token_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def by_name(self) -> Mapping[str, Settlement]:
        """Each type by its name."""
        return {token.name: token for token in self.tokens}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all types, in order."""
        return tuple(token.name for token in self.tokens)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each type."""
        return {token.name: place for place, token in enumerate(self.tokens)}

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many tokens of each type there are."""
        return tuple(token.copies for token in self.tokens)


Settlements.shelf = Shelf(_PACKAGE, "settlements", lambda: Settlements)


def _token_problems(content: Settlements) -> Iterator[Problem]:
    yield from name_problems("id", content.id)
    yield from twice_problems("tokens", tuple(token.name for token in content.tokens))
    for place, token in enumerate(content.tokens):
        where = f"tokens[{place}]"
        yield from name_problems(f"{where}.name", token.name)
        yield from bonus_problems(f"{where}.bonus", token.bonus)
        if not 1 <= token.copies <= MOST:
            yield Problem(f"{where}.copies", f"expected 1 to {MOST}, got {token.copies}")


def bonus_problems(where: str, bonus: Bonus) -> Iterator[Problem]:
    """Give what is wrong with a bonus."""
    yield from number_problems(where, bonus, 0)
    if bonus.stars + bonus.legions > 9:
        yield Problem(where, "expected at most 9 stars and Legion symbols together")
