"""Small values as rows of 32-bit floats: counts of names, sequences of names, plain numbers."""

from array import array
from collections.abc import Iterable, Sequence, Sized
from functools import lru_cache
from typing import Final

from tabletop_rules.encodings.errors import TooLargeError

__all__ = ["NOTHING", "Names", "fitted", "numbers", "one_of", "spaced"]

NOTHING: Final = b""
"""A row of zeros of any length: what is missing at the end of a row is written as 0."""


def numbers(values: Iterable[float]) -> bytes:
    """Return numbers as a row."""
    return array("f", values).tobytes()


@lru_cache(maxsize=1 << 12)
def one_of(place: int, count: int) -> bytes:
    """Return a row of `count` numbers, 1 at a place and 0 elsewhere."""
    return numbers(float(place == other) for other in range(count))


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
