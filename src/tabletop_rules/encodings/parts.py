"""The specification of an observation: named parts of one flat buffer, and writing it."""

from collections.abc import Iterable
from math import prod
from struct import Struct
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import evolve, frozen

from tabletop_rules.encodings.errors import BufferShapeError, TooLargeError

__all__ = ["FLOAT", "Array", "Layout", "Part", "Piece", "described"]

FLOAT: Final = np.dtype(np.float32)
"""The type of all numbers of an observation."""
_EXACT: Final = 2**24
"""Up to this a float of 32 bits holds every whole number."""

Array: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]
"""A flat observation."""
Piece: TypeAlias = bytes | float
"""A row of a part as bytes, of which those that are missing at its end are 0, or one number."""


@frozen
class Part:
    """A named part of an observation.

    Attributes:
        name: its name, for `Encoding.part`
        shape: the shape of its view
        low: the least value in it
        high: the greatest value in it
        unit: what is counted, or ``flag`` for 0 or 1
        meaning: a sentence that says what it is
        columns: what the places of the last axis stand for, where they are not alike
        rows: in so many rows of bytes, of equal length, it is written; 0 for plain numbers
        joined: it is written in one row with the part before it
        start: its place in the flat buffer
    """

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    unit: str
    meaning: str
    columns: tuple[str, ...] = ()
    rows: int = 1
    joined: bool = False
    start: int = 0

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The place behind it in the flat buffer."""
        return self.start + self.size

    def of(
        self, flat: np.ndarray[Any, np.dtype[np.float32]]
    ) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Return this part of a flat observation, or of each of a batch, as a view of it."""
        return flat[..., self.start : self.stop].reshape(*flat.shape[:-1], *self.shape)


class Layout:
    """The parts of an observation, one behind the other, without gaps."""

    def __init__(self, parts: Iterable[Part]) -> None:
        placed: list[Part] = []
        start = 0
        for part in parts:
            if max(-part.low, part.high) > _EXACT:
                raise TooLargeError(f"{part.unit} in {part.name}", int(part.high), _EXACT)
            placed.append(evolve(part, start=start))
            start += part.size
        self.parts: Final = tuple(placed)
        self.size: Final = start
        self.by_name: Final = {part.name: part for part in placed}
        self._shape = (start,)
        self._struct = Struct(_format(placed))

    def write(self, pieces: Iterable[Piece], out: Array | None) -> Array:
        """Write the pieces of all parts in order into `out`, or into a new array, and return it.

        Raises:
            BufferShapeError: `out` is no flat array of 32-bit floats of the right length.
        """
        if out is None:
            out = np.empty(self._shape, FLOAT)
        elif getattr(out, "shape", None) != self._shape or out.dtype != FLOAT:
            raise BufferShapeError(self._expected, described(out))
        try:
            self._struct.pack_into(out, 0, *pieces)  # type: ignore[arg-type]  # arrays are buffers
        except (TypeError, ValueError, BufferError) as error:
            raise BufferShapeError(self._expected, described(out)) from error
        return out

    @property
    def _expected(self) -> str:
        return f"a writable contiguous array of shape {self._shape} and dtype {FLOAT}"


def _format(parts: Iterable[Part]) -> str:
    """Return how `struct` writes the pieces of parts: rows of so many bytes, and plain numbers."""
    rows: list[int] = []  # their lengths in bytes, -1 for a plain number
    for part in parts:
        if part.joined:
            rows[-1] += part.size * FLOAT.itemsize
        elif part.rows:
            each, rest = divmod(part.size, part.rows)
            if rest:
                raise ValueError(f"{part.name} cannot be written in {part.rows} equal rows")
            rows += [each * FLOAT.itemsize] * part.rows
        else:
            rows += [-1] * part.size
    return "=" + "".join("f" if length < 0 else f"{length}s" for length in rows)


def described(out: object) -> str:
    """Return what was given as a buffer."""
    if not isinstance(out, np.ndarray):
        return f"a {type(out).__name__}"
    kind = "" if out.flags.c_contiguous else "not contiguous, "
    kind += "" if out.flags.writeable else "read-only, "
    return f"{kind}shape {out.shape} and dtype {out.dtype}"
