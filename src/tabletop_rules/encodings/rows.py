"""Small values as rows of 32-bit floats: counts of names, sequences of names, plain numbers."""

from collections.abc import Callable, Iterable, Sequence, Sized
from functools import cache, lru_cache
from struct import Struct
from typing import Final, TypeVar

from tabletop_rules.encodings.errors import TooLargeError

__all__ = [
    "NOTHING",
    "Names",
    "by_identity",
    "each_by_identity",
    "fitted",
    "numbers",
    "one_of",
    "spaced",
]

V = TypeVar("V")
R = TypeVar("R")

_KEPT: Final = 1 << 7
"""So many rows are kept of a kind, then all are dropped.

With many more, what was kept since looks to Python's collector of garbage like a heap that grows,
and it goes through it again and again.
"""

NOTHING: Final = b""
"""A row of zeros of any length: what is missing at the end of a row is written as 0."""


def numbers(values: Iterable[float]) -> bytes:
    """Return numbers as a row."""
    listed = tuple(values)
    return _packer(len(listed))(*listed)


@cache
def _packer(length: int) -> Callable[..., bytes]:
    """Return what packs so many numbers, in half the time of an ``array``."""
    return Struct(f"={length}f").pack


@lru_cache(maxsize=1 << 12)
def one_of(place: int, count: int) -> bytes:
    """Return a row of `count` numbers, 1 at a place and 0 elsewhere."""
    return numbers(float(place == other) for other in range(count))


def by_identity(make: Callable[[V], R]) -> Callable[[V], R]:
    """Return `make`, keeping the row of each object, which is found faster than an equal one.

    It is for frozen values that stay the same objects from one view to the next. As they are kept
    with their rows, no other object can be taken for one of them.
    """
    kept: dict[int, tuple[V, R]] = {}

    def row(value: V) -> R:
        found = kept.get(id(value))
        return _kept_with(kept, value, make) if found is None else found[1]

    return row


def each_by_identity(make: Callable[[V], R]) -> Callable[[Iterable[V]], list[R]]:
    """Return what makes the rows of several values as `by_identity` does, with one call."""
    kept: dict[int, tuple[V, R]] = {}

    def rows(values: Iterable[V]) -> list[R]:
        return [
            found[1] if (found := kept.get(id(value))) else _kept_with(kept, value, make)
            for value in values
        ]

    return rows


def _kept_with(kept: dict[int, tuple[V, R]], value: V, make: Callable[[V], R]) -> R:
    """Return a row that is made now, and keep it with its object."""
    made = make(value)
    if len(kept) >= _KEPT:
        kept.clear()
    kept[id(value)] = value, made
    return made


def spaced(name: str) -> str:
    """Return the name of a class as words.

    >>> spaced("DrawCards")
    'draw cards'
    """
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def fitted(what: str, values: Sized, most: int) -> None:
    """Refuse more than there is room for.

    Raises:
        TooLargeError: no game comes to that; a position that somebody wrote may.
    """
    if len(values) > most:
        raise TooLargeError(what, len(values), most)


class Names:
    """Names that have places in a row, in a fixed order."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names: Final = tuple(names)
        self.index: Final = {name: place for place, name in enumerate(self.names)}
        self.ones: Final = {
            name: one_of(place, len(self.names)) for name, place in self.index.items()
        }

    def __len__(self) -> int:
        return len(self.names)

    def counts(self, given: Iterable[str]) -> bytes:
        """Return how often each name is among `given`; others do not count."""
        row = [0.0] * len(self.names)
        for name in given:
            place = self.index.get(name)
            if place is not None:
                row[place] += 1
        return numbers(row)

    def sequence(self, given: Sequence[str], most: int, what: str) -> bytes:
        """Return a row for each of `given` in order, with 1 at the place of its name.

        Raises:
            TooLargeError: they are more than `most`.
        """
        fitted(what, given, most)
        return b"".join([self.ones[name] for name in given])
