"""Boards: a picture in text, and the bit masks that follow from it.

A space is the number of a bit. Rows are one bit wider than the board, so that a step to the side
never reaches the next row.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Final

from attrs import frozen

from tabletop_rules.core import Content, ContentError, Problem, Provenance, Shelf, load_content
from tabletop_rules.core.building import quickly_read
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum.abilities import Place

__all__ = ["Board", "bits", "load_board"]

_OWNED: Final = "dzfs"
_LETTERS: Final = frozenset("dzfsDZFS-.")
_MOST: Final = 26


def bits(mask: int) -> Iterator[int]:
    """Give the numbers of the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@quickly_read
@frozen(cache_hash=True, repr=False)
class Board(Content):
    """A battlefield (rules DM-BOARD-1, DM-BOARD-2, DM-BOARD-3, DM-R1).

    `picture` has a letter for each space, the far row first: ``d`` a space of a Domain, ``z`` one
    of them in the Assault Zone, ``f`` a fortified one there, ``s`` the stronghold, small letters
    for seat 0 and capitals for seat 1; ``-`` the Neutral Line, ``.`` no space. Blanks are for the
    eye. Columns are named by letters, rows by numbers from the near side: ``c4``.

    Raises:
        ContentError: with everything that is wrong with the board, and where.
    """

    shelf: ClassVar[Shelf["Board"]]

    id: str
    name: str
    picture: str
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The letters of each row, the near row (number 1) first."""
        lines = ("".join(line.split()) for line in self.picture.splitlines())
        return tuple(line for line in lines if line)[::-1]

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0]) if self.rows else 0

    @cached_property
    def stride(self) -> int:
        """The difference between a space and the one above it."""
        return self.width + 1

    def _mask(self, letters: str) -> int:
        return sum(
            1 << (row * self.stride + column)
            for row, line in enumerate(self.rows)
            for column, letter in enumerate(line)
            if letter in letters
        )

    def _of_seats(self, letters: str) -> tuple[int, int]:
        return self._mask(letters), self._mask(letters.upper())

    @cached_property
    def spaces(self) -> int:
        """All spaces on which a card may stand."""
        return self._mask("dzfDZF-")

    @cached_property
    def neutral(self) -> int:
        """The spaces of the Neutral Line."""
        return self._mask("-")

    @cached_property
    def domains(self) -> tuple[int, int]:
        """The spaces of each seat's Domain."""
        return self._of_seats("dzf")

    @cached_property
    def zones(self) -> tuple[int, int]:
        """The Assault Zone of each seat's stronghold."""
        return self._of_seats("zf")

    @cached_property
    def fortified(self) -> tuple[int, int]:
        """The Fortified Spaces of each seat."""
        return self._of_seats("f")

    @cached_property
    def strongholds(self) -> tuple[int, int]:
        """The bits of each seat's stronghold, which together are one space."""
        return self._of_seats("s")

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The name of each space."""
        return {
            space: f"{chr(97 + space % self.stride)}{space // self.stride + 1}"
            for space in bits(self.spaces)
        }

    @cached_property
    def by_name(self) -> Mapping[str, int]:
        """The space of each name."""
        return {name: space for space, name in self.names.items()}

    @cached_property
    def adjacent(self) -> Mapping[int, int]:
        """For each space the mask of the spaces above, below and beside it (rule DM-ADJ-1)."""
        return {s: self.orthogonal(1 << s) & self.spaces & ~(1 << s) for s in bits(self.spaces)}

    @cached_property
    def around(self) -> Mapping[int, int]:
        """For each space the mask of its up to eight neighbours (rule DM-R19)."""
        return {s: self.radial(1 << s) & self.spaces & ~(1 << s) for s in bits(self.spaces)}

    @cached_property
    def places(self) -> tuple[Mapping[Place, int], Mapping[Place, int]]:
        """For each seat the mask of each part of the board."""
        return self._places(0), self._places(1)

    def _places(self, seat: int) -> dict[Place, int]:
        other = 1 - seat
        return {
            Place.OWN_DOMAIN: self.domains[seat],
            Place.ENEMY_DOMAIN: self.domains[other],
            Place.NEUTRAL_LINE: self.neutral,
            Place.OWN_ZONE: self.zones[seat],
            Place.ENEMY_ZONE: self.zones[other],
            Place.OWN_FORTIFIED: self.fortified[seat],
            Place.ENEMY_FORTIFIED: self.fortified[other],
        }

    def orthogonal(self, mask: int) -> int:
        """Return `mask` and everything one orthogonal step from it, on the board or not."""
        stride = self.stride
        return mask | mask << 1 | mask >> 1 | mask << stride | mask >> stride

    def radial(self, mask: int) -> int:
        """Return `mask` and everything one step from it in any direction, on the board or not."""
        wide = mask | mask << 1 | mask >> 1
        return wide | wide << self.stride | wide >> self.stride

    def row_of(self, space: int) -> int:
        """Return the mask of the row of a space."""
        first = space // self.stride * self.stride
        return ((1 << self.width) - 1) << first & self.spaces

    def column_of(self, space: int) -> int:
        """Return the mask of the column of a space."""
        column = space % self.stride
        return sum(1 << (row * self.stride + column) for row in range(len(self.rows))) & self.spaces


Board.shelf = Shelf("tabletop_rules.dominum", "boards", lambda: Board)


def load_board(text: str, source: str = "") -> Board:
    """Return the board that a TOML text describes.

    Raises:
        ContentError: with every problem of the text and its place.
    """
    return load_content(text, Board, source)


def _problems(board: Board) -> Iterator[Problem]:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+|_[a-z0-9]+)*", board.id):
        yield Problem("id", f"expected small letters, digits and hyphens, got {shown(board.id)}")
    rows = board.rows
    if not rows or len({len(row) for row in rows}) > 1:
        widths = ", ".join(str(len(row)) for row in reversed(rows)) or "no rows"
        yield Problem("picture", f"expected rows of one width, got {widths}")
        return
    if len(rows) > _MOST or len(rows[0]) > _MOST:
        yield Problem("picture", f"expected at most {_MOST} rows and columns")
        return
    for letter in sorted(set("".join(rows)) - _LETTERS):
        yield Problem("picture", f"no letter for a space: {letter!r} (see the docs on boards)")
    if not board.neutral:
        yield Problem("picture", "expected a Neutral Line, '-'")
    for seat in (0, 1):
        yield from _seat_problems(board, seat)


def _seat_problems(board: Board, seat: int) -> Iterator[Problem]:
    small = _OWNED if seat == 0 else _OWNED.upper()
    stronghold = board.strongholds[seat]
    if not stronghold:
        yield Problem("picture", f"expected a stronghold of seat {seat}, {small[3]!r}")
    elif not _is_connected(board, stronghold):
        yield Problem("picture", f"the stronghold of seat {seat} is torn apart")
    else:
        around = board.radial(stronghold) & board.spaces
        if around != board.zones[seat]:
            names = " ".join(board.names[space] for space in bits(around ^ board.zones[seat]))
            what = "the Assault Zone must be the spaces around the stronghold"
            yield Problem("picture", f"{what} of seat {seat}: look at {names}")
    if board.domains[seat].bit_count() < 6:
        yield Problem("picture", f"expected 6 or more spaces in the Domain of seat {seat}")


def _is_connected(board: Board, mask: int) -> bool:
    seen = mask & -mask
    while (wider := board.orthogonal(seen) & mask) != seen:
        seen = wider
    return seen == mask
